"""Programs that are wrong because they leave the ground of C++, found by the compiler's checks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ to compile with")

# Writes blocks past the end of an array.
PAST_THE_END = r"""
#include <cstdio>
int main() {
    int n, c, k = 0, *blocks = new int[2];
    scanf("%d", &n);
    while (scanf("%d", &c) == 1)
        if (c) blocks[k++] = c;
    printf("0 0 %d\n", blocks[k - 1]);
    delete[] blocks;
}
"""


def crosscheck(run: Callable[..., Any], boards: Path, tmp_path: Path, source: str) -> Any:
    path = tmp_path / "mine.cpp"
    path.write_text(source, encoding="utf-8")
    result = run("crosscheck", "--boards", boards, "--json", path)
    return json.loads(result.out)["contestants"][0]


@pytest.mark.slow
def test_a_write_past_the_end_of_an_array_is_told_with_its_line(
    run: Callable[..., Any], boards: Path, tmp_path: Path
) -> None:
    found = crosscheck(run, boards, tmp_path, PAST_THE_END)["undefined"]
    assert "mine.cpp:7" in found["report"]
