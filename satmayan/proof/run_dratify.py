"""``python -m satmayan.proof.run_dratify ENGINE CNF PROOF``: dratify with drat-trim's verdicts.

dratify is a library without a command line.  ENGINE is ``python``, or ``native`` for the
checker in Rust that cdclkit registers with it.  Prints ``s VERIFIED`` or, with the reason,
``s NOT VERIFIED``.

Deletions are not carried out.  dratify 0.1.10 deletes a clause by which a literal is true
and keeps the literal true, so that it accepts proofs of what is false.  Without deletions
every clause of the formula and every lemma stays, so a literal stays true for a reason;
what follows by unit propagation still does, and a RAT lemma has more to meet, not less.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def verdict(engine: str, formula: str, proof: str) -> str:
    """What dratify says of a proof, in the form that drat-trim's verdicts have."""
    import dratify

    try:
        cnf = dratify.parse_dimacs(formula)
        return dratify.check_proof(cnf, proof, engine=engine, apply_deletions=False).report()
    except ValueError as error:  # what is no DIMACS or no DRAT
        return f"s NOT VERIFIED\nc {error}"


def main(engine: str, cnf: str, proof: str) -> None:
    """Check a proof and print the verdict."""
    if engine == "native":
        import_module("cdclkit")
    try:
        texts = [Path(name).read_text(encoding="ascii") for name in (cnf, proof)]
    except UnicodeDecodeError as error:
        print(f"s NOT VERIFIED\nc {error}")
        return
    print(verdict(engine, *texts))


if __name__ == "__main__":
    main(*sys.argv[1:])
