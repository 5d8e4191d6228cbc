"""Questions whose options get their keys and labels only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product, repeat
from typing import TYPE_CHECKING, Any

from kaiju_runtime.decisions import Decision, Kind, Option, Options
from kaiju_runtime.frames import NONE
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.fast.machine import FastMachine

Build = Callable[[Any], Sequence[Option]]
"""Makes the options with the machine of the game that asks: a copy of a game has a machine of its own."""


class Question:
    """What is asked, before it is put into words. A bot that only counts needs no more than this."""

    __slots__ = ("build", "count", "kind", "least", "most", "nested", "passes", "player", "prompt", "source")

    def __init__(
        self,
        kind: Kind,
        player: int,
        prompt: str,
        count: int,
        build: Build | list[Any],
        least: int = 1,
        most: int = 1,
        nested: bool = True,
        source: tuple[int, int, int] = (NONE, NONE, NONE),
        passes: bool = False,
    ) -> None:
        self.kind = kind
        self.player = player
        self.prompt = prompt
        self.count = count
        """How many options there are."""
        self.build = build
        """What makes the options; of a phase's question the parts that they are made of."""
        self.least = least
        self.most = most
        self.nested = nested
        self.passes = passes
        """Whether the last option is to do nothing more."""
        self.source = source
        """Piece, ability and statement that ask, or -1."""

    def options(self, m: FastMachine) -> Options:
        """The options in words. The machine must stand at the question."""
        found = self.build(m)  # type: ignore[operator]
        return found if isinstance(found, Options) else Options(found)

    def keys(self, m: Any) -> list[str]:
        """The keys of the options, for who needs no more."""
        return list(self.options(m).places)

    def decision(self, m: FastMachine) -> Decision:
        """The decision in words. The machine must stand at the question."""
        this, ability, node = self.source
        place = m.p.data["source_map"].get(str(node)) if node != NONE else None
        return Decision(
            self.player,
            self.kind,
            self.prompt,
            self.options(m),
            self.least,
            self.most,
            m.source_of(this, ability) if self.nested else "",
            f"{place[0]}:{place[1]}" if place else "",
            m.p.phases[m.st.phase].id if m.p.phases else "",
            self.nested,
        )


class PhaseQuestion(Question):
    """A phase's own question: its player picks one of the actions, of which ``build`` has the parts."""

    __slots__ = ()
    kind = "pick one"
    prompt = "act"
    least = most = 1
    nested = False
    source = (NONE, NONE, NONE)

    def __init__(self, player: int, count: int, build: list[Any], passes: bool) -> None:
        self.player = player
        self.count = count
        self.build = build
        self.passes = passes

    def options(self, m: FastMachine) -> Options:
        return m.options_of_phase(self.build)  # type: ignore[arg-type]

    def decision(self, m: FastMachine) -> Decision:
        options = m.options_of_phase(self.build)  # type: ignore[arg-type]
        known = options.decisions
        found = None if known is None else known.get(self.player)
        if found is None:
            phase = m.p.phases[m.st.phase].id
            found = Decision(self.player, "pick one", "act", options, 1, 1, "", "", phase, False)
            if known is not None:
                known[self.player] = found
        return found


class SetsOfFaces:
    """The sets that can be made of dice with some faces (these in order), and how many dice a set takes."""

    __slots__ = ("faces", "made", "numbers")

    def __init__(self, shown: tuple[int, ...], least: int, most: int) -> None:
        self.faces = tuple(sorted(set(shown)))
        self.numbers = numbers_of(tuple([shown.count(face) for face in self.faces]), least, most)
        """Of each face how many dice; the smallest sets first."""
        self.made: list[list[tuple[int, int]]] = [[]] * len(self.numbers)
        """What :meth:`make` has made, by position."""

    def make(self, position: int) -> list[tuple[int, int]]:
        """The faces of a set, and of each how many dice."""
        each = zip(self.faces, self.numbers[position], strict=True)
        found = self.made[position] = [(face, number) for face, number in each if number]
        return found

    def shown(self) -> list[tuple[int, ...]]:
        """The faces of each set."""
        faces = self.faces
        return [tuple(chain.from_iterable(map(repeat, faces, each))) for each in self.numbers]


@lru_cache(maxsize=4096)
def numbers_of(counts: tuple[int, ...], least: int, most: int) -> tuple[tuple[int, ...], ...]:
    found = [each for each in product(*(range(count + 1) for count in counts)) if least <= sum(each) <= most]
    return tuple(sorted(found, key=sum))


sets_of_faces = lru_cache(maxsize=4096)(SetsOfFaces)
"""Each made once for the same faces."""


class DiceSets:
    """Every set of faces that can be made of some dice, each made when it is asked for."""

    __slots__ = ("dice", "known", "shown", "size")

    def __init__(self, m: Any, dice: list[int], shown: list[int], least: int, most: int) -> None:
        if len(dice) > 9:
            m.sets_of_dice(dice, least, most)  # refuses what would be too many
        self.dice, self.shown = dice, shown
        self.known = sets_of_faces(tuple(sorted(shown)), least, most)
        self.size = len(self.known.numbers)

    def options(self, m: Any, ability: Ability | None = None) -> tuple[Option, ...]:
        """The options to pick a set, perhaps of a rule's action; made once for the same faces and action."""
        number = NONE if ability is None else ability.id
        at = (self.known, number)
        found: tuple[Option, ...] | None = m.code.dice_options.get(at)
        if found is None:
            named = m.options_of_sets(ability, self.known.shown())
            found = Options(named) if ability is None else tuple(named)
            if len(m.code.dice_options) >= 4096:
                m.code.dice_options.clear()
            m.code.dice_options[at] = found
        return found

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, position: int) -> list[int]:
        found: list[int] = []
        dice, shown = self.dice, self.shown
        for face, number in self.known.made[position] or self.known.make(position):
            at = -1
            while number:
                at = shown.index(face, at + 1)
                found.append(dice[at])
                number -= 1
        return found

    def __iter__(self) -> Iterator[list[int]]:
        return (self[position] for position in range(self.size))
