"""What counts as balanced, and whether a rate is clear of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kaiju_runtime.report.rates import WHOLE, Rate, bonferroni, hundredths, wilson

Verdict = Literal["within", "above", "below", "clear above", "clear below", "too few games"]
"""``above``: only by the estimate; ``clear above``: with the whole interval."""
VAGUE = 3, 2
"""An interval 3/2 as wide as the band says nothing, unless it is clear of it: 30 points of two players, or 40 games."""

TENTHS_BELOW, TENTHS_ABOVE = 8, 12
"""A rate is balanced from eight to twelve tenths of the fair one: of two players, from 40 to 60 per cent."""


@dataclass(frozen=True)
class Band:
    """The rates that are balanced, in hundredths of a per cent."""

    low: int
    high: int

    def verdict(self, found: Rate) -> Verdict:
        """How a rate lies to the band."""
        if found.clear_above(self.high):
            return "clear above"
        if found.clear_below(self.low):
            return "clear below"
        if not found.of or (found.high - found.low) * VAGUE[1] >= (self.high - self.low) * VAGUE[0]:
            return "too few games"
        return "above" if found.value > self.high else "below" if found.value < self.low else "within"

    def sure(self, found: Rate, among: int) -> bool:
        """Whether a rate is clear of the band even as one of so many that were looked at (Bonferroni)."""
        if not found.of:
            return False
        low, high = wilson(found.wins, found.of, bonferroni(among))
        return hundredths(low) > self.high or hundredths(high) < self.low


def band_around(fair: int) -> Band:
    """The band around a fair rate."""
    return Band(fair * TENTHS_BELOW // 10, min(WHOLE, -(-fair * TENTHS_ABOVE // 10)))


EVEN = band_around(WHOLE // 2)
"""For one of two."""
