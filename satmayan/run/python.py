"""How a child process of Python is started: never with the working folder on its path.

``python -m`` and ``python -c`` look for modules in the working folder first, which is where
people keep programs called ``random.py`` or ``socket.py``; ``-P`` is unknown before Python
3.11, and ``-I`` would leave out what PYTHONPATH says.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# The folder of this package comes last, for those who run it from a folder that is not
# on the path otherwise.
_START = (
    "import sys; sys.path[:] = [p for p in sys.path if p]; sys.path.append(sys.argv.pop(1)); "
    "import runpy; runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)
_HOME = str(Path(__file__).resolve().parents[2])


def command(module: str, *arguments: str) -> list[str]:
    """The command line of ``python -m MODULE ARGUMENTS...`` in a process of its own."""
    return [sys.executable, "-c", _START, _HOME, module, *arguments]


@contextmanager
def safe_folder() -> Iterator[None]:
    """For the block, be in the folder of the standard library, to start processes there.

    For ``multiprocessing``, whose "spawn" starts with ``python -c`` and stays in this folder: its
    process has to go back by itself.  Threads must not rely on the folder meanwhile.
    """
    here = os.getcwd()
    os.chdir(os.path.dirname(os.__file__))
    try:
        yield
    finally:
        os.chdir(here)
