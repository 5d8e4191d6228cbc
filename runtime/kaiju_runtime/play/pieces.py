"""What lies on the table: pieces in front of players, rows with prices, piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from kaiju_runtime.game import Game
from kaiju_runtime.play.look import Look
from kaiju_runtime.play.text import cells, cut, pad, paint, wrapped
from kaiju_runtime.program import Zone
from kaiju_runtime.trace import Names

COLUMN = 22
"""Cells for the name of a piece."""
BESIDE = 34
"""Cells that a text needs beside a name; where there are fewer, it stands below."""
INDENT = 6


class Pieces:
    """Draws the pieces of one moment."""

    def __init__(self, game: Game, view: dict[str, Any], names: Names, look: Look) -> None:
        self.game = game
        self.program = game.program
        self.view = view
        self.names = names
        self.look = look
        self.width = look.width
        self.more = look.glyphs.more

    # --- in front of players ---------------------------------------------------------------------

    def of_players(self) -> list[str]:
        """What lies in front of the players, with rules texts unless the look is brief."""
        lines: list[str] = []
        for player in self.view["players"]:
            name = paint(self.names.player(player["seat"]), str(player["seat"]))
            pieces, own = player["pieces"], self.own_zones(player["seat"])
            if self.look.brief:
                parts = [self.name(piece) for piece in pieces] + [
                    cut(f"{zone}: {what}", self.width - INDENT, self.more) for zone, what in own
                ]
                lines += self.listed(f"In front of {name}: ", parts) if parts else []
            elif pieces or own:
                lines += ["", f" In front of {name}", *(line for piece in pieces for line in self.piece(piece))]
                lines += [line for zone, what in own for line in self.own_zone(zone, what)]
        return ["", *lines] if self.look.brief and lines else lines

    def listed(self, heading: str, parts: Iterable[str]) -> list[str]:
        """Parts behind a heading, on as many lines as they need."""
        lines = [f" {heading}"]
        for number, part in enumerate(parts):
            joint = ", " if number else ""
            if cells(lines[-1] + joint + part) > self.width:
                lines[-1] += joint.rstrip()
                lines.append(f"   {part}")
            else:
                lines[-1] += joint + part
        return lines

    def name(self, piece: dict[str, Any]) -> str:
        """The name of a piece with its counters, and what it copies."""
        extras = [self.names.amount(self.counter_index(name), number) for name, number in piece["counters"].items()]
        if piece["copies"]:
            copied = next(each.name for each in self.program.pieces if each.key == piece["copies"])
            extras.append(f"copies {copied}")
        return str(piece["name"]) + (f" [{', '.join(extras)}]" if extras else "")

    def piece(self, piece: dict[str, Any]) -> list[str]:
        """A piece with its rules text, on two lines at most, or three below its name."""
        name = self.name(piece)
        beside = self.width - COLUMN - 4 >= BESIDE
        indent = COLUMN + 4 if beside else INDENT
        text = self.short_text(piece["record"], self.width - indent, 2 if beside else 3)
        names = wrapped(name, self.width - 3, more=self.more)
        if not beside or cells(name) > COLUMN:
            text.insert(0, "")
        first = f"   {pad(paint(names[-1], 'title'), COLUMN)} {text[0]}".rstrip()
        before = [f"   {paint(line, 'title')}" for line in names[:-1]]
        return [*before, first, *[" " * indent + line for line in text[1:]]]

    def short_text(self, record: str, width: int, lines: int) -> list[str]:
        """The rules text of a record, cut to some lines; at least one, perhaps empty."""
        return wrapped(" ".join(self.look.text(record).split()), width, lines, self.more)

    def own_zone(self, zone: str, what: str) -> list[str]:
        """What lies in a zone of a player's own, on two lines at most."""
        first, *more = wrapped(f"{zone}: {what}", self.width - INDENT, 2, self.more)
        return [f"   {first}", *[" " * INDENT + line for line in more]]

    def counter_index(self, name: str) -> int:
        return next(index for index, counter in enumerate(self.program.counters) if counter.id == name)

    def own_zones(self, seat: int) -> list[tuple[str, str]]:
        """Zones of a player's own that are not empty, other than what lies in front, with what is in them."""
        found = []
        for zone in self.program.zones:
            views = self.view["zones"].get(zone.id)
            if not zone.per_player or not isinstance(views, list):
                continue
            shown = views[seat] | {"pieces": [each for each in views[seat]["pieces"] if self.worth_showing(each)]}
            shown["count"] -= len(views[seat]["pieces"]) - len(shown["pieces"])
            if shown["count"]:
                found.append((zone.name, self.gathered(shown)))
        return found

    def worth_showing(self, piece: dict[str, Any]) -> bool:
        """Pieces that are kept after the game are shown once they are earned."""
        kept = self.program.kinds[self.program.definition_of(self.numbers[piece["piece"]]).kind].kept
        return kept < 0 or bool(self.game.machine.st.counter(kept, self.numbers[piece["piece"]]))

    def gathered(self, zone: dict[str, Any]) -> str:
        """The pieces of a zone by name, alike ones counted."""
        counted = Counter(piece["name"] for piece in zone["pieces"])
        times = self.look.glyphs.times
        parts = [f"{name} {times}{number}" if number > 1 else name for name, number in counted.items()]
        unseen = zone["count"] - len(zone["pieces"])
        parts += [f"{unseen} face down"] if unseen else []
        return ", ".join(parts)

    # --- zones of the table ----------------------------------------------------------------------

    def of_table(self) -> list[str]:
        """Rows with slots are shown piece by piece, the other zones counted."""
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
            dot = self.look.glyphs.dot
            lines.append(" " + paint(cut(f" {dot} ".join(counts), self.width - 2, self.more), "dim"))
        return lines

    def row(self, zone: Zone, view: dict[str, Any]) -> list[str]:
        """A row of slots: what lies in each, what it costs now, and what it does."""
        name = paint(zone.name[:1].upper() + zone.name[1:], "title")
        slots = {self.game.machine.slot(self.numbers[piece["piece"]]): piece for piece in view["pieces"]}
        filled = [(slot, slots[slot]) for slot in range(1, zone.slots + 1) if slot in slots]
        if not filled:
            return [f" {name}: empty"]
        if self.look.brief:
            parts = [f"{piece['name']} {self.price(piece)}".rstrip() for _, piece in filled]
            return self.listed(f"{name}: ", parts)
        return [f" {name}", *(line for slot, piece in filled for line in self.offer(slot, piece))]

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {piece.id: number for number, piece in enumerate(self.program.pieces)}

    def price(self, piece: dict[str, Any]) -> str:
        """What a piece costs now, and by how much that is not what is printed."""
        number, machine = self.numbers[piece["piece"]], self.game.machine
        printed = machine.printed_price(number)
        if printed < 0:
            return ""
        price = machine.stats.read(("price", 0), number, self.view["active"])
        return paint(str(price), "price") + (f" ({price - printed:+d})" if price != printed else "")

    def offer(self, slot: int, piece: dict[str, Any]) -> list[str]:
        name = pad(paint(cut(piece["name"], COLUMN, self.more), "title"), COLUMN)
        line = f"   {slot}. {name} {pad(self.price(piece), 7)} "
        beside = self.width - cells(line) >= BESIDE
        indent = cells(line) if beside else INDENT
        text = wrapped(" ".join(self.look.text(piece["record"]).split()), self.width - indent, more=self.more)
        first, rest = (line + text[0], text[1:]) if beside else (line.rstrip(), text)
        return [first, *[" " * indent + more for more in rest if more]]
