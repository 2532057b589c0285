"""Comparing encodings, solvers and engines: one child process a run, every answer compared."""
