"""What is asked of a player: the decision, its options, and the keys that name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count
from operator import attrgetter
from typing import Any, Literal

from kaiju_runtime.record import Record, replace

Kind = Literal["pick one", "pick some", "order", "number", "yes or no"]

YES, NO, PASS = "yes", "no", "pass"


class Option(Record):
    """One legal answer: a key that is stable across runs, and a label for people."""

    key: str
    label: str
    value: Any = None
    """What the machine does with it; not part of the decision's data."""
    source: str = ""
    """Full id of the record whose rules text explains the option, or empty."""

    def __init__(self, key: str, label: str, value: Any = None, source: str = "") -> None:
        # Written out, since options are made by the thousand.
        mine = self.__dict__
        mine["key"], mine["label"], mine["value"], mine["source"] = key, label, value, source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash(self._told())

    def _told(self) -> tuple[str, str, str]:
        """What is told of it: all but ``value``."""
        return self.key, self.label, self.source


KEY = attrgetter("key")


class Options(tuple[Option, ...]):
    """The options of a decision. Those that are offered again and again are one object."""

    places: dict[str, int]
    """The keys in their order, and where the option of each stands."""
    decisions: dict[int, Decision] | None = None
    """By player the decisions of a phase with these options, where they are offered again and again."""

    def __new__(cls, options: Iterable[Option]) -> Options:
        """Options with equal keys are told apart by ``#2``, ``#3`` … in their order."""
        found = super().__new__(cls, options)
        found.places = dict(zip(map(KEY, found), count()))
        if len(found.places) < len(found):
            found = super().__new__(cls, told_apart(found))
            found.places = dict(zip(map(KEY, found), count()))
        return found


class Decision(Record):
    """A question to one player. ``options`` holds exactly the legal answers.

    ``pick one`` and ``yes or no`` take one key; ``pick some`` a list of ``least`` to ``most`` different
    keys; ``order`` all keys in a row; ``number`` a number from ``least`` to ``most``.
    """

    player: int
    kind: Kind
    prompt: str
    options: Options
    least: int = 1
    most: int = 1
    source: str = ""
    """The record or rule that asks, by its full id."""
    where: str = ""
    """``file:line`` of the effect that asks."""
    phase: str = ""
    nested: bool = False
    """Whether it is asked inside an effect (else it is the phase's own question)."""

    def __init__(
        self,
        player: int,
        kind: Kind,
        prompt: str,
        options: Iterable[Option],
        least: int = 1,
        most: int = 1,
        source: str = "",
        where: str = "",
        phase: str = "",
        nested: bool = False,
    ) -> None:
        mine = self.__dict__
        mine["player"], mine["kind"], mine["prompt"] = player, kind, prompt
        mine["options"] = options if isinstance(options, Options) else Options(options)
        mine["least"], mine["most"], mine["source"], mine["where"] = least, most, source, where
        mine["phase"], mine["nested"] = phase, nested

    @property
    def count(self) -> int:
        """How many options there are."""
        return len(self.options)

    @property
    def passes(self) -> bool:
        """Whether the last option is to do nothing more."""
        return bool(self.options) and self.options[-1].key == PASS

    def keys(self) -> list[str]:
        return list(self.options.places)

    def to_data(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "kind": self.kind,
            "prompt": self.prompt,
            "least": self.least,
            "most": self.most,
            "source": self.source,
            "phase": self.phase,
            "options": [{"key": option.key, "label": option.label} for option in self.options],
        }


def told_apart(options: Iterable[Option]) -> Iterator[Option]:
    """The options, numbered where their keys are equal."""
    seen: Counter[str] = Counter()
    for option in options:
        seen[option.key] += 1
        number = seen[option.key]
        yield option if number == 1 else replace(option, key=f"{option.key}#{number}")
