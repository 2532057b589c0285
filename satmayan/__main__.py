"""``python -m satmayan``."""

import os
import sys

# ``-m`` puts the working folder first on the path, where programs of the user's may be called
# like modules of the standard library.  What Python imports before it comes here, nobody can
# help: the command ``satmayan`` does not look there at all, nor does ``python -P -m``.
if sys.path and sys.path[0] == os.getcwd():
    sys.path[0:1] = []
    sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from satmayan.cli import main  # noqa: E402

if __name__ == "__main__":
    main(prog_name="satmayan")
