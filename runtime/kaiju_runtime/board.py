"""Where things stand: tracks as they lie now, tokens over them, places, and the next space of a marker.

Spaces and pieces share one numbering, so a tile of a growing track is a space and a piece. Tokens
lie over the spaces of a fixed track; they may give them bonuses, insert a space or take one away, so
the path of a track is computed from where its tokens lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.frames import NONE
from kaiju_runtime.program import Ability, Track
from kaiju_runtime.record import Record

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine


BEFORE = NONE
"""Where a space stands that is inserted before the first one."""


class Lie(Record, frozen=False):
    """How the fixed tracks lie for one arrangement of the tokens."""

    paths: dict[int, list[int]]
    tokens: dict[int, int]
    """Space → token that covers it or brings it."""
    bonuses: dict[int, int]
    covered: dict[int, int]
    """Base space → token lying on it, also where the token takes the space away."""


class Board:
    """Questions about spaces; asks the machine's state and keeps nothing but a memo of the last lie."""

    __slots__ = ("m", "memo", "movers", "pieces", "tokens")

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        p = machine.p
        self.tokens = [i for i, piece in enumerate(p.pieces) if piece.stops]
        self.pieces = len(p.pieces)
        self.movers = [i for i, piece in enumerate(p.pieces) if not piece.stops]
        self.memo: dict[tuple[int, ...], Lie] = {}

    # --- tracks as they lie ----------------------------------------------------------------------

    def lie(self) -> Lie:
        """How the tokens lie now; remembered by their places."""
        st = self.m.st
        loc, orient = st.offsets["loc"], st.offsets["orient"]
        key = tuple(st.s[loc + token] * 2 + st.s[orient + token] for token in self.tokens)
        found = self.memo.get(key)
        if found is None:
            if len(self.memo) > 4096:
                self.memo.clear()
            found = self.memo[key] = self.compute()
        return found

    def compute(self) -> Lie:
        p = self.m.p
        lie = Lie({}, {}, {}, {})
        for index, track in enumerate(p.tracks):
            if track.form != "row":
                lie.paths[index] = self.compute_path(index, track, lie)
        return lie

    def compute_path(self, index: int, track: Track, lie: Lie) -> list[int]:
        p, st = self.m.p, self.m.st
        gone: set[int] = set()
        after: dict[int, list[int]] = {}
        position = {space: i for i, space in enumerate(track.spaces)}
        for token in self.tokens:
            anchor = st.get("loc", token) - p.locations
            if anchor in position:
                self.lay(token, track, position[anchor], st.get("orient", token), lie, gone, after)
        path: list[int] = after.get(BEFORE, [])[:]
        for space in track.spaces:
            if space not in gone:
                path.append(space)
            path += after.get(space, [])
        return path

    def lay(
        self, token: int, track: Track, at: int, turned: int, lie: Lie, gone: set[int], after: dict[int, list[int]]
    ) -> None:
        """Enters one token: what it covers, brings and takes away."""
        stops = self.m.p.pieces[token].stops
        for stop in reversed(stops) if turned else stops:
            if stop.kind == "inserted":
                space = stop.space
                after.setdefault(track.spaces[at - 1] if at else BEFORE, []).append(space)
            else:
                space = track.spaces[at]
                lie.covered[space] = token
                at += 1
                if stop.kind == "removed":
                    gone.add(space)
                    continue
            lie.tokens[space] = token
            lie.bonuses[space] = stop.bonus

    def path(self, track: int) -> list[int]:
        """The spaces of a track from end to end, as they lie now."""
        found = self.m.p.tracks[track]
        if found.form == "row":
            return self.m.pieces_at(found.zone)
        return self.lie().paths[track]

    # --- one space -------------------------------------------------------------------------------

    def is_space(self, thing: int) -> bool:
        return thing >= self.pieces or self.m.is_tile(thing)

    def token_on(self, space: int) -> int:
        return self.lie().tokens.get(space, NONE)

    def bonus(self, space: int) -> int:
        """The bonus of a space: of the token that lies on it, else its own; a tile has its record's."""
        lie = self.lie()
        if space in lie.bonuses:
            return lie.bonuses[space]
        if space < self.pieces:
            return self.m.p.definition_of(space).bonus
        return self.m.p.space(space).bonus

    def mark(self, space: int, field: int) -> int:
        """What is printed on a space; an inserted one has its neighbours' mark where they agree."""
        p = self.m.p
        if space < self.pieces:
            return NONE
        found = p.space(space)
        if found.piece == NONE or field not in p.inherit:
            return found.marks[field]
        track = self.track_of(space)
        if track == NONE:
            return NONE
        path = self.path(track)
        at = path.index(space)
        if not 0 < at < len(path) - 1:
            return NONE
        one, other = self.mark(path[at - 1], field), self.mark(path[at + 1], field)
        return one if one == other else NONE

    def track_of(self, thing: int) -> int:
        """The track on which a space lies or a piece stands, or -1."""
        p = self.m.p
        if thing >= self.pieces:
            space = p.space(thing)
            if space.piece == NONE:
                return space.track
            return self.track_of(space.piece)
        location = self.m.st.get("loc", thing)
        if location >= p.locations:
            return self.track_of(location - p.locations)
        return p.zones[self.m.zone_at(location)].track

    def space_of(self, piece: int) -> int:
        """The space on which a piece stands, or -1."""
        location = self.m.st.get("loc", piece)
        return location - self.m.p.locations if location >= self.m.p.locations else NONE

    def bodies(self, thing: int) -> list[tuple[str, int, Ability]]:
        """What resolving a thing runs: ``(kind of cause, id, ability)`` in order."""
        p = self.m.p
        found: list[tuple[str, int, Ability]] = []
        own = p.definition_of(thing).body if thing < self.pieces else p.space(thing).body
        if own is not None:
            found.append(("piece" if thing < self.pieces else "space", thing, own))
        if self.is_space(thing):
            bonus = self.bonus(thing)
            if bonus != NONE:
                found.append(("space", thing, p.bonuses[bonus].body))
        return found

    # --- moving and laying -----------------------------------------------------------------------

    def next(self, marker: int, toward: int) -> int:
        """The next space of a marker towards a player (along the arrows of a ring), or -1."""
        space = self.space_of(marker)
        if space == NONE:
            return NONE
        index = self.track_of(space)
        if index == NONE:
            return NONE
        track, path = self.m.p.tracks[index], self.path(index)
        if space not in path:
            return NONE  # a token has taken the space away
        at = path.index(space)
        if track.form == "ring":
            return path[(at + 1) % len(path)]
        if toward == NONE:
            return NONE
        at += track.toward[toward]
        return path[at] if 0 <= at < len(path) else NONE

    def fits(self, token: int) -> list[int]:
        """Where a token may lie: the lowest space covered, plus the number of things where it lies turned."""
        p = self.m.p
        covers = sum(stop.kind != "inserted" for stop in p.pieces[token].stops)
        lie = self.lie()
        standing = self.standing()
        found = []
        for track in p.tracks:
            if track.form != "fixed":
                continue
            blocked = [space in standing or lie.covered.get(space, token) != token for space in track.spaces]
            for at in range(len(track.spaces) - covers + 1):
                if covers and not any(blocked[at : at + covers]):
                    found += [
                        track.spaces[at] + p.things * turn for turn in self.turns(token, track.spaces[at + covers // 2])
                    ]
        return found

    def standing(self) -> set[int]:
        """The spaces on which something stands that is no token."""
        return {self.space_of(piece) for piece in self.movers}

    def way_round(self, token: int, anchor: int, wanted: int) -> int:
        """How a token comes to lie on a space: as wanted, unless the bend of the track forces it."""
        p = self.m.p
        stops = p.pieces[token].stops
        track = p.space(anchor).track if anchor >= self.pieces else NONE
        if not stops or track == NONE or p.definition_of(token).turn != "bend":
            return wanted
        covers = sum(stop.kind != "inserted" for stop in stops)
        at = p.tracks[track].spaces.index(anchor) + covers // 2
        return self.turns(token, p.tracks[track].spaces[at])[0] if at < len(p.tracks[track].spaces) else wanted

    def turns(self, token: int, middle: int) -> tuple[int, ...]:
        """The ways round in which a token may lie over a middle space: 0 as listed, 1 turned."""
        p = self.m.p
        turn = p.definition_of(token).turn
        if turn == "free":
            return (0, 1)
        if turn == "bend" and p.bend != NONE and p.space(middle).marks[p.bend] == -1:
            return (1,)
        return (0,)
