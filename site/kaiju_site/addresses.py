"""Where everything of a mode is described: from ``table:id`` to a page and an anchor."""

from __future__ import annotations

from typing import Any

from kaiju_site.names import anchor, file_name

Data = dict[str, Any]

ON_THE_MODE_PAGE = {
    "counters": "counter",
    "faces": "face",
    "bonuses": "bonus",
    "stats": "stat",
    "values": "value",
    "zones": "zone",
    "places": "place",
    "tracks": "track",
    "phases": "phase",
    "procedures": "procedure",
    "options": "option",
    "rules": "ability",
    "space_fields": "mark",
}
"""Tables of the program that have a section on the page of their mode, with the beginning of their anchors."""


class Addresses:
    """The pages of one mode. Every target is named from the top of the site and ends in ``.html``."""

    def __init__(self, program: Data) -> None:
        self.folder = file_name(program["mode"])
        self.home = f"{self.folder}/index.html"
        kinds = {each["id"]: each for each in program["kinds"]}
        self.root = {name: kind["base"] for name, kind in kinds.items()}
        self.galleries = {
            root: f"{self.folder}/{file_name(root)}/index.html"
            for root in dict.fromkeys(self.root.values())
            if any(self.root[each["kind"]] == root for each in program["definitions"])
        }
        self.records = self._records(program)
        self.known = self._known(program)

    def _records(self, program: Data) -> dict[str, str]:
        """The page of every record by its full id; a second pack's record of the same id gets its pack's name."""
        pages: dict[str, str] = {}
        taken: set[str] = set()
        for each in program["definitions"]:
            folder = f"{self.folder}/{file_name(self.root[each['kind']])}"
            path = f"{folder}/{file_name(each['id'].partition(':')[2])}.html"
            if path in taken:
                path = f"{folder}/{file_name(each['id'])}.html"
            taken.add(path)
            pages[each["id"]] = path
        return pages

    def _known(self, program: Data) -> dict[str, str]:
        known = {
            f"{table}:{each['id']}": f"{self.home}#{anchor(prefix, each['id'])}"
            for table, prefix in ON_THE_MODE_PAGE.items()
            for each in program[table]
        }
        for full_id, page in self.records.items():
            known[f"definitions:{full_id}"] = page
        for piece in program["pieces"]:
            known[f"pieces:{piece['id']}"] = self.records[piece["definition"]]
        for space in program["spaces"]:
            owner = f"tracks:{space['track']}" if space["track"] else f"places:{space['place']}"
            if owner in known:
                known[f"spaces:{space['id']}"] = known[owner]
        for kind, root in self.root.items():
            if root in self.galleries:
                known[f"kinds:{kind}"] = self.galleries[root]
        return known

    def find(self, about: str) -> str:
        """The target of ``table:id``, or nothing."""
        return self.known.get(about, "")

    def rule(self, full_id: str) -> str:
        """A rule of the rulebook."""
        return f"{self.home}#{anchor('rule', full_id.partition(':')[2])}"

    def ruling(self, full_id: str) -> str:
        return f"{self.home}#{anchor('ruling', full_id.partition(':')[2])}"

    def topic(self, topic: str) -> str:
        """The page of the examples of a file that belongs to no record."""
        return f"{self.folder}/examples/{file_name(topic)}.html"
