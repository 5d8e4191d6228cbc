"""Stats: numbers that are never written, always computed from a base and the live modifiers.

Changes apply in stages: ``=``, then ``+`` and ``-``, then ``*``, then ``at most`` and ``at least``, then the
declared range. A modifier whose condition reads the stat itself sees the value so far: the
unconditional changes come first, then such modifiers one by one, each once, until none applies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import NONE, Frame
from kaiju_runtime.primitives.values import holds, many, value
from kaiju_runtime.program import Ability
from kaiju_runtime.record import Record

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine

Key = tuple[str, int]
"""``("stat", index)``, ``("count", face)``, ``("most", counter)`` or ``("price", 0)``."""


class Modifier(Record):
    """A live ability of form ``modify``, with the frame in which its expressions are read."""

    ability: Ability
    frame: Frame


class Stats:
    """Reads the stats of a machine's state."""

    __slots__ = ("m", "so_far")

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.so_far: dict[tuple[Key, int], int] = {}
        """Values that are being computed, for conditions that read them."""

    def read(self, key: Key, of: int, buyer: int) -> int:
        """The value of a stat of ``of`` (a player, or a piece for prices); ``buyer`` is who asks."""
        at = (key, of)
        if at in self.so_far:
            return self.so_far[at]
        self.m.look(1)
        base = self.base(key, of)
        modifiers = self.modifiers(key, of, buyer)
        if not modifiers:
            return self.clamp(key, base)
        self.so_far[at] = base
        try:
            return self.clamp(key, self.modified(at, modifiers))
        finally:
            del self.so_far[at]

    def modified(self, at: tuple[Key, int], modifiers: list[Modifier]) -> int:
        m = self.m
        active = [
            mod for mod in modifiers if not mod.ability.self_reading and holds(m, mod.frame, mod.ability.condition)
        ]
        waiting = [mod for mod in modifiers if mod.ability.self_reading]
        self.stage(at, active, ("=",))
        self.stage(at, active, ("+", "-"))
        while waiting:
            ready = [mod for mod in waiting if holds(m, mod.frame, mod.ability.condition)]
            if not ready:
                break
            self.stage(at, ready, ("+", "-"))
            waiting = [mod for mod in waiting if mod not in ready]
            active += ready
        self.stage(at, active, ("*",))
        self.stage(at, active, ("at most", "at least"))
        return self.so_far[at]

    def stage(self, at: tuple[Key, int], modifiers: list[Modifier], operators: tuple[str, ...]) -> None:
        for modifier in modifiers:
            for operator, change in modifier.ability.changes:
                if operator in operators:
                    number = int(value(self.m, modifier.frame, change))
                    self.so_far[at] = self.m.bounded(apply(operator, self.so_far[at], number))

    def base(self, key: Key, of: int) -> int:
        m = self.m
        name, index = key
        if name == "stat":
            return int(value(m, Frame(of), m.p.stats[index].base))
        if name == "count":
            return m.symbols_shown(index, of)
        if name == "most":
            most = m.p.counters[index].most
            holder_is_player = m.p.counters[index].holder == "player"
            frame = Frame(of) if holder_is_player else Frame(m.owner_of(of), of)
            return m.limits.integer if most is None else int(value(m, frame, most))
        return max(0, m.printed_price(of))

    def clamp(self, key: Key, number: int) -> int:
        name, index = key
        if name == "stat":
            stat = self.m.p.stats[index]
            return max(stat.least, min(number, stat.most))
        return max(0, number)

    def modifiers(self, key: Key, of: int, buyer: int) -> list[Modifier]:
        """The modifiers that bear on a stat, in canonical order, whatever their ``while`` says."""
        name, index = key
        player = buyer if name == "price" else of
        found = []
        for host in self.m.hosts.find("modify", name):
            frame = host.frame()
            if self.about(host.ability, frame, index) and self.concerns(host.ability, frame, player, of, name):
                found.append(Modifier(host.ability, frame))
        return found

    def about(self, ability: Ability, frame: Frame, index: int) -> bool:
        if ability.stat is None:
            return False
        name, which = ability.stat
        if name == "count":
            return bool(value(self.m, frame, which) == index)
        return bool(name == "price" or which == index)

    def concerns(self, ability: Ability, frame: Frame, player: int, of: int, name: str) -> bool:
        if ability.of is not None:
            frame.it = of
            if not holds(self.m, frame, ability.of):
                return False
        if name == "most" and ability.for_ is None and frame.this != NONE and self.m.is_piece_counter(ability.stat):
            return frame.this == of
        if ability.for_ is not None:
            return player in many(self.m, frame, ability.for_)
        return ability.table or frame.you in (player, NONE)


def apply(operator: str, number: int, change: int) -> int:
    """One change applied to a number."""
    results: dict[str, Any] = {
        "=": change,
        "+": number + change,
        "-": number - change,
        "*": number * change,
        "at most": min(number, change),
        "at least": max(number, change),
    }
    return int(results[operator])
