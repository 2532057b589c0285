"""The child process of one run: ``python -m satmayan.run.child SECONDS MEGABYTES MODULE ARGS...``.

Takes its limits upon itself and then is ``python -m MODULE ARGS...``, so that what is
measured is the program that users run.  SECONDS are of CPU time; 0 stands for no limit.
"""

from __future__ import annotations

import resource
import runpy
import sys
from typing import NoReturn


def limit(seconds: int, megabytes: int) -> None:
    """Limit this process: SIGXCPU after the CPU time, failing allocations beyond the memory.

    The memory is the address space (macOS does not keep such a limit).
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def main(arguments: list[str]) -> NoReturn:
    """Set the limits, then run the module."""
    limit(int(arguments[0]), int(arguments[1]))
    sys.argv = arguments[2:]
    runpy.run_module(arguments[2], run_name="__main__", alter_sys=True)
    sys.exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
