"""What the names of a mode mean: the one table that the resolver looks words up in.

The same spelling may name several things (``gold`` a face, a counter and a bonus); the kind that a
place expects decides. ``collect`` builds a :class:`Scope` from a mode's documents; ``resolve`` reads it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kaiju_compiler.source import Span

BOX, AREA = "box", "area"
"""The zones that every mode has: what is out of the game, and what lies in front of a player."""

MONSTER = "monster"
"""The kind whose pieces the players are; a word of the language (``you.monster``)."""

ID_KINDS = (
    "counter",
    "face",
    "stat",
    "value",
    "zone",
    "place",
    "space",
    "track",
    "phase",
    "bonus",
    "kind",
    "procedure",
    "option",
    "piece",
    "field",
    "space_field",
    "word",
)


@dataclass(frozen=True)
class Type:
    """Kind of a value. ``name`` is a kind of the registry; ``many`` tells a set from one.

    ``of`` refines a piece to a declared kind of piece (``card``), a word to the field it belongs to.
    """

    name: str
    many: bool = False
    of: str = ""

    def one(self) -> Type:
        return Type(self.name, False, self.of)

    def several(self) -> Type:
        return Type(self.name, True, self.of)


@dataclass(frozen=True)
class Symbol:
    """One meaning of a name. ``id`` is its id in the program's table for ``kind``."""

    kind: str
    name: str
    id: str
    span: Span | None = field(default=None, compare=False, repr=False)
    holder: str = ""
    """Counters: ``player`` or ``piece``. Zones: ``table`` or ``player``. Empty where it is declared wrongly: any."""
    type: Type | None = None
    """Fields, space fields, values and options: the kind of what they hold. Procedures: ``None``."""
    parameters: tuple[tuple[str, Type], ...] = ()
    """Procedures: names and types, filled in once the bodies have been read."""
    parents: tuple[str, ...] = ()
    """Kinds of piece: the more general kinds, nearest first. Fields: the kinds that have it."""
    plural: str = ""
    words: tuple[str, ...] = ()
    """Fields whose value is one of some words: those words."""
    least: int | None = None
    most: int | None = None
    """Counters and stats: the declared range, where it is a number."""
    space: bool = False
    """Kinds of piece whose pieces are spaces (tiles of a row)."""
    form: str = ""
    """Tracks: ``fixed``, ``row`` or ``ring``. Zones: ``bag``, ``row`` or ``stack``."""


@dataclass(frozen=True)
class Asked:
    """A number that a condition or a price wants of a counter."""

    span: Span
    counter: str
    sign: str
    """A comparison, or ``pay``."""
    number: int


@dataclass
class Scope:
    """All symbols of one mode, by kind and name; plurals of kinds of piece are names too."""

    mode: str
    two_players: bool
    """Whether the mode is for exactly two, so that ``rival`` means something."""
    tables: dict[str, dict[str, list[Symbol]]] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)
    """``(kind, id)`` of every symbol that some effect has used; for the check of what is never used."""
    labels: set[str] = field(default_factory=set)
    """Every label that some effect gives an option."""
    titles: set[str] = field(default_factory=set)
    """The names, as players read them, of everything that options can be about."""
    raised: set[str] = field(default_factory=set)
    """Ids of the counters whose upper end some effect modifies."""
    asked: list[Asked] = field(default_factory=list)
    """What conditions and prices ask of counters."""
    called: dict[str, list[str]] = field(default_factory=dict)
    """The ids of what players read under a name, by that name in small letters with ``_`` for blanks."""
    whole: bool = False
    """Whether all effects of the mode have been understood, so that a label which is not among these is none."""

    def add(self, symbol: Symbol, *names: str) -> None:
        table = self.tables.setdefault(symbol.kind, {})
        for name in (symbol.name, *names):
            table.setdefault(name, []).append(symbol)

    def find(self, kind: str, name: str, holder: str = "") -> Symbol | None:
        """The symbol of that kind and name; for counters the one held by ``holder`` if given."""
        found = self.tables.get(kind, {}).get(name, [])
        for symbol in found:
            if not holder or symbol.holder in ("", holder):
                return symbol
        return None

    def names(self, kind: str) -> list[str]:
        """Every name of a kind, sorted; for suggestions and completion."""
        return sorted(self.tables.get(kind, {}))

    def read_as(self, word: str, known: Iterable[str]) -> list[str]:
        """Those of some names that are the ids of what players read under ``word``."""
        found = self.called.get(word.casefold(), [])
        return [each for each in dict.fromkeys(known) if each in found and each != word]

    def use(self, symbol: Symbol) -> Symbol:
        self.used.add((symbol.kind, symbol.id))
        return symbol
