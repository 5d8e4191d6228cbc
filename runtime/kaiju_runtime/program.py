"""The program that the runtime plays: read from data, linked once, never changed.

A program is JSON made by the compiler; ``link`` turns it into these tables. Nodes are tuples of a function and
its operands, ids are indices, so that the machine looks nothing up while it plays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kaiju_runtime.frames import NONE
from kaiju_runtime.record import Record

Node = tuple[Any, ...]
FORMAT = 1


class Pattern(Record):
    """Which events an ability listens to. Tests are conditions with ``it`` bound to the field."""

    event: str
    key: int
    """Counter, face, procedure or phase; -1 for any."""
    tests: tuple[tuple[str, Node], ...]
    arguments: tuple[Node | None, ...]
    slot: int
    """Local that ``as NAME`` binds, or -1."""
    bound: str
    whole: bool
    """Whether an event that was cut off does not count (``your turn ends``)."""


class Cost(Record):
    verb: str
    number: Node
    what: Any
    """Counter index for ``pay``; face expression for ``spend``."""
    source: Node | None


class Offer(Record):
    """The whole body is a ``may``: the ability is offered where it would run."""

    who: Node | None
    label: str
    cost: Cost | None


class Ability(Record, eq=False):
    """One ability of a piece, counter, rule or lasting effect, or the bare statements of something."""

    id: int
    form: str
    first: bool
    once: int
    """Position of its once-per-turn budget among those of its definition, or -1."""
    stage: int
    pattern: Pattern | None
    condition: Node | None
    offer: Offer | None
    cost: Cost | None
    window: str
    label: str
    block: tuple[Node, ...]
    locals: int
    stat: tuple[str, Any] | None
    of: Node | None
    for_: Node | None
    changes: tuple[tuple[str, Node], ...]
    self_reading: bool
    until: tuple[Pattern, ...]
    reads: frozenset[str]
    writes: frozenset[str]
    table: bool
    where: str

    @property
    def lasts(self) -> bool:
        """Whether it is one of an effect that runs until something happens."""
        return bool(self.until) or self.form in ("next", "next_before")


class Counter(Record):
    id: str
    name: str
    holder: str
    least: int
    most: Node | None
    start: Node | None
    clear: str
    abilities: tuple[Ability, ...]


class Face(Record):
    id: str
    name: str
    body: Ability


class Stat(Record):
    id: str
    name: str
    base: Node
    least: int
    most: int


class Value(Record):
    id: str
    kind: str
    expression: Node


class Kind(Record):
    id: str
    name: str
    plural: str
    base: str
    """The most general kind that it is a part of: it names the key of an option (``card:…``)."""
    definitions: frozenset[int]
    home: int
    space: bool
    kept: int
    """Counter that, where it stands on a piece at the end, lets its owner keep it; or -1."""


class Zone(Record):
    id: str
    name: str
    index: int
    per_player: bool
    first: int
    """Location of its first instance; a player's own is ``first + seat``."""
    order: str
    slots: int
    slide: str
    hidden: bool
    in_play: bool
    refill: int
    track: int

    def location(self, player: int) -> int:
        return self.first + (player if self.per_player else 0)


class Track(Record):
    id: str
    name: str
    form: str
    """``fixed``, ``row`` (grows; its spaces are pieces) or ``ring``."""
    spaces: tuple[int, ...]
    toward: tuple[int, ...]
    """For each seat the direction in which it pulls: -1 towards the first space, 1 towards the last."""
    zone: int
    """Rows: the location in which the tiles lie; else -1."""


class Space(Record):
    id: str
    name: str
    track: int
    place: int
    marks: tuple[int, ...]
    bonus: int
    body: Ability | None
    piece: int
    """The token that brings this space with it, or -1."""
    open: Node | None
    crowd: bool
    """Whether any number of players may stand there."""


class Stop(Record):
    """One stop of a token along a track: covers a space, or is inserted, or takes the covered one away."""

    bonus: int
    kind: str
    """``covers``, ``inserted`` or ``removed``."""
    space: int
    """The inserted space, else -1."""


class Definition(Record, eq=False):
    id: str
    name: str
    kind: int
    data: tuple[int, ...]
    abilities: tuple[Ability, ...]
    body: Ability | None
    bonus: int
    turn: str
    """How a token may be turned: ``none``, ``free``, or ``bend`` (as the track bends at its middle)."""
    budgets: int
    listens: dict[tuple[str, str], tuple[Ability, ...]]


class Piece(Record):
    definition: int
    id: str
    """Unique; a copy has its number behind a stroke."""
    key: str
    """Id of its record, which names it in the keys of options."""
    name: str
    monster: int
    """Piece of the monster that it belongs to, or -1."""
    start: int
    """Location where it lies at the start; for pieces of a monster the zone's first instance."""
    start_zone: int
    stops: tuple[Stop, ...]


class Phase(Record):
    id: str
    name: str
    passes: bool
    over: Node | None


class Procedure(Record):
    id: str
    name: str
    kinds: tuple[str, ...]
    body: Ability


class Rule(Record):
    id: str
    name: str
    table: bool
    abilities: tuple[Ability, ...]


class ModeOption(Record):
    id: str
    name: str
    values: tuple[Any, ...]
    default: int
    """Place of the value that is chosen unless another is; a state remembers places."""
    worth: tuple[int, ...]
    """What each value is in effects: a number, 0 or 1, or the number of a word."""


class FirstPlayer(Record):
    """The roll-off: ``dice`` dice each, most of ``face`` begins; ``ties`` rolls again: all or the tied."""

    dice: int
    face: int
    ties: str


class Invariant(Record):
    condition: Node
    table: bool
    text: str


class Program(Record, eq=False):
    """A linked program. Indices of every table are those of the lists here."""

    data: dict[str, Any]
    hash: str
    mode: str
    title: str
    seats: int
    least_players: int
    counters: tuple[Counter, ...]
    faces: tuple[Face, ...]
    bonuses: tuple[Face, ...]
    stats: tuple[Stat, ...]
    values: tuple[Value, ...]
    kinds: tuple[Kind, ...]
    zones: tuple[Zone, ...]
    places: tuple[tuple[str, tuple[int, ...]], ...]
    tracks: tuple[Track, ...]
    spaces: tuple[Space, ...]
    definitions: tuple[Definition, ...]
    pieces: tuple[Piece, ...]
    monsters: tuple[int, ...]
    phases: tuple[Phase, ...]
    procedures: tuple[Procedure, ...]
    rules: tuple[Rule, ...]
    options: tuple[ModeOption, ...]
    setup: Ability
    first_player: FirstPlayer | None
    invariants: tuple[Invariant, ...]
    totals: tuple[Pattern, ...]
    abilities: tuple[Ability, ...]
    can: dict[Callable[..., Any], Callable[..., Any]]
    inherit: frozenset[int]
    """Space fields that an inserted space takes from its neighbours where they agree."""
    bend: int
    """The space field that says which way the track bends, or -1."""
    word_index: dict[str, int]
    locations: int
    kept: bool = False
    """Whether its generated code is kept on disk for the next process."""

    def __repr__(self) -> str:
        return f"Program({self.mode}, {self.hash[:8]})"

    @property
    def things(self) -> int:
        """How many pieces and spaces there are; a space's number is ``len(pieces) + index``."""
        return len(self.pieces) + len(self.spaces)

    def space(self, thing: int) -> Space:
        return self.spaces[thing - len(self.pieces)]

    def space_location(self, thing: int) -> int:
        return self.locations + thing

    def piece_data(self, piece: int, field_index: int) -> int:
        return self.definitions[self.pieces[piece].definition].data[field_index]

    def data_of_none(self, field_index: int) -> int:
        """The field of no piece: a number of nothing is 0, a word or piece is none."""
        return 0 if self.data["fields"][field_index]["kind"] in ("number", "truth") else NONE

    def definition_of(self, piece: int) -> Definition:
        return self.definitions[self.pieces[piece].definition]
