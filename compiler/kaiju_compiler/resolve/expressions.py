"""Expressions become nodes: numbers, conditions, comparisons; the other kinds have modules of their own."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import attributes, comparisons, functions, names, samples, selections
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import NUMBER, TRUTH, UNKNOWN, Node, Value, Want, say_type
from kaiju_compiler.symbols import Symbol, Type

QUOTED = 40
"""How long an expression may be to be repeated in a message."""


def resolve(run: Run, env: Env, expr: Any, want: Want) -> Value:
    """The value of an expression. What does not fit is reported, and is of unknown kind then."""
    return fit(run, _resolve(run, env, expr, want), want)


def _resolve(run: Run, env: Env, expr: Any, want: Want) -> Value:
    match expr:
        case syntax.Number():
            return Value(["int", expr.value], Type("number"), expr.span)
        case syntax.Name():
            return names.resolve_name(run, env, expr, want)
        case syntax.Attribute():
            return attributes.resolve_attribute(run, env, expr, want)
        case syntax.Of():
            return selections.resolve_of(run, env, expr, want)
        case syntax.Top():
            return selections.resolve_top(run, env, expr, want)
        case syntax.Select():
            return selections.resolve_select(run, env, expr)
        case syntax.Call():
            return functions.resolve_call(run, env, expr, want)
        case syntax.Unary():
            return _unary(run, env, expr)
        case syntax.Binary():
            return _binary(run, env, expr)
    message = f"`{expr.span.text}` is a quoted text; here {want.say()} is wanted"
    run.report("value-wrong-kind", message, expr.span, samples.wanted(run, want, []))
    return Value(["none"], UNKNOWN, expr.span)


def number(run: Run, env: Env, expr: Any) -> Node:
    """The node of an expression that must be a number."""
    return resolve(run, env, expr, NUMBER).node


def condition(run: Run, env: Env, expr: Any) -> Node:
    """The node of an expression that must be true or false."""
    return resolve(run, env, expr, TRUTH).node


def literal(node: Node) -> int | None:
    """The number that a node is, if it was written as one."""
    return node[1] if node[0] == "int" else None


def _unary(run: Run, env: Env, expr: syntax.Unary) -> Value:
    if expr.operator == "not":
        return Value(["not", condition(run, env, expr.operand)], Type("truth"), expr.span)
    node = number(run, env, expr.operand)
    known = literal(node)
    return Value(["neg", node] if known is None else ["int", -known], Type("number"), expr.span)


def _binary(run: Run, env: Env, expr: syntax.Binary) -> Value:
    operator = expr.operator
    if operator in ("and", "or"):
        left, right = condition(run, env, expr.left), condition(run, env, expr.right)
        return Value([operator, left, right], Type("truth"), expr.span)
    if symbol := _space_with_number(run, expr):
        return Value(["space_ref", run.use(symbol).id], Type("space"), expr.span)
    if operator in ("+", "-", "*", "/"):
        left, right = number(run, env, expr.left), number(run, env, expr.right)
        return Value([operator, left, right], Type("number"), expr.span)
    if operator == "in":
        return comparisons.within(run, env, expr)
    return comparisons.compare(run, env, expr)


def _space_with_number(run: Run, expr: syntax.Binary) -> Symbol | None:
    """The space of a track that is called by its number, such as ``fame-3``, written without blanks."""
    if isinstance(expr.left, syntax.Name) and isinstance(expr.right, syntax.Number) and expr.operator in "+-":
        return run.scope.find("space", expr.span.text)
    return None


def fit(run: Run, value: Value, want: Want) -> Value:
    """The value, or an unknown one if its kind or number is not what is wanted."""
    if value.type.name == "unknown":
        return value
    what = f"`{value.span.text}`" if len(value.span.text) <= QUOTED else "this"
    if not want.takes(value.type):
        code, wanted, help = "value-wrong-kind", want.say(), _kind_help(run, value, want)
    elif want.many == "one" and value.type.many:
        code, wanted = "value-several", "one"
        help = "choose one of them first (`choose a … as NAME`), or go through them (`for each x in …`)"
        if value.node[:2] == ["top", ["int", 1]]:
            help = "without a number it is one: `top of …`"
    elif want.many == "set" and not value.type.many:
        code, wanted, help = "value-one", "a set", f"name a set, such as `others` or `{samples.pieces(run)}`"
    else:
        return value
    run.report(code, f"{what} is {say_type(value.type)}; here {wanted} is wanted", value.span, help)
    return Value(value.node, UNKNOWN, value.span)


def _kind_help(run: Run, value: Value, want: Want) -> str:
    if want.kinds == ("truth",) and value.words is not None and value.words.words:
        return f"compare it with one of its words, as in `{value.span.text} = {value.words.words[0]}`"
    if want.kinds == ("truth",):
        return f"compare it with something, as in `you.{samples.counter(run)} > 0`"
    if want.kinds == ("number",) and value.type.many:
        return "`count(…)` tells how many there are"
    return samples.wanted(run, want, [])
