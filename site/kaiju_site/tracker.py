"""What the table tracker of a mode counts: taken from the mode's declarations, as plain data for its script."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from kaiju_site.games import Game
from kaiju_site.icons import icon, spelled
from kaiju_site.opening import Opening

Data = dict[str, Any]


def tracker_data(game: Game, opening: Opening) -> Markup:
    """The declarations as JSON that can stand in a page: no text in it can end the script that holds it."""
    program = game.program
    data = {
        "game": game.id,
        "players": [program["players"]["least"], program["players"]["most"]],
        "monsters": [game.name(f"pieces:{each}") for each in program["monsters"]],
        "counters": [_counter(game, each) for each in program["counters"] if _is_shown(each)],
        "faces": [{"name": each["name"], "icon": _icon(each)} for each in program["faces"]],
        "dice": opening.dice or 6,
        "tracks": [_track(game, each, opening.paths.get(each["id"], [])) for each in program["tracks"]],
        "places": _places(game),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


def _is_shown(counter: Data) -> bool:
    return counter["holder"] == "player" and not counter["bookkeeping"]


def _icon(entry: Data) -> str:
    """Markup of an icon; nothing where the icon only spells the name."""
    name = entry.get("icon") or ""
    return "" if spelled(name) == entry["name"] else str(icon(name))


def _counter(game: Game, counter: Data) -> Data:
    """A counter with its range and start; where they depend on the monster, with one number for each."""
    return {
        "id": counter["id"],
        "name": counter["name"],
        "icon": _icon(counter),
        "least": counter["least"],
        "most": _number(game, counter["most"]),
        "start": _number(game, counter["start"]) or 0,
    }


def _number(game: Game, node: Any) -> int | list[int] | None:
    """A number, or one for each monster, or nothing if it is worked out in some other way."""
    if not isinstance(node, list):
        return None
    if node[0] == "int":
        return int(node[1])
    if node[0] == "data" and node[2] == ["monster", ["you"]]:
        field = [each["id"] for each in game.program["fields"]].index(node[1])
        found = []
        for monster in game.program["monsters"]:
            definition = game.definition(game.tables["pieces"][monster]["definition"])
            value = definition["data"][field]
            found.append(value if isinstance(value, int) else 0)  # a monster without the field has none
        return found
    return None


def _track(game: Game, track: Data, path: list[str]) -> Data:
    """A track: its spaces, where its marker starts, whose end is which, whose it is; of tiles, those at the start."""
    spaces = [_space(game, name) for name in (path if track["form"] == "row" else track["spaces"])]
    start = {piece["space"] for piece in game.program["pieces"] if piece["space"]}
    fields = game.program["space_fields"]
    shown = []
    for space in spaces:
        marks = [
            [each["name"], mark, index]
            for index, (each, mark) in enumerate(zip(fields, space["marks"], strict=True))
            if each["kind"] == "player" and mark is not None
        ]
        shown.append({"name": space["name"], "marks": marks})
    at = next((number for number, space in enumerate(spaces) if space["id"] in start), len(spaces) // 2)
    return {
        "name": track["name"],
        "icon": _icon(track),
        "spaces": shown,
        "start": at,
        "grows": track["form"] == "row",
        "monster": _monster_of(game, spaces),
    }


def _monster_of(game: Game, spaces: list[Data]) -> int | None:
    """The monster without which nothing stands on a track; nothing if it is there in every game."""
    ids = {space["id"] for space in spaces}
    owners = {piece["monster"] for piece in game.program["pieces"] if piece["space"] in ids}
    owner = owners.pop() if len(owners) == 1 else None
    return None if owner is None else list(game.program["monsters"]).index(owner)


def _space(game: Game, name: str) -> Data:
    """A space, or a tile that is one."""
    if name in game.tables["spaces"]:
        return game.tables["spaces"][name]
    tile = game.tables["pieces"][name.removeprefix("pieces:")]
    return {"id": name, "name": tile["name"], "marks": [None] * len(game.program["space_fields"])}


def _places(game: Game) -> list[Data]:
    """The spaces of places on which players stand, if there are any."""
    start = game.program["players"]["start"]
    return [
        {"name": space["name"], "start": start in (space["id"], space["place"])}
        for space in game.program["spaces"]
        if space["place"]
    ]
