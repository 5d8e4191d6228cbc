"""Plays all jobs of a plan, here or on workers, and adds up what they come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kaiju_runtime.program import Program
from kaiju_runtime.simulate.plan import Plan
from kaiju_runtime.simulate.play import Bounds, Player
from kaiju_runtime.simulate.stopping import Stopping
from kaiju_runtime.simulate.sums import Sums

Tell = Callable[[Sums], None]
"""Is called with the sums so far whenever they have grown."""


@dataclass(frozen=True)
class Ran:
    """What a run came to."""

    sums: Sums
    stopped: bool


def run(program: Program, plan: Plan, *, bounds: Bounds | None = None, tell: Tell | None = None) -> Ran:
    """The sums of a plan; those so far if it was stopped."""
    sums, stopping = Sums(), Stopping()
    with stopping.listen():
        try:
            serial(program, plan, bounds or Bounds(), sums, stopping, tell or quiet)
        except KeyboardInterrupt:
            return Ran(sums, True)
    return Ran(sums, False)


def quiet(sums: Sums) -> None:
    pass


def serial(program: Program, plan: Plan, bounds: Bounds, sums: Sums, stopping: Stopping, tell: Tell) -> None:
    """Plays one job after another in this process."""
    player = Player(program, plan, bounds)
    for number in range(plan.jobs):
        with stopping.wait():
            result = player.play(number)
        sums.fold(result)
        tell(sums)
