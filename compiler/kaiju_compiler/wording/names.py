"""How the entries of a program's tables are called in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from kaiju_compiler.wording.language import Language, Noun, Phrase
from kaiju_compiler.wording.runs import marked

Node = list[Any]
Record = dict[str, Any]

PRICED_BY = "cost"
"""The field of what can be bought, as the engine reads it."""


class Names:
    """The tables of one program, by id, as nouns and phrases of one language."""

    def __init__(self, data: Record, language: Language) -> None:
        self.data = data
        self.language = language
        self.tables: dict[str, dict[str, Record]] = {
            table: {record["id"]: record for record in records}
            for table, records in data.items()
            if isinstance(records, list) and all(isinstance(each, dict) and "id" in each for each in records)
        }

    def entry(self, table: str, name: str) -> Record:
        """The record; for an id that the program does not have, one that is called by its id."""
        return self.tables.get(table, {}).get(name) or {"id": name, "name": name.replace("_", " ")}

    def name(self, table: str, name: str) -> str:
        """The entry's name as a run of its own."""
        entry = self.entry(table, name)
        said = entry.get("name") or entry["id"].replace("_", " ")
        run = self.run(table, entry, said)
        return self.language.say("face.digit", face=run) if table == "faces" and said.isdigit() else run

    def verb(self, procedure: str) -> str:
        """What a procedure is called as a verb; a place in its name has the name of the place."""
        words = str(self.entry("procedures", procedure)["name"]).split("_")
        places = self.tables.get("places", {})
        return " ".join(str(places[word]["name"]) if word in places else word.lower() for word in words)

    def run(self, table: str, entry: Record, text: str) -> str:
        return marked(f"{table}:{entry['id']}", entry.get("icon") or "", text)

    def on_piece(self, counter: str) -> bool:
        """Whether a counter lies on pieces, not with players."""
        return bool(self.entry("counters", counter).get("holder") == "piece")

    def noun(self, table: str, name: str) -> Noun:
        """Counters and stats by their two names, kinds by the plural that effects know or by rule, faces unchanged.

        A counter of pieces that has the id of one of players is called like that one.
        """
        entry = self.entry(table, name)
        if table == "counters" and name.partition("@")[0] in self.tables.get(table, {}):
            entry = {**self.entry(table, name.partition("@")[0]), "id": entry["id"]}
        several = entry.get("name") or entry["id"].replace("_", " ")
        if table in ("counters", "stats"):
            return Noun(self.run(table, entry, entry.get("one") or several), self.run(table, entry, several))
        if table == "faces":
            face = self.run(table, entry, several)
            digit = "digit_" if several.isdigit() else ""
            return Noun(*(self.language.say(f"face.{digit}{form}", face=face) for form in ("one", "many")))
        written = str(entry.get("plural", "")).replace("_", " ")
        named_so = several.casefold() == entry["id"].replace("_", " ")
        if written and named_so and written.count(" ") == several.count(" "):
            return Noun(several, several[0] + written[1:])  # a plural that no rule makes: "showmen"
        return Noun(several, self.language.ending("plural", several))

    def piece(self, name: str) -> Phrase:
        """A piece by the name that is printed on it."""
        said = self.name("pieces", name)
        describes = re.search(self.language.data["describes"], self.entry("pieces", name).get("name") or "") is not None
        return self.language.noun_phrase(self.language.say("article.definite", noun=said) if describes else said)

    def root_kind(self, definition: str) -> str:
        """The most general kind of a definition; empty if the program does not have it."""
        kind = self.entry("definitions", definition).get("kind", "")
        return str(self.entry("kinds", kind).get("base", kind)) if kind else ""

    def kind_in_zone(self, zone: str) -> Noun:
        """What lies in a zone: the kind of what starts there, or goes home there; else just a piece."""
        for piece in self.data["pieces"]:
            if piece["zone"] == zone:
                return self.noun("kinds", self.root_kind(piece["definition"]))
        for kind in self.data["kinds"]:
            if kind["home"] == zone:
                return self.noun("kinds", kind["id"])
        return self.piece_noun

    @cached_property
    def piece_noun(self) -> Noun:
        return self.thing("piece")

    def thing(self, kind: str) -> Noun:
        """The noun for a kind of value of the language: piece, die, player, face, space …"""
        entry = self.language.find(f"things.{kind}")
        return Noun(entry["one"], entry["many"]) if entry else Noun(kind, self.language.ending("plural", kind))

    @cached_property
    def has_tokens(self) -> bool:
        """Whether anything lies on tracks; then a field that names a piece names such a one."""
        return any(each["stops"] for each in self.data["definitions"])

    @cached_property
    def token_noun(self) -> Noun:
        """What lies on tracks: the kind of the definitions that have stops."""
        kinds = {self.root_kind(each["id"]) for each in self.data["definitions"] if each["stops"]} - {""}
        home = [each["id"] for each in self.data["kinds"] if each["id"] in kinds]
        return self.noun("kinds", home[0]) if len(home) == 1 else self.thing("token")

    @cached_property
    def bonus_nouns(self) -> set[Noun]:
        """What a piece with a bonus is called: resolving it is applying its bonus."""
        paying = {each["id"] for each in self.data["definitions"] if each.get("bonus") is not None}
        kinds = [each for each in self.data["kinds"] if each.get("space") and paying & set(each.get("definitions", ()))]
        return {self.noun("kinds", each["id"]) for each in kinds}

    @cached_property
    def card_noun(self) -> Noun:
        """What is bought and copied: the kind that has a cost."""
        costly = self.entry("fields", PRICED_BY).get("kinds") or []
        return self.noun("kinds", str(costly[0])) if len(costly) == 1 else self.thing("card")

    def parameter(self, procedure: str, position: int) -> Noun:
        """What a procedure's parameter is, guessed from the fields that its body reads of it."""
        return self.noun("kinds", kind) if (kind := self.parameter_kind(procedure, position, 3)) else self.piece_noun

    def parameter_kind(self, procedure: str, position: int, depth: int) -> str:
        entry = self.entry("procedures", procedure)
        if "body" not in entry or depth == 0:
            return ""
        for node in nodes_of(entry["body"]["body"]):
            if node[0] == "data" and node[2][:2] == ["local", position]:
                kinds = self.entry("fields", node[1]).get("kinds", [])
                if kinds:
                    return str(kinds[0])
            if node[0] == "call":
                for index, argument in enumerate(node[4]):
                    if argument[:2] == ["local", position] and (kind := self.parameter_kind(node[3], index, depth - 1)):
                        return kind
        return ""


def nodes_of(value: Any) -> Iterator[Node]:
    """Every node of some statements or expressions, the abilities of records included."""
    if isinstance(value, dict):
        for each in value.values():
            yield from nodes_of(each)
    elif isinstance(value, list):
        if value and isinstance(value[0], str):
            yield value
        for each in value:
            yield from nodes_of(each)
