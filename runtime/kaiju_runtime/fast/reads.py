"""What a condition reads, as kinds of writes; of pieces only those that it looks at, where that can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import NONE
from kaiju_runtime.primitives import OPERATIONS, attributes, operators, references, selections

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module

READS = {each.run: each.reads for each in OPERATIONS.values()}
ANYTHING = "anything"
PIECES = "pieces"
KINDS = {"loc": PIECES, "owner": PIECES, "copy": PIECES, "phase": "turn"}
"""Words of the registry that are one kind of write here."""
OF_EACH = (selections.select, selections.sum_each, selections.max_each, selections.min_each)
"""What makes each of a selection ``it``."""
OF_ONE = (attributes.space_of, attributes.holder, attributes.owner, attributes.model)
"""Attributes of a piece that change only where this piece moves, or changes its owner or its copy."""

Kind = tuple[str, Any]
"""A name, and a counter's number or -1; where pieces are read, which: the numbers, or -1 for all."""


def kinds_read(g: Module, node: Any, its: Any = NONE) -> set[Kind]:
    """The kinds of things that a condition reads; ``its``: the pieces among which ``it`` is."""
    if not isinstance(node, tuple) or not node:
        return set()
    if not callable(node[0]):
        return set[Kind]().union(*(kinds_read(g, part, its) for part in node))
    run = node[0]
    if run in OF_EACH:
        return kinds_read(g, node[1], its) | kinds_read(g, node[2], among(g, node[1]))
    found: set[Kind] = set()
    if run is attributes.get:
        found.add(("counter", int(node[1])))
    elif run is attributes.declared_value:
        found |= kinds_read(g, g.p.values[node[1]].expression) | {(ANYTHING, NONE)}
    elif run is references.group:
        found |= kinds_read(g, tuple(g.p.space(space).open for space in g.p.places[node[1]][1]))
    elif run is attributes.most or "stats" in READS.get(run, ()):
        found.add((ANYTHING, NONE))
    elif run is attributes.free:
        found |= {("alive", NONE), ("at", NONE)}
        found |= kinds_read(g, tuple(space.open for space in g.p.spaces))
    for word in READS.get(run, ()):
        kind = KINDS.get(word, word)
        found.add((kind, pieces_read(g, node, its) if kind == PIECES else NONE))
    return found.union(*(kinds_read(g, part, its) for part in node[1:]))


def pieces_read(g: Module, node: Any, its: Any) -> Any:
    """The pieces whose places, owners or copies an operation reads itself."""
    if node[0] is selections.pieces:
        return among(g, node)
    if node[0] in OF_ONE or (node[0] is operators.piece_in and node[3] in ("zone", "player")):
        return its if node[1][0] is references.it else NONE
    if node[0] is attributes.space_data and all(track.form != "row" for track in g.p.tracks):
        return tuple(number for number, piece in enumerate(g.p.pieces) if piece.stops)
    return NONE


def among(g: Module, node: Any) -> Any:
    """The pieces from which a selection takes: those of a kind, or -1 for any."""
    if node[0] is selections.select:
        return among(g, node[1])
    if node[0] is not selections.pieces or node[3] == "track":
        return NONE
    wanted = g.p.kinds[node[1]].definitions
    return tuple(number for number, piece in enumerate(g.p.pieces) if piece.definition in wanted)


CROSSED = {
    operators.equal: "{low} == {to} or {high} == {to}",
    operators.unequal: "{low} == {to} or {high} == {to}",
    operators.less: "{low} < {to} <= {high}",
    operators.more_equal: "{low} < {to} <= {high}",
    operators.less_equal: "{low} <= {to} < {high}",
    operators.more: "{low} <= {to} < {high}",
}
"""Comparison of a counter with a number → whether its truth changes between a lower and a higher value."""
MIRRORED = {
    operators.less: operators.more,
    operators.more: operators.less,
    operators.less_equal: operators.more_equal,
    operators.more_equal: operators.less_equal,
}


def crossings(g: Module, node: Any, counter: int) -> set[tuple[Any, int]] | None:
    """The comparisons with numbers by which alone a condition reads a counter; none if it reads it otherwise too."""
    if not isinstance(node, tuple):
        return set()
    if len(node) == 3 and node[0] in CROSSED:
        for run, one, other in ((node[0], node[1], node[2]), (MIRRORED.get(node[0], node[0]), node[2], node[1])):
            if one[:2] == (attributes.get, counter) and other[0] is references.integer:
                rest = crossings(g, one[2:], counter)
                return None if rest is None else {(run, int(other[1])), *rest}
    if node[:2] == (attributes.get, counter):
        return None
    if node and node[0] in (references.group, attributes.free) and ("counter", counter) in kinds_read(g, node):
        return None  # whether a space is open is an expression of its own
    parts = list(node)
    if node and node[0] is attributes.declared_value:
        parts.append(g.p.values[node[1]].expression)
    found: set[tuple[Any, int]] = set()
    for part in parts:
        inner = crossings(g, part, counter)
        if inner is None:
            return None
        found |= inner
    return found
