"""Who listens: the abilities in play, found by form and event, in canonical order.

An ability is hosted by a piece in play (its own, or those of the piece that it copies), by a running
effect, by a counter of a player, or by a rule of the mode. Order: pieces and running effects, then
counters, then rules; within a layer by turn order from the active player, then as they are laid out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.layout import EFFECT_WIDTH, EFFECTS
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine

PIECE, EFFECT, COUNTER, RULE = "piece", "effect", "counter", "rule"
LAYERS = {PIECE: 0, EFFECT: 0, COUNTER: 1, RULE: 2}


class Host:
    """One ability in play: whose it is and what it stands on."""

    __slots__ = ("ability", "captured", "copied", "incarnation", "layer", "number", "stamp", "this", "you")

    def __init__(
        self,
        ability: Ability,
        layer: str,
        you: int,
        this: int,
        stamp: int,
        number: int,
        captured: tuple[int, ...] = (),
        incarnation: int = NONE,
        copied: bool = False,
    ) -> None:
        self.ability = ability
        self.layer = layer
        self.you = you
        self.this = this
        self.stamp = stamp
        """Incarnation of the piece; for others the moment from which they listen."""
        self.number = number
        """Piece, row of the running effect, or seat: tells hosts of one ability apart."""
        self.captured = captured
        self.incarnation = incarnation
        """Effects: the incarnation that their piece had when they began."""
        self.copied = copied
        """Whether the ability is that of a copied piece; its ``stamp`` is then the moment of copying."""

    @property
    def key(self) -> tuple[str, int, int]:
        return (self.layer, self.number, self.ability.id)

    def frame(self, event: Event | None = None) -> Frame:
        """A fresh frame for the ability; a piece without owner acts for whoever does the event."""
        ability = self.ability
        you = self.you
        if you == NONE and event is not None:
            you = event.actor
        frame = Frame(you, self.this, event, None, ability.locals)
        frame.locals[: len(self.captured)] = self.captured
        frame.host = (self.this, self.stamp if self.layer == PIECE else self.incarnation, self.copied)
        frame.ability = ability.id
        return frame

    def cause(self, trigger: int) -> Cause:
        """The cause of what the ability does: it starts afresh, ``trigger`` only tells what set it off."""
        kind = "piece" if self.layer in (PIECE, EFFECT) and self.this != NONE else self.layer
        return Cause(kind, self.number, self.you, self.ability.id, None, trigger, self.this)


class Waiting:
    """A trigger that is going to run: its host, and what the event bound when the batch was formed."""

    __slots__ = ("bound", "event", "host")

    def __init__(self, host: Host, event: Event | None, bound: list[Any]) -> None:
        self.host = host
        self.event = event
        self.bound = bound

    def frame(self) -> Frame:
        frame = self.host.frame(self.event)
        frame.locals[:] = self.bound
        return frame


class Hosts:
    """Finds the hosts of a machine's state."""

    __slots__ = ("copyable", "counters", "known", "lasting", "m", "memo", "pieces", "rules")

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        p = machine.p
        self.pieces: dict[tuple[str, str], list[int]] = {}
        self.counters: dict[tuple[str, str], list[Ability]] = {}
        self.rules: dict[tuple[str, str], list[Ability]] = {}
        for number, piece in enumerate(p.pieces):
            for key in p.definitions[piece.definition].listens:
                self.pieces.setdefault(key, []).append(number)
        for counter in p.counters:
            self.enter(self.counters, counter.abilities)
        for rule in p.rules:
            self.enter(self.rules, rule.abilities)
        self.lasting = {(ability.form, self.about(ability)) for ability in p.abilities if ability.lasts}
        """What effects that last can answer to."""
        self.copyable = {key for each in p.definitions for key in each.listens} if machine.layout.copiers else set()
        self.known = {*self.pieces, *self.counters, *self.rules, *self.lasting}
        self.memo: dict[Any, list[Host]] = {}

    def enter(self, table: dict[tuple[str, str], list[Ability]], abilities: tuple[Ability, ...]) -> None:
        from kaiju_runtime.link import listening

        for key, found in listening(abilities).items():
            table.setdefault(key, []).extend(found)

    def find(self, form: str, about: str) -> list[Host]:
        """Every ability in play of that form about that event, window or stat, in canonical order.

        Pieces, counters and rules are those of players in the game, and of those who are just leaving it.
        """
        key = (form, about)
        if key not in self.known:
            return []
        found = self.of_pieces(key)
        if key in self.lasting:
            found += self.of_effects(key)
        if len(found) > 1:
            order = self.m.turn_order()
            found.sort(key=lambda host: order[host.you] if host.you != NONE else -1)
        return found + self.standing(key)

    def standing(self, key: tuple[str, str]) -> list[Host]:
        """The hosts among counters and rules: always the same for the same players in the same order."""
        seats = self.m.players_in_turn()
        if self.m.leaving:
            order = self.m.turn_order()
            seats = sorted({*seats, *self.m.leaving}, key=lambda seat: order[seat])
        remembered = (key, tuple(seats))
        found = self.memo.get(remembered)
        if found is None:
            found = self.memo[remembered] = [
                *(
                    Host(ability, COUNTER, seat, NONE, NONE, seat)
                    for ability in self.counters.get(key, ())
                    for seat in seats
                ),
                *self.of_rules(key, seats),
            ]
        return found

    def of_rules(self, key: tuple[str, str], seats: list[int]) -> list[Host]:
        found = []
        for ability in self.rules.get(key, ()):
            if ability.table:
                found.append(Host(ability, RULE, NONE, NONE, NONE, 0))
            else:
                found += [Host(ability, RULE, seat, NONE, NONE, seat) for seat in seats]
        return found

    def of_pieces(self, key: tuple[str, str]) -> list[Host]:
        """Those of pieces in play whose owner is in the game (or is just leaving it)."""
        m = self.m
        found = []
        for piece in self.pieces.get(key, ()):
            if m.in_play(piece):
                found += self.of_piece(piece, m.p.definition_of(piece).listens[key])
        if key in self.copyable:
            for piece in m.layout.copiers:
                model = m.st.get("copy", piece)
                if model != NONE and m.in_play(piece):
                    found += self.of_piece(piece, m.p.definition_of(model).listens.get(key, ()), copied=True)
        return found

    def of_piece(self, piece: int, abilities: tuple[Ability, ...], copied: bool = False) -> list[Host]:
        m = self.m
        owner, stamp = m.owner_of(piece), m.st.get("copied" if copied else "stamp", piece)
        if owner != NONE and not m.st.get("alive", owner) and owner not in m.leaving:
            return []
        return [Host(ability, PIECE, owner, piece, stamp, piece, copied=copied) for ability in abilities]

    def of_effects(self, key: tuple[str, str]) -> list[Host]:
        found = []
        for row, ability, at in self.rows():
            if (ability.form, self.about(ability)) == key:
                found.append(self.of_effect(row, ability, at))
        return found

    def rows(self) -> list[tuple[int, Ability, int]]:
        """The rows of running effects: each with its ability and address."""
        st, abilities = self.m.st, self.m.p.abilities
        start = st.offsets["effects"]
        numbers = st.s[start : start + EFFECTS * EFFECT_WIDTH : EFFECT_WIDTH]
        return [
            (row, abilities[number - 1], start + row * EFFECT_WIDTH) for row, number in enumerate(numbers) if number
        ]

    def of_effect(self, row: int, ability: Ability, at: int) -> Host:
        s = self.m.st.s
        captured = tuple(s[at + 5 : at + EFFECT_WIDTH])[: ability.locals]
        return Host(ability, EFFECT, s[at + 1], s[at + 2], s[at + 4], row, captured, s[at + 3])

    @staticmethod
    def about(ability: Ability) -> Any:
        if ability.pattern is not None:
            return ability.pattern.event
        return ability.stat[0] if ability.stat is not None else ability.window
