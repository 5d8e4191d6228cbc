"""The verbs of pieces, markers and places: move, swap, discard, reveal, shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.frames import NONE, Event
from kaiju_runtime.primitives.registry import EventForm, form, verb
from kaiju_runtime.primitives.values import Node, actor, many, value

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine


@form(
    "shift",
    "move {n:number} {counter:counter} from {source:player|piece} to {to:player|piece}",
    "n:e",
    "counter:c:counters",
    "source:e",
    "to:e",
    "to_counter:c:counters",
    writes=("counter",),
)
def shift(m: Machine, f: Frame, node: Node) -> None:
    """Moves counters: what the giver has not is not moved; what the taker cannot hold is lost."""
    giver, taker = value(m, f, node[5]), value(m, f, node[6])
    if NONE in (giver, taker) or not (
        m.may_write(f, node[5], giver, node[4]) and m.may_write(f, node[6], taker, node[7])
    ):
        return
    number = min(value(m, f, node[3]), m.st.counter(node[4], giver) - m.p.counters[node[4]].least)
    if number <= 0:
        return
    m.st.set_counter(node[4], giver, m.st.counter(node[4], giver) - number)
    room = m.upper_end(node[7], taker) - m.st.counter(node[7], taker)
    m.st.set_counter(node[7], taker, m.st.counter(node[7], taker) + min(number, max(room, 0)))
    m.note("shift", key=node[4], who=giver, to=taker, amount=number, cause=f.cause)
    m.soon(("counter", node[4]), ("counter", node[7]))


def some_pieces(m: Machine, f: Frame, node: Node) -> bool:
    return bool(many(m, f, node[3]))


def moves(m: Machine, f: Frame, node: Node, to: int) -> list[Event]:
    """The moves of some pieces to a location."""
    toward = NONE if node[6] is None else value(m, f, node[6])
    return [
        Event("move_piece", who=piece, player=m.st.get("owner", piece), actor=f.you, to=to, what=toward, cause=f.cause)
        for piece in many(m, f, node[3])
    ]


def may_move_piece(m: Machine, f: Frame, node: Node) -> bool:
    """Whether there is a piece that nothing forbids to move there."""
    to = m.destination(value(m, f, node[4]), node[5])
    return any(not m.prohibited(event) for event in moves(m, f, node, to))


@form(
    "move_piece",
    "move {what:piece*} to {to:location} [toward {toward:player}]",
    "what:e",
    "to:e",
    "to_kind:r",
    "toward:e?",
    can=may_move_piece,
)
def move_piece(m: Machine, f: Frame, node: Node) -> None:
    to = m.destination(value(m, f, node[4]), node[5])
    if to != NONE:
        m.happen(moves(m, f, node, to), carry_piece)


def carry_piece(m: Machine, event: Event) -> None:
    m.place(event.who, event.to, event.what)


def moves_of_players(m: Machine, f: Frame, node: Node) -> list[Event]:
    """The moves of those players for whom there is room."""
    spaces = many(m, f, node[4])
    return [
        Event("move_player", who=player, player=player, actor=f.you, to=space, cause=f.cause)
        for player in many(m, f, node[3])
        if (space := m.room_for(player, spaces)) != NONE
    ]


def may_move(m: Machine, f: Frame, node: Node) -> bool:
    """Whether there is room for one of the players whom nothing forbids to move there."""
    return any(not m.prohibited(event) for event in moves_of_players(m, f, node))


@form("move_player", "move {what:player*} to {to:space*}", "what:e", "to:e", can=may_move)
def move_player(m: Machine, f: Frame, node: Node) -> None:
    m.happen(moves_of_players(m, f, node), carry_player)


def carry_player(m: Machine, event: Event) -> None:
    """Moves a player, unless somebody of the same batch has taken the last room."""
    if m.room_for(event.who, [event.to]) == NONE:
        event.amount = 0
        return
    m.st.put("at", event.who, event.to)


@form("step", "move {marker:piece} {n:number} [toward {toward:player}]", "marker:e", "n:e", "toward:e?")
def step(m: Machine, f: Frame, node: Node) -> None:
    """Moves a marker along its track: one event for each space, as far as there is one."""
    marker = value(m, f, node[3])
    toward = NONE if node[5] is None else value(m, f, node[5])
    who = actor(m, f, node)
    if marker == NONE:
        return
    for _ in range(m.times(value(m, f, node[4]), node[1])):
        space = m.board.next(marker, toward)
        if space == NONE:
            return
        m.happen([Event("move_marker", who=who, player=who, what=marker, to=space, cause=f.cause)], carry_marker)


def carry_marker(m: Machine, event: Event) -> None:
    m.place(event.what, m.p.space_location(event.to), NONE)


verb(
    "move",
    "Moves pieces, players or counters; a marker goes step by step. Neither gain nor loss.",
    move_piece,
    move_player,
    step,
    shift,
    third="moves",
    reads=("loc", "at", "counter"),
    writes=("loc", "at", "counter", "owner"),
    events=(
        EventForm("move_piece", "{who:piece} moves to {to:location}", "who", "piece"),
        EventForm("move_marker", "{who:player} moves {what:piece} [to {to:thing}]", "what", "piece"),
        EventForm("move_player", "{who:player} moves to {to:space*}", "who", "player"),
    ),
)


@form("swap", "swap {one:piece} with {other:piece}", "one:e", "other:e")
def swap(m: Machine, f: Frame, node: Node) -> None:
    one, other = value(m, f, node[3]), value(m, f, node[4])
    if NONE not in (one, other) and m.may_write(f, node[3], one) and m.may_write(f, node[4], other):
        m.swap(one, other)
        m.note("swap", who=one, what=other, player=f.you, cause=f.cause)
        m.soon()


verb(
    "swap",
    "Two pieces change places and owners at once.",
    swap,
    third="swaps",
    subject="",
    reads=("loc",),
    writes=("loc", "owner"),
)


def may_discard(m: Machine, f: Frame, node: Node) -> bool:
    """Whether there is a piece that nothing forbids to discard."""
    return any(
        not m.prohibited(Event("discard", who=piece, player=m.st.get("owner", piece), actor=f.you, cause=f.cause))
        for piece in many(m, f, node[3])
    )


@form("discard", "discard {what:piece*}", "what:e", can=may_discard, writes=("loc",))
def discard(m: Machine, f: Frame, node: Node) -> None:
    """Discards pieces; ``this`` only while it is the same incarnation."""
    events = [
        Event("discard", who=piece, player=m.st.get("owner", piece), actor=f.you, cause=f.cause)
        for piece in many(m, f, node[3])
        if m.may_write(f, node[3], piece) and m.st.get("loc", piece) != m.home_of(piece)
    ]
    m.happen(events, send_home)


def send_home(m: Machine, event: Event) -> None:
    """What lies where its kind goes by now, because something answered, is not discarded again."""
    if m.st.get("loc", event.who) == m.home_of(event.who):
        event.amount = 0
    else:
        m.send_home(event.who)


@form("discard_dice", "discard {dice:die*}", "dice:e", can=some_pieces, writes=("dice",))
def discard_dice(m: Machine, f: Frame, node: Node) -> None:
    for die in many(m, f, node[3]):
        m.st.put("dice", die, NONE)
    m.note("discard_dice", who=f.you, player=f.you, amount=len(many(m, f, node[3])), cause=f.cause)


verb(
    "discard",
    "Puts a piece where its kind goes when it is discarded; a die leaves the Roll.",
    discard,
    discard_dice,
    third="discards",
    subject="",
    participle="discarded",
    reads=("loc",),
    writes=("loc", "dice"),
    events=(EventForm("discard", "{who:piece} is discarded [from {source:source}]", "who", "piece"),),
)


@form("reveal", "reveal {what:piece*} [to {player:player}]", "what:e", "player:e?", can=some_pieces)
def reveal(m: Machine, f: Frame, node: Node) -> None:
    seer = NONE if node[4] is None else value(m, f, node[4])
    for piece in many(m, f, node[3]):
        m.show(piece, seer)
        m.note("reveal", who=piece, player=seer, what=piece, cause=f.cause)


verb(
    "reveal",
    "Shows pieces to everybody, or to one player.",
    reveal,
    third="reveals",
    subject="",
    reads=("loc",),
    writes=("seen",),
)


@form("shuffle", "shuffle {zone:zone}", "zone:e")
def shuffle(m: Machine, f: Frame, node: Node) -> None:
    m.shuffle(value(m, f, node[3]))
    m.note("shuffle", to=value(m, f, node[3]), cause=f.cause)


verb(
    "shuffle",
    "Puts a zone into an order that nobody knows.",
    shuffle,
    third="shuffles",
    subject="",
    reads=("chance",),
    writes=("loc", "chance"),
)
