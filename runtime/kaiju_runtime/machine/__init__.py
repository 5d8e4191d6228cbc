"""The reference interpreter: it walks the trees of a program, plain and obviously right.

Parts, each building on the one before: ``core`` (questions about the state), ``pieces`` (where things
lie), ``windows`` (what happens around an event), ``conditions`` (what comes true), ``orders`` (does an
order matter), ``effects`` (blocks, costs, lasting effects), ``asking`` (decisions), ``turns`` (the frame).
"""

from __future__ import annotations

import sys

from kaiju_runtime.machine.core import EventRecord
from kaiju_runtime.machine.turns import Turns

RECURSION = 20_000
"""Python's limit must not be met before ours: 64 nested events take some thousand frames."""
if sys.getrecursionlimit() < RECURSION:
    sys.setrecursionlimit(RECURSION)


class Machine(Turns):
    """A running game. :class:`kaiju_runtime.game.Game` is the surface for everybody else."""

    def twin(self) -> Machine:
        """A machine that stands where this one does and goes its own way; it logs nothing."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.me = twin
        twin.st = self.st.copy()
        for name in ("board", "dice_pool", "stats", "hosts"):
            part = getattr(self, name)
            other = type(part).__new__(type(part))
            other.__dict__.update(part.__dict__)
            other.m = twin
            setattr(twin, name, other)
        twin.stats.so_far = {}
        twin.tape, twin.log, twin.logging = self.tape[:], [], False
        twin.soon_seen, twin.leaving, twin.cuts, twin.running = [None, None], [], [], []
        twin.agent = None
        return twin


__all__ = ["EventRecord", "Machine"]
