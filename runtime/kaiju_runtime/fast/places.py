"""Moving pieces, with what the program says of each place in tables."""

from __future__ import annotations

from kaiju_runtime.fast.windows import FastWindows
from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import DICE_IN_ROLL, UNSEEN, Layout, State
from kaiju_runtime.machine.pieces import BOX
from kaiju_runtime.program import Program
from kaiju_runtime.record import Table


class Places(Table):
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
    plain: tuple[bool, ...]
    """For each piece whether it lies no particular way round."""
    monster: tuple[bool, ...]
    """For each piece whether it is a monster, whose owner stays."""
    counters: tuple[tuple[int, int], ...]
    """Of each counter that pieces hold where it stands, and its least value."""
    record: tuple[int, ...]
    """Of each piece, and then of each space, what it is like: the number of its record."""
    slots: tuple[int, ...]
    """For each location the number of slots if the first piece lies in the last one, else 0."""
    home: tuple[tuple[int, bool], ...]
    """For each piece the first location of the zone to which it is discarded, and whether each player has one."""


def places_of(program: Program, layout: Layout) -> Places:
    zones = [zone for zone in program.zones for _ in range(program.seats if zone.per_player else 1)]
    memory: list[list[tuple[int, int, int]]] = [[] for _ in program.pieces]
    for array, slots, fresh in (("uses", layout.uses, 0), ("edges", layout.edges, UNSEEN)):
        for (layer, number, ability), slot in slots.items():
            if layer == "piece":
                memory[number].append((layout.offsets[array] + slot, fresh, ability))
    definitions = [piece.definition for piece in program.pieces]
    kinds = [program.kinds[program.definitions[each].kind] for each in definitions]
    homes = [program.zones[BOX if kind.home == NONE else kind.home] for kind in kinds]
    return Places(
        tuple(zone.in_play for zone in zones),
        tuple(zone.hidden for zone in zones),
        tuple(at - zone.first if zone.per_player else NONE for at, zone in enumerate(zones)),
        tuple(zone.order == "row" for zone in zones),
        tuple(tuple(each) for each in memory),
        tuple(frozenset(a.id for a in program.definitions[number].abilities) for number in definitions),
        tuple(not piece.stops for piece in program.pieces),
        tuple(piece.monster != NONE for piece in program.pieces),
        tuple(
            (layout.counters[number], counter.least)
            for number, counter in enumerate(program.counters)
            if counter.holder == "piece"
        ),
        (*definitions, *range(-len(program.spaces), 0)),
        tuple(zone.slots if zone.slots and zone.slide == "last" else 0 for zone in zones),
        tuple((zone.first, zone.per_player) for zone in homes),
    )


class FastPlaces(FastWindows):
    """The reference machine's work on places, done by tables."""

    __slots__ = ("lying", "lying_for")

    lying: dict[int, list[int]]
    """Location → pieces by rank, as long as ``lying_for`` tells how they lie now."""
    lying_for: int

    def pieces_at(self, location: int) -> list[int]:
        return self.laid_at(location)[:]

    def laid_at(self, location: int) -> list[int]:
        """The pieces of a location by rank; the list is not to be changed."""
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
            self.lying[location] = found
        return found

    def moved(self) -> None:
        """Pieces lie differently now."""
        self.st.s[self.code.laid] = next(self.code.epochs)

    def lists_of(self, s: list[int]) -> dict[int, list[int]]:
        """What lies in each zone, by rank, in a state that is not to be changed."""
        own, self.st = self.st, State(self.layout, s)
        found = {location: self.laid_at(location) for location in range(self.code.locations)}
        self.st = own
        return found

    def lie_as(self, lists: dict[int, list[int]]) -> None:
        """Takes over what is known of how pieces lie in the state at hand."""
        self.lying, self.lying_for = lists.copy(), self.st.s[self.code.laid]

    def stirred(self) -> None:
        """Hidden places have another order: what lies elsewhere is still known."""
        s, code = self.st.s, self.code
        hidden, known = code.places.hidden, self.lying if self.lying_for == s[code.laid] else {}
        self.lying = {at: lying for at, lying in known.items() if at >= code.locations or not hidden[at]}
        s[code.laid] = self.lying_for = next(code.epochs)

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

    def slot(self, piece: int) -> int:
        s, code = self.st.s, self.code
        location = s[code.loc + piece]
        slots = code.places.slots[location] if location < code.locations else 0
        rank: int = s[code.rank + piece]
        return slots - rank if slots else rank + 1

    def symbols_shown(self, face: int, player: int) -> int:
        s, code = self.st.s, self.code
        if player != s[code.active]:
            return super().symbols_shown(face, player)
        shown = s[code.dice : code.dice + DICE_IN_ROLL].count(face)
        return shown + sum(self.face_of_piece(piece) == face for piece in self.pieces_in_roll(player))

    def put(self, piece: int, location: int) -> None:
        """Lays a piece on top of a location; the others of where it was close up."""
        s, code = self.st.s, self.code
        loc, rank = code.loc + piece, code.rank
        old, lying = s[loc], self.lying
        if s[code.laid] != self.lying_for:
            lying = self.lying = {}
            self.lying_for = s[code.laid]
        if old != NONE:
            left = lying.get(old) or self.laid_at(old)
            if left[-1] == piece:
                lying[old] = left[:-1]
            else:
                at = left.index(piece)
                behind = left[at + 1 :]
                if old < code.locations:  # those on things have no rank
                    for number, other in enumerate(behind, at):
                        s[rank + other] = number
                lying[old] = left[:at] + behind
        if location < code.locations:
            there = lying.get(location) or self.laid_at(location)
            s[rank + piece] = len(there)
            lying[location] = [*there, piece]
        else:
            s[rank + piece] = 0
            lying.pop(location, None)
        s[loc] = location
        s[code.laid] = self.lying_for = next(code.epochs)

    def place(self, piece: int, location: int, toward: int = NONE) -> None:
        code = self.code
        tables, locations = code.places, code.locations
        if toward != NONE or location >= locations or not tables.plain[piece]:
            super().place(piece, location, toward)
            return
        s = self.st.s
        owner, old = code.owner + piece, s[code.loc + piece]
        held_by = s[owner]
        if self.silent:
            self.make_room(piece, location)
        self.put(piece, location)
        s[code.orient + piece] = 0
        if not tables.monster[piece]:
            s[owner] = tables.holder[location]
        self.show_or_hide(piece, location)
        now, before = tables.in_play[location], old >= locations or tables.in_play[old]
        if now != before or s[owner] != held_by:
            self.changed(piece, entered=now and not before)

    def show_or_hide(self, piece: int, location: int) -> None:
        s, code = self.st.s, self.code
        seen = code.seen + piece
        if code.places.hidden[location]:
            s[seen] = 0
            return
        if s[seen] == 0 and not self.silent:
            self.uncover()
        s[seen] = code.everybody

    def home_of(self, piece: int) -> int:
        first, per_player = self.code.places.home[piece]
        home: int = first + (max(0, self.st.s[self.code.owner + piece]) if per_player else 0)
        return home

    def fresh_memory(self, piece: int, copied_only: bool = False) -> None:
        s, tables = self.st.s, self.code.places
        own = tables.own[piece] if copied_only else ()
        for at, fresh, ability in tables.memory[piece]:
            if ability not in own:
                s[at] = fresh

    def clip(self) -> None:
        self.code.names["clip"](self, self.st.s)

    def told_apart(self, things: list[int], kind: str) -> list[int]:
        record = self.code.places.record
        records = [record[thing] for thing in things]
        if len(set(records)) == len(things):
            return things
        # Only pieces of one record can be alike.
        several = [thing for thing, own in zip(things, records, strict=True) if records.count(own) > 1]
        left_out = {*several}.difference(super().told_apart(several, kind))
        return [thing for thing in things if thing not in left_out]
