"""The reference interpreter: it walks the trees of a program, plain and obviously right.

Parts, each building on the one before: ``core`` (questions about the state), ``pieces`` (where things
lie), ``windows`` (what happens around an event), ``conditions`` (what comes true), ``orders`` (does an
order matter), ``effects`` (blocks, costs, lasting effects), ``asking`` (decisions), ``turns`` (the frame).
"""

from __future__ import annotations

import sys
from typing import Any, TypeVar

from kaiju_runtime.layout import Layout, State
from kaiju_runtime.limits import Limits
from kaiju_runtime.machine.core import EventRecord
from kaiju_runtime.machine.turns import Turns
from kaiju_runtime.program import Program

RECURSION = 20_000
"""Python's limit must not be met before ours: 64 nested events take some thousand frames."""
if sys.getrecursionlimit() < RECURSION:
    sys.setrecursionlimit(RECURSION)


T = TypeVar("T")


SLOTS: dict[type, tuple[str, ...]] = {}
"""Class → its attributes, and those of the classes that it is made of."""


def copied(part: T) -> T:
    """Another object with the same values."""
    made = type(part)
    twin = object.__new__(made)
    if made not in SLOTS:
        SLOTS[made] = tuple(name for each in made.__mro__ for name in getattr(each, "__slots__", ()))
    for name in SLOTS[made]:
        setattr(twin, name, getattr(part, name))
    return twin


class Machine(Turns):
    """A running game. :class:`kaiju_runtime.game.Game` is the surface for everybody else."""

    __slots__ = ()

    @classmethod
    def make(cls, program: Program, layout: Layout, state: State, limits: Limits) -> Machine:
        """A machine at the start of a state; executors may keep what all machines of a program share."""
        return cls(program, layout, state, limits)

    def twin(self, state: State, tape: list[Any]) -> Machine:
        """A machine like this one on another state; it logs nothing."""
        twin = copied(self)
        twin.me = twin
        twin.st = state
        for name in ("board", "dice_pool", "stats", "hosts"):
            other = copied(getattr(self, name))
            other.m = twin
            setattr(twin, name, other)
        twin.stats.so_far = {}
        twin.tape, twin.cursor, twin.log, twin.logging = tape, 0, [], False
        twin.soon_seen, twin.leaving, twin.cuts, twin.running = [None, None], [], [], []
        twin.soon_level, twin.chain, twin.depth, twin.silent, twin.trial = 2, frozenset(), 0, False, False
        twin.steps_now = twin.looks_now = twin.events_now = twin.forced_now = 0
        twin.agent = twin.covered = twin.phase_asked = twin.pending = None
        return twin


__all__ = ["EventRecord", "Machine"]
