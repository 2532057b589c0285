"""Pictures of boards and plans.  ``frames`` says what is to be seen, the others draw it."""
