"""Whose turn comes next: extra turns that are waiting, then the seats in their order."""

from __future__ import annotations

from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import TURN_WIDTH
from kaiju_runtime.machine.asking import Asking


class Seats(Asking):
    """The turns that wait, and the next player."""

    __slots__ = ()

    def next_player(self) -> None:
        """Whose turn comes next: an extra one that is waiting, else the next seat."""
        waiting = self.extra_turns()
        if waiting:
            chosen = self.next_extra_turn(waiting)
            waiting.remove(chosen)
            player, source, _ = chosen
        else:
            seats = self.p.seats
            ring = [(self.st.one("resume") + i) % seats for i in range(1, seats + 1)]
            player, source = next((seat for seat in ring if self.st.get("alive", seat)), self.st.active), NONE
            self.st.set_one("resume", player)
        self.set_extra_turns(waiting)
        self.st.set_one("active", player)
        self.st.set_one("source", source)

    def next_extra_turn(self, waiting: list[tuple[int, int, int]]) -> tuple[int, int, int]:
        """Own turns first, those taken in the latest turn before older ones; then others' as they were taken."""
        own = [row for row in waiting if row[0] == self.st.active]
        return max(own, key=lambda row: row[2]) if own else waiting[0]

    def extra_turns(self) -> list[tuple[int, int, int]]:
        """The extra turns of players in the game: player, source, and the turn in which each was taken."""
        st, start = self.st, self.st.offsets["queue"]
        ends = range(start, start + st.layout.lengths["queue"], TURN_WIDTH)
        rows = [(st.s[at] - 1, st.s[at + 1] - 1, st.s[at + 2]) for at in ends if st.s[at]]
        return [row for row in rows if st.get("alive", row[0])]

    def set_extra_turns(self, waiting: list[tuple[int, int, int]]) -> None:
        st, start = self.st, self.st.offsets["queue"]
        flat = [number for player, source, taken in waiting for number in (player + 1, source + 1, taken)]
        length = st.layout.lengths["queue"]
        st.s[start : start + length] = flat + [0] * (length - len(flat))
