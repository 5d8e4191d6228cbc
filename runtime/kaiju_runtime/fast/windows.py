"""Windows and conditions where something does answer: the reference order, with generated tests and bodies."""

from __future__ import annotations

from typing import Any

from kaiju_runtime.fast.board import FastBoard
from kaiju_runtime.fast.hosts import FastHosts
from kaiju_runtime.frames import NONE, Event, Frame
from kaiju_runtime.hosts import EFFECT, LAYERS, PIECE, RULE, Host, Waiting
from kaiju_runtime.layout import Layout, State
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.machine import Machine
from kaiju_runtime.machine.windows import Body
from kaiju_runtime.program import Ability, Program
from kaiju_runtime.stops import CutProcedure, CutTurn

Ready = tuple[Any, int]
NOBODY = (NONE, NONE, False)
"""What a frame says of the piece of an ability that belongs to none."""
EVERYTHING = -1
"""All kinds of writes are marked."""


class FastWindows(Machine):
    """Events that something answers to."""

    __slots__ = ("budgets", "code", "held", "held_for", "layers")

    code: Any
    layers: dict[int, str]
    budgets: dict[int, tuple[int, ...]]
    held: dict[int, list[tuple[int, int, tuple[int, int, bool]]]]
    """By bits of what is in play: each piece with its owner and what a frame says of it, as long as ``held_for`` is
    the epoch."""
    held_for: int

    def __init__(self, program: Program, layout: Layout, state: State, limits: Limits = DEFAULT) -> None:
        super().__init__(program, layout, state, limits)
        self.hosts = FastHosts(self)  # type: ignore[arg-type]
        self.held, self.held_for = {}, NONE
        self.board = FastBoard(self)

    # --- conditions --------------------------------------------------------------------------------

    def mark_everything(self) -> None:
        s, at = self.st.s, self.code.dirty
        s[at] = s[at + 1] = EVERYTHING

    def mark(self, kind: str, index: int = NONE) -> None:
        """Marks that something of a kind was written, or that an event happened: then its key is the index."""
        marks = self.code.names.get("MARKS")
        if marks is None:
            return
        bits = marks.get((kind, index))
        if bits is None:
            self.mark_everything()
            return
        s, at = self.st.s, self.code.dirty
        s[at] |= bits[0]
        s[at + 1] |= bits[1]

    def soon(self, *written: tuple[str, int]) -> None:
        if self.silent:
            return
        for kind, index in written:
            self.mark(kind, index)
        if not written:
            self.mark_everything()
        self.soon_at(0)
        self.soon_at(1)

    def soon_at(self, level: int) -> None:
        s, look = self.st.s, self.code.soon[level]
        if look is not None and s[self.code.dirty + level] and not self.silent:
            look(self, s)

    def holds_for(self, host: Host) -> bool:
        """Whether the condition of a host's ability holds now."""
        bound = self.locals_of(host)
        test = self.code.names["IF"][host.ability.id]
        return bool(test(self, self.st.s, host.you, host.this, self.of_host(host), None, None, bound))

    def run_fresh(
        self, fresh: list[Any], level: int, cut: CutTurn | CutProcedure | None
    ) -> CutTurn | CutProcedure | None:
        """As the reference machine does; each comes as an ability and its player, and its piece if it has one."""
        return super().run_fresh([self.host_of(*each) for each in fresh], level, cut)

    def host_of(self, ability: Any, you: int, this: int = NONE, host: tuple[int, int, bool] = NOBODY) -> Host:
        """The host of an ability of a rule or counter, or of a piece of which a frame says ``host``."""
        if this == NONE:
            return Host(ability, self.layers[ability.id], you, NONE, NONE, max(you, 0))
        return Host(ability, PIECE, you, this, host[1], this, copied=host[2])

    def place_in_order(self, found: tuple[Any, ...]) -> tuple[int, bool, int, int]:
        """Where an ability of a piece stands among others of pieces: the key of the canonical order."""
        ability, you, this, host = found[:4]
        return self.code.turn_order[self.st.s[self.code.active]][you], host[2], this, ability.id

    # --- events ------------------------------------------------------------------------------------

    def let_happen(self, events: list[Event], body: Body) -> None:
        """The steps of ``Windows``; conditions are looked at only where something was marked."""
        happened = self.carry_out(self.coming(events), body)
        self.mark(events[0].name, events[0].key if events[0].name in ("gain", "lose") else NONE)
        self.after(happened)
        self.soon_at(0)
        self.soon_at(1)

    def is_met(self, s: list[int], events: list[Event]) -> bool:
        """Whether something forbids or replaces an event that is about to happen, or helps against it."""
        before = self.code.names["BEFORE"].get(events[0].name)
        for event in events:
            event.clock = s[self.code.clock]
            if (before is not None and self.is_replaced(s, event, before)) or self.forbidden(event):
                return True
            if self.helps(event) or self.delayed(event):
                return True
        return False

    def is_replaced(self, s: list[int], event: Event, before: Any) -> bool:
        found = before(self, s, event)
        if len(found) != 1:
            return bool(found)
        ability, you, this, host, bound = found[0]
        idle = self.code.names["IDLE"].get(ability.id)
        return idle is None or not idle(self, s, event.actor if you == NONE else you, this, host, event, None, bound)

    def replacements(self, event: Event) -> list[Waiting]:
        before = self.code.names["BEFORE"].get(event.name)
        gone_by = event.used | event.declined
        found = [
            Waiting(self.host_of(ability, you, this, host), event, bound)
            for ability, you, this, host, bound in (() if before is None else before(self, self.st.s, event))
        ]
        found += self.delayed(event)
        return [each for each in found if each.host.key not in gone_by and self.may_use(each)]

    def delayed(self, event: Event) -> list[Waiting]:
        """The effects that wait for the next time that such an event is to come."""
        found = []
        for host in self.hosts.find("next_before", event.name):
            bound = self.heard(host, event)
            if bound is not None:
                found.append(Waiting(host, event, bound))
        return found

    def after(self, happened: list[Event]) -> None:
        """As the reference machine does, where no generated function knows the triggers of pieces."""
        first = happened[0] if happened else None
        known = None if first is None else self.code.names["HEAR"].get((first.name, first.key))
        if known is not None:
            hear, alone = known
            s = self.st.s
            ready = [each for event in happened for each in hear(self, s, event)]
            if None not in ready:
                self.after_heard(happened, ready, alone)
                return
        super().after(happened)

    def run_layers(self, batch: list[Waiting]) -> CutTurn | CutProcedure | None:
        """As the reference machine does; between layers in which nobody waits nothing can come true."""
        outer, first, self.cuts = self.cuts, None, []
        try:
            places = sorted({LAYERS[each.host.layer] for each in batch})
            if places[0] > LAYERS[PIECE] and (cut := self.judge(None)) is not None:
                self.cuts.append(cut)
            for place in places:
                layer = batch if len(places) == 1 else [each for each in batch if LAYERS[each.host.layer] == place]
                self.run_layer(layer, place < LAYERS[RULE])
            first = self.cuts[0] if self.cuts else None
        finally:
            self.cuts = outer
        return first

    def run_batch(self, batch: list[Waiting]) -> None:
        if not batch:
            return
        if len(batch) > 1:
            super().run_batch(batch)
            return
        outer, self.chain = self.chain, frozenset()
        try:
            cut = self.run_alone(batch[0])
        finally:
            self.chain = outer
        if cut is not None:
            raise cut

    def run_alone(self, waiting: Waiting) -> CutTurn | CutProcedure | None:
        """Runs a batch of one trigger as ``run_layers`` does."""
        rule = waiting.host.layer == RULE
        cut = None if waiting.host.layer in (PIECE, EFFECT) else self.judge(None)
        outer = self.soon_level
        if not rule:
            self.soon_level = min(outer, 1)
        try:
            if not self.is_of_the_fallen(waiting) and self.has_use(waiting.host) and self.is_taken(waiting):
                self.run_waiting(waiting)
        except (CutTurn, CutProcedure) as problem:
            cut = cut or problem
        finally:
            self.soon_level = outer
        return cut if rule else self.judge(cut)

    def is_taken(self, waiting: Waiting) -> bool:
        """Whether a trigger that waits alone runs: its player is asked if it is an offer."""
        if waiting.host.ability.offer is None:
            return True
        return self.still_offered(waiting) and self.ask_which(self.controller(waiting), [waiting], done=True) == 0

    def order_of_shares(self, layer: list[Waiting]) -> list[int]:
        players = {self.controller(each) for each in layer}
        if len(players) < 2:
            return list(players)
        order = self.code.turn_order[self.st.s[self.code.active]]
        return sorted(players, key=lambda player: order[player])

    def controller(self, waiting: Waiting) -> int:
        return self.offered_to(waiting)

    def still_offered(self, waiting: Waiting) -> bool:
        host = waiting.host
        if host.layer == PIECE and not self.still_there(host):
            return False
        test = self.code.names["IF"][host.ability.id]
        return bool(test(*self.arguments(waiting))) and self.has_use(host) and self.may_use(waiting)

    def may_use(self, waiting: Waiting) -> bool:
        ability = waiting.host.ability
        if ability.offer is None:
            return True
        who = self.offered_to(waiting)
        if who == NONE or not self.st.s[self.code.alive + who]:
            return False
        return bool(self.code.names["MAY"][ability.id](*self.arguments(waiting), who))

    def arguments(self, waiting: Waiting) -> tuple[Any, ...]:
        """What the functions of a waiting ability are called with."""
        host, event = waiting.host, waiting.event
        you = event.actor if host.you == NONE and event is not None else host.you
        return self, self.st.s, you, host.this, self.of_host(host), event, None, waiting.bound

    def add_to_totals(self, event: Event) -> None:
        self.code.names["totals"](self, self.st.s, event)

    def ends_it(self, host: Host, event: Event) -> bool:
        until = self.code.names["UNTIL"].get(host.ability.id)
        if until is None or host.stamp > event.clock:
            return False
        bound = self.locals_of(host)
        you = event.actor if host.you == NONE else host.you
        return bool(until(self, self.st.s, you, host.this, self.of_host(host), event, None, bound))

    def run_standing(self, ready: list[Ready], event: Event) -> None:
        """Runs several triggers of rules and counters, or one that is an offer."""
        batch = [self.waiting(self.host_of(*each), event) for each in ready]
        self.run_batch([each for each in batch if each.host.ability.first])
        self.run_batch([each for each in batch if not each.host.ability.first])

    def ready(self, host: Host, event: Event) -> bool:
        return self.heard(host, event) is not None

    def waiting(self, host: Host, event: Event | None) -> Waiting:
        bound = self.locals_of(host)
        if event is not None and host.ability.pattern is not None:
            self.matching(host, event, bound)
        return Waiting(host, event, bound)

    def heard(self, host: Host, event: Event) -> list[Any] | None:
        """The locals of an ability that hears an event, or ``None``."""
        if host.you != event.who and host.you != NONE and host.ability.id in self.code.about_you:
            return None
        if host.stamp > event.clock and host.layer in (PIECE, EFFECT):
            return None
        if host.ability.once >= 0 and not self.has_use(host):
            return None
        bound = self.locals_of(host)
        return bound if self.matching(host, event, bound) else None

    def matching(self, host: Host, event: Event, bound: list[Any]) -> bool:
        """Whether an ability hears an event; its locals are bound on the way."""
        you = event.actor if host.you == NONE else host.you
        match = self.code.names["MATCH"][host.ability.id]
        return bool(match(self, self.st.s, you, host.this, self.of_host(host), event, None, bound))

    def triggers(self, events: list[Event]) -> list[Waiting]:
        batch = []
        for event in events:
            for host in self.hosts.find("when", event.name):
                bound = self.heard(host, event)
                if bound is not None:
                    batch.append(Waiting(host, event, bound))
            for host in self.hosts.find("next", event.name):
                bound = self.heard(host, event)
                if bound is not None:
                    batch.append(Waiting(host, event, bound))
                    self.me.drop_effect(host.number)
        return batch

    def after_heard(self, events: list[Event], ready: list[Any], alone: bool) -> None:
        """What follows on events that have happened, where the triggers of pieces have been found already.

        ``alone``: no rule or counter answers to such events.
        """
        order = self.code.turn_order[self.st.s[self.code.active]]
        batch = [
            Waiting(Host(ability, PIECE, you, this, host[1], this, copied=host[2]), e, bound)
            for ability, you, this, host, e, bound in sorted(
                ready, key=lambda each: (events.index(each[4]), order[each[1]], each[3][2], each[2], each[0].id)
            )
        ]
        for event in () if alone else events:
            for host in self.hosts.standing(("when", event.name)):
                bound = self.heard(host, event)
                if bound is not None:
                    batch.append(Waiting(host, event, bound))
        self.run_triggers(events, batch)

    def unused(self, ability: Ability, piece: int) -> bool:
        """Whether the budget of a piece's ability has a use left."""
        slot = self.layout.uses.get((PIECE, piece, ability.id))
        return slot is None or self.st.get("uses", slot) == 0

    def use_up(self, ability: Ability, piece: int) -> None:
        slot = self.layout.uses.get((PIECE, piece, ability.id))
        if slot is not None:
            self.st.put("uses", slot, 1)

    def offered_to(self, waiting: Waiting) -> int:
        offer = waiting.host.ability.offer
        if offer is not None and offer.who is not None:
            return super().offered_to(waiting)
        you, event = waiting.host.you, waiting.event
        return event.actor if you == NONE and event is not None else you

    def prohibited(self, event: Event) -> Host | None:
        s, play = self.st.s, self.code.play
        bits = self.code.forbidding.get(event.name, (0, 0))
        if bits is not None and not s[play] & bits[0] and not s[play + 1] & bits[1]:
            return None
        for host in self.hosts.find("cannot", event.name):
            bound = self.locals_of(host)
            if self.matching(host, event, bound):
                return host
        return None

    @staticmethod
    def locals_of(host: Host) -> list[Any]:
        """The locals with which an ability begins: what an effect has kept."""
        return [*host.captured, *([NONE] * (host.ability.locals - len(host.captured)))]

    @staticmethod
    def of_host(host: Host) -> tuple[int, int, bool]:
        """The piece, incarnation and copying that a frame of the host has."""
        return (host.this, host.stamp if host.layer == PIECE else host.incarnation, host.copied)

    def run_waiting(self, waiting: Waiting) -> None:
        ability, host = waiting.host.ability, waiting.host
        event = waiting.event
        cause = host.cause(NONE if event is None else event.number)
        self.use(host)
        self.me.cover_ability(ability)
        you = host.you
        if you == NONE and event is not None:
            you = event.actor
        if ability.offer is not None and ability.offer.cost is not None:
            frame: Frame = waiting.frame()
            frame.cause = cause
            self.me.settle(ability.offer.cost, self.offered_to(waiting), frame)
        do = self.code.names["DO"][ability.id]
        do(self, self.st.s, you, host.this, self.of_host(host), event, cause, waiting.bound[:])
