"""The table as text: players, tracks, market and dice, drawn from a view so that a glance is enough.

Nothing here knows a game: what is shown follows from the program's tables. It works without colour and in
80 columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kaiju_runtime.game import Game
from kaiju_runtime.play.board import Tracks
from kaiju_runtime.play.text import UNICODE, Glyphs, cells, cut, in_columns, pad, paint, side_by_side, wrapped
from kaiju_runtime.program import Program, Zone
from kaiju_runtime.trace import Names, players_of

BAR = 14
"""Cells of the longest bar."""
PIPS = 5
"""Counters with a higher upper end have a bar."""
COLUMN = 22
"""Cells for the name of a piece."""


@dataclass
class Look:
    """How a table is drawn: its width, its characters, who sits where, and where rules texts come from."""

    width: int = 80
    glyphs: Glyphs = UNICODE
    controllers: tuple[str, ...] = ()
    """``you``, or the name of a bot, for each seat."""
    text: Callable[[str], str] = lambda record: ""
    """The rules text of a record by its full id."""


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
        lines = [self.heading(title), *self.players(), *self.pieces_of_players()]
        tracks = Tracks(self.program, self.names, self.glyphs, self.width).draw(self.view)
        for block in (tracks, self.zones(), self.roll() if roll else []):
            if block:
                lines += ["", *block]
        return lines

    # --- heading and players ---------------------------------------------------------------------

    def heading(self, title: str) -> str:
        dot, line = f" {self.glyphs.dot} ", self.glyphs.line
        phase = next((phase.name for phase in self.program.phases if phase.id == self.view["phase"]), "")
        active = self.names.player(self.view["active"])
        parts = [title] if title else [f"Turn {self.view['turn']}", active, phase]
        text = f" {cut(dot.join(part for part in parts if part), self.width - 8)} "
        return line * 2 + paint(text, "title") + line * max(0, self.width - 2 - cells(text))

    def players(self) -> list[str]:
        """The players, two beside each other."""
        half = (self.width - 3) // 2
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
        numbers = []
        for index, counter in enumerate(self.program.data["counters"]):
            if counter["holder"] != "player" or counter["bookkeeping"]:
                continue
            number, most = player["counters"][counter["id"]], self.upper_end(index, seat)
            if most is not None and most > PIPS:
                lines.append("   " + self.bar(cut(counter["name"], 14, self.glyphs.more), number, most))
            else:
                numbers.append(self.number(counter["name"], number, most))
        if player["place"]:
            numbers.append(self.place(player["place"]))
        return lines + ["   " + line for line in wrapped_parts(numbers, width - 3)]

    def upper_end(self, counter: int, seat: int) -> int | None:
        """The most of a counter that a player may have; ``None``: as many as there are."""
        if self.program.counters[counter].most is None:
            return None
        return self.game.machine.upper_end(counter, seat)

    def bar(self, name: str, number: int, most: int) -> str:
        length = min(BAR, most)
        full = -(-number * length // most) if most else 0
        style = "good" if 3 * number > most else "bad"
        drawn = paint(self.glyphs.full * full, style) + paint(self.glyphs.empty * (length - full), "dim")
        return f"{name} {drawn} {paint(str(number), 'title')}/{most}"

    def number(self, name: str, number: int, most: int | None) -> str:
        shown = paint(str(number), "title") if number else str(number)
        return f"{name} {shown}" + ("" if most is None else f"/{most}")

    def place(self, space: str) -> str:
        name = next((each.name for each in self.program.spaces if each.id == space), space)
        return f"in {paint(name, 'note')}"

    # --- pieces of players -----------------------------------------------------------------------

    def pieces_of_players(self) -> list[str]:
        """What lies in front of the players, with rules texts."""
        lines: list[str] = []
        for player in self.view["players"]:
            pieces = player["pieces"]
            own = [*self.own_zones(player["seat"])]
            if pieces or own:
                lines += ["", f" In front of {paint(self.names.player(player['seat']), str(player['seat']))}"]
                lines += [line for piece in pieces for line in self.piece(piece)]
                lines += own
        return lines

    def piece(self, piece: dict[str, Any]) -> list[str]:
        """A piece with its counters and its rules text, on two lines at most."""
        extras = [self.names.amount(self.counter_index(name), number) for name, number in piece["counters"].items()]
        if piece["copies"]:
            extras.append(f"copies {piece['copies']}")
        name = piece["name"] + (f" [{', '.join(extras)}]" if extras else "")
        text = self.short_text(piece["record"], self.width - COLUMN - 4, 2)
        if cells(name) > COLUMN:
            text.insert(0, "")
        first = f"   {pad(paint(name, 'title'), COLUMN)} {text[0]}".rstrip()
        return [first, *[" " * (COLUMN + 4) + line for line in text[1:]]]

    def short_text(self, record: str, width: int, lines: int) -> list[str]:
        """The rules text of a record, cut to some lines; at least one, perhaps empty."""
        return wrapped(" ".join(self.look.text(record).split()), width, lines, self.glyphs.more)

    def counter_index(self, name: str) -> int:
        return next(index for index, counter in enumerate(self.program.counters) if counter.id == name)

    def own_zones(self, seat: int) -> list[str]:
        """Zones of a player's own, other than what lies in front."""
        found = []
        for zone in self.program.zones:
            views = self.view["zones"].get(zone.id)
            if zone.per_player and isinstance(views, list) and views[seat]["count"]:
                found.append(f"   {zone.name}: {self.gathered(views[seat])}")
        return found

    def gathered(self, zone: dict[str, Any]) -> str:
        """The pieces of a zone by name, alike ones counted."""
        counted = Counter(piece["name"] for piece in zone["pieces"])
        parts = [f"{name} {self.glyphs.times}{number}" if number > 1 else name for name, number in counted.items()]
        unseen = zone["count"] - len(zone["pieces"])
        parts += [f"{unseen} face down"] if unseen else []
        return cut(", ".join(parts), self.width - 20, self.glyphs.more)

    # --- zones of the table ----------------------------------------------------------------------

    def zones(self) -> list[str]:
        """Rows with slots are shown card by card, the others counted."""
        lines: list[str] = []
        counts: list[str] = []
        for zone in self.program.zones:
            view = self.view["zones"].get(zone.id)
            if zone.per_player or zone.track >= 0 or not isinstance(view, dict):
                continue
            if zone.slots:
                lines += self.row(zone, view)
            elif view["count"]:
                top = f", top {view['pieces'][-1]['name']}" if zone.order == "stack" and view["pieces"] else ""
                counts.append(f"{zone.name} {view['count']}{top}")
        if counts:
            lines.append(" " + paint(cut(f" {self.glyphs.dot} ".join(counts), self.width - 2, self.glyphs.more), "dim"))
        return lines

    def row(self, zone: Zone, view: dict[str, Any]) -> list[str]:
        """A row of slots: what lies in each, what it costs now, and what it does."""
        name = zone.name[:1].upper() + zone.name[1:]
        lines = [f" {paint(name, 'title')}" + ("" if view["count"] else ": empty")]
        slots = {self.game.machine.slot(self.pieces[piece["piece"]]): piece for piece in view["pieces"]}
        for slot in range(1, zone.slots + 1):
            if slot in slots:
                lines += self.offer(slot, slots[slot])
        return lines

    @cached_property
    def pieces(self) -> dict[str, int]:
        return {piece.id: number for number, piece in enumerate(self.program.pieces)}

    def offer(self, slot: int, piece: dict[str, Any]) -> list[str]:
        number = self.pieces[piece["piece"]]
        machine = self.game.machine
        price, printed = machine.stats.read(("price", 0), number, self.view["active"]), machine.printed_price(number)
        cost = paint(f"{price:>2}", "price") + (f" ({price - printed:+d})" if price != printed else "")
        line = f"   {slot}. {pad(paint(cut(piece['name'], 22, self.glyphs.more), 'title'), 22)} {pad(cost, 9)} "
        text = self.short_text(piece["record"], self.width - cells(line), 3)
        return [line + text[0], *[" " * cells(line) + more for more in text[1:]]]

    # --- dice ------------------------------------------------------------------------------------

    def roll(self) -> list[str]:
        """The dice of the Roll, and how many symbols are left where that is not the same."""
        dice = [die["face"] for die in self.view["roll"]]
        if not dice:
            return []
        names = {face.id: face.name for face in self.program.faces}
        order = list(names)
        shown = " ".join(f"[{names[face]}]" for face in sorted(dice, key=order.index))
        lines = [f" {pad('Roll', 8)}{line}" for line in wrapped(shown.replace(" ", "\u00a0").replace("]\u00a0[", "] ["),
                                                                 self.width - 10)]
        lines = [line.replace("\u00a0", " ") for line in lines]
        left = {face: number for face, number in self.view["unspent"].items() if number}
        if left != dict(Counter(dice)):
            parts = [f"{number} {names[face]}" for face, number in left.items()]
            lines.append(f" {pad('Left', 8)}{', '.join(parts) or 'nothing'}")
        return lines


def wrapped_parts(parts: list[str], width: int) -> list[str]:
    """Painted parts as lines, each part unbroken."""
    lines: list[str] = []
    for part in parts:
        if lines and cells(lines[-1]) + 3 + cells(part) <= width:
            lines[-1] += "   " + part
        else:
            lines.append(part)
    return lines


__all__ = ["Look", "Table", "draw_table", "in_columns"]
