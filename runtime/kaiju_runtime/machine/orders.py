"""Whether the order of some effects matters: by what they touch, or by trying all orders.

What an effect touches is what it reads and writes itself and what all that listens in play, or comes true,
makes of it.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import Event
from kaiju_runtime.hosts import EFFECT, Waiting
from kaiju_runtime.layout import State, nodes_in
from kaiju_runtime.machine.conditions import Conditions
from kaiju_runtime.machine.replacements import forced_of
from kaiju_runtime.primitives import VERBS, control
from kaiju_runtime.record import Record
from kaiju_runtime.stops import BudgetExceeded, CutProcedure, CutTurn, GameOver, KaijuError, Matters, Suspend

if TYPE_CHECKING:
    from kaiju_runtime.program import Ability, Program

MOST_TRIED = 4
MOST_ENDS = 24
"""So many ends are compared: those of the orders of the most that are tried."""
COMING_AND_GOING = frozenset({"loc", "copy", "owner"})
"""What is written where a piece comes into play, leaves it, or changes its owner or its copy."""


class Orders(Conditions):
    """Asks nobody for an order that makes no difference."""

    __slots__ = ()

    def commute(self, some: list[Waiting], others: list[Waiting]) -> bool:
        """Whether what some effects read and write is apart from what the others do."""
        if any(waiting.host.ability.writes & COMING_AND_GOING for waiting in some):
            return False  # an offer falls away with its source
        touched = {waiting: self.touches(waiting.host.ability) for waiting in (*some, *others)}
        return all(apart(touched[one], touched[other]) for one in some for other in others)

    def order_matters(self, share: list[Waiting], event: Event | None) -> bool:
        """Whether the effects give different games in different orders."""
        if len({alike(waiting) for waiting in share}) == 1:
            return False
        if self.keep_apart([waiting.host.ability for waiting in share], self.read_by_window(share, event)):
            return False
        return len(share) > MOST_TRIED or self.trial or self.try_orders(share, event)

    def keep_apart(self, abilities: list[Ability], asked_again: frozenset[str]) -> bool:
        """Whether abilities and all that they may set off touch nothing of each other's, nor what is asked again."""
        # What they set off is sought last: of many that answer to each other it takes long, and only adds.
        if not all_apart([self.touched_by([each]) for each in abilities]):
            return False
        touched = [self.touches(each) for each in abilities]
        return all_apart(touched) and not any(each.writes & asked_again for each in touched)

    def read_by_window(self, share: list[Waiting], event: Event | None) -> frozenset[str]:
        """What all else reads that is asked again after each replacement: prohibitions and other replacements."""
        if event is None:
            return frozenset()
        own = {waiting.host.ability.id for waiting in share}
        forms = ("cannot", "before", "next_before")
        found = [host.ability for form in forms for host in self.hosts.find(form, event.name)]
        return frozenset[str]().union(*(each.reads for each in found if each.id not in own))

    def touches(self, ability: Ability) -> Touched:
        """What an ability and all that it may set off read and write."""
        seen: dict[int, Ability] = {}
        waiting = [ability]
        while waiting:
            current = waiting.pop()
            if current.id not in seen:
                seen[current.id] = current
                waiting += self.set_off_by(current)
        return self.touched_by(list(seen.values()))

    def touched_by(self, abilities: list[Ability]) -> Touched:
        """What abilities touch, the first and all that it may set off."""
        reads = frozenset[str]().union(*(each.reads for each in abilities))
        writes = frozenset[str]().union(*(each.writes for each in abilities))
        return Touched(reads, writes, len(abilities) > 1, bool(writes & moving_ends(self.p)))

    def set_off_by(self, ability: Ability) -> list[Ability]:
        """The abilities in play that answer to an event of an ability, or whose condition reads what it writes."""
        found = [
            host.ability
            for event in sorted(events_of(self.p, ability))
            for form in ("when", "before", "next", "next_before")
            for host in self.hosts.find(form, event)
        ]
        return found + [host.ability for host in self.hosts.find("soon", "") if host.ability.reads & ability.writes]

    def try_orders(self, share: list[Waiting], event: Event | None) -> bool:
        kept = self.st, len(self.log), self.steps_now, self.events_now, self.soon_level, self.chain, self.depth
        cuts, leaving = self.cuts, self.leaving[:]
        ends = self.ends_of(share) if event is None else self.ends_of_event(event, self.stage(share[0]))
        self.trial = True
        try:
            first = next(ends)
            return any(end != first or number >= MOST_ENDS for number, end in enumerate(ends))
        except (Matters, CutTurn, CutProcedure, GameOver, Suspend, BudgetExceeded, KaijuError):
            return True
        finally:
            ends.close()  # the event at hand is as it was
            self.trial = False
            self.st, length, self.steps_now, self.events_now, self.soon_level, self.chain, self.depth = kept
            self.cuts, self.leaving = cuts, leaving
            del self.log[length:]

    def ends_of(self, share: list[Waiting]) -> Generator[Any]:
        """The state after some triggers have run, for each order of them."""
        start = self.st.s
        for order in permutations(share):
            self.st = State(self.layout, start[:])
            left = list(order)
            while left:
                picked, waits = left[0], self.still_waits(left[0])
                left = self.left_after(picked, left) if waits else left[1:]
                if waits:
                    self.run_waiting(picked)
            yield self.layout.without_moments(self.st.s)

    def ends_of_event(self, event: Event, stage: int) -> Generator[Any]:
        """The event and the state after its replacements up to a stage, for each way through those that must be used.

        As in the window itself the list is made anew after each: one may make another fit, or no longer fit.
        """
        forced = [each for each in forced_of(self.next_replacements(event)) if self.stage(each) <= stage]
        if not forced:
            yield event.amount if self.still_comes(event) else 0, self.layout.without_moments(self.st.s)
            return
        start, before = self.st.s, (event.amount, event.gone, event.used)
        try:
            for waiting in forced:
                self.st = State(self.layout, start[:])
                event.amount, event.gone, event.used = before
                self.use_replacement(waiting, event)
                yield from self.ends_of_event(event, stage)
        finally:  # also when a question stops the trial
            event.amount, event.gone, event.used = before


def alike(waiting: Waiting) -> tuple[Any, ...]:
    """What an effect is going to do, as far as its host and event decide it: equal ones need no order.

    What the same statement of the same piece has made for a while, twice, is alike, too.
    """
    event, host = waiting.event, waiting.host
    about = (event.player, event.amount, event.actor) if event is not None else ()
    who = (host.ability.id, host.this, host.incarnation, host.you) if host.layer == EFFECT else host.key
    return (who, tuple(map(repr, waiting.bound)), about)


class Touched(Record):
    """What something reads and writes, by the words of the registry."""

    reads: frozenset[str]
    writes: frozenset[str]
    heard: bool
    """Whether something answers."""
    fills: bool
    """Whether it writes a counter whose upper end may move."""

    @property
    def reads_anything(self) -> bool:
        """Whether it reads a stat or declared value: these may depend on everything."""
        return any(word == "stats" or word.startswith("value:") for word in self.reads)


@lru_cache(maxsize=16)
def moving_ends(program: Program) -> frozenset[str]:
    """The counters, as they stand among what is written, whose upper ends something changes."""
    stats = [each.stat for each in program.abilities if each.stat is not None]
    return frozenset(f"counter:{program.counters[number].id}" for name, number in stats if name == "most")


def all_apart(touched: list[Touched]) -> bool:
    return all(apart(one, other) for number, one in enumerate(touched) for other in touched[number + 1 :])


def apart(one: Touched, other: Touched) -> bool:
    """Whether neither writes what the other reads or writes, nor takes away (or brings) what answers to it."""
    for each, rest in ((one, other), (other, one)):
        if each.reads_anything and rest.writes:
            return False
        if each.heard and rest.writes & COMING_AND_GOING:
            return False
        if each.fills and rest.writes & (COMING_AND_GOING | {"stats"}):
            return False
    return not (one.writes & (other.reads | other.writes) or other.writes & one.reads)


@lru_cache(maxsize=512)
def events_of(program: Program, ability: Ability) -> frozenset[str]:
    """The names of the events that the statements of an ability may raise, those of procedures included."""
    names: set[str] = set()
    blocks: list[Any] = [ability.block]
    called: set[int] = set()
    while blocks:
        for node in nodes_in(blocks.pop()):
            names |= EVENTS.get(node[0], frozenset())
            if node[0] is control.call and node[3] not in called:
                called.add(node[3])
                blocks.append(program.procedures[node[3]].body.block)
    return frozenset(names)


EVENTS = {form.run: frozenset(event.event for event in verb.events) for verb in VERBS.values() for form in verb.forms}
EVENTS[control.call] = frozenset({"call"})
"""Function of a statement → names of the events that it may raise."""
