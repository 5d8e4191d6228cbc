"""A game: the surface that players, bots, examples and the command line use.

A game stands at a decision, or is over. What it is, is the state at the last commit and the answers
since; an answer replays from there, so an effect may ask anywhere and a game can be copied, saved and
hashed at any question.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kaiju_runtime.answers import Answer, read_answer
from kaiju_runtime.assemble import link_program
from kaiju_runtime.canonical import content_hash, dumps, envelope, read_envelope
from kaiju_runtime.decisions import Decision
from kaiju_runtime.fast.machine import FastMachine
from kaiju_runtime.fast.questions import Question
from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import Layout, State, layout_of
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.machine import EventRecord, Machine
from kaiju_runtime.program import FORMAT, Program
from kaiju_runtime.record import Record
from kaiju_runtime.saves import check_save, check_seats, damaged
from kaiju_runtime.seating import choose_monsters, choose_options
from kaiju_runtime.stops import BudgetExceeded, IllegalMove, KaijuError, guard, translate
from kaiju_runtime.views import view_of

if TYPE_CHECKING:
    from pathlib import Path

SAVE_FORMAT = 1
EXECUTORS: dict[str, type[Machine]] = {"fast": FastMachine, "reference": Machine}
"""Two ways to run the same program: generated code, and the interpreter that says what is right."""


class Result(Record):
    """How a game ended. ``winners`` are seats; none: nobody won."""

    winners: tuple[int, ...]
    turns: int


def load_program(source: str | Path | bytes, *, keep: bool = True) -> Program:
    """The program of a file that ``kaiju build`` wrote (or of its bytes).

    What is made from a file is kept in the user's cache folder, unless ``keep`` is false: next time it takes some
    milliseconds. Raises ``DamagedFile``, ``FileProblem`` or ``KaijuError``.
    """
    if isinstance(source, bytes):
        return program_from_data(program_data(source))
    from kaiju_runtime import kept
    from kaiju_runtime.files import read_bytes

    data = read_bytes(source)
    name = hashlib.sha256(data).hexdigest()
    found = kept.read("program", name) if keep else None
    if found is not None:
        return link_program(found["data"], found["hash"], kept=True, checked=True)
    program = program_from_data(program_data(data), keep=keep)
    if keep:
        kept.write("program", name, {"data": program.data, "hash": program.hash})
    return program


def program_data(data: bytes) -> dict[str, Any]:
    """The data of the program in the bytes of a file."""
    payload = read_envelope(data, "program", FORMAT).payload
    found = payload.get("program") if isinstance(payload, dict) else None
    if not isinstance(found, dict):
        raise KaijuError("program-damaged", "the file holds no program", "Build the program again from its packs.")
    return found


def program_from_data(data: dict[str, Any], *, keep: bool = False) -> Program:
    """The linked program of a program's data. Raises ``KaijuError`` if the data is no program."""
    return link_program(data, program_hash(data), keep)


PLACES = re.compile(rb'"where":"[^"]*",?')


def program_hash(data: dict[str, Any]) -> str:
    """The name of a program's rules; saves and replays say by it which program they belong to.

    What readers see beside the rules (the catalog) and where a rule was written take no part in it: a mended
    note or a line added above does not make a save unreadable.
    """
    rules = {key: value for key, value in data.items() if key not in ("catalog", "source_map", "tool")}
    return hashlib.sha256(PLACES.sub(b"", dumps(rules))).hexdigest()


def layout_for(program: Program) -> Layout:
    """The layout of a program; made once for each program object."""
    found = LAYOUTS.get(program)
    if found is None:
        found = LAYOUTS[program] = layout_of(program)
    return found


class Layouts(dict[Program, Layout]):
    """Layouts by program object, the latest few."""

    def __setitem__(self, program: Program, layout: Layout) -> None:
        if len(self) >= 16:
            self.pop(next(iter(self)))
        super().__setitem__(program, layout)


LAYOUTS = Layouts()


class Game:
    """One game. Make it with :meth:`new` or :meth:`load`; ask :attr:`decision`; call :meth:`answer`."""

    def __init__(
        self,
        program: Program,
        state: State,
        *,
        answers: list[Any],
        setup: dict[str, Any],
        limits: Limits = DEFAULT,
        executor: str = "fast",
    ) -> None:
        self.program = program
        self.setup = setup
        """Monsters, seed, options and first player: with the answers they are the whole game."""
        self.answers = answers
        """Keys answered so far, in order."""
        self.asked: Decision | Question | None = None
        """What is asked, perhaps not yet put into words."""
        self.machine = EXECUTORS[executor].make(program, state.layout, state, limits)
        self.asleep: tuple[Machine, State, list[Any]] | None = None
        """What the machine of a copy will be made of: its original's, the state at the question, the tape."""
        self.base = state.copy()
        self.offered: Any = None
        """The phase's question at the base, of an executor that can start from what it offers."""
        self.log_base = 0
        self.machine.at_commit = self._commit

    # --- making ----------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        program: Program,
        *,
        monsters: Sequence[str] | None = None,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        first: int | None = None,
        limits: Limits = DEFAULT,
        executor: str = "fast",
    ) -> Game:
        """A new game at its first decision; arguments and errors as for :meth:`prepare`."""
        return cls.prepare(
            program,
            monsters=monsters,
            players=players,
            seed=seed,
            options=options,
            first=first,
            limits=limits,
            executor=executor,
        ).start()

    @classmethod
    def prepare(
        cls,
        program: Program,
        *,
        monsters: Sequence[str] | None = None,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        first: int | None = None,
        limits: Limits = DEFAULT,
        executor: str = "fast",
    ) -> Game:
        """A new game before its setup has been played.

        ``monsters`` are record ids, one for each seat in turn order (by default the first ones of the
        mode); ``options`` by id; ``first`` a seat, else the mode's own way decides who begins.
        Raises :class:`KaijuError` with a code for anything that the mode does not know.
        """
        chosen = choose_monsters(program, monsters, players)
        values = choose_options(program, options or {})
        if type(seed) is not int or not 0 <= seed < 2**53:
            raise KaijuError(
                "game-seed", f"{seed!r} is no seed", "A seed is a whole number from 0 to 9007199254740991."
            )
        if first is not None and not 0 <= first < len(chosen):
            raise KaijuError(
                "game-first", f"there is no player {first + 1} to begin", f"There are {len(chosen)} players."
            )
        setup = {
            "monsters": [program.pieces[piece].key for piece in chosen],
            "seed": seed,
            "options": {option.id: option.values[value] for option, value in zip(program.options, values, strict=True)},
            "first": first,
        }
        with guard():
            game = cls(program, State(layout_for(program)), answers=[], setup=setup, limits=limits, executor=executor)
            game.machine.start_state(chosen, values, seed, NONE if first is None else first)
        game.base = game.machine.st.copy()
        return game

    def start(self) -> Game:
        """Plays the setup and on to the first decision."""
        self.machine.start_over()
        self.offered = None
        with guard():
            self.asked = self.machine.run()
        return self

    def clone(self) -> Game:
        """A copy that goes its own way, with a log of its own from here.

        States are shared as long as nobody answers: an answer works on a copy of the base.
        """
        twin = Game.__new__(Game)
        twin.program, twin.setup = self.program, self.setup
        twin.answers = self.answers[:]
        twin.asked = self.asked
        twin.base, twin.offered, twin.log_base = self.base, self.offered, 0
        twin.asleep = self.asleep
        if twin.asleep is None:
            machine = self.machine
            if self.asked is None:
                twin.asleep = machine, machine.st.copy(), machine.tape[:]
                twin.base = self.base.copy()
            else:
                twin.asleep = machine, machine.st, machine.tape[:]
        return twin

    @cached_property
    def machine(self) -> Machine:
        """The machine that runs the game; a copy makes its own when it is needed."""
        assert self.asleep is not None
        original, state, tape = self.asleep
        self.asleep = None
        twin = original.twin(state, tape[:])
        twin.at_commit = self._commit
        return twin

    # --- playing ---------------------------------------------------------------------------------

    def answer(self, answer: Answer) -> None:
        """Answers the decision: a key, a list of keys, or a number, as its kind says.

        Raises :class:`IllegalMove` for what was not offered and :class:`BudgetExceeded` when a limit is
        met; the game is then as before.
        """
        decision = self.asked
        if not isinstance(decision, Decision):
            decision = self.decision
        if decision is None:
            raise IllegalMove("illegal-answer", "the game is over, nothing is asked", "Start a new game.")
        position = read_answer(decision, answer)
        machine = self.machine
        tape = machine.tape
        before = machine.st, machine.log[self.log_base :], self.base, self.offered, self.log_base
        tape.append(position)
        self.answers.append(answer if isinstance(answer, (str, int)) else list(answer))
        try:
            self._rerun()
        except Exception as problem:
            machine.st, tail, self.base, self.offered, self.log_base = before
            machine.log[self.log_base :] = tail
            tape.pop()
            machine.tape = tape
            machine.start_over()
            self.answers.pop()
            translate(problem)
            raise

    def play(self, agent: Callable[[Game, Decision], Answer]) -> Result:
        """Plays to the end, the agent answering every decision."""
        while self.decision is not None:
            self.answer(agent(self, self.decision))
        result = self.result
        assert result is not None
        return result

    def _rerun(self) -> None:
        machine = self.machine
        if self.asked is not None and self.asked.nested:
            machine.start_over()  # it stands in the middle of an effect
        machine.st = self.base.copy()
        machine.pending = self.offered if machine.tape else None
        del machine.log[self.log_base :]
        self.asked = machine.run()

    def _commit(self) -> None:
        machine = self.machine
        if machine.st.more("steps", machine.steps_now) > machine.limits.steps_per_game:
            raise BudgetExceeded(
                "limit-game",
                f"more than {machine.limits.steps_per_game} statements in one game",
                "Look for a game that does not come to an end.",
            )
        machine.steps_now = machine.looks_now = machine.events_now = machine.forced_now = 0
        # What waits at a question is not written until the answer, which works on a copy; a bot plays straight on.
        self.base = machine.st if machine.agent is None else machine.st.copy()
        machine.tape = []
        machine.cursor = 0
        self.log_base = len(machine.log)
        self.offered = machine.phase_asked

    # --- looking ---------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is asked now, or ``None`` when the game is over."""
        asked = self.asked
        if isinstance(asked, Question):
            try:
                self.asked = asked = asked.decision(self.machine)  # type: ignore[arg-type]
            except Exception as problem:
                translate(problem)
                raise
        return asked

    @property
    def state(self) -> State:
        """The state at the question, effects half done included."""
        return self.machine.st if self.asleep is None else self.asleep[1]

    @property
    def events(self) -> list[EventRecord]:
        """What has happened since the game was made (or loaded, or cloned), in order."""
        return self.machine.events()

    @property
    def active(self) -> int:
        return self.state.active

    @property
    def result(self) -> Result | None:
        """How the game ended, or ``None``."""
        if not self.state.one("over"):
            return None
        mask = self.state.one("winners")
        seats = range(self.program.seats)
        return Result(tuple(seat for seat in seats if mask >> seat & 1), self.state.one("turn"))

    def state_hash(self) -> str:
        """A hash of everything that decides how the game goes on; equal for equal games.

        How much was logged and how many statements it took so far are not of it.
        """
        state = self.state if self.asked is None else self.base
        tape = [] if self.asked is None else self.machine.tape
        return content_hash([self.program.hash, state.hashed(), tape])

    def view(self, player: int | None) -> dict[str, Any]:
        """What a player may see, and only that; ``None``: what everybody may see."""
        with guard():
            return view_of(self, player)

    # --- saving ----------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The game as a sealed file: load it with the same program and it goes on alike."""
        payload = {
            "program": self.program.hash,
            "mode": self.program.mode,
            "setup": self.setup,
            "base": (self.base if self.asked else self.state).canonical(),
            "tape": self.machine.tape if self.asked else [],
            "answers": self.answers,
        }
        return envelope("save", SAVE_FORMAT, payload)

    @classmethod
    def load(cls, program: Program, data: bytes, limits: Limits = DEFAULT, executor: str = "fast") -> Game:
        """The game of a save. Raises ``DamagedFile`` or :class:`KaijuError`; draws no chance number."""
        payload = read_envelope(data, "save", SAVE_FORMAT).payload
        layout = layout_for(program)
        check_save(program, layout, payload)
        setup, tape, answers = payload["setup"], payload["tape"], payload["answers"]
        state, done = State(layout, payload["base"]), len(answers) - len(tape)
        monsters, options = choose_monsters(program, setup["monsters"], None), choose_options(program, setup["options"])
        check_seats(program, state, monsters, options)
        game = cls(program, state, answers=answers[:done], setup=setup, limits=limits, executor=executor).start()
        try:
            for answer in answers[done:]:
                game.answer(answer)
        except IllegalMove as problem:
            raise damaged("an answer in it is not offered") from problem
        if game.machine.tape != tape:
            raise damaged("its answers are not those of the game")
        return game
