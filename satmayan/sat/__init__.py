"""SAT: formulas, the encoding contract, solvers, lexicographic minimisation.

Comes in: an encoding and a puzzle.  Goes out: the smallest plan, or none.  Knows no encoding
by name and no other engine.
"""
