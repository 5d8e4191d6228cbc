"""Text as a terminal shows it: how wide it is, and what must not reach the terminal as it is."""

from __future__ import annotations

import re
import unicodedata

from kaiju_compiler.read import FORBIDDEN

_TAB = 4
_JOINER = "\u200d"


def safe(text: str) -> str:
    """The text with every control character written out, so that it cannot steer a terminal. One line."""
    return FORBIDDEN.sub(_written_out, text.replace("\n", "\\n").replace("\t", "\\t"))


def _written_out(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def expand(line: str) -> tuple[str, list[int]]:
    """A source line as it is shown, tabs expanded and controls written out, and the column of each character.

    Columns count terminal cells from 0; there is one more than characters, for the end of the line.
    """
    shown: list[str] = []
    columns: list[int] = []
    column = 0
    joined = False
    for char in line:
        columns.append(column)
        if char == "\t":
            shown.append(" " * (_TAB - column % _TAB))
            column += _TAB - column % _TAB
        elif FORBIDDEN.match(char):
            shown.append(safe(char))
            column += len(shown[-1])
        else:
            shown.append(char)
            column += 0 if joined else width(char)
        joined = char == _JOINER
    return "".join(shown), [*columns, column]


def width(char: str) -> int:
    """How many cells a character takes: 0 for combining ones, 2 for wide ones, else 1."""
    category = unicodedata.category(char)
    if category in ("Mn", "Me", "Cf") and char != "\u00ad":
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def encodable(text: str, encoding: str | None) -> str:
    """The text as an output of that encoding can hold it: what it cannot is written out, never an error."""
    try:
        return text.encode(encoding or "utf-8", "backslashreplace").decode(encoding or "utf-8")
    except LookupError:
        return text.encode("ascii", "backslashreplace").decode("ascii")
