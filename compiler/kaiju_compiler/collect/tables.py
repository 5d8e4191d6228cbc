"""The tables of a program that come from the mode alone: counters, faces, stats, zones, phases, rules …"""

from __future__ import annotations

from typing import Any, TypeAlias

from kaiju_compiler.collect.fields import field_type
from kaiju_compiler.collect.kinds import Kinds
from kaiju_compiler.collect.merge import Entry, Mode
from kaiju_compiler.collect.records import Records
from kaiju_compiler.collect.scope import number, option_values, option_words, program_fields, value_type
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
    """The stats with the expressions of their bases."""
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
    """The values that the mode computes."""
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
        | ({"name": declared.name} if declared.name else {})
        for field_id, (_, declared, owners) in program_fields(kinds).items()
        if declared.in_program
    ]


def words(mode: Mode, kinds: Kinds) -> list[str]:
    """All words that fields may hold and options may be, sorted."""
    declared = [each for _, each, _ in program_fields(kinds).values()]
    declared += [field_type(entry.node, kinds.ids) for entry in mode.table("space_fields")]
    chosen = {word for entry in mode.table("options") for word in option_words(entry)}
    return sorted(chosen.union(*(each.words for each in declared)))


def phases(mode: Mode, texts: Texts) -> list[Row]:
    """The phases of a turn, in order."""
    rows = []
    for entry in mode.table("phases"):
        passes = entry.node.string("ends", PASS) == PASS
        over = None if passes else texts.condition(entry.node.text("ends"), texts.context("mode"))
        rows.append({"id": entry.id, "name": entry.name, "passes": passes, "over": over})
    return rows


def rules(mode: Mode, texts: Texts) -> list[Row]:
    """The rules; a rule of the table names no player of its own."""
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
    """The options, and complaints about defaults that cannot be chosen."""
    rows: list[Row] = []
    found: list[Diagnostic] = []
    for entry in mode.table("options"):
        values_of = option_values(entry)
        node = entry.node.get("default")
        default = node.value if isinstance(node, Scalar) else None
        if not any(type(each) is type(default) and each == default for each in values_of):
            texts = [str(each) for each in values_of]
            help = did_you_mean(str(default), texts) or f"write one of {', '.join(texts)}"
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
            **({"kept": f"{kept}@piece"} if (kept := kinds.inherited(kind, "kept")) else {}),
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
