"""Whether the order of some effects matters: by what they read and write, or by trying all orders."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import Event
from kaiju_runtime.layout import State
from kaiju_runtime.machine.windows import Waiting, Windows
from kaiju_runtime.stops import BudgetExceeded, CutProcedure, CutTurn, GameOver, KaijuError, Matters, Suspend

if TYPE_CHECKING:
    from kaiju_runtime.program import Ability

MOST_TRIED = 4


class Orders(Windows):
    """Asks nobody for an order that makes no difference."""

    def commute(self, some: list[Waiting], others: list[Waiting]) -> bool:
        """Whether what some effects read and write is apart from what the others do."""
        return all(apart(one.host.ability, other.host.ability) for one in some for other in others)

    def order_matters(self, share: list[Waiting], event: Event | None) -> bool:
        """Whether the effects give different games in different orders."""
        if len({alike(waiting) for waiting in share}) == 1:
            return False
        if all(apart(one.host.ability, other.host.ability) for one in share for other in share if one is not other):
            return False
        if len(share) > MOST_TRIED or self.trial:
            return True
        return self.try_orders(share, event)

    def try_orders(self, share: list[Waiting], event: Event | None) -> bool:
        kept = self.st, len(self.log), self.steps_now, self.events_now, self.soon_level, self.chain, self.depth
        outcomes: list[Any] = []
        self.trial = True
        try:
            for order in permutations(share):
                self.st = State(self.layout, kept[0].s[:])
                outcomes.append(self.outcome(list(order), event))
                if outcomes[-1] != outcomes[0]:
                    return True
            return False
        except (Matters, CutTurn, CutProcedure, GameOver, Suspend, BudgetExceeded, KaijuError):
            return True
        finally:
            self.trial = False
            self.st, length, self.steps_now, self.events_now, self.soon_level, self.chain, self.depth = kept
            del self.log[length:]

    def outcome(self, order: list[Waiting], event: Event | None) -> Any:
        """The state (and the event at hand) after the effects have run in one order."""
        before = None if event is None else (event.amount, event.gone, set(event.used))
        for waiting in order:
            if event is None or (not event.gone and event.amount > 0):
                self.run_waiting(waiting)
        after = None if event is None else (event.amount, event.gone)
        if event is not None and before is not None:
            event.amount, event.gone, event.used = before
        state = self.st.s[:]
        for slot in self.layout.moments():
            state[slot] = 0
        return after, state


def alike(waiting: Waiting) -> tuple[Any, ...]:
    """What an effect is going to do, as far as its host and event decide it: equal ones need no order."""
    event = waiting.event
    about = (event.player, event.amount, event.actor) if event is not None else ()
    return (waiting.host.key, tuple(map(repr, waiting.bound)), about)


def apart(one: Ability, other: Ability) -> bool:
    """Whether neither ability writes what the other reads or writes."""
    return not (one.writes & (other.reads | other.writes) or other.writes & one.reads)
