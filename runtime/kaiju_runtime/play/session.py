"""One game at a terminal: bots answer for themselves, people are asked; nothing that was played is lost.

A person can take an answer back until something hidden has been shown, save, and go on later. Whatever
ends the program early (Ctrl-C, a closed terminal, the end of the input) saves the game first.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

from kaiju_runtime.answers import Answer
from kaiju_runtime.decisions import Decision
from kaiju_runtime.files import FileProblem, write_bytes
from kaiju_runtime.game import Game, Result
from kaiju_runtime.play.asking import Command, Question
from kaiju_runtime.play.console import Console
from kaiju_runtime.play.labels import Labels
from kaiju_runtime.play.look import Look
from kaiju_runtime.play.table import draw_table
from kaiju_runtime.play.text import paint
from kaiju_runtime.replay import Recorder
from kaiju_runtime.stops import BudgetExceeded, IllegalMove
from kaiju_runtime.trace import Line, Story, players_of

Agent = Callable[[Game, Decision], Answer]
NEWS = 40
"""Lines of what just happened, at most; the log has all."""


@dataclass(frozen=True)
class Seat:
    """Who plays a seat: a person where there is no agent."""

    name: str
    agent: Agent | None = None


@dataclass(frozen=True)
class Moment:
    """A person's question that can be gone back to."""

    data: bytes
    hidden: int
    told: int
    seat: int


class Left(Exception):
    """The player leaves the game before its end."""


@dataclass
class Session:
    """Plays a game to its end, or until the player leaves. See the module."""

    game: Game
    seats: list[Seat]
    console: Console
    labels: Labels
    look: Look
    save_path: Path
    autosave: bool = False
    """Whether the game is saved before each question to a person."""
    resume: str = "kaiju play --resume {path}"
    """The command that goes on with a saved game."""
    recorder: Recorder = field(default_factory=Recorder)
    log: list[Line] = field(default_factory=list)
    history: list[Moment] = field(default_factory=list)
    told: int = 0
    seen: int = 0

    def __post_init__(self) -> None:
        people = [number for number, seat in enumerate(self.seats) if seat.agent is None]
        self.viewer = people[0] if len(people) == 1 else None
        self.watched = not people
        self.story = Story(self.game.program, players_of(self.game), self.viewer)
        self.good = len(self.game.answers)

    # --- the game --------------------------------------------------------------------------------

    def run(self) -> Result | None:
        """Plays; the result, or ``None`` if the game was left (and saved) before its end."""
        try:
            self.listen()
            while self.game.decision is not None:
                self.step(self.game.decision)
        except (KeyboardInterrupt, BrokenPipeError, Left) as left:
            self.leave(quiet=isinstance(left, BrokenPipeError))
            return None
        self.show_news(final=True)
        table = draw_table(self.game, self.viewer, self.look, title="The end", roll=False)
        self.console.say(["", *table, "", *self.ending()])
        return self.game.result

    def step(self, decision: Decision) -> None:
        seat = self.seats[decision.player]
        if self.watched:
            self.show_news()
        answer = self.ask(decision) if seat.agent is None else seat.agent(self.game, decision)
        if answer is not None:
            self.give(decision, answer)

    def give(self, decision: Decision, answer: Answer) -> None:
        """Answers, and notes what was answered and what came of it."""
        line = self.said(decision, answer)
        self.game.answer(answer)
        self.good = len(self.game.answers)
        self.recorder.note(self.game)
        self.log.append(line)
        self.listen()

    def said(self, decision: Decision, answer: Answer) -> Line:
        """The log's line for an answer."""
        wanted = [answer] if isinstance(answer, (str, int)) else list(answer)
        chosen = [option for option in decision.options if option.key in wanted]
        text = ", ".join(self.labels.answer(self.game, decision, option) for option in chosen) or "nothing"
        about = self.labels.about(self.game, decision)
        about = f" ({about})" if about and about != text else ""
        return Line(f"{self.look.glyphs.dot} {self.story.names.player(decision.player)}: {text}{about}")

    def listen(self) -> None:
        """Takes the new events into the log."""
        self.log += [
            Line(each.text, each.depth + 1, each.turn) if not each.turn else each
            for each in self.story.tell(self.game.events[self.seen :])
        ]
        self.seen = len(self.game.events)

    # --- showing ---------------------------------------------------------------------------------

    def show_news(self, final: bool = False) -> None:
        """What has been logged since it was last shown; for a game of bots the table at each end of a turn."""
        news, self.told = self.log[self.told :], len(self.log)
        if not self.watched and len(news) > NEWS:
            left_out = len(news) - NEWS
            self.console.say(paint(f"  {self.look.glyphs.more} {left_out} lines more: answer l for the log", "dim"))
            news = news[-NEWS:]
        for line in news:
            if line.turn and self.watched and line.turn > 1 and not final:
                title = f"After turn {line.turn - 1}"
                self.console.say(["", *draw_table(self.game, self.viewer, self.look, title=title, roll=False)])
            self.console.say(self.formatted(line))

    def formatted(self, line: Line) -> list[str]:
        if line.turn:
            rule = self.look.glyphs.line
            return ["", paint(f"{rule * 2} {line.text} {rule * 2}", "title")]
        return [f"{'  ' * (line.depth + 1)}{line.text}"]

    def ending(self) -> list[str]:
        result = self.game.result
        assert result is not None
        names = [self.story.names.player(seat) for seat in result.winners]
        if not names:
            text = "The game is over, and nobody has won."
        else:
            text = f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win together'} in turn {result.turns}."
        return [paint(text, "mark")]

    # --- people ----------------------------------------------------------------------------------

    def ask(self, decision: Decision) -> Answer | None:
        """Asks a person until there is an answer; ``None`` after a step back."""
        self.remember(decision)
        self.show_news()
        viewer = decision.player
        question = Question(self.game, decision, self.labels, self.look)
        self.console.say(["", *draw_table(self.game, viewer, self.look), "", *question.lines()])
        while True:
            typed = self.console.ask("> ")
            if typed is None:
                raise Left
            reply = question.read(typed)
            if not isinstance(reply, Command):
                if self.is_legal(reply):
                    return reply
            elif self.obey(reply, question):
                return None

    def is_legal(self, answer: Answer) -> bool:
        """Whether the game takes an answer; says why not."""
        try:
            self.game.clone().answer(answer)
        except (IllegalMove, BudgetExceeded) as refused:
            self.console.say([paint(f"{refused.message}.", "bad"), refused.help])
            return False
        return True

    def obey(self, command: Command, question: Question) -> bool:
        """Does what a command says; whether the question is to be put anew."""
        if command.name == "quit":
            raise Left
        if command.name == "undo":
            return self.go_back()
        if command.name == "save":
            self.save()
        elif command.name == "log":
            self.console.say([text for line in self.log for text in self.formatted(line)])
        elif command.name == "rules":
            self.console.say(question.rules())
        elif command.name == "text":
            self.console.say(question.text_of(command.text))
        elif command.name == "all":
            self.console.say(question.all_options())
        else:
            self.console.say(paint(command.text, "bad"))
        return False

    def remember(self, decision: Decision) -> None:
        moment = Moment(self.game.save(), self.game.state.one("hidden"), len(self.log), decision.player)
        if not self.history or self.history[-1].data != moment.data:
            self.history.append(moment)
        if self.autosave:
            self.save(quiet=True)

    def go_back(self) -> bool:
        """Returns to the same person's last question, unless something hidden was shown since."""
        now = self.history[-1]
        earlier = [each for each in self.history[:-1] if each.seat == now.seat]
        if not earlier or earlier[-1].hidden != now.hidden:
            reason = "something hidden has been shown since" if earlier else "this is your first question"
            self.console.say(paint(f"That cannot be taken back: {reason}.", "bad"))
            return False
        target = earlier[-1]
        self.history = self.history[: self.history.index(target) + 1]
        self.game = Game.load(self.game.program, target.data, self.game.machine.limits)
        self.seen, self.good = len(self.game.events), len(self.game.answers)
        self.log, self.told = self.log[: target.told], target.told
        self.console.say(paint("Taken back.", "note"))
        return True

    # --- leaving ---------------------------------------------------------------------------------

    def save(self, quiet: bool = False) -> bool:
        """Saves the game; says where, or why not."""
        try:
            write_bytes(self.save_path, self.game.save())
        except FileProblem as problem:
            self.console.say([paint(f"The game is not saved: {problem}.", "bad"), f"  {problem.advice}"])
            return False
        if not quiet:
            self.console.say([f"Saved. To go on: {self.resume.format(path=quote(str(self.save_path)))}"])
        return True

    def leave(self, quiet: bool) -> None:
        """Saves on the way out. An answer that was cut off is dropped; what came before it is kept."""
        if len(self.game.answers) != self.good or self.game.decision is None:
            self.game = played_up_to(self.game, self.good)
        if not quiet:
            self.console.say("")
            self.save()
        elif self.autosave or not self.watched:
            with contextlib.suppress(FileProblem):
                write_bytes(self.save_path, self.game.save())


def played_up_to(game: Game, number: int) -> Game:
    """The game again, from its setup to so many answers."""
    setup = game.setup
    again = Game.new(
        game.program,
        monsters=setup["monsters"],
        seed=setup["seed"],
        options=setup["options"],
        first=setup["first"],
        limits=game.machine.limits,
    )
    for answer in game.answers[:number]:
        again.answer(answer)
    return again
