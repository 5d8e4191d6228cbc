"""Faces of records as SVG: a card, a monster board, a token, drawn from data and from nothing else."""

from __future__ import annotations

from markupsafe import Markup

from kaiju_compiler.wording import Wording
from kaiju_site.faces.art import picture
from kaiju_site.faces.beasts import portrait
from kaiju_site.faces.lettering import FONT, block, height, icon_at, laid_out, n, shortened, title_lines, width
from kaiju_site.faces.model import Face, Stop

__all__ = ["HIGH", "TONES", "WIDE", "Face", "Stop", "face_svg"]

WIDE, HIGH = 250, 350
_MARGIN, _HEAD = 14, 46
TONES = ("#8f1d16", "#1f5872", "#6d4210", "#2f5a2b", "#513672", "#7a2456", "#3d4a1c", "#34415e")
"""Colours of bands, one for each kind and type of a game in turn."""
_LAYOUTS = (
    *((150, 15.5), (140, 14.5), (126, 13.6), (120, 12.8), (110, 12), (100, 11.2), (88, 10.6)),
    *((76, 10), (62, 9.4), (46, 8.8), (40, 8), (36, 7)),
)
"""Height of the picture and size of the text, from the best to the closest."""

_STYLE = (
    "text{{font-family:{font};fill:#2a241d}}.m text{{fill:inherit}}.b{{font-weight:700}}.i{{fill:{tone}}}"
    ".s{{font-size:9px;fill:#6a5f50}}.w{{fill:#fff}}"
)


def face_svg(face: Face) -> Markup:
    """The face as a file of its own."""
    tone = TONES[face.tone % len(TONES)]
    lines = _foot_lines(face)
    foot = 12 + 11 * len(lines)
    strip = 46 if face.stops else 0
    art, size, text = _fitted(face.wording, HIGH - _HEAD - 22 - strip - foot - 14)
    body = (
        _art(face, art + (0 if face.wording.paragraphs else HIGH - _HEAD - 22 - strip - foot - art))
        + _head(face, tone)
        + _kind(face, tone, text, size, strip, art, foot)
        + _foot(lines)
    )
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-size="12">'
        "<style>{2}</style>"
        '<clipPath id="card"><rect x="1" y="1" width="{3}" height="{4}" rx="13"/></clipPath>'
        '<g clip-path="url(#card)"><rect width="{0}" height="{1}" fill="#fffaf0"/>{5}</g>'
        '<rect x="1" y="1" width="{3}" height="{4}" rx="13" fill="none" stroke="#3b2d15" stroke-opacity=".35"/></svg>\n'
    ).format(WIDE, HIGH, Markup(_STYLE.format(font=FONT, tone=tone)), WIDE - 2, HIGH - 2, body)


def _fitted(wording: Wording, room: float) -> tuple[float, float, Markup | None]:
    """Height of the art, size of the text, and its lines, so that everything has its place."""
    if not wording.paragraphs:
        return _LAYOUTS[0][0], _LAYOUTS[0][1], None
    most = WIDE - 2 * _MARGIN
    for art, size in _LAYOUTS:
        lines = laid_out(wording, size, most)
        if height(lines, size) <= room - art:
            spare = min(room - art - height(lines, size), 40)
            return art + spare / 2, size, block(lines, size, _MARGIN, 0, most)
    art, size = _LAYOUTS[-1]
    fitting, left = [], int((room - art) / (size * 1.4))
    for paragraph in laid_out(wording, size, most):
        fitting.append(paragraph[:left])
        left -= len(paragraph)
        if left <= 0:
            break
    return art, size, block(fitting, size, _MARGIN, 0, most)


def _art(face: Face, high: float) -> Markup:
    inside = (
        portrait(WIDE, high, face.identity)
        if face.beast
        else picture(WIDE, high, face.identity, face.icons, face.name[:1].upper())
    )
    return Markup('<svg y="{}" width="{}" height="{}" viewBox="0 0 {} {}">{}</svg>').format(
        _HEAD, WIDE, n(high), WIDE, n(high), inside
    )


def _head(face: Face, tone: str) -> Markup:
    """The band with the name, and the number in its corner."""
    room = WIDE - 2 * _MARGIN - (38 if face.corner else 0)
    lines, size = title_lines(face.name, room, (18, 16.5, 15, 13.5, 12, 10.5))
    first = _HEAD / 2 + size * 0.36 - (len(lines) - 1) * size * 0.56
    shown = Markup('<rect width="{}" height="{}" fill="{}"/>').format(WIDE, _HEAD, tone)
    for number, line in enumerate(lines):
        shown += Markup('<text class="b w" x="{}" y="{}" font-size="{}">{}</text>').format(
            _MARGIN, n(first + number * size * 1.12), n(size), line
        )
    if face.corner:
        x, size = WIDE - 27, 21 if len(face.corner) < 3 else 13
        shown += Markup(
            '<circle cx="{}" cy="{}" r="16.5" fill="#fffaf0"/>'
            '<text class="b" x="{}" y="{}" font-size="{}" style="fill:{}">{}</text>'
        ).format(
            x,
            n(_HEAD / 2),
            n(x - width(face.corner, size, True) / 2),
            n(_HEAD / 2 + size * 0.36),
            size,
            tone,
            face.corner,
        )
    return shown


def _kind(face: Face, tone: str, text: Markup | None, size: float, strip: float, art: float, foot: float) -> Markup:
    """The ribbon with the kind, a strip of stops, and the text below them."""
    top = _HEAD + art if text is not None else HIGH - 22 - strip - foot
    label = shortened(face.kind.upper(), WIDE - 2 * _MARGIN, 8.6)
    shown = Markup('<rect y="{}" width="{}" height="20" fill="{}" opacity=".12"/>').format(n(top), WIDE, tone)
    shown += Markup(
        '<text class="b" x="{}" y="{}" font-size="8.6" letter-spacing=".6" style="fill:{}">{}</text>'
    ).format(_MARGIN, n(top + 13.2), tone, label)
    if face.stops:
        shown += _stops(face.stops, top + 26)
    if text is not None:
        shown += Markup('<g transform="translate(0 {})" font-size="{}">{}</g>').format(
            n(top + 28 + strip), n(size), text
        )
    return shown


def _stops(stops: tuple[Stop, ...], top: float) -> Markup:
    """The spaces of a token, side by side."""
    size, shown = min(38.0, (WIDE - 2 * _MARGIN) / len(stops) - 4), Markup("")
    left = (WIDE - len(stops) * (size + 4) + 4) / 2
    for number, stop in enumerate(stops):
        x = left + number * (size + 4)
        dashed = Markup(' stroke-dasharray="4 3"') if stop.inserted else ""
        shown += Markup(
            '<rect x="{}" y="{}" width="{}" height="{}" rx="7" fill="#fff" stroke="#6a5f50" stroke-width="1.5"{}/>'
        ).format(n(x), n(top), n(size), n(size), dashed)
        names = stop.icons[:2]
        each = size * (0.62 if len(names) == 1 else 0.44)
        for place, name in enumerate(names):
            shown += icon_at(name, x + size / 2 - each * len(names) / 2 + place * each, top + size / 2 - each / 2, each)
        if stop.removed:
            shown += Markup('<path d="M{} {}l{} {}m0 -{}l-{} {}" stroke="#6a5f50" stroke-width="2"/>').format(
                n(x + 9), n(top + 9), n(size - 18), n(size - 18), n(size - 18), n(size - 18), n(size - 18)
            )
    return shown


def _foot_lines(face: Face) -> list[str]:
    """The other fields, on two lines at most."""
    parts, lines = [f"{name}: {value}" for name, value in face.fields], [""]
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        if lines[-1] and width(longer, 9) > WIDE - 2 * _MARGIN:
            lines.append(part)
        else:
            lines[-1] = longer
    return [shortened(each, WIDE - 2 * _MARGIN, 9, False) for each in lines[:2] if each]


def _foot(lines: list[str]) -> Markup:
    if not lines:
        return Markup("")
    top = HIGH - 12 - 11 * len(lines)
    shown = Markup('<path d="M{} {}H{}" stroke="#3b2d15" stroke-opacity=".2"/>').format(_MARGIN, top, WIDE - _MARGIN)
    return shown + Markup("").join(
        Markup('<text class="s" x="{}" y="{}">{}</text>').format(_MARGIN, top + 13 + 11 * number, line)
        for number, line in enumerate(lines)
    )
