"""`total(EVENT)`: one counter of the program for each event that is added up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import analysis, events, samples
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Env, Free
from kaiju_compiler.resolve.types import UNKNOWN, Value
from kaiju_compiler.symbols import Type

LOOSE = {"you", "rival", "others", "this", "they", "amount", "active"}
"""What the pattern of a total cannot ask, since it belongs to nobody."""


def resolve_total(run: Run, env: Env, expr: syntax.Call) -> Value:
    """The number that an event added up to in this turn."""
    failed = Value(["none"], UNKNOWN, expr.span)
    if len(expr.arguments) != 1:
        run.report(
            "sentence-left-over",
            "`total` takes one event",
            expr.span,
            f"write `total(you lose {samples.counter(run)})`",
        )
        return failed
    phrase = expr.arguments[0]
    if not isinstance(phrase, syntax.Phrase):
        run.report(
            "event-unknown", "`total` takes an event", phrase.span, f"write `total(you lose {samples.counter(run)})`"
        )
        return failed
    free = Free()
    pattern = events.resolve_event(run, replace(env, bare=False, free=free, names=dict(env.names)), phrase, "total")
    if pattern is None:
        return failed
    if free.clash is not None or _is_loose(pattern):
        run.report(
            "total-players",
            "a total can be about one player only",
            free.clash or phrase.span,
            f"name one player in it, as in `total(you lose {samples.counter(run)})`",
        )
        return failed
    index = _index(run, pattern, phrase.span.text)
    return Value(["total", index, free.node, phrase.span.text], Type("number"), expr.span)


def _is_loose(pattern: dict[str, Any]) -> bool:
    """Whether the pattern asks for more than the one player."""
    return any(
        node[0] in LOOSE or (node[0] == "local" and node[2] != "who") for node in analysis.nodes_of_pattern(pattern)
    )


def _index(run: Run, pattern: dict[str, Any], text: str) -> int:
    """The place of the total in the shared list; the same pattern is entered once."""
    totals = run.context.totals
    for index, total in enumerate(totals):
        if total["pattern"] == pattern:
            return index
    totals.append({"pattern": pattern, "text": text})
    return len(totals) - 1
