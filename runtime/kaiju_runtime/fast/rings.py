"""Who is in the game, in turn order: found by who is active and by a bit for each seat, and worked out once."""

from __future__ import annotations


class Ring(dict[int, list[list[int]]]):
    """Of one active player. Bits of the seats in the game → for each seat all others in turn order, at the end all.

    The lists are shared, and not to be changed. The seat -1, nobody, has everybody for others.
    """

    def __init__(self, active: int, seats: int) -> None:
        super().__init__()
        self.order = [(active + i) % seats for i in range(seats)]

    def __missing__(self, bits: int) -> list[list[int]]:
        players = [seat for seat in self.order if bits >> seat & 1]
        rest = [[other for other in players if other != seat] for seat in range(len(self.order))]
        found = self[bits] = [*rest, players]
        return found


def rings(seats: int) -> tuple[Ring, ...]:
    """The rings of each active player."""
    return tuple(Ring(active, seats) for active in range(seats))
