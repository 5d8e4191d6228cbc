"""The scalars of YAML, read together with the file position of each of their characters.

A YAML library tells where a scalar begins, but not where the third word of a folded block stands. So
the five styles are read here: plain, 'single' and "double" in this module, ``|`` and ``>`` in
``yaml_blocks``. Each function takes the place
where the scalar begins and returns its ``Text`` and the place where it ends. A character of the value
lies where it was typed: that of an escape at its backslash, a folded line end at the line end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

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
SPACES = re.compile(r" *+")
DOCUMENT_MARK = re.compile(r"(?:---|\.\.\.)(?=[ \t\n]|\Z)")
_SIMPLE_QUOTED = re.compile(r"'([^'\n]*+)'(?!')|\"([^\"\\\n]*+)\"")
_QUOTED_RUN = {"'": re.compile(r"[^' \t\n]++"), '"': re.compile(r"[^\"\\ \t\n]++")}
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([^xuU])|)")
_SIMPLE_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


class TextBuilder:
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
    builder: TextBuilder | None = None
    while (more := _next_plain_line(text, end, least, flow)) is not None:
        if builder is None:
            builder = TextBuilder(source)
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
    indent = length(SPACES, text, breaks.end())
    if (not flow and indent < least) or (indent == 0 and DOCUMENT_MARK.match(text, breaks.end())):
        return None
    return _PLAIN_NEXT[flow].match(text, breaks.end() + length(_BLANKS, text, breaks.end()))


def length(pattern: re.Pattern[str], text: str, start: int) -> int:
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
    builder = TextBuilder(source)
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


def _run(builder: TextBuilder, at: int, quote: str) -> int:
    match = _QUOTED_RUN[quote].match(builder.source.text, at)
    end = match.end() if match else at + 1
    builder.run(at, end)
    return end


def _white(builder: TextBuilder, at: int, start: int, least: int) -> int:
    """Reads blanks: kept inside a line, folded around line ends."""
    text = builder.source.text
    breaks = _LINE_ENDS.match(text, at)
    if breaks is None:
        end = at + length(_BLANKS, text, at)
        builder.run(at, end)
        return end
    _check_next_line(text, breaks.end(), start, least)
    builder.fold(_line_ends(text, at, breaks.end()))
    return breaks.end() + length(_BLANKS, text, breaks.end())


def _check_next_line(text: str, line: int, start: int, least: int) -> None:
    indent = length(SPACES, text, line)
    if indent < least or (indent == 0 and DOCUMENT_MARK.match(text, line)):
        raise _unclosed(text, start)


def _unclosed(text: str, start: int) -> Unreadable:
    quote = text[start]
    advice = f"close it with {quote}, or indent its further lines more than the line where it begins"
    return Unreadable(
        Fault("yaml-unclosed-quote", start, start + 1, f"the text that {quote} begins has no end", advice)
    )


def _escape(builder: TextBuilder, at: int, report: Report) -> int:
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


def _escaped_line_end(builder: TextBuilder, at: int) -> int:
    """A backslash at a line's end joins the lines; blank lines that follow remain."""
    text = builder.source.text
    more = re.compile(r"(?:[ \t]*+\n)*+").match(text, at)
    end = more.end() if more else at
    for offset in _line_ends(text, at, end):
        builder.put("\n", offset)
    return end + length(_BLANKS, text, end)
