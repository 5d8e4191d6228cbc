"""Tracks as drawings: plain SVG made from the spaces of the program and what is printed on them.

Every track is drawn twice, lying for wide screens and standing for phones; the stylesheet shows one of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kaiju_site.faces.lettering import icon_at, n, shortened, width
from kaiju_site.games import Game
from kaiju_site.text import capital

Data = dict[str, Any]

_STEP, _SIZE, _ZIGZAG = 46, 40, 14
_MARGIN, _ENDS, _BROAD = 10, 22, 86
_NAMED = 84
"""So wide is a standing track at least that names a player at each end."""


@dataclass(frozen=True)
class Cell:
    """One space of a track as it is drawn."""

    label: str
    title: str
    style: str = ""
    icons: tuple[str, ...] = ()
    start: bool = False
    bent: bool = False
    to_come: bool = False


TO_COME = Cell("", "a space that may come into play later", to_come=True)
_LEAST = 5
"""A track that grows is drawn with so many spaces at least."""


def track_drawing(game: Game, track: Data, path: Sequence[str] | None = None, tall: bool = False) -> Markup:
    """One track as it lies on the table at the start."""
    return drawing(game, track, cells_of(game, track, path), tall=tall)


def cells_of(game: Game, track: Data, path: Sequence[str] | None = None, tokens: Mapping[str, str] = {}) -> list[Cell]:
    """The spaces of a track in order; of ``path`` (spaces and tiles by id) if it has changed in play."""
    start = {piece["space"] for piece in game.program["pieces"] if piece["space"]}
    bend = next((i for i, each in enumerate(game.program["space_fields"]) if each["bends"]), None)
    names = list(track["spaces"] if path is None else path)
    return [_cell(game, track, name, start, bend, tokens.get(name, "")) for name in names]


def _cell(game: Game, track: Data, name: str, starts: set[str], bend: int | None, bonus: str) -> Cell:
    space = game.tables["spaces"].get(name)
    if space is None:  # a tile
        tile = game.tables["pieces"].get(name.removeprefix("pieces:"), {})
        definition = game.tables["definitions"].get(tile.get("definition", ""), {})
        printed = game.tables["bonuses"].get(definition.get("bonus") or "", {}).get("icon") or ""
        begins = str(tile.get("id", "")) in starts
        label = "" if begins else initials(str(tile.get("name", "")))
        return Cell(label, str(tile.get("name", name)), "tile", tuple(printed.split()), begins)
    marks = _marks(game, space)
    style = " ".join([*(f"mark-{index}" for index, _, _ in marks[:1]), *(f"seat-{seat}" for _, seat, _ in marks[:1])])
    title = ", ".join([space["name"], *(text for _, _, text in marks)])
    icons = tuple((game.tables["bonuses"].get(bonus, {}).get("icon") or "").split())
    down = bend is not None and len(space["marks"]) > bend and space["marks"][bend] == -1
    label = shortened(str(space["name"]), 74, 12, False) if track["form"] == "ring" else _number(space)
    return Cell(label, title, style, icons, name in starts, down)


def initials(name: str) -> str:
    """What a tile without a bonus shows: its name does not fit."""
    return "".join(word[0] for word in name.split())


def drawing(
    game: Game,
    track: Data,
    cells: Sequence[Cell],
    marker: int | None = None,
    trail: Iterable[int] = (),
    tall: bool = False,
    about: str = "",
    style: str = "",
) -> Markup:
    """A track with a marker on one of its spaces and a trail over those that it has come from."""
    ring = track["form"] == "ring"
    beside = math.ceil(max(2, _LEAST - len(cells)) / 2) if track["form"] == "row" or not cells else 0
    cells = [*[TO_COME] * beside, *cells, *[TO_COME] * beside]
    steps = [each + beside for each in (*trail, *([] if marker is None else [marker]))]
    marker = None if marker is None else marker + beside
    places = _ring(len(cells)) if ring else _line(cells, tall)
    ends = Markup("") if ring else _ends(track, cells, tall)
    broad = _BROAD if ring else _SIZE
    wide = max(x for x, _ in places) + broad + _MARGIN
    wide = max(wide, _NAMED) if tall and ends else wide
    high = max(y for _, y in places) + _SIZE + _MARGIN + (_ENDS if ends else 0)
    numbered = enumerate(zip(cells, places, strict=True))
    shapes = Markup("").join(_space(cell, x, y, number == marker, broad) for number, (cell, (x, y)) in numbered)
    shapes += _trail([places[each] for each in steps], broad)
    if marker is not None:
        shapes += _marker(str(track["icon"] or ""), *places[marker], broad)
    style = style or ("ring" if ring else "tall" if tall else "lying")
    number = len(cells) - 2 * beside
    label = about or f"The track {track['name']}: {number} {'space' if number == 1 else 'spaces'}"
    return Markup(
        '<svg class="track {}" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">{}{}</svg>'
    ).format(style, wide, high, wide, high, label, shapes, ends)


def _line(cells: Sequence[Cell], tall: bool) -> list[tuple[int, int]]:
    """Places in a row or a column; a mark that bends the track makes it zigzag."""
    found = []
    for number, cell in enumerate(cells):
        along, across = _MARGIN + number * _STEP, _MARGIN + (_ZIGZAG if cell.bent else 0)
        found.append((across, along + _ENDS) if tall else (along, across))
    return found


def _ring(number: int) -> list[tuple[int, int]]:
    """Places on a flat circle, the first on top, clockwise."""
    high = max(70, round(number * 54 / (2 * math.pi)))
    broad = max(130, round(high * 1.6), math.ceil((_BROAD + 6) / math.sin(2 * math.pi / max(number, 5))))
    angles = [2 * math.pi * i / max(number, 1) - math.pi / 2 for i in range(number)]
    return [(round(_MARGIN + broad + broad * math.cos(a)), round(_MARGIN + high + high * math.sin(a))) for a in angles]


def _ends(track: Data, cells: Sequence[Cell], tall: bool) -> Markup:
    """Whose end is which, where players pull to ends of their own."""
    shown = Markup("")
    long = len(cells) * _STEP + _MARGIN
    deep = _MARGIN + _SIZE + (_ZIGZAG if any(cell.bent for cell in cells) else 0)
    for step, seated in _pulling(track).items():
        text, seat = said_seats(seated, len(track["toward"])), seated[0] if len(seated) == 1 else "all"
        first = step == -1
        if tall:
            x, y, anchor = _MARGIN, 20 if first else long + _ENDS + 16, "start"
            text = text.removeprefix("players ")  # a track that stands is narrow
        else:
            x, y, anchor = (_MARGIN, deep + 20, "start") if first else (long - _STEP + _SIZE, deep + 20, "end")
            text = f"◂ {text}" if first else f"{text} ▸"
        shown += Markup('<text class="end seat-{}" x="{}" y="{}" text-anchor="{}">{}</text>').format(
            seat, x, y, anchor, text
        )
    return shown


def _space(cell: Cell, x: int, y: int, marked: bool, broad: int) -> Markup:
    """A space: its fill tells whose it is, its text what it is, a ring where a marker starts."""
    kind = "to-come" if cell.to_come else cell.style
    inside = Markup('<title>{}</title><rect class="space {}" x="{}" y="{}" width="{}" height="{}" rx="8"/>').format(
        cell.title, kind, x, y, broad, _SIZE
    )
    middle = x + broad // 2
    if cell.start and not marked and broad == _SIZE:
        inside += Markup('<circle class="start" cx="{}" cy="{}" r="{}"/>').format(
            middle, y + _SIZE // 2, _SIZE // 2 - 7
        )
    elif cell.start and not marked:  # a ring around a name: as long as the space
        inside += Markup('<rect class="start" x="{}" y="{}" width="{}" height="{}" rx="{}"/>').format(
            x + 4, y + 7, broad - 8, _SIZE - 14, _SIZE // 2 - 7
        )
    if cell.icons and not marked:
        size = 20 if len(cell.icons) == 1 else 15
        for number, name in enumerate(cell.icons[:2]):
            at = middle - size * len(cell.icons[:2]) / 2 + number * size
            inside += icon_at(name, at, y + _SIZE / 2 - size / 2, size, "bonus")
    elif not marked and not cell.to_come:
        small = " named" if broad > _SIZE else ""
        inside += Markup('<text class="number{}" x="{}" y="{}">{}</text>').format(
            small, middle, y + _SIZE // 2 + 5, cell.label
        )
    return Markup("<g>{}</g>").format(inside)


def _trail(places: Sequence[tuple[int, int]], broad: int) -> Markup:
    if len(places) < 2:
        return Markup("")
    points = " ".join(f"{x + broad // 2},{y + _SIZE // 2}" for x, y in places)
    return Markup('<polyline class="trail" points="{}"/>').format(points)


def _marker(icon: str, x: int, y: int, broad: int) -> Markup:
    return Markup('<circle class="marker" cx="{}" cy="{}" r="16"/>{}').format(
        x + broad // 2, y + _SIZE // 2, icon_at(icon, x + broad // 2 - 10, y + _SIZE // 2 - 10, 20, "marker-icon")
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
    among = len(track["toward"])
    return [f"{said_seats(seated, among)} {directions[step]}" for step, seated in _pulling(track).items()]


def _pulling(track: Data) -> dict[int, list[int]]:
    """The seats that pull to either end."""
    found: dict[int, list[int]] = {}
    for seat, step in enumerate(track["toward"], 1):
        if step in (-1, 1):
            found.setdefault(step, []).append(seat)
    return found


def said_seats(seated: Sequence[int], among: int) -> str:
    """``player 2``, ``players 1 and 3``, ``all players``."""
    if len(seated) == 1:
        return f"player {seated[0]}"
    if len(seated) == among:
        return "all players"
    return f"players {', '.join(map(str, seated[:-1]))} and {seated[-1]}"


# --- places --------------------------------------------------------------------------------------


def places_drawing(game: Game, inside: Mapping[str, Sequence[str]] | None = None, tall: bool = False) -> Markup:
    """The places with their spaces, and who stands where; without places of whose spaces ``inside`` knows nothing."""
    shown, top, wide = Markup(""), 8, 340 if tall else 700
    places = [
        (each, [game.tables["spaces"][name] for name in each["spaces"]])
        for each in game.program["places"]
        if inside is None or any(name in inside for name in each["spaces"])
    ]
    for place, spaces in places:
        rows = [[space] for space in spaces] if tall else [spaces]
        high = 40 + 62 * len(rows)
        shown += Markup('<rect class="place" x="4" y="{}" width="{}" height="{}" rx="14"/>').format(
            top, wide - 8, high - 6
        )
        shown += Markup('<text class="place-name" x="20" y="{}">{}</text>').format(top + 25, capital(place["name"]))
        for row, these in enumerate(rows):
            each = (wide - 40 - 12 * (len(these) - 1)) / len(these)
            for number, space in enumerate(these):
                shown += _ground(
                    space, place, 20 + number * (each + 12), top + 34 + 62 * row, each, (inside or {}).get(space["id"])
                )
        top += high + 4
    style = "tall" if tall else "lying"
    names = ", ".join(str(place["name"]) for place, _ in places)
    return Markup(
        '<svg class="track places {}" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">{}</svg>'
    ).format(style, wide, top, wide, top, f"Places: {names}", shown)


def _ground(space: Data, place: Data, x: float, y: float, wide: float, who: Sequence[str] | None) -> Markup:
    """One space of a place, with the names of those who stand there."""
    style = "crowd" if space["crowd"] else "seat-1"
    dashed = " not-always" if space["open"] is not None else ""
    shown = Markup('<rect class="space {}{}" x="{}" y="{}" width="{}" height="52" rx="9"/>').format(
        style, dashed, n(x), n(y), n(wide)
    )
    if who is None and space["crowd"]:
        shown += Markup('<text class="ground small" x="{}" y="{}">room for all</text>').format(n(x + 12), n(y + 30))
    elif who is None and space["name"].casefold() != place["name"].casefold():
        note = f"{space['name']}{' (not always open)' if space['open'] is not None else ''}"
        shown += Markup('<text class="ground" x="{}" y="{}">{}</text>').format(n(x + 12), n(y + 31), note)
    elif who is not None and space["name"].casefold() != place["name"].casefold():
        shown += Markup('<text class="ground small" x="{}" y="{}">{}</text>').format(n(x + 8), n(y + 13), space["name"])
    at = x + 10
    for name in who or ():
        text = shortened(name, 130, 13)
        long = width(text, 13, True) + 22
        shown += Markup(
            '<rect class="who" x="{}" y="{}" width="{}" height="26" rx="13"/>'
            '<text class="who-name" x="{}" y="{}">{}</text>'
        ).format(n(at), n(y + 19), n(long), n(at + 11), n(y + 37), text)
        at += long + 6
    return shown
