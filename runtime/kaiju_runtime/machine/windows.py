"""What happens around an event: prohibitions, replacements, triggers, conditions.

The order of one event (``happen``):

1. what ``cannot`` happen is dropped; then the replacements (``before``), by stage;
2. it happens;
3. the batch of triggers (``when``) is formed, their conditions are read now;
4. conditions marked ``first`` that have become true;
5. the batch runs: those marked ``first``, then pieces, counters, rules, each player ordering their own;
6. all other ``as soon as`` conditions: after the pieces, after the counters, and at the end.

While triggers of pieces and counters run, what they make true waits until all of their layer have run. So all who are
hit together are hit before anybody falls. Rules of the mode find everything judged, and conditions are looked at after
each of their statements, as they are for actions. Conditions marked ``first`` never wait.

A set as subject is one batch: all replacements, all bodies, one batch of triggers. Effects that last
end after the batch of the event that they last until.
"""

from __future__ import annotations

from collections.abc import Callable

from kaiju_runtime.decisions import PASS, Option
from kaiju_runtime.frames import NONE, Event, Frame
from kaiju_runtime.hosts import EFFECT, LAYERS, PIECE, RULE, Host, Waiting
from kaiju_runtime.machine.replacements import Replacements
from kaiju_runtime.primitives.values import holds, value
from kaiju_runtime.stops import BudgetExceeded, CutProcedure, CutTurn

Body = Callable[..., None]
EARLY = ("call", "resolve_face", "resolve_thing", "turn_starts", "phase_starts", "phase_ends", "turn_ends")
"""Events that are logged before what they contain."""


class Windows(Replacements):
    """Events and everything that reacts to them."""

    __slots__ = ()

    def happen(self, events: list[Event], body: Body) -> None:
        """Lets a batch of events happen, in the order that the module describes."""
        if self.silent:
            for event in events:
                body(self, event)
            return
        if not events:
            return
        self.enter_event(events)
        try:
            self.let_happen(events, body)
        finally:
            self.depth -= 1

    def let_happen(self, events: list[Event], body: Body) -> None:
        """The six steps of a batch of events."""
        self.after(self.carry_out(self.coming(events), body))
        self.me.soon()

    def after(self, happened: list[Event]) -> None:
        """What follows on events that have happened, up to the conditions that come true last."""
        self.run_triggers(happened, self.triggers(happened))

    def run_triggers(self, happened: list[Event], batch: list[Waiting]) -> None:
        """Runs the batch of triggers of some events, and ends what lasted until them."""
        self.me.soon_at(0)
        try:
            self.run_batch([each for each in batch if each.host.ability.first])
            self.run_batch([each for each in batch if not each.host.ability.first])
        finally:
            self.settle_after(happened)

    def settle_after(self, happened: list[Event]) -> None:
        """Ends what lasted until these events, also when the turn or a procedure was cut; counters obey their ends."""
        self.me.expire(happened)
        if ("modify", "most") in self.hosts.known:
            self.clip()

    def enter_event(self, events: list[Event]) -> None:
        """Counts a batch of events; one that is too deep in others is told with the effect that it comes from."""
        self.events_now += len(events)
        if self.events_now > self.limits.events:
            raise BudgetExceeded(
                "limit-events",
                f"more than {self.limits.events} events for one answer",
                "Look for effects that keep setting each other off.",
            )
        if self.depth >= self.limits.depth:
            raise BudgetExceeded(
                "limit-depth",
                f"events inside events, {self.limits.depth} deep{self.written_at(events[0])}",
                "Look for effects that keep setting each other off.",
            )
        self.depth += 1

    def written_at(self, event: Event) -> str:
        """`` (file:line)`` of the effect that an event comes from, or nothing."""
        number = NONE if event.cause is None else event.cause.ability
        return "" if number == NONE or (found := self.p.abilities[number]) is None else f" ({found.where})"

    def carry_out(self, events: list[Event], body: Body) -> list[Event]:
        """Runs the bodies; returns the events that really happened, with their real amounts."""
        happened = []
        for event in events:
            if event.name in EARLY and event.amount > 0:
                self.me.write(event)
            body(self, event)
            if event.amount > 0:
                happened.append(event)
                if event.name not in EARLY:
                    self.me.write(event)
        for event in happened:
            self.add_to_totals(event)
        return happened

    def add_to_totals(self, event: Event) -> None:
        st, seats = self.st, self.p.seats
        for number, pattern in enumerate(self.p.totals):
            if pattern.event == event.name:
                for seat in range(seats):
                    frame = Frame(seat, NONE, event, None, 1)
                    frame.locals[0] = seat
                    if self.matches(pattern, event, frame):
                        at = number * seats + seat
                        st.put("totals", at, st.get("totals", at) + event.amount)

    # --- triggers --------------------------------------------------------------------------------

    def triggers(self, events: list[Event]) -> list[Waiting]:
        """The batch of triggers of some events; effects for the next time are used up as they are noted."""
        batch = []
        for event in events:
            for host in self.hosts.find("when", event.name):
                if self.ready(host, event):
                    batch.append(self.waiting(host, event))
            for host in self.hosts.find("next", event.name):
                if self.ready(host, event):
                    batch.append(self.waiting(host, event))
                    self.me.drop_effect(host.number)
        return batch

    def run_batch(self, batch: list[Waiting]) -> None:
        """Runs triggers: pieces, counters, rules; within a layer player by player in turn order."""
        if not batch:
            return
        outer, self.chain = self.chain, frozenset()
        try:
            cut = self.run_layers(batch)
        finally:
            self.chain = outer
        if cut is not None:
            raise cut

    def run_layers(self, batch: list[Waiting]) -> CutTurn | CutProcedure | None:
        """Runs a batch to its end; what cut the turn or a procedure on the way takes effect afterwards."""
        outer, first, self.cuts = self.cuts, None, []
        try:
            for place in sorted(set(LAYERS.values())):
                self.run_layer([each for each in batch if LAYERS[each.host.layer] == place], place < LAYERS[RULE])
            first = self.cuts[0] if self.cuts else None
        finally:
            self.cuts = outer
        return first

    def run_layer(self, layer: list[Waiting], quiet: bool) -> None:
        """Runs the triggers of a layer; in a quiet one, conditions are looked at when all have run."""
        outer = self.soon_level
        if quiet:
            self.soon_level = min(outer, 1)
        try:
            for player in self.order_of_shares(layer):
                self.run_share(player, [each for each in layer if self.controller(each) == player])
        finally:
            self.soon_level = outer
        if quiet and (cut := self.judge(None)) is not None:
            self.cuts.append(cut)

    def judge(self, cut: CutTurn | CutProcedure | None) -> CutTurn | CutProcedure | None:
        """Looks between two layers at what has become true; returns what is to be cut after the batch."""
        for level in (0, 1):
            try:
                self.me.soon_at(level)
            except (CutTurn, CutProcedure) as later:
                cut = cut or later
        return cut

    def order_of_shares(self, layer: list[Waiting]) -> list[int]:
        order = self.turn_order()
        players = {self.controller(each) for each in layer}
        return sorted(players, key=lambda player: order[player] if player != NONE else -1)

    def controller(self, waiting: Waiting) -> int:
        you = waiting.frame().you
        return self.offered_to(waiting) if waiting.host.ability.offer else you

    def run_share(self, player: int, share: list[Waiting]) -> None:
        """Runs one player's triggers in an order of their choice; they are asked only if it matters."""
        left = list(share)
        while left:
            left = [each for each in left if self.still_waits(each)]
            offers = [each for each in left if each.host.ability.offer and self.still_offered(each)]
            forced = [each for each in left if each.host.ability.offer is None]
            if not forced and not offers:
                return
            if forced and (not offers or self.me.commute(forced, offers)):
                picked = (
                    forced[0]
                    if len(forced) == 1 or not self.me.order_matters(forced, None)
                    else (forced[self.ask_which(player, forced, done=False)])
                )
            else:
                choice = forced + offers
                number = self.ask_which(player, choice, done=not forced)
                if number >= len(choice):
                    return
                picked = choice[number]
            left = self.left_after(picked, left)
            try:
                self.run_waiting(picked)
            except (CutTurn, CutProcedure) as cut:
                self.cuts.append(cut)

    def still_waits(self, waiting: Waiting) -> bool:
        """Whether a waiting trigger is going to run: its player is there, and it has a use left."""
        return not self.is_of_the_fallen(waiting) and self.has_use(waiting.host)

    @staticmethod
    def left_after(picked: Waiting, left: list[Waiting]) -> list[Waiting]:
        """What waits on behind a trigger. Its budget is used, also where its piece goes and so has a new one."""
        used = None if picked.host.ability.once < 0 else picked.host.key
        return [each for each in left if each is not picked and each.host.key != used]

    def is_of_the_fallen(self, waiting: Waiting) -> bool:
        """Whether a waiting rule or counter is that of a player who has left the game meanwhile."""
        host = waiting.host
        if host.layer == PIECE or host.layer == EFFECT or host.you == NONE:
            return False
        return not self.st.get("alive", host.you) and host.you not in self.leaving

    def still_offered(self, waiting: Waiting) -> bool:
        """Whether a waiting offer still stands: its piece is there, its condition holds, it can be paid."""
        host = waiting.host
        if host.layer == PIECE and not self.still_there(host):
            return False
        frame = waiting.frame()
        return holds(self.me, frame, host.ability.condition) and self.has_use(host) and self.may_use(waiting)

    def still_there(self, host: Host) -> bool:
        """Whether the piece of a host is in play as the same incarnation (or still the same copy)."""
        stamp = self.st.get("copied" if host.copied else "stamp", host.this)
        return stamp == host.stamp and self.in_play(host.this)

    def offered_to(self, waiting: Waiting) -> int:
        offer = waiting.host.ability.offer
        frame = waiting.frame()
        if offer is None or offer.who is None:
            return frame.you
        return int(value(self.me, frame, offer.who))

    def may_use(self, waiting: Waiting) -> bool:
        """Whether an offer can be taken: it can be paid and its first statement can be done."""
        ability = waiting.host.ability
        if ability.offer is None:
            return True
        frame = waiting.frame()
        who = self.offered_to(waiting)
        return (
            who != NONE
            and bool(self.st.get("alive", who))
            and self.me.affordable(ability.offer.cost, who, frame)
            and self.me.can_run(ability.block, frame)
        )

    def run_waiting(self, waiting: Waiting) -> None:
        """Runs a trigger or replacement: its budget is used, its price paid, its body run."""
        ability = waiting.host.ability
        frame = waiting.frame()
        frame.cause = waiting.host.cause(waiting.event.number if waiting.event else NONE)
        self.use(waiting.host)
        self.me.cover_ability(ability)
        if ability.offer is not None:
            self.me.settle(ability.offer.cost, self.offered_to(waiting), frame)
        self.me.run_body(ability, frame)

    def ask_which(self, player: int, share: list[Waiting], done: bool) -> int:
        """Which of a player's waiting effects comes next; their number if the player is done."""
        options = self.me.waiting_options(share)
        if done:
            options.append(Option(PASS, "Nothing"))
        prompt = "use" if done else "order"
        return int(self.me.ask("pick one", player, prompt, options, share[0].frame()))

    # --- budgets of abilities --------------------------------------------------------------------

    def has_use(self, host: Host) -> bool:
        slot = self.layout.uses.get((host.layer, host.number, host.ability.id))
        return host.ability.once < 0 or slot is None or self.st.get("uses", slot) == 0

    def use(self, host: Host) -> None:
        """Uses up the budget of an ability for this turn, or an effect that waited for one time."""
        if host.ability.form == "next_before":
            self.me.drop_effect(host.number)
        slot = self.layout.uses.get((host.layer, host.number, host.ability.id))
        if slot is not None and host.ability.once >= 0:
            self.st.put("uses", slot, 1)
