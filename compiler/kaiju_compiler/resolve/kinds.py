"""Tests: the truth about one thing (`it`) that a class such as `a card of market where …` stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import expressions, selections, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import Node, Value, Want, type_of
from kaiju_compiler.symbols import Symbol, Type

EVERYBODY = ("player", "players")
OTHERS = ("other", "others")


@dataclass(frozen=True)
class Test:
    """Whether `it` is meant: ``None`` as node means that everything of the type is."""

    node: Node | None
    type: Type
    value: Value | None = None
    """The one thing that is meant, where it is no class."""


def both(left: Node | None, right: Node | None) -> Node | None:
    """Two tests together; no test is always true."""
    if left is None or right is None:
        return left if right is None else right
    return ["and", left, right]


def test_of(run: Run, env: Env, expr: Any, want: Want) -> Test:
    """The test that a term stands for: of one thing, of a set, or of a class."""
    where = None
    noun = expr
    if isinstance(expr, syntax.Select):
        noun, where = expr.noun, expr.where
    found = _class(run, env, noun) or _of_value(run, env, noun, want)
    if found.type.name != "unknown" and not want.takes(found.type):
        expressions.fit(run, Value(["none"], found.type, expr.span), Want(want.kinds, "any", want.words, want.none))
    if where is None:
        return found
    condition = expressions.condition(run, env.candidate(found.type), where)
    return Test(both(found.node, condition), found.type)


def _of_value(run: Run, env: Env, expr: Any, want: Want) -> Test:
    value = expressions.resolve(run, env, expr, Want(want.kinds, "any", want.words, want.none))
    if value.type.many:
        return Test(["in", ["it"], value.node], value.type.one())
    return Test(["=", ["it"], value.node], value.type, value)


def _class(run: Run, env: Env, noun: Any) -> Test | None:
    """The test of a noun, or ``None`` if the term is no class."""
    if isinstance(noun, syntax.Name) and noun.id not in env.names:
        if noun.id in EVERYBODY:
            return Test(None, Type("player"))
        if noun.id in words.NOUNS:
            kind = words.NOUNS[noun.id]
            return Test(["is_space", ["it"]] if kind == "space" else None, type_of(kind))
        if kind_symbol := run.scope.find("kind", noun.id):
            return Test(_is_kind(run, kind_symbol), Type("piece", of=kind_symbol.id))
    if isinstance(noun, syntax.Of) and (kind_symbol := run.scope.find("kind", noun.name.id)):
        holder = expressions.resolve(run, env, noun.of, selections.HOLDERS)
        lies = ["piece_in", ["it"], holder.node, holder.type.name]
        return Test(both(_is_kind(run, kind_symbol), lies), Type("piece", of=kind_symbol.id))
    return None


def _is_kind(run: Run, kind: Symbol) -> Node:
    return ["is_kind", ["it"], run.use(kind).id]


def is_class(run: Run, env: Env, expr: Any) -> bool:
    """Whether a term is a class, such as `a card` or `player`, and not something by name."""
    noun = expr.noun if isinstance(expr, syntax.Select) else expr
    if isinstance(noun, syntax.Of):
        return run.scope.find("kind", noun.name.id) is not None
    if not isinstance(noun, syntax.Name) or noun.id in env.names:
        return False
    return noun.id in words.NOUNS or noun.id in EVERYBODY or run.scope.find("kind", noun.id) is not None
