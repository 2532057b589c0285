"""The built-in boards, each named after the mistake that it triggers.

One a line: n, then the columns bottom to top, a digit a colour.
"""

BUILTIN = {
    "same-colour-swap": "2 | | | | 11 | 1",
    "early-clear": "2 | | | 1 | | 11",
    "left-before-right": "3 | | | 1 | | 11",
    "no-left": "1 | | | | 11 | 1",
    "run-of-four": "1 | | 1 | | 11 | 1",
    "one-run-at-a-time": "1 | | | 121 | 21 | 21",
    "cross-in-turn": "1 | | 1 | 1 | 211 | 122",
    "no-chain": "1 | | | | 11212 | 2",
    "run-in-mid-air": "1 | | 1 | 1 | | 11",
}
