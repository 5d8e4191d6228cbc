"""Workers by joblib: processes of this machine (loky), or a cluster of dask or ray.

None of these packages is needed by anything else; each is loaded only when it is asked for.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

from kaiju_runtime.simulate.supervise import WorkerDied
from kaiju_runtime.simulate.tasks import Part, Task, play_task
from kaiju_runtime.stops import KaijuError

EXTRAS = {
    "loky": ("batch", ("joblib",)),
    "dask": ("cluster", ("joblib", "distributed")),
    "ray": ("cluster", ("joblib", "ray")),
}
"""Back ends, with the extra that brings what each needs."""
SERIAL = "serial"
BACKENDS = (SERIAL, *EXTRAS)
LEAST = 2
"""Workers below which joblib plays in the process that gives out the work."""
TASKS_A_ROUND = 4
"""For each worker, where results come only when all of a round are there."""


@dataclass(frozen=True)
class Workers:
    """Who plays."""

    backend: str = SERIAL
    number: int = 1
    address: str | None = None
    """Of the cluster; without one it is made on this machine."""


HERE = Workers()
"""Nobody but this process."""


def missing(backend: str) -> list[str]:
    """The packages that a back end lacks here."""
    return [each for each in EXTRAS[backend][1] if find_spec(each) is None] if backend in EXTRAS else []


def check(backend: str) -> None:
    """Raises :class:`KaijuError` if a back end cannot work here."""
    lacking = missing(backend)
    if lacking:
        raise KaijuError(
            "simulate-backend",
            f"the back end {backend} needs {' and '.join(lacking)}, which is not installed",
            f"Install it with: pip install 'kaiju-rules[{EXTRAS[backend][0]}]'; or use --backend serial.",
        )


@contextmanager
def crew_of(workers: Workers) -> Iterator[JoblibCrew]:
    """Workers, for as long as they are wanted. Raises :class:`KaijuError` where they cannot be had."""
    backend = workers.backend
    check(backend)
    with ExitStack() as stack:
        try:
            crew = CREWS[backend](stack, workers.number, workers.address)
        except Exception as failure:
            raise unreachable(backend, workers.address, failure) from failure
        yield crew


def unreachable(backend: str, address: str | None, failure: Exception) -> KaijuError:
    where = f" at {address}" if address else ""
    return KaijuError(
        "simulate-workers",
        f"the workers of {backend}{where} cannot be used: {first_line(failure)}",
        "Check the address, and that Kaiju is installed on the workers in this version.",
    )


def first_line(failure: Exception) -> str:
    text = str(failure).strip() or type(failure).__name__
    return text.splitlines()[0][:200]


class JoblibCrew:
    """Workers of one back end of joblib."""

    def __init__(self, backend: Any, name: str, workers: int, deaths: tuple[type[Exception], ...]) -> None:
        self.joblib: Any = import_module("joblib")
        self.backend = backend
        self.name = name
        self.workers = workers
        self.deaths = deaths
        self.streams = name != "ray"
        """Whether results come one by one; else round by round."""

    def play(self, tasks: Iterator[Task], singly: bool = False) -> Iterator[Part]:
        """Parts as they come, or one after the other. Raises :class:`WorkerDied` and :class:`KaijuError`."""
        died = False
        try:
            yield from self.stream(tasks, singly) if self.streams else self.rounds(tasks, singly)
        except self.deaths:
            died = True  # what the failure holds, old workers among it, is let go before new ones are wanted
        except (KaijuError, GeneratorExit):
            raise
        except Exception as failure:
            raise unreachable(self.name, None, failure) from failure
        if died:
            raise WorkerDied

    def stream(self, tasks: Iterator[Task], singly: bool) -> Iterator[Part]:
        play = self.joblib.delayed(play_task)
        with self.joblib.parallel_config(backend=self.backend, n_jobs=self.workers):
            for some in ([task] for task in tasks) if singly else [tasks]:
                parallel = self.joblib.Parallel(return_as="generator_unordered", batch_size=1)
                yield from parallel(play(task) for task in some)

    def rounds(self, tasks: Iterator[Task], singly: bool) -> Iterator[Part]:
        play = self.joblib.delayed(play_task)
        size = 1 if singly else TASKS_A_ROUND * self.workers
        with (
            self.joblib.parallel_config(backend=self.backend, n_jobs=self.workers),
            self.joblib.Parallel(batch_size=1) as parallel,
        ):
            while some := list(islice(tasks, size)):
                yield from parallel(play(task) for task in some)


# --- the kinds of workers --------------------------------------------------------------------------


def loky_crew(stack: ExitStack, workers: int, address: str | None) -> JoblibCrew:
    """Processes of this machine; joblib ends them when games are given up, and at the end of the program."""
    if address is not None:
        raise ValueError("it works on this machine only; --address is for dask and ray")
    broken = import_module("concurrent.futures.process").BrokenProcessPool
    return JoblibCrew("loky", "loky", workers, (broken,))


def dask_crew(stack: ExitStack, workers: int, address: str | None) -> JoblibCrew:
    """A cluster of dask: the one at an address, or one of this machine."""
    distributed: Any = import_module("distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if address is None:
        import_module("dask").config.set({"distributed.scheduler.allowed-failures": 0})
        cluster = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        )
        client = distributed.Client(stack.enter_context(cluster), set_as_default=False)
    else:
        client = distributed.Client(address, set_as_default=False, timeout=10)
    stack.enter_context(client)
    return JoblibCrew(dask_backend()(client=client), "dask", workers, (distributed.scheduler.KilledWorker,))


def dask_backend() -> Any:
    """joblib's back end for dask, but for two things that it does where workers die.

    It waits for ever for a task that killed its workers; and where one processor is left, joblib would play in the
    process that gives out the work, and let it be killed next.
    """
    plain: Any = import_module("joblib._dask").DaskDistributedBackend

    class Dask(plain):  # type: ignore[misc]
        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(LEAST, int(super().effective_n_jobs(n_jobs)))

        def submit(self, func: Any, callback: Callable[[Any], None] | None = None) -> Any:
            future = super().submit(func, callback)

            def tell(done: Future[Any]) -> None:
                if callback is not None and done.exception() is not None:
                    callback(done)

            future.add_done_callback(tell)
            return future

        def retrieve_result_callback(self, out: Any) -> Any:
            if isinstance(out, Future):
                return out.result()
            return super().retrieve_result_callback(out)

    return Dask


def ray_crew(stack: ExitStack, workers: int, address: str | None) -> JoblibCrew:
    """A cluster of ray: the one at an address, or one of this machine."""
    ray: Any = import_module("ray")
    workers = max(LEAST, workers)
    quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL, "include_dashboard": False}
    if address is None:
        paths = os.pathsep.join(each for each in sys.path if each)
        ray.init(num_cpus=workers, runtime_env={"env_vars": {"PYTHONPATH": paths}}, **quiet)
    else:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL)
    stack.callback(ray.shutdown)
    import_module("ray.util.joblib").register_ray()
    return JoblibCrew("ray", "ray", workers, (ray.exceptions.RayActorError, ray.exceptions.WorkerCrashedError))


CREWS: dict[str, Callable[[ExitStack, int, str | None], JoblibCrew]] = {
    "loky": loky_crew,
    "dask": dask_crew,
    "ray": ray_crew,
}
