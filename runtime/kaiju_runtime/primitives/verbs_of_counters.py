"""The verbs of counters: gain, lose, set, and the costs pay and spend.

A verb's function evaluates its operands once, makes the event (one for each member, if its subject
is a set) and hands it to :meth:`Machine.happen` with the function that carries it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.frames import NONE, Event
from kaiju_runtime.primitives.registry import EventForm, form, verb
from kaiju_runtime.primitives.values import Node, actor, many, value

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine


def counter_events(m: Machine, f: Frame, name: str, node: Node) -> list[Event]:
    """One event for each subject, all with the same number; none for a number of 0 or less."""
    number = value(m, f, node[3])
    if number <= 0:
        return []
    counter = node[4]
    return [
        Event(name, counter, who, player=m.counter_player(counter, who), actor=f.you, amount=number, cause=f.cause)
        for who in many(m, f, node[2])
        if m.may_write(f, node[2], who, counter)
    ]


def add_to_counter(m: Machine, event: Event) -> None:
    before = m.st.counter(event.key, event.who)
    after = max(before, min(before + event.amount, m.upper_end(event.key, event.who)))
    m.st.set_counter(event.key, event.who, after)
    event.amount = after - before


def take_from_counter(m: Machine, event: Event) -> None:
    before = m.st.counter(event.key, event.who)
    after = min(before, max(before - event.amount, m.p.counters[event.key].least))
    m.st.set_counter(event.key, event.who, after)
    event.amount = before - after


def may_gain(m: Machine, f: Frame, node: Node) -> bool:
    return any(not m.prohibited(event) for event in counter_events(m, f, "gain", node)) or value(m, f, node[3]) <= 0


def may_lose(m: Machine, f: Frame, node: Node) -> bool:
    return any(not m.prohibited(event) for event in counter_events(m, f, "lose", node)) or value(m, f, node[3]) <= 0


@form("gain", "gain {n:number} {counter:counter}", "n:e", "counter:c:counters", can=may_gain)
def gain(m: Machine, f: Frame, node: Node) -> None:
    m.happen(counter_events(m, f, "gain", node), add_to_counter)


@form("lose", "lose {n:number} {counter:counter}", "n:e", "counter:c:counters", can=may_lose)
def lose(m: Machine, f: Frame, node: Node) -> None:
    m.happen(counter_events(m, f, "lose", node), take_from_counter)


verb(
    "gain",
    "Raises a counter, up to its upper end.",
    gain,
    third="gains",
    subject="player*|piece*",
    reads=("counter",),
    writes=("counter",),
    events=(EventForm("gain", "{who:player|piece} gains {key:counter} [from {source:source}]", "who", "player"),),
)
verb(
    "lose",
    "Lowers a counter, down to its lower end.",
    lose,
    third="loses",
    subject="player*|piece*",
    reads=("counter",),
    writes=("counter",),
    events=(EventForm("lose", "{who:player|piece} loses {key:counter} [from {source:source}]", "who", "player"),),
)


@form(
    "set_counter",
    "set {counter:counter of thing|player} to {n:number}",
    "counter:c:counters",
    "of:e",
    "n:e",
    writes=("counter",),
)
def set_counter(m: Machine, f: Frame, node: Node) -> None:
    counter, number = node[3], value(m, f, node[5])
    for holder in many(m, f, node[4]):
        if m.may_write(f, node[4], holder, counter):
            low, high = m.p.counters[counter].least, m.upper_end(counter, holder)
            m.st.set_counter(counter, holder, max(low, min(number, high)))
            m.note("set", key=counter, who=holder, amount=number, cause=f.cause)
    m.soon(("counter", node[3]))


@form("set_face", "set {dice:face of die*} to {face:face}", "dice:e", "face:e", writes=("dice",))
def set_face(m: Machine, f: Frame, node: Node) -> None:
    face = value(m, f, node[4])
    for die in many(m, f, node[3]):
        if face != NONE and not m.prohibited(Event("set_face", who=f.you, player=f.you, what=die, dice=[die])):
            m.st.put("dice", die, face)
            m.note("set_face", who=f.you, what=die, amount=face, cause=f.cause)


verb(
    "set",
    "Gives a counter or a die a value; neither gain nor loss.",
    set_counter,
    set_face,
    third="sets",
    subject="",
    reads=(),
    writes=("counter", "dice"),
)


def can_pay(m: Machine, f: Frame, node: Node) -> bool:
    return m.can_pay(actor(m, f, node) if node[5] is None else value(m, f, node[5]), node[4], value(m, f, node[3]))


@form(
    "pay",
    "pay {n:number} {counter:counter} [from {source:piece}]",
    "n:e",
    "counter:c:counters",
    "source:e?",
    can=can_pay,
)
def pay(m: Machine, f: Frame, node: Node) -> None:
    payer = actor(m, f, node) if node[5] is None else value(m, f, node[5])
    m.pay(payer, node[4], value(m, f, node[3]), f.cause)


def can_spend(m: Machine, f: Frame, node: Node) -> bool:
    return bool(m.unspent(value(m, f, node[4]), actor(m, f, node)) >= value(m, f, node[3]))


@form("spend", "spend {n:number} {face:face}", "n:e", "face:e", can=can_spend)
def spend(m: Machine, f: Frame, node: Node) -> None:
    if can_spend(m, f, node):
        m.spend(actor(m, f, node), value(m, f, node[4]), value(m, f, node[3]))


verb(
    "pay",
    "A cost in counters: whole or not at all, never replaced.",
    pay,
    third="pays",
    reads=("counter",),
    writes=("counter",),
)
verb(
    "spend",
    "A cost in symbols of one's Roll that are neither resolved nor spent.",
    spend,
    third="spends",
    reads=("dice", "spent"),
    writes=("spent",),
)
