"""The steps of an example's ``do``: a line each, read word by word, as data for the runtime.

Steps name options by their keys (``dice:FACE+FACE``), which are no words of the effect language;
therefore they have this small reader of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.collect.texts import diagnostic
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.resolve.labels import unknown_label
from kaiju_compiler.resolve.types import SECOND_SEAT
from kaiju_compiler.source import Span, Text
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.symbols import Scope

SAMPLES = {
    "keep": "keep {face} {face}",
    "reroll": "reroll {face}",
    "pass": "pass",
    "resolve": "resolve all",
    "use": 'use "{label}"',
    "buy": "buy {piece}",
    "answer": "answer no",
    "end": "end turn",
    "play": "play to {phase}",
}
"""Every step by its verb, with one as it is written; braces stand for a name of the mode."""
NO_STEPS = {
    "roll": "what is thrown stands in `dice:`, a list for each roll; dice are thrown by themselves",
    **dict.fromkeys(
        ["choose", "pick", "select", "target"],
        "what is chosen is the answer to what is asked: `answer yes`, or with the id or the label of an option",
    ),
    **dict.fromkeys(
        ["move", "set", "gain", "lose", "discard"],
        "how things lie is said in `given:`; a step is what a player decides",
    ),
}
"""Words that begin no step, and where what they say belongs."""
_THIRD = {"pass": "passes"} | {verb: f"{verb}s" for verb in SAMPLES if verb != "pass"}
VERBS = {word: verb for verb in SAMPLES for word in (verb, _THIRD[verb])}
"""Verbs by both forms."""
ANSWERS = ("yes", "no", "pass", "none")
ALL = "all"
_TOKEN = re.compile(r'#[^\n]*|"(?P<label>[^"\n]*)"?|(?P<word>[^\s"#][^\s"]*)|\n')
_SEVERAL = 64


@dataclass(frozen=True)
class Word:
    """A word or label of a step."""

    text: str
    span: Span
    label: bool = False


@dataclass
class Steps:
    """Reads steps; ``data`` is what the runtime gets, one entry a step."""

    scope: Scope
    monsters: list[str]
    data: list[dict[str, Any]] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)

    def read(self, text: Text) -> None:
        """Adds the steps of a ``do``."""
        for line in lines(text):
            self.step(line)

    def step(self, line: list[Word]) -> None:
        """Adds the step of one line, or tells what is wrong with it."""
        who = None
        if len(line) > 1 and line[0].text not in VERBS and line[1].text in VERBS:
            who = self.seat(line.pop(0))
        first = line[0]
        verb = None if first.label else VERBS.get(first.text)
        if verb is None:
            help = NO_STEPS.get(first.text) or did_you_mean(first.text, VERBS) or f"steps are {', '.join(SAMPLES)}"
            self.wrong(first.span, f"there is no step '{first.text}'", help)
            return
        step = {"verb": verb, "who": who, "words": [], "label": None, "line": first.span.line}
        self.data.append(step)
        if verb == "play":
            self.play(line, step)
        elif len(line) == 2 and line[1].label and verb in ("use", "answer"):
            step["label"] = line[1].text
            problem = unknown_label(self.scope, line[1].text, line[1].span)
            self.found += [] if problem is None else [diagnostic(problem)]
        else:
            self.operands(verb, line, step)

    def seat(self, subject: Word) -> list[Any] | None:
        """The player who does a step, as a program node; ``None`` is whoever is asked."""
        if subject.text == "you":
            return ["you"]
        if subject.text == "rival":
            return ["rival"] if self.scope.two_players else list(SECOND_SEAT)
        if subject.text in self.monsters:
            return ["seat_ref", self.monsters.index(subject.text) + 1]
        known = ["you", "rival", *self.monsters]
        help = did_you_mean(subject.text, known) or f"write one of {', '.join(known)}"
        self.wrong(subject.span, f"'{subject.text}' is no player of this example", help)
        return None

    # --- what a step names ---

    def operands(self, verb: str, line: list[Word], step: dict[str, Any]) -> None:
        """The words behind the verb, each known, and as many as the verb takes."""
        rest = line[1:]
        known, least, most = self.allowed(verb)
        if self.meant_a_label(verb, rest):
            return
        wrong = [word for word in rest[:most] if word.label or not (word.text in known or self.is_key(verb, word))]
        step["words"] += [word.text for word in rest[:most] if word not in wrong]
        for word in wrong:
            help = did_you_mean(word.text, known) or self.sample(verb)
            if verb == "resolve" and word.text.isdecimal():
                help = "a face is resolved with all of its symbols: leave the number out"
            self.wrong(word.span, f"'{word.text}' is nothing that one can {verb} here", help)
        if len(rest) < least:
            self.wrong(line[0].span, f"something is missing behind '{line[0].text}'", self.sample(verb))
        elif len(rest) > most and not wrong:
            self.wrong(rest[most].span, f"there is too much behind '{line[0].text}'", self.sample(verb))

    def allowed(self, verb: str) -> tuple[list[str], int, int]:
        """The words that may follow a verb, and how many at least and at most."""
        faces, pieces, spaces = (self.scope.names(kind) for kind in ("face", "piece", "space"))
        things = [*faces, *pieces, *spaces]
        return {
            "keep": (faces, 0, _SEVERAL),
            "reroll": (faces, 1, _SEVERAL),
            "pass": ([], 0, 0),
            "resolve": ([ALL, *things], 1, 1),
            "use": (things, 1, 1),
            "buy": (pieces, 1, 1),
            "answer": ([*ANSWERS, *things, *self.scope.names("counter")], 1, _SEVERAL),
            "end": (["turn", "phase"], 1, 1),
        }[verb]

    def meant_a_label(self, verb: str, rest: list[Word]) -> bool:
        """Whether some words are a label without its quotes, which is told."""
        said = " ".join(word.text for word in rest)
        meant = [each for each in sorted(self.scope.labels) if each.lower() == said.lower()]
        if verb not in ("use", "answer") or not meant or any(word.label for word in rest):
            return False
        if said in self.allowed(verb)[0]:
            return False
        self.wrong(
            rest[0].span.to(rest[-1].span), f"the label '{meant[0]}' has no quotes", f'write {verb} "{meant[0]}"'
        )
        return True

    def is_key(self, verb: str, word: Word) -> bool:
        """Whether a word is a number, or the key of an option whose parts are known: ``dice:FACE+FACE``."""
        if verb not in ("answer", "use"):
            return False
        kind, _, rest = word.text.partition(":")
        if not rest:
            return verb == "answer" and word.text.isdecimal()
        rest = rest.partition("#")[0]
        if kind == "dice":
            return all(self.scope.find("face", each) for each in rest.split("+"))
        if kind in ("face", "space", "phase", "counter"):
            return self.scope.find(kind, rest.rstrip("~")) is not None
        if self.scope.find("kind", kind) is not None:
            return self.scope.find("piece", rest.partition("/")[0]) is not None
        return kind in ("choice", "player", "seat")

    def play(self, line: list[Word], step: dict[str, Any]) -> None:
        """``play to PHASE``, ``play to turn of rival``: the player is ``who``, the phase or ``turn`` the word."""
        words = [word.text for word in line]
        sample = self.sample("play")
        if len(line) not in (3, 5) or words[1] != "to" or (len(line) == 5 and words[3] != "of"):
            self.wrong(line[0].span, "'play' says up to where", sample)
            return
        if len(line) == 5:
            step["who"] = self.seat(line[4])
        known = ["turn", *self.scope.names("phase")]
        if words[2] in known:
            step["words"].append(words[2])
        else:
            self.wrong(line[2].span, f"there is no phase '{words[2]}'", did_you_mean(words[2], known) or sample)

    def sample(self, verb: str) -> str:
        """How a step is written, in names of the mode."""
        names = {kind: next(iter(self.scope.names(kind)), kind.upper()) for kind in ("face", "piece", "phase")}
        label = min(self.scope.labels, default="LABEL")
        return f"for example: {SAMPLES[verb].format(**names, label=label)}"

    def wrong(self, span: Span, message: str, help: str) -> None:
        self.found.append(error("example-step", message, span, help=help))


def lines(text: Text) -> list[list[Word]]:
    """The words of each line that has any; ``#`` begins a comment."""
    found: list[list[Word]] = [[]]
    for match in _TOKEN.finditer(text.value):
        if match.group() == "\n":
            found.append([])
        elif match["label"] is not None:
            found[-1].append(Word(match["label"], text.span(match.start(), match.end()), True))
        elif match["word"] is not None:
            found[-1].append(Word(match["word"], text.span(match.start(), match.end())))
    return [line for line in found if line]
