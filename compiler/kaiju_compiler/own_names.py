"""What a mode has to put into the places of samples: the parser, which tells the samples, knows no mode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from kaiju_compiler.parse.places import Names
from kaiju_compiler.symbols import AREA, BOX, MONSTER, Scope, Symbol


def names_of(scope: Scope) -> Names:
    """What fills the places of samples for this mode."""
    return Names(partial(own_name, scope))


def own_name(scope: Scope, place: str) -> str | None:
    """What fills a place (a key of ``MADE_UP``) in a sample for this mode, or ``None``."""
    return _FOUND[place](scope)


def _symbols(scope: Scope, kind: str) -> list[Symbol]:
    """The symbols of a kind by their own names, in the order of their declarations."""
    table = scope.tables.get(kind, {})
    return [each for name, symbols in table.items() for each in symbols if each.name == name]


def _first(symbols: Iterable[Symbol]) -> str | None:
    return next((each.name for each in symbols), None)


def _any(kind: str) -> Callable[[Scope], str | None]:
    return lambda scope: _first(_symbols(scope, kind))


def _counters(scope: Scope, holder: str) -> list[str]:
    return [each.name for each in _symbols(scope, "counter") if each.holder in ("", holder)]


def _counter(scope: Scope) -> str | None:
    return next(iter(_counters(scope, "player")), None)


def _another_counter(scope: Scope) -> str | None:
    return next(iter(_counters(scope, "player")[1:]), None) or _counter(scope)


def _counter_of_a_piece(scope: Scope) -> str | None:
    return next(iter(_counters(scope, "piece")), None)


def _zone(scope: Scope, form: str) -> str | None:
    """A zone that all share, of that form if there is one."""
    shared = [each for each in _symbols(scope, "zone") if each.holder != "player" and each.name not in (BOX, AREA)]
    return _first(each for each in shared if each.form == form) or _first(shared)


def fullest_kind(scope: Scope) -> Symbol | None:
    """The kind of piece with most fields that no player is, or the first: a game that extends another keeps it."""
    fields = Counter(kind for each in _symbols(scope, "field") for kind in each.parents)
    return max(_symbols(scope, "kind"), key=lambda each: (each.name != MONSTER, fields[each.name]), default=None)


def _kind(scope: Scope) -> str | None:
    kind = fullest_kind(scope)
    return None if kind is None else kind.name


def _kinds(scope: Scope) -> str | None:
    kind = fullest_kind(scope)
    return None if kind is None else kind.plural or kind.name


def _event(scope: Scope) -> str:
    """What a player does with a piece by a procedure of the mode, such as ``you buy a card``; else a turn starts."""
    for each in _symbols(scope, "procedure"):
        taken = [type for _, type in each.parameters]
        if len(taken) == 1 and taken[0].name == "piece" and (kind := taken[0].of or _kind(scope)):
            return f"you {each.name} a {kind}"
    return "your turn starts"


_FOUND: dict[str, Callable[[Scope], str | None]] = {
    "rival": lambda scope: "rival" if scope.two_players else None,
    "counter": _counter,
    "another counter": _another_counter,
    "counter of a piece": _counter_of_a_piece,
    "face": _any("face"),
    "stat": _any("stat"),
    "zone": lambda scope: _zone(scope, "row"),
    "stack": lambda scope: _zone(scope, "stack"),
    "kind": _kind,
    "kinds": _kinds,
    "phase": lambda scope: _first(reversed(_symbols(scope, "phase"))),
    "place": _any("place"),
    "event": _event,
}
"""How each place is filled."""
