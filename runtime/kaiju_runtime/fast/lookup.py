"""Answers that are worked out once and looked up by a few words of the state."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, product

from kaiju_runtime.frames import NONE

MOST_FACES = 8
"""More kinds of faces have too many sets of them to be listed."""


class Ring(dict[int, list[list[int]]]):
    """Who is in the game, in turn order from one active player.

    Bits of the seats in the game → for each seat all others, at the end all. The lists are shared, and not to be
    changed. The seat -1, nobody, has everybody for others.
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


@lru_cache(maxsize=MOST_FACES)
def closed_faces(faces: int) -> dict[tuple[int, ...], frozenset[int]]:
    """How many symbols of each face are spent, and which faces are resolved → what cannot be resolved any more.

    Only where nothing is spent is it a matter of faces alone; -1 is what a die shows that lies in no Roll.
    """
    if faces > MOST_FACES:
        return {}
    nothing, every = [0] * faces, range(faces)
    return {(*nothing, *done): frozenset([NONE, *compress(every, done)]) for done in product((0, 1), repeat=faces)}
