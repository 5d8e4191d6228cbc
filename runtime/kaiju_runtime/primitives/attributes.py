"""What can be read of one thing: attributes, stats, declared values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.primitives.registry import operation
from kaiju_runtime.primitives.values import NONE, Node, value

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine


@operation(
    "get",
    "attribute",
    "How many of a counter somebody or something has.",
    "counter:c:counters",
    "of:e",
    result="number",
    of="thing",
    word="(counter)",
)
def get(m: Machine, f: Frame, node: Node) -> int:
    holder = value(m, f, node[2])
    return 0 if holder == NONE else m.st.counter(node[1], holder)


@operation(
    "most",
    "attribute",
    "The upper end of a counter.",
    "counter:c:counters",
    "of:e",
    result="number",
    of="counter",
    word="max",
)
def most(m: Machine, f: Frame, node: Node) -> int:
    holder = value(m, f, node[2])
    return 0 if holder == NONE else m.upper_end(node[1], holder)


@operation(
    "data",
    "attribute",
    "A field of a record, such as the cost of a card.",
    "field:c:fields",
    "of:e",
    result="field",
    of="piece",
    word="(field)",
)
def data(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[2])
    return m.p.data_of_none(node[1]) if piece == NONE else m.p.piece_data(piece % m.p.things, node[1])


@operation(
    "space_data",
    "attribute",
    "What is printed on a space.",
    "field:c:space_fields",
    "of:e",
    result="field",
    of="space",
    word="(mark)",
    reads=("loc",),
)
def space_data(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[2])
    return NONE if space == NONE else m.board.mark(space % m.p.things, node[1])


@operation(
    "space_bonus",
    "attribute",
    "The bonus of a space, also that of a token lying on it.",
    "of:e",
    result="bonus",
    of="space",
    word="bonus",
    reads=("loc",),
)
def space_bonus(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[1])
    return NONE if space == NONE else m.board.bonus(space % m.p.things)


@operation(
    "space_of",
    "attribute",
    "Where a piece or player stands.",
    "of:e",
    result="space",
    of="piece",
    word="space",
    reads=("loc",),
)
def space_of(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.board.space_of(piece)


@operation(
    "token_on",
    "attribute",
    "The token that lies on a space.",
    "of:e",
    result="piece",
    of="space",
    word="token",
    reads=("loc",),
)
def token_on(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[1])
    return NONE if space == NONE else m.board.token_on(space % m.p.things)


@operation(
    "track_of",
    "attribute",
    "The track on which a piece or space lies.",
    "of:e",
    result="track",
    of="thing",
    word="track",
    reads=("loc",),
)
def track_of(m: Machine, f: Frame, node: Node) -> int:
    thing = value(m, f, node[1])
    return NONE if thing == NONE else m.board.track_of(thing % m.p.things)


@operation(
    "free",
    "attribute",
    "Whether nobody stands on a space of a place.",
    "of:e",
    result="truth",
    of="space",
    reads=("at",),
)
def free(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[1])
    return int(space != NONE and m.is_free(space))


@operation("owner", "attribute", "Whose a piece or a die is.", "of:e", result="player", of="thing", reads=("owner",))
def owner(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.st.get("owner", piece)


@operation("die_owner", "attribute", "Who rolled a die.", "of:e", result="player", of="die", word="owner")
def die_owner(m: Machine, f: Frame, node: Node) -> int:
    die = value(m, f, node[1])
    return NONE if die == NONE else m.dice_pool.owner(die)


@operation("holder", "attribute", "In front of whom a piece lies.", "of:e", result="player", of="piece", reads=("loc",))
def holder(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.holder(piece)


@operation(
    "die_face", "attribute", "The face that a die shows.", "of:e", result="face", of="die", word="face", reads=("dice",)
)
def die_face(m: Machine, f: Frame, node: Node) -> int:
    die = value(m, f, node[1])
    return NONE if die == NONE else m.st.get("dice", die)


@operation(
    "model",
    "attribute",
    "The piece that this one copies, or none.",
    "of:e",
    result="piece",
    of="piece",
    reads=("copy",),
)
def model(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.st.get("copy", piece)


@operation(
    "slot",
    "attribute",
    "The number of a card's slot in its zone, from 1.",
    "of:e",
    result="number",
    of="piece",
    reads=("loc",),
)
def slot(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.slot(piece)


@operation("monster", "attribute", "A player's monster.", "of:e", result="piece", of="player")
def monster(m: Machine, f: Frame, node: Node) -> int:
    player = value(m, f, node[1])
    return NONE if player == NONE else m.st.get("monster", player)


@operation(
    "turn_source",
    "attribute",
    "The piece that gave the current turn, or none.",
    "of:e",
    result="piece",
    of="turn",
    word="source",
    reads=("turn",),
)
def turn_source(m: Machine, f: Frame, node: Node) -> int:
    return m.st.one("source")


@operation(
    "turn_number",
    "attribute",
    "How many turns have begun, this one included.",
    "of:e",
    result="number",
    of="turn",
    word="number",
    reads=("turn",),
)
def turn_number(m: Machine, f: Frame, node: Node) -> int:
    return m.st.one("turn")


@operation(
    "stat",
    "function",
    "A declared stat with its modifiers.",
    "stat:c:stats",
    "of:e",
    result="number",
    word="(stat)",
    reads=("stats",),
)
def stat(m: Machine, f: Frame, node: Node) -> int:
    of = value(m, f, node[2])
    return 0 if of == NONE else m.stats.read(("stat", node[1]), of, f.you)


@operation("price", "attribute", "What a piece costs you now.", "of:e", result="number", of="piece", reads=("stats",))
def price(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return 0 if piece == NONE else m.stats.read(("price", 0), piece, f.you)


@operation(
    "count_face",
    "function",
    "How many symbols of a face a player's Roll holds.",
    "face:e",
    "of:e",
    result="number",
    word="count",
    reads=("dice", "stats"),
)
def count_face(m: Machine, f: Frame, node: Node) -> int:
    face = value(m, f, node[1])
    player = value(m, f, node[2])
    return 0 if NONE in (face, player) else m.symbols(face, player)


@operation(
    "unspent",
    "function",
    "How many symbols of a face are neither resolved nor spent.",
    "face:e",
    "of:e",
    result="number",
    reads=("dice", "spent", "stats"),
)
def unspent(m: Machine, f: Frame, node: Node) -> int:
    face = value(m, f, node[1])
    player = value(m, f, node[2])
    return 0 if NONE in (face, player) else m.unspent(face, player)


@operation(
    "value", "function", "A value that the mode declares.", "value:c:values", "of:e", result="value", word="(value)"
)
def declared_value(m: Machine, f: Frame, node: Node) -> Any:
    of = value(m, f, node[2])
    return NONE if of == NONE else m.declared(node[1], of)


@operation(
    "total",
    "function",
    "The sum of an event's amounts since the turn began.",
    "total:r",
    "of:e?",
    "event:r",
    result="number",
    reads=("totals",),
)
def total(m: Machine, f: Frame, node: Node) -> int:
    who = 0 if node[2] is None else value(m, f, node[2])
    return 0 if who == NONE else m.st.get("totals", node[1] * m.p.seats + who)
