"""Conditions on events: where one comes from, and what its fields are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.frames import chain_of
from kaiju_runtime.primitives.registry import operation
from kaiju_runtime.primitives.values import NONE, Node, many, value

if TYPE_CHECKING:
    from kaiju_runtime.frames import Cause, Frame
    from kaiju_runtime.machine import Machine


def causes_of(f: Frame) -> list[Cause]:
    return [] if f.event is None else chain_of(f.event.cause)


@operation(
    "from_face",
    "operator",
    "Whether the event comes from resolving a face.",
    "face:e",
    "player:e?",
    result="truth",
    word="from",
)
def from_face(m: Machine, f: Frame, node: Node) -> int:
    face = value(m, f, node[1])
    players = None if node[2] is None else many(m, f, node[2])
    return int(
        any(
            cause.kind == "face" and cause.id == face and (players is None or cause.player in players)
            for cause in causes_of(f)
        )
    )


@operation(
    "from_player",
    "operator",
    "Whether the event comes from a player's dice or pieces.",
    "player:e",
    result="truth",
    word="from",
)
def from_player(m: Machine, f: Frame, node: Node) -> int:
    players = many(m, f, node[1])
    return int(any(cause.kind in ("face", "piece") and cause.player in players for cause in causes_of(f)))


@operation(
    "from_thing", "operator", "Whether the event comes from a piece or space.", "thing:e", result="truth", word="from"
)
def from_thing(m: Machine, f: Frame, node: Node) -> int:
    thing = value(m, f, node[1])
    return int(any(cause.piece == thing for cause in causes_of(f)))


@operation("is_kind", "operator", "Whether a piece is of a kind.", "piece:e", "kind:c:kinds", result="truth", word="is")
def is_kind(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return int(piece != NONE and m.is_of_kind(piece, node[2]))


@operation("is_space", "operator", "Whether a thing is a space.", "thing:e", result="truth", word="is")
def is_space(m: Machine, f: Frame, node: Node) -> int:
    thing = value(m, f, node[1])
    return int(thing != NONE and m.board.is_space(thing))


@operation(
    "among", "operator", "Whether any of some dice is among others.", "some:E1", "others:E1", result="truth", word="is"
)
def among(m: Machine, f: Frame, node: Node) -> int:
    others = many(m, f, node[2])
    return int(any(each in others for each in many(m, f, node[1])))


@operation(
    "touches",
    "operator",
    "Whether a space is a thing, or is covered by it.",
    "space:e",
    "thing:e",
    result="truth",
    word="to",
)
def touches(m: Machine, f: Frame, node: Node) -> int:
    space, thing = value(m, f, node[1]), value(m, f, node[2])
    return int(NONE not in (space, thing) and (space == thing or m.board.token_on(space) == thing))
