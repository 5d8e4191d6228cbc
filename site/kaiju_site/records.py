"""Cards, monsters, tokens: one view for each record, and the galleries that show them together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.wording import Wording
from kaiju_site.faces import Face, Stop
from kaiju_site.games import Game, Link
from kaiju_site.text import capital, label
from kaiju_site.traces import ExampleView

Data = dict[str, Any]

_FEW = 12
"""So many stay in the order of their file; more are ordered by name."""

PROVENANCE = {
    "rulebook": "The printed rulebook says so; every line is checked against it.",
    "reference": "Taken from a reference list, as facts in our own words.",
    "house": "A house rule of ours.",
}
"""What each provenance means, as the tooltip of its badge."""


@dataclass(frozen=True)
class RecordView:
    """A record as a page or a card face shows it."""

    full_id: str
    name: str
    page: str
    kind: str
    """What it is called in one word, for example its most special kind."""
    corner: str
    """The number in the corner of its face: its first field, if that is a number."""
    corner_label: str
    fields: tuple[tuple[str, Link], ...]
    wording: Wording = field(repr=False)
    stops: tuple[Data, ...] = field(repr=False)
    """For a token: what lies on each of its spaces."""
    catalog: Data = field(repr=False)
    icons: tuple[str, ...] = ()
    """The icons that its text or its stops name, the most telling first."""
    beast: bool = False
    """Whether players play it."""
    monster: Link | None = None
    tone: int = 0
    """Which colour its face has: one for each root kind and type of the mode."""

    @property
    def face_file(self) -> str:
        """The file of its face, from the top of the site."""
        return self.page.removesuffix(".html") + ".svg"

    @property
    def face(self) -> Face:
        """What its face shows."""
        stops = tuple(
            Stop(tuple(each["icon"].split()), each["kind"] == "inserted", each["kind"] == "removed")
            for each in self.stops
        )
        kind = self.kind if self.monster is None else f"{self.kind} of {self.monster.text}"
        if self.catalog["copies"] > 1:
            kind = f"{kind} × {self.catalog['copies']}"
        fields = tuple((name, value.text) for name, value in self.fields)
        return Face(
            self.full_id, self.name, kind, self.corner, fields, self.wording, self.icons, stops, self.beast, self.tone
        )

    @property
    def provenance(self) -> str:
        return str(self.catalog["provenance"])

    @property
    def provenance_note(self) -> str:
        return PROVENANCE.get(self.provenance, "")


@dataclass(frozen=True)
class Gallery:
    """All records of one root kind."""

    kind: str
    title: str
    number: str
    """How many there are in the box: ``11 cards``, ``66 cards, 64 different``."""
    page: str
    records: tuple[RecordView, ...] = field(repr=False)


def record_view(game: Game, definition: Data) -> RecordView:
    """The view of one definition of the program."""
    full_id = definition["id"]
    catalog = game.catalog["records"][full_id]
    kind = _kind_name(game, definition)
    shown = [
        (label(name), _value(game, name, value))
        for name, value in catalog["fields"].items()
        if value not in ("", False) and not _says(kind, game, name, value)
    ]
    corner = next(iter(catalog["fields"].items()), ("", ""))
    has_corner = isinstance(corner[1], int) and not isinstance(corner[1], bool)
    text, stops = game.wording("definitions", full_id), tuple(_stop(game, stop) for stop in definition["stops"])
    return RecordView(
        full_id,
        str(catalog["name"]),
        game.addresses.records[full_id],
        kind,
        str(corner[1]) if has_corner else "",
        label(corner[0]) if has_corner else "",
        tuple(shown[1:] if has_corner else shown),
        text,
        stops,
        catalog,
        _icons(game, text, stops, full_id),
        _is_played(game, full_id),
        _monster(game, full_id),
        _tone(game, definition),
    )


def _value(game: Game, name: str, value: Any) -> Link:
    """The value of a field; a piece, face or bonus by its name and with its page."""
    declared = game.tables["fields"].get(name)
    table = {"piece": "pieces", "face": "faces", "bonus": "bonuses"}.get(declared["kind"]) if declared else None
    if table is not None and value in game.tables[table]:
        return game.link(f"{table}:{value}")
    if isinstance(value, bool):
        return Link("yes" if value else "no")
    return Link(capital(str(value).replace("_", " ")) if declared and declared["kind"] == "word" else str(value))


def _icons(game: Game, text: Wording, stops: tuple[Data, ...], full_id: str) -> tuple[str, ...]:
    """The icons that something about a record has: a stop, a word of its text, or what is called as it is."""
    named = [run.about.partition(":")[2] for paragraph in text.paragraphs for run in paragraph if run.about]
    icons = [*(stop["icon"] for stop in stops), *(game.icon_of(each) for each in [*named, full_id.partition(":")[2]])]
    return tuple(dict.fromkeys(name for each in icons for name in each.split()))


def _is_played(game: Game, full_id: str) -> bool:
    """Whether a record is the figure of a player."""
    return any(each["id"] in game.program["monsters"] for each in game.pieces_of.get(full_id, []))


def _kind_name(game: Game, definition: Data) -> str:
    """The name of the most special kind that has it, with its type: ``Keep card``, ``Discard card``."""
    root = game.addresses.root[definition["kind"]]
    names = [each["name"] for each in game.kinds_of.get(definition["id"], []) if each["base"] == root]
    name = capital(names[0] if names else definition["kind"])
    fields = game.catalog["records"][definition["id"]]["fields"]
    types = [label(str(value)) for field, value in fields.items() if _is_word(game, field) and value]
    if types and types[0].casefold() not in name.casefold():
        return f"{types[0]} {name[:1].lower()}{name[1:]}"
    return name


def _tone(game: Game, definition: Data) -> int:
    """A number for each root kind, and for each type of it, in the order of the program."""
    return game.tones.index(game.tone_of(definition))


def _is_word(game: Game, field: str) -> bool:
    declared = game.tables["fields"].get(field)
    return declared is not None and declared["kind"] == "word"


def _says(kind: str, game: Game, field: str, value: Any) -> bool:
    """Whether the name of the kind says already what a field holds."""
    return _is_word(game, field) and str(value).replace("_", " ").casefold() in kind.casefold()


def _stop(game: Game, stop: Data) -> Data:
    bonus = game.tables["bonuses"].get(stop["bonus"] or "", {})
    return {"kind": stop["kind"], "icon": bonus.get("icon") or "", "name": bonus.get("name", "")}


def _monster(game: Game, full_id: str) -> Link | None:
    """The monster that a piece belongs to."""
    found = next((each for each in game.pieces_of.get(full_id, []) if each["monster"]), None)
    return None if found is None else game.link(f"pieces:{found['monster']}")


def galleries(game: Game) -> list[Gallery]:
    """The galleries in the order of the mode's kinds."""
    if "galleries" not in game.notes:
        game.notes["galleries"] = _galleries(game)
    return list(game.notes["galleries"])


def _galleries(game: Game) -> list[Gallery]:
    found = []
    for root, page in game.addresses.galleries.items():
        views = [
            record_view(game, each) for each in game.program["definitions"] if game.addresses.root[each["kind"]] == root
        ]
        if len(views) > _FEW:
            views.sort(key=lambda view: (view.name.casefold(), view.full_id))
        noun = game.printer.names.noun("kinds", root)
        pieces = sum(view.catalog["copies"] for view in views)
        number = f"{pieces} {noun.by(pieces)}"
        number += f", {len(views)} different" if pieces > len(views) > 1 else ""
        found.append(Gallery(root, capital(noun.many), number, page, tuple(views)))
    return found


def own_examples(game: Game, record: RecordView) -> list[ExampleView]:
    return game.examples_of.get(record.full_id, [])


def other_examples(game: Game, record: RecordView) -> list[Link]:
    """Examples elsewhere that prove something about a record."""
    names = (record.full_id, record.full_id.partition(":")[2])
    proofs = dict.fromkeys(each.reference for name in names for each in game.proofs.get(name, []))
    found = [game.references[each] for each in proofs]
    return [Link(capital(each.name), game.example_page(each)) for each in found if each.record != record.full_id]


def used_by(game: Game, record: RecordView) -> list[tuple[str, list[Link]]]:
    """Where a record is used: in effects, by its monster, in the rulebook."""
    pieces = [each["id"] for each in game.pieces_of.get(record.full_id, [])]
    naming = dict.fromkeys(
        link for piece in pieces for link in game.users(f"pieces:{piece}") if link.target != record.page
    )
    belongings = dict.fromkeys(
        game.link(f"pieces:{each['id']}") for piece in pieces for each in game.belongings.get(piece, [])
    )
    proved = dict.fromkeys(
        rule for each in own_examples(game, record) for rule in game.rules_by_example.get(each.reference, [])
    )
    rules = [
        Link(game.catalog["rules"][each]["title"], game.addresses.rule(each), game.catalog["rules"][each]["section"])
        for each in proved
    ]
    groups = [("Named by", list(naming)), ("Comes with", list(belongings)), ("Proves rules", rules)]
    return [(title, links) for title, links in groups if links]
