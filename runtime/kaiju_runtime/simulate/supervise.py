"""Hands jobs to workers and sees to it that each has a result, also when a worker dies.

When a worker dies, nobody knows in which of the games that were under way. All of these are therefore played again,
one at a time, so that a game that kills its worker is found: when that has happened to it twice, it is lost, with
that as the reason, and all others go on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol

from kaiju_runtime.program import Program
from kaiju_runtime.simulate.outcome import Lost
from kaiju_runtime.simulate.plan import Jobs, Plan
from kaiju_runtime.simulate.play import Bounds
from kaiju_runtime.simulate.sums import Sums
from kaiju_runtime.simulate.tasks import Part, Task, work_of

SECONDS_A_TASK = 1.0
MOST_JOBS_A_TASK = 200
DEATHS = 2
WORKER_DIED = "worker died"


class WorkerDied(Exception):
    """A worker is gone, and with it the tasks that have not come back."""


class Crew(Protocol):
    """Workers of some kind."""

    def play(self, tasks: Iterator[Task], singly: bool = False) -> Iterator[Part]:
        """Parts as they come, tasks being taken as they are needed; or in order, one task at a time.

        Raises :class:`WorkerDied`.
        """


class Supervisor:
    """One run of a plan on a crew."""

    def __init__(self, program: Program, plan: Plan, bounds: Bounds, crew: Crew) -> None:
        self.crew = crew
        self.jobs = Jobs(program, plan)
        self.work = work_of(program, plan, bounds)
        self.next = 0
        self.under_way: set[int] = set()
        self.played, self.seconds = 0, 0.0

    def parts(self) -> Iterator[Sums]:
        """The sums of all jobs, part by part."""
        while self.next < len(self.jobs):
            with suppress(WorkerDied):
                for part in self.crew.play(self.tasks()):
                    yield self.taken(part)
            yield from self.one_by_one(sorted(self.under_way))

    def tasks(self) -> Iterator[Task]:
        """Tasks of about a second each."""
        while self.next < len(self.jobs):
            pace = self.played / self.seconds if self.seconds else 0.0
            size = max(1, min(MOST_JOBS_A_TASK, int(pace * SECONDS_A_TASK)))
            numbers = tuple(range(self.next, min(len(self.jobs), self.next + size)))
            self.next = numbers[-1] + 1
            self.under_way.update(numbers)
            yield Task(self.work, numbers)

    def taken(self, part: Part) -> Sums:
        self.under_way.difference_update(part.numbers)
        self.played += len(part.numbers)
        self.seconds += part.seconds
        return part.sums

    def one_by_one(self, numbers: list[int]) -> Iterator[Sums]:
        """The results of jobs of which one has perhaps killed its worker."""
        waiting, deaths = deque(numbers), 0
        while waiting:
            with suppress(WorkerDied):
                for part in self.crew.play((Task(self.work, (number,)) for number in list(waiting)), singly=True):
                    self.under_way.discard(waiting.popleft())
                    deaths = 0
                    yield part.sums
            deaths += 1
            if waiting and deaths == DEATHS:
                lost = Sums()
                lost.fold(Lost(self.jobs[waiting[0]], WORKER_DIED))
                self.under_way.discard(waiting.popleft())
                deaths = 0
                yield lost
