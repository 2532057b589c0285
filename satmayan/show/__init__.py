"""Pictures of boards and plans.  ``frames`` says what is to be seen, the others draw it.

Comes in: boards, plans, judgements.  Goes out: text, pictures, pages.  Knows no engine.
"""
