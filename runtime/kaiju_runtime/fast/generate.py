"""The whole source of a program's executor, and the names that it needs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kaiju_runtime.fast import (
    abilities,
    causes,
    counts,
    expressions,
    preceding,
    selections,
    statements,
    stats,
    turns,
    verbs,
    verbs_of_pieces,
)
from kaiju_runtime.fast.derived import TAIL
from kaiju_runtime.fast.module import Module
from kaiju_runtime.fast.prelude import PRELUDE
from kaiju_runtime.fast.scope import Lines, Scope, remark
from kaiju_runtime.layout import DICE_IN_ROLL, Layout
from kaiju_runtime.machine.pieces import AREA, BOX
from kaiju_runtime.program import Program
from kaiju_runtime.record import Record

TEMPLATES_OF = (causes, expressions, selections, statements, verbs, verbs_of_pieces)
"""The modules that declare templates."""
BY_NUMBER = ("MATCH", "IF", "DO", "MAY", "RUN", "TAKE", "UNTIL", "OFFER", "ENDS", "BEFORE", "HEAR", "IDLE")
"""The tables by which the machine finds generated functions."""


class Generated(Record):
    """Source of a module, and the data of the program that it names."""

    source: str
    tables: dict[str, Any]


def addresses(layout: Layout) -> dict[str, int]:
    """The names of the state's arrays, and of the tail."""
    found = {
        name.upper().replace(" ", "_"): at for name, at in layout.offsets.items() if not name.startswith("counter ")
    }
    found |= {name: layout.size + number for number, name in enumerate(TAIL)}
    found["LOC_END"] = layout.offsets["loc"] + layout.lengths["loc"]
    found["RANK_END"] = layout.offsets["rank"] + layout.lengths["rank"]
    found["DICE_ASIDE"] = layout.offsets["dice"] + DICE_IN_ROLL
    return found


def generate(program: Program, layout: Layout) -> Generated:
    """Writes the module of a program. Same program and layout, same text."""
    g = Module(program, layout)
    turns.write_turns(g)
    turns.write_setup(g)
    for ability in program.abilities:
        if ability.form == "modify" and ability.until:
            abilities.until_function(g, ability)
            g.later.append(f"UNTIL[{ability.id}] = until_{ability.id}")
        elif ability.form != "modify":
            g.ability(ability)
    preceding.write_preceding(g)
    abilities.totals_function(g)
    for number in range(len(program.procedures)):
        verbs.procedure_function(g, number)
    counts.count_functions(g)
    write_is_free(g)
    write_clip(g)
    if g.conditions.levels[0] or g.conditions.levels[1]:
        g.conditions.write()
    names = {**addresses(layout), **sizes(program), "COPIERS": layout.copiers}
    head = [f"{name} = {value!r}" for name, value in names.items()]
    texts = [
        f"# {remark(program.title)}: made by Kaiju from its program; do not edit.",
        "\n".join(head),
        PRELUDE.strip(),
    ]
    texts += [source.rstrip() for source in g.functions.values()]
    texts.append("\n".join(f"{name} = {{}}" for name in BY_NUMBER))
    for number, procedure in enumerate(program.procedures):
        counted = next((slot for slot, kind in enumerate(procedure.kinds) if kind == "number"), None)
        texts.append(f"RUN[{number}] = run_{number}, {counted}")
    return Generated("\n\n\n".join(texts) + "\n\n" + "\n".join(dict.fromkeys(g.later)) + "\n", g.tables)


def sizes(program: Program) -> dict[str, Any]:
    """Names for what the program has how many of."""
    seats = range(program.seats)
    order = tuple(tuple((first + i) % program.seats for i in seats) for first in seats)
    return {
        "PIECES": len(program.pieces),
        "THINGS": program.things,
        "LOCATIONS": program.locations,
        "IN_ROLL": DICE_IN_ROLL,
        "KINDS_OF_FACES": len(program.faces),
        "BOX": program.zones[BOX].first,
        "AREA": program.zones[AREA].first,
        "ROW": list(range(DICE_IN_ROLL)),
        "ALONE": alone(program),
        "OWN": (1 << len(program.pieces)) - 1,
        "FACES": list(range(len(program.faces))),
        "ORDER": order,
    }


def alone(program: Program) -> frozenset[int]:
    """Things that are never like another one: spaces, and pieces that are the only ones of their record."""
    records = Counter(piece.definition for piece in program.pieces)
    pieces = [number for number, piece in enumerate(program.pieces) if records[piece.definition] == 1]
    return frozenset([*pieces, *range(len(program.pieces), program.things)])


def write_clip(g: Module) -> None:
    """``clip``: counters above an upper end that has come down are lowered to it."""
    lines = Lines()
    for number, counter in enumerate(g.p.counters):
        if counter.most is None or counter.holder != "player":
            continue
        at = g.counter(number)
        floor = stats.least_upper_end(g, number)
        lines.add(f"if max(s[{at}:{at} + {g.p.seats}]) > {floor}:")
        lines.add(f"    for who in range({g.p.seats}):", f"        if s[{at} + who] > {floor} and s[ALIVE + who]:")
        lines.add(f"            most = {g.upper_end(number)}", f"            if s[{at} + who] > most:")
        lines.add(f"                s[{at} + who] = most")
        inner = Lines(5)
        inner.lines = lines.lines
        g.mark(inner, "counter", number)
    g.function("clip", "m, s", "Counters obey their upper ends.", lines)


def write_is_free(g: Module) -> None:
    """``is_free``: whether a space is in use and nobody stands on it; a crowded one always has room."""
    lines = Lines()
    c = Scope(you="-1", sure_you=False)
    for number, space in enumerate(g.p.spaces):
        if space.open is not None:
            lines.add(f"if space == {len(g.p.pieces) + number} and not {g.test(c, space.open)}:", "    return False")
    crowded = frozenset(len(g.p.pieces) + number for number, space in enumerate(g.p.spaces) if space.crowd)
    if crowded:
        lines.add(f"if space in {g.table('CROWDED', crowded)}:", "    return True")
    seats = g.p.seats
    lines.add(f"if space not in s[AT:AT + {seats}]:", "    return True")
    lines.add(
        f"for p in range({seats}):",
        "    if s[AT + p] == space and s[ALIVE + p]:",
        "        return False",
        "return True",
    )
    g.function("is_free", "m, s, space", "Whether somebody may come to stand on a space.", lines)
