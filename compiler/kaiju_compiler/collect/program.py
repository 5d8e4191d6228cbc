"""One mode from its chain of files to the data of its program."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler import __version__
from kaiju_compiler.collect import board_tables, pieces, tables
from kaiju_compiler.collect.board import check_board
from kaiju_compiler.collect.catalog import catalog
from kaiju_compiler.collect.evaluate import Facts
from kaiju_compiler.collect.faults import Faults, not_following, not_naming
from kaiju_compiler.collect.kinds import Kinds
from kaiju_compiler.collect.left_out import pieces_in, without_broken
from kaiju_compiler.collect.merge import Mode, merge
from kaiju_compiler.collect.modes import Chain
from kaiju_compiler.collect.names import check_names
from kaiju_compiler.collect.own_stats import OwnStats
from kaiju_compiler.collect.places import names_of, with_places
from kaiju_compiler.collect.procedures import procedures
from kaiju_compiler.collect.ranges import check_ranges
from kaiju_compiler.collect.records import Records, find_records
from kaiju_compiler.collect.scope import build_scope
from kaiju_compiler.collect.spaces import SpaceTable, add_inserted, find_spaces
from kaiju_compiler.collect.tables import Row
from kaiju_compiler.collect.texts import Texts
from kaiju_compiler.diagnostics import Diagnostic, error, has_errors
from kaiju_compiler.resolve.records import blank
from kaiju_compiler.symbols import MONSTER, Scope
from kaiju_compiler.validate import SchemaSet

FORMAT = 1
TITLED = ("definitions", "faces", "bonuses", "counters", "spaces", "phases", "rules")
"""The tables of a program whose entries options can be named by."""


@dataclass
class Built:
    """A mode as it was understood: its program if there is one, and what later phases ask."""

    mode: Mode
    kinds: Kinds
    records: Records
    spaces: SpaceTable
    scope: Scope
    texts: Texts
    known: Facts
    program: Row | None = None
    left_out: dict[str, str] = field(default_factory=dict)
    """Full ids of records (or the mode's id) and why they are not in the program."""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    used: frozenset[tuple[str, str]] = frozenset()
    """``(kind, id)`` of what the mode's own texts and the effects of its records use."""


def build(chain: Chain, schemas: SchemaSet, faults: Faults) -> Built:
    """Everything about a mode; without a program if the mode itself has errors."""
    mode = merge(chain)
    kinds = Kinds(mode.table("kinds"))
    records = find_records(mode, kinds, schemas)
    records.broken |= {each.id for each in records.records.values() if faults.in_record(each.node)}
    spaces = find_spaces(mode)
    add_inserted(spaces, records)
    scope = build_scope(mode, kinds, records, spaces)
    texts = Texts(scope)
    built = Built(mode, kinds, records, spaces, scope, texts, pieces.facts(kinds, records))
    found = [*mode.diagnostics, *kinds.found, *spaces.diagnostics]
    found += check_names(mode, kinds) + check_board(mode, kinds, spaces, records)
    program, problems = _program(built)
    found += problems
    built.used = frozenset(scope.used)
    built.diagnostics = [*not_naming(records.lost, [*found, *texts.found]), *records.diagnostics]
    if faults.hides_names(chain):
        built.diagnostics = not_following(built.diagnostics)
        built.left_out[chain.id] = "a file of its packs cannot be read"
    elif has_errors(found) or program is None or faults.in_mode(chain):
        built.left_out[chain.id] = "the mode itself has errors"
    else:
        _leave_out(built, program)
    made = built.program or {}
    scope.titles = {each["name"] for table in TITLED for each in made.get(table, ())}
    scope.titles |= {each["id"].rpartition(":")[2] for each in made.get("rules", ())}
    scope.whole = built.program is not None and not built.left_out
    return built


def _program(built: Built) -> tuple[Row | None, list[Diagnostic]]:
    """The program with all records, and what is wrong with the mode; the records' own errors mark them broken."""
    mode, kinds, texts = built.mode, built.kinds, built.texts
    mark = len(texts.found)
    defined = procedures(mode, texts)
    pieces.complete_kinds(kinds, built.known, texts)
    rows, found = _mode_tables(built)
    own_stats = OwnStats(rows)
    own_stats.mark([defined, *(rows[table] for table in ("counters", "faces", "bonuses", "spaces", "rules"))], texts)
    mode_failed = texts.failed_since(mark)
    definitions = []
    for record in built.records.records.values():
        mark = len(texts.found)
        definitions.append(pieces.definition(record, mode, kinds, built.known, texts))
        own_stats.mark(definitions[-1], texts)
        if texts.failed_since(mark):
            built.records.broken.add(record.id)
    piece_rows, problems = pieces.pieces(mode, kinds, built.records, built.spaces)
    found += problems
    found += check_ranges(mode) + _enough_monsters(built)
    if mode_failed:
        return None, found
    full_ids = {record.id: record.full_id for record in built.records.records.values()}
    members = {kind: [full_ids[each] for each in ids] for kind, ids in built.known.kinds.items()}
    monsters = [record.id for record in built.records.records.values() if pieces.is_monster(kinds, record.kind)]
    return {
        "format": FORMAT,
        "tool": f"kaiju-rules {__version__}",
        **rows,
        "procedures": defined,
        "kinds": tables.kind_rows(kinds, built.records, members),
        "definitions": definitions,
        "pieces": piece_rows,
        "monsters": monsters,
        "totals": texts.totals,
        "source_map": _source_map(texts, names_of(mode.chain)),
        "catalog": catalog(mode, kinds, built.records, built.known),
    }, found


def _enough_monsters(built: Built) -> list[Diagnostic]:
    """Complains where not every player could have a monster."""
    most, monsters = tables.players(built.mode)["most"], built.known.kinds.get(MONSTER, [])
    if len(monsters) >= most:
        return []
    message = f"up to {most} play the mode '{built.mode.id}', and it has {len(monsters)} monsters"
    help = f"add records of the kind '{MONSTER}'"
    return [error("mode-few-monsters", message, built.mode.chain.top.id_span, help=help)]


def _mode_tables(built: Built) -> tuple[Row, list[Diagnostic]]:
    """The tables that the mode itself declares."""
    mode, kinds, spaces, texts = built.mode, built.kinds, built.spaces, built.texts
    options, found = tables.options(mode)
    setup = texts.joined(mode.texts["setup"], texts.context("mode"))
    invariants = [texts.checks(text, texts.context("mode")) for text in mode.texts["invariants"]]
    return {
        "mode": mode.id,
        "title": mode.chain.top.root.string("title"),
        "pack": mode.chain.top.pack.id,
        "players": tables.players(mode),
        "first_player": tables.first_player(mode),
        "counters": tables.counters(mode, texts),
        "faces": tables.faces(mode, texts),
        "bonuses": tables.bonuses(mode, texts),
        "stats": tables.stats(mode, texts),
        "values": tables.values(mode, texts),
        "fields": tables.fields(kinds),
        "space_fields": board_tables.space_fields(mode, kinds),
        "words": tables.words(mode, kinds),
        "zones": board_tables.zones(mode),
        "places": board_tables.places(mode, spaces),
        "tracks": board_tables.tracks(mode, spaces),
        "spaces": board_tables.space_rows(mode, spaces, texts),
        "phases": tables.phases(mode, texts),
        "rules": tables.rules(mode, texts),
        "options": options,
        "setup": _setup(setup.body if setup is not None else None, texts),
        "invariants": [
            {"if": check["condition"], "table": check["table"], "text": check["text"]}
            for checks in invariants
            for check in checks or ()
        ],
    }, found


def _setup(body: Row | None, texts: Texts) -> Row:
    """The setup's statements; those of nothing where a mode has no setup."""
    if body is not None:
        return body
    return blank(texts.numbering.ability(), "resolve", "")


def _source_map(texts: Texts, names: dict[str, str]) -> dict[str, list[Any]]:
    return {
        str(number): [names.get(span.path, span.path), span.line, span.column]
        for number, span in texts.numbering.source_map.items()
    }


# --- leaving out what is broken ---


def _leave_out(built: Built, program: Row) -> None:
    """Takes the broken records out of the program, or the program itself if its mode names one of them."""
    records = built.records
    definitions = {each["id"].partition(":")[2]: each for each in program["definitions"]}
    first_pieces = {each["id"]: each for each in program["pieces"]}
    reasons = without_broken(records, definitions, first_pieces)
    about_records = ("definitions", "catalog", "kinds", "pieces", "monsters")
    own = [value for key, value in program.items() if key not in about_records]
    own_pieces = [entry.node.string(key) for entry in built.mode.table("tracks") for key in ("marker", "start")]
    for named in (*pieces_in(own), *own_pieces):
        if named in reasons:
            built.left_out[built.mode.id] = f"the mode names '{named}', which is left out: {reasons[named]}"
            return
    gone = {records.records[each].full_id for each in reasons}
    program["definitions"] = [each for each in program["definitions"] if each["id"] not in gone]
    program["pieces"] = [each for each in program["pieces"] if each["definition"] not in gone]
    program["monsters"] = [each for each in program["monsters"] if each not in reasons]
    program["kinds"] = [
        {**kind, "definitions": [each for each in kind["definitions"] if each not in gone]} for kind in program["kinds"]
    ]
    pieces_left = {each["id"] for each in program["pieces"]}
    program["spaces"] = [each for each in program["spaces"] if each["token"] is None or each["token"] in pieces_left]
    program["catalog"]["records"] = {k: v for k, v in program["catalog"]["records"].items() if k not in gone}
    built.left_out |= {records.records[each].full_id: reason for each, reason in reasons.items()}
    built.left_out |= dict.fromkeys((full_id for full_id, _ in records.lost.values()), "it is of no kind of the mode")
    if len(program["monsters"]) < program["players"]["least"]:
        built.left_out[built.mode.id] = "too few of its monsters are without errors"
        return
    built.program = with_places(program, built.mode.chain)
