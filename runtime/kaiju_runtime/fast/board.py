"""The board of the fast executor: what depends only on how the tokens lie is remembered with it."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from kaiju_runtime.board import Board, Lie
from kaiju_runtime.frames import NONE


class FastBoard(Board):
    """The same answers, from the state's list and from memory."""

    __slots__ = ("fixed", "lies", "marks", "places_of_tokens")

    m: Any

    def __init__(self, machine: Any) -> None:
        super().__init__(machine)
        self.marks: dict[tuple[int, int, int], int] = {}
        """Marks by number of the lie, space and field."""
        self.lies: dict[Any, tuple[int, Lie]] = {}
        loc, orient = machine.layout.offsets["loc"], machine.layout.offsets["orient"]
        where = [at + token for token in self.tokens for at in (loc, orient)]
        self.places_of_tokens = itemgetter(*where) if where else None
        self.fixed = not any(track.form == "row" for track in machine.p.tracks)

    def numbered(self) -> tuple[int, Lie]:
        """How the tokens lie now, and its number."""
        key = self.places_of_tokens(self.m.st.s) if self.places_of_tokens else ()
        found = self.lies.get(key)
        if found is None:
            if len(self.lies) >= 4096:
                self.lies.clear()
                self.marks.clear()
            found = self.lies[key] = len(self.lies), self.compute()
        return found

    def lie(self) -> Lie:
        return self.numbered()[1]

    def mark(self, space: int, field: int) -> int:
        if not self.fixed or space < self.pieces:
            return super().mark(space, field)
        found = self.m.p.spaces[space - self.pieces]
        if found.piece == NONE or field not in self.m.p.inherit:
            return int(found.marks[field])
        at = (self.numbered()[0], space, field)
        known = self.marks.get(at)
        if known is None:
            known = self.marks[at] = super().mark(space, field)
        return known

    def space_of(self, piece: int) -> int:
        location: int = self.m.st.s[self.m.code.loc + piece]
        return location - self.m.p.locations if location >= self.m.p.locations else NONE

    def standing(self) -> set[int]:
        s, code, first = self.m.st.s, self.m.code, self.m.p.locations
        there = [at for at, location in enumerate(s[code.loc : code.loc + code.pieces]) if location >= first]
        tokens = self.token_set
        return {s[code.loc + piece] - first for piece in there if piece not in tokens} | {NONE}

    @property
    def token_set(self) -> frozenset[int]:
        found: frozenset[int] = self.m.code.tokens
        return found
