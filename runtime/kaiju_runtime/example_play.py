"""Plays an example: a given position, then its steps.

Between steps play goes on by default (pass, decline, else the first option) until a step can be done.
A question that a step meets stays open if the next step answers it. Phases in which nothing can be done
pass by themselves, but never the last one: the turn ends only when a step says so, and only a step that leads into
another turn (`end turn`, `play to …`) has such phases pass there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from kaiju_runtime.decisions import NO, PASS, YES, Decision, Option
from kaiju_runtime.example_options import face_keys, id_of, shown
from kaiju_runtime.example_reasons import Passed
from kaiju_runtime.frames import NONE, Cause, Frame
from kaiju_runtime.game import Game
from kaiju_runtime.link import Linker
from kaiju_runtime.machine import Machine
from kaiju_runtime.machine.turns import TURN_STARTS
from kaiju_runtime.primitives.values import many, value
from kaiju_runtime.program import Program
from kaiju_runtime.record import replace

MOST_DEFAULTS = 2_000
"""Default answers between two steps before an example is called endless."""


class StepFailed(Exception):
    """A step of an example cannot be done: it is refused, or does not say enough."""

    def __init__(self, expected: str, found: str, refused: bool = True) -> None:
        super().__init__(expected)
        self.expected = expected
        self.found = found
        self.refused = refused


class ExamplePlay:
    """One example under way: its game, and what has been offered so far."""

    def __init__(self, program: Program, example: dict[str, Any], executor: str = "reference") -> None:
        self.example = example
        self.executor = executor
        self.linker = Linker(program.data)
        self.given = self.linker.block(example["given"])
        self.program = with_abilities(program, self.linker)
        self.line = example["line"]
        self.offered: list[tuple[int, Option]] = []
        self.carry_on: Callable[[], None] | None = None
        """What a step was doing when a question stopped it."""
        self.next_answers = False
        self.refused = False
        self.cut: list[tuple[int, str, int, int]] = []
        """What ``given`` set too high: line, counter, the number that it says, and what it became."""
        self.game = self.set_up()

    # --- setting up ------------------------------------------------------------------------------

    def set_up(self) -> Game:
        example = self.example
        game = Game.prepare(
            self.program,
            monsters=example["monsters"] or None,
            players=example["players"],
            seed=example["seed"],
            options=example["options"],
            first=0,
            executor=self.executor,
        )
        machine = game.machine
        machine.covered = set()
        machine.ask_forced = True
        machine.set_up()
        machine.log.clear()
        frame = Frame(0, NONE, None, Cause("given", NONE, NONE), example["locals"])
        machine.silent = True
        for position in range(len(self.given)):
            machine.run_block(self.given[: position + 1], frame, position)
            self.see_whether_cut(position, machine, frame)
        machine.silent = False
        machine.see_conditions()
        table = self.linker.tables["faces"]
        machine.script = [[table[face] for face in throw] for throw in example["dice"]]
        machine.st.set_one("throws", 0)
        machine.st.set_one("turn", example["turn"] - 1)
        machine.st.set_one("step", TURN_STARTS)
        game.base = machine.st.copy()
        return game

    def see_whether_cut(self, position: int, machine: Machine, frame: Frame) -> None:
        """Notes a counter that was just set to a plain number, and is less: what may raise its end is not there."""
        written = self.example["given"][position]
        if written[0] != "set_counter" or written[5][0] != "int":
            return
        counter, wanted = self.given[position][3], written[5][1]
        for holder in many(machine, frame, self.given[position][4]):
            now = machine.st.counter(counter, holder)
            if now < wanted:
                line = self.example["lines"]["given"][position]
                self.cut.append((line, machine.p.counters[counter].name, wanted, now))

    # --- steps -----------------------------------------------------------------------------------

    def run_steps(self) -> None:
        steps = self.example["do"]
        self.next_answers = bool(steps) and steps[0]["verb"] == "answer"
        self.game.start()
        self.pass_empty_phases(self.game.state.one("turn"))
        for number, step in enumerate(steps):
            self.line = step["line"]
            self.next_answers = number + 1 < len(steps) and steps[number + 1]["verb"] == "answer"
            if step["verb"] != "answer":
                self.carry_on = None
            getattr(self, f"step_{step['verb']}")(step)

    def look(self) -> None:
        """Remembers what is offered now."""
        decision = self.game.decision
        if decision is not None:
            self.offered += [(decision.player, option) for option in decision.options]

    def give(self, answer: Any) -> None:
        turn = self.game.state.one("turn")
        self.game.answer(answer)
        self.pass_empty_phases(turn)

    def pass_empty_phases(self, turn: int) -> None:
        """Passes in that turn where nothing else is possible, up to the last phase that does not end by itself."""
        self.look()
        last = max((at for at, phase in enumerate(self.program.phases) if phase.over is None), default=NONE)
        while (
            (decision := self.game.decision) is not None
            and decision.keys() == [PASS]
            and self.game.state.phase < last
            and self.game.state.one("turn") == turn
        ):
            self.game.answer(PASS)
            self.look()

    def decision(self, wanted: str) -> Decision:
        decision = self.game.decision
        if decision is None:
            raise StepFailed(wanted, "the game is over")
        return decision

    def default(self) -> None:
        """Answers the question at hand as someone would who wants nothing."""
        decision = self.decision("a question")
        keys = decision.keys()
        if decision.kind == "pick some":
            self.give(keys[: decision.least])
        elif decision.kind == "order":
            self.give(keys)
        else:
            self.give(next((key for key in (PASS, NO) if key in keys), keys[0]))

    def play_until(
        self,
        ready: Callable[[Decision], Any],
        wanted: str,
        across_turns: bool = False,
        passed: Passed | None = None,
    ) -> Any:
        """Answers by default until ``ready`` says what it wants of a decision; returns that.

        ``passed`` looks at what it is not, so that a failure can tell what it lacked.
        """
        turn, passed = self.game.state.one("turn"), passed or Passed(self.game)
        for _ in range(MOST_DEFAULTS):
            decision = self.decision(wanted)
            if not across_turns and self.game.state.one("turn") != turn:
                break
            found = ready(decision)
            if found is not None and found is not False:
                return found
            passed.look(decision)
            self.default()
        raise StepFailed(wanted, "it never came" if across_turns else passed.told())

    def option_named(self, decision: Decision, name: str, label: str | None) -> str | None:
        """The key of the option with a label, a key, or a key that ends in the id."""
        for option in decision.options:
            if label is not None and label in (option.label, option.key, id_of(option.key)):
                return option.key
            if label is None and name in (option.key, id_of(option.key)):
                return option.key
        return None

    def action_of(self, decision: Decision, name: str, label: str | None) -> str | None:
        """The key of the option that is named, or of the one action with a label that a record of that id offers."""
        key = self.option_named(decision, name, label)
        if key is not None:
            return key
        wanted = name if label is None else label
        found = [option for option in decision.options if id_of(option.source) == wanted]
        if len({option.label for option in found}) > 1:
            labels = ", ".join(f'"{option.label}"' for option in found)
            raise StepFailed(f"an option {wanted}", f"it offers several: name one of {labels}", refused=False)
        return found[0].key if found else None

    def own(self, step: dict[str, Any], decision: Decision) -> bool:
        return step["who"] is None or decision.player == self.evaluate(step["who"])

    def step_pass(self, step: dict[str, Any]) -> None:
        decision = self.decision("a question to pass")
        if PASS not in decision.keys():
            raise StepFailed("passing is possible", shown(decision))
        self.give(PASS)

    def step_use(self, step: dict[str, Any]) -> None:
        name = step["words"][0] if step["words"] else ""
        label = step["label"]
        wanted = f"an option {label or name}"
        passed = Passed(self.game, label or name)
        self.give(self.play_until(lambda decision: self.action_of(decision, name, label), wanted, passed=passed))

    def step_buy(self, step: dict[str, Any]) -> None:
        name = step["words"][0]
        buying = self.play_until(
            lambda decision: None if decision.nested else self.option_named(decision, name, None),
            f"{name} can be bought",
            passed=Passed(self.game, name, chosen=True),
        )
        self.give(buying)

    def step_reroll(self, step: dict[str, Any]) -> None:
        again = Counter(step["words"])
        self.roll_again(again, self.play_until_dice(again, f"rolling {', '.join(step['words'])} again"))

    def step_keep(self, step: dict[str, Any]) -> None:
        key = self.play_until_dice(None, "a roll to keep from")
        shown_now = Counter(self.faces_shown())
        kept = Counter(step["words"])
        if kept - shown_now:
            raise StepFailed(
                f"dice to keep: {', '.join(kept.elements())}", f"the Roll is {', '.join(shown_now.elements())}"
            )
        self.roll_again(shown_now - kept, key)

    def play_until_dice(self, again: Counter[str] | None, wanted: str) -> str:
        """Plays on to where these dice, or any, can be rolled again; a key of dice, or of the action that asks."""
        return str(
            self.play_until(lambda each: self.dice_key(each, again) or self.leading_to_dice(each, again), wanted)
        )

    def roll_again(self, again: Counter[str], key: str) -> None:
        if again and not key.startswith("dice:"):
            self.give(key)
        self.give((self.dice_key(self.decision("a roll"), again) if again else None) or PASS)

    def leading_to_dice(self, decision: Decision, again: Counter[str] | None) -> str | None:
        """The key of the action behind which these dice, or any, can be chosen: "Roll again" with a label."""
        for key in [] if decision.nested else [each for each in decision.keys() if each.startswith("choice:")]:
            twin = self.game.clone()
            twin.answer(key)
            if twin.decision is not None and twin.decision.nested and self.dice_key(twin.decision, again):
                return key
        return None

    def faces_shown(self) -> list[str]:
        machine = self.game.machine
        return [
            self.program.faces[machine.st.get("dice", die)].id for die in machine.dice_pool.roll_of(machine.st.active)
        ]

    def dice_key(self, decision: Decision, faces: Counter[str] | None) -> str | None:
        """The key of the choice of dice that show these faces, or of any choice of dice."""
        for key in decision.keys():
            kind, _, rest = key.partition(":")
            if kind == "dice" and faces in (None, Counter(rest.partition("#")[0].split("+"))):
                return key
        return None

    def step_resolve(self, step: dict[str, Any]) -> None:
        words = step["words"]
        if words == ["all"]:
            self.play_until(
                lambda decision: bool(face_keys(decision)) and not decision.nested, "the Roll can be resolved"
            )
            self.resolve_all()
            return
        for word in words:
            self.give(
                self.play_until(
                    lambda decision, word=word: self.option_named(decision, f"face:{word}", None),  # type: ignore[misc]
                    f"{word} can be resolved",
                )
            )

    def resolve_all(self) -> None:
        """Resolves every face in order; a question in between waits for the example's answer."""
        turn = self.game.state.one("turn")
        while self.game.decision is not None and self.game.state.one("turn") == turn:
            decision = self.game.decision
            keys = face_keys(decision)
            if decision.nested:
                if self.next_answers:
                    self.carry_on = self.resolve_all
                    return
                self.default()
            elif keys:
                self.give(keys[0])
            else:
                return

    def step_answer(self, step: dict[str, Any]) -> None:
        wanted = f"a question that {step['label'] or ' '.join(step['words'])} answers"
        decision = self.decision(wanted)
        if decision.keys() == [PASS] and step["words"] != [PASS]:
            self.give(PASS)
            decision = self.decision(wanted)
        if not self.own(step, decision):
            raise StepFailed(wanted, f"somebody else is asked: {shown(decision)}")
        self.give(self.answer_for(step, decision, wanted))
        if self.carry_on is not None:
            carry_on, self.carry_on = self.carry_on, None
            carry_on()

    def answer_for(self, step: dict[str, Any], decision: Decision, wanted: str) -> Any:
        names, label = step["words"], step["label"]
        if decision.kind in ("pick some", "order"):
            keys = [self.option_named(decision, name, None) for name in names if name != "none"]
            if None in keys:
                raise StepFailed(wanted, shown(decision))
            return keys
        name = names[0] if names else ""
        key = self.dice_key(decision, Counter(names)) if len(names) > 1 else None
        key = key or self.action_of(decision, name, label) or self.yes_or_no(decision, name)
        key = key or self.dice_key(decision, Counter(names))
        if key is None:
            of_a_choice = not decision.nested and label is None and name not in (YES, NO, PASS)
            alone = "; where there is one candidate alone, nobody is asked" if of_a_choice else ""
            raise StepFailed(wanted, f"{shown(decision)}{alone}")
        return key

    @staticmethod
    def yes_or_no(decision: Decision, name: str) -> str | None:
        """``yes`` takes the only thing that is offered, ``no`` declines, whatever their keys are."""
        others = [key for key in decision.keys() if key not in (PASS, NO)]
        if name == YES and len(others) == 1:
            return others[0]
        if name == NO and PASS in decision.keys():
            return PASS
        return None

    def step_end(self, step: dict[str, Any]) -> None:
        """``end phase``, ``end turn``: the end of a turn leads up to what can be done in the next one."""
        what = step["words"][0]
        turn, phase = self.game.state.one("turn"), self.game.state.phase
        for _ in range(MOST_DEFAULTS):
            now = self.game.state
            if now.one("turn") != turn and what == "turn":
                return self.pass_empty_phases(now.one("turn"))
            if self.game.decision is None or now.one("turn") != turn or (what == "phase" and now.phase != phase):
                return
            if self.game.decision.nested and self.next_answers:
                return
            self.default()

    def step_play(self, step: dict[str, Any]) -> None:
        """``play to PHASE [of P]``, ``play to turn of P``."""
        words = [word for word in step["words"] if word != "to"]
        whose = None if step["who"] is None else self.evaluate(step["who"])
        self.play_until(lambda decision: self.is_there(decision, words[0], whose), f"{' '.join(step['words'])}", True)
        if words[0] == "turn":
            self.pass_empty_phases(self.game.state.one("turn"))

    def is_there(self, decision: Decision, what: str, whose: int | None) -> bool:
        if whose is not None and self.game.active != whose:
            return False
        return what == "turn" or (decision.phase == what and not decision.nested)

    def evaluate(self, node: list[Any]) -> Any:
        return value(self.game.machine, Frame(0), self.linker.expression(node))


def with_abilities(program: Program, linker: Linker) -> Program:
    """The program, able to run the lasting effects that an example's ``given`` starts."""
    if not linker.abilities:
        return program
    number = max(len(program.abilities), *(found + 1 for found in linker.abilities))
    known = dict(enumerate(program.abilities)) | linker.abilities
    return replace(program, abilities=tuple(known.get(each, program.setup) for each in range(number)))
