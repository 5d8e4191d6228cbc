"""`modify`: which stat, of what, for whom, and by how much."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import analysis, expressions, names, samples
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.kinds import test_of
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import NUMBER, Node, Value, Want
from kaiju_compiler.symbols import Symbol

Stat = list[Any]
READ_BY = {"count": "count_face", "price": "price", "stat": "stat", "most": "most"}
"""The operation that reads each sort of stat."""


def resolve_stat(run: Run, env: Env, expr: Any) -> tuple[Stat | None, Symbol | None]:
    """The stat that is modified, and its symbol if it is declared; ``None`` if it is none (reported)."""
    if isinstance(expr, syntax.Call) and expr.function.id == "count" and len(expr.arguments) == 1:
        return ["count", expressions.resolve(run, env, expr.arguments[0], Want(("face",))).node], None
    if isinstance(expr, syntax.Attribute) and expr.name.id == "max":
        return _upper_end(run, expr)
    if isinstance(expr, syntax.Name):
        if expr.id == "price":
            return ["price"], None
        symbol = run.scope.find("stat", expr.id)
        if symbol is not None:
            return ["stat", run.use(symbol).id], symbol
    _report_stat(run, expr)
    return None, None


def _upper_end(run: Run, expr: syntax.Attribute) -> tuple[Stat | None, Symbol | None]:
    if isinstance(expr.of, syntax.Name):
        symbol = run.scope.find("counter", expr.of.id)
        if symbol is not None:
            run.scope.raised.add(symbol.id)
            return ["most", run.use(symbol).id], None
        names.report_name(run, expr.of, "a counter", run.scope.names("counter"))
        return None, None
    run.report(
        "modify-no-stat",
        "write the counter alone, and whose it is behind `for`",
        expr.span,
        f"as in `modify {samples.counter(run)}.max for {samples.rival(run)}: -2 until turn ends`",
    )
    return None, None


def _report_stat(run: Run, expr: Any) -> None:
    known = [*run.scope.names("stat"), "price"]
    if isinstance(expr, syntax.Name):
        for kind, help in (
            ("counter", f"a counter is changed by `gain`, `lose` and `set`; its upper end is `{expr.id}.max`"),
            ("value", "a value is computed; modify what it is computed from"),
            ("face", f"the number of symbols is `count({expr.id})`"),
        ):
            if run.scope.find(kind, expr.id):
                run.report("modify-no-stat", f"`{expr.id}` is a {kind}, and no stat", expr.span, help)
                return
        names.report_unknown(run, expr, "a stat", known)
        return
    owned = isinstance(expr, syntax.Attribute) and expr.name.id in known
    run.report(
        "modify-no-stat",
        f"`{expr.span.text}` is no stat",
        expr.span,
        f"write `modify {expr.name.id}`, and whose behind it: `modify {expr.name.id} for {expr.of.span.text}`"
        if owned
        else "stats are `count(FACE)`, `COUNTER.max`, `price`, and those of the mode",
    )


def resolve_of(run: Run, env: Env, statement: syntax.Modify, stat: Stat) -> Node | None:
    """The test of which pieces it is about; players are named behind `for`."""
    if statement.of is None:
        return None
    if stat[0] != "price":
        run.report(
            "modify-scope",
            f"`{statement.stat.span.text}` is a stat of players",
            statement.of.span,
            f"say whose it is with `for`: `modify {statement.stat.span.text} for {statement.of.span.text}: …`",
        )
        return None
    return test_of(run, env, statement.of, Want(("piece",), "any")).node


def resolve_changes(
    run: Run, env: Env, statement: syntax.Modify, stat: Stat, symbol: Symbol | None
) -> list[tuple[str, Value]]:
    """The changes with their values; reports those that the stat cannot take."""
    changes = []
    for change in statement.changes:
        value = expressions.resolve(run, env, change.value, NUMBER)
        if change.operator == "*" and stat[0] == "count":
            run.report(
                "modify-multiply-count",
                "the number of symbols is never multiplied",
                change.span,
                "multiply what is made of it: a stat of the mode, as in `modify STAT: * 2`",
            )
        _check_range(run, change, value, symbol)
        changes.append((change.operator, value))
    return changes


def _check_range(run: Run, change: syntax.Change, value: Value, symbol: Symbol | None) -> None:
    """A stat is not set, lowered or raised by a literal beyond its range."""
    known = expressions.literal(value.node)
    if symbol is None or known is None:
        return
    least = 0 if symbol.least is None else symbol.least
    most = symbol.most
    if most is not None and least > most:
        return  # told where the stat is declared
    if change.operator in ("=", "at most", "at least"):
        wrong = known < least or (most is not None and known > most)
    else:
        wrong = change.operator in "+-" and most is not None and known > most - least
    if wrong:
        upper = f"to {most}" if most is not None else "upwards"
        run.report(
            "stat-range",
            f"`{symbol.name}` goes from {least} {upper}; {change.span.text} leads out of it",
            change.span,
            f"stay between {least} and {most}" if most is not None else f"write {least} or more",
        )


def reads_itself(condition: Node | None, stat: Stat) -> bool:
    """Whether the condition reads the stat that is modified."""
    if condition is None:
        return False
    return any(reads(node, stat) for node in analysis.nodes_of(condition))


def reads(node: Node, stat: Stat) -> bool:
    """Whether a node reads a stat; what is unspent is a count, less what is gone."""
    ops = (READ_BY[stat[0]], "unspent") if stat[0] == "count" else (READ_BY[stat[0]],)
    return node[0] in ops and (len(stat) == 1 or node[1] == stat[1])


def check_itself(run: Run, statement: syntax.Modify) -> None:
    """A change whose condition reads its own stat may only add."""
    for change in statement.changes:
        if change.operator != "+":
            run.report(
                "modify-own-stat",
                "the condition reads the stat itself, so the change may only add",
                change.span,
                "write `+ N`, or let the condition read something else",
            )
