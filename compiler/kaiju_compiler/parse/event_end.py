"""Where an event ends whose colon is missing: in front of the first sentence behind it.

Verbs are no words of the grammar, so that an event takes in all terms behind it. Those of the language are known here
all the same; where the verbs are those of a mode, nothing is found.
"""

from __future__ import annotations

from functools import cache

from lark import Token

from kaiju_runtime.primitives import VERBS

_INSIDE_A_TERM = frozenset(["_OF", "DOT", "YOUR", "QUANTIFIER", "_TOP", "PREPOSITION", "_FROM"])
_ENDS_A_TERM = frozenset(["NAME", "NUMBER", "RPAR"])
_PLURAL = frozenset(["you", "they", "others", "players"])
_BOUNDARIES = frozenset(["starts", "ends"])


def event_end(tokens: list[Token]) -> int | None:
    """The place of the first token behind the event with which ``tokens`` begin, if a sentence seems to begin there."""
    verb = next((i for i in range(1, len(tokens)) if _is_verb_of_event(tokens, i)), None)
    if verb is None:
        return None
    if tokens[verb] in _BOUNDARIES and verb + 1 < len(tokens):
        return verb + 1
    for at in range(verb + 1, len(tokens)):
        word = str(tokens[at])
        if word not in _verbs() or tokens[at - 1].type in _INSIDE_A_TERM:
            continue
        if _verbs()[word]:
            start = _start_of_term(tokens, at - 1)
            return start if start > verb else None
        return at - 1 if tokens[at - 1] in _PLURAL and at - 1 > verb else at
    return None


def _is_verb_of_event(tokens: list[Token], at: int) -> bool:
    """Whether a term ends before the word and the word is another: two terms side by side are subject and verb."""
    return tokens[at].type in ("NAME", "PAY", "SPEND") and tokens[at - 1].type in _ENDS_A_TERM


def _start_of_term(tokens: list[Token], at: int) -> int:
    """Where a term begins that ends at a place: ``a card of market``, ``your.rival``."""
    while at > 0 and tokens[at - 1].type in ("_OF", "DOT", "YOUR", "QUANTIFIER"):
        at -= 2 if tokens[at - 1].type in ("_OF", "DOT") else 1
    return max(at, 0)


@cache
def _verbs() -> dict[str, bool]:
    """The verbs of the language, and whether it is their third person."""
    return {verb.third: True for verb in VERBS.values()} | dict.fromkeys(VERBS, False)
