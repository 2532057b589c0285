"""Comparing encodings, solvers and engines: one child process a run, every answer compared.

Comes in: boards and configs.  Goes out: rows and tables.  Knows no encoding by name.
"""
