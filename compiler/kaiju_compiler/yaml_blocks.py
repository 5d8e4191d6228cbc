"""The scalars of YAML that stand on lines of their own: ``|`` keeps the lines, ``>`` joins them.

How the characters keep their places: see ``yaml_scalars``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kaiju_compiler.source import Source, Text
from kaiju_compiler.yaml_scalars import DOCUMENT_MARK, SPACES, Fault, Report, TextBuilder, Unreadable, length

_BLOCK_HEADER = re.compile(r"[|>](?:([+-])([1-9])?|([1-9])([+-])?)?(?:[ \t]++(?:\#[^\n]*+)?)?(?=\n|\Z)")


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
    builder = TextBuilder(source)
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


def _value_end(builder: TextBuilder, empty: int) -> int:
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
        width = length(SPACES, text, at)
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
        width = length(SPACES, text, at)
        if at + width == end and width <= indent:
            lines.append(_Line(end, end, newline, True))
        elif width < indent or (indent == 0 and DOCUMENT_MARK.match(text, at)):
            return lines, at
        else:
            lines.append(_Line(at + indent, end, newline, False))
        at = end + 1
    return lines, len(text)


def _join(builder: TextBuilder, lines: list[_Line], folded: bool) -> None:
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


def _put_line_end(builder: TextBuilder, line: _Line) -> None:
    if line.newline is not None:
        builder.put("\n", line.newline)
