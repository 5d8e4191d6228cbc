"""Modifiers whose condition reads the number that they change through a stat, value or counter's end of the mode.

A condition that names its own number is found where the text is resolved. What a declared stat starts from, what a
declared value is and how far a counter goes is known only when the mode's tables are: then the way is followed here.
"""

from __future__ import annotations

from typing import Any

from kaiju_compiler.collect.tables import Row
from kaiju_compiler.collect.texts import Texts
from kaiju_compiler.diagnostics import error
from kaiju_compiler.resolve import analysis
from kaiju_compiler.resolve.stats import reads
from kaiju_runtime.nodes import abilities_in

DECLARED = {"stat": ("stats", "base"), "value": ("values", "is"), "most": ("counters", "most")}
"""Operation that reads something declared → its table, and the field with its expression."""
MESSAGE = "the condition reads the stat itself, through what the mode declares, so the change may only add"


def expressions_of(rows: Row) -> dict[tuple[str, str], Any]:
    """What is declared, by the operation that reads it and its id."""
    return {(op, each["id"]): each[field] for op, (table, field) in DECLARED.items() for each in rows[table]}


class OwnStats:
    """The declared stats, values and ends of counters of a mode, and what can be read through them."""

    def __init__(self, rows: Row) -> None:
        self.expressions = expressions_of(rows)

    def mark(self, owner: Any, texts: Texts) -> None:
        """Marks the modifiers in a part of the program that read their own number on the way; reports those that do
        more than add."""
        for ability in abilities_in(owner):
            if ability["self"] or ability["if"] is None or ability["stat"] is None:
                continue
            if not self.reaches(ability["if"], ability["stat"]):
                continue
            ability["self"] = True
            if any(operator != "+" for operator, _ in ability["changes"]):
                span = texts.numbering.abilities[ability["id"]]
                help = "write `+ N`, or let the condition read something else"
                texts.found.append(error("modify-own-stat", MESSAGE, span, help=help))

    def reaches(self, condition: Any, stat: list[Any]) -> bool:
        """Whether a condition reads a number, itself or through what is declared."""
        seen: set[tuple[str, str]] = set()
        waiting = [condition]
        while waiting:
            for node in analysis.nodes_of(waiting.pop()):
                if reads(node, stat):
                    return True
                declared = (node[0], node[1]) if node[0] in DECLARED else None
                if declared in self.expressions and declared not in seen:
                    seen.add(declared)
                    waiting.append(self.expressions[declared])
        return False
