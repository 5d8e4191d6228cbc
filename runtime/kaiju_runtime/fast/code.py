"""Generated modules, compiled once for each program, with what the executor reads beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from types import CodeType
from typing import Any

from kaiju_runtime.dice import block as words_of_block
from kaiju_runtime.fast.pack import packed, unpacked
from kaiju_runtime.fast.places import Places, places_of
from kaiju_runtime.fast.questions import DiceSets, PhaseQuestion
from kaiju_runtime.fast.rings import rings
from kaiju_runtime.fast.watch import Watch, is_own
from kaiju_runtime.fast.windows import NOBODY
from kaiju_runtime.frames import Event
from kaiju_runtime.layout import Layout
from kaiju_runtime.machine.turns import begin_phase, begin_turn
from kaiju_runtime.primitives import verbs_of_counters, verbs_of_effects, verbs_of_pieces
from kaiju_runtime.program import Ability, Program
from kaiju_runtime.record import Table
from kaiju_runtime.stops import CutProcedure, CutTurn, GameOver


class Compiled(Table):
    """The names of a generated module, and addresses that the machine itself uses."""

    names: dict[str, Any]
    layers: dict[int, str]
    """Standing ability → its layer."""
    ranks: dict[int, int]
    """Standing ability → its place in a batch: those marked ``first``, then counters, then rules."""
    budgets: dict[int, tuple[int, ...]]
    """Standing ability with a budget → slot by seat."""
    effect_bits: dict[int, int]
    procedures: dict[int, int]
    """Ability that is the body of a procedure → procedure."""
    soon: tuple[Any, Any]
    """What looks for conditions that have become true: those marked ``first``, and the others, if there are any."""
    about_you: frozenset[int]
    """Abilities that only hear what is about their own player."""
    forbidding: dict[str, tuple[int, int] | None]
    """Event → bits of the pieces and effects that may say that it cannot happen; ``None``: so may a rule."""
    helping: int | None
    """The bits of the pieces that offer something at any time; ``None``: so does a rule."""
    places: Places
    turn_order: tuple[tuple[int, ...], ...]
    """Active player → seat → its place in turn order; the last entry is that of nobody."""
    everybody: int
    pieces: int
    locations: int
    tokens: frozenset[int]
    faces: int
    most_locals: int
    dice_options: dict[Any, Any]
    """Options for sets of faces that have been offered."""
    options_of_phases: dict[tuple[Any, ...], Any]
    """All options of a phase's question, by what they are made of."""
    options_of_sets: dict[int, dict[tuple[int, ...], Any]]
    """Options to pick a set of dice, by the rule's action that begins with it (or -1) and the faces."""
    known_options: dict[tuple[int, int, int], Any]
    """Options of rules' actions, by ability, player and what is chosen."""
    model: Any
    """A machine of the program, from which others are made."""
    starts: dict[tuple[int, ...], list[int]]
    """States before the setup, by monsters and options."""
    epochs: Iterator[int]
    """Numbers for what is in play, and for how pieces lie; none is given twice."""
    play: int
    dirty: int
    epoch: int
    laid: int
    living: int
    mine: int
    phase: int
    step: int
    throws: int
    hidden: int
    rng: int
    seed: int
    decisions: int
    dice: int
    events: int
    clock: int
    turn: int
    alive: int
    active: int
    loc: int
    rank: int
    owner: int
    orient: int
    seen: int
    stamp: int
    copy: int
    copied: int
    edges: int


@lru_cache(maxsize=256)
def faces_of(seed: int, part: int, faces: int) -> tuple[int, ...]:
    """The faces that 64 words of chance give; none at all if one of the words is not to be used.

    A bot that tries an answer throws few dice of each seed: a whole block would be four such parts.
    """
    at = part % 4 * 64
    words = words_of_block("game", seed, part // 4)[at : at + 64]
    return tuple([word % faces for word in words]) if max(words) < (2**32 // faces) * faces else ()


MADE: dict[Program, Compiled] = {}
"""By program object, the latest few."""


def compiled(program: Program, layout: Layout) -> Compiled:
    """The compiled module of a program; made once for each program object."""
    found = MADE.get(program)
    if found is None:
        if len(MADE) >= 16:
            MADE.pop(next(iter(MADE)))
        found = MADE[program] = build(program, layout)
    return found


def build(program: Program, layout: Layout) -> Compiled:
    code, tables = code_of(program, layout)
    names: dict[str, Any] = {**known_names(), **tables}
    names["RINGS"] = rings(program.seats)
    exec(code, names)
    standing = [
        *(("counter", ability) for counter in program.counters for ability in counter.abilities),
        *(("rule", ability) for rule in program.rules for ability in rule.abilities),
    ]

    offsets, watch = layout.offsets, Watch(program, layout)
    return Compiled(
        names,
        {ability.id: layer for layer, ability in standing},
        {ability.id: (0 if ability.first else 2) + (layer == "rule") for layer, ability in standing},
        {
            ability.id: tuple(layout.uses[layer, seat, ability.id] for seat in range(program.seats))
            for layer, ability in standing
            if ability.once >= 0
        },
        watch.bit_of,
        {each.body.id: number for number, each in enumerate(program.procedures)},
        (names.get("soon_0"), names.get("soon_1")),
        frozenset(ability.id for ability in program.abilities if ability.pattern and is_own(ability.pattern)),
        forbidding(watch),
        helping(watch),
        places_of(program, layout),
        tuple(
            (*((seat - active) % program.seats for seat in range(program.seats)), -1) for active in range(program.seats)
        ),
        (1 << program.seats) - 1,
        len(program.pieces),
        program.locations,
        frozenset(number for number, piece in enumerate(program.pieces) if piece.stops),
        len(program.faces),
        max((ability.locals for ability in program.abilities), default=0) + 8,
        {},
        {},
        {},
        {},
        None,
        {},
        count(1),
        layout.size,
        layout.size + 2,
        layout.size + 4,
        layout.size + 5,
        layout.size + 6,
        layout.size + 8,
        *(offsets[name] for name in ADDRESSES),
    )


def forbidding(watch: Watch) -> dict[str, tuple[int, int] | None]:
    """For each event that something can forbid the bits of the pieces and effects that do."""
    found: dict[str, tuple[int, int] | None] = {}
    everywhere = {ability.id for _, ability in watch.standing}
    for ability in watch.p.abilities:
        if ability.form == "cannot" and ability.pattern is not None:
            name = ability.pattern.event
            before = found.get(name, (0, 0))
            if ability.id in everywhere or before is None:
                found[name] = None
            else:
                pieces = watch.pieces(lambda each, wanted=ability: each is wanted)
                found[name] = before[0] | pieces, before[1] | watch.bit_of.get(ability.id, 0)
    return found


def helping(watch: Watch) -> int | None:
    """The bits of the pieces that have an action for any time, unless rules have, too."""

    def helps(ability: Ability) -> bool:
        return ability.form == "action" and ability.window == "any"

    return None if any(helps(ability) for _, ability in watch.standing) else watch.pieces(helps)


def code_of(program: Program, layout: Layout) -> tuple[CodeType, dict[str, Any]]:
    """The code of a program's module and the tables that it names: kept since an earlier run, or made now."""
    if not program.kept:
        return made_code(program, layout)
    from kaiju_runtime import kept

    found = kept.read("code", program.hash)
    if found is not None:
        return unpacked(program, found)
    code, tables = made_code(program, layout)
    plain = packed(program, code, tables)
    if plain is not None:
        kept.write("code", program.hash, plain)
    return code, tables


def made_code(program: Program, layout: Layout) -> tuple[CodeType, dict[str, Any]]:
    from kaiju_runtime.fast.generate import generate

    made = generate(program, layout)
    numbers = {name: str(value) for name, value in made.tables.items() if type(value) is int}
    numbers |= dict(NUMBER.findall(made.source))
    source = WORD.sub(lambda found: numbers.get(found[0], found[0]), made.source)
    return compile(source, f"<{program.mode}>", "exec"), made.tables


def written_at(program: Program, layout: Layout, problem: Exception) -> str:
    """`` (file:line)`` of the innermost statement that was being carried out, or nothing.

    The text of a module is not kept; it is written once more to be looked at.
    """
    lines, found, trace = lines_of(program, layout), "", problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == f"<{program.mode}>":
            place = PLACE.search(lines[trace.tb_lineno - 1])
            found = found if place is None else f" ({place[1]})"
        trace = trace.tb_next
    return found


@lru_cache(maxsize=1)
def lines_of(program: Program, layout: Layout) -> list[str]:
    from kaiju_runtime.fast.generate import generate

    return generate(program, layout).source.splitlines()


PLACE = re.compile(r"# (\S+:\d+)$")
"""Behind a line of a module: where its statement was written."""
NUMBER = re.compile(r"^([A-Z][A-Z_0-9]*) = (\d+)$", re.MULTILINE)
"""A name for a number, at the head of a module."""
WORD = re.compile(
    r"""^[A-Z][A-Z_0-9]*\ =[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\#[^\n]*|\b[A-Z][A-Z_0-9]*\b""",
    re.MULTILINE,
)
"""What may be such a name; before that all where it would be none: definitions, texts and remarks.

Numbers are faster than their names, which are for readers.
"""


ADDRESSES = (
    *("phase", "step", "throws", "hidden", "rng", "seed", "decisions", "dice", "events", "clock", "turn"),
    *("alive", "active", "loc", "rank", "owner", "orient", "seen", "stamp", "copy", "copied", "edges"),
)


def known_names() -> dict[str, Any]:
    """What generated code may call; nothing else of Python but the builtins it names."""
    bodies = {
        "add_to_counter": verbs_of_counters.add_to_counter,
        "take_from_counter": verbs_of_counters.take_from_counter,
        "run_face": verbs_of_effects.run_face,
        "run_thing": verbs_of_effects.run_thing,
        "nothing_more": verbs_of_effects.nothing_more,
        "carry_piece": verbs_of_pieces.carry_piece,
        "carry_player": verbs_of_pieces.carry_player,
        "carry_marker": verbs_of_pieces.carry_marker,
        "send_home": verbs_of_pieces.send_home,
        "begin_phase": begin_phase,
        "begin_turn": begin_turn,
    }
    stops = {"CutTurn": CutTurn, "CutProcedure": CutProcedure, "GameOver": GameOver}
    made = {"Event": Event, "PhaseQuestion": PhaseQuestion, "DiceSets": DiceSets}
    return {"NOBODY": NOBODY, "faces_of": faces_of, **made, **bodies, **stops}
