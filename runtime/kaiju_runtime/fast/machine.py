"""The executor that runs generated code: the reference machine with its work taken over, part by part.

What the generated module has no function for is done by the reference interpreter on the same state, so both always
agree on what a program means. What is kept here beside the state: two words of bits that tell what could answer to
an event, and two that tell what conditions have to look at.
"""

from __future__ import annotations

from typing import Any

from kaiju_runtime.fast.asking import FastAsking
from kaiju_runtime.fast.chance import FastDicePool
from kaiju_runtime.fast.code import Compiled, compiled, written_at
from kaiju_runtime.fast.derived import TAIL
from kaiju_runtime.fast.hosts import FastHosts
from kaiju_runtime.fast.questions import DiceSets
from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.hosts import RULE, Host
from kaiju_runtime.layout import Layout, State
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.machine import Machine
from kaiju_runtime.machine.core import EventRecord
from kaiju_runtime.primitives.values import value
from kaiju_runtime.program import Ability, Program
from kaiju_runtime.stops import BudgetExceeded, too_deep


class FastMachine(FastAsking):
    """A running game on generated code."""

    __slots__ = ("counted", "faces", "in_silence", "ranks", "rolled", "sets", "shown", "turn")

    in_silence: bool
    """Whether nothing is written down, and nothing is asked that has only one answer."""
    shown: list[int]
    """What the places of the Roll showed when somebody looked last; it was counted then."""
    rolled: list[int]
    """The places with dice."""
    faces: list[int]
    """What those dice showed."""
    counted: list[int]
    """Face → number of dice; at the end that of the gaps between dice."""
    sets: DiceSets | None
    """The sets of faces that can be made of them, once somebody has asked."""

    def __init__(self, program: Program, layout: Layout, state: State, limits: Limits = DEFAULT) -> None:
        super().__init__(program, layout, state, limits)
        self.code: Compiled = compiled(program, layout)
        self.layers, self.budgets = self.code.layers, self.code.budgets
        self.ranks = self.code.ranks
        self.lying, self.lying_for = {}, NONE
        self.in_silence, self.turn = False, self.code.names["turn"]
        self.shown, self.rolled, self.faces, self.counted, self.sets = [], [], [], [], None
        self.dice_pool = FastDicePool(self)
        if len(state.s) == layout.size:
            state.s += [0] * (len(TAIL) - 1 + program.seats)
        if any(state.s):
            self.derive()

    @classmethod
    def make(cls, program: Program, layout: Layout, state: State, limits: Limits) -> Machine:
        code = compiled(program, layout)
        if code.model is None:
            code.model = cls(program, layout, State(layout), limits)
        if len(state.s) == layout.size:
            state.s += [0] * (len(TAIL) - 1 + program.seats)
        machine: FastMachine = code.model.twin(state, [])
        machine.limits, machine.logging = limits, True
        if any(state.s):
            machine.derive()
        return machine

    # --- running ---------------------------------------------------------------------------------

    def twin(self, state: State, tape: list[Any]) -> Machine:
        twin = super().twin(state, tape)
        assert isinstance(twin, FastMachine)
        twin.lying_for = NONE
        return twin

    def advance(self) -> Any:
        s = self.st.s
        self.in_silence = not self.logging and not self.ask_forced
        if s[self.code.step] == 0:
            self.set_up()
            return None
        try:
            return self.phase_asked if self.turn(self, s) else None
        except RecursionError as problem:
            raise too_deep(written_at(self.p, self.layout, problem)) from None

    def run_body(self, ability: Ability, frame: Frame, start: int = 0) -> None:
        """Runs the generated function of an ability's statements."""
        names, s = self.code.names, self.st.s
        if start:
            names["TAKE"][ability.id](self, s, frame.you, frame.locals[ability.block[0][7]])
            return
        procedure = self.code.procedures.get(ability.id)
        if procedure is not None and frame.you == NONE:  # generated statements write for somebody
            super().run_body(ability, frame, start)
            return
        if procedure is not None:
            run, _ = names["RUN"][procedure]
            arguments = frame.locals[: len(self.p.procedures[procedure].kinds)]
            run(self, s, frame.you, frame.this, frame.host, *arguments, frame.cause, frame.ability)
            return
        do = names["DO"].get(ability.id)
        if do is None:
            super().run_body(ability, frame, start)
            return
        do(self, s, frame.you, frame.this, frame.host, frame.event, frame.cause, frame.locals)

    # --- for what is left to the reference interpreter ---------------------------------------------

    def frame(
        self,
        you: int,
        this: int,
        it: Any,
        event: Event | None,
        why: Cause | None,
        host: tuple[int, int, bool],
        acting: bool,
        ability: int,
        bound: dict[int, Any],
    ) -> Frame:
        """A frame with some locals bound."""
        frame = Frame(you, this, event, why, max(bound, default=-1) + 1)
        frame.it, frame.host, frame.acting, frame.ability = it, host, acting, ability
        for slot, each in bound.items():
            frame.locals[slot] = each
        return frame

    def read(self, node: Any, frame: Frame) -> Any:
        return value(self, frame, node)

    def could(self, node: Any, frame: Frame) -> bool:
        frame.acting = False
        return bool(self.p.can[node[0]](self, frame, node))

    def carry_out_node(self, node: Any, frame: Frame) -> None:
        """Carries out one statement as the reference interpreter does; who calls it marks what it writes."""
        frame.locals += [NONE] * (self.code.most_locals - len(frame.locals))
        self.charge(node[1])
        node[0](self, frame, node)

    def work(self, number: int) -> None:
        """Counts the rounds of a loop."""
        self.steps_now += number + 1
        if self.steps_now > self.limits.steps:
            self.charge()

    def start_state(self, monsters: list[int], options: list[int], seed: int, first: int) -> None:
        """As the reference machine does it once for the same monsters and options; then from memory."""
        key = (*monsters, NONE, *options)
        known = self.code.starts.get(key)
        if known is None:
            super().start_state(monsters, options, seed, first)
            self.derive()
            if len(self.code.starts) >= 256:
                self.code.starts.clear()
            self.code.starts[key] = self.st.s[:]
            return
        self.st.s[:] = known
        self.st.set_one("seed", seed)
        self.st.set_one("first", first)

    # --- actions -----------------------------------------------------------------------------------

    def offer_pieces(self, parts: list[Any], window: str, active: int) -> int:
        """Adds the actions of the active player's pieces and effects in a window; how many."""
        s, before = self.st.s, len(parts)
        hosts: FastHosts = self.hosts  # type: ignore[assignment]
        for host, offer, use, frame, bound in hosts.offers(window):
            if (use == NONE or not s[use]) and offer(self, s, active, host.this, frame, None, None, bound):
                parts.append((host.ability, host, None))
        return len(parts) - before

    def can_act(self, host: Host) -> bool:
        """Whether an action of a piece or effect can be taken now."""
        ability = host.ability
        if ability.once >= 0 and not self.has_use(host):
            return False
        bound = self.locals_of(host)
        offer = self.code.names["OFFER"][ability.id]
        return bool(ability.block) and offer(
            self, self.st.s, host.you, host.this, self.of_host(host), None, None, bound
        )

    def any_time(self, player: int) -> list[Host]:
        bits = self.code.helping
        if bits is not None and not self.st.s[self.code.mine + player] & bits:
            return []
        return [host for host in self.hosts.find("action", "any") if host.you == player and self.helps_now(host)]

    def helps_now(self, host: Host) -> bool:
        return bool(self.action_options(host)) if host.layer == RULE else self.can_act(host)

    def after_turn(self) -> None:
        """Ends effects, and lets extra turns come first."""
        self.end_effects(Event("turn_ends", who=self.st.active, player=self.st.active))
        self.next_player()

    def too_many_turns(self) -> None:
        raise BudgetExceeded(
            "limit-turns",
            f"the game lasts more than {self.limits.turns} turns",
            "Look for a mode in which nobody can win.",
        )

    def upper_end(self, counter: int, holder: int) -> int:
        end = self.code.names["ENDS"].get(counter)
        return super().upper_end(counter, holder) if end is None else int(end(self, self.st.s, holder))

    # --- log ---------------------------------------------------------------------------------------

    def log_event(
        self,
        s: list[int],
        name: str,
        key: int,
        who: int,
        player: int,
        what: int,
        amount: int,
        to: int,
        dice: Any,
        args: tuple[Any, ...],
        why: Any,
    ) -> int:
        """Logs an event, which becomes a record only when somebody asks; its number."""
        code = self.code
        number = s[code.events]
        s[code.events] = number + 1
        if not self.trial and (self.kept is None or name in self.kept):
            faces = tuple([s[code.dice + die] for die in dice]) if dice else ()
            self.log.append((number, name, key, who, player, what, amount, to, faces, args, why, s[code.turn]))
        return number

    def write(self, event: Event) -> None:
        if self.logging:
            about = event.key, event.who, event.player, event.what, event.amount, event.to
            event.number = self.log_event(self.st.s, event.name, *about, event.dice, event.args, event.cause)

    def events(self) -> list[EventRecord]:
        for at, each in enumerate(self.log):
            if each.__class__ is tuple:
                fields = [*each[:10], named(each[10]), each[11]]
                self.log[at] = EventRecord(*fields)
        return self.log


def named(why: Any) -> Cause | None:
    """A cause with names, from the plain tuple that generated code makes."""
    if why is None or type(why) is Cause:
        return why
    kind, number, player, ability, parent, event, piece = why
    return Cause(kind, number, player, ability, named(parent), event, piece)
