"""Pictures on faces, made of simple shapes. What is drawn depends on nothing but the id and the icons of a record."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from kaiju_site.faces.lettering import icon_at, n, width

PALETTES = (
    ("#f2743f", "#ffd991", "#a8331f", "#4c1420", "#fff3cf"),
    ("#2f8f97", "#b4ece0", "#175a69", "#0c2f3d", "#f3fff0"),
    ("#d94a75", "#ffd3dc", "#86264f", "#3a0f2c", "#fff0f2"),
    ("#7350c4", "#dccdff", "#43297f", "#1e1140", "#fff4c9"),
    ("#e0991a", "#fff0a8", "#8f5610", "#3d2409", "#fffbe0"),
    ("#3a78cc", "#c8e4ff", "#1d4488", "#0d2047", "#fff6d5"),
    ("#55963a", "#dcf2ae", "#2c5f2a", "#12301a", "#fffde0"),
    ("#c8342b", "#ffc0a6", "#74151b", "#2e0a12", "#fff1dc"),
)
"""Sky above, sky below, what is far, what is near, what shines."""

INDIGO = ("#4a5a86", "#cfd8ee", "#2b3660", "#141a35", "#fff6dd")


class Seed:
    """Numbers that look like chance and are the same for the same text, everywhere."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.count = 0

    def pick(self, number: int) -> int:
        """One of ``0 … number - 1``."""
        self.count += 1
        data = f"{self.text}\n{self.count}".encode("utf-8", "surrogatepass")
        return int.from_bytes(hashlib.sha256(data).digest()[:4], "big") % number

    def between(self, least: int, most: int) -> int:
        return least + self.pick(most - least + 1)


@dataclass
class Scene:
    """A picture of a certain size, with its chance and its colours."""

    wide: float
    high: float
    seed: Seed
    palette: Sequence[str]

    @property
    def sky(self) -> str:
        return self.palette[0]

    @property
    def far(self) -> str:
        return self.palette[2]

    @property
    def near(self) -> str:
        return self.palette[3]

    @property
    def glow(self) -> str:
        return self.palette[4]

    @cached_property
    def middle(self) -> tuple[float, float]:
        return self.wide / 2, self.high * 0.5


def palette_of(icons: Sequence[str], seed: Seed) -> Sequence[str]:
    """The colours of the first icon, in one of two ways, so that what belongs together looks alike."""
    if not icons:
        return INDIGO
    return PALETTES[(Seed(icons[0]).pick(len(PALETTES)) + 3 * seed.pick(2)) % len(PALETTES)]


def picture(wide: float, high: float, identity: str, icons: Sequence[str], letter: str) -> Markup:
    """The art of a record: a sky, something behind, something below, and its icons before it."""
    seed = Seed(identity)
    scene = Scene(wide, high, seed, palette_of(icons, seed))
    behind = BEHIND[seed.pick(len(BEHIND))](scene)
    below = BELOW[seed.pick(len(BELOW))](scene)
    return sky(scene) + behind + below + (motifs(scene, icons) if icons else burst(scene, letter))


def sky(scene: Scene) -> Markup:
    top, bottom = scene.palette[0], scene.palette[1]
    return Markup(
        '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="{}"/><stop offset="1" stop-color="{}"/>'
        '</linearGradient><rect width="{}" height="{}" fill="url(#sky)"/>'
    ).format(top, bottom, n(scene.wide), n(scene.high))


def path(points: Sequence[tuple[float, float]], fill: str, opacity: float = 1.0) -> Markup:
    """A polygon."""
    shade = Markup(' opacity="{}"').format(opacity) if opacity < 1 else ""
    shape = " ".join(f"{n(x)},{n(y)}" for x, y in points)
    return Markup('<polygon points="{}" fill="{}"{}/>').format(shape, fill, shade)


# --- behind --------------------------------------------------------------------------------------


def rays(scene: Scene) -> Markup:
    x, y = scene.middle
    turn, number, far = scene.seed.pick(30), 14, scene.wide
    shown = Markup("")
    for each in range(number):
        angles = [math.radians(turn + 360 * (each + part) / number) for part in (0.0, 0.5)]
        edge = [(x + far * math.cos(angle), y + far * math.sin(angle)) for angle in angles]
        shown += path([(x, y), *edge], scene.glow, 0.28)
    return shown


def rings(scene: Scene) -> Markup:
    x, y = scene.middle
    return Markup("").join(
        Markup('<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{}" stroke-width="9" opacity=".2"/>').format(
            n(x), n(y), radius, scene.glow
        )
        for radius in range(34, int(scene.wide * 0.7), 22)
    )


def dots(scene: Scene) -> Markup:
    shown, step = Markup(""), 13
    for row in range(int(scene.high / step) + 1):
        radius = 4.6 * (1 - row * step / scene.high)
        if radius > 0.5:
            shown += Markup("").join(
                Markup('<circle cx="{}" cy="{}" r="{}"/>').format(
                    n(column * step + (row % 2) * step / 2), row * step, n(radius)
                )
                for column in range(int(scene.wide / step) + 2)
            )
    return Markup('<g fill="{}" opacity=".25">{}</g>').format(scene.glow, shown)


def sun(scene: Scene) -> Markup:
    x = scene.wide * (0.28 + 0.11 * scene.seed.pick(5))
    return Markup('<circle cx="{}" cy="{}" r="{}" fill="{}" opacity=".75"/>').format(
        n(x), n(scene.high * 0.55), n(scene.high * 0.42), scene.glow
    )


def streaks(scene: Scene) -> Markup:
    shown = Markup("")
    for each in range(9):
        x, wide = each * scene.wide / 6 - 70, scene.seed.between(5, 20)
        shown += path([(x, scene.high), (x + wide, scene.high), (x + wide + 90, 0), (x + 90, 0)], scene.glow, 0.22)
    return shown


# --- below ---------------------------------------------------------------------------------------


def skyline(scene: Scene) -> Markup:
    return _houses(scene, scene.far, 0.30, 0.52, 0.6) + _houses(scene, scene.near, 0.12, 0.34, 1.0)


def _houses(scene: Scene, fill: str, least: float, most: float, opacity: float) -> Markup:
    x, shown, windows = -4.0, Markup(""), Markup("")
    while x < scene.wide:
        wide = scene.seed.between(14, 30)
        high = scene.high * (least + (most - least) * scene.seed.pick(100) / 100)
        top = scene.high - high
        shown += Markup('<rect x="{}" y="{}" width="{}" height="{}"/>').format(n(x), n(top), wide, n(high + 1))
        if opacity == 1 and high > 22:
            lit = [(x + 4 + 7 * column, top + 5 + 8 * row) for column in range(wide // 9) for row in range(2)]
            windows += Markup("").join(
                Markup('<rect x="{}" y="{}" width="3" height="4"/>').format(n(a), n(b))
                for a, b in lit
                if scene.seed.pick(3)
            )
        x += wide + scene.seed.pick(4)
    lights = Markup('<g fill="{}" opacity=".8">{}</g>').format(scene.glow, windows) if windows else ""
    return Markup('<g fill="{}" opacity="{}">{}</g>{}').format(fill, opacity, shown, lights)


def hills(scene: Scene) -> Markup:
    return _curve(scene, scene.far, 0.66, 26, 0.7) + _curve(scene, scene.near, 0.82, 18, 1)


def _curve(scene: Scene, fill: str, level: float, swing: int, opacity: float) -> Markup:
    y, w, h = scene.high * level, scene.wide, scene.high
    a, b = scene.seed.between(-swing, swing), scene.seed.between(-swing, swing)
    return Markup('<path d="M0 {}C{} {} {} {} {} {}V{}H0z" fill="{}" opacity="{}"/>').format(
        n(y), n(w * 0.3), n(y + a - swing), n(w * 0.65), n(y + b + swing), n(w), n(y - a / 2), n(h), fill, opacity
    )


def waves(scene: Scene) -> Markup:
    shown = Markup("")
    for level, fill, opacity in ((0.68, scene.far, 0.6), (0.79, scene.far, 1), (0.9, scene.near, 1)):
        start, step = -scene.seed.pick(40), 40
        curve = "".join(f"q{step // 4} -10 {step // 2} 0t{step // 2} 0" for _ in range(int(scene.wide / step) + 2))
        shown += Markup('<path d="M{} {}{}V{}H{}z" fill="{}" opacity="{}"/>').format(
            start, n(scene.high * level), curve, n(scene.high + 4), start, fill, opacity
        )
    return shown


def peaks(scene: Scene) -> Markup:
    shown = Markup("")
    for level, fill, opacity in ((0.36, scene.far, 0.65), (0.6, scene.near, 1)):
        x, points = -10.0, [(-10.0, scene.high)]
        while x < scene.wide + 10:
            points += [
                (x, scene.high * 0.92),
                (x + 16 + scene.seed.pick(18), scene.high * (level + 0.3 * scene.seed.pick(100) / 100)),
            ]
            x += scene.seed.between(40, 62)
        shown += path([*points, (scene.wide + 20, scene.high)], fill, opacity)
    return shown


# --- before --------------------------------------------------------------------------------------


def motifs(scene: Scene, icons: Sequence[str]) -> Markup:
    """One icon large, or up to three side by side, the first in the middle."""
    shown = list(dict.fromkeys(icons))[:3]
    large, small = scene.high * (0.62 if len(shown) == 1 else 0.54), scene.high * 0.36
    x, y = scene.middle
    found = Markup("")
    for icon, side in zip(shown[1:], (1, -1), strict=False):
        found += _motif(scene, icon, x + side * (large + small) * 0.52, y + scene.high * 0.1, small)
    return found + _motif(scene, shown[0], x, y, large)


def _motif(scene: Scene, icon: str, x: float, y: float, size: float) -> Markup:
    shadow = Markup('<g fill="{}" opacity=".45">{}</g>').format(
        scene.near, icon_at(icon, x - size / 2 + 3, y - size / 2 + 4, size, "m")
    )
    return shadow + Markup(
        '<g fill="{}" stroke="{}" stroke-width="1.6" stroke-linejoin="round" paint-order="stroke">{}</g>'
    ).format(scene.glow, scene.near, icon_at(icon, x - size / 2, y - size / 2, size, "m"))


def burst(scene: Scene, letter: str) -> Markup:
    """A star of many points with a letter in it, where a record speaks of nothing that has an icon."""
    x, y = scene.middle
    radius, number = scene.high * 0.4, 12
    points = [
        (
            x + radius * (1 if each % 2 else 0.74) * math.cos(math.pi * each / number - math.pi / 2),
            y + radius * (1 if each % 2 else 0.74) * math.sin(math.pi * each / number - math.pi / 2),
        )
        for each in range(2 * number)
    ]
    size = scene.high * 0.4
    return path([(a + 3, b + 4) for a, b in points], scene.near, 0.45) + Markup(
        '{}<text x="{}" y="{}" font-size="{}" font-weight="700" fill="{}">{}</text>'
    ).format(
        path(points, scene.glow),
        n(x - width(letter, size, True) / 2),
        n(y + size * 0.36),
        n(size),
        scene.near,
        letter,
    )


BEHIND: tuple[Callable[[Scene], Markup], ...] = (rays, rings, dots, sun, streaks)
BELOW: tuple[Callable[[Scene], Markup], ...] = (skyline, hills, waves, peaks)
