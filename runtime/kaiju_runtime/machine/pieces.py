"""Pieces and places: where they lie, how they move, who holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.layout import UNSEEN, Layout, State
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.machine.core import Core
from kaiju_runtime.primitives.references import this
from kaiju_runtime.primitives.values import holds

if TYPE_CHECKING:
    from kaiju_runtime.program import Ability, Definition, Program, Zone

BOX, AREA = 0, 1
"""The two zones that every mode has: out of the game, and in front of a player."""


class Pieces(Core):
    """Everything about the places of pieces and players."""

    __slots__ = ("faced", "roll_zone")

    def __init__(self, program: Program, layout: Layout, state: State, limits: Limits = DEFAULT) -> None:
        super().__init__(program, layout, state, limits)
        self.roll_zone: Zone | None = next((zone for zone in program.zones if zone.id == "roll"), None)
        self.faced = [piece for piece in range(len(program.pieces)) if self.face_of_piece(piece) != NONE]
        """The pieces that stand for a face, which alone count in a Roll."""

    # --- where ---------------------------------------------------------------------------------

    def zone_at(self, location: int) -> int:
        """The zone that a location is an instance of."""
        return self.zone_table[location]

    def zone_of(self, piece: int) -> Zone | None:
        location = self.st.get("loc", piece)
        return None if location >= self.p.locations else self.p.zones[self.zone_at(location)]

    def pieces_at(self, location: int) -> list[int]:
        """The pieces of a location, by rank: the bottom of a stack or the first of a row comes first."""
        st = self.st
        loc, rank = st.offsets["loc"], st.offsets["rank"]
        found = [piece for piece in range(len(self.p.pieces)) if st.s[loc + piece] == location]
        found.sort(key=lambda piece: st.s[rank + piece])
        return found

    def in_play(self, piece: int) -> bool:
        """Whether the abilities of a piece work where it lies."""
        location = self.st.get("loc", piece)
        return location >= self.p.locations or self.p.zones[self.zone_at(location)].in_play

    def holder(self, piece: int) -> int:
        """The player in whose zone a piece lies, or -1."""
        location = self.st.get("loc", piece)
        if location >= self.p.locations:
            return NONE
        zone = self.p.zones[self.zone_at(location)]
        return location - zone.first if zone.per_player else NONE

    def owner_of(self, thing: int) -> int:
        """Whose a piece is; spaces are nobody's."""
        return self.st.get("owner", thing) if thing < len(self.p.pieces) else NONE

    def told_apart(self, things: list[int], kind: str) -> list[int]:
        """Candidates of a choice, less pieces that are like another one in every way but their number."""
        if kind not in ("piece", "thing"):
            return things
        seen = set()
        found = []
        for thing in things:
            look = self.look_of(thing) if thing < len(self.p.pieces) else (thing,)
            if look not in seen:
                seen.add(look)
                found.append(thing)
        return found

    def look_of(self, piece: int) -> tuple[int, ...]:
        """What tells a piece from another: its record, where it lies (and which place in a row), its counters."""
        zone, st = self.zone_of(piece), self.st
        rank = 0 if zone is not None and zone.order == "bag" else st.get("rank", piece)
        numbers = [
            st.counter(index, piece) for index, counter in enumerate(self.p.counters) if counter.holder == "piece"
        ]
        return (self.p.pieces[piece].definition, st.get("loc", piece), rank, st.get("copy", piece), *numbers)

    def is_tile(self, piece: int) -> bool:
        """Whether a piece is of a kind whose pieces are spaces."""
        definition = self.p.definition_of(piece)
        return self.p.kinds[definition.kind].space

    def is_of_kind(self, piece: int, kind: int) -> bool:
        return piece < len(self.p.pieces) and self.p.pieces[piece].definition in self.p.kinds[kind].definitions

    def pieces_of_kind(self, kind: int) -> list[int]:
        """The pieces of a kind that are in the game, wherever they lie."""
        wanted, box = self.p.kinds[kind].definitions, self.p.zones[BOX].first
        loc = self.st.offsets["loc"]
        return [
            number
            for number, piece in enumerate(self.p.pieces)
            if piece.definition in wanted and self.st.s[loc + number] != box
        ]

    def pieces_held(self, kind: int, holders: list[int], holder_kind: str) -> list[int]:
        """The pieces of a kind that lie with some holders, in the order of each."""
        wanted = self.p.kinds[kind].definitions
        if holder_kind == "piece":
            return [piece for piece in holders if self.p.pieces[piece].definition in wanted]
        found = []
        for holder in holders:
            if holder_kind == "track":
                inside = [piece for piece in range(len(self.p.pieces)) if self.board.track_of(piece) == holder]
            else:
                inside = self.pieces_at(self.destination(holder, holder_kind))
            found += [piece for piece in inside if self.p.pieces[piece].definition in wanted]
        return found

    def lies_in(self, piece: int, holders: list[int], holder_kind: str) -> bool:
        if holder_kind == "track":
            return self.board.track_of(piece) in holders
        return self.st.get("loc", piece) in [self.destination(holder, holder_kind) for holder in holders]

    def destination(self, to: int, kind: str) -> int:
        """The location that a value of some kind names; a space may carry the way round in its number."""
        if to == NONE:
            return NONE
        if kind == "zone":
            return to
        if kind == "player":
            return self.p.zones[AREA].location(to)
        if kind == "track":
            return self.p.tracks[to].zone
        return self.p.locations + to

    def top(self, location: int, number: int, may_refill: bool = True) -> list[int]:
        """The topmost pieces of a zone, the top one first.

        A stack that runs out is refilled as its zone says; where something only asks, what would come is counted.
        """
        stack = self.pieces_at(location)
        zone = self.p.zones[self.zone_at(location)]
        if len(stack) < number and zone.refill != NONE and not self.silent:
            source = self.p.zones[zone.refill].first
            if may_refill:
                self.refill(location, source)
                stack = self.pieces_at(location)
            else:
                stack = [*self.pieces_at(source), *stack]
        if zone.order == "row":
            return stack[: max(0, number)]
        return stack[::-1][: max(0, number)]

    def refill(self, location: int, source: int) -> None:
        """Shuffles the pieces of another zone under a stack that has run out."""
        back = self.pieces_at(source)
        if not back:
            return
        stack = self.pieces_at(location)
        for piece in back:
            self.put(piece, location)
        self.arrange(location, self.shuffled(back) + stack)
        for piece in back:
            self.hide_or_show(piece)

    def slot(self, piece: int) -> int:
        """Number of a card's slot: cards slide towards the first or the last slot."""
        zone = self.zone_of(piece)
        rank = self.st.get("rank", piece)
        if zone is None or not zone.slots:
            return rank + 1
        return zone.slots - rank if zone.slide == "last" else rank + 1

    # --- moving ----------------------------------------------------------------------------------

    def put(self, piece: int, location: int) -> None:
        """Lays a piece on top of (or last in) a location; the others close up."""
        st = self.st
        old, rank = st.get("loc", piece), st.get("rank", piece)
        for other in self.pieces_at(old):
            if st.get("rank", other) > rank:
                st.put("rank", other, st.get("rank", other) - 1)
        st.put("loc", piece, NONE)
        st.put("rank", piece, len(self.pieces_at(location)) if location < self.p.locations else 0)
        st.put("loc", piece, location)

    def arrange(self, location: int, order: list[int]) -> None:
        for rank, piece in enumerate(order):
            self.st.put("rank", piece, rank)

    def place(self, piece: int, location: int, toward: int = NONE) -> None:
        """Moves a piece to a location: owner, way round, budgets and copies follow from where it comes to lie."""
        turned = 0
        if location >= self.p.locations + self.p.things:
            location, turned = location - self.p.things, 1
        was_in_play, held_by = self.in_play(piece), self.st.get("owner", piece)
        if self.silent:
            self.make_room(piece, location)
        self.put(piece, location)
        self.st.put("orient", piece, self.board.way_round(piece, location - self.p.locations, turned))
        if toward != NONE:
            self.to_end(piece, location, toward)
        if self.p.pieces[piece].monster == NONE:
            self.st.put("owner", piece, self.holder(piece))
        self.hide_or_show(piece)
        if self.in_play(piece) != was_in_play or self.st.get("owner", piece) != held_by:
            self.changed(piece, entered=self.in_play(piece) and not was_in_play)

    def make_room(self, piece: int, location: int) -> None:
        """In the set-up of an example a card pushed into a full row pushes out the one in the last slot."""
        if location >= self.p.locations:
            return
        zone = self.p.zones[self.zone_at(location)]
        row = [each for each in self.pieces_at(location) if each != piece]
        if zone.slots and len(row) >= zone.slots:
            self.me.send_home(max(row, key=self.slot))

    def to_end(self, piece: int, location: int, toward: int) -> None:
        """Puts a tile at the end of its row that belongs to a player."""
        track = self.p.tracks[self.p.zones[self.zone_at(location)].track]
        row = [each for each in self.pieces_at(location) if each != piece]
        self.arrange(location, [piece, *row] if track.toward[toward] < 0 else [*row, piece])

    def changed(self, piece: int, entered: bool) -> None:
        """A piece came into play, left it, or changed its owner: it is a new incarnation."""
        st = self.st
        st.put("stamp", piece, self.tick())
        if entered:
            self.clear_counters(piece)
        self.fresh_memory(piece)
        st.put("copied", piece, self.tick())
        if not self.in_play(piece):
            st.put("copy", piece, NONE)
            for copier in self.layout.copiers:
                if st.get("copy", copier) == piece:
                    self.end_copy(copier)
        self.clip()

    def fresh_memory(self, piece: int, copied_only: bool = False) -> None:
        """New budgets, and conditions that have not been looked at yet; perhaps only those of copied text."""
        own = {ability.id for ability in self.p.definition_of(piece).abilities} if copied_only else set()
        for array, slots, fresh in (("uses", self.layout.uses, 0), ("edges", self.layout.edges, UNSEEN)):
            for (layer, number, ability), slot in slots.items():
                if layer == "piece" and number == piece and ability not in own:
                    self.st.put(array, slot, fresh)

    def clip(self) -> None:
        """Counters above an upper end that has come down are lowered to it."""
        for number, counter in enumerate(self.p.counters):
            if counter.most is not None and counter.holder == "player":
                for player in self.players():
                    most = self.upper_end(number, player)
                    if self.st.counter(number, player) > most:
                        self.st.set_counter(number, player, most)

    def home_of(self, piece: int) -> int:
        """The location where a piece goes when it is discarded."""
        kind = self.p.kinds[self.p.definition_of(piece).kind]
        home = self.p.zones[kind.home if kind.home != NONE else BOX]
        return home.location(max(0, self.owner_of(piece))) if home.per_player else home.first

    def send_home(self, piece: int) -> None:
        self.place(piece, self.home_of(piece))

    def swap(self, one: int, other: int) -> None:
        """Two pieces change places and ranks at once, and so their owners."""
        st = self.st
        was_in_play = {piece: self.in_play(piece) for piece in (one, other)}
        for array in ("loc", "rank"):
            first, second = st.get(array, one), st.get(array, other)
            st.put(array, one, second)
            st.put(array, other, first)
        for piece in (one, other):
            if self.p.pieces[piece].monster == NONE:
                st.put("owner", piece, self.holder(piece))
            self.hide_or_show(piece)
        self.me.relaid((one, other))
        for piece in (one, other):
            self.changed(piece, entered=self.in_play(piece) and not was_in_play[piece])

    def relaid(self, pieces: tuple[int, ...]) -> None:
        """Pieces lie elsewhere all at once, and nothing has followed from it yet: for who keeps words of it."""

    def may_write(self, f: Frame, node: Any, piece: int, counter: int = NONE) -> bool:
        """Whether an effect may still change a thing: ``this`` only while it is the same incarnation.

        ``node`` is how the effect names it: a piece that was chosen, or found in a selection, is meant as it is now.
        """
        if node[0] is not this:
            return True
        if counter != NONE and self.p.counters[counter].holder == "player":
            return True
        own, incarnation, copied = f.host
        if piece == NONE or piece != own or incarnation == NONE:
            return True
        return self.st.get("copied" if copied else "stamp", piece) == incarnation

    # --- copies ----------------------------------------------------------------------------------

    def set_copy(self, piece: int, model: int) -> None:
        self.st.put("copy", piece, model)
        self.st.put("copied", piece, self.tick())
        self.clear_counters(piece)
        self.fresh_memory(piece, copied_only=True)
        self.clip()

    def end_copy(self, piece: int) -> None:
        """A copy ends, and what lay on the piece for it is gone."""
        self.set_copy(piece, NONE)

    def clear_counters(self, piece: int) -> None:
        for number, counter in enumerate(self.p.counters):
            if counter.holder == "piece":
                self.st.set_counter(number, piece, counter.least)

    def run_bare(self, piece: int, you: int, definition: Definition, cause: Cause | None) -> None:
        """Runs the bare statements of a definition with ``piece`` as ``this``."""
        body: Ability | None = definition.body
        if body is None:
            return
        frame = Frame(you, piece, None, Cause("piece", piece, you, body.id, cause, NONE, piece), body.locals)
        copied = definition is not self.p.definition_of(piece)
        frame.host = (piece, self.st.get("copied" if copied else "stamp", piece), copied)
        self.me.run_ability_body(body, frame)

    # --- hidden things ---------------------------------------------------------------------------

    def hide_or_show(self, piece: int) -> None:
        """Everybody has seen what lies open; a hidden zone hides."""
        zone = self.zone_of(piece)
        hidden = zone is not None and zone.hidden
        if not hidden and self.st.get("seen", piece) == 0 and not self.silent:
            self.uncover()
        self.st.put("seen", piece, 0 if hidden else (1 << self.p.seats) - 1)

    def show(self, piece: int, player: int) -> None:
        everybody = (1 << self.p.seats) - 1
        self.st.put("seen", piece, self.st.get("seen", piece) | (everybody if player == NONE else 1 << player))
        self.uncover()

    def shuffled(self, pieces: list[int]) -> list[int]:
        """The pieces in a chance order (Fisher–Yates on the game's stream)."""
        order = sorted(pieces)
        for last in range(len(order) - 1, 0, -1):
            other = self.dice_pool.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def shuffle(self, location: int) -> None:
        pieces = self.pieces_at(location)
        self.arrange(location, self.shuffled(pieces))
        hidden = self.p.zones[self.zone_at(location)].hidden
        for piece in pieces:
            if hidden:
                self.st.put("seen", piece, 0)

    # --- places ----------------------------------------------------------------------------------

    def open_spaces(self, place: int) -> list[int]:
        """The spaces of a place that are in use now."""
        return [space for space in self.p.places[place][1] if holds(self.me, Frame(NONE), self.p.space(space).open)]

    def is_free(self, space: int) -> bool:
        """Whether a space is in use and nobody stands on it; a crowded one always has room."""
        found = self.p.space(space)
        if not holds(self.me, Frame(NONE), found.open):
            return False
        return found.crowd or all(self.st.get("at", player) != space for player in self.players())

    def room_for(self, player: int, spaces: list[int]) -> int:
        """The first of some spaces on which a player may stand, or -1."""
        here: Any = self.st.get("at", player)
        return next((space for space in spaces if space == here or self.is_free(space)), NONE)

    def may_roll(self, who: int, number: int, cause: Cause | None) -> bool:
        """Whether nothing forbids a player to roll some dice; what forbids it cannot look at faces not yet thrown."""
        return not self.me.prohibited(Event("roll", who=who, player=who, amount=number, cause=cause))

    def may_reroll(self, f: Frame, die: int) -> bool:
        """Whether nothing forbids a player to roll a die again."""
        return not self.me.prohibited(Event("reroll", who=f.you, player=f.you, dice=[die], cause=f.cause))

    def pieces_in_roll(self, player: int) -> list[int]:
        """Pieces that lie in a player's Roll, where the mode declares a zone of that name."""
        if self.roll_zone is None:
            return []
        here, loc = self.roll_zone.location(player), self.st.offsets["loc"]
        return [piece for piece in self.faced if self.st.s[loc + piece] == here]

    def face_of_piece(self, piece: int) -> int:
        """The face that a piece stands for: its field of kind face."""
        for number, each in enumerate(self.p.data["fields"]):
            if each["kind"] == "face":
                face = self.p.piece_data(piece, number)
                if face != NONE:
                    return face
        return NONE
