"""Kinds of values: what an expression is, what a place wants, and how to say both to a designer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from kaiju_compiler.source import Span
from kaiju_compiler.symbols import Symbol, Type

if TYPE_CHECKING:
    from kaiju_compiler.resolve.scopes import Binding

Node: TypeAlias = list[Any]
"""A program node: ``[op, operand, …]``."""

UNKNOWN = Type("unknown")
"""The kind of something that has been reported already: it fits everywhere and is never reported again."""

SECOND_SEAT: Node = ["seat_ref", 2]
"""`rival` in an example of a game that more than two can play."""

GROUPS = {
    "thing": ("piece", "space"),
    "location": ("zone", "space", "track", "player"),
    "source": ("face", "piece", "space", "player"),
}
"""Kinds of the registry that stand for several."""

NULLABLE = ("player", "piece", "space", "die", "face", "bonus", "track", "phase", "thing", "word")
"""Kinds whose value may be ``none``."""

WORDS = {
    "number": ("a number", "numbers"),
    "truth": ("a condition", "conditions"),
    "player": ("a player", "players"),
    "face": ("a face of the dice", "faces of the dice"),
    "die": ("a die", "dice"),
    "space": ("a space", "spaces"),
    "piece": ("a piece", "pieces"),
    "counter": ("a counter", "counters"),
    "zone": ("a zone", "zones"),
    "track": ("a track", "tracks"),
    "phase": ("a phase", "phases"),
    "bonus": ("a bonus", "bonuses"),
    "word": ("a word of a field", "words of a field"),
    "turn": ("the turn", "the turn"),
    "game": ("the game", "games"),
    "none": ("`none`", "`none`"),
    "thing": ("a piece or space", "pieces or spaces"),
    "option": ("an option", "options"),
    "kind": ("a kind of piece", "kinds of pieces"),
    "place": ("a place", "places"),
    "procedure": ("a procedure", "procedures"),
    "verb": ("a verb", "verbs"),
    "field": ("a field of a record", "fields of a record"),
    "space_field": ("a field of a space", "fields of a space"),
    "stat": ("a stat", "stats"),
    "value": ("a value", "values"),
    "location": ("a zone, space, track or player", "zones, spaces, tracks or players"),
    "source": ("a face, piece, space or player", "faces, pieces, spaces or players"),
}


@dataclass(frozen=True)
class Value:
    """What an expression became: its node, its kind, and where it was written."""

    node: Node
    type: Type
    span: Span
    words: Symbol | None = None
    """The field whose words this value is one of."""
    binding: Binding | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Want:
    """What a place takes: some kinds (none: anything), and how many."""

    kinds: tuple[str, ...] = ()
    many: str = "one"
    """``one``, ``set``, or ``any`` for either; ``noun`` is as ``any``, but what is proposed for a slip is a set."""
    words: Symbol | None = None
    """The field whose words are wanted."""
    none: bool = False
    """Whether ``none`` will do."""

    def takes(self, type: Type) -> bool:
        """Whether a value of that kind will do, whatever its number."""
        if not self.kinds or type.name == "unknown":
            return True
        if type.name == "none":
            return self.none
        return any(kind in self.kinds for kind in GROUPS.get(type.name, (type.name,)))

    def either(self, other: Want) -> Want:
        """What takes all that one of two takes."""
        kinds = tuple(dict.fromkeys((*self.kinds, *other.kinds))) if self.kinds and other.kinds else ()
        many = self.many if self.many == other.many else "any"
        return Want(kinds, many, self.words or other.words, self.none or other.none)

    def say(self) -> str:
        """``a face of the dice``, ``players``, ``a player or a piece``."""
        if self.words is not None:
            return listed([f"`{word}`" for word in self.words.words])
        if not self.kinds:
            return "a value"
        number = 1 if self.many == "set" else 0
        known = [name for name, parts in GROUPS.items() if set(parts) == set(self.kinds)]
        if known:
            return WORDS[known[0]][number]
        return listed([WORDS[kind][number] for kind in self.kinds])


ANYTHING = Want((), "any")
NUMBER = Want(("number",))
TRUTH = Want(("truth",))
PLAYER = Want(("player",))
PLAYERS = Want(("player",), "any")


def spec(text: str) -> Want:
    """What a kind of a registry pattern takes: ``player*|piece*``, ``thing``, ``number``."""
    kinds: list[str] = []
    for part in text.split("|"):
        name = part.rstrip("*")
        kinds.extend(GROUPS.get(name, (name,)))
    return Want(tuple(dict.fromkeys(kinds)), "any" if "*" in text else "one")


def type_of(result: str) -> Type:
    """The type that a result of the registry names: ``player*`` is a set of players."""
    return Type(result.rstrip("*"), result.endswith("*"))


def kind_text(type: Type) -> str:
    """How a type stands in the program: ``piece``, ``die*``."""
    return type.name + ("*" if type.many else "")


def say_type(type: Type) -> str:
    """``a player``, ``several dice``."""
    if type.many:
        return "several " + WORDS.get(type.name, ("", type.name))[1]
    return WORDS.get(type.name, (type.name, ""))[0]


def listed(words: list[str], joint: str = "or") -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {joint} {words[-1]}"
