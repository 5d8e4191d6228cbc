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


__all__ = ["EventRecord", "Machine"]
