"""Correct texts to show beside an error, and what must follow the words of the language: tables."""

from __future__ import annotations

from typing import NamedTuple

WHEN = "when you buy a card: gain 1 victory"
BEFORE = "before you lose life if amount = 1: prevent"
MODIFY = "modify price: -1, at least 1 until you buy a card"
ACTION = "action in buy pay 2 gold: gain 1 victory"
IF = "if you in bay: gain 1 victory"
CHOOSE = "choose a card of market where price <= you.gold as pick"
CHOOSE_ONE = 'choose one:\n  "Stay": gain 1 life\n  "Yield": yield'
MAY = "may pay 1 gold: gain 1 life"
SENTENCE = "rival loses 2 life"

BY_WORD = {
    "WHEN": WHEN,
    "BEFORE": BEFORE,
    "FIRST": "first, when your turn starts: gain 1 life",
    "ONCE": "once per turn, when you buy a card: gain 1 victory",
    "_AS_SOON_AS": "as soon as you.life = 0: eliminate you",
    "_MODIFY": MODIFY,
    "_ACTION": ACTION,
    "_DEFINE": "define pull(steps, mark): move mark steps toward you",
    "_ALWAYS": "always you.charm <= 2",
    "_CANNOT": "you cannot lose life until turn ends",
    "_IF": IF,
    "_ELSE": "if you in bay: gain 1 victory\nelse: gain 1 life",
    "_CHOOSE": CHOOSE,
    "_CHOOSES": "rival chooses a keep of rival as shed",
    "_CHOOSE_ONE": CHOOSE_ONE,
    "_CHOOSES_ONE": CHOOSE_ONE.replace("choose", "rival chooses"),
    "STRING": CHOOSE_ONE,
    "_MAY": MAY,
    "PAY": MAY,
    "SPEND": "may spend 1 claw: gain 1 life",
    "_FOR_EACH": "for each foe in others: foe loses 1 life",
    "_REPEAT": "repeat 2 times: gain 1 life",
    "_LET": "let fee = min(2, rival.gold)",
    "_NEXT_TIME": "next time turn of rival starts: gain 1 gold",
    "_UNTIL": "modify price: -1 until you buy a card or turn ends",
    "_WHILE": "modify rolls while you in bay: +1",
    "_WHERE": "choose a die of your roll where face = claw as picked",
    "_TOP": "reveal top 3 of pile",
}
"""A sample by the word that a line is about."""


class Need(NamedTuple):
    """What must stand behind a word."""

    code: str
    what: str


_EVENT = Need("syntax-missing-event", "an event is expected, such as `you buy a card`")
_CONDITION = Need("syntax-missing-condition", "a condition is expected, such as `you.gold >= 2`")
_NAME = Need("syntax-unexpected-word", "a name is expected")
_THINGS = Need("syntax-unexpected-word", "a selection is expected, such as `a card of market`")
_NUMBER = Need("syntax-unexpected-word", "a number is expected, such as `2` or `you.gold`")
_TERM = Need("syntax-unexpected-word", "a term is expected, such as `you.gold` or `2`")
_PRICE = Need("syntax-price", "a number and what it counts are expected, such as `2 gold`")
_CHANGE = Need(
    "syntax-missing-change", "a change is expected: `+`, `-`, `*`, `=`, `at most` or `at least`, and a number"
)
_COMMA = Need("syntax-missing-comma", "a comma is expected")

NEEDS: dict[str, Need] = {
    **dict.fromkeys(["WHEN", "BEFORE", "_NEXT_TIME", "_UNTIL"], _EVENT),
    **dict.fromkeys(["_IF", "_WHERE", "_WHILE", "_AS_SOON_AS", "_ALWAYS", "NOT", "_AND", "_OR"], _CONDITION),
    **dict.fromkeys(["_LET", "_AS", "YOUR"], _NAME),
    **dict.fromkeys(["_CHOOSE", "_CHOOSES"], _THINGS),
    **dict.fromkeys(["PLUS", "MINUS", "STAR", "SLASH", "AT_MOST", "AT_LEAST", "_REPEAT"], _NUMBER),
    **dict.fromkeys(["EQUAL", "COMPARE", "_IN", "_OF", "_FROM", "_FOR", "LPAR", "QUANTIFIER", "_TOP"], _TERM),
    **dict.fromkeys(["PAY", "SPEND"], _PRICE),
    **dict.fromkeys(["FIRST", "ONCE"], _COMMA),
    "_ACTION": Need("syntax-missing-window", "a window is expected: `in PHASE`, `in turn` or `any time`"),
    "_MODIFY": Need("syntax-unexpected-word", "a stat is expected, such as `price` or `count(claws)`"),
    "_DEFINE": Need("syntax-unexpected-word", "the name of the procedure is expected, with `(` attached"),
    "_FOR_EACH": Need("syntax-unexpected-word", "a name, `in` and a selection are expected"),
    "_CANNOT": Need("syntax-unexpected-word", "what is forbidden is expected, such as `lose life`"),
    "_ELSE": Need("syntax-missing-colon", "a colon is expected"),
    "_CHOOSE_ONE": Need("syntax-missing-colon", "a colon is expected"),
    "_CHOOSES_ONE": Need("syntax-missing-colon", "a colon is expected"),
    "_TIMES": Need("syntax-missing-colon", "a colon is expected"),
}
"""What must follow a word or sign, for the case that something else does."""

CHANGE = _CHANGE

TAKES_A_NAME = frozenset(["_LET", "_AS", "YOUR", "DOT", "_FOR_EACH", "_DEFINE"])
"""Behind these, a word of the language is meant as a name."""

PRICE_WORDS = frozenset(["cost", "costs", "price", "pays", "paying", "spends", "spending", "for", "with"])
"""Words by which a designer may try to name a price."""

TURN_STARTS = "when your turn starts: gain 1 victory"
RULEBOOK_HEADS = {
    "whenever": ("when", WHEN),
    "every": ("when", WHEN),
    "after": ("when", WHEN),
    "at": ("when your turn starts` or `when your turn ends", TURN_STARTS),
    "each": ("when your turn starts` or `when your turn ends", TURN_STARTS),
    "once": ("once per turn,", BY_WORD["ONCE"]),
    "during": ("action in PHASE", ACTION),
}
"""How rulebooks begin a sentence, what the language says instead, and a sample of it."""
