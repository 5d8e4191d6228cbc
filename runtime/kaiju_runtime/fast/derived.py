"""The words behind the canonical state: which pieces are in play, which effects run, what was written."""

from __future__ import annotations

from typing import Any

from kaiju_runtime.fast.places import FastPlaces
from kaiju_runtime.frames import NONE, Event, Frame
from kaiju_runtime.layout import EFFECT_WIDTH, EFFECTS
from kaiju_runtime.program import Ability

TAIL = ("PLAY", "FX", "DIRTY0", "DIRTY1", "EPOCH", "LAID", "LIVING", "NOONES", "MINE")
"""The words, in their order. ``MINE`` stands last: there is one for each seat, and before them that of nobody."""


class FastDerived(FastPlaces):
    """Keeps the derived words true while the machine's own methods change the state."""

    __slots__ = ()

    def new_epoch(self) -> None:
        """What is in play or lasts, whose it is, or who is in the game has changed."""
        self.st.s[self.code.epoch] = next(self.code.epochs)

    def derive(self) -> None:
        """Computes the words behind the canonical state."""
        play = 0
        for piece in range(len(self.p.pieces)):
            if self.st.get("loc", piece) >= 0 and self.in_play(piece):
                play |= 1 << piece
        self.st.s[self.code.play] = play
        self.derive_owners()
        self.derive_living()
        self.moved()
        self.derive_copies()
        self.derive_effects()
        self.mark_everything()

    def see_conditions(self) -> None:
        """Where an example has laid out its position, what is derived from it is computed anew."""
        super().see_conditions()
        self.derive()

    def derive_living(self) -> None:
        """Sets the bits of who is in the game."""
        s, alive = self.st.s, self.code.alive
        self.st.s[self.code.living] = sum(1 << seat for seat in range(self.p.seats) if s[alive + seat])

    def derive_owners(self) -> None:
        """Sets for each seat the bits of what is in play and theirs or nobody's."""
        s, code = self.st.s, self.code
        play = s[code.play]
        mine = [0] * (self.p.seats + 1)
        for piece in range(code.pieces):
            if play >> piece & 1:
                mine[s[code.owner + piece]] |= 1 << piece  # nobody's come last, as -1
        s[code.mine - 1 : code.mine + self.p.seats] = [mine[-1], *(each | mine[-1] for each in mine[:-1])]

    def derive_owner(self, piece: int) -> None:
        """As ``derive_owners`` does, where one piece has come, gone, or changed its owner."""
        s, code = self.st.s, self.code
        bit, words = 1 << piece, range(code.mine - 1, code.mine + self.p.seats)
        for word in words:
            s[word] &= ~bit
        if s[code.play] & bit:
            owner = s[code.owner + piece]
            for word in words if owner == NONE else (code.mine + owner,):
                s[word] |= bit

    def derive_copies(self) -> None:
        """Sets the bits of what is being copied by pieces in play."""
        s, code = self.st.s, self.code
        pieces, words = code.pieces, (code.play, *range(code.mine - 1, code.mine + self.p.seats))
        if s[code.play] >> pieces:
            own = (1 << pieces) - 1
            for word in words:
                s[word] &= own
        for copier in self.layout.copiers:
            model = s[code.copy + copier]
            if model != NONE:
                bit = 1 << (pieces + model)
                for word in words:
                    if s[word] >> copier & 1:
                        s[word] |= bit
        self.new_epoch()

    def derive_effects(self) -> None:
        start, bits = self.st.offsets["effects"], 0
        for number in self.st.s[start : start + EFFECTS * EFFECT_WIDTH : EFFECT_WIDTH]:
            if number:
                bits |= self.code.effect_bits.get(number - 1, 0)
        self.st.s[self.code.play + 1] = bits
        self.new_epoch()

    def relaid(self, pieces: tuple[int, ...]) -> None:
        s, play = self.st.s, self.code.play
        for piece in pieces:
            s[play] = s[play] | 1 << piece if self.in_play(piece) else s[play] & ~(1 << piece)
            self.derive_owner(piece)
        self.new_epoch()

    def changed(self, piece: int, entered: bool) -> None:
        s, code = self.st.s, self.code
        tables, location, copiers = code.places, s[code.loc + piece], self.layout.copiers
        in_play = location >= code.locations or tables.in_play[location]
        bit = 1 << piece
        s[code.play] = s[code.play] | bit if in_play else s[code.play] & ~bit
        self.derive_owner(piece)
        if copiers and (s[code.play] >> code.pieces or piece in copiers):
            self.derive_copies()
        self.mark("comes", piece)
        s[code.clock] += 2
        s[code.copied + piece] = s[code.clock]
        s[code.stamp + piece] = s[code.clock] - 1
        if entered:
            self.clear_counters(piece)
        self.fresh_memory(piece)
        if not in_play:
            s[code.copy + piece] = NONE
            for copier in copiers:
                if s[code.copy + copier] == piece:
                    self.end_copy(copier)
        self.clip()
        self.new_epoch()

    def clear_counters(self, piece: int) -> None:
        s = self.st.s
        for start, least in self.code.places.counters:
            s[start + piece] = least

    def leave(self, player: int) -> None:
        super().leave(player)
        self.derive_living()
        self.new_epoch()

    def refill(self, location: int, source: int) -> None:
        self.mark("comes")
        super().refill(location, source)

    def set_copy(self, piece: int, model: int) -> None:
        self.st.s[self.code.copy + piece] = model
        self.derive_copies()  # upper ends are looked at with the copy, not before it
        super().set_copy(piece, model)
        self.mark("comes", piece)
        self.new_epoch()

    def start_effect(self, ability: Ability, frame: Frame, captures: list[Any]) -> None:
        self.st.s[self.code.play + 1] |= self.code.effect_bits.get(ability.id, 0)
        self.new_epoch()
        super().start_effect(ability, frame, captures)

    def drop_effect(self, row: int) -> None:
        super().drop_effect(row)
        self.derive_effects()
        self.mark("stats")

    def expire(self, events: list[Event]) -> None:
        if self.st.s[self.code.play + 1]:
            super().expire(events)
