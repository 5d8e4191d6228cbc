"""Selections, and functions over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.primitives.registry import operation
from kaiju_runtime.primitives.values import NONE, Node, many, value

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine


@operation(
    "select", "function", "Those of a selection for which the condition is true.", "from:E1", "where:e?", result="same"
)
def select(m: Machine, f: Frame, node: Node) -> list[int]:
    candidates = many(m, f, node[1])
    condition = node[2]
    if condition is None:
        return candidates
    m.look(len(candidates))
    outer = f.it
    chosen = []
    for candidate in candidates:
        f.it = candidate
        if condition[0](m, f, condition):
            chosen.append(candidate)
    f.it = outer
    return chosen


@operation(
    "pieces",
    "function",
    "The pieces of a kind, everywhere or held by somebody or something.",
    "kind:c:kinds",
    "holder:e?",
    "holder_kind:r",
    result="piece*",
    reads=("loc",),
)
def pieces(m: Machine, f: Frame, node: Node) -> list[int]:
    if node[2] is None:
        return m.pieces_of_kind(node[1])
    return m.pieces_held(node[1], many(m, f, node[2]), node[3])


@operation("roll_dice", "function", "The dice of a player's Roll.", "of:e", result="die*", word="roll", reads=("dice",))
def roll_dice(m: Machine, f: Frame, node: Node) -> list[int]:
    return [die for player in many(m, f, node[1]) for die in m.dice_pool.roll_of(player)]


@operation("all_faces", "function", "All faces of the dice.", word="faces", result="face*")
def all_faces(m: Machine, f: Frame, node: Node) -> list[int]:
    return list(range(len(m.p.faces)))


@operation(
    "spaces_of",
    "function",
    "The spaces of a track as it lies now, from end to end.",
    "of:e",
    word="spaces",
    result="space*",
    reads=("loc",),
)
def spaces_of(m: Machine, f: Frame, node: Node) -> list[int]:
    track = value(m, f, node[1])
    return [] if track == NONE else m.board.path(track)


@operation(
    "top",
    "function",
    "The topmost pieces of a zone, the top one first.",
    "count:e?",
    "of:e",
    result="piece*",
    reads=("loc",),
)
def top(m: Machine, f: Frame, node: Node) -> list[int]:
    zone = value(m, f, node[2])
    if zone == NONE:
        return []
    number = 1 if node[1] is None else value(m, f, node[1])
    return m.top(zone, number, f.acting)


@operation("first", "function", "The first of a selection, or none.", "of:E1", result="same", word="(one of)")
def first(m: Machine, f: Frame, node: Node) -> int:
    found = many(m, f, node[1])
    return found[0] if found else NONE


@operation(
    "neighbours",
    "function",
    "The nearest players in the game on both sides of a player.",
    "of:e",
    result="player*",
    reads=("alive",),
)
def neighbours(m: Machine, f: Frame, node: Node) -> list[int]:
    player = value(m, f, node[1])
    return [] if player == NONE else m.neighbours(player)


@operation(
    "next",
    "function",
    "The next space of a marker towards a player, or none.",
    "marker:e",
    "toward:e?",
    result="space",
    reads=("loc",),
)
def next_space(m: Machine, f: Frame, node: Node) -> int:
    marker = value(m, f, node[1])
    toward = NONE if node[2] is None else value(m, f, node[2])
    return NONE if marker == NONE else m.board.next(marker, toward)


@operation(
    "fits",
    "function",
    "The places where a token may be laid, each way round.",
    "piece:e",
    result="space*",
    reads=("loc",),
)
def fits(m: Machine, f: Frame, node: Node) -> list[int]:
    piece = value(m, f, node[1])
    return [] if piece == NONE else m.board.fits(piece)


@operation("size", "function", "How many there are of a selection.", "of:E1", word="count", result="number")
def size(m: Machine, f: Frame, node: Node) -> int:
    return len(many(m, f, node[1]))


@operation("min", "function", "The smallest of some numbers.", "of:E", result="number")
def smallest(m: Machine, f: Frame, node: Node) -> int:
    return min(int(value(m, f, each)) for each in node[1])


@operation("max_of", "function", "The largest of some numbers.", "of:E", word="max", result="number")
def largest(m: Machine, f: Frame, node: Node) -> int:
    return max(int(value(m, f, each)) for each in node[1])


def of_each(m: Machine, f: Frame, node: Node) -> list[int]:
    """The number of each of a selection, which is ``it`` there."""
    candidates = list(many(m, f, node[1]))
    m.look(len(candidates))
    outer, numbers = f.it, []
    for candidate in candidates:
        f.it = candidate
        numbers.append(int(value(m, f, node[2])))
    f.it = outer
    return numbers


@operation(
    "sum_each",
    "function",
    "A number of each of a selection, added up.",
    "over:E1",
    "number:e",
    result="number",
    word="sum",
)
def sum_each(m: Machine, f: Frame, node: Node) -> int:
    return m.bounded(sum(of_each(m, f, node)))


@operation(
    "max_each",
    "function",
    "The largest number that one of a selection has; of none 0.",
    "over:E1",
    "number:e",
    result="number",
    word="max",
)
def max_each(m: Machine, f: Frame, node: Node) -> int:
    return max(of_each(m, f, node), default=0)


@operation(
    "min_each",
    "function",
    "The smallest number that one of a selection has; of none 0.",
    "over:E1",
    "number:e",
    result="number",
    word="min",
)
def min_each(m: Machine, f: Frame, node: Node) -> int:
    return min(of_each(m, f, node), default=0)


@operation(
    "turned",
    "function",
    "A space on which a token is laid the other way round.",
    "space:e",
    result="space",
    word="(turned)",
)
def turned(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[1])
    return NONE if space == NONE else int(space) + m.p.things


@operation(
    "every",
    "function",
    "Whether a condition is true of each of a selection.",
    "over:E1",
    "slot:r",
    "condition:e",
    result="truth",
    word="(for each)",
)
def every(m: Machine, f: Frame, node: Node) -> int:
    """``slot`` is where a named candidate is bound, or -1."""
    slot, condition, outer = node[2], node[3], f.it
    f.locals += [NONE] * (slot + 1 - len(f.locals))
    result = 1
    candidates = list(many(m, f, node[1]))
    m.look(len(candidates))
    for candidate in candidates:
        f.it = candidate
        if slot != NONE:
            f.locals[slot] = candidate
        if not condition[0](m, f, condition):
            result = 0
            break
    f.it = outer
    return result
