"""What holds for all tests: messages are English whatever the locale; hypothesis tries 25 cases.

``HYPOTHESIS_PROFILE=thorough`` tries 500.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("thorough", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
