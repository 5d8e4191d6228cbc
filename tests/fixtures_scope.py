"""Scopes for tests of resolving: what each of the four systems declares, from ``fixtures/scopes/*.yaml``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from kaiju_compiler.symbols import Scope, Symbol, Type

FOLDER = Path(__file__).parent / "fixtures" / "scopes"
SYSTEMS = ("duel", "base", "wicked", "bay")


def scope_of(system: str) -> Scope:
    """The scope of one system, without procedures."""
    data = _data(system)
    scope = Scope(system, data["two_players"])
    _counters_and_stats(scope, data)
    for kind, key in (
        ("face", "faces"),
        ("bonus", "bonuses"),
        ("place", "places"),
        ("space", "spaces"),
        ("phase", "phases"),
    ):
        for name in data[key]:
            scope.add(Symbol(kind, name, name))
    for holder, orders in data["zones"].items():
        for name, order in orders.items():
            scope.add(Symbol("zone", name, name, holder=holder, form=order))
    for name, form in data["tracks"].items():
        scope.add(Symbol("track", name, name, form=form))
    _kinds(scope, data["kinds"])
    for name, kind in data["pieces"].items():
        scope.add(Symbol("piece", name, name, parents=(kind,)))
    for name, kind in data["space_fields"].items():
        scope.add(Symbol("space_field", name, name, type=_type(kind, data["kinds"])))
    return scope


@cache
def _data(system: str) -> dict[str, Any]:
    data: dict[str, Any] = YAML(typ="safe").load((FOLDER / f"{system}.yaml").read_text(encoding="utf-8"))
    return data


def _counters_and_stats(scope: Scope, data: dict[str, Any]) -> None:
    for holder, counters in data["counters"].items():
        for name, (least, most) in counters.items():
            scope.add(Symbol("counter", name, name, holder=holder, least=least, most=most))
    for name, (least, most) in data["stats"].items():
        scope.add(Symbol("stat", name, name, least=least, most=most))
    for kind, key in (("value", "values"), ("option", "options")):
        for name, text in data[key].items():
            scope.add(Symbol(kind, name, name, type=_type(text, {})))


def _kinds(scope: Scope, kinds: dict[str, Any]) -> None:
    for name, kind in kinds.items():
        symbol = Symbol(
            "kind", name, name, parents=tuple(kind.get("of", ())), plural=kind["plural"], space=kind.get("space", False)
        )
        scope.add(symbol, *([kind["plural"]] if kind["plural"] != name else []))
        for field, text in kind.get("fields", {}).items():
            words = tuple(text) if isinstance(text, list) else ()
            scope.add(Symbol("field", field, field, type=_type(text, kinds), parents=(name,), words=words))
            for word in words:
                scope.add(Symbol("word", word, word))


def _type(text: Any, kinds: dict[str, Any]) -> Type:
    if isinstance(text, list):
        return Type("word")
    if text in kinds:
        return Type("piece", of=text)
    return Type(text.rstrip("*"), text.endswith("*"))
