"""What could answer to an event: the bits by which generated code sees at once that nothing does.

Two words behind the canonical state hold them. ``PLAY`` has a bit for each piece in play, and above these one for
each piece that is being copied. ``FX`` has a bit for each ability of which a lasting effect runs.
"""

from __future__ import annotations

from typing import Any

from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import Layout
from kaiju_runtime.program import Ability, Pattern, Program

ANY = -2
"""In place of an event's key: whichever it is."""


def lasts(ability: Ability) -> bool:
    return bool(ability.until) or ability.form == "next"


def hears(pattern: Pattern | None, name: str, key: int) -> bool:
    """Whether a pattern may name an event."""
    return pattern is not None and pattern.event == name and (key == ANY or pattern.key in (NONE, key))


def modifies(ability: Ability, name: str, index: int) -> bool:
    if ability.form != "modify" or ability.stat is None or ability.stat[0] != name:
        return False
    return name in ("count", "price") or index == NONE or bool(ability.stat[1] == index)


class Watch:
    """Guards of a program, as source; an empty text means that nothing can ever answer."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.p = program
        self.layout = layout
        self.lasting = [ability for ability in program.abilities if lasts(ability)]
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
    def guard(play: int, effects: int) -> str:
        """The source of the test whether any of the bits is set."""
        parts = [f"s[{word}] & {bits:#x}" for word, bits in (("PLAY", play), ("FX", effects)) if bits]
        return " or ".join(parts)

    # --- guards ----------------------------------------------------------------------------------

    def before(self, name: str, key: int = NONE) -> str:
        """Whether a piece or effect may forbid or replace an event, or help against it."""

        def comes_before(ability: Ability) -> bool:
            if ability.form in ("cannot", "before"):
                return hears(ability.pattern, name, key)
            return name == "lose" and ability.form == "action" and ability.window == "any"

        return self.guard(self.pieces(comes_before), self.effects(comes_before))

    def after(self, name: str, key: int = NONE) -> str:
        """Whether a piece or effect may be set off by an event, or ends by it."""

        def answers(ability: Ability) -> bool:
            return ability.form == "when" and hears(ability.pattern, name, key)

        return self.guard(self.pieces(answers), self.effects_after(name, key))

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
        return self.guard(self.pieces(forbids), self.effects(forbids))

    def modifiers(self, name: str, index: int = NONE) -> str:
        """Whether a piece or effect in play may modify a stat, a price, counts or an upper end."""

        def wanted(ability: Ability) -> bool:
            return modifies(ability, name, index)

        return self.guard(self.pieces(wanted), self.effects(wanted))

    def standing_modifiers(self, name: str, index: int = NONE) -> list[Ability]:
        """The modifiers of counters and rules: they are in play for every player."""
        return [ability for _, ability in self.standing if modifies(ability, name, index)]

    def actions(self, window: str) -> str:
        """Whether a piece or effect may offer an action in a window."""

        def offers(ability: Ability) -> bool:
            return ability.form == "action" and ability.window == window

        return self.guard(self.pieces(offers), self.effects(offers))
