"""Text on faces: SVG breaks no lines, so lines are broken here, by the widths of a common sans serif."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from markupsafe import Markup

from kaiju_compiler.wording import Paragraph, Wording
from kaiju_site.icons import drawing, spelled

FONT = "Arial, 'Liberation Sans', Helvetica, Roboto, sans-serif"

_REGULAR = """
28 28 35 56 56 89 67 19 33 33 39 58 28 33 28 28 56 56 56 56 56 56 56 56 56 56 28 28 58 58 58 56 102 67 67 72 72 67 61
78 72 28 50 67 56 83 72 78 67 78 72 67 61 72 67 94 67 67 61 28 28 28 47 56 33 56 56 50 56 56 28 56 56 22 22 50 22 83
56 56 56 56 33 50 28 56 50 72 50 50 50 33 26 33 58
"""
_BOLD = """
28 33 47 56 56 89 72 24 33 33 39 58 28 33 28 28 56 56 56 56 56 56 56 56 56 56 33 33 58 58 58 61 98 72 72 72 72 67 61
78 72 28 56 72 61 83 72 78 67 78 72 67 61 72 67 94 67 67 61 33 28 33 58 56 33 56 61 56 61 56 33 61 61 28 28 56 28 89
61 61 61 61 39 56 33 61 56 78 56 56 50 39 28 39 58
"""
_WIDTHS = {False: [int(each) for each in _REGULAR.split()], True: [int(each) for each in _BOLD.split()]}
"""Hundredths of the size, from the space to ``~``: the metrics that Arial, Helvetica and Liberation Sans share."""
_SIGNS = {"“": 33, "”": 33, "‘": 22, "’": 22, "–": 56, "—": 100, "…": 100, "·": 33, "×": 58, "−": 58}
_OTHER, _WIDE = 62, 105


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, roughly exact for Latin letters."""
    widths = _WIDTHS[bold]
    return sum(_letter(char, widths) for char in text) * size / 100


def _letter(char: str, widths: list[int]) -> int:
    code = ord(char) - 32
    if 0 <= code < len(widths):
        return widths[code]
    return _SIGNS.get(char, _WIDE if 0x1100 <= ord(char) < 0x2000 or ord(char) >= 0x2E80 else _OTHER)


@dataclass(frozen=True)
class Word:
    """A word that no line breaks, perhaps with icons before it."""

    text: str
    icons: tuple[str, ...] = ()
    bold: bool = False
    glued: bool = False
    """Whether it follows the word before it without a space."""

    def width(self, size: float) -> float:
        return width(self.text, size, self.bold) + len(self.icons) * (size * 1.12)


@dataclass
class Line:
    """One line: words with their places from its left end."""

    words: list[tuple[float, Word]] = field(default_factory=list)
    end: float = 0


def words_of(paragraph: Paragraph) -> Iterator[Word]:
    """The words of a paragraph; an icon stays with the first word of its name."""
    space = True
    for run in paragraph:
        pieces = run.text.split(" ")
        icons = () if spelled(run.icon) == run.text else tuple(run.icon.split())
        for number, piece in enumerate(pieces):
            if number:
                space = True
            if piece:
                yield Word(piece, icons, bool(run.icon), not space)
                icons, space = (), False


def broken(words: Iterable[Word], size: float, most: float) -> list[Line]:
    """The words as lines no wider than ``most``; a longer word gets a line of its own and is made to fit."""
    lines = [Line()]
    gap = width(" ", size)
    groups: list[list[Word]] = []
    for word in words:
        if word.glued and groups:
            groups[-1].append(word)
        else:
            groups.append([word])
    for group in groups:
        wide = sum(word.width(size) for word in group)
        start = lines[-1].end + gap if lines[-1].words else 0
        if lines[-1].words and start + wide > most:
            lines.append(Line())
            start = 0
        for word in group:
            lines[-1].words.append((start, word))
            start += word.width(size)
        lines[-1].end = start
    return lines


def height(paragraphs: list[list[Line]], size: float) -> float:
    """How high the paragraphs are together."""
    lines = sum(len(lines) for lines in paragraphs)
    return lines * size * 1.32 + max(0, len(paragraphs) - 1) * size * 0.5


def laid_out(wording: Wording, size: float, most: float) -> list[list[Line]]:
    return [broken(words_of(paragraph), size, most) for paragraph in wording.paragraphs]


def block(paragraphs: list[list[Line]], size: float, x: float, top: float, most: float) -> Markup:
    """The paragraphs as SVG, their first line under ``top``."""
    shown, y = Markup(""), top - size * 0.28
    for lines in paragraphs:
        for line in lines:
            y += size * 1.32
            shown += _line(line, size, x, y, most)
        y += size * 0.5
    return shown


def _line(line: Line, size: float, x: float, y: float, most: float) -> Markup:
    """A line as few texts as its icons and its weights need; where more follows, its width is kept exactly."""
    shown, part, start, bold = Markup(""), "", 0.0, False
    for at, word in line.words:
        if word.icons or word.bold != bold:
            shown += _part(part, x + start, y, bold, width(part, size, bold))
            for number, name in enumerate(word.icons):
                shown += icon_at(name, x + at + number * size * 1.12, y - size * 0.88, size * 1.04)
            part, bold = word.text, word.bold
            start = at + len(word.icons) * size * 1.12
        else:
            gap = " " if part and not word.glued else ""
            part, start = part + gap + word.text, start if part else at
    last = line.end - start
    fitted = most - start if last > most - start else last if shown else None
    return shown + _part(part, x + start, y, bold, fitted)


def _part(text: str, x: float, y: float, bold: bool, wide: float | None) -> Markup:
    if not text:
        return Markup("")
    fitted = Markup(' textLength="{}" lengthAdjust="spacingAndGlyphs"').format(n(wide)) if wide else ""
    weight = Markup(' class="b"') if bold else ""
    return Markup('<text x="{}" y="{}"{}{}>{}</text>').format(n(x), n(y), weight, fitted, text)


def icon_at(name: str, x: float, y: float, size: float, style: str = "i") -> Markup:
    """An icon as a drawing within a drawing."""
    return Markup('<svg class="{}" x="{}" y="{}" width="{}" height="{}" viewBox="0 0 24 24">{}</svg>').format(
        style, n(x), n(y), n(size), n(size), drawing(name)
    )


def title_lines(text: str, most: float, sizes: Iterable[float]) -> tuple[list[str], float]:
    """A name in one or two lines, as large as it can be; cut short if even the smallest size is too large."""
    size = 0.0
    for size in sizes:
        for lines in (1, 2):
            found = broken([Word(each, bold=True) for each in text.split()], size, most)
            if len(found) <= lines and all(line.end <= most for line in found):
                return [" ".join(word.text for _, word in line.words) for line in found], size
    return [shortened(text, most, size)], size


def shortened(text: str, most: float, size: float, bold: bool = True) -> str:
    """As much of the text as there is room for."""
    if width(text, size, bold) <= most:
        return text
    while text and width(text + "…", size, bold) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def n(number: float) -> str:
    """A number with one digit after the point at most."""
    return f"{number:.1f}".rstrip("0").rstrip(".") if number % 1 else str(int(number))
