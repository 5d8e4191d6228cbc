"""Monsters made of simple shapes: each id gives one of its own, seen from the front, with a town behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kaiju_site.faces.art import PALETTES, Scene, Seed, path, rays, rings, sky, skyline, streaks, sun
from kaiju_site.faces.lettering import n

SKINS = (
    ("#5d9c3f", "#d8e89a", "#2b5420"),
    ("#7a5bb5", "#d9c8f5", "#3d2a68"),
    ("#c9503c", "#f8d3a8", "#6d1f19"),
    ("#3b8ea0", "#c9efe6", "#18495a"),
    ("#d99425", "#fbeeb5", "#7a4a0c"),
    ("#68727d", "#d9e0e6", "#2d343c"),
    ("#c2568d", "#fbd9e6", "#6a2049"),
    ("#4f6fc0", "#d3def8", "#233a78"),
)
"""Skin, belly, outline."""

_HIGH = 150.0
"""How high the space is in which a monster is drawn."""


@dataclass(frozen=True)
class Beast:
    """The body of a monster: the middle of its head, how large that is, and its colours."""

    x: float
    head: float
    wide: float
    high: float
    skin: Sequence[str]
    seed: Seed

    @property
    def style(self) -> Markup:
        return Markup('fill="{}" stroke="{}" stroke-width="3" stroke-linejoin="round"').format(
            self.skin[0], self.skin[2]
        )


def portrait(wide: float, high: float, identity: str) -> Markup:
    """The picture of a monster."""
    seed = Seed(identity)
    skin = SKINS[seed.pick(len(SKINS))]
    other = [each for each in PALETTES if Seed(identity + each[0]).pick(2)] or PALETTES
    scene = Scene(wide, high, seed, other[seed.pick(len(other))])
    behind = (rays, rings, sun, streaks)[seed.pick(4)](scene)
    beast = Beast(wide / 2, 0.42 * _HIGH, seed.between(40, 52), seed.between(30, 40), skin, seed)
    figure = Markup("").join(part(beast, _HIGH) for part in (_back, _arms, _body, _crown, _face))
    scale = min(high / _HIGH, 1.25)
    return (
        sky(scene)
        + behind
        + skyline(scene)
        + Markup('<g transform="translate({} {}) scale({})">{}</g>').format(
            n(wide / 2 * (1 - scale)), n(high - _HIGH * scale), round(scale, 3), figure
        )
    )


def _both(beast: Beast, shape: Markup) -> Markup:
    """A shape and the same on the other side."""
    return Markup('{0}<g transform="translate({1} 0) scale(-1 1)">{0}</g>').format(shape, n(2 * beast.x))


def _back(beast: Beast, high: float) -> Markup:
    """Spines, flaps like a bat's, or a tail, behind the body."""
    kind, x, top, w = beast.seed.pick(3), beast.x, beast.head, beast.wide
    if kind == 0:
        spines = Markup("").join(
            path(
                [
                    (x + w * a, top + high * b),
                    (x + w * (a + 0.62), top + high * (b - 0.1)),
                    (x + w * a, top + high * (b + 0.16)),
                ],
                beast.skin[2],
            )
            for a, b in ((0.8, 0.02), (0.9, 0.18), (1.0, 0.34))
        )
        return _both(beast, spines)
    if kind == 1:
        wing = Markup('<path d="M{} {}q{} {} {} {}q{} {} {} {}q{} {} {} {}z" {}/>').format(
            n(x + w * 0.5),
            n(top + high * 0.22),
            n(w * 0.5),
            n(-high * 0.36),
            n(w * 1.15),
            n(-high * 0.34),
            n(-w * 0.1),
            n(high * 0.2),
            n(w * 0.05),
            n(high * 0.34),
            n(-w * 0.4),
            n(-high * 0.06),
            n(-w * 0.9),
            n(high * 0.14),
            beast.style,
        )
        return _both(beast, wing)
    return Markup(
        '<path d="M{} {}q{} {} {} {}q{} {} {} {}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round"/>'
    ).format(
        n(x + w * 0.6),
        n(high * 0.95),
        n(w * 1.1),
        n(-high * 0.02),
        n(w * 1.05),
        n(-high * 0.36),
        n(-w * 0.02),
        n(-high * 0.14),
        n(w * 0.3),
        n(-high * 0.12),
        beast.skin[2],
        n(w * 0.22),
    )


def _body(beast: Beast, high: float) -> Markup:
    x, top, w = beast.x, beast.head, beast.wide
    shoulder = w * (0.9 + beast.seed.pick(4) / 10)
    base = shoulder * (1.05 + beast.seed.pick(3) / 10)
    body = Markup('<path d="M{} {}C{} {} {} {} {} {}H{}C{} {} {} {} {} {}z" {}/>').format(
        n(x - w * 0.6),
        n(top + high * 0.1),
        n(x - shoulder),
        n(top + high * 0.2),
        n(x - base),
        n(high * 0.8),
        n(x - base),
        n(high + 6),
        n(x + base),
        n(x + base),
        n(high * 0.8),
        n(x + shoulder),
        n(top + high * 0.2),
        n(x + w * 0.6),
        n(top + high * 0.1),
        beast.style,
    )
    belly = Markup('<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="{}"/>').format(
        n(x), n(high * 0.98), n(base * 0.6), n(high * 0.3), beast.skin[1]
    )
    folds = Markup("").join(
        Markup('<path d="M{} {}q{} 7 {} 0" fill="none" stroke="{}" stroke-width="2" opacity=".35"/>').format(
            n(x - base * wide), n(high * level), n(base * wide), n(2 * base * wide), beast.skin[2]
        )
        for level, wide in ((0.78, 0.42), (0.87, 0.52), (0.96, 0.56))
    )
    head = Markup('<rect x="{}" y="{}" width="{}" height="{}" rx="{}" {}/>').format(
        n(x - w),
        n(top - beast.high),
        n(2 * w),
        n(2 * beast.high),
        n(beast.high * (0.6 + beast.seed.pick(4) / 10)),
        beast.style,
    )
    return body + belly + folds + head


def _arms(beast: Beast, high: float) -> Markup:
    """Arms raised or held out, with claws."""
    x, w, top = beast.x, beast.wide, beast.head
    raised = beast.seed.pick(2)
    hand = (x + w * 1.75, top - high * 0.08) if raised else (x + w * 1.6, top + high * 0.36)
    arm = Markup('<path d="M{} {}Q{} {} {} {}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round"/>')
    start, bend = (x + w * 0.7, top + high * 0.3), (x + w * 1.7, top + high * (0.4 if raised else 0.12))
    shapes = [
        arm.format(n(start[0]), n(start[1]), n(bend[0]), n(bend[1]), n(hand[0]), n(hand[1]), colour, n(wide))
        for colour, wide in ((beast.skin[2], w * 0.46), (beast.skin[0], w * 0.34))
    ]
    reach = -high * 0.1 if raised else high * 0.1
    claws = [
        path(
            [
                (hand[0] + w * (a - 0.08), hand[1] + reach * 0.5),
                (hand[0] + w * (a + 0.08), hand[1] + reach * 0.5),
                (hand[0] + w * a * 1.5, hand[1] + reach * 1.35),
            ],
            "#fffbe8",
        )
        for a in (-0.16, 0.0, 0.16)
    ]
    return _both(beast, Markup("").join([*shapes, *claws]))


def _crown(beast: Beast, high: float) -> Markup:
    """Horns, ears, feelers or a comb."""
    x, w, top = beast.x, beast.wide, beast.head - beast.high
    kind = beast.seed.pick(4)
    if kind == 0:
        horn = [(x + w * 0.45, top + 5), (x + w * 0.85, top + 9), (x + w * 1.05, top - high * 0.17)]
        return _both(beast, path(horn, "#fff4d6") + _edge(horn, beast))
    if kind == 1:
        ear = [(x + w * 0.3, top + 4), (x + w * 0.9, top + 12), (x + w * 0.86, top - high * 0.15)]
        inner = [(x + w * 0.5, top + 3), (x + w * 0.8, top + 7), (x + w * 0.79, top - high * 0.08)]
        return _both(beast, path(ear, beast.skin[0]) + _edge(ear, beast) + path(inner, beast.skin[1]))
    if kind == 2:
        feeler = Markup(
            '<path d="M{} {}q{} {} {} {}" fill="none" stroke="{}" stroke-width="4" stroke-linecap="round"/>'
            '<circle cx="{}" cy="{}" r="6" fill="{}" stroke="{}" stroke-width="2.5"/>'
        ).format(
            n(x + w * 0.35),
            n(top + 3),
            n(w * 0.05),
            n(-high * 0.1),
            n(w * 0.35),
            n(-high * 0.13),
            beast.skin[2],
            n(x + w * 0.7),
            n(top + 3 - high * 0.13),
            "#ffe37a",
            beast.skin[2],
        )
        return _both(beast, feeler)
    comb = [
        (x + w * a, top - high * b)
        for a, b in ((-0.6, -0.03), (-0.5, 0.09), (-0.3, 0.02), (0, 0.16), (0.3, 0.02), (0.5, 0.09), (0.6, -0.03))
    ]
    return path(comb, beast.skin[1]) + _edge(comb, beast)


def _edge(points: Sequence[tuple[float, float]], beast: Beast) -> Markup:
    shape = " ".join(f"{n(x)},{n(y)}" for x, y in points)
    return Markup('<polyline points="{}" fill="none" stroke="{}" stroke-width="3" stroke-linejoin="round"/>').format(
        shape, beast.skin[2]
    )


def _face(beast: Beast, high: float) -> Markup:
    """Eyes and a mouth with teeth."""
    x, y, w, h = beast.x, beast.head, beast.wide, beast.high
    number = (2, 2, 2, 1, 3)[beast.seed.pick(5)]
    places = {1: (0.0,), 2: (-0.42, 0.42), 3: (-0.58, 0.0, 0.58)}[number]
    radius = h * (0.36 if number == 1 else 0.25)
    eyes = Markup("").join(
        Markup(
            '<circle cx="{0}" cy="{1}" r="{2}" fill="#fffdf2" stroke="{3}" stroke-width="2.5"/>'
            '<circle cx="{4}" cy="{5}" r="{6}" fill="#1c1420"/>'
        ).format(
            n(x + w * a),
            n(y - h * 0.2),
            n(radius),
            beast.skin[2],
            n(x + w * a * 0.94),
            n(y - h * 0.14),
            n(radius * 0.45),
        )
        for a in places
    )
    brow = Markup('<path d="M{} {}L{} {}" stroke="{}" stroke-width="5" stroke-linecap="round"/>').format(
        n(x + w * 0.14), n(y - h * 0.36), n(x + w * 0.72), n(y - h * 0.62), beast.skin[2]
    )
    wide = w * (0.5 + beast.seed.pick(3) / 10)
    mouth = Markup(
        '<path d="M{} {}Q{} {} {} {}z" fill="#3a0d16" stroke="{}" stroke-width="2.5" stroke-linejoin="round"/>'
    ).format(n(x - wide), n(y + h * 0.28), n(x), n(y + h * 1.05), n(x + wide), n(y + h * 0.28), beast.skin[2])
    count = beast.seed.between(3, 5)
    teeth = Markup("").join(
        path(
            [
                (x - wide * 0.85 + 1.7 * wide * i / count, y + h * 0.3),
                (x - wide * 0.85 + 1.7 * wide * (i + 1) / count, y + h * 0.3),
                (x - wide * 0.85 + 1.7 * wide * (i + 0.5) / count, y + h * 0.52),
            ],
            "#fffdf2",
        )
        for i in range(count)
    )
    return eyes + (_both(beast, brow) if number != 1 else Markup("")) + mouth + teeth
