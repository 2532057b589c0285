"""What keeps an untrusted program from the rest of the machine, and how it is had.

The strongest that a machine allows is found by starting the keeper under it:
:class:`~satmayan.run.sandbox.Sandbox` goes down this list.
"""

from __future__ import annotations

import shutil
from enum import Enum
from pathlib import Path

from satmayan.base.messages import noted
from satmayan.run.namespaces import SOCKETS


class Protection(Enum):
    """The kinds of protection, the strongest first; the value is how a report words it."""

    NAMESPACES = noted(
        "namespaces: no network, no other processes, nothing to write to but its folder"
    )
    BUBBLEWRAP = noted("bubblewrap: no network, no other processes, no files to write to but ours")
    LIMITS = noted("limits alone: the network, your files and your processes were open to it")

    @property
    def key(self) -> str:
        """Its name for machines."""
        return self.name.lower()

    def command(self, keeper: list[str], root: Path) -> list[str] | None:
        """The command that runs the keeper under it; None where a tool is missing."""
        if self is not Protection.BUBBLEWRAP:
            return keeper
        tool = shutil.which("bwrap")
        if tool is None:
            return None
        hidden = [word for path in SOCKETS if Path(path).is_dir() for word in ("--tmpfs", path)]
        return [
            tool,
            *("--unshare-all", "--as-pid-1", "--die-with-parent", "--cap-drop", "ALL"),
            *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
            *hidden,
            *("--bind", str(root), str(root)),
            *keeper,
        ]
