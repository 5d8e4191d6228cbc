"""Galleries: records by kind, by pack, or all of them, with what they can be filtered and sorted by."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kaiju_site.games import Game
from kaiju_site.names import file_name
from kaiju_site.records import Gallery, RecordView, galleries
from kaiju_site.text import capital, label
from kaiju_site.workings import keywords

ALL_PAGE = "gallery/index.html"
_MOST_NUMBERS = 3
_LANGUAGE = ("counters", "faces", "phases", "procedures", "bonuses", "stats")
"""Tables whose names are keywords of a record that uses them."""


@dataclass(frozen=True)
class Item:
    """A record in a gallery, with its values for each filter."""

    game: Game = field(repr=False)
    record: RecordView = field(repr=False)
    values: dict[str, list[str]]
    numbers: dict[str, int]

    @property
    def data(self) -> str:
        """Its values as the script of the gallery reads them."""
        return json.dumps({"values": self.values, "numbers": self.numbers}, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Shelf:
    """A gallery as a page shows it."""

    page: str
    title: str
    lead: str
    items: tuple[Item, ...] = field(repr=False)
    required: tuple[tuple[str, str], ...] = ()
    """Titles and pages of the galleries whose pieces belong to its games as well."""

    @property
    def filters(self) -> list[tuple[str, list[str]]]:
        """The filters that can choose something here, with their values."""
        names = dict.fromkeys(name for item in self.items for name in item.values)
        found = []
        for name in names:
            values = {value for item in self.items for value in item.values.get(name, [])}
            if len(values) > 1 and any(set(item.values.get(name, [])) != values for item in self.items):
                found.append((name, sorted(values, key=lambda each: (each.casefold(), each))))
        return found

    @property
    def numbers(self) -> list[tuple[str, list[int]]]:
        """The numbers that most records have, each with the values that occur."""
        names = Counter(name for item in self.items for name in item.numbers)
        found = {name: {item.numbers[name] for item in self.items if name in item.numbers} for name in names}
        common = [name for name, _ in names.most_common() if len(found[name]) > 1][:_MOST_NUMBERS]
        return [(name, sorted(found[name])) for name in common]


def item(game: Game, record: RecordView, several: bool = False) -> Item:
    """A record with its values; ``several``: in a gallery of several games."""
    catalog, pack = record.catalog, record.catalog["pack"]
    values = {"Game": [game.title]} if several else {}
    values |= {
        "Pack": [str(game.catalog["packs"].get(pack, {}).get("title") or pack)],
        "Kind": [record.kind],
        "Tag": [str(each) for each in catalog["tags"]],
        "Keyword": keyword_names(game, record.full_id),
        "Provenance": [record.provenance],
    }
    numbers = {
        label(name): value
        for name, value in catalog["fields"].items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
    return Item(game, record, {name: each for name, each in values.items() if each}, numbers)


def keyword_names(game: Game, full_id: str) -> list[str]:
    """Words of the language and names of the mode in the effect of a record."""
    names = [
        capital(game.name(about))
        for about in game.names_in.get(f"definitions:{full_id}", [])
        if about.partition(":")[0] in _LANGUAGE
    ]
    return list(dict.fromkeys([*keywords(game.definition(full_id)), *names]))


def shelf_of(game: Game, gallery: Gallery) -> Shelf:
    """The gallery of one kind of a game."""
    return Shelf(
        gallery.page,
        gallery.title,
        f"{gallery.number}. The text on every face is derived from its program.",
        tuple(item(game, record) for record in gallery.records),
    )


def shelves_of_all(games: Iterable[Game]) -> list[Shelf]:
    """The gallery of everything, and one for each pack that has records. A record of several games is there once."""
    items: dict[str, Item] = {}
    packs: dict[str, dict[str, Any]] = {}
    for game in games:
        for gallery in galleries(game):
            for record in gallery.records:
                known = items.setdefault(record.full_id, item(game, record, several=True))
                if game.title not in known.values["Game"]:
                    known.values["Game"].append(game.title)
        for name, pack in game.catalog["packs"].items():
            packs.setdefault(name, pack)
    if not items:
        return []
    shelved = {each.record.catalog["pack"] for each in items.values()}
    found = [Shelf(ALL_PAGE, "Gallery", "Every card, monster, token and tile of all packs.", tuple(items.values()))]
    titles = {name: str(pack.get("title") or name) for name, pack in packs.items()}
    for name, pack in packs.items():
        mine = tuple(each for each in items.values() if each.record.catalog["pack"] == name)
        required = tuple((titles[each], pack_page(each)) for each in pack.get("requires", ()) if each in shelved)
        if mine:
            found.append(Shelf(pack_page(name), titles[name], str(pack.get("summary", "")), mine, required))
    return found


def pack_page(name: str) -> str:
    """The page of a pack."""
    return f"gallery/{file_name(name)}.html"
