"""Moving pieces, with what the program says of each place in tables."""

from __future__ import annotations

from kaiju_runtime.fast.windows import FastWindows
from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import DICE_IN_ROLL, UNSEEN, Layout
from kaiju_runtime.program import Program
from kaiju_runtime.record import Record


class Places(Record, eq=False):
    """What is the same for every state of a program, by location or by piece."""

    in_play: tuple[bool, ...]
    hidden: tuple[bool, ...]
    holder: tuple[int, ...]
    row: tuple[bool, ...]
    """Whether the first piece is the top one."""
    memory: tuple[tuple[tuple[int, int, int], ...], ...]
    """For each piece: address, fresh value and ability of its budgets and remembered conditions."""
    own: tuple[frozenset[int], ...]
    """For each piece the abilities of its own definition."""
    alone: tuple[bool, ...]
    """For each piece whether it is the only one of its record."""
    plain: tuple[bool, ...]
    """For each piece whether it lies no particular way round."""


def places_of(program: Program, layout: Layout) -> Places:
    zones = [zone for zone in program.zones for _ in range(program.seats if zone.per_player else 1)]
    memory: list[list[tuple[int, int, int]]] = [[] for _ in program.pieces]
    for array, slots, fresh in (("uses", layout.uses, 0), ("edges", layout.edges, UNSEEN)):
        for (layer, number, ability), slot in slots.items():
            if layer == "piece":
                memory[number].append((layout.offsets[array] + slot, fresh, ability))
    definitions = [piece.definition for piece in program.pieces]
    return Places(
        tuple(zone.in_play for zone in zones),
        tuple(zone.hidden for zone in zones),
        tuple(at - zone.first if zone.per_player else NONE for at, zone in enumerate(zones)),
        tuple(zone.order == "row" for zone in zones),
        tuple(tuple(each) for each in memory),
        tuple(frozenset(a.id for a in program.definitions[number].abilities) for number in definitions),
        tuple(definitions.count(number) == 1 for number in definitions),
        tuple(not piece.stops for piece in program.pieces),
    )


class FastPlaces(FastWindows):
    """The reference machine's work on places, done by tables."""

    lying: dict[int, list[int]]
    """Location → pieces, as long as ``lying_for`` tells how they lie now."""
    lying_for = -1

    def pieces_at(self, location: int) -> list[int]:
        return self.laid_at(location)[:]

    def laid_at(self, location: int) -> list[int]:
        """The pieces of a location by rank; the list is not to be changed. Orders that nobody sees are not kept."""
        s, code = self.st.s, self.code
        if s[code.laid] != self.lying_for:
            self.lying, self.lying_for = {}, s[code.laid]
        found = self.lying.get(location)
        if found is None:
            loc, rank, found = code.loc, code.rank, []
            at, end = loc - 1, loc + code.pieces
            for _ in range(s[loc:end].count(location)):
                at = s.index(location, at + 1)
                found.append(at - loc)
            if len(found) > 1:
                found.sort(key=s[rank : rank + code.pieces].__getitem__)
            if location >= self.p.locations or not code.places.hidden[location]:
                self.lying[location] = found
        return found

    def moved(self) -> None:
        """Pieces lie differently now."""
        self.st.s[self.code.laid] = next(self.code.epochs)

    def arrange(self, location: int, order: list[int]) -> None:
        super().arrange(location, order)
        self.moved()

    def swap(self, one: int, other: int) -> None:
        self.moved()
        super().swap(one, other)
        self.moved()

    def players_in_turn(self) -> list[int]:
        s, code = self.st.s, self.code
        rings = code.names["RINGS"]
        return list(rings[s[code.active]][s[code.living]][-1])

    def in_play(self, piece: int) -> bool:
        location = self.st.s[self.code.loc + piece]
        return location >= self.p.locations or bool(self.code.places.in_play[location])

    def holder(self, piece: int) -> int:
        location = self.st.s[self.code.loc + piece]
        return NONE if location >= self.p.locations else self.code.places.holder[location]

    def symbols_shown(self, face: int, player: int) -> int:
        s, code = self.st.s, self.code
        if player != s[code.active]:
            return super().symbols_shown(face, player)
        shown = s[code.dice : code.dice + DICE_IN_ROLL].count(face)
        return shown + sum(self.face_of_piece(piece) == face for piece in self.pieces_in_roll(player))

    def put(self, piece: int, location: int) -> None:
        """Lays a piece on top of a location; the others of where it was close up."""
        s, code = self.st.s, self.code
        loc, rank, end = code.loc, code.rank, code.loc + len(self.p.pieces)
        old, was = s[loc + piece], s[rank + piece]
        s[loc + piece] = NONE
        left = s[loc:end].count(old) if old != NONE else 0
        if left > was:
            at = loc - 1
            for _ in range(left):
                at = s.index(old, at + 1)
                other = at - loc + rank
                if s[other] > was:
                    s[other] -= 1
        s[rank + piece] = s[loc:end].count(location) if location < self.p.locations else 0
        s[loc + piece] = location
        self.moved()

    def place(self, piece: int, location: int, toward: int = NONE) -> None:
        tables = self.code.places
        if toward != NONE or self.silent or location >= self.p.locations or not tables.plain[piece]:
            super().place(piece, location, toward)
            return
        s, code = self.st.s, self.code
        old, held_by = s[code.loc + piece], s[code.owner + piece]
        was_in_play = old >= self.p.locations or tables.in_play[old]
        self.put(piece, location)
        s[code.orient + piece] = 0
        if self.p.pieces[piece].monster == NONE:
            s[code.owner + piece] = tables.holder[location]
        self.show_or_hide(piece, location)
        now_in_play = tables.in_play[location]
        if now_in_play != was_in_play or s[code.owner + piece] != held_by:
            self.changed(piece, entered=now_in_play and not was_in_play)

    def show_or_hide(self, piece: int, location: int) -> None:
        s, code = self.st.s, self.code
        if self.code.places.hidden[location]:
            s[code.seen + piece] = 0
            return
        if s[code.seen + piece] == 0:
            self.uncover()
        s[code.seen + piece] = code.everybody

    def fresh_memory(self, piece: int, copied_only: bool = False) -> None:
        s, tables = self.st.s, self.code.places
        own = tables.own[piece] if copied_only else ()
        for at, fresh, ability in tables.memory[piece]:
            if ability not in own:
                s[at] = fresh

    def clip(self) -> None:
        self.code.names["clip"](self, self.st.s)

    def told_apart(self, things: list[int], kind: str) -> list[int]:
        alone = self.code.places.alone
        pieces = len(alone)
        if all(thing >= pieces or alone[thing] for thing in things):
            return things
        return super().told_apart(things, kind)
