"""The verbs that run effects: resolve, copy, and those of dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.primitives.references import this
from kaiju_runtime.primitives.registry import EventForm, form, verb
from kaiju_runtime.primitives.values import Node, actor, many, value

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine


def may_resolve(m: Machine, f: Frame, node: Node) -> bool:
    """A face that nothing forbids to resolve."""
    face, who = value(m, f, node[3]), actor(m, f, node)
    event = Event("resolve_face", face, who, player=who, amount=m.unspent(face, who), cause=f.cause)
    return face != NONE and not m.prohibited(event)


@form("resolve_face", "resolve {face:face}", "face:e", can=may_resolve)
def resolve_face(m: Machine, f: Frame, node: Node) -> None:
    face, who = value(m, f, node[3]), actor(m, f, node)
    if face != NONE:
        number = m.unspent(face, who)
        if who == m.st.active:
            m.st.put("done", face, 1)
        m.happen([Event("resolve_face", face, who, player=who, amount=number, cause=f.cause)], run_face)


def run_face(m: Machine, event: Event) -> None:
    body = m.p.faces[event.key].body
    frame = Frame(event.who, NONE, event, Cause("face", event.key, event.who, body.id, event.cause), body.locals)
    m.run_ability_body(body, frame)


def is_something(m: Machine, f: Frame, node: Node) -> bool:
    return bool(value(m, f, node[3]) != NONE)


def may_resolve_thing(m: Machine, f: Frame, node: Node) -> bool:
    """Something that nothing forbids to resolve."""
    thing, who = value(m, f, node[3]), actor(m, f, node)
    event = Event("resolve_thing", who=who, player=who, what=thing, cause=f.cause)
    return thing != NONE and not m.prohibited(event)


@form("resolve_thing", "resolve {thing:thing}", "thing:e", can=may_resolve_thing)
def resolve_thing(m: Machine, f: Frame, node: Node) -> None:
    thing, who = value(m, f, node[3]), actor(m, f, node)
    if thing != NONE:
        m.happen([Event("resolve_thing", who=who, player=who, what=thing, cause=f.cause)], run_thing)


def run_thing(m: Machine, event: Event) -> None:
    """Runs the bare statements of a piece or space, then its bonus; ``you`` is its owner, or whoever acts."""
    owner = m.owner_of(event.what)
    you = event.who if owner == NONE else owner
    for kind, identity, body in m.board.bodies(event.what):
        cause = Cause(kind, identity, you, body.id, event.cause, NONE, event.what)
        m.run_ability_body(body, Frame(you, event.what, event, cause, body.locals))


verb(
    "resolve",
    "Carries out what a face, space, tile, token or card does of its own.",
    resolve_face,
    resolve_thing,
    third="resolves",
    reads=("dice", "spent"),
    writes=("spent",),
    events=(
        EventForm("resolve_face", "{who:player} resolves {key:face}", "key", "face"),
        EventForm("resolve_thing", "{who:player} resolves {what:thing}", "what", "thing"),
    ),
)


@form("copy", "copy {model:piece}", "model:e", can=is_something)
def copy(m: Machine, f: Frame, node: Node) -> None:
    model = value(m, f, node[3])
    if model != NONE and m.may_write(f, (this,), f.this):
        m.set_copy(f.this, model)
        m.note("copy", who=f.this, what=model, player=f.you, cause=f.cause)
        m.run_bare(f.this, f.you, m.p.definition_of(model), f.cause)


verb(
    "copy",
    "This piece has the abilities of another beside its own, as long as that is in play.",
    copy,
    third="copies",
    subject="",
    reads=("loc",),
    writes=("copy",),
)


def rollable(m: Machine, f: Frame, node: Node) -> bool:
    return m.may_roll(actor(m, f, node), value(m, f, node[3]), f.cause)


@form("roll", "roll {n:number} dice", "n:e", can=rollable)
def roll(m: Machine, f: Frame, node: Node) -> None:
    who = actor(m, f, node)
    number = m.times(value(m, f, node[3]), node[1])
    if not m.may_roll(who, number, f.cause):
        return
    dice = m.dice_pool.new_roll(who, number) if who == m.st.active else m.dice_pool.side_roll(who, number)
    m.happen([Event("roll", who=who, player=who, amount=len(dice), dice=dice, cause=f.cause)], nothing_more)


@form("roll_aside", "roll {n:number} dice as {dice:binding die*}", "n:e", "slot:r", "name:r", can=rollable)
def roll_aside(m: Machine, f: Frame, node: Node) -> None:
    """Rolls dice that are no part of any Roll; they stay bound until the player's next own decision."""
    who = actor(m, f, node)
    number = m.times(value(m, f, node[3]), node[1])
    dice = m.dice_pool.side_roll(who, number) if m.may_roll(who, number, f.cause) else []
    f.locals[node[4]] = dice
    if dice:
        m.happen([Event("roll", who=who, player=who, amount=len(dice), dice=dice, cause=f.cause)], nothing_more)


def nothing_more(m: Machine, event: Event) -> None:
    """The dice lie already; the event only tells of it."""


def rerollable(m: Machine, f: Frame, node: Node) -> bool:
    return any(m.may_reroll(f, die) for die in many(m, f, node[3]))


@form("reroll", "reroll {dice:die*}", "dice:e", can=rerollable)
def reroll(m: Machine, f: Frame, node: Node) -> None:
    who = actor(m, f, node)
    dice = [die for die in many(m, f, node[3]) if m.may_reroll(f, die)]
    if dice:
        m.dice_pool.throw(dice, who)
        m.happen([Event("roll", who=who, player=who, amount=len(dice), dice=dice, cause=f.cause)], nothing_more)


verb(
    "roll",
    "Rolls dice: the player's Roll, or dice aside that get a name.",
    roll,
    roll_aside,
    third="rolls",
    reads=("chance",),
    writes=("dice", "chance"),
    events=(EventForm("roll", "{who:player} rolls dice [from {source:source}]", "dice", "die*"),),
)
verb(
    "reroll",
    "Rolls some dice again.",
    reroll,
    third="rerolls",
    reads=("chance",),
    writes=("dice", "chance"),
    events=(EventForm("reroll", "{who:player} rerolls {dice:die*}", "dice", "die*"),),
)
