"""The encodings, one a file: the package ``satmayan.encodings``.

In the repository they lie in the top-level folder ``encodings/``, which must never be
a package itself (it would shadow Python's own ``encodings``); installed, they lie beside
this module.  This shim points the package at whichever is there.  mypy does not follow it:
``scripts/typecheck`` shows it the installed layout.
"""

from pathlib import Path

_here = Path(__file__).resolve().parent
_installed = _here / "encodings"
__path__ = [str(_installed if _installed.is_dir() else _here.parent / "encodings")]
