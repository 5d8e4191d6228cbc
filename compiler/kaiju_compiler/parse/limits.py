"""How large a text may be. Checked before Lark sees it, so that no text can exhaust the stack."""

from __future__ import annotations

from kaiju_compiler.parse.places import Names
from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.parse.scan import Line, Scan
from kaiju_compiler.source import Span, Text

MAX_CHARACTERS = 16 * 1024
MAX_TOKENS = 5_000
MAX_DEPTH = 64
"""How deep blocks and parentheses may stand in one another."""
MAX_OPERATORS = 64
"""How many operators and joints a line may have; each makes the tree one deeper at most."""

_JOINTS = frozenset("+ - * / = != < <= > >= . in and or not of where".split())
_SAMPLES = {
    "effect": "when {event}: gain 1 {counter}",
    "statements": "set you.{counter} to 3",
    "claims": "you.{counter} = 3",
    "checks": "always you.{counter} <= 12",
    "expression": "you.{counter} + 1",
}


def check_length(text: Text, start: str, names: Names) -> SyntaxProblem | None:
    """A problem if the text is too long, or says nothing."""
    if len(text.value) > MAX_CHARACTERS:
        message = f"this text has {len(text.value)} characters; {MAX_CHARACTERS} are allowed"
        help = "split it, or move what is shared into a procedure of the mode"
        return SyntaxProblem("syntax-too-long", message, _first(text), help)
    if all(line.lstrip(" \t").startswith("#") or not line.strip(" \t") for line in text.value.split("\n")):
        help = "write at least one line, or leave the field out"
        return names.problem("syntax-empty", "this text says nothing", _first(text), help, _SAMPLES[start])
    return None


def _first(text: Text) -> Span:
    return text.span(0, min(1, len(text.value)))


def check_size(scan: Scan, start: str) -> SyntaxProblem | None:
    """A problem if there are too many words, or if lines or parentheses stand too deep."""
    count = scan.word_count()
    if count > MAX_TOKENS:
        message = f"this text has {count} words and signs; {MAX_TOKENS} are allowed"
        return SyntaxProblem(
            "syntax-too-many-tokens", message, _first(scan.text), "split it, or move what is shared into a procedure"
        )
    return next((problem for line in scan.lines if (problem := _check_line(scan, line))), None)


def _check_line(scan: Scan, line: Line) -> SyntaxProblem | None:
    depth, operators = line.level, 0
    for word in line.words:
        depth += (word.text == "(") - (word.text == ")")
        operators += word.text in _JOINTS
        if depth > MAX_DEPTH or operators > MAX_OPERATORS:
            message = f"blocks and parentheses stand more than {MAX_DEPTH} deep here"
            if operators > MAX_OPERATORS:
                message = f"this line has more than {MAX_OPERATORS} operators"
            span = scan.text.span(word.start, word.end)
            return SyntaxProblem(
                "syntax-too-deep", message, span, "name parts of it with `let`, or `define` a procedure"
            )
    return None
