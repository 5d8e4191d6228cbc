"""Find every independent error: parse, mark the bad line, put a stand-in for it, parse again."""

from __future__ import annotations

from lark import Token, UnexpectedInput

from kaiju_compiler.parse.explain import explain
from kaiju_compiler.parse.grammar import LAYOUT, load
from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.parse.scan import Line, Scan
from kaiju_compiler.parse.situation import Situation
from kaiju_compiler.parse.stand_in import INDENT, children, is_label, parent, stand_in_text

MAX_PROBLEMS = 20
"""After so many problems the rest of a text is not looked at."""


def find_problems(scan: Scan, start: str) -> None:
    """Add to ``scan.problems`` what the grammar has against the lines that are not bad yet."""
    for lines in _pieces(scan.lines, start):
        while len(scan.problems) < MAX_PROBLEMS:
            stop = _first_stop(stand_in_text(scan.text.value, lines, start), start)
            if stop is None:
                break
            index = min(stop.line, len(lines)) - 1
            if lines[index].bad:  # an error that the stand-in did not heal would be found for ever
                break
            scan.problems.append(explain(_situation(scan, lines[index], stop, start)))
            _mark(lines, index, stop)


def _pieces(lines: list[Line], start: str) -> list[list[Line]]:
    """The lines by abilities and statements at the margin, so that an error costs only a parse of its own."""
    if start == "expression":
        return [lines]
    pieces: list[list[Line]] = []
    for line in lines:
        if not pieces or (line.level == 0 and (line.head != "else" or line.bad)):
            pieces.append([])
        pieces[-1].append(line)
    return pieces


def unread(scan: Scan) -> SyntaxProblem:
    """A problem for a text that the grammar refuses for a reason not found: better than silence."""
    word = scan.lines[0].words[0]
    span = scan.text.span(word.start, word.end)
    return SyntaxProblem("syntax-unexpected-word", "this text cannot be read", span, "please report this text as a bug")


class Stop:
    """Where a parse stopped: the tokens of that line, the token that does not fit, and what would."""

    def __init__(self, tokens: list[Token], accepts: frozenset[str]) -> None:
        self.token = tokens[-1]
        self.line = self.token.line or 1
        self.before = [each for each in tokens[:-1] if each.line == self.line and each.type not in LAYOUT]
        self.accepts = accepts


def _first_stop(text: str, start: str) -> Stop | None:
    """Where the grammar stops in a text, or ``None`` if it accepts all of it."""
    parser = load().parse_interactive(text, start=start)
    tokens: list[Token] = []
    try:
        for token in parser.iter_parse():
            tokens.append(token)
        parser.feed_eof(tokens[-1])  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return Stop(tokens, frozenset(parser.accepts()))  # type: ignore[no-untyped-call]
    return None


def _situation(scan: Scan, line: Line, stop: Stop, start: str) -> Situation:
    shift = line.start() - len(INDENT) * line.level - 1

    def span(token: Token) -> tuple[int, int]:
        at = (token.column or 1) + shift
        return at, at + len(token)

    at_end = stop.token.type in LAYOUT or stop.token.type == "$END"
    token = None if at_end else stop.token
    positions = [span(each) for each in stop.before] + ([] if token is None else [span(token)])
    return Situation(scan.text, scan.names, start, line, stop.before, token, positions, stop.accepts)


def _mark(lines: list[Line], index: int, stop: Stop) -> None:
    """Mark a line as bad, and with it those that would only repeat the same error."""
    lines[index].bad = True
    if lines[index].head == "modify":
        for child in children(lines, index):
            child.bad = True
    if stop.accepts == {"STRING"}:
        above = parent(lines, index)
        for sibling in children(lines, above) if above is not None else []:
            sibling.bad = sibling.bad or not is_label(sibling)
