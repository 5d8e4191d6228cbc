"""The wording: every word of the language has a template, every case reads as it is written down, nothing is left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kaiju_compiler.wording.clauses import clause
from kaiju_compiler.wording.printer import Printer
from kaiju_compiler.wording.sentences import finished
from ruamel.yaml import YAML

FOLDER = Path(__file__).parent / "cases" / "wording"
ABILITY: dict[str, Any] = {
    "id": 1, "form": "resolve", "first": False, "once": -1, "stage": 0, "on": None, "if": None, "offer": None,
    "cost": None, "window": "", "label": "", "body": [], "locals": 2, "stat": None, "of": None, "for": None,
    "changes": [], "self": False, "until": [], "reads": [], "writes": [], "table": False, "where": "",
}
PATTERN: dict[str, Any] = {
    "event": "", "key": None, "tests": {}, "arguments": [], "slot": -1, "bound": "", "whole": False,
}


def read(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def filled(value: Any) -> Any:
    """A case with what its abilities and patterns leave out."""
    if isinstance(value, list):
        return [filled(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: filled(each) for key, each in value.items()}
    if "form" in found:
        return {**ABILITY, **found}
    if "event" in found:
        who = found.pop("who", None)
        if who is not None:
            found["tests"] = {"who": ["=", ["it"], who], **found.get("tests", {})}
        return {**PATTERN, **found}
    return found


PROGRAM: dict[str, Any] = filled(read(FOLDER / "program.yaml"))
CASES: dict[str, list[dict[str, Any]]] = read(FOLDER / "nodes.yaml")


def said(sort: str, case: dict[str, Any]) -> str:
    """How a case reads."""
    printer = Printer(PROGRAM)
    if sort == "abilities":
        return finished([printer.ability(filled(case["ability"]))]).plain()
    if sort == "conditions":
        return finished([clause(printer.speaker(), case["node"])]).plain()
    ability = filled({"form": "resolve", "body": case.get("block") or [case["node"]]})
    return finished([printer.ability(ability)]).plain()
