"""Who makes the proofs: a solver of PySAT in this process, or a program outside.

Both solve a claim once, afresh, with everything as clauses, and leave a text DRAT proof.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import Message, noted
from satmayan.proof.claim import Claim
from satmayan.run.child import run
from satmayan.sat.dimacs.answers import read_answer
from satmayan.sat.formula import Model
from satmayan.sat.oracle import DEFAULT_PROOF_SOLVER, PROOF_SOLVERS, SOLVERS, Prover, Status

_SAT, _UNSAT = 10, 20  # exit codes, by the SAT competition's convention
_VERSION_SECONDS = 10.0

Grown = Callable[[int], None]  # called with the bytes of proof so far


class Satisfiable(Exception):
    """The claim has a model, so it is true; ``model`` shows it."""

    def __init__(self, model: Model) -> None:
        super().__init__("the claim is satisfiable")
        self.model = model


class ProofSolver(ABC):
    """A solver that logs proofs; ``title`` names it and its version."""

    title: str

    @abstractmethod
    def refute(
        self, claim: Claim, cnf: Path, proof: Path, deadline: Deadline, grown: Grown
    ) -> None:
        """Write the proof that a claim, also to be found in ``cnf``, is unsatisfiable.

        What follows its first empty clause is of no meaning.  Raises Satisfiable,
        LimitReached, ConfigError for a program that does not do it.
        """


class PySatSolver(ProofSolver):
    """A solver of PySAT.  Raises ConfigError for one whose proofs are not known to be good."""

    def __init__(self, name: str = DEFAULT_PROOF_SOLVER) -> None:
        if name not in PROOF_SOLVERS:
            raise ConfigError(
                Message(
                    "no proofs to rely on from solver {name!r}: choose from {names}",
                    name=name,
                    names=", ".join(PROOF_SOLVERS),
                )
            )
        self.name = name
        self.title = f"{name} ({SOLVERS[name]}, python-sat {version('python-sat')})"

    def refute(
        self, claim: Claim, cnf: Path, proof: Path, deadline: Deadline, grown: Grown
    ) -> None:
        prover = Prover(self.name, claim.clauses, deadline, grown)
        with prover:
            status = prover.solve()
            if status is Status.SAT:
                raise Satisfiable(prover.model)
            if status is Status.UNKNOWN:
                deadline.check()
                raise LimitReached(noted("the solver gave up"))
            with proof.open("wb") as file:
                prover.write_proof(file)


class ExternalSolver(ProofSolver):
    """A program that is called as CaDiCaL and Kissat are: ``-q --no-binary CNF PROOF``.

    Raises ConfigError where it cannot be run.
    """

    def __init__(self, program: str) -> None:
        try:
            output = run([program, "--version"], Deadline(_VERSION_SECONDS))
        except OSError as error:
            text = Message(
                "cannot run {program}: {reason}",
                program=program,
                reason=error.strerror or str(error),
            )
            raise ConfigError(text) from None
        except LimitReached:
            text = Message("{program} --version does not end", program=program)
            raise ConfigError(text) from None
        self.program = program
        self.title = f"{os.path.basename(program)} {output.text.strip()}"

    def refute(
        self, claim: Claim, cnf: Path, proof: Path, deadline: Deadline, grown: Grown
    ) -> None:
        def tick() -> None:
            grown(proof.stat().st_size if proof.exists() else 0)

        command = [self.program, "-q", "--no-binary", str(cnf), str(proof)]
        output = run(command, deadline, tick)
        if output.code == _SAT:
            model = read_answer(output.text.splitlines(), self.program).model
            raise Satisfiable(model or Model(()))
        if output.code == 0 and {"c UNKNOWN", "s UNKNOWN"}.intersection(output.text.splitlines()):
            raise LimitReached(Message("{program} gave no answer", program=self.program))
        if output.code != _UNSAT:
            raise ConfigError(
                Message(
                    "{program} ended with code {code}, neither 10 (SAT) nor 20 (UNSAT){said}",
                    program=self.program,
                    code=output.code,
                    said=output.last_error,
                )
            )
