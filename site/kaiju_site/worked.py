"""A worked example of the board: one that is played anyway, shown as a picture after each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from kaiju_site.boards import Cell, cells_of, drawing, places_drawing
from kaiju_site.games import Game, Link
from kaiju_site.text import capital
from kaiju_site.traces import ExampleView, TraceLine

Data = dict[str, Any]
_BEST = 3
"""So many moves show best how it goes."""


@dataclass(frozen=True)
class Step:
    """One picture and what was told up to it."""

    lying: Markup = field(repr=False)
    tall: Markup = field(repr=False)
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Worked:
    """An example in pictures."""

    title: str
    about: str
    link: Link
    steps: tuple[Step, ...]


def worked_examples(game: Game) -> list[Worked]:
    """For the tracks the best example of moving a marker, for the places the best of moving players."""
    found = []
    on_track = max(_candidates(game, "pieces:"), key=lambda each: each[0], default=None)
    if on_track is not None:
        found.append(_on_track(game, on_track[1]))
    in_places = max(_candidates(game, "player:"), key=lambda each: each[0], default=None)
    if in_places is not None:
        found.append(_in_places(game, in_places[1]))
    return found


def _candidates(game: Game, kind: str) -> Iterator[tuple[tuple[int, ...], ExampleView]]:
    """Examples with such moves, each with how good it is."""
    for number, example in enumerate(game.examples):
        moves = [line.moved for line in example.trace if line.moved is not None and line.moved[0].startswith(kind)]
        if not moves or not example.passed or example.data["error"]:
            continue
        movers = len({what for what, _ in moves})
        if kind == "pieces:":
            if movers > 1 or not _stays_on(game, example, [where for _, where in moves]):
                continue
            entered = {where for _, where in moves}
            pays = len(entered & set(example.start["tokens"]))
            track = _track_of(game, example)
            plain = track is not None and example.start["paths"][track["id"]] == track["spaces"]
            row, ring = (track is not None and track["form"] == form for form in ("row", "ring"))
            rank: tuple[int, ...] = (not ring, plain or row, -abs(len(moves) - _BEST), min(pays, 1))
        else:
            rank = (min(movers, 2), -abs(len(moves) - 2))
        yield (*rank, -len(example.trace), example.record is None, -number), example


def _stays_on(game: Game, example: ExampleView, moves: Sequence[str]) -> bool:
    """Whether every move goes to the space beside the last, on a track as it lies at the start."""
    track = _track_of(game, example)
    path = [] if track is None else example.start["paths"].get(track["id"], [])
    mover = next(line.moved[0] for line in example.trace if line.moved is not None)
    at = [example.start["at"].get(mover, ""), *moves]
    if not all(each in path for each in at):
        return False
    return all(abs(path.index(b) - path.index(a)) == 1 for a, b in pairwise(at))


def _track_of(game: Game, example: ExampleView) -> Data | None:
    """The track on which the example begins to move a marker."""
    where = next((line.moved[1] for line in example.trace if line.moved is not None), "")
    ids = [each for each, path in example.start["paths"].items() if where in path]
    return game.tables["tracks"].get(ids[0]) if ids else None


def _about(example: ExampleView) -> str:
    seats = " against ".join(example.players) if len(example.players) == 2 else ", ".join(example.players)
    return f"{example.players[0]} is on turn: {seats}." if seats else ""


def _on_track(game: Game, example: ExampleView) -> Worked:
    track = _track_of(game, example)
    assert track is not None
    path = example.start["paths"][track["id"]]
    cells = cells_of(game, track, path, example.start["tokens"])
    mover = next(line.moved[0] for line in example.trace if line.moved is not None)
    at = [path.index(example.start["at"][mover])]
    reach = [path.index(line.moved[1]) for line in example.trace if line.moved is not None]
    reach.append(at[0])
    steps = []
    for moved, lines in _parts(example.trace):
        if moved is not None:
            at.append(path.index(moved[1]))
        said = f"{track['name']}: {cells[at[-1]].title}"
        lying = drawing(game, track, cells, at[-1], at[:-1], about=said)
        steps.append(Step(lying, _near(game, track, cells, at, reach, said), lines))
    return Worked(f"{track['name']}, step by step", _about(example), _link(game, example), tuple(steps))


def _near(game: Game, track: Data, cells: list[Cell], at: list[int], reach: list[int], said: str) -> Markup:
    """For narrow screens: only the spaces around those that are entered."""
    if track["form"] == "ring":
        return Markup("")
    first = max(0, min(reach) - 2)
    last = min(len(cells), max(reach) + 3)
    moved = [each - first for each in at]
    part = {**track, "toward": []}
    return drawing(game, part, cells[first:last], moved[-1], moved[:-1], about=said, style="tall")


def _in_places(game: Game, example: ExampleView) -> Worked:
    at = {f"player:{seat}": example.start["at"].get(f"player:{seat}", "") for seat in range(len(example.players))}
    steps = []
    places = {
        name
        for where in (*at.values(), *(line.moved[1] for line in example.trace if line.moved))
        for name in _beside(game, where)
    }
    ever = [each["id"] for each in game.program["spaces"] if each["id"] in places]
    for moved, lines in _parts(example.trace):
        if moved is not None:
            at[moved[0]] = moved[1]
        inside: dict[str, list[str]] = {each: [] for each in ever}
        for seat, name in enumerate(example.players):
            inside.setdefault(at[f"player:{seat}"], []).append(name)
        steps.append(Step(places_drawing(game, inside), places_drawing(game, inside, True), lines))
    return Worked("From place to place, step by step", _about(example), _link(game, example), tuple(steps))


def _beside(game: Game, space: str) -> list[str]:
    """All spaces of the place of a space."""
    place = game.tables["spaces"].get(space, {}).get("place")
    return game.tables["places"][place]["spaces"] if place else []


def _link(game: Game, example: ExampleView) -> Link:
    return Link(capital(example.name), game.example_page(example))


def _parts(trace: Sequence[TraceLine]) -> Iterator[tuple[tuple[str, str] | None, tuple[str, ...]]]:
    """The trace cut at its moves: what comes before the first, then each move with what follows from it."""
    moved: tuple[str, str] | None = None
    lines: list[str] = []
    for line in trace:
        if line.moved is not None:
            yield moved, tuple(lines)
            moved, lines = line.moved, []
        lines.append(line.text)
    yield moved, tuple(lines)
