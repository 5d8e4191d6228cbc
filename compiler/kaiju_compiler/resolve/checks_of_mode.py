"""`always`: a condition that must hold of a mode, perhaps for each of a selection."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import abilities, analysis, expressions, selections, verbs
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.types import Node

NO_SLOT = -1


def resolve_always(run: Run, item: syntax.Always) -> dict[str, Any]:
    """The check: its condition, whether it is the table's, its text and place.

    ``for each`` becomes ``every``, with the slot of the named candidate.
    """
    env = abilities.top_env(run)
    if item.over is None:
        condition: Node = expressions.condition(run, env, item.condition)
    else:
        noun, where = (item.over.noun, item.over.where) if isinstance(item.over, syntax.Select) else (item.over, None)
        over = selections.selected(run, env, noun, where)
        inner, slot = env.candidate(over.type), NO_SLOT
        if item.name is not None:
            binding = verbs.bind(run, inner, item.name, over.type.one())
            binding.used = True
            slot = binding.slot
            inner = env.candidate(over.type)
            inner.names[item.name.id] = binding
        condition = ["every", over.node, slot, expressions.condition(run, inner, item.condition)]
    table = not any(node[0] in analysis.RELATIVE for node in analysis.nodes_of(condition))
    return {
        "condition": condition,
        "table": table,
        "text": item.span.text,
        "where": f"{item.span.path}:{item.span.line}",
    }
