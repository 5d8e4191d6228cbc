"""Runs the examples of a pack: a given position, steps of the game, and what must be true afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.example_claims import Claims, Failure
from kaiju_runtime.example_play import ExamplePlay, StepFailed
from kaiju_runtime.example_proof import strangers
from kaiju_runtime.game import Game
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.program import Program
from kaiju_runtime.stops import KaijuError, WrongThrow

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
            line = example["lines"]["dice"][error.throw] if isinstance(error, WrongThrow) else example["line"]
            result.failures.append(Failure(line, "the example runs", f"{error.code}: {error.message}"))
    if play is not None:
        if goes_on:
            result.failures += Claims(play).failures()
        result.failures[:0] = cut_off(play)
        result.game = play.game
        result.events = play.game.events
        result.covered = play.game.machine.covered or set()
        if executor == "reference" and goes_on:
            result.failures += unproven(program, example, result.covered)
    return result


def cut_off(play: ExamplePlay) -> list[Failure]:
    """What ``given`` sets beyond the most that it can be, once everything is in play that might raise that."""
    return [Failure(line, f"{name} set to {wanted}", f"it goes up to {most}") for line, name, wanted, most in play.cut]


def unproven(program: Program, example: dict[str, Any], covered: set[tuple[int, str]]) -> list[Failure]:
    """The records that an example is said to prove, and that have nothing to do with it."""
    line = example["lines"]["proves"]
    found = "the example does not name it, and none of its effects ran"
    return [
        Failure(line, f"{name}, which this is to prove, takes part", found)
        for name in strangers(program.data, example, covered)
    ]


def run_steps(play: ExamplePlay, example: dict[str, Any], result: ExampleResult) -> bool:
    """Takes the steps of an example; whether its claims can be looked at then."""
    wanted = example["error"]
    try:
        play.run_steps()
    except StepFailed as failed:
        play.refused = failed.refused
        last = play.line == example["do"][-1]["line"]
        allowed = (wanted == "illegal-answer" and last) or any("refused" in claim for claim in example["then"])
        if failed.refused and allowed:
            return True
        result.failures.append(Failure(play.line, failed.expected, failed.found))
        return False
    if wanted:
        result.failures.append(Failure(example["line"], f"the error {wanted}", "no error"))
    return True
