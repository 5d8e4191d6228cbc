"""Properties: what a name means behind a dot, or alone in a `where`."""

from __future__ import annotations

from dataclasses import dataclass

from kaiju_compiler import syntax
from kaiju_compiler.resolve import expressions, names, samples, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.rulebook_pronouns import named_in_event
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import UNKNOWN, WORDS, Node, Value, Want, say_type, type_of
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import near
from kaiju_compiler.symbols import Symbol, Type

DATA = (("stat", "stat"), ("value", "value"))
"""Declared numbers and values of a player, with the operation that reads each."""

HOLDERS = ("player", "piece", "space", "die", "turn", "thing")
"""Kinds that have properties."""


@dataclass(frozen=True)
class Property:
    """One property that something has."""

    type: Type
    node: Node
    symbol: Symbol | None = None
    words: Symbol | None = None


def find(run: Run, of: Type, node: Node, name: str) -> list[Property]:
    """The properties of that name that a thing of type ``of`` has, the nearest first."""
    found: list[Property] = []
    for kind in _kinds(run, of):
        if declared := words.attributes().get((kind, name)):
            found.append(Property(_result(run, declared.op, declared.result, of), [declared.op, node]))
        found.extend(_declared(run, kind, of, node, name))
    return found


def _kinds(run: Run, of: Type) -> tuple[str, ...]:
    """The kinds whose properties a thing has: tiles of a row are pieces and spaces."""
    if of.name == "thing":
        return ("piece", "space")
    if of.name == "piece" and of.of:
        kind = run.scope.find("kind", of.of)
        if kind is not None and kind.space:
            return ("piece", "space")
    return (of.name,)


def _result(run: Run, op: str, result: str, of: Type) -> Type:
    """The type of a property; what monsters and models are is known more closely."""
    if op == "monster" and run.scope.find("kind", "monster"):
        return Type("piece", of="monster")
    if op == "model":
        return Type("piece", of=of.of)
    return type_of(result)


def _declared(run: Run, kind: str, of: Type, node: Node, name: str) -> list[Property]:
    """The properties of that name that the mode declares: fields, counters, stats, values."""
    found: list[Property] = []
    if kind == "piece":
        found.extend(_field(each, ["data", each.id, node]) for each in fields(run, of, name))
    if kind == "space" and (symbol := run.scope.find("space_field", name)):
        found.append(_field(symbol, ["space_data", symbol.id, node]))
    if kind in ("player", "piece") and (symbol := counter(run, name, kind)):
        found.append(Property(Type("number"), ["get", symbol.id, node], symbol))
    if kind == "player":
        for table, op in DATA:
            if symbol := run.scope.find(table, name):
                found.append(Property(symbol.type or Type("number"), [op, symbol.id, node], symbol))
    return found


def counter(run: Run, name: str, kind: str) -> Symbol | None:
    """The counter of that name that players (or pieces) hold."""
    return next((each for each in run.scope.tables.get("counter", {}).get(name, []) if each.holder in ("", kind)), None)


def _field(symbol: Symbol, node: Node) -> Property:
    type = symbol.type or Type("number")
    return Property(type, node, symbol, symbol if type.name == "word" or symbol.words else None)


def fields(run: Run, of: Type, name: str) -> list[Symbol]:
    """The fields of that name that a piece of the kind can have."""
    found = run.scope.tables.get("field", {}).get(name, [])
    if not of.of:
        return found
    return [each for each in found if not each.parents or any(related(run, of.of, kind) for kind in each.parents)]


def related(run: Run, one: str, other: str) -> bool:
    """Whether one kind of piece is a part of the other, or the other way round."""
    return one == other or is_part(run, one, other) or is_part(run, other, one)


def is_part(run: Run, kind: str, of: str) -> bool:
    symbol = run.scope.find("kind", kind)
    return symbol is not None and (symbol.id == of or of in symbol.parents)


def resolve_attribute(run: Run, env: Env, expr: syntax.Attribute, want: Want) -> Value:
    """The value of ``X.name``."""
    if isinstance(expr.of, syntax.Name) and expr.of.id == "option" and "option" not in env.names:
        return _option(run, expr)
    if expr.name.id == "max":
        return _upper_end(run, env, expr)
    base = resolve_base(run, env, expr.of, expr.name.id)
    if base.type.name == "unknown":
        return _of_unknown(run, base, expr)
    if base.type.many:
        run.report(
            "value-several",
            f"{WORDS.get(base.type.name, ('', 'these'))[1]} have no `{expr.name.id}` together: here are several",
            base.span,
            _help_for_several(run, env, base, expr),
        )
        return Value(["none"], UNKNOWN, expr.span)
    return _choose(run, base, expr.name, expr.span, want)


def _help_for_several(run: Run, env: Env, base: Value, expr: syntax.Attribute) -> str:
    """How one of them is named, or how many there are of which something is so."""
    if env.event and isinstance(expr.of, syntax.Name) and run.scope.find("kind", expr.of.id):
        return named_in_event(expr.of.id)
    if base.type.name == "die":
        return f"count those that show it: `count({base.span.text} where {expr.name.id} = …) > 0`"
    return "name one, or go through them: `for each x in …`"


def _choose(run: Run, base: Value, name: syntax.Name, span: Span, want: Want) -> Value:
    found = find(run, base.type, base.node, name.id)
    fitting = [each for each in found if want.takes(each.type)] or found
    if not fitting:
        report_attribute(run, base.type, name)
        return Value(["none"], UNKNOWN, span)
    chosen = fitting[0]
    if chosen.symbol is not None:
        run.use(chosen.symbol)
    return Value(chosen.node, chosen.type, span, chosen.words)


def of_candidate(run: Run, of: Type, name: syntax.Name, want: Want) -> Value:
    """The property of that name of each of a set, where each is ``it``."""
    return expressions.fit(run, _choose(run, Value(["it"], of, name.span), name, name.span, want), want)


def resolve_base(run: Run, env: Env, of: syntax.Expression, name: str) -> Value:
    """What stands before the dot: of several meanings of a name, the one that has the property."""
    if isinstance(of, syntax.Name) and of.id not in env.names:
        for meaning in names.meanings(run, env, of.id):
            if find(run, meaning.type, meaning.node, name):
                return names.take(run, of, meaning)
        return expressions.resolve(run, env, of, Want(HOLDERS, "any"))
    return expressions.resolve(run, env, of, Want((), "any"))


def _option(run: Run, expr: syntax.Attribute) -> Value:
    symbol = run.scope.find("option", expr.name.id)
    if symbol is None:
        names.report_unknown(run, expr.name, "an option of the mode", run.scope.names("option"))
        return Value(["none"], UNKNOWN, expr.span)
    run.use(symbol)
    return Value(["option", symbol.id], symbol.type or Type("number"), expr.span, symbol if symbol.words else None)


def _upper_end(run: Run, env: Env, expr: syntax.Attribute) -> Value:
    """``you.life.max``: the upper end of a counter that somebody or something has."""
    inner = expressions.resolve(run, env, expr.of, Want(("number", "counter"), "any"))
    if inner.node[0] == "get":
        return Value(["most", *inner.node[1:]], Type("number"), expr.span)
    if inner.type.name != "unknown":
        run.report(
            "attribute-unknown",
            "only a counter that somebody has has a `max`",
            expr.span,
            f"write whose: `you.{samples.counter(run)}.max`",
        )
    return Value(["none"], UNKNOWN, expr.span)


def _of_unknown(run: Run, base: Value, expr: syntax.Attribute) -> Value:
    """A property of a parameter whose kind is being found out: only what has the property will do."""
    binding = base.binding
    if binding is None or binding.wants is None:
        return Value(["none"], UNKNOWN, expr.span)
    name = expr.name.id
    of = [Type(kind) for kind in HOLDERS if kind != "thing" and find(run, Type(kind), ["none"], name)]
    if not of:
        report_attribute(run, UNKNOWN, expr.name)
        return Value(["none"], UNKNOWN, expr.span)
    binding.wants.append((Want(tuple(each.name for each in of)), base.span))
    parents = [kind for each in run.scope.tables.get("field", {}).get(name, []) for kind in each.parents]
    if parents and ("piece", name) not in words.attributes():
        binding.kinds.append((tuple(parents), base.span))
    found = find(run, of[0], base.node, name)[0]
    return Value(found.node, found.type, expr.span, found.words)


def known(run: Run, of: Type) -> list[tuple[str, Type]]:
    """Every property that a thing of the type has."""
    candidates = {word for _, word in words.attributes()}
    for table in ("field", "space_field", "counter", "stat", "value"):
        candidates.update(run.scope.tables.get(table, {}))
    return [(word, found[0].type) for word in sorted(candidates) if (found := find(run, of, ["none"], word))]


def report_attribute(run: Run, of: Type, name: syntax.Name) -> None:
    """Reports a property that something has not."""
    possible = [word for word, _ in known(run, of)]
    if of.name == "unknown":
        possible = [word for _, word in words.attributes()]
    read = run.scope.read_as(name.id, possible)
    guesses = read or near(name.id, possible)
    help = samples.did_you_mean(guesses) if guesses else f"it has {samples.quoted(sorted(set(possible)), 'and')}"
    if read:
        help = samples.by_id(read, name.id)
    elif of.name == "piece" and not guesses and find(run, Type("player"), ["none"], name.id):
        help = f"players have that: write `.owner.{name.id}`"
    if not possible:
        help = "only players, pieces, spaces, dice and the turn have properties"
    run.report(
        "attribute-unknown",
        f"{_name_of(of)} has no `{name.id}`",
        name.span,
        help,
        fix=guesses[0] if len(guesses) == 1 else None,
    )


def _name_of(of: Type) -> str:
    if of.name == "unknown":
        return "nothing"
    return f"a {of.of}" if of.of and of.name == "piece" else WORDS.get(of.name, (say_type(of),))[0]
