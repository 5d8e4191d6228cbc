"""The tables of a program: from its data, part by part, to the linked :class:`Program`.

Data that does not fit is a :class:`KaijuError`, whatever is wrong with it.
"""

from __future__ import annotations

from typing import Any

from kaiju_runtime.link import Linker, listening
from kaiju_runtime.primitives import CAN
from kaiju_runtime.program import (
    Counter,
    Definition,
    Face,
    FirstPlayer,
    Invariant,
    Kind,
    ModeOption,
    Phase,
    Piece,
    Procedure,
    Program,
    Rule,
    Space,
    Stat,
    Stop,
    Track,
    Value,
    Zone,
)
from kaiju_runtime.sound import check_program
from kaiju_runtime.stops import KaijuError

NONE = -1
UNBOUNDED = 2**53 - 1


def link_program(data: dict[str, Any], content_hash: str, kept: bool = False, checked: bool = False) -> Program:
    """The linked program; raises :class:`KaijuError` for data that is no program.

    ``kept``: its generated code is kept on disk. ``checked``: these very data were found right before.
    """
    try:
        program = Assembler(data, content_hash).program(kept)
        if not checked:
            check_program(program)
        return program
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, RecursionError) as problem:
        raise KaijuError(
            "program-damaged",
            f"the program's data has the wrong shape ({type(problem).__name__}: {problem}){made_by(data)}",
            "Build the program again from its packs.",
        ) from problem


def made_by(data: Any) -> str:
    """Which tool a program says it was made by: often the reason why another version does not understand it."""
    tool = data.get("tool") if isinstance(data, dict) else None
    return f"; it was made by {tool[:40]}" if isinstance(tool, str) and tool.isprintable() else ""


class Assembler:
    """Builds the tables of a program one by one; each method makes one table."""

    def __init__(self, data: dict[str, Any], content_hash: str) -> None:
        self.data = data
        self.hash = content_hash
        self.link = Linker(data)
        self.seats: int = data["players"]["most"]
        self.pieces = len(data["pieces"])

    def id(self, table: str, name: str | None) -> int:
        return NONE if name is None else self.link.index(table, name)

    def program(self, kept: bool) -> Program:
        data, link = self.data, self.link
        zones = self.zones()
        definitions = self.definitions()
        counters, faces, bonuses = self.counters(), self.bodies("faces"), self.bodies("bonuses")
        procedures, rules = self.procedures(), self.rules()
        setup = link.ability(data["setup"])
        spaces = self.spaces()
        totals = tuple(link.pattern(each["pattern"]) for each in data["totals"])
        return Program(
            data=data,
            hash=self.hash,
            mode=data["mode"],
            title=data["title"],
            seats=self.seats,
            least_players=data["players"]["least"],
            counters=counters,
            faces=faces,
            bonuses=bonuses,
            stats=self.stats(),
            values=tuple(Value(each["id"], each["kind"], link.expression(each["is"])) for each in data["values"]),
            kinds=self.kinds(),
            zones=zones,
            places=self.places(),
            tracks=self.tracks(zones),
            spaces=spaces,
            definitions=definitions,
            pieces=self.all_pieces(zones),
            monsters=tuple(link.tables["pieces"][name] for name in data["monsters"]),
            phases=tuple(
                Phase(each["id"], each["name"], each["passes"], link.optional(each["over"])) for each in data["phases"]
            ),
            procedures=procedures,
            rules=rules,
            options=self.options(),
            setup=setup,
            first_player=self.first_player(),
            invariants=tuple(
                Invariant(link.expression(each["if"]), each["table"], each["text"]) for each in data["invariants"]
            ),
            totals=totals,
            abilities=tuple(link.abilities.get(number, setup) for number in range(max(link.abilities, default=0) + 1)),
            can=dict(CAN),
            inherit=frozenset(i for i, each in enumerate(data["space_fields"]) if each["inserted"]),
            bend=next((i for i, each in enumerate(data["space_fields"]) if each["bends"]), NONE),
            word_index=link.tables["words"],
            locations=self.locations,
            kept=kept,
        )

    def counters(self) -> tuple[Counter, ...]:
        link = self.link
        return tuple(
            Counter(
                each["id"],
                each["name"],
                each["holder"],
                each["least"],
                link.optional(each["most"]),
                link.optional(each["start"]),
                each["clear"],
                link.abilities_of(each["abilities"]),
            )
            for each in self.data["counters"]
        )

    def bodies(self, table: str) -> tuple[Face, ...]:
        return tuple(Face(each["id"], each["name"], self.link.ability(each["body"])) for each in self.data[table])

    def stats(self) -> tuple[Stat, ...]:
        return tuple(
            Stat(
                each["id"],
                each["name"],
                self.link.expression(each["base"]),
                each["least"],
                UNBOUNDED if each["most"] is None else each["most"],
            )
            for each in self.data["stats"]
        )

    def kinds(self) -> tuple[Kind, ...]:
        index = {each["id"]: i for i, each in enumerate(self.data["definitions"])}
        return tuple(
            Kind(
                each["id"],
                each["name"],
                each["plural"],
                each["base"],
                frozenset(index[name] for name in each["definitions"]),
                self.id("zones", each["home"]),
                each["space"],
                self.link.index("counters", each["kept"]) if "kept" in each else NONE,
            )
            for each in self.data["kinds"]
        )

    def zones(self) -> tuple[Zone, ...]:
        zones, first = [], 0
        for index, each in enumerate(self.data["zones"]):
            per_player = each["holder"] == "player"
            zones.append(
                Zone(
                    each["id"],
                    each["name"],
                    index,
                    per_player,
                    first,
                    each["order"],
                    each["slots"] or 0,
                    each["slide"],
                    each["hidden"],
                    each["in_play"],
                    self.id("zones", each["refill_from"]),
                    self.id("tracks", each["track"]),
                )
            )
            first += self.seats if per_player else 1
        self.locations = first
        return tuple(zones)

    def places(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return tuple(
            (each["id"], tuple(self.link.index("spaces", name) for name in each["spaces"]))
            for each in self.data["places"]
        )

    def tracks(self, zones: tuple[Zone, ...]) -> tuple[Track, ...]:
        row = {zone.track: zone.first for zone in zones if zone.track != NONE}
        return tuple(
            Track(
                each["id"],
                each["name"],
                each["form"],
                tuple(self.link.index("spaces", name) for name in each["spaces"]),
                tuple(each["toward"]),
                row.get(index, NONE),
            )
            for index, each in enumerate(self.data["tracks"])
        )

    def spaces(self) -> tuple[Space, ...]:
        link = self.link
        return tuple(
            Space(
                each["id"],
                each["name"],
                self.id("tracks", each["track"]),
                self.id("places", each["place"]),
                tuple(
                    self.mark(field, mark) for field, mark in zip(self.data["space_fields"], each["marks"], strict=True)
                ),
                self.id("bonuses", each["bonus"]),
                link.body(each["body"]),
                self.id("pieces", each["token"]),
                link.optional(each["open"]),
                bool(each.get("crowd", False)),
            )
            for each in self.data["spaces"]
        )

    def mark(self, field: dict[str, Any], value: Any) -> int:
        return self.field(field["kind"], value)

    def field(self, kind: str, value: Any) -> int:
        """The integer that stands for a field's value: seats, truth and numbers as such, names by their index."""
        if value is None:
            return NONE
        if kind == "player":
            return int(value) - 1
        if kind in ("number", "truth"):
            return int(value)
        table = {"word": "words", "face": "faces", "bonus": "bonuses", "piece": "pieces"}[kind]
        return self.link.index(table, value)

    def definitions(self) -> tuple[Definition, ...]:
        kinds = {each["id"]: i for i, each in enumerate(self.data["kinds"])}
        found = []
        for each in self.data["definitions"]:
            abilities = self.link.abilities_of(each["abilities"])
            data = tuple(
                self.field(field["kind"], value) for field, value in zip(self.data["fields"], each["data"], strict=True)
            )
            budgets = sum(ability.once != NONE for ability in abilities)
            found.append(
                Definition(
                    each["id"],
                    each["name"],
                    kinds[each["kind"]],
                    data,
                    abilities,
                    self.link.body(each["body"]),
                    self.id("bonuses", each["bonus"]),
                    each["turn"],
                    budgets,
                    listening(abilities),
                )
            )
        return tuple(found)

    def all_pieces(self, zones: tuple[Zone, ...]) -> tuple[Piece, ...]:
        index = {each["id"]: i for i, each in enumerate(self.data["definitions"])}
        found = []
        for each in self.data["pieces"]:
            definition = self.data["definitions"][index[each["definition"]]]
            stops = tuple(
                Stop(self.id("bonuses", stop["bonus"]), stop["kind"], self.id("spaces", space))
                for stop, space in zip(definition["stops"], each["spaces"], strict=True)
            )
            zone = self.id("zones", each["zone"])
            start = zones[zone].first if zone != NONE else self.locations + self.thing(each["space"])
            found.append(
                Piece(
                    index[each["definition"]],
                    each["id"],
                    each["key"],
                    each["name"],
                    self.id("pieces", each["monster"]),
                    start,
                    zone,
                    stops,
                )
            )
        return tuple(found)

    def thing(self, name: str) -> int:
        """The number of a space, or of a tile that is one."""
        spaces = self.link.tables["spaces"]
        return spaces[name] if name in spaces else self.link.index("pieces", name)

    def procedures(self) -> tuple[Procedure, ...]:
        return tuple(
            Procedure(each["id"], each["name"], tuple(each["kinds"]), self.link.ability(each["body"]))
            for each in self.data["procedures"]
        )

    def rules(self) -> tuple[Rule, ...]:
        return tuple(
            Rule(each["id"], each["name"], each["table"], self.link.abilities_of(each["abilities"]))
            for each in self.data["rules"]
        )

    def options(self) -> tuple[ModeOption, ...]:
        return tuple(self.option(each) for each in self.data["options"])

    def option(self, data: dict[str, Any]) -> ModeOption:
        worth = [self.link.index("words", each) if isinstance(each, str) else int(each) for each in data["values"]]
        default = data["values"].index(data["default"])
        return ModeOption(data["id"], data["name"], tuple(data["values"]), default, tuple(worth))

    def first_player(self) -> FirstPlayer | None:
        each = self.data["first_player"]
        return None if each is None else FirstPlayer(each["dice"], self.link.index("faces", each["most"]), each["ties"])
