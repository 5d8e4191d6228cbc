"""The small words that authors write and that are no operation of their own: what each does, and where more stands."""

from __future__ import annotations

from typing import NamedTuple

from kaiju_compiler.resolve.words import ALIASES, ENDINGS
from kaiju_runtime.primitives.registry import Operation


class Small(NamedTuple):
    """A word without a page of its own."""

    meaning: str
    sample: str
    see: str = ""
    """The word whose page says more."""


SMALL = {
    "a": Small(
        "One of a selection, in a choice; in an event, whichever it is.", "choose a card of market as pick", "choose"
    ),
    "an": Small("The same as `a`.", "choose an order of market as pick", "a"),
    "any": Small("Any number of a selection, also none.", "choose any dice of your roll as picked", "choose"),
    "any time": Small(
        "The window of an action at any question that its owner is asked.", "action any time: gain 1 life", "action"
    ),
    "are": Small("The same as `is`, of several.", "when cards are discarded: gain 1 life", "is"),
    "as": Small(
        "Gives a name to what was chosen, or to what an event is about.", "choose a card of market as pick", "choose"
    ),
    "at least": Small(
        "A change of a stat: not below this number. In a condition write `>=`.",
        "modify price: -2, at least 1",
        "modify",
    ),
    "at most": Small(
        "A change of a stat: not above this number. In a condition write `<=`.", "modify price: +2, at most 9", "modify"
    ),
    "else": Small(
        "The block that runs where the condition of the `if` above it is false.",
        "if this.charge = 0: discard this\nelse: gain 1 life",
        "if",
    ),
    "for": Small("Whose stat is changed; yours where nothing is said.", "modify price for others: +1", "modify"),
    "of": Small("Whose, or out of what: a zone, a player, a Roll.", "choose a card of market as pick"),
    "ends": Small("The event at the end of a turn or a phase.", "when your turn ends: gain 1 life", "turn"),
    "starts": Small("The event at the beginning of a turn or a phase.", "when your turn starts: gain 1 life", "turn"),
    "option": Small("The options of a mode, as they are set in this game.", "if option.long_game: gain 1 life"),
    "times": Small("Ends the head of a `repeat`.", "repeat 2 times: gain 1 life", "repeat"),
    "toward": Small("Where a marker moves, step by step.", "move marker 1 toward you", "move"),
    "where": Small("Those of a selection for which a condition is true.", "cards of market where cost <= 3", "it"),
    "while": Small(
        "How long a change or a prohibition holds: as long as a condition.",
        "modify rolls while you.life = 1: +1",
        "modify",
    ),
    "with": Small("The other of two that change places.", "swap this with pick", "swap"),
    "up to": Small(
        "In a choice: that many of a selection or fewer, also none.",
        "choose up to 2 dice of your roll as picked",
        "choose",
    ),
    "your": Small(
        "What is yours: `your turn`, `your roll`, `your` and a phase.", "when your turn ends: gain 1 life", "you"
    ),
    "given": Small(
        "The position in which an example begins, set up without setting anything off.", "given: set you.life to 3"
    ),
    "dice": Small(
        "In an example, what is rolled, a list a roll; in an effect, the dice of a Roll.",
        "dice: [[one, two, three]]",
        "roll",
    ),
    "answer": Small(
        "A step of an example: what is asked is answered, by an id, a label in quotes, yes or no, or several of them.",
        "do: answer cook raid",
    ),
    "buy": Small("A step of an example: a piece is bought.", "do: buy cook"),
    "keep": Small("A step of an example: these dice stay, all others are rolled again.", "do: keep claw claw"),
    "pass": Small("A step of an example: nothing more in this phase.", "do: pass"),
    "play to": Small(
        "A step of an example: everybody declines whatever is offered until a phase comes.",
        "do: play to buy of rival",
    ),
    "use": Small(
        "A step of an example: an action is taken, by the id of its piece or by its label in quotes.",
        'do: use "Look ahead"',
    ),
    "do": Small("What is done in an example, a step a line.", "do: end turn"),
    "then": Small(
        "What an example claims, a line each. In effects there is no `then`: a colon does it.", "then: you.life = 8"
    ),
    "happened": Small(
        "Whether an event happened in an example, with its numbers added up.", "happened others lose 2 life"
    ),
    "offered": Small("Whether an option with that label was there to be chosen.", 'offered "Stay" to others'),
    "refused": Small("Whether the last step of an example was refused.", "refused"),
    "winner": Small("Who has won when an example is over.", "winner = you"),
}
"""Words of the grammar and of examples that the registry does not know."""

IN_RULEBOOKS = {
    **dict.fromkeys(["all", "everybody", "everyone"], "players"),
    **dict.fromkeys(["another", "enemies", "enemy", "opponent", "opponents"], "others"),
    "randomly": "at random",
    **dict.fromkeys(["cancelled", "instead", "would"], "before"),
    **dict.fromkeys(["additional", "extra", "fewer", "less"], "modify"),
    **dict.fromkeys(["exchange", "trade"], "swap"),
    **dict.fromkeys(["again", "twice"], "repeat"),
    **dict.fromkeys(["kind", "piece"], "pieces"),
    **dict.fromkeys(["discards", "pile", "zone"], "move"),
    **dict.fromkeys(["place", "position"], "in"),
    "counter": "gain",
    "half": "/",
    "once per game": "once per turn",
    "select": "choose",
    "stat": "modify",
    "target": "choose",
}
"""Words of rulebooks and of modes that are none of the language, and the word whose page is of help."""

OF_EXAMPLES = frozenset(["play to", *"given do then happened offered refused winner answer buy keep pass use".split()])
NEVER_WRITTEN = frozenset(["call", "select"])
"""Operations that have no word: a procedure is called by its name, and a selection is made with `where`."""


def word_of(operation: Operation) -> str:
    """How authors write an operation; empty for what they never write."""
    written = operation.role != "reference" and operation.op not in NEVER_WRITTEN and "(" not in operation.word
    return operation.word.removesuffix(ENDINGS) if written else ""


def same_as(word: str) -> str:
    """The word that another stands for: `others` for `other`, `choose` for `chooses`."""
    return ALIASES.get(word) or {"chooses": "choose", "chooses one": "choose one"}.get(word, word)


def phrases_with(part: str) -> list[str]:
    """The phrases of the language, such as `at least`, that hold these words as a part."""
    from kaiju_compiler.parse.grammar import words

    phrases = [each for spellings in words().values() for each in spellings if " " in each] + ["play to"]
    return sorted({same_as(each) for each in phrases if f" {part} " in f" {each} "})


def small_page(word: str) -> list[str]:
    """The page of a small word; empty for other words."""
    found = SMALL.get(word)
    if found is None:
        return []
    lines = [
        f"{word} ({'word of examples' if word in OF_EXAMPLES else 'word of the language'})",
        "",
        f"  {found.meaning}",
    ]
    lines += ["", *(f"    {line}" for line in found.sample.split("\n")), ""]
    if word in OF_EXAMPLES:
        return [*lines, "  content/README.md tells all about examples."]
    return [*lines, f"  'kaiju explain {found.see}' says more"] if found.see else lines[:-1]
