"""What every part of the machine stands on: program, state, log, and the simplest questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from kaiju_runtime.board import Board
from kaiju_runtime.dice import DicePool
from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.hosts import Hosts
from kaiju_runtime.layout import Layout, State
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.primitives.values import holds, value
from kaiju_runtime.program import Ability, Program
from kaiju_runtime.record import Record
from kaiju_runtime.stats import Stats
from kaiju_runtime.stops import BudgetExceeded, CutProcedure, CutTurn, Matters, WrongThrow

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine


class EventRecord(Record):
    """One logged event: what happened, to whom, how much, and why. Fields that do not apply are -1."""

    number: int
    name: str
    key: int
    who: int
    player: int
    what: int
    amount: int
    to: int
    dice: tuple[int, ...]
    """Faces, for rolls."""
    arguments: tuple[Any, ...]
    cause: Cause | None
    turn: int


def nothing() -> None:
    """Nobody wants to know."""


class Core:
    """State and program of a running game, and what can be asked without changing anything.

    A machine and its parts have slots: of so many attributes Python would keep a dictionary for each machine, and look
    each up in it again in every game.
    """

    __slots__ = (
        "agent",
        "ask_forced",
        "at_commit",
        "at_step",
        "board",
        "chain",
        "covered",
        "cursor",
        "cuts",
        "depth",
        "dice_names",
        "dice_pool",
        "events_now",
        "forced_now",
        "hosts",
        "kept",
        "layout",
        "leaving",
        "limits",
        "log",
        "logging",
        "looks_now",
        "matched_player",
        "me",
        "opening",
        "p",
        "pending",
        "phase_asked",
        "running",
        "script",
        "silent",
        "soon_level",
        "soon_seen",
        "st",
        "stats",
        "steps_now",
        "tape",
        "trial",
        "zone_table",
    )

    def __init__(self, program: Program, layout: Layout, state: State, limits: Limits = DEFAULT) -> None:
        self.me = cast("Machine", self)
        """This machine as a whole: for what later parts add."""
        self.p = program
        self.layout = layout
        self.zone_table = [zone.index for zone in program.zones for _ in range(program.seats if zone.per_player else 1)]
        """Location → zone."""
        self.st = state
        self.limits = limits
        self.board = Board(self.me)
        self.dice_pool = DicePool(self.me)
        self.stats = Stats(self.me)
        self.hosts = Hosts(self.me)
        self.log: list[Any] = []
        """What has been logged: records of events, or what an executor makes them of when somebody asks."""
        self.logging = True
        self.kept: frozenset[str] | None = None
        """Names of the events that the log keeps; ``None``: all."""
        self.opening: Callable[[Machine], None] | None = None
        """What is done between the setup and the first turn; it may ask, and is done again in a replay."""
        self.at_commit: Callable[[], None] = nothing
        """Called where a phase asks and no answer is there: the game takes this state as its base."""
        self.at_step: Callable[[], None] | None = None
        """Called before each step of the frame."""
        self.silent = False
        """Statements of an example's ``given``: they happen, and nobody reacts."""
        self.trial = False
        self.script: list[list[int]] | None = None
        self.tape: list[Any] = []
        self.cursor = 0
        self.agent: Any = None
        self.phase_asked: Any = None
        """The phase's question asked last, of an executor that can start from what it offers."""
        self.pending: Any = None
        """The phase's question that a run starts from: what it offers is known."""
        self.ask_forced = False
        """Whether a phase asks even where only one answer is possible; examples look at the game there."""
        self.depth = 0
        self.steps_now = 0
        self.looks_now = 0
        self.events_now = 0
        self.forced_now = 0
        self.soon_level = 2
        self.soon_seen: list[list[int] | None] = [None, None]
        """Positions in which no condition of a level had become true: there is no need to look again."""
        self.chain: frozenset[tuple[str, int, int]] = frozenset()
        self.dice_names: dict[tuple[int, ...], tuple[str, str]] = {}
        """Keys and labels of sets of faces that have been offered."""
        self.covered: set[tuple[int, str]] | None = None
        self.leaving: list[int] = []
        self.cuts: list[CutTurn | CutProcedure] = []
        """What has cut the turn or a procedure while the batch at hand was running."""
        self.matched_player = NONE
        """The player whose elimination is being matched: still one of the others."""
        """Players whose elimination is under way: what is theirs works until it is over."""
        self.running: list[int] = []
        """The procedures under way, the innermost last."""

    def events(self) -> list[EventRecord]:
        """The records of what has been logged, in order."""
        return self.log

    # --- budgets ---------------------------------------------------------------------------------

    def bounded(self, number: int) -> int:
        """The number, kept within the range of integers."""
        limit = self.limits.integer
        return -limit if number < -limit else min(number, limit)

    def charge(self, node: int = NONE) -> None:
        """Counts one statement, before it works."""
        self.steps_now += 1
        if self.steps_now > self.limits.steps:
            raise BudgetExceeded(
                "limit-steps",
                f"more than {self.limits.steps} statements for one answer{self.at(node)}",
                "Look for an effect that keeps setting itself off.",
            )

    def look(self, number: int) -> None:
        """Counts what an expression looks at: statements are not the only work."""
        self.looks_now += number
        if self.looks_now > self.limits.looks:
            raise BudgetExceeded(
                "limit-steps",
                f"conditions look at more than {self.limits.looks} things for one answer",
                "Look for selections inside the conditions of selections, and values made of many values.",
            )

    def forced(self) -> int:
        """Counts an action that nobody was asked about, for it was the only thing that could be done; its position."""
        self.forced_now += 1
        if self.forced_now > self.limits.idle:
            raise BudgetExceeded(
                "limit-decisions",
                f"{self.p.phases[self.st.phase].name} goes on for ever: "
                f"more than {self.limits.idle} actions in a row were the only thing that could be done",
                "Give the action a price or a condition, allow it `once per turn`, or let the phase end otherwise.",
            )
        return 0

    def times(self, number: int, node: int = NONE) -> int:
        """How often something is to be done: at least 0, and refused before the work if it is too much."""
        if self.steps_now + number > self.limits.steps:
            raise BudgetExceeded(
                "limit-steps",
                f"something is to be done {number} times{self.at(node)}",
                "Put an upper end on the number, for instance with min(…).",
            )
        return max(0, number)

    def at(self, node: int) -> str:
        """`` (file:line)`` of a node, or nothing."""
        place = self.p.data["source_map"].get(str(node))
        return f" ({place[0]}:{place[1]})" if place else ""

    def cover(self, node: int, side: str) -> None:
        if self.covered is not None and not self.trial:
            self.covered.add((node, side))

    def tick(self) -> int:
        """The next moment of the clock: something comes into play or changes what it is, and is stamped with it."""
        return self.st.more("clock")

    def scripted(self, number: int, dice: int) -> list[int] | None:
        """The faces that an example scripts for its throw of that number, or ``None``."""
        if self.script is None or number >= len(self.script):
            return None
        faces = self.script[number]
        if len(faces) != dice:
            raise WrongThrow(
                number,
                f"throw {number + 1} is of {dice} dice, but the example scripts {len(faces)}",
                "Write as many faces as dice are thrown; each list under `dice:` is one throw.",
            )
        return faces

    def uncover(self) -> None:
        """Something is seen that was hidden; whether an order matters is not to depend on what it is."""
        if self.trial:
            raise Matters
        self.st.more("hidden")

    # --- players ---------------------------------------------------------------------------------

    def players(self) -> list[int]:
        """Players in the game, by seat."""
        return [seat for seat in range(self.p.seats) if self.st.get("alive", seat)]

    def players_in_turn(self) -> list[int]:
        """Players in the game, in turn order from the active one."""
        s, alive, active = self.st.s, self.st.offsets["alive"], self.st.active
        seats = [seat for seat in range(self.p.seats) if s[alive + seat]]
        return (
            seats
            if active == 0
            else [seat for seat in seats if seat >= active] + [seat for seat in seats if seat < active]
        )

    def can_be_asked(self, player: int) -> bool:
        """Whether a player is in the game, or is just leaving it."""
        return player != NONE and (bool(self.st.get("alive", player)) or player in self.leaving)

    def leave(self, player: int) -> None:
        """A player is out of the game."""
        self.st.put("alive", player, 0)

    def turn_order(self) -> list[int]:
        """For each seat its place in turn order."""
        return [(seat - self.st.active) % self.p.seats for seat in range(self.p.seats)]

    def neighbours(self, player: int) -> list[int]:
        """The nearest players in the game to the left and right; one in a game of two."""
        seats = self.p.seats
        ring = [(player + i) % seats for i in range(1, seats)]
        ring = [seat for seat in ring if self.st.get("alive", seat)]
        return sorted({ring[0], ring[-1]}, key=ring.index) if ring else []

    # --- numbers ---------------------------------------------------------------------------------

    def counter_player(self, counter: int, holder: int) -> int:
        return holder if self.p.counters[counter].holder == "player" else self.me.owner_of(holder)

    def upper_end(self, counter: int, holder: int) -> int:
        """The most that somebody may have of a counter, with modifiers."""
        return self.stats.read(("most", counter), holder, holder)

    def is_piece_counter(self, stat: tuple[str, Any] | None) -> bool:
        return stat is not None and stat[0] == "most" and self.p.counters[stat[1]].holder == "piece"

    def declared(self, index: int, of: int) -> Any:
        """A value that the mode declares, for a player."""
        self.look(1)
        return value(self.me, Frame(of), self.p.values[index].expression)

    def printed_price(self, piece: int) -> int:
        names = [each["id"] for each in self.p.data["fields"]]
        if "cost" not in names:
            return 0
        return self.p.piece_data(piece, names.index("cost"))

    # --- the Roll --------------------------------------------------------------------------------

    def symbols_shown(self, face: int, player: int) -> int:
        """Symbols of a face that the dice and pieces of a player's Roll show."""
        st = self.st
        shown = sum(st.get("dice", die) == face for die in self.dice_pool.roll_of(player))
        return shown + sum(self.me.face_of_piece(piece) == face for piece in self.me.pieces_in_roll(player))

    def symbols(self, face: int, player: int) -> int:
        """Symbols of a face in a player's Roll; only the active player has a Roll."""
        return self.stats.read(("count", face), player, player) if player == self.st.active else 0

    def unspent(self, face: int, player: int) -> int:
        """Symbols of a face that are neither resolved nor spent."""
        if self.st.get("done", face):
            return 0
        return max(0, self.symbols(face, player) - self.st.get("spent", face))

    def spend(self, player: int, face: int, number: int) -> None:
        if number > 0:
            self.st.put("spent", face, self.st.get("spent", face) + number)

    # --- patterns --------------------------------------------------------------------------------

    def matches(self, pattern: Any, event: Event, frame: Frame) -> bool:
        """Whether an event is one that a pattern names; ``frame`` says who ``you`` is."""
        if pattern.event != event.name or (pattern.key != NONE and pattern.key != event.key):
            return False
        if pattern.whole and event.cut:
            return False
        before, it = frame.event, frame.it
        frame.event = event
        self.matched_player = event.who if event.name == "eliminate" else NONE
        try:
            return self.fields_match(pattern, event, frame)
        finally:
            frame.event, frame.it = before, it
            self.matched_player = NONE

    def fields_match(self, pattern: Any, event: Event, frame: Frame) -> bool:
        for name, test in pattern.tests:
            if name == "dice":
                if not any(self.passes(test, die, frame) for die in event.dice):
                    return False
            elif not self.passes(test, NONE if name == "cause" else getattr(event, name), frame):
                return False
        return all(
            test is None or self.passes(test, argument, frame)
            for test, argument in zip(pattern.arguments, event.args, strict=False)
        )

    def passes(self, test: Any, candidate: Any, frame: Frame) -> bool:
        frame.it = candidate
        return holds(self.me, frame, test)

    def bind(self, ability: Ability, event: Event, frame: Frame) -> None:
        """Binds what ``as NAME`` of an event names."""
        pattern = ability.pattern
        if pattern is None or pattern.slot < 0:
            return
        if pattern.bound.startswith("argument:"):
            frame.locals[pattern.slot] = event.args[int(pattern.bound.partition(":")[2])]
        else:
            frame.locals[pattern.slot] = getattr(event, pattern.bound)
