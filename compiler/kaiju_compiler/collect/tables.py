"""The tables of a program that come from the mode alone: counters, faces, stats, zones, phases, rules …"""

from __future__ import annotations

from typing import Any, TypeAlias

from kaiju_compiler.collect.fields import field_type
from kaiju_compiler.collect.kinds import Kinds
from kaiju_compiler.collect.merge import Entry, Mode
from kaiju_compiler.collect.records import Records
from kaiju_compiler.collect.scope import AREA, BOX, number, option_values, program_fields, value_type
from kaiju_compiler.collect.spaces import SpaceEntry, SpaceTable
from kaiju_compiler.collect.texts import Texts
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Scalar
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.symbols import Type

Row: TypeAlias = dict[str, Any]
NUMBER = Type("number")
THING = Type("thing")
PASS = "pass"


def counters(mode: Mode, texts: Texts) -> list[Row]:
    return [_counter(entry, texts) for entry in mode.table("counters")]


def _counter(entry: Entry, texts: Texts) -> Row:
    holder = entry.node.string("holder", "player")
    this = Type("piece") if holder == "piece" else None
    context = texts.context("counter", this=this)
    resolved = texts.effect(entry.node.text("effect"), context)
    if resolved is not None and resolved.body is not None:
        texts.found.append(bare(entry, "a counter", "say when it happens, such as 'when your turn ends:'"))
    return {
        "id": entry.key,
        "name": entry.name,
        "one": entry.node.string("one", entry.name),
        "icon": entry.node.string("icon"),
        "holder": holder,
        "least": entry.node.integer("least", 0),
        "most": texts.expression(entry.node.get("most"), context, NUMBER),
        "start": texts.expression(entry.node.get("start"), context, NUMBER),
        "clear": entry.node.string("clear", "never"),
        "abilities": [] if resolved is None else resolved.abilities,
        "bookkeeping": entry.node.flag("bookkeeping"),
    }


def faces(mode: Mode, texts: Texts) -> list[Row]:
    return [_with_body(entry, texts, "face") for entry in mode.table("faces")]


def bonuses(mode: Mode, texts: Texts) -> list[Row]:
    return [_with_body(entry, texts, "space") for entry in mode.table("bonuses")]


def _with_body(entry: Entry, texts: Texts, owner: str) -> Row:
    this = THING if owner == "space" else None
    body = statements(entry, texts, owner, this)
    return {"id": entry.id, "name": entry.name, "icon": entry.node.string("icon"), "body": body}


def statements(entry: Entry, texts: Texts, owner: str, this: Type | None) -> Row | None:
    """The bare statements of an effect that can hold nothing else."""
    resolved = texts.effect(entry.node.text("effect"), texts.context(owner, this=this))
    if resolved is not None and resolved.abilities:
        message = f"the effect of '{entry.id}' is run when it is resolved and can have no timing of its own"
        texts.found.append(error("effect-timed", message, text_span(entry), help="write plain statements"))
    return None if resolved is None else resolved.body


def stats(mode: Mode, texts: Texts) -> list[Row]:
    context = texts.context("mode")
    return [
        {
            "id": entry.id,
            "name": entry.name,
            "one": entry.node.string("one", entry.name),
            "base": texts.expression(entry.node.get("base"), context, NUMBER),
            "least": entry.node.integer("least", 0),
            "most": number(entry, "most"),
        }
        for entry in mode.table("stats")
    ]


def values(mode: Mode, texts: Texts) -> list[Row]:
    context = texts.context("mode")
    return [
        {
            "id": entry.id,
            "kind": entry.node.string("kind"),
            "is": texts.expression(entry.node.get("is"), context, value_type(entry.node.string("kind"))),
        }
        for entry in mode.table("values")
    ]


def fields(kinds: Kinds) -> list[Row]:
    return [
        {"id": field_id, "kind": declared.kind, "kinds": list(owners)}
        for field_id, (_, declared, owners) in program_fields(kinds).items()
        if declared.in_program
    ]


def space_fields(mode: Mode, kinds: Kinds) -> list[Row]:
    return [
        {
            "id": entry.id,
            "name": entry.name,
            "kind": field_type(entry.node, kinds.ids).kind,
            "inserted": entry.node.string("inserted") == "same",
            "bends": entry.node.flag("turns_tokens"),
        }
        for entry in mode.table("space_fields")
    ]


def words(mode: Mode, kinds: Kinds) -> list[str]:
    """All words that fields may hold, sorted."""
    declared = [each for _, each, _ in program_fields(kinds).values()]
    declared += [field_type(entry.node, kinds.ids) for entry in mode.table("space_fields")]
    return sorted({word for each in declared for word in each.words})


def zones(mode: Mode) -> list[Row]:
    """The two zones that every mode has, the declared ones, and one for each growing row."""
    rows = [_zone(BOX, "box", "table", "bag", False), _zone(AREA, "area", "player", "bag", True)]
    for entry in mode.table("zones"):
        node = entry.node
        row = _zone(entry.id, entry.name, node.string("holder", "table"), node.string("order"), node.flag("in_play"))
        rows.append(
            row
            | {
                "slots": number(entry, "slots"),
                "slide": node.string("slide", "first"),
                "hidden": node.flag("hidden"),
                "refill_from": node.string("refill_from") or None,
            }
        )
    for entry in mode.table("tracks"):
        if entry.node.string("form") == "row":
            row = _zone(entry.id, entry.name, "table", "row", True)
            rows.append(row | {"slots": number(entry, "most"), "track": entry.id})
    return rows


def _zone(zone_id: str, name: str, holder: str, order: str, in_play: bool) -> Row:
    return {
        "id": zone_id,
        "name": name,
        "holder": holder,
        "order": order,
        "slots": None,
        "slide": "first",
        "hidden": False,
        "in_play": in_play,
        "refill_from": None,
        "track": None,
    }


def places(mode: Mode, spaces: SpaceTable) -> list[Row]:
    return [
        {"id": entry.id, "name": entry.name, "spaces": [each.id for each in spaces.of_place(entry.id)]}
        for entry in mode.table("places")
    ]


def tracks(mode: Mode, spaces: SpaceTable) -> list[Row]:
    return [
        {
            "id": entry.id,
            "name": entry.name,
            "icon": entry.node.string("icon"),
            "form": entry.node.string("form"),
            "spaces": [each.id for each in spaces.of_track(entry.id)],
            "toward": _toward(entry, players(mode)["most"]),
        }
        for entry in mode.table("tracks")
    ]


def _toward(entry: Entry, seats: int) -> list[int]:
    """For each seat the direction in which it pulls; a ring has only one for all."""
    if entry.node.string("form") == "ring":
        return []
    return [-1 if each.to_data() == "from" else 1 for each in entry.node.sequence("toward")] or [1] * seats


def space_rows(mode: Mode, spaces: SpaceTable, texts: Texts) -> list[Row]:
    names = [entry.id for entry in mode.table("space_fields")]
    return [_space(space, names, texts) for space in spaces.spaces.values()]


def _space(space: SpaceEntry, names: list[str], texts: Texts) -> Row:
    context = texts.context("space", this=THING)
    resolved = texts.effect(space.effect, context)
    marks = dict(space.marks)
    place = None if space.token else space.place
    return {
        "id": space.id,
        "name": space.name,
        "track": space.track,
        "place": place,
        "marks": [marks.get(name) for name in names],
        "bonus": space.bonus,
        "body": None if resolved is None else resolved.body,
        "token": space.token,
        "open": texts.condition(space.open, texts.context("mode", you=False)),
        "crowd": space.crowd,
    }


def phases(mode: Mode, texts: Texts) -> list[Row]:
    rows = []
    for entry in mode.table("phases"):
        passes = entry.node.string("ends", PASS) == PASS
        over = None if passes else texts.condition(entry.node.text("ends"), texts.context("mode"))
        rows.append({"id": entry.id, "name": entry.name, "passes": passes, "over": over})
    return rows


def rules(mode: Mode, texts: Texts) -> list[Row]:
    rows = []
    for entry in mode.table("rules"):
        resolved = texts.effect(entry.node.text("effect"), texts.context("rule"))
        abilities = [] if resolved is None else resolved.abilities
        if resolved is not None and resolved.body is not None:
            texts.found.append(bare(entry, "a rule", "say when it happens, such as 'when your turn starts:'"))
        table = all(ability["table"] for ability in abilities)
        rows.append({"id": entry.id, "name": entry.name, "table": table, "abilities": abilities})
    return rows


def options(mode: Mode) -> tuple[list[Row], list[Diagnostic]]:
    rows: list[Row] = []
    found: list[Diagnostic] = []
    for entry in mode.table("options"):
        values_of = option_values(entry)
        node = entry.node.get("default")
        default = node.value if isinstance(node, Scalar) else None
        if not any(type(each) is type(default) and each == default for each in values_of):
            help = did_you_mean(str(default), [str(each) for each in values_of])
            message = f"the default of '{entry.id}' is none of its values"
            found.append(error("option-default", message, entry.span if node is None else node.span, help=help))
        rows.append({"id": entry.id, "name": entry.name, "values": values_of, "default": default})
    return rows, found


def first_player(mode: Mode) -> Row | None:
    node = mode.singles.get("first_player")
    if node is None:
        return None
    return {"dice": node.integer("dice"), "most": node.string("most"), "ties": node.string("ties")}


def players(mode: Mode) -> Row:
    node = mode.singles.get("players")
    if node is None:
        return {"least": 1, "most": 1, "start": None}
    least = node.integer("least", 1)
    return {"least": least, "most": node.integer("most", least), "start": node.string("start") or None}


def kind_rows(kinds: Kinds, records: Records, definitions: dict[str, list[str]]) -> list[Row]:
    """The kinds with the definitions that belong to them."""
    return [
        {
            "id": kind.id,
            "name": kind.entry.name,
            "plural": kind.plural,
            "base": kinds.root(kind).id,
            "definitions": definitions[kind.id],
            "home": kinds.inherited(kind, "home") or None,
            "space": kinds.is_space(kind),
        }
        for kind in kinds
    ]


def bare(entry: Entry, what: str, help: str) -> Diagnostic:
    """A complaint about statements that nothing would ever run."""
    message = f"'{entry.id}' is {what}, which is never resolved, and has statements without a timing"
    return error("effect-never-run", message, text_span(entry), help=help)


def text_span(entry: Entry) -> Span:
    """The first line of the entry's effect."""
    text = entry.node.text("effect")
    return entry.span if text is None else text.span(0, len(text.value.partition("\n")[0]))
