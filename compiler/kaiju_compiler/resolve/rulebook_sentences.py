"""Whole sentences of rulebooks that are none here, and how the language says what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.own_names import names_of
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.rulebook_verbs import GAINING, LOSING, base_of
from kaiju_compiler.source import Span

TURNS = "turns are said so: `your turn starts`, `your turn ends`, or `turn ends`, whosever it is"
ABOUT_TO_HAPPEN = "what is about to happen is heard with `before`, as in `before you lose {counter}: prevent 1`"

OF_SENTENCES = (
    (
        r"\b(starts?|begins?|comes?) with\b",
        "what lies on a card from the beginning is set on a line of its own: `set this.{counter of a piece} to 3`",
    ),
    (r"\bwould\b", ABOUT_TO_HAPPEN),
    (r"\bcosts?\b", "a price is changed so: `modify price: -1`; a price is paid in `may pay 1 {counter}: …`"),
    (r"\b(max|maximum)\b", "the most that somebody can have is changed so: `modify {counter}.max: +2`"),
    (
        r"\b(have|has)\b",
        "a number of one's own is changed so: `modify {stat}: +1`; what is counted is gained: `gain 1 {counter}`",
    ),
)
"""What a sentence without a verb holds, as a pattern, and what is said instead, with places."""
OF_EVENTS = (
    (r"\bwould\b", ABOUT_TO_HAPPEN),
    (r"\b(end|start|beginning) of\b|\bnext turn\b", TURNS),
    (
        r"\b(is|are|has|have|reach|reaches)\b",
        "what becomes true is waited for with `as soon as`, as in `as soon as you.{counter} = 0: eliminate you`",
    ),
)
"""The same of a sentence that is no event."""
OF_NEXT_TIMES = ((r"\bwould\b", ABOUT_TO_HAPPEN.replace("`before", "`next time before")), *OF_EVENTS[1:])
"""The same behind `next time`."""


def advice(run: Run, text: str, table: Iterable[tuple[str, str]]) -> str:
    """What the first pattern of a table that a text holds has to say; or nothing."""
    names = names_of(run.scope)
    found = (help for pattern, help in table if re.search(pattern, text) and not names.lacks(help))
    return names.fill(next(found, ""))


def verb_of_rulebooks(run: Run, items: Iterable[Any], use: str) -> tuple[Span, str] | None:
    """The place of a rulebook's verb in an event or a prohibition, and the event that is meant."""
    names = names_of(run.scope)
    for item in list(items)[:2]:
        base = base_of(item.id) if isinstance(item, syntax.Name) else ""
        for verbs, verb in ((GAINING, "gain"), (LOSING, "lose")):
            if base not in verbs:
                continue
            whose = "you" if verb == "gain" else "{rival|other}"
            third = verb if whose == "you" else f"{verb}s"
            said = f"{verb} {{counter}}" if use == "cannot" else f"{whose} {third} {{counter}}"
            return (item.span, names.fill(said)) if not names.lacks(said) else None
    return None
