"""Verbs of rulebooks, and how the language says what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kaiju_compiler.own_names import names_of
from kaiju_compiler.resolve.context import Run

_GAIN = "gain 2 {counter}"
_LOSE = "{rival loses|others lose} 2 {counter}"
_STEAL = "{move|for each foe in others: move} 1 {another counter} from {rival|foe} to you"
_GIVE = "{move|for each foe in others: move} 1 {another counter} from you to {rival|foe}"
_DRAW = "move top 1 of {stack} to you"
_MOVE = "move this to {zone}"
_LOOK = "reveal top 1 of {stack}"
_PREVENT = "before you lose {counter}: prevent 1"

GAINING = frozenset(["collect", "earn", "get", "heal", "receive", "recover", "restore", "score"])
LOSING = frozenset(["damage", "deal", "hit", "hurt", "inflict", "suffer", "wound"])
STEALING = frozenset(["rob", "steal"])
GIVING = frozenset(["give", "hand"])
TURNING = frozenset(["change", "flip", "turn"])
DICE = frozenset(["dice", "die"])
SAID = {
    **dict.fromkeys(GAINING, _GAIN),
    **dict.fromkeys(LOSING, _LOSE),
    **dict.fromkeys(STEALING, _STEAL),
    **dict.fromkeys(GIVING, _GIVE),
    **dict.fromkeys(["destroy", "remove", "trash"], "discard this"),
    **dict.fromkeys(["place", "put", "return"], _MOVE),
    **dict.fromkeys(["look", "peek", "show"], _LOOK),
    **dict.fromkeys(["block", "cancel", "ignore", "negate"], _PREVENT),
    **dict.fromkeys(["decrease", "reduce"], "modify {stat}: -1"),
    **dict.fromkeys(["increase", "raise"], "modify {stat}: +1"),
    "double": "gain you.{counter} {counter}",
    "draw": _DRAW,
    "kill": "eliminate {rival|others}",
    "skip": "before your {phase} starts: prevent",
}
"""Verb, in its base form → a sample with places of how it is said."""
VERBS = TURNING | SAID.keys()

OTHERWISE = ("add", "take")
"""Verbs of the language that say something else in rulebooks."""


def base_of(word: str) -> str:
    """The verb of rulebooks that a word is, in base form or third person; or nothing."""
    return next((each for each in (word, word.removesuffix("s"), word.removesuffix("es")) if each in VERBS), "")


def said_instead(run: Run, word: str, sentence: str = "") -> str:
    """How the mode says what a verb of rulebooks, in base form or third person, says; or nothing.

    The sentence that it stands in tells what is counted, and whether it is said of a player, a piece or a die.
    """
    base = base_of(word)
    words = re.findall(r"\w+", sentence)
    counter = next((each for each in words if run.scope.find("counter", each)), "")
    sample = _skipped(run, words) if base == "skip" else _said_of(base, words, counter) or SAID.get(base)
    if sample is None:
        return ""
    for place in ("{counter}", "{another counter}") if counter else ():
        sample = sample.replace(place, counter)
    if number := next((each for each in words if each.isdecimal() and counter), ""):
        sample = re.sub(r"\b\d+ (?=\w)", f"{number} ", sample, count=1)
    face = next((each for each in reversed(words) if run.scope.find("face", each)), "{face}")
    sample = sample.replace("{face}", face)
    names = names_of(run.scope)
    return "" if names.lacks(sample) else names.fill(sample)


def _skipped(run: Run, words: Sequence[str]) -> str:
    """How it is said that a turn or phase is skipped, perhaps somebody else's, perhaps only the next one."""
    phase = next((each for each in words if run.scope.find("phase", each)), "{phase}")
    what = "turn" if {"turn", "turns"} & set(words) else phase
    if "next" not in words:
        return f"before your {what} starts: prevent"
    if "others" in words:
        return f"next time before {what} of foe starts: prevent` below `for each foe in others:"
    whose = f"{what} of rival" if "rival" in words else f"your {what}"
    return f"next time before {whose} starts: prevent"


def _said_of(base: str, words: Sequence[str], counter: str) -> str | None:
    """The same where more than the verb tells what is meant; with places."""
    before = words[: words.index("you")] if "you" in words else []
    if base in GAINING and {"additional", "extra"} & set(words):
        return "modify {stat}: +1"
    if base in TURNING:
        return "set picked.face to {face}` behind `choose a die of your roll as picked" if DICE & set(words) else None
    if base in GIVING and len(before) > 1:
        return _STEAL
    if base in (*GIVING, *STEALING) and counter and {"another", "target"} & set(words):
        way = "from foe to you" if base in STEALING else "from you to foe"
        return f"move 1 {{counter}} {way}` behind `choose an other as foe"
    if counter and "this" in words and base in ("place", "put"):
        return "this gains 1 {counter}"
    if counter and "this" in words and base == "remove":
        return "this loses 1 {counter}"
    return None
