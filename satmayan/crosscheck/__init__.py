"""Cross-checking: other people's programs, and our own engines, against each other.

A program's answer is called wrong only on evidence that replays: it is no plan, or it
is a plan and a smaller one is at hand, or it is -1 and a plan is at hand.  The engine
that is the reference is never just believed (see :mod:`satmayan.crosscheck.verdict`).

Comes in: programs and boards.  Goes out: judgements, smallest boards, a report.  Knows no
language but by its compiler.
"""
