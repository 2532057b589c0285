"""satmayan: a SAT-based planner for the Mayan puzzle (NOIP 2011, Luogu P1312)."""

__version__ = "0.1.0"
