"""Windows and conditions where something does answer: the reference order, with generated tests and bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import NONE, Event, Frame
from kaiju_runtime.hosts import EFFECT, PIECE, Host, Hosts
from kaiju_runtime.layout import Layout, State
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.machine import Machine
from kaiju_runtime.machine.windows import Body, Waiting
from kaiju_runtime.program import Program

if TYPE_CHECKING:
    from kaiju_runtime.fast.machine import FastMachine

Ready = tuple[Any, int]


class FastHosts(Hosts):
    """Hosts found by the bits of what is in play."""

    m: FastMachine

    def __init__(self, machine: FastMachine) -> None:
        super().__init__(machine)
        pieces = len(machine.p.pieces)
        self.play: dict[tuple[str, str], int] = {}
        for key, found in self.pieces.items():
            bits = sum(1 << piece for piece in found)
            if machine.layout.copiers:
                bits |= sum(1 << (pieces + piece) for piece in found)
            self.play[key] = bits

    def movable(self, key: tuple[str, str]) -> list[Host]:
        """The hosts among pieces and effects, in canonical order."""
        s, at = self.m.st.s, self.m.code.play
        found = self.of_pieces(key) if s[at] & self.play.get(key, 0) else []
        if s[at + 1] and key in self.lasting:
            found += self.of_effects(key)
        if len(found) > 1:
            order = self.m.turn_order()
            found.sort(key=lambda host: order[host.you] if host.you != NONE else -1)
        return found

    def find(self, form: str, about: str) -> list[Host]:
        key = (form, about)
        if key not in self.known:
            return []
        return self.movable(key) + self.standing(key)


class FastWindows(Machine):
    """Events that something answers to."""

    code: Any
    layers: dict[int, str]
    budgets: dict[int, tuple[int, ...]]

    def __init__(self, program: Program, layout: Layout, state: State, limits: Limits = DEFAULT) -> None:
        super().__init__(program, layout, state, limits)
        self.hosts = FastHosts(self)  # type: ignore[arg-type]

    def mark_everything(self) -> None:
        raise NotImplementedError

    # --- conditions --------------------------------------------------------------------------------

    def soon(self) -> None:
        if not self.silent:
            self.mark_everything()
            self.soon_at(0)
            self.soon_at(1)

    def soon_at(self, level: int) -> None:
        look = self.code.names.get(f"soon_{level}")
        if look is not None and not self.silent:
            look(self, self.st.s)

    def find_fresh(self, fresh: list[Any], level: int) -> None:
        """Adds the conditions of pieces and effects that have become true."""
        hosts: FastHosts = self.hosts  # type: ignore[assignment]
        fresh += [host for host in hosts.movable(("soon", "")) if self.has_become_true(host, level)]

    def run_fresh(self, s: list[int], fresh: list[Any], level: int) -> None:
        """Runs a batch of conditions that have become true, each if it still is."""
        outer, self.soon_level = self.soon_level, level
        chain, self.chain = self.chain, frozenset()
        try:
            for each in fresh:
                host = each if isinstance(each, Host) else self.standing_host(*each)
                if self.condition_holds(host):
                    self.run_waiting(self.waiting(host, None))
        finally:
            self.soon_level, self.chain = outer, chain

    def standing_host(self, ability: Any, you: int) -> Host:
        """The host of an ability of a rule or counter."""
        return Host(ability, self.layers[ability.id], you, NONE, NONE, max(you, 0))

    # --- events ------------------------------------------------------------------------------------

    def carry_out(self, events: list[Event], body: Body) -> list[Event]:
        happened = super().carry_out(events, body)
        self.mark_everything()
        return happened

    def run_standing(self, ready: list[Ready], event: Event) -> None:
        """Runs several triggers of rules and counters, or one that is an offer."""
        batch = [self.waiting(self.standing_host(*each), event) for each in ready]
        self.run_batch([each for each in batch if each.host.ability.first])
        self.run_batch([each for each in batch if not each.host.ability.first])

    def ready(self, host: Host, event: Event) -> bool:
        return self.heard(host, event) is not None

    def waiting(self, host: Host, event: Event | None) -> Waiting:
        bound = [*host.captured, *([NONE] * (host.ability.locals - len(host.captured)))]
        if event is not None and host.ability.pattern is not None:
            self.matching(host, event, bound)
        return Waiting(host, event, bound)

    def heard(self, host: Host, event: Event) -> list[Any] | None:
        """The locals of an ability that hears an event, or ``None``."""
        if host.stamp >= event.clock and host.layer in (PIECE, EFFECT):
            return None
        if host.ability.once >= 0 and not self.has_use(host):
            return None
        bound = [*host.captured, *([NONE] * (host.ability.locals - len(host.captured)))]
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

    def prohibited(self, event: Event) -> bool:
        for host in self.hosts.find("cannot", event.name):
            bound = [*host.captured, *([NONE] * (host.ability.locals - len(host.captured)))]
            if self.matching(host, event, bound):
                return True
        return False

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
        if ability.offer is not None:
            frame: Frame = waiting.frame()
            frame.cause = cause
            self.me.settle(ability.offer.cost, self.offered_to(waiting), frame)
        do = self.code.names["DO"][ability.id]
        do(self, self.st.s, you, host.this, self.of_host(host), event, cause, waiting.bound[:])
