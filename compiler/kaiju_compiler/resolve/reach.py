"""Remembers what is asked of counters, for the check of what none can ever hold."""

from __future__ import annotations

from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.types import Value
from kaiju_compiler.symbols import Asked

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "="}
"""What each comparison is, read from right to left; that of ``!=`` asks for nothing."""


def note_comparison(run: Run, operator: str, left: Value, right: Value) -> None:
    """``you.gold >= 7``, either way round."""
    if operator not in MIRRORED:
        return
    for side, other, sign in ((left, right, operator), (right, left, MIRRORED[operator])):
        if side.node[0] == "get" and other.node[0] == "int":
            _note(run, other, side.node[1], sign)


def note_price(run: Run, amount: Value, counter: str) -> None:
    """``pay 7 gold``."""
    if amount.node[0] == "int":
        _note(run, amount, counter, "pay")


def _note(run: Run, number: Value, counter: str, sign: str) -> None:
    if not run.probing:
        run.scope.asked.append(Asked(number.span, counter, sign, number.node[1]))
