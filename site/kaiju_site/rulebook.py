"""What the page of a mode shows: its parts in the order in which one learns a game, and its rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.symbols import AREA, BOX
from kaiju_compiler.wording import Wording
from kaiju_compiler.wording import of_ability as wording_of_ability
from kaiju_site.addresses import PREFIXES
from kaiju_site.boards import legend, places_drawing, seats, track_drawing
from kaiju_site.games import WORDINGS, Game, Link
from kaiju_site.names import anchor
from kaiju_site.records import Gallery
from kaiju_site.text import capital, label
from kaiju_site.worked import worked_examples

Data = dict[str, Any]
_MOST_USERS = 12


@dataclass(frozen=True)
class EntryView:
    """One entry of a table of the mode."""

    data: Data = field(repr=False)
    anchor: str
    name: str
    wording: Wording | None
    code: str
    facts: tuple[str, ...]
    users: tuple[Link, ...]
    more_users: int

    @property
    def icon(self) -> str:
        return self.data.get("icon") or ""


@dataclass(frozen=True)
class RuleView:
    """One rule of the rulebook, with its number."""

    data: Data = field(repr=False)
    number: str
    anchor: str
    sources: tuple[Link, ...]
    examples: tuple[Link, ...]
    done_by: Link | None
    """The ability, face, phase … of the mode that does it."""


@dataclass(frozen=True)
class Section:
    """A section of the rulebook."""

    number: int
    title: str
    page: str
    rules: tuple[RuleView, ...]

    @property
    def proved(self) -> int:
        """How many of its rules have examples."""
        return sum(1 for rule in self.rules if rule.examples)


def entry_view(game: Game, table: str, data: Data, facts: Iterable[str] = (), code: str = "") -> EntryView:
    """The view of an entry; with rules text where the table's entries have effects."""
    made = game.wording(table, data["id"]) if table in WORDINGS else None
    users = game.users(f"{table}:{data['id']}")
    return EntryView(
        data,
        anchor(PREFIXES[table], data["id"]),
        capital(game.name(f"{table}:{data['id']}")),
        made if made is not None and made.paragraphs else None,
        code or game.written_effect(table, data["id"]),
        tuple(each for each in facts if each),
        tuple(users[:_MOST_USERS]),
        max(0, len(users) - _MOST_USERS),
    )


@dataclass(frozen=True)
class PhaseView:
    """A phase with the rules that act in it, and the cards and pieces that do."""

    entry: EntryView
    over: Wording | None
    """When it is over; nothing if it ends by passing."""
    rules: tuple[EntryView, ...]
    pieces: tuple[Link, ...]


def phase_views(game: Game) -> list[PhaseView]:
    """The phases in order."""
    found = []
    for phase in game.program["phases"]:
        users = game.used.get(f"phases:{phase['id']}", [])
        rules = [each.partition(":")[2] for each in users if each.startswith("rules:")]
        found.append(
            PhaseView(
                entry_view(game, "phases", phase),
                None if phase["passes"] else game.printer.end_of_phase(phase["id"]),
                tuple(entry_view(game, "rules", game.tables["rules"][each]) for each in rules),
                tuple(game.link(each) for each in users if not each.startswith("rules:")),
            )
        )
    return found


def face_views(game: Game) -> list[EntryView]:
    return [entry_view(game, "faces", each) for each in game.program["faces"]]


def counter_views(game: Game, bookkeeping: bool) -> list[EntryView]:
    """The counters that players see, or those that only keep books."""
    found = []
    for each in game.program["counters"]:
        if each["bookkeeping"] != bookkeeping:
            continue
        facts = ["on pieces" if each["holder"] == "piece" else "of each player", _range(game, each)]
        facts.append("set back at the end of each turn" if each["clear"] == "turn" else "")
        found.append(entry_view(game, "counters", each, facts))
    return found


def _range(game: Game, counter: Data) -> str:
    """``0 to 10, from 10``: the range and the start of a counter, as the mode says them."""
    least = str(counter["least"])
    most, start = (_amount(game, counter, key) for key in ("most", "start"))
    text = f"from {least} to {most}" if most else f"from {least} up"
    return f"{text}; starts at {start}" if start else text


def _amount(game: Game, counter: Data, key: str) -> str:
    """An end or the start of a counter: a number, what the monster's board says, or as it is written."""
    node = counter[key]
    if isinstance(node, list) and node[0] == "data" and node[2] == ["monster", ["you"]]:
        return f"the {label(node[1]).lower()} of the monster"
    return game.written("counters", counter["id"], key)


def stat_views(game: Game) -> list[EntryView]:
    found = []
    for each in game.program["stats"]:
        base = game.written("stats", each["id"], "base")
        plain = base.isdigit()
        facts = [f"{base} to begin with" if plain else "", f"at least {each['least']}" if each["least"] else ""]
        facts.append(f"at most {each['most']}" if each["most"] is not None else "")
        found.append(entry_view(game, "stats", each, facts, "" if plain else base))
    return found


def value_views(game: Game) -> list[EntryView]:
    return [
        entry_view(game, "values", each, [], game.written("values", each["id"], "is"))
        for each in game.program["values"]
    ]


EVERYWHERE = {BOX: "what is out of the game", AREA: "what lies in front of a player"}
"""The zones that no mode has to declare."""


def zone_views(game: Game) -> list[EntryView]:
    """The zones that the mode declares, how they are ordered, what may be seen; then those that every mode has."""
    orders = {"stack": "a pile", "row": "a row", "bag": "without order"}
    found, last = [], []
    for each in game.program["zones"]:
        if each["id"] in EVERYWHERE:
            last.append(entry_view(game, "zones", each, [EVERYWHERE[each["id"]]]))
        if each["id"] not in game.mode.tables["zones"]:
            continue
        facts = [
            orders.get(each["order"], each["order"]),
            f"{each['slots']} slots" if each["slots"] else "",
            "face down" if each["hidden"] else "",
            "each player has one" if each["holder"] == "player" else "",
            f"refilled from {game.name('zones:' + each['refill_from'])}" if each["refill_from"] else "",
        ]
        found.append(entry_view(game, "zones", each, facts))
    return found + last


def place_views(game: Game) -> list[EntryView]:
    """The places with their spaces."""
    found = []
    for each in game.program["places"]:
        spaces = [game.tables["spaces"][name] for name in each["spaces"]]
        alone = len(spaces) == 1 and spaces[0]["name"].casefold() == each["name"].casefold()
        facts = [] if alone else [_space_name(space) for space in spaces]
        found.append(entry_view(game, "places", each, facts))
    return found


def _space_name(space: Data) -> str:
    return f"{space['name']} (not always open)" if space["open"] is not None else str(space["name"])


def option_views(game: Game) -> list[EntryView]:
    found = []
    for each in game.program["options"]:
        values = [_said(value) for value in each["values"]]
        facts = [f"{' or '.join(values)}; {_said(each['default'])} unless you say so"]
        found.append(entry_view(game, "options", each, facts))
    return found


def _said(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def sections(game: Game) -> list[Section]:
    """The rules of all packs by section, in the order in which the sections are first named."""
    by_title: dict[str, list[tuple[str, Data]]] = {}
    for full_id, rule in game.catalog["rules"].items():
        by_title.setdefault(rule["section"], []).append((full_id, rule))
    found = []
    for number, (title, rules) in enumerate(by_title.items(), 1):
        views = tuple(
            _rule(game, full_id, rule, f"{number}.{position}") for position, (full_id, rule) in enumerate(rules, 1)
        )
        found.append(Section(number, title, game.addresses.sections[title], views))
    return found


def _rule(game: Game, full_id: str, rule: Data, number: str) -> RuleView:
    tables = ("rules", "faces", "phases", "counters", "procedures", "bonuses", "tracks", "places", "stats")
    names = [f"{table}:{rule['rule']}" for table in tables if rule.get("rule") in game.tables[table]]
    return RuleView(
        rule,
        number,
        game.addresses.rule(full_id).partition("#")[2],
        tuple(game.source_link(each) for each in rule.get("sources", [])),
        tuple(game.example_link(each) for each in rule.get("examples", [])),
        game.link(names[0]) if names else None,
    )


def ruling_views(game: Game) -> list[RuleView]:
    """The rulings as questions and answers."""
    return [
        RuleView(
            ruling,
            ruling["id"],
            game.addresses.ruling(full_id).partition("#")[2],
            tuple(game.source_link(each) for each in ruling.get("sources", [])),
            tuple(game.example_link(each) for each in ruling.get("examples", [])),
            game.link(f"options:{ruling['option']}") if ruling.get("option") else None,
        )
        for full_id, ruling in game.catalog.get("rulings", {}).items()
    ]


def endings(game: Game) -> list[EntryView]:
    """The rules by which somebody wins, falls, or the game ends."""
    return [
        entry_view(game, "rules", each)
        for each in game.program["rules"]
        if any(_does(ability["body"], ("win", "end_game", "eliminate")) for ability in each["abilities"])
    ]


def always(game: Game, shown: Iterable[EntryView]) -> list[EntryView]:
    """The rules that stand under no phase and end no game: what holds all the time."""
    names = {entry.data["id"] for entry in shown}
    return [entry_view(game, "rules", each) for each in game.program["rules"] if each["id"] not in names]


def space_views(game: Game, track: Data) -> list[tuple[str, Wording]]:
    """What the spaces of a track do, by their names."""
    spaces = [game.tables["spaces"][each] for each in track["spaces"]]
    return [(each["name"], game.wording("spaces", each["id"])) for each in spaces if each["body"]]


def _does(value: Any, operations: tuple[str, ...]) -> bool:
    """Whether statements hold one of these operations."""
    if isinstance(value, dict):
        return any(_does(each, operations) for each in value.values())
    if not isinstance(value, list):
        return False
    return (bool(value) and value[0] in operations) or any(_does(each, operations) for each in value)


def setup_steps(game: Game) -> list[Wording]:
    """The setup, statement by statement; what reads a name stands with what binds it."""
    steps: list[list[Any]] = []
    for statement in game.program["setup"]["body"]:
        if steps and steps[-1][-1][0] in ("choose", "let", "reveal", "roll_aside"):
            steps[-1].append(statement)
        else:
            steps.append([statement])
    return [wording_of_ability(game.program, {**game.program["setup"], "body": each}) for each in steps]


def home_context(game: Game, galleries: list[Gallery], paths: dict[str, list[str]]) -> Data:
    """What the first page of a mode shows: how it is played; with the tracks as they lie at the start."""
    first = game.program["first_player"]
    phases, ends = phase_views(game), endings(game)
    return {
        "game": game,
        "galleries": galleries,
        "setup": setup_steps(game),
        "setup_of_first": _does(game.program["setup"]["body"], ("you", "rival", "others")),
        "first": None if first is None else {**first, "face": game.link(f"faces:{first['most']}")},
        "tracks": [
            (
                entry_view(game, "tracks", each),
                track_drawing(game, each, paths.get(each["id"])),
                "" if each["form"] == "ring" else track_drawing(game, each, paths.get(each["id"]), tall=True),
                seats(game, each),
                space_views(game, each),
            )
            for each in game.program["tracks"]
        ],
        "legend": legend(game),
        "places": place_views(game),
        "places_lying": places_drawing(game),
        "places_tall": places_drawing(game, tall=True),
        "worked": worked_examples(game),
        "phases": phases,
        "always": always(game, [*ends, *(rule for phase in phases for rule in phase.rules)]),
        "faces": face_views(game),
        "counters": counter_views(game, False),
        "endings": ends,
        "options": option_views(game),
        "sections": sections(game),
        "rulings": ruling_views(game),
    }


def reference_context(game: Game) -> Data:
    """What the reference page of a mode shows: everything that is declared, as it is."""
    texts = {name: [text.value.rstrip("\n") for text in game.mode.texts[name]] for name in game.mode.texts}
    return {
        "game": game,
        "texts": texts,
        "bonuses": [entry_view(game, "bonuses", each) for each in game.program["bonuses"]],
        "counters": counter_views(game, False),
        "books": counter_views(game, True),
        "stats": stat_views(game),
        "values": value_views(game),
        "zones": zone_views(game),
        "procedures": [
            entry_view(game, "procedures", each, [", ".join(each["params"])]) for each in game.program["procedures"]
        ],
        "abilities": [entry_view(game, "rules", each) for each in game.program["rules"]],
        "marks": [entry_view(game, "space_fields", each) for each in game.program["space_fields"]],
    }
