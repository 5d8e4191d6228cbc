"""Blocks: the level of every line, and what is wrong with the margins.

After this the lines form a proper outline, whatever was wrong: a line that fits nowhere counts to the
nearest block, so that one bad margin is one problem.
"""

from __future__ import annotations

from kaiju_compiler.parse.samples import BY_WORD, CHOOSE_ONE
from kaiju_compiler.parse.scan import Line, Scan

_BLOCK = "when {event}:\n  gain 1 {counter}"
_HEADERS = frozenset(
    ["when", "before", "as", "action", "define", "first", "once", "next", "if", "else", "may", "for", "repeat"]
)
"""First words of lines that end with a colon."""


def lay_out(scan: Scan) -> None:
    """Set ``level`` of every line; report margins that fit nowhere and blocks that are missing or too many."""
    margins = [(scan.lines[0].indent, 0)]
    if scan.lines[0].indent:
        _report_margin(scan, scan.lines[0], "the first line is indented", "begin it at the margin")
    previous: Line | None = None
    for line in scan.lines:
        if previous is not None:
            _place(scan, line, previous, margins)
        line.level = margins[-1][1]
        previous = line
    _check_blocks(scan)
    _check_else(scan)


def _place(scan: Scan, line: Line, previous: Line, margins: list[tuple[int, int]]) -> None:
    """Bring ``margins`` (indent and level of each open block) to the line."""
    if line.indent > margins[-1][0]:
        opened = previous.opens_block or _lacks_colon(previous)
        if not opened:
            _report_deeper(scan, line, previous)
        margins.append((line.indent, margins[-1][1] + (opened or _has_body(previous))))
        return
    if line.indent < margins[0][0]:  # the first line was at fault, and is reported
        margins[:] = [(line.indent, 0)]
    level = margins[-1][1]
    while len(margins) > 1 and margins[-1][0] > line.indent:
        level = margins.pop()[1]
    if margins[-1][0] != line.indent:
        _report_margin(
            scan, line, "this margin fits no line above", "begin the line where the lines of its block begin"
        )
        margins.append((line.indent, level))


def _lacks_colon(line: Line) -> bool:
    """Whether a line would open a block if it ended with a colon; that one is missing the grammar will say."""
    texts = _texts(line)
    asks = texts[-1] == "one" and texts[-2:-1] in (["choose"], ["chooses"])
    return ":" not in texts and (line.head in _HEADERS or "may" in texts or asks or line.words[-1].kind == "label")


def _texts(line: Line) -> list[str]:
    return [word.text for word in line.words]


def _has_body(line: Line) -> bool:
    """Whether a header and its statement stand on this line."""
    return ":" in _texts(line) and line.head != "modify"


def _report_deeper(scan: Scan, line: Line, previous: Line) -> None:
    if _has_body(previous):
        previous.bad = True
        colon = next(word for word in previous.words if word.text == ":")
        message = "statements stand both behind this colon and in a block below"
        help = "put all of them in the block"
        scan.report("syntax-two-blocks", message, colon.start, colon.end, help, _BLOCK)
        return
    message = "this line is indented, but the line before opens no block"
    help = "begin it where the line before begins, or end that line with `:`"
    _report_margin(scan, line, message, help)


def _report_margin(scan: Scan, line: Line, message: str, help: str) -> None:
    word = line.words[0]
    scan.report("syntax-indent", message, word.start, word.end, help, _BLOCK)


def _check_blocks(scan: Scan) -> None:
    for line, following in zip(scan.lines, [*scan.lines[1:], None], strict=True):
        if not line.opens_block or line.bad:
            continue
        colon = line.words[-1]
        if line.head == "modify":
            continue
        if following is None or following.level <= line.level:
            line.bad = True
            message = "a block is missing behind this colon"
            help = "write a statement behind the colon, or a block below it, two spaces further in"
            scan.report("syntax-missing-block", message, colon.start, colon.end, help, _BLOCK)


def _words_before(scan: Scan, line: Line) -> list[str]:
    """The words of the header or statement before a line, at the same margin."""
    before = [each for each in scan.lines if each.level == line.level and each.start() < line.start()]
    return [word.text for word in before[-1].words] if before else []


def _check_else(scan: Scan) -> None:
    """An ``else`` stands right behind the block of an ``if`` of the same level."""
    last: dict[int, str] = {}
    for line in scan.lines:
        last = {level: head for level, head in last.items() if level <= line.level}
        if line.head == "else" and last.get(line.level) != "if":
            line.bad = True
            word = line.words[0]
            help, sample = "put it right behind the block of its `if`, at the same margin", BY_WORD["_ELSE"]
            if "may" in _words_before(scan, line):
                help = "what else happens is an option: `choose one:` instead of `may`, with a label for each"
                sample = CHOOSE_ONE
            scan.report("syntax-else-without-if", "this `else` has no `if`", word.start, word.end, help, sample)
        last[line.level] = line.head
