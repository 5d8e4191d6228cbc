"""Correct texts to show beside an error, and what must follow the words of the language: tables, with places."""

from __future__ import annotations

from typing import NamedTuple

WHEN = "when {event}: gain 1 {counter}"
BEFORE = "before you lose {counter} if amount = 1: prevent"
MODIFY = "modify {stat}: -1, at least 1 until {event}"
ACTION = "action in {phase} pay 2 {another counter}: gain 1 {counter}"
IF = "if you.{counter} > 3: gain 1 {counter}"
CHOOSE = "choose a {kind} of {zone} where price <= 3 as pick"
UP_TO = "choose up to 2 {kinds} of {zone} as picks"
BY_CHANCE = "choose a {kind} of players at random as pick; discard pick"
CHOOSE_ONE = 'choose one:\n  "Rest": gain 1 {counter}\n  "Rage": {rival loses|others lose} 1 {counter}'
MAY = "may pay 1 {another counter}: gain 1 {counter}"
SENTENCE = "{rival loses|others lose} 2 {counter}"

BY_WORD = {
    "WHEN": WHEN,
    "BEFORE": BEFORE,
    "FIRST": "first, when your turn starts: gain 1 {counter}",
    "ONCE": f"once per turn, {WHEN}",
    "_AS_SOON_AS": "as soon as you.{counter} = 0: eliminate you",
    "_MODIFY": MODIFY,
    "_ACTION": ACTION,
    "_DEFINE": "define pull(steps, mark): move mark steps toward you",
    "_ALWAYS": "always you.{counter} <= 12",
    "_CANNOT": "you cannot lose {counter} until turn ends",
    "_IF": IF,
    "_ELSE": f"{IF}\nelse: gain 2 {{counter}}",
    "_CHOOSE": CHOOSE,
    "UP_TO": UP_TO,
    "AT_RANDOM": BY_CHANCE,
    "_CHOOSES": "{rival|active} chooses a {kind} of {zone} as shed",
    "_CHOOSE_ONE": CHOOSE_ONE,
    "_CHOOSES_ONE": CHOOSE_ONE.replace("choose", "{rival|active} chooses", 1),
    "STRING": CHOOSE_ONE,
    "_MAY": MAY,
    "PAY": MAY,
    "SPEND": "may spend 1 {face}: gain 1 {counter}",
    "_FOR_EACH": "for each foe in others: foe loses 1 {counter}",
    "_REPEAT": "repeat 2 times: gain 1 {counter}",
    "_LET": "let fee = min(2, {rival|you}.{counter})",
    "_NEXT_TIME": "next time {turn of rival|your turn} starts: gain 1 {counter}",
    "_UNTIL": "modify {stat}: -1 until {event} or turn ends",
    "_WHILE": "modify {stat} while you.{counter} < 3: +1",
    "_WHERE": "choose a die of your roll where face = {face} as picked",
    "_TOP": "reveal top 3 of {stack}",
}
"""A sample by the word that a line is about."""


class Need(NamedTuple):
    """What must stand behind a word."""

    code: str
    what: str


_EVENT = Need("syntax-missing-event", "an event is expected, such as `{event}`")
_CONDITION = Need("syntax-missing-condition", "a condition is expected, such as `you.{counter} >= 2`")
_NAME = Need("syntax-unexpected-word", "a name is expected")
_THINGS = Need("syntax-unexpected-word", "a selection is expected, such as `a {kind} of {zone}`")
_NUMBER = Need("syntax-unexpected-word", "a number is expected, such as `2` or `you.{counter}`")
_TERM = Need("syntax-unexpected-word", "a term is expected, such as `you.{counter}` or `2`")
_PRICE = Need("syntax-price", "a number and what it counts are expected, such as `2 {counter}`")
_CHANGE = Need(
    "syntax-missing-change", "a change is expected: `+`, `-`, `*`, `=`, `at most` or `at least`, and a number"
)
_COMMA = Need("syntax-missing-comma", "a comma is expected")

NEEDS: dict[str, Need] = {
    **dict.fromkeys(["WHEN", "BEFORE", "_NEXT_TIME", "_UNTIL"], _EVENT),
    **dict.fromkeys(["_IF", "_WHERE", "_WHILE", "_AS_SOON_AS", "_ALWAYS", "NOT", "_AND", "_OR"], _CONDITION),
    **dict.fromkeys(["_LET", "_AS", "YOUR"], _NAME),
    **dict.fromkeys(["_CHOOSE", "_CHOOSES"], _THINGS),
    **dict.fromkeys(["PLUS", "MINUS", "STAR", "SLASH", "AT_MOST", "AT_LEAST", "_REPEAT", "UP_TO"], _NUMBER),
    **dict.fromkeys(["EQUAL", "COMPARE", "_IN", "_OF", "_FROM", "_FOR", "LPAR", "QUANTIFIER", "_TOP"], _TERM),
    **dict.fromkeys(["PAY", "SPEND"], _PRICE),
    **dict.fromkeys(["FIRST", "ONCE"], _COMMA),
    "_ACTION": Need("syntax-missing-window", "a window is expected: `in PHASE`, `in turn` or `any time`"),
    "_MODIFY": Need("syntax-unexpected-word", "a stat is expected, such as `{stat}` or `count({face})`"),
    "_DEFINE": Need("syntax-unexpected-word", "the name of the procedure is expected, with `(` attached"),
    "_FOR_EACH": Need("syntax-unexpected-word", "a name, `in` and a selection are expected"),
    "_CANNOT": Need("syntax-unexpected-word", "what is forbidden is expected, such as `lose {counter}`"),
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

TURN_STARTS = "when your turn starts: gain 1 {counter}"
RULEBOOK_HEADS = {
    "whenever": ("when", WHEN),
    **dict.fromkeys(["each time", "every time"], ("when", WHEN)),
    "every": ("when", WHEN),
    "after": ("when", WHEN),
    "at": ("when your turn starts` or `when your turn ends", TURN_STARTS),
    **dict.fromkeys(["each turn", "each of"], ("when your turn starts` or `when your turn ends", TURN_STARTS)),
    "each": ("for each foe in others:", BY_WORD["_FOR_EACH"]),
    "once": ("once per turn,", BY_WORD["ONCE"]),
    "during": ("action in PHASE", ACTION),
    "otherwise": ("else:", BY_WORD["_ELSE"]),
    "unless": ("if not C:", "if not you.{counter} > 3: gain 1 {counter}"),
}
"""How rulebooks begin a sentence, what the language says instead, and a sample of it."""

_COMPARE = ("compare with `=`, `!=`, `<`, `<=`, `>` or `>=`", IF)
CONDITION_WORDS = {
    **dict.fromkeys(["has", "have", "had"], _COMPARE),
    "are": ("say where somebody is with `in`, and how many there are with a sign such as `>=`", IF),
}
"""How rulebooks join the two sides of a condition, what the language says instead, and a sample of it."""
