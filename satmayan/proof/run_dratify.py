"""``python -m satmayan.proof.run_dratify ENGINE CNF PROOF``: dratify with drat-trim's verdicts.

dratify is a library without a command line.  ENGINE is ``python``, or ``native`` for the
checker in Rust that cdclkit registers with it.  Prints ``s VERIFIED`` or, with the reason,
``s NOT VERIFIED``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main(engine: str, cnf: str, proof: str) -> None:
    """Check a proof and print the verdict."""
    import dratify

    if engine == "native":
        import_module("cdclkit")
    try:
        formula = dratify.parse_dimacs(Path(cnf).read_text(encoding="ascii"))
        text = Path(proof).read_text(encoding="ascii")
        report = dratify.check_proof(formula, text, engine=engine).report()
    except ValueError as error:  # what is no DIMACS or no DRAT
        report = f"s NOT VERIFIED\nc {error}"
    print(report)


if __name__ == "__main__":
    main(*sys.argv[1:])
