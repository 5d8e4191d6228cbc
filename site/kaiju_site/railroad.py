"""Railroad diagrams: the rules of the grammar as ways from left to right, as SVG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from markupsafe import Markup

from kaiju_compiler.parse.grammar import words
from kaiju_site.ebnf import Choice, Maybe, Name, Part, Sequence, Word
from kaiju_site.names import anchor

_CHAR, _GAP, _BEND, _HALF = 7.9, 14, 12, 14
LAYOUT = {"_NL": "new line", "_INDENT": "deeper", "_DEDENT": "back"}
SIGNS = {"EQUAL": "=", "COMPARE": "!= <= >= < >", "PLUS": "+", "MINUS": "-", "STAR": "*", "SLASH": "/"}


@dataclass(frozen=True)
class Piece:
    """A part of a diagram: how much room it takes beside, above and below its line, and how it is drawn at a place."""

    wide: float
    up: float
    down: float
    draw: Callable[[float, float], Markup] = field(repr=False)


def diagram(part: Part, name: str) -> Markup:
    """The picture of a rule."""
    piece = _piece(part)
    y, wide = piece.up + 6, piece.wide + 2 * _GAP + 12
    high = y + piece.down + 6
    ends = Markup('<path d="M6 {0}v-8v16m0-8h{1}M{2} {0}h{1}m0-8v16"/>').format(y, _GAP, 6 + _GAP + piece.wide)
    return Markup(
        '<svg class="railroad" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" role="group"'
        ' aria-label="{2}">{3}{4}</svg>'
    ).format(wide, high, f"The ways through {name}", ends, piece.draw(6 + _GAP, y))


def rule_title(name: str) -> str:
    """A rule's name for readers: without the marks that Lark reads in it."""
    return name.lstrip("_").replace("_", " ")


def _piece(part: Part) -> Piece:
    if isinstance(part, Word):
        return _box(part.text, "literal")
    if isinstance(part, Name):
        return _named(part.name)
    if isinstance(part, Sequence):
        return _row([_piece(each) for each in part.parts])
    if isinstance(part, Choice):
        return _switch([_piece(each) for each in part.parts])
    if isinstance(part, Maybe):
        return _bypass(_piece(part.part))
    return _loop(_piece(part.part))


def _named(name: str) -> Piece:
    """A rule with a link to it, a word in its spelling, or a kind of token."""
    if name.lstrip("_")[:1].islower():
        return _box(rule_title(name), "rule-box", f"#{anchor('rule', name)}")
    spellings = words().get(name)
    if spellings:
        return (
            _box(spellings[0], "literal")
            if len(spellings) == 1
            else _switch([_box(each, "literal") for each in spellings])
        )
    if name in LAYOUT:
        return _box(LAYOUT[name], "token-box")
    return _box(SIGNS.get(name, name.lower()), "literal" if name in SIGNS else "token-box")


def _box(text: str, style: str, link: str = "") -> Piece:
    wide = len(text) * _CHAR + 20

    def draw(x: float, y: float) -> Markup:
        radius = 13 if style == "literal" else 3
        shape = Markup(
            '<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="26" rx="{}"/>'
            '<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>'
        ).format(style, x, y - 13, wide, radius, x + wide / 2, y + 4.5, text)
        return Markup('<a href="{}">{}</a>').format(link, shape) if link else shape

    return Piece(wide, _HALF, _HALF, draw)


def _row(pieces: list[Piece]) -> Piece:
    """One after the other."""
    wide = sum(each.wide for each in pieces) + _GAP * max(0, len(pieces) - 1)

    def draw(x: float, y: float) -> Markup:
        shown = Markup("")
        for number, each in enumerate(pieces):
            if number:
                shown += Markup('<path d="M{:.1f} {:.1f}h{}"/>').format(x, y, _GAP)
                x += _GAP
            shown += each.draw(x, y)
            x += each.wide
        return shown

    up, down = (max([2.0, *(getattr(each, side) for each in pieces)]) for side in ("up", "down"))
    return Piece(wide, up, down, draw)


def _switch(pieces: list[Piece]) -> Piece:
    """One of several: the first on the line, the others below it."""
    inner = max(each.wide for each in pieces)
    offsets, offset = [0.0], pieces[0].down
    for each in pieces[1:]:
        offset += each.up + 6
        offsets.append(offset)
        offset += each.down

    def draw(x: float, y: float) -> Markup:
        shown = Markup("")
        for each, below in zip(pieces, offsets, strict=True):
            left, right = x + 2 * _BEND, x + 2 * _BEND + each.wide
            shown += each.draw(left, y + below) + _way(x, y, below, 2 * _BEND, 1)
            shown += Markup('<path d="M{:.1f} {:.1f}h{:.1f}"/>').format(right, y + below, inner - each.wide)
            shown += _way(x + 4 * _BEND + inner, y, below, 2 * _BEND, -1)
        return shown

    return Piece(inner + 4 * _BEND, pieces[0].up, offset, draw)


def _way(x: float, y: float, below: float, long: float, sign: int) -> Markup:
    """From the line at ``x`` to a way that runs ``below`` it."""
    if not below:
        return Markup('<path d="M{:.1f} {:.1f}h{:.1f}"/>').format(x, y, sign * long)
    bend = _BEND if below > 0 else -_BEND
    return Markup('<path d="M{:.1f} {:.1f}q{b} 0 {b} {v}V{:.1f}q0 {v} {b} {v}"/>').format(
        x, y, y + below - bend, b=sign * _BEND, v=bend
    )


def _bypass(piece: Piece) -> Piece:
    """Or not: a way above it."""
    over = -(piece.up + 10)

    def draw(x: float, y: float) -> Markup:
        left, right = x + 2 * _BEND, x + 2 * _BEND + piece.wide
        ways = _way(x, y, 0, 2 * _BEND, 1) + _way(right + 2 * _BEND, y, 0, 2 * _BEND, -1)
        ways += _way(x, y, over, 2 * _BEND, 1) + _way(right + 2 * _BEND, y, over, 2 * _BEND, -1)
        return (
            ways + Markup('<path d="M{:.1f} {:.1f}h{:.1f}"/>').format(left, y + over, piece.wide) + piece.draw(left, y)
        )

    return Piece(piece.wide + 4 * _BEND, piece.up + 14, piece.down, draw)


def _loop(piece: Piece) -> Piece:
    """Again and again: a way back below it."""
    under = piece.down + 8

    def draw(x: float, y: float) -> Markup:
        left, right = x + _BEND, x + _BEND + piece.wide
        back = Markup('<path d="M{0:.1f} {1:.1f}h{2}M{3:.1f} {1:.1f}h{2}"/>').format(x, y, _BEND, right)
        r = _BEND / 2
        back += Markup('<path d="M{:.1f} {:.1f}q{r} 0 {r} {r}v{:.1f}q0 {r} -{r} {r}h-{:.1f}').format(
            right, y, under - _BEND, piece.wide, r=r
        )
        back += Markup('q-{r} 0 -{r} -{r}v-{:.1f}q0 -{r} {r} -{r}"/>').format(under - _BEND, r=r)
        return back + piece.draw(left, y)

    return Piece(piece.wide + 2 * _BEND, piece.up, under + 4, draw)
