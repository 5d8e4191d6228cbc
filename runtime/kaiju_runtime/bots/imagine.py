"""A copy of a game as one player may imagine it: what that player cannot know is drawn afresh.

The copy has another future: other dice, and another order of the pieces that the player has not
seen. This is the one place where bots look below the game's surface.
"""

from __future__ import annotations

from kaiju_runtime.dice import Stream
from kaiju_runtime.game import Game
from kaiju_runtime.layout import State
from kaiju_runtime.program import Program


def imagine(game: Game, seat: int, seed: int) -> Game | None:
    """The copy; ``None`` where chance was met since the last commit, so that it cannot be told apart from the past."""
    if game.base.one("hidden") != game.state.one("hidden"):
        return None
    twin = game.clone()
    twin.base, twin.machine.st = game.base.copy(), game.state.copy()
    stream = Stream("bots", seed)
    for state in (twin.base, twin.state):
        state.set_one("seed", seed)
    mix(game.program, twin.base, seat, stream)
    return twin


def mix(program: Program, state: State, seat: int, stream: Stream) -> None:
    """Shuffles the pieces of hidden zones that the seat has not seen among their places."""
    for zone in program.zones:
        if not zone.hidden:
            continue
        for location in range(zone.first, zone.first + (program.seats if zone.per_player else 1)):
            unseen = [
                piece
                for piece in range(len(program.pieces))
                if state.get("loc", piece) == location and not state.get("seen", piece) >> seat & 1
            ]
            ranks = [state.get("rank", piece) for piece in unseen]
            for last in range(len(ranks) - 1, 0, -1):
                other = stream.below(last + 1)
                ranks[last], ranks[other] = ranks[other], ranks[last]
            for piece, rank in zip(unseen, ranks, strict=True):
                state.put("rank", piece, rank)
