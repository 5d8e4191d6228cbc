"""Comparisons: each side tells what kind the other must be."""

from __future__ import annotations

from kaiju_compiler import syntax
from kaiju_compiler.resolve import expressions, names, reach
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import NULLABLE, NUMBER, UNKNOWN, Node, Value, Want, say_type
from kaiju_compiler.symbols import Type

COMPARED = (
    "number",
    "truth",
    "player",
    "face",
    "die",
    "space",
    "piece",
    "track",
    "phase",
    "bonus",
    "word",
    "zone",
    "none",
)
"""Kinds that may be compared; counters are compared by their numbers."""

HELD = ("zone", "track", "space", "player", "piece", "die", "face")
"""Kinds that something can be in or among."""


def compare(run: Run, env: Env, expr: syntax.Binary) -> Value:
    """``left = right`` and the like."""
    if expr.operator not in ("=", "!="):
        left, right = (expressions.resolve(run, env, side, NUMBER) for side in (expr.left, expr.right))
        reach.note_comparison(run, expr.operator, left, right)
        return Value([expr.operator, left.node, right.node], Type("truth"), expr.span)
    clear_left = _meanings(run, env, expr.left) <= _meanings(run, env, expr.right)
    pair = (expr.left, expr.right) if clear_left else (expr.right, expr.left)
    first = expressions.resolve(run, env, pair[0], _first_want(run, env, pair))
    second = _second(run, env, pair[1], first)
    _note_parameter(first, second)
    _check_things(run, expr, first, second)
    left, right = (first, second) if clear_left else (second, first)
    reach.note_comparison(run, expr.operator, left, right)
    return Value([expr.operator, left.node, right.node], Type("truth"), expr.span)


def _meanings(run: Run, env: Env, side: object) -> float:
    """How unclear a side is by itself: the number of kinds that a bare name may be."""
    if not isinstance(side, syntax.Name):
        return 1
    binding = env.names.get(side.id)
    if binding is not None:
        return 1.5 if binding.type.name == "unknown" else 0.5
    found = names.meanings(run, env, side.id)
    if found and found[0].own:
        return 0.8
    kinds = {each.type.name for each in found}
    if kinds == {"none"}:
        return 9
    return len(kinds) + 1 if kinds else 8


def _first_want(run: Run, env: Env, pair: tuple[syntax.Expression, syntax.Expression]) -> Want:
    """The kinds that the clearer side may be: those that both can be, if both are names."""
    if all(isinstance(side, syntax.Name) and side.id not in env.names for side in pair):
        kinds = [
            [each.type.name for each in names.meanings(run, env, side.id)]
            for side in pair
            if isinstance(side, syntax.Name)
        ]
        common = [kind for kind in kinds[0] if kind in kinds[1]]
        if common:
            return Want((common[0],), none=True)
    return Want(COMPARED, none=True)


def _second(run: Run, env: Env, side: syntax.Expression, first: Value) -> Value:
    """The other side; a bare name is looked up as what the first one is, anything else must be of its kind."""
    want = _second_want(first)
    if first.type.name == "unknown" and first.binding is None and len(_may_mean(run, env, side)) > 1:
        return Value(["none"], UNKNOWN, side.span)  # which of its meanings is meant hangs on what is reported already
    if isinstance(side, syntax.Name) or not want.kinds:
        return expressions.resolve(run, env, side, want)
    value = expressions.resolve(run, env, side, Want(tuple(dict.fromkeys((*want.kinds, *COMPARED))), none=True))
    if value.type.name == "unknown" or want.takes(value.type):
        return value
    run.report(
        "compare-kinds",
        f"{say_type(first.type)} is compared with {say_type(value.type)}",
        first.span.to(value.span),
        "what is compared must be of one kind",
    )
    return Value(value.node, UNKNOWN, value.span)


def _may_mean(run: Run, env: Env, side: syntax.Expression) -> list[names.Meaning]:
    """What a bare name may mean, but for bound names."""
    return names.meanings(run, env, side.id) if isinstance(side, syntax.Name) and side.id not in env.names else []


def _second_want(first: Value) -> Want:
    """What the other side must be, once the clearer side is known."""
    kind = first.type.name
    if kind == "unknown":
        return Want()
    if kind == "none":
        return Want(NULLABLE, none=True)
    kinds = ("piece", "space") if kind in ("piece", "space", "thing") else (kind,)
    return Want(kinds, words=first.words, none=kind in NULLABLE)


def _check_things(run: Run, expr: syntax.Binary, first: Value, second: Value) -> None:
    """A piece is a space only if it is a tile of a row."""
    pair = {first.type.name: first, second.type.name: second}
    if set(pair) == {"piece", "space"}:
        kind = run.scope.find("kind", pair["piece"].type.of)
        if kind is not None and not kind.space:
            run.report(
                "compare-kinds",
                "a piece is compared with a space",
                expr.span,
                f"compare where it lies: `{pair['piece'].span.text}.space`",
            )


def _note_parameter(first: Value, second: Value) -> None:
    """A parameter that is compared with something is of its kind."""
    binding = first.binding
    if binding is not None and binding.wants is not None and second.type.name not in ("unknown", "none"):
        binding.wants.append((Want((second.type.name,)), first.span))


def within(run: Run, env: Env, expr: syntax.Binary) -> Value:
    """``left in right``: in a place or zone, or among a selection."""
    if isinstance(expr.right, syntax.Top) and expr.right.count is None:
        top = expressions.resolve(run, env, expr.right, Want(("piece",)))
        piece = expressions.resolve(run, env, expr.left, Want(("piece",)))
        return Value(["=", piece.node, top.node], Type("truth"), expr.span)
    right = expressions.resolve(run, env, expr.right, Want(HELD, "any"))
    left = expressions.resolve(run, env, expr.left, _left_want(right))
    return Value(_within_node(run, expr, left, right), Type("truth"), expr.span)


def _left_want(right: Value) -> Want:
    kind = right.type.name
    if kind == "unknown":
        return Want()
    if kind == "space":
        return Want(("player", "space", "piece"))
    if kind in ("zone", "track") or not right.type.many:
        return Want(("piece", "space") if kind == "track" else ("piece",))
    return Want(("piece", kind) if kind == "player" else (kind,))


def _within_node(run: Run, expr: syntax.Binary, left: Value, right: Value) -> Node:
    held, holder = left.type.name, right.type.name
    if "unknown" in (held, holder):
        return ["in", left.node, right.node]
    if held == "player" and holder == "space":
        return ["player_in", left.node, right.node]
    if held == "space" and holder == "track":
        return ["in", left.node, ["spaces_of", right.node]]
    if held == holder:
        if not right.type.many:
            run.report(
                "value-one", f"`in` wants a set, and this is {say_type(right.type)}", right.span, "compare with `=`"
            )
        return ["in", left.node, right.node]
    return ["piece_in", left.node, right.node, holder]
