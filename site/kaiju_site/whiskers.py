"""Little pictures of rates and differences in tables: a dot, its interval, and what they are held against.

The numbers stand beside them; the pictures are for the eye that runs down a column. A dot that is clear of its band has
another shape as well as another colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kaiju_runtime.report.rates import WHOLE, Difference, Rate
from kaiju_runtime.report.tables import Column
from kaiju_runtime.report.verdicts import Verdict

_WIDE, _TALL, _DOT = 92, 14, 4
"""Size of a picture in pixels, and half of its dot."""
_AROUND = 3_000
"""Rates are shown up to 30 points around what is fair; what lies further off, lies at the edge."""


@dataclass(frozen=True)
class Scale:
    """From what to what a picture reaches."""

    low: int
    high: int

    def place(self, value: int) -> int:
        """Where a value lies, in pixels; the ends keep room for a dot."""
        inside = max(self.low, min(value, self.high)) - self.low
        return _DOT + (_WIDE - 2 * _DOT) * inside // (self.high - self.low)


def rate_picture(found: Rate, column: Column) -> Markup:
    """A rate around what is fair, with the band that is balanced or the mark of what is fair."""
    scale = Scale(max(0, column.fair - _AROUND), min(WHOLE, column.fair + _AROUND))
    if column.band is None:
        return _picture(found, scale, _mark(scale.place(column.fair)), "within")
    left, right = scale.place(column.band.low), scale.place(column.band.high)
    ground = Markup('<rect class="band" x="{}" y="0" width="{}" height="{}"/>').format(left, right - left, _TALL)
    return _picture(found, scale, ground, column.band.verdict(found))


def points_picture(found: Difference, widest: int) -> Markup:
    """A difference around none; ``widest`` is how far any in its column reaches."""
    verdict: Verdict = "clear above" if found.low > 0 else "clear below" if found.high < 0 else "within"
    scale = Scale(-widest, widest)
    return _picture(found, scale, _mark(scale.place(0)), verdict)


def _mark(place: int) -> Markup:
    return Markup('<path class="fair" d="M{} 0V{}"/>').format(place, _TALL)


def _picture(found: Rate | Difference, scale: Scale, ground: Markup, verdict: Verdict) -> Markup:
    reach = f"M{scale.place(found.low)} {_TALL // 2}H{scale.place(found.high)}"
    return Markup(
        '<svg class="whisker {}" viewBox="0 0 {w} {h}" width="{w}" height="{h}" aria-hidden="true">{}'
        '<path class="reach" d="{}"/><path class="dot" d="{}"/></svg>'
    ).format(verdict.replace(" ", "-"), ground, reach, _dot(scale.place(found.value), verdict), w=_WIDE, h=_TALL)


def _dot(place: int, verdict: Verdict) -> str:
    """A triangle that points up or down, or a diamond."""
    middle, size = _TALL // 2, 2 * _DOT
    if verdict == "clear above":
        return f"M{place - _DOT} {middle + _DOT}h{size}l-{_DOT} -{size}z"
    if verdict == "clear below":
        return f"M{place - _DOT} {middle - _DOT}h{size}l-{_DOT} {size}z"
    return f"M{place} {middle - _DOT}l{_DOT} {_DOT}l-{_DOT} {_DOT}l-{_DOT} -{_DOT}z"
