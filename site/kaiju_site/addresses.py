"""Where everything of a mode is described: from ``table:id`` to a page and an anchor."""

from __future__ import annotations

from typing import Any

from kaiju_site.names import anchor, digest, file_name

Data = dict[str, Any]

ON_THE_FIRST_PAGE = {
    "faces": "face",
    "phases": "phase",
    "places": "place",
    "tracks": "track",
    "options": "option",
}
"""Tables of the program that are described where a mode is introduced, with the beginning of their anchors."""

IN_THE_REFERENCE = {
    "counters": "counter",
    "bonuses": "bonus",
    "stats": "stat",
    "values": "value",
    "zones": "zone",
    "procedures": "procedure",
    "rules": "ability",
    "space_fields": "mark",
}
"""Tables that have a section on the reference page of their mode."""

PREFIXES = {**ON_THE_FIRST_PAGE, **IN_THE_REFERENCE}


class Addresses:
    """The pages of one mode. Every target is named from the top of the site and ends in ``.html``."""

    def __init__(self, program: Data) -> None:
        self.folder = file_name(program["mode"])
        self.home = f"{self.folder}/index.html"
        self.reference = f"{self.folder}/reference.html"
        self.questions = f"{self.folder}/questions.html"
        self.tracker = f"{self.folder}/tracker.html"
        self.balance = f"{self.folder}/balance.html"
        self.balance_before = f"{self.folder}/balance-before.html"
        self.rulebook = f"{self.folder}/rulebook/index.html"
        self.examples = f"{self.folder}/examples/index.html"
        kinds = {each["id"]: each for each in program["kinds"]}
        self.root = {name: kind["base"] for name, kind in kinds.items()}
        self.galleries = {
            root: f"{self.folder}/{self._free(root)}/index.html"
            for root in dict.fromkeys(self.root.values())
            if any(self.root[each["kind"]] == root for each in program["definitions"])
        }
        self.records = self._records(program)
        self.sections = self._sections(program)
        self.rule_sections = {
            full_id: rule["section"] for full_id, rule in program.get("catalog", {}).get("rules", {}).items()
        }
        self.known = self._known(program)

    def _free(self, root: str) -> str:
        """The folder of a kind; a kind that is called like a folder of ours gets another."""
        name = file_name(root)
        return f"x.{name}" if name in ("rulebook", "examples") else name

    def _sections(self, program: Data) -> dict[str, str]:
        """The page of each section of the rulebook, by title."""
        pages: dict[str, str] = {}
        for rule in program.get("catalog", {}).get("rules", {}).values():
            title = rule["section"]
            name = file_name(title.casefold().replace(" ", "_"))
            if title not in pages:
                path = f"{self.folder}/rulebook/{name}.html"
                taken = path in pages.values()
                pages[title] = f"{self.folder}/rulebook/{name}.{digest(title)}.html" if taken else path
        return pages

    def _records(self, program: Data) -> dict[str, str]:
        """The page of every record by its full id; a second pack's record of the same id gets its pack's name."""
        pages: dict[str, str] = {}
        taken: set[str] = set()
        for each in program["definitions"]:
            folder = f"{self.folder}/{self._free(self.root[each['kind']])}"
            path = f"{folder}/{file_name(each['id'].partition(':')[2])}.html"
            if path in taken:
                path = f"{folder}/{file_name(each['id'])}.html"
            taken.add(path)
            pages[each["id"]] = path
        return pages

    def _known(self, program: Data) -> dict[str, str]:
        known = {
            f"{table}:{each['id']}": f"{page}#{anchor(prefix, each['id'])}"
            for page, tables in ((self.home, ON_THE_FIRST_PAGE), (self.reference, IN_THE_REFERENCE))
            for table, prefix in tables.items()
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
        page = self.sections.get(self.rule_sections.get(full_id, ""), self.rulebook)
        return f"{page}#{anchor('rule', full_id.partition(':')[2])}"

    def ruling(self, full_id: str) -> str:
        return f"{self.questions}#{anchor('ruling', full_id.partition(':')[2])}"

    def topic(self, topic: str) -> str:
        """The page of the examples of a file that belongs to no record."""
        return f"{self.folder}/examples/{file_name(topic)}.html"
