"""Tracks as pictures: what is printed on their spaces, what lies there, and where the markers stand."""

from __future__ import annotations

from typing import Any

from kaiju_runtime.frames import NONE
from kaiju_runtime.play.text import Glyphs, cells, cut, pad, paint
from kaiju_runtime.program import Program, Track
from kaiju_runtime.trace import Names

WIDEST_CELL, NARROWEST_CELL = 4, 2
BLANK = "--"
"""A space of a token without a bonus."""


class Tracks:
    """Draws the tracks of one program."""

    def __init__(self, program: Program, names: Names, glyphs: Glyphs, width: int) -> None:
        self.program = program
        self.names = names
        self.glyphs = glyphs
        self.width = width
        self.bonuses = short_names([(each["id"], each["name"]) for each in program.data["bonuses"]])
        shown = [each for each in program.data["space_fields"] if each["kind"] == "player"]
        self.marks = short_names([(each["id"], each["name"]) for each in shown], letters=1)
        self.mark_names = {each["id"]: each["name"] for each in shown}

    def draw(self, view: dict[str, Any]) -> list[str]:
        """All tracks, and a legend of what stands on them."""
        lines: list[str] = []
        used: set[str] = set()
        for index, track in enumerate(self.program.tracks):
            spaces = view["tracks"][track.id]["spaces"]
            if track.form == "ring" and not any(space["marker"] for space in spaces):
                continue  # its marker is not in this game
            if track.form != "fixed" or not self.cell_width(len(spaces)):
                lines += self.as_list(track, index, spaces)
            else:
                lines += self.as_picture(track, index, spaces)
            used |= {space["bonus"] for space in spaces if space["bonus"]}
        return [*lines, *self.legend(used)] if lines else []

    def cell_width(self, spaces: int) -> int:
        """Cells for the inside of a space, or 0 if the track is too long for a picture."""
        if not spaces:
            return 0
        width = min(WIDEST_CELL, (self.width - 2) // spaces - 1)
        return width if width >= NARROWEST_CELL else 0

    def heading(self, track: Track, index: int) -> str:
        """The name, with arrows that show who pulls to which side."""
        g = self.glyphs
        left = next((seat for seat, toward in enumerate(track.toward) if toward < 0), NONE)
        right = next((seat for seat, toward in enumerate(track.toward) if toward > 0), NONE)
        name = f" {paint(track.name, 'title')} "
        most = (self.width - cells(name) - 9) // 2
        start = f" {g.left} {self.player(left, most)} " if left != NONE else " "
        end = f" {self.player(right, most)} {g.right} " if right != NONE else ""
        total = sum(map(cells, (start, name, end)))
        room = max(2, self.picture_width - total)
        before = max(1, (self.picture_width - cells(name)) // 2 - cells(start))
        return (start + g.line * before + name + g.line * max(1, room - before) + end).rstrip()

    def player(self, seat: int, width: int) -> str:
        return paint(cut(f"{seat + 1} {self.names.player(seat)}", width, self.glyphs.more), str(seat))

    def as_picture(self, track: Track, index: int, spaces: list[dict[str, Any]]) -> list[str]:
        width = self.cell_width(len(spaces))
        self.picture_width = len(spaces) * (width + 1) + 1
        g = self.glyphs
        rows = [
            [self.mark_of(space) for space in spaces],
            [self.bonus_of(space) for space in spaces],
            [self.marker_of(space, width) for space in spaces],
        ]
        drawn = [self.heading(track, index)]
        for number, row in enumerate(rows):
            if number == 1 and not any(text for text, _ in row):
                continue
            inside = g.side.join(self.cell(text, style, width) for text, style in row)
            drawn.append(f" {g.side}{inside}{g.side}")
        return drawn

    def cell(self, text: str, style: str, width: int) -> str:
        text = cut(text, width, "")
        left = (width - len(text)) // 2
        return " " * left + paint(text, style) + " " * (width - left - len(text))

    def mark_of(self, space: dict[str, Any]) -> tuple[str, str]:
        for field, letter in self.marks.items():
            seat = space["marks"].get(field)
            if seat is not None:
                return f"{letter}{seat + 1}", str(seat)
        return "", ""

    def bonus_of(self, space: dict[str, Any]) -> tuple[str, str]:
        if space["bonus"]:
            return self.bonuses[space["bonus"]], "note"
        return (BLANK, "dim") if space["token"] else ("", "")

    def marker_of(self, space: dict[str, Any], width: int) -> tuple[str, str]:
        marker = self.glyphs.marker
        return (f"({marker})" if width >= 3 else marker, "mark") if space["marker"] else ("", "")

    def as_list(self, track: Track, index: int, spaces: list[dict[str, Any]]) -> list[str]:
        """A track whose spaces are too many or too various for a picture."""
        self.picture_width = self.width - 2
        by_id = {each.id: each.name for each in self.program.pieces}
        by_id |= {each.id: each.name for each in self.program.spaces}
        lines = [self.heading(track, index)]
        for number, space in enumerate(spaces, 1):
            mark, bonus = self.mark_of(space)[0], self.bonus_of(space)[0]
            marker = paint(self.glyphs.marker, "mark") if space["marker"] else " "
            name = cut(by_id.get(space["space"], space["space"]), self.width - 20, self.glyphs.more)
            lines.append(f" {marker} {pad(str(number), 3)}{name}  {mark} {bonus}".rstrip())
        return lines

    def legend(self, used: set[str]) -> list[str]:
        """What the letters mean, as far as they are to be seen."""
        names = {each["id"]: each["name"] for each in self.program.data["bonuses"]}
        parts = [f"{letter}1 {letter}2 {self.mark_names[field]}" for field, letter in self.marks.items()]
        parts += [f"{self.bonuses[bonus]} {name}" for bonus, name in names.items() if bonus in used]
        joint = f" {self.glyphs.dot} "
        lines: list[str] = []
        for part in parts:
            if lines and cells(lines[-1] + joint + part) <= self.width:
                lines[-1] += joint + part
            else:
                lines.append(f" {part}")
        return [paint(line, "dim") for line in lines]


def short_names(names: list[tuple[str, str]], letters: int = 2) -> dict[str, str]:
    """Short names that tell all of them apart: ``Cl`` for Claw, ``tC`` for two Claw."""
    found: dict[str, str] = {}
    for identity, name in names:
        words = name.split()
        short = words[0][:letters] if len(words) < 2 or letters == 1 else "".join(word[0] for word in words)
        number = 2
        base = short
        while short in found.values():
            short = f"{base}{number}"
            number += 1
        found[identity] = short
    return found
