"""Conditions that fire on becoming true: ``as soon as``.

They are looked at after every event and after everything that changes the state without one. While a
batch of them runs, those of its level and later ones wait; so deaths that happen together are judged together.
Those that are not ``first`` wait for triggers of pieces and counters, too (``windows``).
"""

from __future__ import annotations

from kaiju_runtime.hosts import PIECE, Host
from kaiju_runtime.layout import UNSEEN
from kaiju_runtime.machine.windows import Windows
from kaiju_runtime.primitives.values import holds
from kaiju_runtime.stops import CutProcedure, CutTurn


class Conditions(Windows):
    """What has become true."""

    __slots__ = ()

    def soon(self, *written: tuple[str, int]) -> None:
        """Looks at all ``as soon as`` conditions: after something that is no event of its own.

        ``written``: all that it wrote, as kinds and counters, for an executor that looks only where something was.
        """
        self.soon_at(0)
        self.soon_at(1)

    def soon_at(self, level: int) -> None:
        """Runs the conditions of a level (0: ``first``) that have become true, until none is left.

        While a batch of conditions runs, those of its level and later ones wait; so deaths that happen
        together are judged together. For the same reason what cuts the turn or a procedure takes effect when none
        is left.
        """
        if self.silent or self.soon_level <= level or self.st.position() == self.soon_seen[level]:
            return
        cut = None
        for _ in range(self.limits.events):
            fresh = [host for host in self.hosts.find("soon", "") if self.has_become_true(host, level)]
            if not fresh:
                self.soon_seen[level] = self.st.position()
                break
            cut = self.run_fresh(fresh, level, cut)
        if cut is not None:
            raise cut

    def run_fresh(
        self, fresh: list[Host], level: int, cut: CutTurn | CutProcedure | None
    ) -> CutTurn | CutProcedure | None:
        """Runs a batch of conditions that have become true, each if it still is; returns what is to be cut."""
        outer, self.soon_level = self.soon_level, level
        chain, self.chain = self.chain, frozenset()
        try:
            for host in fresh:
                if self.condition_holds(host):
                    try:
                        self.run_waiting(self.waiting(host, None))
                    except (CutTurn, CutProcedure) as later:
                        cut = cut or later
        finally:
            self.soon_level, self.chain = outer, chain
        return cut

    def see_conditions(self) -> None:
        """Remembers what the conditions of pieces that nobody has looked at yet are now."""
        for host in self.hosts.find("soon", ""):
            slot = self.layout.edges.get((host.layer, host.number, host.ability.id))
            if slot is not None and self.st.get("edges", slot) == UNSEEN:
                self.st.put("edges", slot, int(holds(self.me, host.frame(), host.ability.condition)))

    def condition_holds(self, host: Host) -> bool:
        gone = host.layer == PIECE and not self.in_play(host.this)
        return not gone and self.holds_for(host)

    def holds_for(self, host: Host) -> bool:
        """Whether the condition of a host's ability holds now."""
        return holds(self.me, host.frame(), host.ability.condition)

    def has_become_true(self, host: Host, level: int) -> bool:
        """Whether a condition of the level is true that was not; remembers what it is now."""
        if host.ability.first != (level == 0):
            return False
        slot = self.layout.edges.get((host.layer, host.number, host.ability.id))
        now = int(holds(self.me, host.frame(), host.ability.condition))
        if slot is None:
            return bool(now)
        was = self.st.get("edges", slot)
        self.st.put("edges", slot, now)
        return now == 1 and was == 0 and was != UNSEEN
