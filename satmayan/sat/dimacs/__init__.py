"""Formulas and models as DIMACS: writing, and reading what others wrote.

Comes in: formulas, or text.  Goes out: text, or clauses and models.  Knows no solver but by
its output.
"""
