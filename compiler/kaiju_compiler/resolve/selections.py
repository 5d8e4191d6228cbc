"""Selections: `cards of market where price <= 3`, `dice of your roll`, `top 3 of deck`."""

from __future__ import annotations

from dataclasses import replace

from kaiju_compiler import syntax
from kaiju_compiler.resolve import expressions, names, samples, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import ANYTHING, NUMBER, PLAYER, PLAYERS, UNKNOWN, Node, Value, Want, say_type
from kaiju_compiler.symbols import Symbol, Type

HOLDERS = Want(("zone", "player", "space", "track", "piece", "die"), "any")
"""What pieces can be of."""


def resolve_select(run: Run, env: Env, expr: syntax.Select) -> Value:
    """A selection in the middle of an expression: a set, never chosen from."""
    if expr.quantifier is not None:
        bare = isinstance(expr.noun, syntax.Name) and words.NOUNS.get(expr.noun.id) == "die"
        chosen = f"{expr.span.text} of your roll" if bare and expr.where is None else expr.span.text
        run.report(
            "value-article",
            f"`{expr.quantifier}` stands only where something is chosen, or in an event",
            expr.span,
            f"choose first: `choose {chosen} as NAME`; or leave `{expr.quantifier}` out if all are meant",
        )
        return Value(["none"], UNKNOWN, expr.span)
    return selected(run, env, expr.noun, expr.where)


def selected(run: Run, env: Env, noun: syntax.Expression, where: syntax.Expression | None) -> Value:
    """The candidates: those of a noun for which the condition is true."""
    found = expressions.resolve(run, env, noun, ANYTHING if not isinstance(noun, syntax.Name) else _noun_want(noun))
    if where is None:
        return found
    if found.type.name != "unknown" and not found.type.many:
        run.report(
            "value-one",
            f"`where` wants a set, and this is {say_type(found.type)}",
            found.span,
            f"name a set, such as `others where …` or `{samples.pieces(run)} where …`",
        )
    condition = expressions.condition(run, env.candidate(found.type), where)
    return Value(["select", found.node, condition], found.type.several(), noun.span.to(where.span))


def _noun_want(noun: syntax.Name) -> Want:
    """A bare noun names a set where it can."""
    if noun.id in words.pronouns():
        return ANYTHING
    return Want(("player", "face", "die", "space", "piece", "number"), "noun")


def resolve_of(run: Run, env: Env, expr: syntax.Of, want: Want) -> Value:
    """``NAME of X`` and ``your NAME``."""
    name = expr.name.id
    if name == "roll":
        return _roll(run, env, expr, want)
    if words.NOUNS.get(name) == "die":
        return _retyped(expressions.resolve(run, env, expr.of, Want(("die",), "any")), expr)
    if words.NOUNS.get(name) == "space":
        return _spaces(run, env, expr)
    if name == "neighbours":
        return Value(
            ["neighbours", expressions.resolve(run, env, expr.of, PLAYER).node], Type("player", True), expr.span
        )
    if zone := _own_zone(run, name):
        player = expressions.resolve(run, env, expr.of, PLAYER)
        return Value(["zone_of", run.use(zone).id, player.node], Type("zone"), expr.span)
    if kind := run.scope.find("kind", name):
        return _pieces(run, env, expr, kind)
    return _report_of(run, env, expr, want)


def _retyped(value: Value, expr: syntax.Of) -> Value:
    return Value(value.node, value.type, expr.span)


def _own_zone(run: Run, name: str) -> Symbol | None:
    """The zone of that name that each player has."""
    return next(
        (each for each in run.scope.tables.get("zone", {}).get(name, []) if each.holder in ("", "player")), None
    )


def _roll(run: Run, env: Env, expr: syntax.Of, want: Want) -> Value:
    """The dice of a player's Roll; or the zone of that name, where a zone is wanted."""
    zone = _own_zone(run, "roll")
    if zone is not None and want.kinds and "zone" in want.kinds:
        player = expressions.resolve(run, env, expr.of, PLAYER)
        return Value(["zone_of", run.use(zone).id, player.node], Type("zone"), expr.span)
    players = expressions.resolve(run, env, expr.of, PLAYERS)
    return Value(["roll_dice", players.node], Type("die", True), expr.span)


def _spaces(run: Run, env: Env, expr: syntax.Of) -> Value:
    """The spaces of a track or place, or those that are named already."""
    holder = expressions.resolve(run, env, expr.of, Want(("track", "space"), "any"))
    node: Node = ["spaces_of", holder.node] if holder.type.name == "track" else holder.node
    return Value(node, Type("space", True), expr.span)


def _pieces(run: Run, env: Env, expr: syntax.Of, kind: Symbol) -> Value:
    """The pieces of a kind that somebody or something holds."""
    holder = expressions.resolve(run, env, expr.of, HOLDERS)
    if holder.type.name == "die":
        run.report(
            "value-wrong-kind", f"dice hold no {kind.plural or kind.name}", expr.of.span, "name a zone or a player"
        )
    run.use(kind)
    return Value(["pieces", kind.id, holder.node, holder.type.name], Type("piece", True, kind.id), expr.span)


def resolve_top(run: Run, env: Env, expr: syntax.Top, want: Want) -> Value:
    """``top of Z`` is one piece (or the zone itself, as a place to go to), ``top N of Z`` several."""
    zone = expressions.resolve(run, env, expr.of, Want(("zone",)))
    if expr.count is None:
        if want.kinds and "zone" in want.kinds and "piece" not in want.kinds:
            return Value(zone.node, zone.type, expr.span)
        return Value(["first", ["top", None, zone.node]], Type("piece"), expr.span)
    count = expressions.resolve(run, env, expr.count, NUMBER)
    return Value(["top", count.node, zone.node], Type("piece", True), expr.span)


def _report_of(run: Run, env: Env, expr: syntax.Of, want: Want) -> Value:
    """Reports what is of nothing: the name of another thing, a property, or an unknown word."""
    name = expr.name
    zone = run.scope.find("zone", name.id)
    if zone is not None:
        run.report(
            "name-holder", f"the {name.id} is the table's, it is nobody's own", expr.span, f"write `{name.id}` alone"
        )
    elif (found := names.meanings(run, env, name.id)) and found[0].type.name == "player":
        message = f"`{name.id}` says by itself who is meant"
        right = _one_of_them(name, expr.of)
        run.report("name-wrong-kind", message, expr.span, f"write `{right}` alone", fix=right)
    elif found:
        run.report(
            "name-wrong-kind",
            f"`{name.id}` is {say_type(found[0].type)}, which is of nobody here",
            name.span,
            f"before `of` stands a noun, such as `{samples.noun(run)}`, `dice` or `spaces`",
        )
    elif any(word == name.id for _, word in words.attributes()) or run.scope.find("field", name.id):
        run.report(
            "name-wrong-kind", f"`{name.id}` is a property, and stands behind a dot", name.span, f"write `… .{name.id}`"
        )
    else:
        known = _nouns_of(run, env, expr, want)
        wanted = samples.wanted(run, want, known) if "player" in want.kinds and "zone" not in want.kinds else ""
        names.report_unknown(run, name, f"a noun, such as `{samples.noun(run)}` or `dice`,", known, wanted)
    return Value(["none"], UNKNOWN, expr.span)


def _one_of_them(name: syntax.Name, of: syntax.Expression) -> str:
    """The noun for one of some players: of others it is not `player`, by which you are meant, too."""
    return (
        "other" if name.id in ("player", "players") and isinstance(of, syntax.Name) and of.id == "others" else name.id
    )


def _nouns_of(run: Run, env: Env, expr: syntax.Of, want: Want) -> list[str]:
    """The nouns that could stand before what this is of, and would be what is wanted."""
    holder = expressions.resolve(run, env, expr.of, HOLDERS)
    known = [*words.NOUNS, "roll", "neighbours", *run.scope.names("kind"), *run.scope.names("zone")]
    return [
        each
        for each in known
        if holder.type == UNKNOWN or _stands(run, env, replace(expr, name=syntax.Name(expr.name.span, each)), want)
    ]


def _stands(run: Run, env: Env, expr: syntax.Of, want: Want) -> bool:
    probe = run.probe()
    found = resolve_of(probe, env.block(), expr, want)
    return not probe.problems and want.takes(found.type)
