"""Text for a terminal: how wide it is, cut and wrapped to fit, painted, and nothing in it that steers.

Painted text carries marks that take no room; :func:`finished` turns them into colours or drops them, after
everything that came from elsewhere has been made harmless.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

OPEN, CLOSE = "\ue000", "\ue001"
STYLES: dict[str, str] = {
    "title": "1",
    "dim": "2",
    "good": "32",
    "bad": "31",
    "note": "33",
    "0": "36",
    "1": "35",
    "2": "33",
    "3": "32",
    "4": "34",
    "5": "31",
    "mark": "1;33",
    "price": "1;32",
}
"""Styles and their codes; the digits are the colours of seats."""
NAMES = list(STYLES)
MARKS = re.compile(f"{OPEN}.|{CLOSE}", re.DOTALL)
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True)
class Glyphs:
    """The characters that pictures are drawn with."""

    full: str = "█"
    empty: str = "░"
    line: str = "─"
    side: str = "│"
    corners: str = "┌┬┐└┴┘"
    marker: str = "●"
    active: str = "▶"
    dot: str = "·"
    more: str = "…"
    left: str = "◀"
    right: str = "▶"
    times: str = "×"


UNICODE = Glyphs()
ASCII = Glyphs("#", ".", "-", "|", "++++++", "@", ">", "-", "...", "<", ">", "x")


def glyphs_for(encoding: str | None) -> Glyphs:
    """Drawing characters that an output of that encoding can show."""
    try:
        "".join(vars(UNICODE).values()).encode(encoding or "ascii")
    except (UnicodeError, LookupError):
        return ASCII
    return UNICODE


def paint(text: str, style: str) -> str:
    """The text in a style, as marks that take no room."""
    if not text or style not in STYLES:
        return text
    return f"{OPEN}{chr(0xE100 + NAMES.index(style))}{text}{CLOSE}"


def finished(line: str, colour: bool) -> str:
    """A line as it goes to the terminal."""
    harmless = STEERING.sub(lambda found: f"\\x{ord(found.group()):02x}", line)
    if not colour:
        return MARKS.sub("", harmless)
    return MARKS.sub(ansi, harmless)


def ansi(mark: re.Match[str]) -> str:
    if mark.group() == CLOSE:
        return "\x1b[0m"
    number = ord(mark.group()[1]) - 0xE100
    return f"\x1b[{STYLES[NAMES[number]]}m" if 0 <= number < len(NAMES) else ""


def cells(text: str) -> int:
    """How many cells a text takes, marks left out."""
    return sum(cell(char) for char in MARKS.sub("", text))


def cell(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def pad(text: str, width: int, right: bool = False) -> str:
    """The text with blanks up to a width."""
    blanks = " " * max(0, width - cells(text))
    return blanks + text if right else text + blanks


def cut(text: str, width: int, more: str = "…") -> str:
    """An unpainted text, shortened to a width."""
    if cells(text) <= width:
        return text
    kept, used = "", cells(more)
    for char in text:
        used += cell(char)
        if used > width:
            break
        kept += char
    return kept.rstrip() + more


def wrapped(text: str, width: int, most: int = 100, more: str = "…") -> list[str]:
    """An unpainted text as lines of at most so many cells; what is beyond the last line is cut."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            if line and cells(line) + 1 + cells(word) > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}".strip()
        lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), width, more)]
    return [cut(line, width, more) for line in lines]


def side_by_side(left: list[str], right: list[str], width: int, gap: int = 2) -> list[str]:
    """Two blocks of lines beside each other, the left one padded to a width."""
    rows = max(len(left), len(right))
    left, right = left + [""] * (rows - len(left)), right + [""] * (rows - len(right))
    return [f"{pad(a, width)}{' ' * gap}{b}".rstrip() for a, b in zip(left, right, strict=True)]


def in_columns(entries: list[str], width: int, gap: int = 2) -> list[str]:
    """Entries in as many columns as fit, read downwards; short lists stay one column."""
    widest = max((cells(entry) for entry in entries), default=0)
    columns = max(1, (width + gap) // (widest + gap)) if len(entries) > 8 else 1
    rows = -(-len(entries) // columns)
    return [(" " * gap).join(pad(entry, widest) for entry in entries[row::rows]).rstrip() for row in range(rows)]


def lines_of_parts(parts: list[str], width: int, gap: int = 3) -> list[str]:
    """Painted parts as lines, each part unbroken."""
    lines: list[str] = []
    for part in parts:
        if lines and cells(lines[-1]) + gap + cells(part) <= width:
            lines[-1] += " " * gap + part
        else:
            lines.append(part)
    return lines
