"""Search by simulation: the literal depth-first search and the fast one.

Comes in: a puzzle and a deadline.  Goes out: plans, their number.  Knows nothing of SAT.
"""
