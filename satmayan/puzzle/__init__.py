"""The puzzle: boards, rules, files, and boards made to order.

Comes in: text or a seed.  Goes out: boards, plans, replays.  Knows no engine.
"""
