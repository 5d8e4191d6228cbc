"""The verbs of the event at hand and of the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.frames import Event
from kaiju_runtime.primitives.registry import EventForm, form, verb
from kaiju_runtime.primitives.values import Node, many, value
from kaiju_runtime.stops import CutProcedure, CutTurn, GameOver

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine


@form("prevent", "prevent")
def prevent(m: Machine, f: Frame, node: Node) -> None:
    if f.event is not None:
        f.event.gone = True


@form("prevent_some", "prevent {n:number}", "n:e")
def prevent_some(m: Machine, f: Frame, node: Node) -> None:
    if f.event is not None:
        f.event.amount = max(0, f.event.amount - max(0, value(m, f, node[3])))


@form("add", "add {n:number}", "n:e")
def add_some(m: Machine, f: Frame, node: Node) -> None:
    if f.event is not None:
        f.event.amount = m.bounded(f.event.amount + max(0, value(m, f, node[3])))


verb(
    "prevent",
    "The event at hand does not happen, or is smaller.",
    prevent,
    prevent_some,
    third="prevents",
    subject="",
    writes=("event",),
)
verb("add", "The event at hand is larger.", add_some, third="adds", subject="", writes=("event",))


@form("end_turn", "end turn")
def end_turn(m: Machine, f: Frame, node: Node) -> None:
    raise CutTurn


@form("end_game", "end game")
def end_game(m: Machine, f: Frame, node: Node) -> None:
    raise GameOver([], f.cause)


@form("end_copy", "end copy")
def end_copy(m: Machine, f: Frame, node: Node) -> None:
    m.end_copy(f.this)


@form("end_procedure", "end {procedure:procedure}", "procedure:c:procedures")
def end_procedure(m: Machine, f: Frame, node: Node) -> None:
    """Ends the innermost run of the procedure; nothing if none is under way."""
    if node[3] in m.running:
        raise CutProcedure(node[3])


verb(
    "end",
    "A turn, a procedure, copying or the game is over.",
    end_turn,
    end_game,
    end_copy,
    end_procedure,
    third="ends",
    subject="",
    writes=("turn", "copy"),
)


@form("take_turn", "take a turn")
def take_turn(m: Machine, f: Frame, node: Node) -> None:
    for who in many(m, f, node[2]):
        m.queue_turn(who, f.this)
        m.note("take_turn", who=who, player=who, cause=f.cause)


verb("take", "Another turn after this one, with this piece as its source.", take_turn, third="takes", writes=("queue",))


def may_fall(m: Machine, f: Frame, node: Node) -> bool:
    """Whether nothing forbids that one of the players is eliminated."""
    return any(
        not m.prohibited(Event("eliminate", who=player, player=player, cause=f.cause)) for player in many(m, f, node[3])
    )


@form("eliminate", "eliminate {player:player*}", "player:e", can=may_fall)
def eliminate(m: Machine, f: Frame, node: Node) -> None:
    players = many(m, f, node[3])
    outer, m.leaving = m.leaving, [*m.leaving, *players]
    try:
        m.happen([Event("eliminate", who=player, player=player, cause=f.cause) for player in players], leave_game)
    finally:
        m.leaving = outer


def leave_game(m: Machine, event: Event) -> None:
    event.amount = m.st.get("alive", event.who)
    m.leave(event.who)


verb(
    "eliminate",
    "A player leaves the game.",
    eliminate,
    third="eliminates",
    subject="",
    participle="eliminated",
    writes=("alive",),
    events=(EventForm("eliminate", "{who:player} is eliminated [from {source:source}]", "who", "player"),),
)


@form("win", "win")
def win(m: Machine, f: Frame, node: Node) -> None:
    """Ends the game, unless something forbids or replaces that all of them win. Nothing is heard of it afterwards."""
    winners = many(m, f, node[2])
    if m.hosts.known & {("before", "win"), ("cannot", "win")} and not m.silent:
        events = [Event("win", who=player, player=player, actor=f.you, cause=f.cause) for player in winners]
        winners = [event.who for event in m.coming(events)]
    if winners:
        raise GameOver(winners, f.cause)


verb(
    "win",
    "The game is over, and these players have won; several win together.",
    win,
    third="wins",
    subject="player*",
    writes=("result",),
    events=(EventForm("win", "{who:player} wins", "who", "player"),),
)
