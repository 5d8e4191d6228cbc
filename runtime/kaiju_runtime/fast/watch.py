"""What could answer to an event: the bits by which generated code sees at once that nothing does.

Words behind the canonical state hold them. ``PLAY`` has a bit for each piece in play, and above these one for
each piece that is being copied; ``MINE`` is the same for each seat. ``FX`` has a bit for each ability of which a
lasting effect runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import Layout
from kaiju_runtime.primitives import operators, references
from kaiju_runtime.program import Ability, Pattern, Program
from kaiju_runtime.record import Record

if TYPE_CHECKING:
    from kaiju_runtime.fast.scope import Node

Wanted = Callable[[Ability], bool]
ANY = -2
"""In place of an event's key: whichever it is."""


def hears(pattern: Pattern | None, name: str, key: int) -> bool:
    """Whether a pattern may name an event."""
    return pattern is not None and pattern.event == name and (key == ANY or pattern.key in (NONE, key))


def modifies(ability: Ability, name: str, index: int) -> bool:
    if ability.form != "modify" or ability.stat is None or ability.stat[0] != name:
        return False
    return name in ("count", "price") or index == NONE or bool(ability.stat[1] == index)


def is_pinned(pattern: Pattern, is_whose: Callable[[Node], bool]) -> bool:
    """Whether a pattern says whose the event is: ``who`` equals something known."""
    for name, test in pattern.tests:
        if name == "who" and test[0] is operators.equal:
            left, right = test[1], test[2]
            if left[0] is references.it and is_whose(right):
                return True
    return False


def is_own(pattern: Pattern) -> bool:
    return is_pinned(pattern, lambda node: node[0] is references.you)


def is_about_you(ability: Ability) -> bool:
    """Whether an ability only answers to what is about its own player."""
    return ability.form == "action" or (ability.pattern is not None and is_own(ability.pattern))


class Guard(Record):
    """A test whether a word has some bits, as source; false where nothing is tested, for nothing can ever answer."""

    words: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.words)

    def __str__(self) -> str:
        return " or ".join(f"s[{word}] & {bits:#x}" for word, bits in self.words)

    def __or__(self, other: Guard) -> Guard:
        found = dict(self.words)
        for word, bits in other.words:
            found[word] = found.get(word, 0) | bits
        return Guard(tuple(found.items()))


class Watch:
    """The guards of a program."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.p = program
        self.layout = layout
        self.lasting = [ability for ability in program.abilities if ability.lasts]
        self.bit_of = {ability.id: 1 << number for number, ability in enumerate(self.lasting)}
        self.standing: list[tuple[str, Ability]] = [
            *(("counter", ability) for counter in program.counters for ability in counter.abilities),
            *(("rule", ability) for rule in program.rules for ability in rule.abilities),
        ]
        """Abilities that are always in play, in canonical order."""

    # --- bits ------------------------------------------------------------------------------------

    def pieces(self, wanted: Any) -> int:
        """The bits of the pieces that have a wanted ability of their own, in play or copied."""
        found, pieces = 0, len(self.p.pieces)
        having = {i for i, each in enumerate(self.p.definitions) if any(wanted(a) for a in each.abilities)}
        for number, piece in enumerate(self.p.pieces):
            if piece.definition in having:
                found |= 1 << number
                if self.layout.copiers:
                    found |= 1 << (pieces + number)
        return found

    def effects(self, wanted: Any) -> int:
        return sum(self.bit_of[ability.id] for ability in self.lasting if wanted(ability))

    @staticmethod
    def guard(play: int, effects: int, own: int = 0, who: str = "") -> Guard:
        """The test whether any of the bits is set; ``own`` are those that must be ``who``'s."""
        words = (("PLAY", play), (f"MINE + {who}", own), ("FX", effects))
        return Guard(tuple((word, bits) for word, bits in words if bits))

    def guard_of(self, wanted: Wanted, effects: int, is_own: Wanted, who: str) -> Guard:
        """The test whether a piece has a wanted ability; of one that ``is_own`` only ``who``'s pieces, if known."""
        if not who:
            return self.guard(self.pieces(wanted), effects)
        own = self.pieces(lambda ability: wanted(ability) and is_own(ability))
        return self.guard(self.pieces(lambda ability: wanted(ability) and not is_own(ability)), effects, own, who)

    # --- guards ----------------------------------------------------------------------------------

    def before(self, name: str, key: int = NONE, who: str = "") -> Guard:
        """Whether a piece or effect may forbid or replace an event, or help against it.

        ``who``: the player whom the event is about, as source, where it is about one.
        """

        def comes_before(ability: Ability) -> bool:
            if ability.form in ("cannot", "before", "next_before"):
                return hears(ability.pattern, name, key)
            return name == "lose" and ability.form == "action" and ability.window == "any"

        return self.guard_of(comes_before, self.effects(comes_before), is_about_you, who)

    def after(self, name: str, key: int = NONE, who: str = "") -> Guard:
        """Whether a piece or effect may be set off by an event, or ends by it; ``who`` as for :meth:`before`."""

        def answers(ability: Ability) -> bool:
            return ability.form == "when" and hears(ability.pattern, name, key)

        return self.guard_of(answers, self.effects_after(name, key), is_about_you, who)

    def effects_after(self, name: str, key: int = NONE) -> int:
        """The bits of the effects that may be set off by an event, or end by it."""

        def comes_after(ability: Ability) -> bool:
            if ability.form in ("when", "next") and hears(ability.pattern, name, key):
                return True
            return any(hears(pattern, name, key) for pattern in ability.until)

        return self.effects(comes_after)

    def must_be_slow(self, name: str, key: int = NONE) -> bool:
        """Whether a rule or counter can replace, forbid or help against an event."""
        return any(
            (ability.form in ("cannot", "before") and hears(ability.pattern, name, key))
            or (name == "lose" and ability.form == "action" and ability.window == "any")
            for _, ability in self.standing
        )

    def triggers(self, name: str, key: int = NONE) -> list[tuple[str, Ability]]:
        """The triggers of counters and rules, in canonical order."""
        return [each for each in self.standing if each[1].form == "when" and hears(each[1].pattern, name, key)]

    def forbidders(self, name: str, key: int = NONE) -> str:
        """Whether something in play may say that an event cannot happen."""

        def forbids(ability: Ability) -> bool:
            return ability.form == "cannot" and hears(ability.pattern, name, key)

        if any(forbids(ability) for _, ability in self.standing):
            return "True"
        return str(self.guard(self.pieces(forbids), self.effects(forbids)))

    def modifiers(self, name: str, index: int = NONE) -> Guard:
        """Whether a piece or effect in play may modify a stat, a price, counts or an upper end."""

        def wanted(ability: Ability) -> bool:
            return modifies(ability, name, index)

        return self.guard(self.pieces(wanted), self.effects(wanted))

    def standing_modifiers(self, name: str, index: int = NONE) -> list[Ability]:
        """The modifiers of counters and rules: they are in play for every player."""
        return [ability for _, ability in self.standing if modifies(ability, name, index)]

    def actions(self, window: str, who: str) -> Guard:
        """Whether a piece or effect may offer a player an action in a window."""

        def offers(ability: Ability) -> bool:
            return ability.form == "action" and ability.window == window

        return self.guard(0, self.effects(offers), self.pieces(offers), who)
