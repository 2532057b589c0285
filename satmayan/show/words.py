"""What the page says: its words by name, and the sentences of its rules (``web/rules.js``).

A name in braces is filled in by the page; ``web/words.js`` does it.
"""

from __future__ import annotations

from satmayan.base.messages import LANGUAGES, noted, translate

NAMED = {
    "title": noted("Mayan puzzle"),
    "language": noted("中文"),
    "theme": noted("Dark / light"),
    "help": noted(
        "Space: play or pause. ← →: one picture back or on. Home, End: first, last. Drag a block "
        "left or right to make a step of your own (or focus it and press Shift + ← →)."
    ),
    "moves": noted("Steps"),
    "undo": noted("Undo"),
    "restore": noted("Back to the plan"),
    "own": noted("Your own board or answer"),
    "puzzle": noted(
        "mayan.in: the number of steps, then {width} columns, bottom to top, each ended by 0"
    ),
    "answer": noted("mayan.out: a step x y g a line (may be left empty)"),
    "load": noted("Show it"),
    "play": noted("Play"),
    "pause": noted("Pause"),
    "first": noted("First"),
    "back": noted("Back"),
    "forward": noted("On"),
    "last": noted("Last"),
    "slider": noted("Picture"),
    "board": noted("Board, {blocks} blocks"),
    "headMove": noted(
        "Step {step} ({move}): drag the {colour} at column {x}, row {y} to the {side}"
    ),
    "headRound": noted("Step {step}, round {round}: {count} blocks vanish"),
    "headRest": noted("After step {step}; blocks left: {count}"),
    "headStart": noted("Blocks: {count}, steps: {steps}"),
    "headEmpty": noted("The board is empty after step {step}"),
    "headIllegal": noted("Step {step} ({move}) is not allowed: {reason}"),
    "right": noted("right"),
    "left": noted("left"),
    "onto": noted("falls onto column {column}"),
    "swap": noted("changes places with the {other}"),
    "like": noted("changes places with its like"),
    "block": noted("Block {colour} at column {x}, row {y}"),
    "done": noted("Step {n} of {n} empties the board."),
    "early": noted(
        "The board is empty after step {made}, but the number of steps must be exactly {n}."
    ),
    "many": noted("{made} of {n} steps made, and the board is not cleared."),
    "over": noted("{made} steps made, more than {n}."),
    "to_go": noted("{made} of {n} steps made."),
    "format": noted("Line {line}, column {column}: found {found}, expected {expected}"),
}
SENTENCES = (
    noted("({x}, {y}) is not on the board"),
    noted("the direction must be 1 or -1, not {g}"),
    noted("there is no block at ({x}, {y})"),
    noted("the block at ({x}, {y}) would leave the board"),
    noted("the end of the file"),
    noted("'{word}'"),
    noted("the number of steps, 1 or more"),
    noted("0 to end column {x}, which already has {height} blocks"),
    noted("a colour (1 or more), or 0 to end column {x}"),
    noted("column {x} of {width} (0 to {last}): colours, 1 or more, ended by 0"),
    noted("nothing after column {last}, the last of {width}"),
    noted("a run of 3 or more of colour {colour}, at column {x}, row {y}"),
    noted("a board at rest"),
    noted("-1, or a move 'x y g' a line"),
    noted("a number ({part} of move {move})"),
)


def in_every_language() -> dict[str, dict[str, str]]:
    """The words by language, then by name; a sentence is its own name."""
    texts = {**NAMED, **{sentence: sentence for sentence in SENTENCES}}
    return {
        language: {name: translate(text, language) for name, text in texts.items()}
        for language in LANGUAGES
    }
