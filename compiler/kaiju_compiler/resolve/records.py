"""The JSON object of an ability: blank, and finished."""

from __future__ import annotations

from typing import Any

from kaiju_compiler.resolve import analysis
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Frame
from kaiju_compiler.resolve.types import Node
from kaiju_compiler.source import Span


def blank(number: int, form: str, where: str) -> dict[str, Any]:
    """An ability of a form, with every key and nothing in it."""
    return {
        "id": number,
        "form": form,
        "first": False,
        "once": -1,
        "stage": 0,
        "on": None,
        "if": None,
        "offer": None,
        "cost": None,
        "window": "",
        "label": "",
        "body": [],
        "locals": 0,
        "stat": None,
        "of": None,
        "for": None,
        "changes": [],
        "self": False,
        "until": [],
        "reads": [],
        "writes": [],
        "table": False,
        "where": where,
    }


def ability(run: Run, form: str, span: Span) -> dict[str, Any]:
    """A blank ability with the next number, for what is written at ``span``."""
    return blank(run.context.numbering.ability(span), form, f"{span.path}:{span.line}")


def finish(run: Run, made: dict[str, Any], frame: Frame) -> dict[str, Any]:
    """The ability with what follows from its parts: locals, what it reads and writes, whose it is."""
    made["locals"] = frame.size
    made["reads"], made["writes"] = analysis.effects_of(made, run.context.numbering.effects)
    made["table"] = (
        run.context.owner == "rule" and made["form"] not in ("action", "resolve") and not analysis.names_you(made)
    )
    return made


def stage_of(made: dict[str, Any]) -> int:
    """When a replacement has its turn: `first,`, then what only adds, then what prevents, then the others."""
    body: list[Node] = made["body"]
    if made["first"]:
        return 0
    if made["offer"] is not None or not body:
        return 3
    if all(node[0] == "add" for node in body):
        return 1
    return 2 if body[0][0] == "prevent" else 3
