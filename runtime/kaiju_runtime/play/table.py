"""The table as text: players, tracks, market and dice, drawn from a view so that a glance is enough.

Nothing here knows a game: what is shown follows from the program's tables. It works without colour and in
80 columns, and where there are fewer, down to 40, it stays in order.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from kaiju_runtime.game import Game
from kaiju_runtime.play.board import Tracks
from kaiju_runtime.play.look import Look
from kaiju_runtime.play.pieces import Pieces
from kaiju_runtime.play.text import cells, cut, lines_of_parts, pad, paint, side_by_side
from kaiju_runtime.program import Program
from kaiju_runtime.trace import Names, players_of

BAR, LEAST_BAR = 14, 3
"""Cells of the longest bar, and of the shortest that tells something."""
COLUMN = 26
"""So wide is a player at least who stands beside another."""
PIPS = 5
"""Counters with a higher upper end have a bar."""


def draw_table(game: Game, viewer: int | None, look: Look, *, title: str = "", roll: bool = True) -> list[str]:
    """The whole table as the viewer may see it, under a title of its own or under turn and phase."""
    return Table(game, viewer, look).draw(title, roll)


class Table:
    """One drawing of one moment."""

    def __init__(self, game: Game, viewer: int | None, look: Look) -> None:
        self.game = game
        self.look = look
        self.glyphs = look.glyphs
        self.program: Program = game.program
        self.names = Names(self.program, players_of(game))
        self.view = game.view(viewer)
        self.width = look.width

    def draw(self, title: str = "", roll: bool = True) -> list[str]:
        pieces = Pieces(self.game, self.view, self.names, self.look)
        tracks = Tracks(self.program, self.names, self.glyphs, self.width).draw(self.view)
        lines = [self.heading(title), *self.players(), *pieces.of_players()]
        for block in (tracks, pieces.of_table(), self.roll() if roll else []):
            if block:
                lines += ["", *block]
        return lines

    def heading(self, title: str) -> str:
        dot, line = f" {self.glyphs.dot} ", self.glyphs.line
        phase = next((phase.name for phase in self.program.phases if phase.id == self.view["phase"]), "")
        active = self.names.player(self.view["active"])
        parts = [title] if title else [f"Turn {self.view['turn']}", active, phase]
        text = f" {cut(dot.join(part for part in parts if part), self.width - 8, self.glyphs.more)} "
        return line * 2 + paint(text, "title") + line * max(0, self.width - 2 - cells(text))

    # --- players ---------------------------------------------------------------------------------

    def players(self) -> list[str]:
        """The players, two beside each other where there is room."""
        half = (self.width - 3) // 2
        if half < COLUMN:
            return [line for player in self.view["players"] for line in self.player(player, self.width)]
        blocks = [self.player(player, half) for player in self.view["players"]]
        lines: list[str] = []
        for left in range(0, len(blocks), 2):
            right = blocks[left + 1] if left + 1 < len(blocks) else []
            lines += side_by_side(blocks[left], right, half + 1)
        return lines

    def player(self, player: dict[str, Any], width: int) -> list[str]:
        seat = player["seat"]
        active = self.glyphs.active if seat == self.view["active"] else " "
        who = self.look.controllers[seat] if seat < len(self.look.controllers) else ""
        who = f" ({who})" if who else ""
        out = "" if player["alive"] else ", out"
        name = cut(self.names.player(seat), width - 6 - cells(who + out), self.glyphs.more)
        lines = [f" {active} {paint(f'{seat + 1} {name}', str(seat))}{paint(who + out, 'dim')}"]
        bars: list[tuple[str, int, int]] = []
        numbers = []
        for index, counter in enumerate(self.program.data["counters"]):
            if counter["holder"] != "player" or counter["bookkeeping"]:
                continue
            number, most = player["counters"][counter["id"]], self.upper_end(index, seat)
            if most == 0:
                continue  # this player can have none
            if most is not None and most > PIPS:
                bars.append((cut(counter["name"], 14, self.glyphs.more), number, most))
            else:
                numbers.append(self.number(cut(counter["name"], width - 10, self.glyphs.more), number, most))
        if player["place"]:
            numbers.append(self.place(player["place"], width - 10))
        widest = max((cells(name) for name, _, _ in bars), default=0)
        figures = max((len(f"{number}/{most}") for _, number, most in bars), default=0)
        room = min(BAR, width - 5 - widest - figures)
        drawn = [self.bar(pad(bar_name, widest), number, most, room) for bar_name, number, most in bars]
        return lines + ["   " + line for line in [*drawn, *lines_of_parts(numbers, width - 3)]]

    def upper_end(self, counter: int, seat: int) -> int | None:
        """The most of a counter that a player may have; ``None``: as many as there are."""
        if self.program.counters[counter].most is None:
            return None
        return self.game.machine.upper_end(counter, seat)

    def bar(self, name: str, number: int, most: int, room: int) -> str:
        length = min(room, most)
        if length < LEAST_BAR:
            return f"{name} {paint(str(number), 'title')}/{most}"
        full = -(-number * length // most) if most else 0
        style = "good" if 3 * number > most else "bad"
        drawn = paint(self.glyphs.full * full, style) + paint(self.glyphs.empty * (length - full), "dim")
        return f"{name} {drawn} {paint(str(number), 'title')}/{most}"

    def number(self, name: str, number: int, most: int | None) -> str:
        shown = paint(str(number), "title") if number else str(number)
        return f"{name} {shown}" + ("" if most is None else f"/{most}")

    def place(self, space: str, width: int) -> str:
        name = next((each.name for each in self.program.spaces if each.id == space), space)
        return f"where: {paint(cut(name, width, self.glyphs.more), 'note')}"

    # --- dice ------------------------------------------------------------------------------------

    def roll(self) -> list[str]:
        """The dice of the Roll, and how many symbols are left where that is not the same."""
        dice = [die["face"] for die in self.view["roll"]]
        names = {face.id: face.name for face in self.program.faces}
        order = list(names)
        left = {face: number for face, number in self.view["unspent"].items() if number}
        if not dice and not left:
            return []
        shown = [f"[{names[face]}]" for face in sorted(dice, key=order.index)]
        lines = labelled("Roll", lines_of_parts(shown, self.width - 8, 1))
        if left != dict(Counter(dice)):
            parts = [f"{number} {names[face]}" for face, number in left.items()]
            lines += labelled("Left", lines_of_parts(parts or ["nothing"], self.width - 8))
        return lines


def labelled(label: str, lines: list[str]) -> list[str]:
    """Lines behind a label."""
    return [f" {label if not number else ' ' * len(label)}  {line}" for number, line in enumerate(lines)]
