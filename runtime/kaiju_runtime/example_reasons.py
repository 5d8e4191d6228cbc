"""Why a step of an example could not be done: what an action lacked at the questions that were passed over."""

from __future__ import annotations

from typing import Any

from kaiju_runtime.decisions import Decision
from kaiju_runtime.example_options import id_of, labels_of
from kaiju_runtime.frames import NONE, Frame
from kaiju_runtime.game import Game
from kaiju_runtime.hosts import RULE, Host
from kaiju_runtime.primitives import OPERATIONS, control, operators, selections
from kaiju_runtime.primitives.values import Node, holds, many, value
from kaiju_runtime.trace import Names, players_of

SIGNS = {each.run: each.op for each in OPERATIONS.values() if each.op in ("<", "<=", ">", ">=")}
"""Comparisons of numbers."""


class Passed:
    """What was offered, and what an action lacked, at the questions of a turn.

    ``name``: of the piece whose action was wanted, or the action's label; ``chosen``: of the piece that a rule's
    action was to choose.
    """

    def __init__(self, game: Game, name: str = "", chosen: bool = False) -> None:
        self.game = game
        self.name = name
        self.chosen = chosen
        self.labels: dict[str, None] = {}
        self.reasons: dict[str, None] = {}
        self.names = Names(game.program, players_of(game))
        self.pieces = self.wanted() if name else []

    def look(self, decision: Decision) -> None:
        """Notes a question that is about to be passed over."""
        self.labels |= dict.fromkeys(labels_of(decision))
        if self.name and not decision.nested and decision.player == self.game.active:
            self.reasons |= dict.fromkeys(filter(None, map(self.lacking, self.actions())))

    def told(self) -> str:
        """All of it in one line."""
        told = list(self.reasons) or [*map(self.where, self.pieces[:1]), offered(list(self.labels))]
        return f"it was not offered before the turn was over: {'; '.join(told)}"

    def where(self, piece: int) -> str:
        place = self.names.location(self.game.machine.st.get("loc", piece))
        return f"{self.names.thing(piece)} {'lies in' if place.startswith('the ') else 'is with'} {place}"

    # --- actions ---------------------------------------------------------------------------------

    def actions(self) -> list[Host]:
        """The actions of the active player that the phase is for."""
        machine = self.game.machine
        windows = (machine.p.phases[machine.st.phase].id, "turn", "any")
        return [
            host for each in windows for host in machine.hosts.find("action", each) if host.you == machine.st.active
        ]

    def wanted(self) -> list[int]:
        """The pieces of that name."""
        machine = self.game.machine
        every = range(len(machine.p.pieces))
        return [piece for piece in every if self.name in (key := machine.piece_option(piece).key, id_of(key))]

    def lacking(self, host: Host) -> str:
        """What an action lacks that is of a piece of that name, or may choose one; empty for other actions."""
        machine, ability, pieces = self.game.machine, host.ability, self.pieces
        first = ability.block[0]
        chooses = host.layer == RULE and first[0] is control.choose and first[6] in ("piece", "thing")
        if not (chooses and pieces if self.chosen else host.this in pieces or ability.label == self.name):
            return ""
        frame = host.frame()
        if not machine.has_use(host):
            said = "has been used in this turn"
        elif not holds(machine, frame, ability.condition):
            said = self.untrue(frame, ability.condition, "asks for")
        elif not machine.affordable(ability.cost, host.you, frame):
            said = self.dear(host, frame)
        elif self.chosen:
            said = self.left_out(frame, control.Choice(*first), pieces)
        else:
            said = "" if machine.can_run(ability.block, frame) else "could do nothing with its first statement"
        return f"{self.called(host)} {said}" if said else ""

    def called(self, host: Host) -> str:
        """Which action: of what piece or rule, and where it is written."""
        owner = self.names.thing(host.this) if host.this != NONE else self.names.ability_owner(host.ability.id)
        return f"the action of {owner} ({host.ability.where})"

    # --- what is lacking ---------------------------------------------------------------------------

    def dear(self, host: Host, frame: Frame) -> str:
        machine, cost = self.game.machine, host.ability.cost
        assert cost is not None
        number = value(machine, frame, cost.number)
        if cost.verb == "spend":
            face = value(machine, frame, cost.what)
            there = machine.unspent(face, host.you)
            return f"takes {number} {machine.p.faces[face].name}, and {there} may be spent"
        payer = host.you if cost.source is None else value(machine, frame, cost.source)
        there = machine.st.counter(cost.what, payer) if payer != NONE else 0
        return f"costs {self.names.amount(cost.what, number)}, and there {'is' if there == 1 else 'are'} {there}"

    def left_out(self, frame: Frame, choice: control.Choice, pieces: list[int]) -> str:
        """Why a choice has none of the pieces as a candidate."""
        machine, source = self.game.machine, choice.source
        if source[0] is not selections.select or source[2] is None:
            return self.elsewhere(many(machine, frame, source), pieces)
        found = many(machine, frame, source[1])
        among = [each for each in pieces if each in found]
        if not among:
            return self.elsewhere(found, pieces)
        frame.it = among[0]
        return "" if holds(machine, frame, source[2]) else self.untrue(frame, source[2], "wants")

    def elsewhere(self, found: list[int], pieces: list[int]) -> str:
        """Where the pieces are, that are not among those to choose from."""
        if any(each in found for each in pieces):
            return "could do nothing with it"
        return f"chooses from elsewhere: {self.where(pieces[0])}"

    def untrue(self, frame: Frame, condition: Any, verb: str) -> str:
        """The part of a condition that is not true, as numbers where it compares some."""
        machine = self.game.machine
        part: Node = next(each for each in conjuncts(condition) if not holds(machine, frame, each))
        if part[0] in SIGNS:
            left, right = (value(machine, frame, each) for each in part[1:3])
            return f"{verb} {left} {SIGNS[part[0]]} {right}, which is not so"
        return f"{verb} what is not so"


def offered(labels: list[str]) -> str:
    if not labels:
        return "nothing was"
    return f"offered were {', '.join(labels[:10])}{' …' if len(labels) > 10 else ''}"


def conjuncts(condition: Node) -> list[Node]:
    if condition[0] is operators.both:
        return [*conjuncts(condition[1]), *conjuncts(condition[2])]
    return [condition]
