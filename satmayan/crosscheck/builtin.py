"""The built-in boards: triggers of mistakes seen in programs, and corners of the rules.

In the notation of :mod:`satmayan.puzzle.files`.
"""

BUILTIN = {
    # Each is answered wrongly by a program that makes the mistake of that name.
    "same-colour-swap": "2 | - | - | - | 1 1 | 1",
    "early-clear": "2 | - | - | 1 | - | 1 1",
    "left-before-right": "3 | - | - | 1 | - | 1 1",
    "no-left": "1 | - | - | - | 1 1 | 1",
    "run-of-four": "1 | - | 1 | - | 1 1 | 1",
    "one-run-at-a-time": "1 | - | - | 1 2 1 | 2 1 | 2 1",
    "cross-in-turn": "1 | - | 1 | 1 | 2 1 1 | 1 2 2",
    "no-chain": "1 | - | - | - | 1 1 2 1 2 | 2",
    "run-in-mid-air": "1 | - | 1 | 1 | - | 1 1",
    "ghost-above": "3 | - | 1 1 | 1 | - | 1 1",
    "second-gap": "1 | 1 | 2 1 | 1 2 1 | 1 2 3 3 1 3 1 | -",
    "second-gap-later": "2 | 1 | 2 | 3 2 4 1 4 4 1 | 3 2 4 4 3 4 1 | -",
    # In the answer to each, the thing happens that it is named after.
    "cross": "1 | - | 1 | 1 2 | 2 1 1 2 | 1",
    "plus": "1 | - | - | 1 1 | 2 2 1 1 2 2 1 | 1 2",
    "five-in-a-row": "1 | 1 | 1 | - | 1 1 | 1",
    "five-upright": "1 | - | - | - | 1 1 2 | 2 2 1 2 2",
    "four-upright": "1 | - | - | - | 1 1 2 1 1 2 | 2",
    "two-runs-at-once": "1 | - | - | - | 1 2 1 2 2 | 1",
    "three-rounds": "1 | - | - | 1 1 | 1 | 2 1 1 2 2 1",
    "four-rounds": "1 | - | - | 1 | 1 2 1 2 2 1 | 2 1 2 2 1",
    "full-columns": "2 | - | - | 1 2 1 2 1 1 2 | 2 | 2 1 2 1 1 2 2",
    "drop-into-the-top": "2 | - | 1 1 | 2 2 1 2 2 1 2 | 2 2 1 1 2 2 | -",
}
