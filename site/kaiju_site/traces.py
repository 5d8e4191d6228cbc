"""Examples with what came of them: each is played while the site is made, and its events are told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.collect.examples import Example, examples_of
from kaiju_compiler.pipeline import Compilation, Compiled
from kaiju_runtime.examples import ExampleResult, run_example
from kaiju_runtime.game import program_from_data
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.program import Program
from kaiju_runtime.stops import KaijuError
from kaiju_runtime.trace import Story, describe, players_of
from kaiju_site.names import example_anchor

Data = dict[str, Any]
_MOST_LINES = 120


@dataclass(frozen=True)
class TraceLine:
    """One line of a trace; ``depth`` says how many causes lie between it and the turn."""

    text: str
    depth: int
    heading: bool = False


@dataclass(frozen=True)
class ExampleView:
    """One example: its texts, how it was played, and whether its claims hold."""

    data: Data = field(repr=False)
    topic_title: str
    given: str
    do: str
    then: str
    players: tuple[str, ...]
    trace: tuple[TraceLine, ...]
    failures: tuple[str, ...]

    @property
    def name(self) -> str:
        return str(self.data["name"])

    @property
    def reference(self) -> str:
        """How rules and rulings name it."""
        return f"{self.data['topic']}/{self.data['name']}"

    @property
    def anchor(self) -> str:
        return example_anchor(self.name)

    @property
    def record(self) -> str | None:
        """The full id of the record beside which it stands."""
        return self.data["record"]  # type: ignore[no-any-return]

    @property
    def passed(self) -> bool:
        return not self.failures


def example_views(compilation: Compilation, mode: Compiled) -> list[ExampleView]:
    """All examples of a mode in the order of its files, played."""
    written = _written(compilation, mode)
    program = program_from_data(mode.program)
    return [_view(program, each, written.get((each["file"], each["line"]))) for each in mode.examples]


def _written(compilation: Compilation, mode: Compiled) -> dict[tuple[str, int], Example]:
    """The examples as they stand in the files, by place."""
    chain = compilation.built[mode.mode].mode.chain
    return {(chain.file_of(each.path), each.span.line): each for pack in chain.packs for each in examples_of(pack)}


def _view(program: Program, data: Data, written: Example | None) -> ExampleView:
    try:
        result = run_example(program, data)
    except KaijuError as problem:
        result = ExampleResult(data["name"])
        failures = [f"{problem.code}: {problem.message}"]
    except Exception as problem:  # a fault of the engine spoils one example, not the site
        result = ExampleResult(data["name"])
        failures = [f"{type(problem).__name__}: {problem}"]
    else:
        failures = [f"line {each.line}: {each.expected}; {each.found}" for each in result.failures]
    names = players_of(result.game) if result.game is not None else list(data["monsters"])
    texts = ["", "", ""] if written is None else [_text(written, part) for part in ("given", "do", "then")]
    topic = "" if written is None or written.record else _topic(written)
    given, do, then = texts
    trace = tuple(_told(program, result.events, names))
    return ExampleView(data, topic, given, do, then, tuple(names), trace, tuple(failures))


def _text(example: Example, part: str) -> str:
    text = example.node.text(part)
    return "" if text is None else text.value.rstrip("\n")


def _topic(example: Example) -> str:
    """The title of the file that an example stands in."""
    for file in example.pack.of("examples"):
        if file.path == example.path:
            return file.root.string("topic") or example.topic.replace("_", " ")
    return example.topic


def _told(program: Program, events: list[EventRecord], players: list[str]) -> list[TraceLine]:
    """The story of the events, with a heading for each turn but the first; a very long one is cut short."""
    story = Story(program, players)
    lines = [TraceLine(line.text, line.depth, bool(line.turn)) for line in story.tell(events)]
    if lines and lines[0].heading:
        lines = lines[1:]
    if events and events[-1].name == "game_over":
        lines.append(TraceLine(describe(program, events[-1], players), 0, True))
    return [*lines[:_MOST_LINES], *([TraceLine("and so on", 0)] if len(lines) > _MOST_LINES else [])]
