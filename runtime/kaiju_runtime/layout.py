"""Where everything stands in a state: one flat list of small integers, laid out once per program.

The list holds arrays one behind the other: control words, counters (one array each, index = seat or
piece), pieces, dice, what lasts for a turn, queued turns, running effects, memory of conditions.
Both executors share it, and its hash is the hash of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_runtime.program import Ability, Node, Program
from kaiju_runtime.record import Record

DICE_IN_ROLL = 16
DICE = 80
"""The first 16 slots are the Roll, the rest dice rolled aside."""
OF_TURN = ("dice", "dice_owner", "spent", "done", "uses", "totals")
"""The arrays that are forgotten with every turn; they stand side by side."""
TURNS_QUEUED = 16
TURN_WIDTH = 3
"""player + 1, its source + 1, the turn in which it was taken."""
EFFECTS = 48
EFFECT_VALUES = 8
EFFECT_WIDTH = 5 + EFFECT_VALUES
"""ability + 1, player, piece, its incarnation, moment of its start, captured values."""

CONTROL = (
    "phase",
    "step",
    "active",
    "turn",
    "over",
    "winners",
    "seed",
    "rng",
    "throws",
    "source",
    "resume",
    "side",
    "hidden",
    "first",
    "decisions",
)
WORK = ("clock", "events", "steps")
"""Words that count work and are no part of the position: they stand last, the number of statements at the very end."""
UNSEEN = 2
"""A condition of a piece that has not been looked at since the piece came into play."""


class Layout(Record, eq=False):
    """Offsets of the arrays, and where budgets and remembered conditions of each host lie."""

    size: int
    offsets: dict[str, int]
    lengths: dict[str, int]
    counters: tuple[int, ...]
    uses: dict[tuple[str, int, int], int]
    """``(layer, piece or seat, ability)`` → slot in the array ``uses``."""
    edges: dict[tuple[str, int, int], int]
    copiers: tuple[int, ...]
    """Pieces that can copy."""

    def without_moments(self, s: list[int]) -> list[int]:
        """A state without what says when something was or how much was done: a trial of orders does not compare it."""
        found = s[: self.size]
        for name in ("stamp", "copied", *WORK):
            start, length = self.offsets[name], self.lengths[name]
            found[start : start + length] = [0] * length
        return found


def layout_of(program: Program) -> Layout:
    """The layout of a program's states."""
    copiers = tuple(i for i, piece in enumerate(program.pieces) if can_copy(program, piece.definition))
    uses = host_slots(program, copiers, lambda ability: ability.once >= 0)
    edges = host_slots(program, copiers, lambda ability: ability.form == "soon")
    seats, pieces, faces = program.seats, len(program.pieces), len(program.faces)
    lengths: dict[str, int] = dict.fromkeys(CONTROL, 1)
    lengths |= {"alive": seats, "at": seats, "monster": seats, "options": len(program.options)}
    lengths |= {
        f"counter {counter.id}": seats if counter.holder == "player" else pieces for counter in program.counters
    }
    lengths |= dict.fromkeys(("loc", "rank", "orient", "stamp", "copy", "copied", "seen"), pieces)
    of_turn = (DICE, DICE, faces, faces, len(uses), len(program.totals) * seats)
    lengths |= {"owner": pieces, **dict(zip(OF_TURN, of_turn, strict=True))}
    lengths |= {"queue": TURN_WIDTH * TURNS_QUEUED, "effects": EFFECTS * EFFECT_WIDTH, "edges": len(edges)}
    lengths |= dict.fromkeys(WORK, 1)
    offsets, size = {}, 0
    for name, length in lengths.items():
        offsets[name] = size
        size += length
    counters = tuple(offsets[f"counter {counter.id}"] for counter in program.counters)
    return Layout(size, offsets, lengths, counters, uses, edges, copiers)


def host_slots(program: Program, copiers: tuple[int, ...], wanted: Any) -> dict[tuple[str, int, int], int]:
    """A slot for each host of a wanted ability; a copier gets one for each that it might copy."""
    slots: dict[tuple[str, int, int], int] = {}
    copyable = sorted({ability.id for each in program.definitions for ability in each.abilities if wanted(ability)})
    for number, piece in enumerate(program.pieces):
        own = [ability.id for ability in program.definitions[piece.definition].abilities if wanted(ability)]
        for ability_id in sorted({*own, *(copyable if number in copiers else ())}):
            slots["piece", number, ability_id] = len(slots)
    tables: list[tuple[str, Ability]] = [("counter", a) for c in program.counters for a in c.abilities]
    tables += [("rule", ability) for rule in program.rules for ability in rule.abilities]
    for layer, ability in tables:
        if wanted(ability):
            for seat in range(program.seats):
                slots[layer, seat, ability.id] = len(slots)
    return slots


def can_copy(program: Program, definition: int) -> bool:
    """Whether an ability of the definition copies another piece."""
    found = program.definitions[definition]
    blocks = [ability.block for ability in found.abilities] + ([found.body.block] if found.body else [])
    return any(node[0].__name__ == "copy" for block in blocks for node in nodes_in(block))


def nodes_in(block: Any) -> Iterator[Node]:
    """Every node inside a block, itself not included."""
    for part in block:
        if isinstance(part, tuple):
            if part and callable(part[0]):
                yield part
            yield from nodes_in(part)


class State:
    """A state and its names. Copy it with :meth:`copy`; compare ``s``."""

    __slots__ = ("layout", "offsets", "s")

    def position(self) -> list[int]:
        """The list without the words that count work."""
        return self.s[: self.layout.size - len(WORK)]

    def hashed(self) -> list[int]:
        """The list without what was logged and how many statements it took: that depends on who watches, and how."""
        return self.s[: self.layout.offsets["events"]]

    def canonical(self) -> list[int]:
        """The list as it is saved: an executor may keep what it derives behind it."""
        return self.s[: self.layout.size]

    def __init__(self, layout: Layout, s: list[int] | None = None) -> None:
        self.layout = layout
        self.offsets = layout.offsets
        self.s = [0] * layout.size if s is None else s

    def copy(self) -> State:
        return State(self.layout, self.s[:])

    def get(self, array: str, index: int) -> int:
        return self.s[self.offsets[array] + index]

    def put(self, array: str, index: int, value: int) -> None:
        self.s[self.offsets[array] + index] = value

    def one(self, name: str) -> int:
        return self.s[self.offsets[name]]

    def set_one(self, name: str, value: int) -> None:
        self.s[self.offsets[name]] = value

    def more(self, name: str, by: int = 1) -> int:
        """Raises a control word and returns it."""
        at = self.offsets[name]
        self.s[at] += by
        return self.s[at]

    def array(self, name: str) -> list[int]:
        start = self.offsets[name]
        return self.s[start : start + self.layout.lengths[name]]

    def fill(self, name: str, value: int) -> None:
        start, length = self.offsets[name], self.layout.lengths[name]
        self.s[start : start + length] = [value] * length

    def counter(self, counter: int, holder: int) -> int:
        return self.s[self.layout.counters[counter] + holder]

    def set_counter(self, counter: int, holder: int, value: int) -> None:
        self.s[self.layout.counters[counter] + holder] = value

    @property
    def active(self) -> int:
        return self.s[self.offsets["active"]]

    @property
    def phase(self) -> int:
        return self.s[self.offsets["phase"]]
