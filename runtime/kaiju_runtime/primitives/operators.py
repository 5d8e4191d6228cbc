"""Arithmetic, comparisons, and whether something is somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.primitives.registry import operation
from kaiju_runtime.primitives.values import NONE, Node, many, value

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine


@operation("+", "operator", "Sum.", "left:e", "right:e", result="number")
def add(m: Machine, f: Frame, node: Node) -> int:
    return m.bounded(value(m, f, node[1]) + value(m, f, node[2]))


@operation("-", "operator", "Difference.", "left:e", "right:e", result="number")
def subtract(m: Machine, f: Frame, node: Node) -> int:
    return m.bounded(value(m, f, node[1]) - value(m, f, node[2]))


@operation("*", "operator", "Product.", "left:e", "right:e", result="number")
def multiply(m: Machine, f: Frame, node: Node) -> int:
    return m.bounded(value(m, f, node[1]) * value(m, f, node[2]))


@operation(
    "/", "operator", "Quotient, rounded down; nothing divided by nothing is 0.", "left:e", "right:e", result="number"
)
def divide(m: Machine, f: Frame, node: Node) -> int:
    divisor = value(m, f, node[2])
    return 0 if divisor == 0 else int(value(m, f, node[1]) // divisor)


@operation("neg", "operator", "The number below zero.", "of:e", word="-", result="number")
def negative(m: Machine, f: Frame, node: Node) -> int:
    return -int(value(m, f, node[1]))


@operation("=", "operator", "Equal.", "left:e", "right:e", result="truth")
def equal(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) == value(m, f, node[2]))


@operation("!=", "operator", "Not equal.", "left:e", "right:e", result="truth")
def unequal(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) != value(m, f, node[2]))


@operation("<", "operator", "Less.", "left:e", "right:e", result="truth")
def less(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) < value(m, f, node[2]))


@operation("<=", "operator", "At most.", "left:e", "right:e", result="truth")
def less_equal(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) <= value(m, f, node[2]))


@operation(">", "operator", "More.", "left:e", "right:e", result="truth")
def more(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) > value(m, f, node[2]))


@operation(">=", "operator", "At least.", "left:e", "right:e", result="truth")
def more_equal(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) >= value(m, f, node[2]))


@operation("and", "operator", "Both.", "left:e", "right:e", result="truth")
def both(m: Machine, f: Frame, node: Node) -> int:
    return int(bool(value(m, f, node[1])) and bool(value(m, f, node[2])))


@operation("or", "operator", "At least one of two.", "left:e", "right:e", result="truth")
def either(m: Machine, f: Frame, node: Node) -> int:
    return int(bool(value(m, f, node[1])) or bool(value(m, f, node[2])))


@operation("not", "operator", "The opposite.", "of:e", result="truth")
def opposite(m: Machine, f: Frame, node: Node) -> int:
    return int(not value(m, f, node[1]))


@operation(
    "in",
    "operator",
    "Whether somebody stands in a place, or something is among a selection.",
    "left:e",
    "right:E1",
    result="truth",
    reads=("loc", "at"),
)
def within(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) in many(m, f, node[2]))


@operation(
    "player_in",
    "operator",
    "Whether a player stands in a place.",
    "player:e",
    "place:E1",
    word="in",
    result="truth",
    reads=("at",),
)
def player_in(m: Machine, f: Frame, node: Node) -> int:
    player = value(m, f, node[1])
    return int(player != NONE and m.st.get("at", player) in many(m, f, node[2]))


@operation(
    "piece_in",
    "operator",
    "Whether a piece lies in a zone, or with a player.",
    "piece:e",
    "holder:e",
    "holder_kind:r",
    word="in",
    result="truth",
    reads=("loc",),
)
def piece_in(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return int(piece != NONE and m.lies_in(piece, many(m, f, node[2]), node[3]))


@operation(
    "at_location",
    "operator",
    "Whether a location is a zone, a space, or a player's own area.",
    "location:e",
    "of:E1",
    "kind:r",
    word="to",
    result="truth",
)
def at_location(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) in [m.destination(each, node[3]) for each in many(m, f, node[2])])
