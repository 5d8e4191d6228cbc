"""Trials: a card is taken out of the game, and given to a seat as if it had been bought for nothing."""

from __future__ import annotations

from collections.abc import Callable

from kaiju_runtime.frames import NONE, Cause, Frame
from kaiju_runtime.game import Game
from kaiju_runtime.machine import Machine
from kaiju_runtime.machine.pieces import AREA, BOX
from kaiju_runtime.primitives.control import procedure_frame, run_procedure
from kaiju_runtime.simulate.plan import Job
from kaiju_runtime.simulate.watching import Watching


def take_out(game: Game, definition: int) -> None:
    """Puts all pieces of a definition into the box of a game that has not begun."""
    machine = game.machine
    for number, piece in enumerate(game.program.pieces):
        if piece.definition == definition:
            machine.put(number, game.program.zones[BOX].first)
    machine.see_conditions()
    game.base = machine.st.copy()


def give(watching: Watching, job: Job) -> Callable[[Machine], None]:
    """What gives the first piece of the tried card to its seat, by the mode's own way of buying.

    The seat first gets what the piece costs it, then the outermost procedure of the mode that sells is run, with all
    that is set off by buying. Where a mode sells nothing the piece is laid in front of the seat and its text is run.
    """
    definition = watching.tried[job.trial]
    piece = next(i for i, each in enumerate(watching.program.pieces) if each.definition == definition)

    def opening(m: Machine) -> None:
        cause = Cause("setup", NONE, job.seat)
        if watching.purchase == NONE:
            m.place(piece, m.p.zones[AREA].location(job.seat))
            m.run_bare(piece, job.seat, m.p.definitions[definition], cause)
            return
        for counter in watching.paid_with:
            price = m.stats.read(("price", 0), piece, job.seat)
            m.st.set_counter(counter, job.seat, m.st.counter(counter, job.seat) + max(0, price))
        frame = Frame(job.seat, NONE, None, cause)
        arguments = (piece,)
        made = procedure_frame(frame, m.p.procedures[watching.purchase], watching.purchase, job.seat, arguments)
        assert made.event is not None
        m.happen([made.event], lambda machine, event: run_procedure(machine, event, made))

    return opening
