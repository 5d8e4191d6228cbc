"""One job played: its game, or its two games, and what was noticed."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kaiju_runtime.bots import make_bot
from kaiju_runtime.bots.worth import Worth
from kaiju_runtime.game import Game
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.program import Program
from kaiju_runtime.simulate.lead import Lead
from kaiju_runtime.simulate.outcome import Bought, Lost, Outcome, Pair, Result
from kaiju_runtime.simulate.plan import Job, Jobs, Plan
from kaiju_runtime.simulate.trials import give, take_out
from kaiju_runtime.simulate.watching import CALL, KEPT, MOVE, OVER, PAY, Watching
from kaiju_runtime.stops import KaijuError

SECONDS = 30


@dataclass(frozen=True)
class Bounds:
    """What a game may cost before it is given up."""

    limits: Limits = DEFAULT
    seconds: float = SECONDS


class TooLong(BaseException):
    """A game takes more time than it may. Nothing on the way takes it for a mistake of the program or of a bot."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises :class:`TooLong` when the time is over, whatever is being done; in threads only the player looks."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(number: int, frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Player:
    """Plays the jobs of one plan."""

    def __init__(self, program: Program, plan: Plan, bounds: Bounds | None = None) -> None:
        self.program = program
        self.plan = plan
        self.bounds = bounds or Bounds()
        self.watching = Watching(program)
        self.worth = Worth(program)
        self.jobs = Jobs(program, plan)

    def play(self, number: int) -> Result:
        """The result of a job. Whatever goes wrong in a game is no more than a lost game."""
        job = self.jobs[number]
        try:
            return self.pair(job) if job.trial else self.game(job)
        except TooLong:
            return Lost(job, f"over {self.bounds.seconds:g} s")
        except KaijuError as failure:
            return Lost(job, failure.code)
        except Exception as failure:  # a bot's own mistake must not cost the other games
            return Lost(job, f"{type(failure).__name__}: {failure}"[:200])

    def game(self, job: Job) -> Outcome:
        game = self.prepared(job)
        lead = Lead(game, self.worth)
        self.run(game, job, lead)
        return self.outcome(game, job, lead)

    def pair(self, job: Job) -> Pair:
        """The same game with the card and without it."""
        won = []
        for given in (True, False):
            game = self.prepared(job, first=job.seat)
            take_out(game, self.watching.tried[job.trial])
            if given:
                game.machine.opening = give(self.watching, job)
            self.run(game, job, None)
            assert game.result is not None
            won.append(game.result.winners == (job.seat,))
        return Pair(job, *won)

    def prepared(self, job: Job, first: int | None = None) -> Game:
        game = Game.prepare(
            self.program,
            monsters=job.monsters,
            seed=job.seed,
            options=self.plan.options,
            first=first,
            limits=self.bounds.limits,
        )
        game.machine.kept = KEPT
        return game

    def run(self, game: Game, job: Job, lead: Lead | None) -> None:
        """Plays a prepared game to its end. Raises :class:`TooLong` and :class:`KaijuError`."""
        bots = [make_bot(name, job.seed, seat) for seat, name in enumerate(job.bots)]
        late = time.monotonic() + self.bounds.seconds
        look: Callable[[], None] = lead.look if lead is not None else nothing
        with alarm(self.bounds.seconds):
            game.start()
            while (decision := game.decision) is not None:
                look()
                game.answer(bots[decision.player](game, decision))
                if time.monotonic() > late:
                    raise TooLong

    def outcome(self, game: Game, job: Job, lead: Lead) -> Outcome:
        assert game.result is not None
        seen = Seen(self.watching, game)
        turns = game.result.turns
        return Outcome(
            job,
            game.result.winners,
            game.state.one("first"),
            turns,
            len(game.answers),
            seen.victory,
            lead.tenths(turns),
            lead.changes(),
            frozenset(seen.offered),
            tuple(seen.bought),
        )


def nothing() -> None:
    pass


class Seen:
    """What the kept events of a finished game tell."""

    def __init__(self, watching: Watching, game: Game) -> None:
        self.watching = watching
        self.pieces = game.program.pieces
        self.offered: set[str] = set(watching.open_at_start)
        self.bought: list[Bought] = []
        self.victory = "other"
        sale: EventRecord | None = None
        for event in game.events:
            if event.name == MOVE:
                self.moved(event)
            elif event.name == CALL and event.key in watching.sales:
                sale = event
                self.buys(event)
            elif event.name == PAY and sale is not None and self.pays_for(event, sale):
                last = self.bought[-1]
                self.bought[-1] = Bought(last.card, last.seat, last.turn, last.price + event.amount)
            elif event.name == OVER:
                self.victory = watching.label(event.cause)

    def moved(self, event: EventRecord) -> None:
        if event.to in self.watching.shops:
            key = self.watching.cards.get(self.pieces[event.who].definition)
            if key is not None:
                self.offered.add(key)

    def buys(self, event: EventRecord) -> None:
        piece = event.arguments[self.watching.sales[event.key][0]]
        key = self.watching.cards.get(self.pieces[piece].definition)
        if key is not None:
            self.bought.append(Bought(key, event.who, event.turn, 0))

    def pays_for(self, event: EventRecord, sale: EventRecord) -> bool:
        """Whether a payment is that of the sale: of the same player, and from the same cause."""
        return event.who == sale.who and event.cause == sale.cause and event.key in self.watching.paid_with
