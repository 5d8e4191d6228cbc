"""Tracks as drawings: plain SVG made from the spaces of the program and what is printed on them."""

from __future__ import annotations

import math
from typing import Any

from markupsafe import Markup

from kaiju_site.games import Game

Data = dict[str, Any]

_STEP, _SIZE, _ZIGZAG = 44, 38, 16
_MARGIN = 10


def track_drawing(game: Game, track: Data) -> Markup:
    """One track as it lies on the table at the start."""
    spaces = [game.tables["spaces"][name] for name in track["spaces"]]
    places = _ring(len(spaces)) if track["form"] == "ring" else _line(game, spaces)
    if not spaces:
        places = _line(game, [{"marks": []} for _ in range(5)])
    width = max(x for x, _ in places) + _SIZE + _MARGIN
    height = max(y for _, y in places) + _SIZE + _MARGIN
    start = {piece["space"] for piece in game.program["pieces"] if piece["space"]}
    shapes = [_space(game, space, x, y, space["id"] in start) for space, (x, y) in zip(spaces, places, strict=False)]
    if not spaces:
        shapes = [_empty(x, y) for x, y in places]
    return Markup(
        '<svg class="track" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">{}</svg>'
    ).format(width, height, width, height, f"The track {track['name']}: {len(spaces)} spaces", Markup("").join(shapes))


def _line(game: Game, spaces: list[Data]) -> list[tuple[int, int]]:
    """Places in a row; a mark that bends the track makes it zigzag."""
    bend = next((i for i, each in enumerate(game.program["space_fields"]) if each["bends"]), None)
    found = []
    for number, space in enumerate(spaces):
        down = bend is not None and len(space["marks"]) > bend and space["marks"][bend] == -1
        found.append((_MARGIN + number * _STEP, _MARGIN + (_ZIGZAG if down else 0)))
    return found


def _ring(number: int) -> list[tuple[int, int]]:
    """Places on a circle, the first on top, clockwise."""
    radius = max(60, round(number * _STEP / (2 * math.pi)))
    angles = [2 * math.pi * i / max(number, 1) - math.pi / 2 for i in range(number)]
    return [
        (round(_MARGIN + radius + radius * math.cos(a)), round(_MARGIN + radius + radius * math.sin(a))) for a in angles
    ]


def _space(game: Game, space: Data, x: int, y: int, start: bool) -> Markup:
    """A space: its fill tells whose it is, its text what it is, a ring where a marker starts."""
    marks = _marks(game, space)
    style = " ".join(
        ["space", *(f"mark-{index}" for index, _, _ in marks[:1]), *(f"seat-{seat}" for _, seat, _ in marks[:1])]
    )
    title = ", ".join([space["name"], *(text for _, _, text in marks)])
    inside = [
        Markup('<title>{}</title><rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="7"/>').format(
            title, style, x, y, _SIZE, _SIZE
        )
    ]
    if start:
        inside.append(
            Markup('<circle class="start" cx="{}" cy="{}" r="{}"/>').format(
                x + _SIZE // 2, y + _SIZE // 2, _SIZE // 2 - 7
            )
        )
    inside.append(
        Markup('<text class="number" x="{}" y="{}">{}</text>').format(
            x + _SIZE // 2, y + _SIZE // 2 + 4, _number(space)
        )
    )
    return Markup("<g>{}</g>").format(Markup("").join(inside))


def _empty(x: int, y: int) -> Markup:
    """A space that comes into being only in play."""
    return Markup('<rect class="space to-come" x="{}" y="{}" width="{}" height="{}" rx="7"/>').format(
        x, y, _SIZE, _SIZE
    )


def _number(space: Data) -> str:
    """The number of a space on its track, counted from the middle."""
    track = str(space["track"] or "")
    number = str(space["id"]).removeprefix(track)
    return number.replace("-", "−") if number != space["id"] else str(space["name"])[:4]


def _marks(game: Game, space: Data) -> list[tuple[int, int, str]]:
    """What is printed on a space for a player: number of the mark, seat, text."""
    found = []
    for index, (declared, mark) in enumerate(zip(game.program["space_fields"], space["marks"], strict=True)):
        if declared["kind"] == "player" and mark is not None:
            found.append((index, mark, f"{declared['name']} of player {mark}"))
    return found


def legend(game: Game) -> list[tuple[str, str]]:
    """What the colours mean: class and text."""
    seen: dict[tuple[int, int], str] = {}
    for space in game.program["spaces"]:
        for index, seat, text in _marks(game, space):
            seen.setdefault((index, seat), text)
    return [(f"mark-{index} seat-{seat}", text) for (index, seat), text in sorted(seen.items())]


def seats(game: Game, track: Data) -> list[str]:
    """Which way each player pulls, in words."""
    directions = {-1: "to the left", 1: "to the right"}
    return [f"player {seat} {directions[step]}" for seat, step in enumerate(track["toward"], 1) if step in directions]
