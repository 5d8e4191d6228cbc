"""Whether linked tables hold what their types say, in numbers that a machine can bear.

Linking finds names that lead nowhere; what else may be wrong in a program that was not made by our compiler
is looked for here, before anything is laid out by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kaiju_runtime.link import MOST_LOCALS
from kaiju_runtime.program import Ability, Program
from kaiju_runtime.record import Record
from kaiju_runtime.stops import KaijuError

MOST_SEATS = 16
MOST_PIECES = 20_000
LARGEST = 2**53 - 1


def is_line(value: Any) -> bool:
    """Whether it is a text of one line: names and places go into generated code as remarks, which end with the line."""
    return type(value) is str and "\0" not in value and value.splitlines() in ([], [value])


CHECKS: dict[str, Callable[[Any], bool]] = {
    "int": lambda value: type(value) is int and -LARGEST <= value <= LARGEST,
    "str": is_line,
    "bool": lambda value: type(value) is bool,
    "tuple[int, ...]": lambda value: all(type(each) is int for each in value),
    "tuple[str, ...]": lambda value: all(map(is_line, value)),
    "frozenset[str]": lambda value: all(map(is_line, value)),
}
"""For types that are plain enough to be checked, as they are written: whether a value is one."""


Checks = tuple[tuple[str, Callable[[Any], bool]], ...]
FIELDS: dict[type[Record], tuple[Checks, tuple[str, ...]]] = {}
"""What is known of the kinds of rows."""


def fields_of(kind: type[Record]) -> tuple[Checks, tuple[str, ...]]:
    """The fields of a kind of rows that can be checked, each with its check; and those that may hold further rows."""
    found = FIELDS.get(kind)
    if found is None:
        types = kind.__annotations__
        checked = tuple((name, CHECKS[types[name]]) for name in kind.FIELDS if types[name] in CHECKS)
        found = FIELDS[kind] = checked, tuple(name for name in kind.FIELDS if types[name] not in CHECKS)
    return found


def rows(program: Program) -> Iterator[Record]:
    """Every row of a program's tables, each ability once; tables that stand in nodes are rows as well."""
    waiting: list[Any] = [program]
    seen: set[Ability] = set()
    while waiting:
        current = waiting.pop()
        if isinstance(current, Record):
            if isinstance(current, Ability):
                if current in seen:
                    continue
                seen.add(current)
            yield current
            current = [getattr(current, name) for name in fields_of(type(current))[1]]
        waiting += [each for each in current if isinstance(each, (tuple, Record))]


def check_program(program: Program) -> None:
    """Raises :class:`KaijuError` for tables that no compiler would have made."""
    for row in rows(program):
        for name, is_right in fields_of(type(row))[0]:
            if not is_right(getattr(row, name)):
                raise wrong(f"'{name}' of a {type(row).__name__.lower()} is not of its type, or no line")
        if isinstance(row, Ability) and not (0 <= row.locals <= MOST_LOCALS and row.id >= 0):
            raise wrong("an ability has a number that it cannot have")
    if not 1 <= program.least_players <= program.seats <= MOST_SEATS:
        raise wrong("it is for a number of players that cannot be")
    if program.things > MOST_PIECES:
        raise wrong("it has too many pieces and spaces")
    check_ids(program)
    check_data(program.data)


def check_ids(program: Program) -> None:
    """Ids of what the state has arrays for, or options keys for, are there once."""
    for table in (program.counters, program.faces, program.phases, program.zones, program.pieces, program.options):
        ids = [each.id for each in table]
        if len(set(ids)) != len(ids):
            raise wrong("two entries of a table have one id")
    if len(program.zones) < 2:
        raise wrong("it lacks the zones that every mode has")


def check_data(data: dict[str, Any]) -> None:
    """What is read from the data while a game is played: places in files, and names of fields."""
    places = data["source_map"]
    if not isinstance(places, dict) or not all(map(is_place, places.values())):
        raise wrong("its places in files are no such places")
    for table in ("fields", "space_fields"):
        if not all(isinstance(each["id"], str) for each in data[table]):
            raise wrong("a field of its records has no name")
    check_catalog(data["catalog"])


def is_place(value: Any) -> bool:
    """Whether it is a file with a line and a column."""
    return (
        isinstance(value, list) and len(value) == 3 and is_line(value[0]) and all(type(at) is int for at in value[1:])
    )


RECORD: dict[str, type] = {
    **dict.fromkeys(("kind", "name", "pack", "provenance", "note", "flavour", "effect", "file"), str),
    **dict.fromkeys(("tags", "sources", "rulings", "examples"), list),
    **dict.fromkeys(("copies", "line"), int),
    "fields": dict,
}
"""What the catalog says of a record, and of which type it is."""


def check_catalog(catalog: Any) -> None:
    """What readers are shown has the shape that commands print; it does nothing in a game."""
    tables = [catalog["records"], *(catalog.get(name, {}) for name in ("rules", "rulings", "packs"))]
    if not all(isinstance(table, dict) and all(isinstance(row, dict) for row in table.values()) for table in tables):
        raise wrong("its catalog has no such tables as a catalog has")
    for name, record in catalog["records"].items():
        for part, kind in RECORD.items():
            value: Any = record[part]
            texts = value if kind is list and type(value) is list else ()
            if type(value) is not kind or not all(type(each) is str for each in texts):
                raise wrong(f"'{part}' of '{name}' in its catalog is not of its type")


def wrong(reason: str) -> KaijuError:
    return KaijuError("program-damaged", f"the program makes no sense: {reason}", "Build it again from its packs.")
