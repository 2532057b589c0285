"""The built-in boards: triggers of mistakes seen in programs, and corners of the rules.

One a line: n, then the columns bottom to top, a digit a colour.
"""

BUILTIN = {
    # Each is answered wrongly by a program that makes the mistake of that name.
    "same-colour-swap": "2 | | | | 11 | 1",
    "early-clear": "2 | | | 1 | | 11",
    "left-before-right": "3 | | | 1 | | 11",
    "no-left": "1 | | | | 11 | 1",
    "run-of-four": "1 | | 1 | | 11 | 1",
    "one-run-at-a-time": "1 | | | 121 | 21 | 21",
    "cross-in-turn": "1 | | 1 | 1 | 211 | 122",
    "no-chain": "1 | | | | 11212 | 2",
    "run-in-mid-air": "1 | | 1 | 1 | | 11",
    # In the answer to each, the thing happens that it is named after.
    "cross": "1 | | 1 | 12 | 2112 | 1",
    "plus": "1 | | | 11 | 2211221 | 12",
    "five-in-a-row": "1 | 1 | 1 | | 11 | 1",
    "five-upright": "1 | | | | 112 | 22122",
    "four-upright": "1 | | | | 112112 | 2",
    "two-runs-at-once": "1 | | | | 12122 | 1",
    "three-rounds": "1 | | | 11 | 1 | 211221",
    "four-rounds": "1 | | | 1 | 121221 | 21221",
    "full-columns": "2 | | | 1212112 | 2 | 2121122",
    "drop-into-the-top": "2 | | 11 | 2212212 | 221122 |",
}
