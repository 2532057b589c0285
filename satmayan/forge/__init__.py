"""Boards by wish: the first board is left free, and what is wished of it decides it.

Comes in: a wish.  Goes out: boards with a plan, or the proof that there is none.  Knows no
mistake and no program: what a board shall tempt comes in as a question that it asks.
"""
