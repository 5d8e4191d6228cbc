"""The steps of an example's ``do``: sentences of their own small language, as data for the runtime."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.symbols import Scope
from kaiju_compiler.syntax import Binary, Block, Expression, Label, Name, Number, Of, Phrase, Preposition, Say

SAMPLES = {
    "keep": "keep smash smash heal",
    "reroll": "reroll energy",
    "pass": "pass",
    "resolve": "resolve all",
    "use": 'use "Roll again"',
    "buy": "buy acid_attack",
    "answer": "rival answers no",
    "end": "end turn",
    "play": "play to buy",
}
"""Every step by its verb, with one as it is written."""
_THIRD = {"pass": "passes"} | {verb: f"{verb}s" for verb in SAMPLES if verb != "pass"}
_VERBS = {word: verb for verb in SAMPLES for word in (verb, _THIRD[verb])}
ANSWERS = ("yes", "no", "pass", "none")
ALL = "all"


@dataclass
class Steps:
    """Reads steps; ``data`` is what the runtime gets, one entry a step."""

    scope: Scope
    monsters: list[str]
    data: list[dict[str, Any]] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)

    def read(self, block: Block) -> None:
        """Adds the steps of a ``do``."""
        for statement in block.statements:
            if isinstance(statement, Say):
                self.step(statement.phrase)
            else:
                self.wrong(statement.span, "this is a statement of an effect, and no step", _known())

    def step(self, phrase: Phrase) -> None:
        items = list(phrase.items)
        who = None
        if len(items) > 1 and _word(items[0]) not in _VERBS and _word(items[1]) in _VERBS:
            who = self.seat(items.pop(0))
        written = _word(items[0])
        verb = _VERBS.get(written)
        if verb is None:
            help = did_you_mean(written, _VERBS) or _known()
            self.wrong(items[0].span, f"there is no step '{items[0].span.text}'", help)
            return
        if phrase.as_name is not None:
            self.wrong(phrase.as_name.span, "a step gives nothing a name", f"write {SAMPLES[verb]}")
            return
        step = {"verb": verb, "who": who, "words": [], "label": None, "line": phrase.span.line}
        self.data.append(step)
        self.operands(verb, items, step)

    def seat(self, subject: Expression | Preposition) -> list[Any] | None:
        """The player who does a step, as a program node; ``None`` is the one whose turn it is by default."""
        word = _word(subject)
        if word == "you":
            return ["you"]
        if word == "rival" and self.scope.two_players:
            return ["rival"]
        if word in self.monsters:
            return ["seat_ref", self.monsters.index(word) + 1]
        known = ["you", *(["rival"] if self.scope.two_players else []), *self.monsters]
        self.wrong(subject.span, f"'{subject.span.text}' is no player of this example",
                   did_you_mean(word, known) or f"write one of {', '.join(known)}")
        return None

    # --- what a step names ---

    def operands(self, verb: str, items: list[Expression | Preposition], step: dict[str, Any]) -> None:
        rest = items[1:]
        if verb == "play":
            self.play(items, step)
            return
        if len(rest) == 1 and isinstance(rest[0], Label) and verb in ("use", "answer"):
            step["label"] = rest[0].value
            return
        allowed, most, least = self.allowed(verb)
        for item in rest:
            word = _word(item)
            if allowed is None or word in allowed or (isinstance(item, Number) and verb == "answer"):
                step["words"].append(word)
            else:
                help = did_you_mean(word, allowed) or f"for example: {SAMPLES[verb]}"
                self.wrong(item.span, f"'{item.span.text}' is nothing that one can {verb} here", help)
        if not least <= len(rest) <= most:
            span = items[0].span if len(rest) < least else rest[most].span
            more = "something is missing behind" if len(rest) < least else "there is too much behind"
            self.wrong(span, f"{more} '{items[0].span.text}'", f"for example: {SAMPLES[verb]}")

    def allowed(self, verb: str) -> tuple[list[str], int, int]:
        """The words that may follow a verb, and how many at most and at least."""
        faces, pieces, spaces = (self.scope.names(kind) for kind in ("face", "piece", "space"))
        several = 64
        return {
            "keep": (faces, several, 0),
            "reroll": (faces, several, 1),
            "pass": ([], 0, 0),
            "resolve": ([ALL, *faces, *pieces, *spaces], 1, 1),
            "use": ([*pieces, *faces, *spaces], 1, 1),
            "buy": (pieces, 1, 1),
            "answer": ([*ANSWERS, *faces, *pieces, *spaces, *self.scope.names("counter")], several, 1),
            "end": (["turn", "phase"], 1, 1),
        }[verb]

    def play(self, items: list[Expression | Preposition], step: dict[str, Any]) -> None:
        """``play to PHASE``, ``play to turn of rival``: the player is ``who``, the phase or ``turn`` the word."""
        sample = SAMPLES["play"]
        if len(items) != 3 or not isinstance(items[1], Preposition) or items[1].word != "to":
            self.wrong(items[0].span, "'play' says up to where", f"for example: {sample}")
            return
        goal: Expression | Preposition = items[2]
        if isinstance(goal, Of):
            step["who"] = ["you"] if goal.possessive else self.seat(goal.of)
            goal = goal.name
        allowed = ["turn", *self.scope.names("phase")]
        word = _word(goal)
        if word in allowed:
            step["words"].append(word)
        else:
            self.wrong(goal.span, f"there is no phase '{goal.span.text}'", did_you_mean(word, allowed))

    def wrong(self, span: Span, message: str, help: str) -> None:
        self.found.append(error("example-step", message, span, help=help))


def _word(item: Expression | Preposition | object) -> str:
    """The word that an item is: a name, a number, a space such as ``fame+3``; empty for anything else."""
    match item:
        case Name(id=word):
            return word
        case Number(value=number):
            return str(number)
        case Binary(operator="+" | "-" as sign, left=Name(id=word), right=Number(value=number)):
            return f"{word}{sign}{number}"
    return ""


def _known() -> str:
    return f"steps are {', '.join(SAMPLES)}"


