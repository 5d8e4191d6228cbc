"""The executor that runs generated code: the reference machine with its work taken over, part by part.

What the generated module has no function for is done by the reference interpreter on the same state, so both always
agree on what a program means. What is kept here beside the state: two words of bits that tell what could answer to
an event, and two that tell what conditions have to look at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kaiju_runtime.decisions import NO, YES, Kind, Option
from kaiju_runtime.dice import block as words_of_block
from kaiju_runtime.fast.code import Compiled, compiled
from kaiju_runtime.fast.questions import DiceSets, Question
from kaiju_runtime.fast.places import FastPlaces
from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.hosts import PIECE, RULE, Host
from kaiju_runtime.layout import EFFECT_WIDTH, EFFECTS, Layout, State
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.machine import Machine
from kaiju_runtime.machine.core import EventRecord
from kaiju_runtime.primitives.values import value
from kaiju_runtime.primitives.verbs_of_effects import nothing_more
from kaiju_runtime.program import Ability, Program
from kaiju_runtime.stops import BudgetExceeded, Matters, Suspend

EVERYTHING = -1
"""All kinds of writes are marked."""


class FastMachine(FastPlaces):
    """A running game on generated code."""

    def __init__(self, program: Program, layout: Layout, state: State, limits: Limits = DEFAULT) -> None:
        super().__init__(program, layout, state, limits)
        self.code: Compiled = compiled(program, layout)
        self.layers, self.budgets = self.code.layers, self.code.budgets
        self.ranks = self.code.ranks
        if len(state.s) == layout.size:
            state.s += [0] * 4
        if any(state.s):
            self.derive()

    @classmethod
    def make(cls, program: Program, layout: Layout, state: State, limits: Limits) -> Machine:
        code = compiled(program, layout)
        if code.model is None:
            code.model = cls(program, layout, State(layout), limits)
        if len(state.s) == layout.size:
            state.s += [0] * 4
        machine: FastMachine = code.model.twin(state, [])
        machine.limits, machine.logging = limits, True
        if any(state.s):
            machine.derive()
        return machine

    # --- running ---------------------------------------------------------------------------------

    def run(self) -> None:
        self.turn = self.code.names["turn"]
        super().run()

    def advance(self) -> None:
        s = self.st.s
        if s[self.code.step] == 0:
            self.set_up()
        else:
            self.turn(self, s)

    def run_body(self, ability: Ability, frame: Frame, start: int = 0) -> None:
        """Runs the generated function of an ability's statements."""
        names, s = self.code.names, self.st.s
        if start:
            names["TAKE"][ability.id](self, s, frame.you, frame.locals[ability.block[0][7]])
            return
        procedure = self.code.procedures.get(ability.id)
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
        """Carries out one statement as the reference interpreter does."""
        self.mark_everything()
        frame.locals += [NONE] * (self.code.most_locals - len(frame.locals))
        self.charge(node[1])
        node[0](self, frame, node)
        self.mark_everything()

    def mark_everything(self) -> None:
        s, at = self.st.s, self.code.dirty
        s[at] = s[at + 1] = EVERYTHING

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

    # --- what is derived from the state ------------------------------------------------------------

    def derive(self) -> None:
        """Computes the words behind the canonical state."""
        play = 0
        for piece in range(len(self.p.pieces)):
            if self.st.get("loc", piece) >= 0 and self.in_play(piece):
                play |= 1 << piece
        self.st.s[self.code.play] = play
        self.derive_copies()
        self.derive_effects()
        self.mark_everything()

    def derive_copies(self) -> None:
        """Sets the bits of what is being copied by pieces in play."""
        s, pieces = self.st.s, len(self.p.pieces)
        play = s[self.code.play] & ((1 << pieces) - 1)
        for copier in self.layout.copiers:
            model = self.st.get("copy", copier)
            if model != NONE and play >> copier & 1:
                play |= 1 << (pieces + model)
        s[self.code.play] = play

    def derive_effects(self) -> None:
        start, bits = self.st.offsets["effects"], 0
        for number in self.st.s[start : start + EFFECTS * EFFECT_WIDTH : EFFECT_WIDTH]:
            if number:
                bits |= self.code.effect_bits.get(number - 1, 0)
        self.st.s[self.code.play + 1] = bits

    def changed(self, piece: int, entered: bool) -> None:
        s, bit = self.st.s, 1 << piece
        s[self.code.play] = s[self.code.play] | bit if self.in_play(piece) else s[self.code.play] & ~bit
        if self.layout.copiers:
            self.derive_copies()
        self.mark_everything()
        super().changed(piece, entered)

    def refill(self, location: int, source: int) -> None:
        self.mark_everything()
        super().refill(location, source)

    def set_copy(self, piece: int, model: int) -> None:
        super().set_copy(piece, model)
        self.derive_copies()
        self.clip()

    def end_copy(self, piece: int) -> None:
        super().end_copy(piece)
        self.derive_copies()
        self.clip()

    def start_effect(self, ability: Ability, frame: Frame, captures: list[Any]) -> None:
        self.st.s[self.code.play + 1] |= self.code.effect_bits.get(ability.id, 0)
        super().start_effect(ability, frame, captures)

    def drop_effect(self, row: int) -> None:
        super().drop_effect(row)
        self.derive_effects()
        self.mark_everything()

    def expire(self, events: list[Event]) -> None:
        if self.st.s[self.code.play + 1]:
            super().expire(events)

    # --- chance ------------------------------------------------------------------------------------

    def below(self, limit: int) -> int:
        """A chance number of the game's stream."""
        if self.trial:
            raise Matters
        s, code = self.st.s, self.code
        seed, position, ceiling = s[code.seed], s[code.rng], (2**32 // limit) * limit
        while True:
            drawn = words_of_block("game", seed, position >> 8)[position & 255]
            position += 1
            if drawn < ceiling:
                s[code.rng] = position
                s[code.hidden] += 1
                return drawn % limit

    def shuffled(self, pieces: list[int]) -> list[int]:
        order = sorted(pieces)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def shuffle(self, location: int) -> None:
        s, code = self.st.s, self.code
        pieces = self.pieces_at(location)
        for rank, piece in enumerate(self.shuffled(pieces)):
            s[code.rank + piece] = rank
        if code.places.hidden[location]:
            for piece in pieces:
                s[code.seen + piece] = 0

    def top(self, location: int, number: int, may_refill: bool = True) -> list[int]:
        s, code = self.st.s, self.code
        loc, end = code.loc, code.loc + code.pieces
        there = s[loc:end].count(location)
        if number > there or number < 0 or location >= self.p.locations or code.places.row[location]:
            return super().top(location, number, may_refill)
        found = []
        for rank in range(there - 1, there - 1 - number, -1):
            at = code.rank - 1
            while True:
                at = s.index(rank, at + 1)
                if s[at - code.rank + loc] == location:
                    break
            found.append(at - code.rank)
        return found

    def throw(self, s: list[int], number: int) -> list[int]:
        """New faces for a number of dice, as :meth:`DicePool.throw` gives them."""
        if self.trial:
            raise Matters
        code = self.code
        s[code.throws] += 1
        if self.script is not None:
            scripted = self.scripted(s[code.throws] - 1, number)
            if scripted is not None:
                s[code.hidden] += 1
                return scripted
        start = s[code.rng]
        faces, at = code.faces_of_block(s[code.seed], start >> 8), start & 255
        found = list(faces[at : at + number])
        if len(found) < number or NONE in found:
            found = [self.dice_pool.below(len(self.p.faces)) for _ in range(number)]
            s[code.hidden] += 1
            return found
        s[code.rng] = start + number
        s[code.hidden] += number + 1
        return found

    def roll_aside(self, who: int, number: int, why: Cause | None) -> None:
        """A roll that is not the active player's, or of too many dice."""
        pool = self.dice_pool
        dice = pool.new_roll(who, number) if who == self.st.active else pool.side_roll(who, number)
        self.happen([Event("roll", who=who, player=who, amount=len(dice), dice=dice, cause=why)], nothing_more)

    def dice_sets(self, s: list[int], dice: list[int], most: int, plural: bool) -> DiceSets | list[Any]:
        """Every set of faces that can be made of some dice; without ``plural`` one die each."""
        if not plural:
            return [each[0] for each in self.sets_of_dice(dice, 1, most)]
        return DiceSets(self, dice, 1, most)

    def may_reroll_now(self, you: int, die: int, why: Cause | None) -> bool:
        return not self.prohibited(Event("reroll", who=you, player=you, dice=[die], cause=why))

    def may_fall(self, player: int, why: Cause | None) -> bool:
        return not self.prohibited(Event("eliminate", who=player, player=player, cause=why))

    # --- actions -----------------------------------------------------------------------------------

    def offer_pieces(self, parts: list[Any], window: str, active: int) -> int:
        """Adds the actions of the active player's pieces and effects in a window; how many."""
        found = 0
        for host in self.hosts.movable(("action", window)):
            if host.you == active and self.can_act(host):
                parts.append((host.ability, host, None))
                found += 1
        return found

    def can_act(self, host: Host) -> bool:
        """Whether an action of a piece or effect can be taken now."""
        ability = host.ability
        if ability.once >= 0 and not self.has_use(host):
            return False
        bound = [*host.captured, *([NONE] * (ability.locals - len(host.captured)))]
        offer = self.code.names["OFFER"][ability.id]
        return bool(ability.block) and offer(self, self.st.s, host.you, host.this, self.of_host(host), None, None, bound)

    def any_time(self, player: int) -> list[Host]:
        return [host for host in self.hosts.find("action", "any") if host.you == player and self.helps_now(host)]

    def helps_now(self, host: Host) -> bool:
        return bool(self.action_options(host)) if host.layer == RULE else self.can_act(host)

    def after_turn(self) -> None:
        """Ends effects, and lets extra turns come first."""
        event = Event("turn_ends", who=self.st.active, player=self.st.active)
        event.clock = self.st.one("clock")
        self.expire([event])
        self.next_player()

    def too_many_turns(self) -> None:
        raise BudgetExceeded(
            "limit-turns",
            f"the game lasts more than {self.limits.turns} turns",
            "Look for a mode in which nobody can win.",
        )

    # --- questions ---------------------------------------------------------------------------------

    def ask_phase_now(self, s: list[int], active: int, parts: list[Any], number: int) -> int:
        """The position of the action that the active player picks; the last one ends the phase if it may."""
        s[self.code.decisions] += 1
        if s[self.code.decisions] > self.limits.idle:
            raise BudgetExceeded(
                "limit-decisions",
                f"more than {self.limits.idle} decisions in one turn",
                "Look for an action that costs nothing and can be repeated for ever.",
            )
        question = Question("pick one", active, "act", number, parts, 1, 1, False)
        if self.agent is not None:
            self.cursor = self.steps_now = self.looks_now = self.events_now = 0
            return int(self.agent(self, question))
        if self.cursor >= len(self.tape):
            s[self.code.decisions] -= 1
            self.commit()
        return int(self.answered(question))

    def labelled(self, parts: list[Any]) -> list[Option]:
        """The options of a phase's question."""
        found: list[Option] = []
        passes = self.p.phases[self.st.phase].passes
        active = self.st.active
        for ability, host, choices in parts:
            at = host or Host(ability, self.layers[ability.id], active, NONE, NONE, active)
            if choices is None:
                found.append(self.option_of_host(at))
            else:
                kind = ability.block[0][6]
                found += [self.option_for(each, kind) for each in choices]
        if passes or not found:
            found.append(Option("pass", "Done"))
        return found

    def option_for(self, candidate: Any, kind: str) -> Option:
        if kind == "die":
            return self.dice_option(candidate if isinstance(candidate, list) else [candidate])
        return self.option_of(candidate[0] if isinstance(candidate, list) else candidate, kind)

    def answered(self, question: Question) -> Any:
        """The answer of the tape, or of the bot that plays a batch; else everything waits."""
        if self.trial:
            raise Matters
        if self.cursor < len(self.tape):
            self.cursor += 1
            return self.tape[self.cursor - 1]
        if self.cursor >= self.limits.questions:
            raise BudgetExceeded(
                "limit-questions",
                f"more than {self.limits.questions} questions for one answer",
                "Look for an effect that asks again and again.",
            )
        if self.agent is None:
            raise Suspend(question)
        self.cursor += 1
        return self.agent(self, question)

    def ask(
        self,
        kind: Kind,
        player: int,
        prompt: str,
        options: list[Option],
        frame: Frame,
        node: Any = None,
        *,
        least: int = 1,
        most: int = 1,
        nested: bool = True,
    ) -> Any:
        if kind == "pick one" and len(options) == 1 and (nested or not self.ask_forced):
            return 0
        source = (frame.this, frame.ability, node[1] if node else NONE)
        return self.answered(Question(kind, player, prompt, len(options), lambda m: options, least, most, nested, source))

    def pick_yes(self, who: int, label: str, source: tuple[int, int, int]) -> bool:
        options = [Option(YES, label or "Yes"), Option(NO, "No")]
        return bool(self.answered(Question("yes or no", who, "may", 2, lambda m: options, source=source)) == 0)

    def pick_label(self, who: int, labels: list[str], source: tuple[int, int, int]) -> int:
        if len(labels) == 1:
            return 0

        def build(m: Any) -> list[Option]:
            return [Option(m.label_key(label), label) for label in labels]

        source = (source[0], source[1], NONE)
        return int(self.answered(Question("pick one", who, "choose", len(labels), build, source=source)))

    def choose_one(self, who: int, found: list[int], kind: str, source: tuple[int, int, int]) -> int:
        def build(m: Any) -> list[Option]:
            return [m.option_of(each, kind) for each in found]

        return found[self.answered(Question("pick one", who, "choose", len(found), build, source=source))]

    def choose(
        self,
        who: int,
        found: list[int],
        kind: str,
        least: int,
        most: int,
        plural: bool,
        source: tuple[int, int, int],
    ) -> Any:
        """What a choice of several, or of dice, binds."""
        if kind == "die":
            sets = DiceSets(self, found, least, most)
            picked = sets[0]
            if len(sets) > 1:
                build: Callable[[Any], list[Option]] = lambda m: [m.dice_option(each) for each in sets]  # noqa: E731
                picked = sets[self.answered(Question("pick one", who, "choose", len(sets), build, source=source))]
            return picked if plural else picked[0]
        if least == len(found):
            return found
        chosen = self.answered(
            Question(
                "pick some",
                who,
                "choose",
                len(found),
                lambda m: [m.option_of(each, kind) for each in found],
                least,
                most,
                source=source,
            )
        )
        return [found[position] for position in chosen]

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
    ) -> None:
        """Logs an event that has been counted already."""
        if self.trial:
            return
        code = self.code
        faces = tuple(s[code.dice + die] for die in dice)
        number, turn = s[code.events] - 1, s[code.turn]
        self.log.append(EventRecord(number, name, key, who, player, what, amount, to, faces, args, named(why), turn))

    def write(self, event: Event) -> None:
        event.cause = named(event.cause)
        super().write(event)


def named(why: Any) -> Cause | None:
    """A cause with names, from the plain tuple that generated code makes."""
    if why is None or type(why) is Cause:
        return why
    kind, number, player, ability, parent, event, piece = why
    return Cause(kind, number, player, ability, named(parent), event, piece)


__all__ = ["PIECE", "RULE", "FastMachine"]
