"""Statements that steer: conditions, loops, choices, offers, and effects that last.

Every question that an effect asks is asked here (or by the windows of an event), through
``Machine.ask``. A choice without candidates binds nothing; a question with one answer is not asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kaiju_runtime.decisions import NO, YES, Option
from kaiju_runtime.frames import NONE, Event, Frame
from kaiju_runtime.primitives.registry import operation
from kaiju_runtime.primitives.values import Node, holds, many, value
from kaiju_runtime.stops import CutProcedure

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine
    from kaiju_runtime.program import Procedure


@operation("if", "control", "Runs one of two blocks.", "node:r", "condition:e", "then:b", "otherwise:b?", result="")
def branch(m: Machine, f: Frame, node: Node) -> None:
    if holds(m, f, node[2]):
        m.cover(node[1], "then")
        m.run_block(node[3], f)
    else:
        m.cover(node[1], "else")
        if node[4] is not None:
            m.run_block(node[4], f)


@operation(
    "for",
    "control",
    "Runs a block for each of a selection, read once.",
    "node:r",
    "slot:r",
    "name:r",
    "over:E1",
    "body:b",
    result="",
    word="for each",
)
def for_each(m: Machine, f: Frame, node: Node) -> None:
    for each in list(many(m, f, node[4])):
        f.locals[node[2]] = each
        m.run_block(node[5], f)


@operation(
    "repeat",
    "control",
    "Runs a block a number of times, read once; an offer alone is over at the first no.",
    "node:r",
    "times:e",
    "body:b",
    result="",
)
def repeat(m: Machine, f: Frame, node: Node) -> None:
    body = node[3]
    for _ in range(m.times(value(m, f, node[2]), node[1])):
        m.run_block(body, f)
        if len(body) == 1 and body[0][0] is may and f.declined:
            return


@operation("let", "control", "Gives a value a name.", "node:r", "slot:r", "name:r", "value:e", result="")
def let(m: Machine, f: Frame, node: Node) -> None:
    f.locals[node[2]] = value(m, f, node[4])


# --- choices -------------------------------------------------------------------------------------


# What each choice has behind its node and who makes it: the fields of ``Choice`` from ``mode`` on.
OF_A_CHOICE = ("mode:r", "count:e?", "from:E1", "kind:r", "slot:r", "name:r", "use:r")


class Choice(NamedTuple):
    """The parts of a ``choose`` node by name."""

    run: Any
    node: int
    who: Node | None
    mode: str
    """``one``, ``any`` (some or none), ``some`` (a written number) or ``up to`` (that or fewer)."""
    number: Node | None
    source: Node
    kind: str
    slot: int
    name: str
    use: int
    """Distance to the statement of the same block that uses the choice, or 0."""

    @property
    def plural(self) -> bool:
        return self.mode != "one"


def candidates(m: Machine, f: Frame, choice: Choice) -> list[int]:
    """What may be chosen: the selection, less what the statement that uses the choice cannot affect.

    If other statements stand before that one they may change what it needs, and nothing is left out; nor is it of
    what chance chooses from: who cannot be hit may be the one whom it picks.
    """
    found = list(many(m, f, choice.source))
    if choice.run is choose_at_random:
        return found
    if not choice.plural:
        found = m.told_apart(found, choice.kind)
    between = f.block[f.index + 1 : f.index + choice.use]
    use = f.block[f.index + choice.use]
    test = m.p.can.get(use[0]) if choice.use and all(each[0] is let for each in between) else None
    if test is None:
        return found
    kept = f.locals[choice.slot]
    feasible = []
    for candidate in found:
        f.locals[choice.slot] = [candidate] if choice.plural else candidate
        if test(m, f, use):
            feasible.append(candidate)
    f.locals[choice.slot] = kept
    return feasible


def number_wanted(m: Machine, f: Frame, choice: Choice, there_are: int) -> tuple[int, int]:
    """Least and most that are to be chosen of ``there_are``."""
    if choice.mode == "one":
        return 1, 1
    if choice.number is None:
        return int(is_first_of_action(m, f)), there_are
    count = max(0, value(m, f, choice.number))
    if choice.mode == "up to":
        return int(is_first_of_action(m, f)), min(count, there_are)
    return count, count


def is_first_of_action(m: Machine, f: Frame) -> bool:
    """Whether the statement opens an action: taking an action to choose nothing would be no action."""
    ability = m.p.abilities[f.ability] if f.ability != NONE else None
    return ability is not None and ability.form == "action" and f.block is ability.block and f.index == 0


def can_choose(m: Machine, f: Frame, node: Node) -> bool:
    choice = Choice(*node)
    found = candidates(m, f, choice)
    least, most = number_wanted(m, f, choice, len(found))
    return bool(found) and len(found) >= least and most > 0


@operation(
    "choose",
    "control",
    "Somebody picks one, some, a number or up to a number of a selection.",
    "node:r",
    "who:e?",
    *OF_A_CHOICE,
    result="",
)
def choose(m: Machine, f: Frame, node: Node) -> None:
    choice = Choice(*node)
    found = candidates(m, f, choice)
    least, most = number_wanted(m, f, choice, len(found))
    if len(found) < least or not found:
        f.locals[choice.slot] = [] if choice.plural else NONE
        return
    who = f.you if choice.who is None else value(m, f, choice.who)
    if not m.can_be_asked(who) or most == 0:
        f.locals[choice.slot] = [] if choice.plural else NONE
        return
    f.locals[choice.slot] = m.ask_choice(who, found, choice.kind, least, most, choice.plural, f, node)


@operation(
    "choose_at_random",
    "control",
    "Chance picks one or a number of a selection, each as likely as any other.",
    "node:r",
    "who:r",
    *OF_A_CHOICE,
    result="",
    word="at random",
)
def choose_at_random(m: Machine, f: Frame, node: Node) -> None:
    choice = Choice(*node)
    found = candidates(m, f, choice)
    least, most = number_wanted(m, f, choice, len(found))
    picked = m.dice_pool.pick(found, most) if len(found) >= least else []
    f.locals[choice.slot] = picked if choice.plural else picked[0] if picked else NONE


def can_choose_one(m: Machine, f: Frame, node: Node) -> bool:
    return any(m.can_run(block, f) for _, block in node[3])


def can_may(m: Machine, f: Frame, node: Node) -> bool:
    """Whether an offer would be made to somebody."""
    who = f.you if node[2] is None else value(m, f, node[2])
    return m.can_be_asked(who) and m.affordable(node[4], who, f) and m.can_run(node[5], f)


@operation(
    "choose_one",
    "control",
    "Somebody picks one of several labelled blocks.",
    "node:r",
    "who:e?",
    "options:L",
    result="",
    word="choose one",
)
def choose_one(m: Machine, f: Frame, node: Node) -> None:
    possible = [(position, label, block) for position, (label, block) in enumerate(node[3]) if m.can_run(block, f)]
    if not possible:
        return
    who = f.you if node[2] is None else value(m, f, node[2])
    if not m.can_be_asked(who):
        return
    options = [Option(m.label_key(label), label) for _, label, _ in possible]
    picked = m.ask("pick one", who, "choose", options, f)
    position, _, block = possible[picked]
    m.cover(node[1], str(position))
    m.run_block(block, f)


@operation(
    "may",
    "control",
    "Somebody may do something, perhaps at a price.",
    "node:r",
    "who:e?",
    "label:r",
    "cost:C",
    "body:b",
    result="",
)
def may(m: Machine, f: Frame, node: Node) -> None:
    who = f.you if node[2] is None else value(m, f, node[2])
    f.declined = True
    if not can_may(m, f, node):
        m.cover(node[1], "not offered")
        return
    if m.ask("yes or no", who, "may", [Option(YES, node[3] or "Yes"), Option(NO, "No")], f, node) == 0:
        m.cover(node[1], "yes")
        m.settle(node[4], who, f)
        m.run_block(node[5], f)
        f.declined = False
    else:
        m.cover(node[1], "no")


# --- calls and lasting effects -------------------------------------------------------------------


def can_call(m: Machine, f: Frame, node: Node) -> bool:
    """A procedure can be called if nothing forbids it and its first statement can be done."""
    procedure = m.p.procedures[node[3]]
    who = f.you if node[2] is None else value(m, f, node[2])
    arguments = tuple(value(m, f, each) for each in node[4])
    frame = procedure_frame(f, procedure, node[3], who if type(who) is int else f.you, arguments)
    if frame.event is not None and m.prohibited(frame.event):
        return False
    return m.can_run(procedure.body.block, frame)


def procedure_frame(f: Frame, procedure: Procedure, number: int, who: int, arguments: tuple[Any, ...]) -> Frame:
    """The frame in which a procedure runs for one player, with its event."""
    amount = next((arguments[i] for i, kind in enumerate(procedure.kinds) if kind == "number"), 1)
    event = Event("call", number, who, player=who, amount=amount, cause=f.cause, args=arguments)
    frame = Frame(who, f.this, event, f.cause, procedure.body.locals)
    frame.locals[: len(arguments)] = arguments
    frame.host = f.host
    frame.ability = f.ability
    return frame


@operation(
    "call",
    "control",
    "Runs a procedure of the mode.",
    "node:r",
    "who:e?",
    "procedure:c:procedures",
    "arguments:E",
    result="",
)
def call(m: Machine, f: Frame, node: Node) -> None:
    """Several subjects are one batch; their arguments are read once, before any of them runs."""
    subjects = [f.you] if node[2] is None else many(m, f, node[2])
    procedure = m.p.procedures[node[3]]
    arguments = tuple(value(m, f, each) for each in node[4])
    made = [procedure_frame(f, procedure, node[3], who, arguments) for who in subjects]
    frames = {frame.event: frame for frame in made if frame.event is not None}
    m.happen(list(frames), lambda machine, event: run_procedure(machine, event, frames[event]))


def run_procedure(m: Machine, event: Event, frame: Frame) -> None:
    procedure = m.p.procedures[event.key]
    for position, kind in enumerate(procedure.kinds):
        if kind == "number":
            frame.locals[position] = event.amount
            break
    m.running.append(event.key)
    m.cover_ability(procedure.body)
    try:
        m.run_body(procedure.body, frame)
    except CutProcedure as cut:
        if cut.procedure != event.key:
            raise
    finally:
        m.running.pop()


@operation(
    "record",
    "control",
    "An effect that lasts: a modifier, a prohibition, or a trigger for the next time.",
    "node:r",
    "ability:A",
    "captures:E",
    "until:P",
    result="",
    word="until",
)
def record(m: Machine, f: Frame, node: Node) -> None:
    captures: list[Any] = [value(m, f, each) for each in node[3]]
    m.start_effect(node[2], f, captures)
