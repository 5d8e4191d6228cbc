"""`always`: a condition that must hold of a mode, perhaps for each of a selection."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import abilities, analysis, expressions, selections, verbs
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.types import Node


def resolve_always(run: Run, item: syntax.Always) -> dict[str, Any]:
    """The check: its condition, whether it is the table's, its text and place.

    ``for each`` becomes: there is none for which the condition is false.
    """
    env = abilities.top_env(run)
    if item.over is None:
        condition: Node = expressions.condition(run, env, item.condition)
    else:
        noun, where = (item.over.noun, item.over.where) if isinstance(item.over, syntax.Select) else (item.over, None)
        over = selections.selected(run, env, noun, where)
        inner = env.candidate(over.type)
        if item.name is not None:
            binding = verbs.bind(run, inner, item.name, over.type.one())
            binding.used = True
            inner = env.candidate(over.type)
            inner.names[item.name.id] = binding
        holds = expressions.condition(run, inner, item.condition)
        if item.name is not None:
            holds = _rename(holds, inner.names[item.name.id].slot)
        condition = ["=", ["size", ["select", over.node, ["not", holds]]], ["int", 0]]
    table = not any(node[0] in analysis.RELATIVE for node in analysis.nodes_of(condition))
    return {
        "condition": condition,
        "table": table,
        "text": item.span.text,
        "where": f"{item.span.path}:{item.span.line}",
    }


def _rename(node: Any, slot: int) -> Any:
    """The node with the local of the loop read as the candidate."""
    if isinstance(node, list):
        if node and node[0] == "local" and node[1] == slot:
            return ["it"]
        return [_rename(each, slot) for each in node]
    return node
