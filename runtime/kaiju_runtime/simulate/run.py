"""Plays all jobs of a plan, here or on workers, and adds up what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from kaiju_runtime.program import Program
from kaiju_runtime.simulate.crews import HERE, SERIAL, Workers, crew_of
from kaiju_runtime.simulate.plan import Plan
from kaiju_runtime.simulate.play import Bounds, Player
from kaiju_runtime.simulate.stopping import Stopping
from kaiju_runtime.simulate.sums import Sums
from kaiju_runtime.simulate.supervise import Supervisor

Tell = Callable[[Sums], None]
"""Is called with the sums so far whenever they have grown."""


@dataclass(frozen=True)
class Ran:
    """What a run came to."""

    sums: Sums
    stopped: bool


def run(
    program: Program,
    plan: Plan,
    *,
    workers: Workers = HERE,
    bounds: Bounds | None = None,
    tell: Tell | None = None,
) -> Ran:
    """The sums of a plan; those so far if it was stopped. Raises :class:`KaijuError` where there are no workers."""
    sums, stopping = Sums(), Stopping()
    play = serial if workers.backend == SERIAL else parallel
    with stopping.listen():
        try:
            for part in play(program, plan, bounds or Bounds(), workers, stopping):
                sums.add(part)
                if tell is not None:
                    tell(sums)
        except KeyboardInterrupt:
            return Ran(sums, True)
    return Ran(sums, False)


def serial(program: Program, plan: Plan, bounds: Bounds, workers: Workers, stopping: Stopping) -> Iterator[Sums]:
    """Plays one job after another in this process."""
    player = Player(program, plan, bounds)
    for number in range(plan.jobs):
        part = Sums()
        with stopping.wait():
            part.fold(player.play(number))
        yield part


def parallel(program: Program, plan: Plan, bounds: Bounds, workers: Workers, stopping: Stopping) -> Iterator[Sums]:
    """Lets workers play; whatever happens to them, they are dismissed at the end."""
    with ExitStack() as stack:
        with stopping.wait():
            crew = stack.enter_context(crew_of(workers))
        parts = Supervisor(program, plan, bounds, crew).parts()
        while True:
            with stopping.wait():
                part = next(parts, None)
            if part is None:
                return
            yield part
