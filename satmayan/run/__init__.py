"""Work outside this process: sandboxes, child processes under limits, the pool, the journal.

Comes in: commands, jobs, limits.  Goes out: output, results, how it ended.  Knows no puzzle.
"""
