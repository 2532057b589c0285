"""Running what is not ours: sandboxes and child processes under limits.

Comes in: commands, input, limits.  Goes out: output and how it ended.  Knows no puzzle.
"""
