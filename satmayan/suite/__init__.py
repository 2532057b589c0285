"""Test sets that catch every known mistake, and the layouts that judges take.

Comes in: a seed.  Goes out: boards, answers, an index.  Knows no program but the catalogue's.
"""
