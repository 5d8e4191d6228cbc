"""A question to a person: how it is put, and what the typed line means."""

from __future__ import annotations

import re
import string
from collections import Counter
from dataclasses import dataclass

from kaiju_runtime.answers import Answer
from kaiju_runtime.decisions import Decision, Option
from kaiju_runtime.game import Game
from kaiju_runtime.play.labels import Labels
from kaiju_runtime.play.look import Look
from kaiju_runtime.play.text import cells, in_columns, lines_of_parts, paint, wrapped
from kaiju_runtime.trace import players_of

COMMANDS = {"?": "rules", "u": "undo", "s": "save", "q": "quit", "l": "log", "all": "all"}
WORDS = {"help": "rules", **{word: word for word in ("rules", "undo", "save", "quit", "log")}}
"""The same as whole words, where no option begins so."""
LETTERS = string.ascii_lowercase[: string.ascii_lowercase.index("l")]
"""Names for dice; none of them is a command."""
SAID = (
    "Answer with what stands before an option, or with its name. "
    "Or type: ? or help for these rules, ? and the name of a card or its beginning "
    "(or the number of an option) for all of its text, "
    "u or undo, s or save, l or log, q or quit."
)
ABOUT = re.compile(r"(?:\?|help\s)\s*(.+)", re.IGNORECASE)
"""What asks for one text: ``? its name``, ``?3``, ``help its name``."""
MANY_DICE = 9
"""From so many sets of dice on, dice are named by letters instead of listing all sets."""


@dataclass(frozen=True)
class Command:
    """Something typed that is no answer; ``text`` says what is wrong if it is nothing at all."""

    name: str
    text: str = ""


class Question:
    """One decision, as it is put to a person."""

    def __init__(self, game: Game, decision: Decision, labels: Labels, look: Look) -> None:
        self.game = game
        self.decision = decision
        self.labels = labels
        self.look = look
        self.options: list[Option] = list(decision.options)
        self.dice = self.lettered_dice()
        if self.dice:
            self.options.sort(key=lambda option: option.key.startswith("dice:"))
        self.names = [labels.option(game, decision, option) for option in self.options]

    # --- putting it ------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The question, what can be answered, and how."""
        who = players_of(self.game)[self.decision.player]
        asked = self.labels.question(self.game, self.decision)
        lines = [f"{paint(who, str(self.decision.player))}, {paint(asked, 'title')}"]
        if self.dice:
            lines += self.dice_lines()
        else:
            lines += self.all_options()
        return [*lines, *(f"  {paint(line, 'dim')}" for line in lines_of_parts(self.hints(), self.look.width - 2))]

    def all_options(self) -> list[str]:
        """Every option with its number."""
        width = len(str(len(self.options)))
        entries = [f"  {number:>{width}}  {name}" for number, name in enumerate(self.names, 1)]
        if max(map(cells, entries)) > 38 and len(entries) <= 30:
            return [line for entry in entries for line in folded(entry, width + 4, self.look.width)]
        return in_columns(entries, self.look.width)

    def dice_lines(self) -> list[str]:
        faces = {face.id: face.name for face in self.game.program.faces}
        named = [f"{paint(letter, 'mark')} {faces[face]}" for letter, face in self.dice.items()]
        dice = [f"  {line}" for line in lines_of_parts(named, self.look.width - 2, 2)]
        numbered = list(enumerate(zip(self.options, self.names, strict=True), 1))
        others = [f"  {number}  {name}" for number, (option, name) in numbered if not option.key.startswith("dice:")]
        first = next((name, option.label) for _, (option, name) in numbered if option.key.startswith("dice:"))
        verb = first[0].removesuffix(first[1]).strip(" :") or "Choose"
        example = "".join(list(self.dice)[1:3])
        how = [*f"{verb}: type the letters of the dice, such as".split(), paint(example, "mark")]
        return [*dice, *(f"  {line}" for line in lines_of_parts(how, self.look.width - 2, 1)), *others]

    def hints(self) -> list[str]:
        decision = self.decision
        how = "number"
        if decision.kind == "pick some":
            least, most = decision.least, decision.most
            how = f"{least} numbers" if least == most else f"{least} to {most} numbers"
            how += " (none: 0)" if not least else ""
        elif decision.kind == "order":
            how = "all numbers in your order"
        every = [f"all {len(self.options)} sets"] if self.dice else []
        return [how, "? help", "? CARD text", *every, "u undo", "s save", "l log", "q quit"]

    def lettered_dice(self) -> dict[str, str]:
        """The dice that can be chosen, by letter, where there are too many sets of them to list."""
        sets = [Counter(faces_of(option)) for option in self.options if option.key.startswith("dice:")]
        if len(sets) < MANY_DICE or self.decision.kind != "pick one":
            return {}
        together: Counter[str] = Counter()
        for each in sets:
            together |= each
        order = [face.id for face in self.game.program.faces]
        faces = sorted(together.elements(), key=order.index)
        return dict(zip(LETTERS, faces, strict=False)) if len(faces) <= len(LETTERS) else {}

    def rules(self) -> list[str]:
        """The rules text of what is on offer."""
        lines: list[str] = []
        for name, text in self.labels.explained(self.game, self.decision):
            lines += [f"  {paint(name, 'title')}", *(f"    {line}" for line in wrapped(text, self.look.width - 6))]
        lines = lines or ["  There is no rules text for this question."]
        return [*lines, "", *(f"  {line}" for line in wrapped(SAID, self.look.width - 4))]

    def text_of(self, named: str) -> list[str]:
        """The whole text of what a name, or the number of an option, means."""
        number = int(named) if named.isascii() and named.isdigit() and len(named) < 6 else 0
        if 1 <= number <= len(self.options):
            option = self.options[number - 1]
            source = option.source
            found = (
                [(self.labels.name(source), self.labels.text(source))] if source else self.labels.named(option.label)
            )
            found = found or [(option.label, "")]
        else:
            found = self.labels.named(named)
        if not found:
            return [paint(f"Nothing here is called {named!r}.", "bad")]
        names = sorted({name for name, _ in found})
        if len(names) > 1:
            return [f"  {line}" for line in wrapped(f"Several begin so: {', '.join(names)}.", self.look.width - 4)]
        texts = [text or "There is no rules text." for _, text in found]
        lines = [line for text in texts for line in wrapped(text, self.look.width - 6)]
        return [f"  {paint(names[0], 'title')}", *(f"    {line}" for line in lines)]

    # --- reading ---------------------------------------------------------------------------------

    def read(self, typed: str) -> Answer | Command:
        """The answer or the command that a typed line means."""
        line = typed.strip()
        if line.lower() in COMMANDS:
            return Command(COMMANDS[line.lower()])
        if line.lower() in WORDS and self.one(line) is None:
            return Command(WORDS[line.lower()])
        if (about := ABOUT.fullmatch(line)) and self.one(line) is None:
            return Command("text", " ".join(about[1].split()))
        if not line:
            return Command("wrong", f"{self.wanted()}, or ? for the rules.")
        if self.decision.kind == "number":
            return self.read_number(line)
        if self.decision.kind in ("pick some", "order"):
            return self.read_several(line)
        found = self.one(line) or self.dice_set(line)
        return found or Command("wrong", f"There is no option {line!r}. {self.wanted()}, or ?.")

    def wanted(self) -> str:
        """What can be typed, as far as it is listed."""
        if self.dice:
            return f"Type the letters of dice, a number from 1 to {len(self.options)}"
        return f"Type a number from 1 to {len(self.options)}"

    def read_number(self, line: str) -> Answer | Command:
        if line.isascii() and line.isdigit() and self.decision.least <= int(line) <= self.decision.most:
            return int(line)
        return Command("wrong", f"Type a number from {self.decision.least} to {self.decision.most}.")

    def read_several(self, line: str) -> Answer | Command:
        if line.lower() in ("none", "0"):
            return []
        words = line.replace(",", " ").split()
        keys = [self.one(word) for word in words]
        if None in keys:
            wrong = words[keys.index(None)]
            return Command("wrong", f"There is no option {wrong!r}. Type numbers with blanks between them.")
        return [key for key in keys if key is not None]

    def one(self, word: str) -> str | None:
        """The key that a number, a key or the beginning of a name means."""
        if word.isascii() and word.isdigit():
            number = int(word) if len(word) < 6 else 0
            return self.options[number - 1].key if 1 <= number <= len(self.options) else None
        keys = [option.key for option in self.options]
        if word in keys:
            return word
        begun = [
            option.key
            for option, name in zip(self.options, self.names, strict=True)
            if word.lower() in (option.label.lower(), name.lower()) or option.key.partition(":")[2] == word
        ]
        begun = begun or [
            option.key
            for option, name in zip(self.options, self.names, strict=True)
            if len(word) > 1 and name.lower().startswith(word.lower())
        ]
        return begun[0] if len(begun) == 1 else None

    def dice_set(self, word: str) -> str | None:
        """The key of the set of dice whose letters these are."""
        letters = word.lower().replace(" ", "").replace(",", "")
        if not self.dice or len(set(letters)) != len(letters) or not set(letters) <= set(self.dice):
            return None
        wanted = Counter(self.dice[letter] for letter in letters)
        return next(
            (
                option.key
                for option in self.options
                if option.key.startswith("dice:") and Counter(faces_of(option)) == wanted
            ),
            None,
        )


def faces_of(option: Option) -> list[str]:
    """The faces in the key of an option for dice."""
    faces = option.key.partition(":")[2].partition("#")[0]
    return [] if faces == "none" else faces.split("+")


def folded(entry: str, indent: int, width: int) -> list[str]:
    """A long entry on several lines."""
    first, *more = wrapped(entry.strip(), width - indent, 3)
    return [entry[: len(entry) - len(entry.lstrip())] + first, *(" " * (indent + 2) + line for line in more)]
