"""What goes to a worker and what comes back: some job numbers, and the sums of their results.

A worker may sit on another machine. A task therefore carries the whole program, packed; a worker unpacks it once
and keeps the player of the plan that it works on.
"""

from __future__ import annotations

import signal
import threading
import time
import zlib
from dataclasses import dataclass, field

from kaiju_runtime.canonical import dumps, loads
from kaiju_runtime.game import program_from_data
from kaiju_runtime.program import Program
from kaiju_runtime.simulate.plan import Plan
from kaiju_runtime.simulate.play import Bounds, Player
from kaiju_runtime.simulate.sums import Sums


@dataclass(frozen=True)
class Work:
    """What all tasks of a run share."""

    hash: str
    program: bytes = field(repr=False)
    """The data of the program, packed."""
    plan: Plan
    bounds: Bounds


@dataclass(frozen=True)
class Task:
    """Some jobs for one worker."""

    work: Work
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """What came back for a task."""

    numbers: tuple[int, ...]
    sums: Sums
    seconds: float


def work_of(program: Program, plan: Plan, bounds: Bounds) -> Work:
    return Work(program.hash, zlib.compress(dumps(program.data), 1), plan, bounds)


def play_task(task: Task) -> Part:
    """Plays the jobs of a task; runs on a worker."""
    start = time.perf_counter()
    leave_ctrl_c_to_the_master()
    player = player_of(task.work)
    sums = Sums()
    for number in task.numbers:
        sums.fold(player.play(number))
    return Part(task.numbers, sums, time.perf_counter() - start)


LATEST: list[tuple[Work, Player]] = []
"""The player that this worker has used last."""


def player_of(work: Work) -> Player:
    if not LATEST or LATEST[0][0] != work:
        program = program_from_data(loads(zlib.decompress(work.program)))
        LATEST[:] = [(work, Player(program, work.plan, work.bounds))]
    return LATEST[0][1]


def leave_ctrl_c_to_the_master() -> None:
    """A terminal sends Ctrl-C to everybody; who has given out the work stops the workers."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
