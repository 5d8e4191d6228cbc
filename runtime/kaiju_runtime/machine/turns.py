"""The frame of the game: setup, turns, phases, and the phases' own questions.

A phase's own question with two or more options is where a game is committed: everything that matters
stands in the state then, and nothing on Python's stack. All else runs from commit to commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.decisions import PASS, Option
from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.hosts import RULE, Host
from kaiju_runtime.machine.pieces import BOX
from kaiju_runtime.machine.seats import Seats
from kaiju_runtime.primitives import control
from kaiju_runtime.primitives.values import holds, many, value
from kaiju_runtime.primitives.verbs_of_effects import nothing_more
from kaiju_runtime.stops import BudgetExceeded, CutTurn, GameOver, Suspend

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine

SETUP, TURN_STARTS, PHASE_STARTS, PHASE_RUNS, PHASE_ENDS, TURN_ENDS = range(6)
ROLL_OFFS = 100
"""Rounds of the roll-off for the first player before the first seat simply begins."""


def begin_turn(m: Machine, event: Event) -> None:
    m.st.set_one("step", PHASE_STARTS)


def begin_phase(m: Machine, event: Event) -> None:
    m.st.set_one("step", PHASE_RUNS)


class Turns(Seats):
    """Runs a game from one commit to the next."""

    __slots__ = ()

    def run(self) -> Any:
        """Plays on until a decision has no answer, and gives what is asked; ``None``: the game is over."""
        s, over = self.st.s, self.st.offsets["over"]
        try:
            while not s[over]:
                if self.at_step is not None:
                    self.at_step()
                asked = self.advance()
                if asked is not None:
                    return asked
        except Suspend as suspended:
            return suspended.decision
        except GameOver as over:
            if ("modify", "most") in self.hosts.known:
                self.clip()  # what was cut off has not looked whether an upper end came down
            self.st.set_one("over", 1)
            self.st.set_one("winners", sum(1 << player for player in over.winners))
            self.note("game_over", amount=len(over.winners), cause=over.cause)
        return None

    def advance(self) -> Any:
        """One step of the frame; an effect may cut the turn short. What is asked, if that is not raised."""
        step = self.st.one("step")
        try:
            if step == SETUP:
                self.set_up()
            elif step == TURN_STARTS:
                self.start_turn()
            elif step == PHASE_STARTS:
                self.start_phase()
            elif step == PHASE_RUNS:
                self.phase_question()
            elif step == PHASE_ENDS:
                self.end_phase()
            else:
                self.end_turn()
                return None
            if self.st.one("step") > TURN_STARTS and not self.st.get("alive", self.st.active):
                raise CutTurn
        except CutTurn:
            self.recover()
            self.cut_turn()
        return None

    def recover(self) -> None:
        """Forgets what was running when the turn was cut."""
        self.soon_level, self.chain, self.depth, self.cuts = 2, frozenset(), 0, []

    def start_over(self) -> None:
        """Forgets what was running when the run was left: the next one starts from a state."""
        self.recover()
        self.trial, self.leaving, self.cursor, self.pending = False, [], 0, None
        self.steps_now = self.looks_now = self.events_now = self.forced_now = 0

    # --- setup -----------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The roll-off for the first player, then the mode's setup, seen from the first player."""
        if self.p.first_player is not None and self.st.one("first") == NONE:
            self.st.set_one("first", self.roll_off())
        self.st.set_one("first", max(0, self.st.one("first")))
        self.st.set_one("active", self.st.one("first"))
        body = self.p.setup
        frame = Frame(self.st.active, NONE, None, Cause("setup", NONE, NONE, body.id), body.locals)
        try:
            self.run_body(body, frame)
        except CutTurn:  # there is no turn yet: the setup is over, and the first one begins
            self.recover()
        self.st.set_one("resume", self.st.active)
        self.st.set_one("step", TURN_STARTS)
        if self.opening is not None:
            self.opening(self.me)

    def roll_off(self) -> int:
        """The player with most symbols of a face; ties roll again, all or only the tied."""
        rule = self.p.first_player
        assert rule is not None
        contenders = self.players()
        for _ in range(ROLL_OFFS):
            shown = {}
            for player in contenders:
                dice = self.dice_pool.side_roll(player, rule.dice)
                self.write(Event("roll", who=player, player=player, amount=rule.dice, dice=dice))
                shown[player] = sum(self.st.get("dice", die) == rule.face for die in dice)
                self.dice_pool.clear_aside()
            best = [player for player in contenders if shown[player] == max(shown.values())]
            if len(best) == 1:
                return best[0]
            contenders = contenders if rule.ties == "everybody" else best
        return contenders[0]

    # --- turns -----------------------------------------------------------------------------------

    def start_turn(self) -> None:
        st = self.st
        if st.more("turn") > self.limits.turns:
            raise BudgetExceeded(
                "limit-turns",
                f"the game lasts more than {self.limits.turns} turns",
                "Look for a mode in which nobody can win.",
            )
        st.set_one("decisions", 0)
        self.clear_turn()
        st.set_one("phase", 0)
        active = st.active
        self.happen([Event("turn_starts", who=active, player=active)], begin_turn)
        if st.one("step") == TURN_STARTS:
            self.next_player()  # it was skipped: as if there had been none, so nothing hears that it ends

    def clear_turn(self) -> None:
        """Forgets what lasts for a turn: the Roll, symbols spent, budgets, totals, some counters."""
        st = self.st
        for name in ("spent", "done", "uses", "totals"):
            st.fill(name, 0)
        st.fill("dice", NONE)
        st.fill("dice_owner", NONE)
        st.set_one("side", 0)
        for number, counter in enumerate(self.p.counters):
            if counter.clear == "turn":
                for holder in range(self.p.seats if counter.holder == "player" else len(self.p.pieces)):
                    st.set_counter(number, holder, counter.least)

    def cut_turn(self) -> None:
        """The rest of the turn is dropped; it still counts as ended for what lasts until then."""
        self.finish_turn(cut=True)

    def end_turn(self) -> None:
        self.finish_turn(cut=False)

    def finish_turn(self, cut: bool) -> None:
        active = self.st.active
        event = Event("turn_ends", who=active, player=active)
        event.cut = cut
        if cut:
            phase_over = Event("phase_ends", self.st.phase, active, player=active, cut=True)
            phase_over.clock = self.st.one("clock")
            self.expire([phase_over])
        self.st.set_one("phase", 0)
        self.st.set_one("step", TURN_ENDS)
        try:
            self.happen([event], nothing_more)
        except CutTurn:
            self.recover()
        self.end_effects(event)
        self.next_player()
        self.st.set_one("step", TURN_STARTS)

    def end_effects(self, event: Event) -> None:
        """The turn is over for all that lasts until then, also for what began while it was ending."""
        event.clock = self.st.one("clock")
        self.expire([event])

    # --- phases ----------------------------------------------------------------------------------

    def start_phase(self) -> None:
        """The start of a phase; a replacement may skip the whole phase."""
        active, phase = self.st.active, self.st.phase
        self.happen([Event("phase_starts", phase, active, player=active)], begin_phase)
        if self.st.one("step") == PHASE_STARTS:
            self.next_phase()

    def end_phase(self) -> None:
        active, phase = self.st.active, self.st.phase
        self.happen([Event("phase_ends", phase, active, player=active)], nothing_more)
        self.next_phase()

    def phase_running(self) -> int:
        """The phase that has started and is not over, or -1: none is while it is about to start."""
        return self.st.phase if PHASE_RUNS <= self.st.one("step") <= PHASE_ENDS else NONE

    def next_phase(self) -> None:
        if self.st.phase + 1 < len(self.p.phases):
            self.st.more("phase")
            self.st.set_one("step", PHASE_STARTS)
        else:
            self.st.set_one("step", TURN_ENDS)

    def phase_question(self) -> None:
        """One round of a phase: its player picks an action, or the phase ends."""
        phase = self.p.phases[self.st.phase]
        if phase.over is not None and holds(self.me, Frame(self.st.active), phase.over):
            self.st.set_one("step", PHASE_ENDS)
            return
        options = self.offers()
        if phase.passes or not options:
            options.append(Option(PASS, "Done", None))
        option = options[self.ask_phase(options)]
        self.dice_pool.clear_aside()
        if option.value is None:
            self.st.set_one("step", PHASE_ENDS)
        else:
            host, slot, chosen = option.value
            self.act(host, slot, chosen)

    def ask_phase(self, options: list[Option]) -> int:
        if len(options) == 1 and not self.ask_forced:
            return 0 if options[0].value is None else self.forced()
        if self.st.more("decisions") > self.limits.idle:
            raise BudgetExceeded(
                "limit-decisions",
                f"more than {self.limits.idle} decisions in one turn",
                "Look for an action that costs nothing and can be repeated for ever.",
            )
        if self.cursor >= len(self.tape):
            if self.agent is None:
                self.st.more("decisions", -1)
            self.at_commit()
        return int(self.ask("pick one", self.st.active, "act", options, Frame(self.st.active), nested=False))

    # --- actions ---------------------------------------------------------------------------------

    def offers(self) -> list[Option]:
        """The actions that the active player may take now, rules first, then pieces."""
        active = self.st.active
        hosts = [
            host
            for window in (self.p.phases[self.st.phase].id, "turn", "any")
            for host in self.hosts.find("action", window)
            if host.you == active
        ]
        hosts.sort(key=lambda host: host.layer != RULE)
        return [option for host in hosts for option in self.action_options(host)]

    def action_options(self, host: Host) -> list[Option]:
        """The options of one action: none if it cannot be taken.

        A rule's action without a label that begins with a choice has one option for each candidate.
        """
        ability = host.ability
        frame = host.frame()
        if not (
            self.has_use(host)
            and holds(self.me, frame, ability.condition)
            and self.affordable(ability.cost, host.you, frame)
            and self.can_run(ability.block, frame)
        ):
            return []
        first = ability.block[0]
        choice = control.Choice(*first) if first[0] is control.choose else None
        if host.layer != RULE or ability.label or choice is None or choice.who is not None or choice.number:
            option = self.option_of_host(host)
            return [Option(option.key, option.label, (host, NONE, None), option.source)]
        frame.block, frame.index = ability.block, 0
        candidates = control.candidates(self.me, frame, choice)
        return [
            Option(option.key, option.label, (host, choice.slot, option.value), option.source)
            for option in self.candidate_options(choice, candidates)
        ]

    def candidate_options(self, choice: control.Choice, candidates: list[int]) -> list[Option]:
        """One option for each candidate of a choice; for dice one for each distinct set of faces."""
        if choice.kind == "die":
            most = len(candidates) if choice.plural else 1
            options = [self.dice_option(dice) for dice in self.sets_of_dice(candidates, 1, most)]
            return options if choice.plural else [Option(o.key, o.label, o.value[0]) for o in options]
        options = [self.option_of(candidate, choice.kind) for candidate in candidates]
        return [Option(o.key, o.label, [o.value], o.source) for o in options] if choice.plural else options

    def act(self, host: Host, slot: int, chosen: Any) -> None:
        """Takes an action: its budget and price first, then its body."""
        ability = host.ability
        frame = host.frame()
        frame.cause = host.cause(NONE)
        self.use(host)
        self.cover_ability(ability)
        self.settle(ability.cost, host.you, frame)
        if slot == NONE:
            self.run_body(ability, frame)
        else:
            frame.locals[slot] = chosen
            self.run_body(ability, frame, 1)

    def any_time(self, player: int) -> list[Host]:
        """The actions that a player may take at any time, if they can be taken now."""
        return [host for host in self.hosts.find("action", "any") if host.you == player and self.action_options(host)]

    def start_state(self, monsters: list[int], options: list[int], seed: int, first: int) -> None:
        """Fills a fresh state: pieces where they start, counters at their start, players in their seats."""
        st, p = self.st, self.p
        st.set_one("seed", seed)
        st.set_one("first", first)
        st.set_one("source", NONE)
        for index, chosen in enumerate(options):
            st.put("options", index, chosen)
        st.fill("dice", NONE)
        st.fill("dice_owner", NONE)
        st.fill("at", NONE)
        for name in ("owner", "copy", "loc"):
            st.fill(name, NONE)
        for seat, monster in enumerate(monsters):
            st.put("alive", seat, 1)
            st.put("monster", seat, monster)
            st.put("at", seat, self.start_place())
        self.deal(monsters)
        for number, counter in enumerate(p.counters):
            if counter.holder == "player" and counter.start is not None:
                for seat in range(len(monsters)):
                    st.set_counter(number, seat, int(value(self.me, Frame(seat), counter.start)))

    def start_place(self) -> int:
        """Where players stand at the start: the mode's first crowded space, if it has places."""
        return next((len(self.p.pieces) + i for i, space in enumerate(self.p.spaces) if space.crowd), NONE)

    def deal(self, monsters: list[int]) -> None:
        """Lays every piece where it starts; monsters that do not take part stay in the box with their pieces."""
        p, st = self.p, self.st
        seat_of = {monster: seat for seat, monster in enumerate(monsters)}
        area = p.zones[1]
        for number, piece in enumerate(p.pieces):
            monster = number if number in p.monsters else piece.monster
            seat = seat_of.get(monster, NONE)
            if number in seat_of:
                location = area.location(seat)
            elif monster != NONE and seat == NONE:
                location = p.zones[BOX].first
            elif piece.start_zone != NONE and p.zones[piece.start_zone].per_player:
                location = p.zones[piece.start_zone].location(max(0, seat))
            else:
                location = piece.start
            st.put("owner", number, seat)
            self.put(number, location)
            zone = self.zone_of(number)
            st.put("seen", number, 0 if zone is not None and zone.hidden else (1 << p.seats) - 1)
            if not self.in_play(number):
                continue
            self.fresh_memory(number)


__all__ = ["SETUP", "Turns", "many"]
