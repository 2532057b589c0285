"""Mistakes seen in programs: the catalogue, and what is made of it.

Comes in: names, boards, outputs.  Goes out: explanations, diagnoses, smallest boards.
Knows no sandbox: a program here is a class of the catalogue.
"""
