"""Limits, errors and messages.

Comes in: seconds, locales.  Goes out: deadlines, exceptions, words.  Knows no puzzle.
"""
