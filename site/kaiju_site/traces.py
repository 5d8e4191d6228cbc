"""Examples with what came of them: each is played while the site is made, and its events are told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from kaiju_compiler.collect.examples import Example, examples_of
from kaiju_compiler.pipeline import Compilation, Compiled
from kaiju_runtime.canonical import content_hash
from kaiju_runtime.example_play import ExamplePlay
from kaiju_runtime.examples import ExampleResult, run_example
from kaiju_runtime.frames import NONE
from kaiju_runtime.game import program_from_data
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.program import Program
from kaiju_runtime.stops import KaijuError
from kaiju_runtime.trace import Story, describe, players_of
from kaiju_site.cache import Cache, Part
from kaiju_site.names import example_anchor, file_name

Data = dict[str, Any]
_MOST_LINES = 120


@dataclass(frozen=True)
class TraceLine:
    """One line of a trace; ``depth`` says how many causes lie between it and the turn."""

    text: str
    depth: int
    heading: bool = False
    moved: tuple[str, str] | None = None
    """Which marker or player moved to which space: ``pieces:…`` or ``player:0``, and the space's id."""


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
    start: Data = field(repr=False)
    """Where things stand before the first step, if something moves on the board: ``at`` (markers and players, by
    ``pieces:id`` and ``player:seat``), ``paths`` (tracks) and ``tokens`` (bonuses that lie on spaces)."""

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


def example_views(compilation: Compilation, mode: Compiled, cache: Cache) -> list[ExampleView]:
    """All examples of a mode in the order of its files, played unless the cache knows what came of them."""
    written = _written(compilation, mode)
    program = program_from_data(mode.program)
    part = cache.part(f"traces-{file_name(mode.mode)}", {**mode.program, "catalog": None, "source_map": None})
    found = [_view(program, each, written.get((each["file"], each["line"])), part) for each in mode.examples]
    part.save()
    return found


def _written(compilation: Compilation, mode: Compiled) -> dict[tuple[str, int], Example]:
    """The examples as they stand in the files, by place."""
    chain = compilation.built[mode.mode].mode.chain
    return {(chain.file_of(each.path), each.span.line): each for pack in chain.packs for each in examples_of(pack)}


def _view(program: Program, data: Data, written: Example | None, part: Part) -> ExampleView:
    key = content_hash(data)
    played = part.get(key)
    if played is None:
        played = _played(program, data)
        part.keep(key, played)
    texts = ["", "", ""] if written is None else [_text(written, part) for part in ("given", "do", "then")]
    topic = "" if written is None or written.record else _topic(written)
    given, do, then = texts
    trace = tuple(
        TraceLine(text, depth, heading, None if moved is None else (moved[0], moved[1]))
        for text, depth, heading, moved in played["trace"]
    )
    return ExampleView(
        data, topic, given, do, then, tuple(played["players"]), trace, tuple(played["failures"]), played["start"]
    )


def _played(program: Program, data: Data) -> Data:
    """What came of an example, as plain data."""
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
    lines = _told(program, result.events, names)
    return {
        "players": names,
        "failures": failures,
        "start": _start(program, data) if any(line.moved for line in lines) else {},
        "trace": [
            [line.text, line.depth, line.heading, None if line.moved is None else list(line.moved)] for line in lines
        ],
    }


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
    lines = []
    for event in events:
        told = story.tell([event])
        lines += [TraceLine(line.text, line.depth, bool(line.turn)) for line in told]
        if told and (moved := _moved(program, event)) is not None:
            lines[-1] = replace(lines[-1], moved=moved)
    if lines and lines[0].heading:
        lines = lines[1:]
    if events and events[-1].name == "game_over":
        lines.append(TraceLine(describe(program, events[-1], players), 0, True))
    return [*lines[:_MOST_LINES], *([TraceLine("and so on", 0)] if len(lines) > _MOST_LINES else [])]


def _moved(program: Program, event: EventRecord) -> tuple[str, str] | None:
    """What an event puts on which space."""
    if event.name not in ("move_marker", "move_player") or event.to == NONE:
        return None
    space = name_of(program, event.to)
    if event.name == "move_player":
        return f"player:{event.who}", space
    return f"pieces:{program.pieces[event.what].id}", space


def name_of(program: Program, thing: int) -> str:
    """The id of a space, or ``pieces:id`` of a tile."""
    thing %= program.things
    return f"pieces:{program.pieces[thing].id}" if thing < len(program.pieces) else program.space(thing).id


def _start(program: Program, data: Data) -> Data:
    """Where markers and players stand before the first step, and how the tracks lie."""
    play = ExamplePlay(program, data)
    machine, pieces = play.game.machine, program.pieces
    lie = machine.board.lie()
    at = {
        f"pieces:{piece.id}": name_of(program, space)
        for index, piece in enumerate(pieces)
        if (space := machine.board.space_of(index)) != NONE
    }
    for seat in machine.players():
        place = machine.st.get("at", seat)
        if place != NONE:
            at[f"player:{seat}"] = name_of(program, place)
    paths = {
        track.id: [name_of(program, each) for each in machine.board.path(i)] for i, track in enumerate(program.tracks)
    }
    tokens = {
        name_of(program, space): program.bonuses[bonus].id for space, bonus in lie.bonuses.items() if bonus != NONE
    }
    return {"at": at, "paths": paths, "tokens": tokens}
