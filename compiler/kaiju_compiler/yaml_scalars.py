"""The scalars of YAML, read together with the file position of each of their characters.

A YAML library tells where a scalar begins, but not where the third word of a folded block stands. So
the five styles are read here: plain, 'single', "double", ``|`` and ``>``. Each function takes the place
where the scalar begins and returns its ``Text`` and the place where it ends. A character of the value
lies where it was typed: that of an escape at its backslash, a folded line end at the line end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from kaiju_compiler.read import FORBIDDEN, describe
from kaiju_compiler.source import Source, Text


@dataclass(frozen=True)
class Fault:
    """Something wrong in a stretch of the file."""

    code: str
    start: int
    end: int
    message: str
    help: str = ""


class Unreadable(Exception):
    """Something so wrong that the rest of the file cannot be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


Report = Callable[[Fault], None]

_BLOCK_CHAR = r"(?:[^ \t\n:]|:(?![ \t\n]|\Z))"
_FLOW_CHAR = r"(?:[^ \t\n:,\[\]{}]|:(?![ \t\n,\[\]{}]|\Z))"
_PLAIN_FIRST = {
    flow: re.compile(rf"[^\n]{char}*+(?:[ \t]++(?!\#){char}++)*+")
    for flow, char in ((False, _BLOCK_CHAR), (True, _FLOW_CHAR))
}
_PLAIN_NEXT = {
    flow: re.compile(rf"(?!\#){char}++(?:[ \t]++(?!\#){char}++)*+")
    for flow, char in ((False, _BLOCK_CHAR), (True, _FLOW_CHAR))
}
_LINE_ENDS = re.compile(r"[ \t]*+\n(?:[ \t]*+\n)*+")
_BLANKS = re.compile(r"[ \t]*+")
_SPACES = re.compile(r" *+")
_DOCUMENT_MARK = re.compile(r"(?:---|\.\.\.)(?=[ \t\n]|\Z)")
_SIMPLE_QUOTED = re.compile(r"'([^'\n]*+)'(?!')|\"([^\"\\\n]*+)\"")
_QUOTED_RUN = {"'": re.compile(r"[^' \t\n]++"), '"': re.compile(r"[^\"\\ \t\n]++")}
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([^xuU])|)")
_SIMPLE_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_BLOCK_HEADER = re.compile(r"[|>](?:([+-])([1-9])?|([1-9])([+-])?)?(?:[ \t]++(?:\#[^\n]*+)?)?(?=\n|\Z)")


class _Builder:
    """Collects the characters of a value with their places."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.parts: list[str] = []
        self.offsets: list[int] = []

    def run(self, start: int, end: int) -> None:
        self.parts.append(self.source.text[start:end])
        self.offsets.extend(range(start, end))

    def put(self, char: str, offset: int) -> None:
        self.parts.append(char)
        self.offsets.append(offset)

    def fold(self, breaks: list[int]) -> None:
        """One line end becomes a space; of several, all but the first remain."""
        if len(breaks) == 1:
            self.put(" ", breaks[0])
        for offset in breaks[1:]:
            self.put("\n", offset)

    def finish(self, end: int) -> Text:
        return Text("".join(self.parts), self.source, (*self.offsets, end))


def _line_ends(text: str, start: int, end: int) -> list[int]:
    return [i for i in range(start, end) if text[i] == "\n"]


# --- plain ---------------------------------------------------------------------------------------


def plain(source: Source, start: int, least: int, flow: bool) -> tuple[Text, int]:
    """A scalar without quotes. Outside brackets, further lines need ``least`` spaces before them."""
    text = source.text
    match = _PLAIN_FIRST[flow].match(text, start)
    end = match.end() if match else start + 1
    builder: _Builder | None = None
    while (more := _next_plain_line(text, end, least, flow)) is not None:
        if builder is None:
            builder = _Builder(source)
            builder.run(start, end)
        builder.fold(_line_ends(text, end, more.start()))
        builder.run(*more.span())
        end = more.end()
    if builder is None:
        return Text(text[start:end], source, range(start, end + 1)), end
    return builder.finish(end), end


def _next_plain_line(text: str, end: int, least: int, flow: bool) -> re.Match[str] | None:
    breaks = _LINE_ENDS.match(text, end)
    if breaks is None:
        return None
    indent = _width(_SPACES, text, breaks.end())
    if (not flow and indent < least) or (indent == 0 and _DOCUMENT_MARK.match(text, breaks.end())):
        return None
    return _PLAIN_NEXT[flow].match(text, breaks.end() + _width(_BLANKS, text, breaks.end()))


def _width(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return 0 if match is None else match.end() - start


# --- quoted --------------------------------------------------------------------------------------


def quoted(source: Source, start: int, least: int, report: Report) -> tuple[Text, int]:
    """A scalar in single or double quotes. Further lines need ``least`` spaces before them.

    Bad escapes are reported and read as U+FFFD; raises ``Unreadable`` where the quote is not closed.
    """
    text = source.text
    simple = _SIMPLE_QUOTED.match(text, start)
    if simple is not None:
        end = simple.end()
        return Text(text[start + 1 : end - 1], source, range(start + 1, end)), end
    quote = text[start]
    builder = _Builder(source)
    at = start + 1
    while at < len(text):
        char = text[at]
        if char == quote:
            if quote == '"' or text[at + 1 : at + 2] != "'":
                return builder.finish(at), at + 1
            builder.put("'", at)
            at += 2
        elif char == "\\" and quote == '"':
            at = _escape(builder, at, report)
        elif char in " \t\n":
            at = _white(builder, at, start, least)
        else:
            at = _run(builder, at, quote)
    raise _unclosed(text, start)


def _run(builder: _Builder, at: int, quote: str) -> int:
    match = _QUOTED_RUN[quote].match(builder.source.text, at)
    end = match.end() if match else at + 1
    builder.run(at, end)
    return end


def _white(builder: _Builder, at: int, start: int, least: int) -> int:
    """Reads blanks: kept inside a line, folded around line ends."""
    text = builder.source.text
    breaks = _LINE_ENDS.match(text, at)
    if breaks is None:
        end = at + _width(_BLANKS, text, at)
        builder.run(at, end)
        return end
    _check_next_line(text, breaks.end(), start, least)
    builder.fold(_line_ends(text, at, breaks.end()))
    return breaks.end() + _width(_BLANKS, text, breaks.end())


def _check_next_line(text: str, line: int, start: int, least: int) -> None:
    indent = _width(_SPACES, text, line)
    if indent < least or (indent == 0 and _DOCUMENT_MARK.match(text, line)):
        raise _unclosed(text, start)


def _unclosed(text: str, start: int) -> Unreadable:
    quote = text[start]
    advice = f"close it with {quote}, or indent its further lines more than the line where it begins"
    return Unreadable(
        Fault("yaml-unclosed-quote", start, start + 1, f"the text that {quote} begins has no end", advice)
    )


def _escape(builder: _Builder, at: int, report: Report) -> int:
    """Reads what follows a backslash."""
    text = builder.source.text
    if at + 1 >= len(text):
        return len(text)
    match = _ESCAPE.match(text, at)
    assert match is not None  # the pattern matches a lone backslash
    digits = match.group(1) or match.group(2) or match.group(3)
    simple = match.group(4)
    if simple == "\n":
        return _escaped_line_end(builder, match.end())
    char = _code_point(digits) if digits else _SIMPLE_ESCAPES.get(simple or "")
    end = max(match.end(), at + 2)
    if char is None or FORBIDDEN.match(char):
        report(_bad_escape(text[at:end], at, end, char))
        char = "\ufffd"
    builder.put(char, at)
    return end


def _code_point(digits: str) -> str | None:
    number = int(digits, 16)
    return chr(number) if number < 0x110000 else None


def _bad_escape(escape: str, at: int, end: int, char: str | None) -> Fault:
    if char is None:
        message = f"{escape} is no escape that YAML knows"
        return Fault("yaml-bad-escape", at, end, message, r"write \\ for a backslash, or use single quotes")
    message = f"{escape} stands for {describe(char)}, which a content file may not hold"
    return Fault("yaml-bad-escape", at, end, message, "type the character itself, or leave it out")


def _escaped_line_end(builder: _Builder, at: int) -> int:
    """A backslash at a line's end joins the lines; blank lines that follow remain."""
    text = builder.source.text
    more = re.compile(r"(?:[ \t]*+\n)*+").match(text, at)
    end = more.end() if more else at
    for offset in _line_ends(text, at, end):
        builder.put("\n", offset)
    return end + _width(_BLANKS, text, end)


# --- block ---------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A line of a block: its content without the indent, and its line end (``None`` at the file's end)."""

    start: int
    end: int
    newline: int | None
    blank: bool


def block(source: Source, start: int, parent: int, report: Report) -> tuple[Text, int]:
    """A scalar after ``|`` or ``>``; ``parent`` is the indent of what holds it, -1 for a whole file.

    The end returned is the beginning of the first line that does not belong to it. Raises
    ``Unreadable`` where the header cannot be read.
    """
    text = source.text
    header = _BLOCK_HEADER.match(text, start)
    if header is None:
        raise Unreadable(_bad_header(text, start))
    body = min(header.end() + 1, len(text))
    chomp = header.group(1) or header.group(4) or ""
    digit = header.group(2) or header.group(3)
    indent = max(parent, 0) + int(digit) if digit else _detect_indent(text, body, parent, report)
    lines, end = _block_lines(text, body, indent)
    last = max((i for i, line in enumerate(lines) if not line.blank), default=-1)
    builder = _Builder(source)
    _join(builder, lines[: last + 1], folded=text[start] == ">")
    if last >= 0 and chomp != "-":
        _put_line_end(builder, lines[last])
    for line in lines[last + 1 :] if chomp == "+" else ():
        _put_line_end(builder, line)
    return builder.finish(_value_end(builder, header.end())), end


def _bad_header(text: str, start: int) -> Fault:
    end = text.find("\n", start)
    message = f"after '{text[start]}' a line may hold only '+' or '-', one digit from 1 to 9, and a comment"
    return Fault("yaml-syntax", start, len(text) if end < 0 else end, message, "begin the text on the next line")


def _value_end(builder: _Builder, empty: int) -> int:
    """Behind the last character; a line end at the end is not passed, so that it stays on its line."""
    if not builder.offsets:
        return empty
    last = builder.offsets[-1]
    return last if builder.source.text[last] == "\n" else last + 1


def _detect_indent(text: str, body: int, parent: int, report: Report) -> int:
    """The indent of the first line with text; blank lines before it must not be longer."""
    least = parent + 1
    at, longest, longest_at = body, 0, body
    while True:
        width = _width(_SPACES, text, at)
        if text[at + width : at + width + 1] != "\n":
            break
        if width > longest:
            longest, longest_at = width, at
        at += width + 1
    if at + width >= len(text) or width < least:
        return max(longest, width, least)
    if longest > width:
        message = "this blank line at the beginning of the text has more spaces than the text"
        report(Fault("yaml-syntax", longest_at, longest_at + longest, message, "delete its spaces"))
    return max(width, least)


def _block_lines(text: str, body: int, indent: int) -> tuple[list[_Line], int]:
    lines: list[_Line] = []
    at = body
    while at < len(text):
        found = text.find("\n", at)
        newline = None if found < 0 else found
        end = len(text) if newline is None else newline
        width = _width(_SPACES, text, at)
        if at + width == end and width <= indent:
            lines.append(_Line(end, end, newline, True))
        elif width < indent or (indent == 0 and _DOCUMENT_MARK.match(text, at)):
            return lines, at
        else:
            lines.append(_Line(at + indent, end, newline, False))
        at = end + 1
    return lines, len(text)


def _join(builder: _Builder, lines: list[_Line], folded: bool) -> None:
    """Puts the lines, and line ends between them; ``folded`` joins neighbours that are not indented further."""
    text = builder.source.text
    before: _Line | None = None
    blanks: list[_Line] = []
    for line in lines:
        if line.blank:
            blanks.append(line)
            continue
        if before is not None:
            joined = folded and text[before.start] not in " \t" and text[line.start] not in " \t"
            if not joined:
                _put_line_end(builder, before)
            elif not blanks and before.newline is not None:
                builder.put(" ", before.newline)
        for each in blanks:
            _put_line_end(builder, each)
        builder.run(line.start, line.end)
        before, blanks = line, []


def _put_line_end(builder: _Builder, line: _Line) -> None:
    if line.newline is not None:
        builder.put("\n", line.newline)
