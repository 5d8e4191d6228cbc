"""Runs the examples of a pack: a given position, steps of the game, and what must be true afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.example_claims import Claims, Failure
from kaiju_runtime.example_play import ExamplePlay, StepFailed
from kaiju_runtime.game import Game
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.program import Program
from kaiju_runtime.stops import KaijuError

__all__ = ["ExampleResult", "Failure", "run_example"]


@dataclass
class ExampleResult:
    """What came of an example. ``covered`` holds ``(node or -1 - ability, side)`` of all that ran."""

    name: str
    failures: list[Failure] = field(default_factory=list)
    events: list[EventRecord] = field(default_factory=list)
    covered: set[tuple[int, str]] = field(default_factory=set)
    game: Game | None = None

    @property
    def passed(self) -> bool:
        return not self.failures


def run_example(program: Program, example: dict[str, Any], executor: str = "reference") -> ExampleResult:
    """Plays one example of a program's data form and checks what it claims.

    Only the reference interpreter notes what has been executed.
    """
    result = ExampleResult(example["name"])
    play = None
    try:
        play = ExamplePlay(program, example, executor)
        goes_on = run_steps(play, example, result)
    except KaijuError as error:
        goes_on = False
        if error.code != example["error"]:
            result.failures.append(Failure(example["line"], "the example runs", f"{error.code}: {error.message}"))
    if play is not None:
        if goes_on:
            result.failures += Claims(play).failures()
        result.game = play.game
        result.events = play.game.events
        result.covered = play.game.machine.covered or set()
    return result


def run_steps(play: ExamplePlay, example: dict[str, Any], result: ExampleResult) -> bool:
    """Takes the steps of an example; whether its claims can be looked at then."""
    wanted = example["error"]
    try:
        play.run_steps()
    except StepFailed as failed:
        play.refused = True
        last = play.line == example["do"][-1]["line"]
        if (wanted == "illegal-answer" and last) or any("refused" in claim for claim in example["then"]):
            return True
        result.failures.append(Failure(play.line, failed.expected, failed.found))
        return False
    if wanted:
        result.failures.append(Failure(example["line"], f"the error {wanted}", "no error"))
    return True
