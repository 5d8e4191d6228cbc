"""Events in words: what a logged event says, why it happened, and the story of a game told line by line.

All names come from the program's tables; a reader of a game passes the names of its players as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kaiju_runtime.frames import NONE, Cause
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.program import Program
from kaiju_runtime.record import replace

if TYPE_CHECKING:
    from kaiju_runtime.game import Game

Say = Callable[["Names", EventRecord], str]


def describe(program: Program, record: EventRecord, players: Sequence[str] = ()) -> str:
    """One event in plain words: ``Ann gains 2 gold``."""
    names = Names(program, players)
    say = SENTENCES.get(record.name)
    if say is not None:
        return say(names, record)
    announced = unfulfilled(record)
    if announced is None:
        return record.name.replace("_", " ")
    return names.unfulfilled(record, describe(program, announced, players))


def unfulfilled(record: EventRecord) -> EventRecord | None:
    """The event that did not come as it was announced, if that is what a record tells of."""
    how, _, name = record.name.partition(" ")
    return replace(record, name=name) if how in UNFULFILLED else None


def why(
    program: Program, record: EventRecord, players: Sequence[str] = (), log: Sequence[EventRecord] = ()
) -> list[str]:
    """What the event follows from, nearest first, each with its ``file:line``.

    With the ``log`` of the game the chain goes on through the events that set triggers off.
    """
    names = Names(program, players)
    events = {each.number: each for each in log}
    lines: list[str] = []
    seen: set[int] = set()
    current: EventRecord | None = record
    while current is not None and current.number not in seen:
        seen.add(current.number)
        chain = [] if current.cause is None else current.cause.chain()
        lines += [names.cause(cause) for cause in chain]
        current = events.get(chain[-1].event) if chain else None
        if current is not None:
            lines.append(f"when {describe(program, current, players)}")
    return lines


def players_of(game: Game) -> list[str]:
    """The names of a game's players: those of their monsters."""
    program = game.program
    by_key = {program.pieces[piece].key: program.pieces[piece].name for piece in program.monsters}
    return [by_key.get(name, name) for name in game.setup["monsters"]]


class Names:
    """What players, pieces, spaces, counters, faces and causes are called."""

    def __init__(self, program: Program, players: Sequence[str] = ()) -> None:
        self.program = program
        self.players = players

    def player(self, seat: int) -> str:
        if seat == NONE:
            return "nobody"
        return self.players[seat] if seat < len(self.players) else f"player {seat + 1}"

    def thing(self, thing: int) -> str:
        """A piece or a space; a space may carry its way round in the number."""
        if thing == NONE:
            return "nothing"
        thing %= self.program.things
        if thing < len(self.program.pieces):
            return self.program.pieces[thing].name
        return self.program.space(thing).name

    def location(self, location: int) -> str:
        """A zone, what lies in front of a player, or a space."""
        program = self.program
        if location >= program.locations:
            return self.thing(location - program.locations)
        zone = max((zone for zone in program.zones if zone.first <= location), key=lambda zone: zone.first)
        if not zone.per_player:
            return f"the {zone.name}"
        owner = self.player(location - zone.first)
        return owner if zone.index == 1 else f"the {zone.name} of {owner}"

    def holder(self, counter: int, holder: int) -> str:
        return self.player(holder) if self.program.counters[counter].holder == "player" else self.thing(holder)

    def amount(self, counter: int, number: int) -> str:
        """``1 gold coin``, ``3 gold coins``."""
        found = self.program.data["counters"][counter]
        return f"{number} {found.get('one') or found['name'] if number == 1 else found['name']}"

    def faces(self, faces: Iterable[int]) -> str:
        """``2 Claw, Heart``, in the order of the program's faces; faces that are numbers one by one."""
        counted = Counter(face for face in faces if face != NONE)
        parts: list[str] = []
        for face in sorted(counted):
            name, number = self.program.faces[face].name, counted[face]
            alone = number == 1 or (name.isdigit() and number <= MANY)
            parts += [name] * number if alone else [f"{number} {name}"]
        return ", ".join(parts) or "nothing"

    def argument(self, kind: str, value: object) -> str:
        """An argument of a procedure."""
        if isinstance(value, list):
            return ", ".join(self.argument(kind, each) for each in value)
        if not isinstance(value, int) or kind in ("number", "truth"):
            return str(value)
        if kind == "player":
            return self.player(value)
        if kind == "face":
            return self.program.faces[value].name if value != NONE else "nothing"
        return self.thing(value)

    # --- causes ----------------------------------------------------------------------------------

    def cause(self, cause: Cause) -> str:
        """``Claw (Ann) · pack/file.yaml:12``: what runs, whose it is, and where it is written."""
        name = self.cause_name(cause)
        owner = f" ({self.player(cause.player)})" if cause.player != NONE else ""
        place = self.place(cause.ability)
        return f"{name}{owner}{' · ' + place if place else ''}"

    def cause_name(self, cause: Cause) -> str:
        if cause.kind == "face":
            return self.program.faces[cause.id].name
        if cause.kind in ("piece", "space"):
            return self.thing(cause.piece if cause.piece != NONE else cause.id)
        return self.ability_owner(cause.ability) or cause.kind

    def unfulfilled(self, record: EventRecord, announced: str) -> str:
        """What became of an event that was ``announced``: ``1 less by Armour: "Ann loses 2 hearts"``."""
        by = "nothing" if record.cause is None else self.cause_name(record.cause)
        how = UNFULFILLED[record.name.partition(" ")[0]].format(number=record.arguments[-1])
        return f'{how} by {by}: "{announced}"'

    def ability_owner(self, ability: int) -> str:
        """The counter, rule or piece that an ability belongs to."""
        program = self.program
        owners = [(each.name, each.abilities) for each in program.rules]
        owners += [(each.name, each.abilities) for each in program.counters]
        owners += [(each.name, each.abilities) for each in program.definitions]
        return next((name for name, abilities in owners if any(each.id == ability for each in abilities)), "")

    def place(self, ability: int) -> str:
        """``file:line`` of an ability, or nothing."""
        abilities = self.program.abilities
        found = abilities[ability] if 0 <= ability < len(abilities) else None
        return found.where if found is not None and found.id == ability else ""


MANY = 12
"""Numbered faces that are named one by one at most."""

# --- sentences -----------------------------------------------------------------------------------


def counted(verb: str) -> Say:
    """A sentence about an amount of a counter."""
    return lambda names, r: f"{names.holder(r.key, r.who)} {verb} {names.amount(r.key, r.amount)}"


def shifted(names: Names, r: EventRecord) -> str:
    giver, taker = names.holder(r.key, r.who), names.holder(r.key, r.to)
    program = names.program
    base = program.counters[r.key].id.partition("@")[0]
    if any(each.id == base and each.holder == "player" for each in program.counters):
        taker = names.player(r.to) if r.to < program.seats else names.thing(r.to)
    return f"{names.amount(r.key, r.amount)} from {giver} to {taker}"


def rolled(names: Names, r: EventRecord) -> str:
    return f"{names.player(r.who)} rolls {names.faces(r.dice)}"


def resolved(names: Names, r: EventRecord) -> str:
    name = names.program.faces[r.key].name
    shown = names.faces([r.key] * r.amount) if 0 < r.amount <= MANY else f"{r.amount} {name}"
    return f"{names.player(r.who)} resolves {shown}"


def called(names: Names, r: EventRecord) -> str:
    procedure = names.program.procedures[r.key]
    arguments = [names.argument(kind, value) for kind, value in zip(procedure.kinds, r.arguments, strict=False)]
    places = {each["id"]: str(each["name"]) for each in names.program.data["places"]}
    verb, *more = [places.get(word, word) for word in procedure.name.split("_")]
    return " ".join([names.player(r.who), third(verb), *more, *arguments])


def third(verb: str) -> str:
    """The third person of a verb: ``pulls``, ``reaches``, ``buries``."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else verb + "s"


def revealed(names: Names, r: EventRecord) -> str:
    return f"{names.thing(r.what)} is shown to {'everybody' if r.player == NONE else names.player(r.player)}"


def copied(names: Names, r: EventRecord) -> str:
    return f"{names.thing(r.who)} copies {names.thing(r.what)}"


SENTENCES: dict[str, Say] = {
    "gain": counted("gains"),
    "lose": counted("loses"),
    "pay": counted("pays"),
    "set": counted("now has"),
    "shift": shifted,
    "set_face": lambda names, r: f"{names.player(r.who)} turns a die to {names.faces([r.amount])}",
    "move_piece": lambda names, r: f"{names.thing(r.who)} goes to {names.location(r.to)}",
    "move_player": lambda names, r: f"{names.player(r.who)} moves to {names.thing(r.to)}",
    "move_marker": lambda names, r: f"{names.player(r.who)} moves {names.thing(r.what)} to {names.thing(r.to)}",
    "swap": lambda names, r: f"{names.thing(r.who)} and {names.thing(r.what)} change places",
    "discard": lambda names, r: f"{names.thing(r.who)} is discarded",
    "discard_dice": lambda names, r: f"{names.player(r.who)} discards {r.amount} dice",
    "reveal": revealed,
    "shuffle": lambda names, r: f"{names.location(r.to)} is shuffled",
    "call": called,
    "resolve_face": resolved,
    "resolve_thing": lambda names, r: f"{names.player(r.who)} resolves {names.thing(r.what)}",
    "copy": copied,
    "roll": rolled,
    "take_turn": lambda names, r: f"{names.player(r.who)} takes another turn",
    "eliminate": lambda names, r: f"{names.player(r.who)} is eliminated",
    "turn_starts": lambda names, r: f"Turn {r.turn}: {names.player(r.who)}",
    "turn_ends": lambda names, r: f"the turn of {names.player(r.who)} ends",
    "phase_starts": lambda names, r: names.program.phases[r.key].name,
    "phase_ends": lambda names, r: f"{names.program.phases[r.key].name} ends",
    "game_over": lambda names, r: "the game is over",
}
"""What each logged event says."""

UNFULFILLED = {
    "forbidden": "forbidden",
    "prevented": "prevented",
    "lowered": "{number} less",
    "raised": "{number} more",
}
"""What is said of an event that did not come as it was announced, before its own sentence."""


# --- stories -------------------------------------------------------------------------------------

FRAME = ("turn_starts", "turn_ends", "phase_starts", "phase_ends", "game_over")
"""Events of the frame of the game; a story has headings of its own for them."""


@dataclass(frozen=True)
class Line:
    """One line of a story: how deep it lies in what caused it, and the turn that it begins, if it does."""

    text: str
    depth: int = 0
    turn: int = 0
    """Number of the turn whose heading the line is, else 0."""


class Story:
    """Tells the events of one game as lines, each with its depth in what follows from what.

    Left out are the counters that only keep books, things that happen out of sight, and spaces in which
    nothing happens.
    """

    def __init__(self, program: Program, players: Sequence[str], viewer: int | None = None) -> None:
        self.names = Names(program, players)
        self.viewer = viewer
        self.depths: dict[int, int] = {}
        self.pending: list[Line] = []
        """Headings that are told only if something happens under them."""
        self.books = {i for i, each in enumerate(program.data["counters"]) if each.get("bookkeeping")}

    def tell(self, records: Iterable[EventRecord]) -> list[Line]:
        """The lines of some new events, in order."""
        lines: list[Line] = []
        for record in records:
            depth = self.depth(record)
            if record.name == "turn_starts":
                lines.append(Line(self.sentence(record), 0, record.turn))
                self.pending = []
            if self.is_silent(record):
                continue
            self.pending = [each for each in self.pending if each.depth < depth]
            line = Line(self.sentence(record), depth)
            if record.name == "resolve_thing":
                self.pending.append(line)
                continue
            lines += self.pending
            self.pending = []
            lines.append(line)
        return lines

    def depth(self, record: EventRecord) -> int:
        """How many causes lie between an event and the turn."""
        depth = 0
        if record.cause is not None:
            chain = record.cause.chain()
            depth = len(chain) - 1 + self.depths.get(chain[-1].event, 0)
            if len(chain) > 1 and unfulfilled(record) is not None:
                depth -= 1  # it stands where the event would
        self.depths[record.number] = 0 if record.name in FRAME else depth + 1
        return depth

    def is_silent(self, record: EventRecord) -> bool:
        counts = ("gain", "lose", "pay", "set", "shift")
        record = unfulfilled(record) or record
        return record.name in FRAME or (record.name in counts and record.key in self.books)

    def sentence(self, record: EventRecord) -> str:
        """The sentence of an event, without what the viewer may not know."""
        program = self.names.program
        announced = unfulfilled(record)
        if announced is not None:
            return self.names.unfulfilled(record, self.sentence(announced))
        if record.name == "move_piece" and record.to < program.locations:
            zone = max((zone for zone in program.zones if zone.first <= record.to), key=lambda zone: zone.first)
            if zone.hidden:
                return f"something goes to {self.names.location(record.to)}"
        if record.name == "reveal" and record.player not in (NONE, self.viewer):
            return f"something is shown to {self.names.player(record.player)}"
        return describe(program, record, self.names.players)
