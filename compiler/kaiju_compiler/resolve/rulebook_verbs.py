"""Verbs of rulebooks, and how the language says what they say."""

from __future__ import annotations

from kaiju_compiler.own_names import names_of
from kaiju_compiler.resolve.context import Run

_GAIN = "gain 2 {counter}"
_LOSE = "{rival loses|others lose} 2 {counter}"
_STEAL = "{move|for each foe in others: move} 1 {another counter} from {rival|foe} to you"
_GIVE = "{move|for each foe in others: move} 1 {another counter} from you to {rival|foe}"
_DRAW = "move top 1 of {stack} to you"
_MOVE = "move this to {zone}"
_LOOK = "reveal top 1 of {stack}"
_SKIP = "before your {phase} starts: prevent"
_PREVENT = "before you lose {counter}: prevent 1"

GAINING = frozenset(["collect", "earn", "get", "heal", "receive", "recover", "restore", "score"])
LOSING = frozenset(["damage", "deal", "hit", "hurt", "inflict", "suffer", "wound"])
SAID = {
    **dict.fromkeys(GAINING, _GAIN),
    **dict.fromkeys(LOSING, _LOSE),
    **dict.fromkeys(["rob", "steal"], _STEAL),
    **dict.fromkeys(["give", "hand"], _GIVE),
    **dict.fromkeys(["destroy", "remove", "trash"], "discard this"),
    **dict.fromkeys(["place", "put", "return"], _MOVE),
    **dict.fromkeys(["look", "peek", "show"], _LOOK),
    **dict.fromkeys(["block", "cancel", "ignore", "negate"], _PREVENT),
    **dict.fromkeys(["decrease", "reduce"], "modify {stat}: -1"),
    **dict.fromkeys(["increase", "raise"], "modify {stat}: +1"),
    "double": "gain you.{counter} {counter}",
    "draw": _DRAW,
    "kill": "eliminate {rival|others}",
    "skip": _SKIP,
}
"""Verb, in its base form → a sample with places of how it is said."""

OTHERWISE = ("add", "take")
"""Verbs of the language that say something else in rulebooks."""


def said_instead(run: Run, word: str) -> str:
    """How the mode says what a verb of rulebooks, in base form or third person, says; or nothing."""
    sample = SAID.get(word) or SAID.get(word.removesuffix("s")) or SAID.get(word.removesuffix("es"))
    names = names_of(run.scope)
    return "" if sample is None or names.lacks(sample) else names.fill(sample)
