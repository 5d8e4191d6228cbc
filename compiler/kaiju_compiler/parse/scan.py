"""A first look at a text: its lines and words, and every character that fits nowhere.

Lark's lexer stops at the first such character; here all of them are found, each with advice. What
passes has only words, numbers, labels and signs that the grammar knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kaiju_compiler.limits import MAX_INTEGER
from kaiju_compiler.parse.advice import describe_character, describe_operator
from kaiju_compiler.parse.grammar import reserved_words
from kaiju_compiler.parse.places import Names
from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.parse.samples import CHOOSE_ONE
from kaiju_compiler.source import Text

_TOKEN = re.compile(
    r"""(?P<space>[ ]+)
      | (?P<comment>\#.*)
      | (?P<label>"[^"]*")
      | (?P<unclosed>".*)
      | (?P<quote>[“”„‟«»][^“”„‟«»"]*[“”„‟«»"]?|(?<!\w)['‘‚`][^'‘’`]*['‘’`]|[‘’‚'`´])
      | (?P<number>[0-9]\w*(?:\.[0-9]\w*)*)
      | (?P<word>[^\W\d]\w*)
      | (?P<operator>&&|\|\||<>|<=>|=<|=>|->|--|\+\+|\*\*|//|:=|==+|!==|[-+*/]=|!(?!=)|[&|%^~≠≤≥−–—×÷·→])
      | (?P<sign>!=|<=|>=|[=<>+\-*/(),:;])
      | (?P<dot>\.)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number, label or sign; ``start`` and ``end`` are offsets in the text."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(slots=True)
class Line:
    """A line that says something."""

    words: list[Word]
    indent: int
    level: int = 0
    """How many blocks it stands in; set by ``layout``."""
    bad: bool = False
    """It has a problem already, so the grammar gets a stand-in for it."""

    @property
    def head(self) -> str:
        return self.words[0].text

    @property
    def opens_block(self) -> bool:
        return self.words[-1].text == ":"

    def start(self) -> int:
        return self.words[0].start

    def end(self) -> int:
        return self.words[-1].end


@dataclass(slots=True)
class Scan:
    """The lines of a text and the problems found while looking at its characters."""

    text: Text
    names: Names
    lines: list[Line] = field(default_factory=list)
    problems: list[SyntaxProblem] = field(default_factory=list)

    def report(self, code: str, message: str, start: int, end: int, help: str, sample: str | None = None) -> None:
        self.problems.append(self.names.problem(code, message, self.text.span(start, end), help, sample))

    def word_count(self) -> int:
        return sum(len(line.words) for line in self.lines)


def scan(text: Text, names: Names) -> Scan:
    """Cut a text into lines of words. A line with a wrong character is marked ``bad``."""
    result = Scan(text, names)
    start = 0
    for content in text.value.split("\n"):
        _scan_line(result, content, start)
        start += len(content) + 1
    return result


def _scan_line(result: Scan, content: str, start: int) -> None:
    before = len(result.problems)
    stripped = content.lstrip(" \t")
    margin = content[: len(content) - len(stripped)]
    words = _words(result, stripped, start + len(margin))
    if "\t" in margin:
        _report_tab(result, start + margin.index("\t"))
    if not words:
        return
    _check_parentheses(result, words)
    line = Line(words, len(margin.expandtabs(2)), bad=len(result.problems) > before)
    result.lines.append(line)


def _report_tab(result: Scan, at: int) -> None:
    help = "indent with two spaces for each block"
    result.report("syntax-tab", "a tab stands in the margin", at, at + 1, help, "when {event}:\n  gain 1 {counter}")


def _words(result: Scan, content: str, offset: int) -> list[Word]:
    """The words of a line; each wrong one is reported and kept, so that the line still has its shape."""
    words = []
    for match in _TOKEN.finditer(content):
        kind, start, end = str(match.lastgroup), offset + match.start(), offset + match.end()
        if kind in ("space", "comment"):
            continue
        words.append(Word(kind, match.group(), start, end))
        if check := _CHECKS.get(kind):
            check(result, match, start, end)
    return words


def _check_label(result: Scan, match: re.Match[str], start: int, end: int) -> None:
    label = match.group()[1:-1]
    if not label.strip():
        help = "write what the player reads when asked"
        result.report("syntax-quote", "this label is empty", start, end, help, CHOOSE_ONE)
    elif not label.isprintable():
        at = next(i for i, char in enumerate(label) if not char.isprintable()) + start + 1
        result.report("syntax-character", "a label holds an invisible character", at, at + 1, "remove it")


def _check_unclosed(result: Scan, match: re.Match[str], start: int, end: int) -> None:
    help = 'close the label with `"` on the same line'
    result.report("syntax-unclosed", "this quote is never closed", start, start + 1, help, CHOOSE_ONE)


def _check_quote(result: Scan, match: re.Match[str], start: int, end: int) -> None:
    text = match.group()
    if len(text) > 1:
        result.report("syntax-quote", "a label stands in straight double quotes", start, end, f'write "{text[1:-1]}"')
        return
    whose = result.names.fill("`{counter} of {rival|active}`")
    help = f'a label stands in straight double quotes, "Stay"; what belongs to somebody is said {whose}'
    if match.string[: match.start()].endswith("can") and match.string[match.end() :].startswith("t"):
        help = "write `cannot`"
    result.report("syntax-quote", f"the language has no sign {text}", start, end, help)


def _check_number(result: Scan, match: re.Match[str], start: int, end: int) -> None:
    text = match.group()
    if text.isascii() and text.isdigit():
        digits = text.lstrip("0")
        if len(digits) <= len(str(MAX_INTEGER)) and int(digits or "0") <= MAX_INTEGER:
            return
        message, help = "this number is too large", f"the largest number is {MAX_INTEGER}"
    elif "." in text:
        message, help = f"{text} is no whole number", "numbers are whole; `/` divides and rounds down"
    else:
        message, help = (
            f"{text} is neither a number nor a name",
            "put a space behind a number; a name begins with a letter",
        )
    result.report("syntax-number", message, start, end, help, "gain you.{another counter} / 2 {counter}")


def _check_word(result: Scan, match: re.Match[str], start: int, end: int) -> None:
    text = match.group()
    if text.isascii():
        if text != text.lower():
            if match.string[: match.start()].split()[-1:] in (["offered"], ["refused"]):
                said = f"what is {match.string[: match.start()].split()[-1]} stands in quotes"
                result.report("syntax-upper-case", said, start, end, f'write "{text}"')
                return
            kind = "words of the language" if text.lower() in reserved_words() else "names"
            result.report("syntax-upper-case", f"{kind} are written small", start, end, f"write `{text.lower()}`")
        return
    at = start + next(i for i, char in enumerate(text) if not char.isascii())
    help = "names are made of a to z, 0 to 9 and _; what players read is written in the record's `name`"
    result.report("syntax-character", f"`{text}` holds the letter {text[at - start]}", at, at + 1, help)


def _check_operator(result: Scan, match: re.Match[str], start: int, end: int) -> None:
    message, help, sample = describe_operator(match.group())
    result.report("syntax-operator", message, start, end, result.names.fill(help), sample)


def _check_dot(result: Scan, match: re.Match[str], start: int, end: int) -> None:
    content, at = match.string, match.start()
    left = content[at - 1] if at else " "
    right = content[at + 1 : at + 2]
    if (left.isalnum() or left in "_)") and (right.isalpha() or right == "_"):
        return
    help = "a dot joins a thing and what it has without spaces, as in `you.{counter}`; a line needs no full stop"
    sample = "gain you.{another counter} {counter}"
    result.report("syntax-character", "this dot joins nothing", start, end, result.names.fill(help), sample)


def _check_other(result: Scan, match: re.Match[str], start: int, end: int) -> None:
    message, help = describe_character(match.group())
    result.report("syntax-character", message, start, end, help)


_CHECKS = {
    "label": _check_label,
    "unclosed": _check_unclosed,
    "quote": _check_quote,
    "number": _check_number,
    "word": _check_word,
    "operator": _check_operator,
    "dot": _check_dot,
    "other": _check_other,
}


def _check_parentheses(result: Scan, words: list[Word]) -> None:
    opened: list[Word] = []
    sample = "gain max(you.{another counter} - 2, 0) {counter}"
    for word in words:
        if word.text == "(":
            opened.append(word)
        elif word.text == ")" and not opened:
            help = "remove it, or open it before"
            result.report("syntax-unclosed", "this `)` closes nothing", word.start, word.end, help, sample)
        elif word.text == ")":
            opened.pop()
    if words[-1].kind == "unclosed":
        return
    for word in opened:
        help = "close it with `)` on the same line; a sentence ends with its line"
        result.report("syntax-unclosed", "this `(` is never closed", word.start, word.end, help, sample)
