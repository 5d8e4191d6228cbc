"""Numbers of a report as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kaiju_runtime.report.rates import Difference, Rate, Spread

_SMALL = "no one two three four five six seven eight nine ten eleven twelve".split()
MINUS, BLANK = "\u2212", "\u00a0"
"""A minus sign, and a blank at which no line is broken."""


def percent(hundredths: int) -> str:
    """``38.0 %``."""
    return f"{tenths(hundredths)}{BLANK}%"


def tenths(hundredths: int) -> str:
    """Hundredths with one digit after the point, halves upwards: ``38.0``."""
    rounded = (abs(hundredths) + 5) // 10
    sign = MINUS if hundredths < 0 and rounded else ""
    return f"{sign}{rounded // 10}.{rounded % 10}"


def interval(found: Rate) -> str:
    """``34.1–42.0 %``."""
    return f"{tenths(found.low)}–{tenths(found.high)}{BLANK}%"


def rate_text(found: Rate) -> str:
    """``38.0 % (34.1–42.0 %)``; a dash where there was nothing to count."""
    return f"{percent(found.value)} ({interval(found)})" if found.of else "–"


def signed(hundredths: int) -> str:
    """``+3.1``."""
    text = tenths(hundredths)
    return text if hundredths < 0 or text == "0.0" else f"+{text}"


def points_text(found: Difference) -> str:
    """``+3.1 (+0.8 to +5.4)``."""
    return f"{signed(found.value)} ({signed(found.low)} to {signed(found.high)})"


def spread_text(found: Spread, of: str) -> str:
    """``14.2 turns (half of all between 11 and 17)``."""
    return f"{tenths(found.mean)} {of} (half of all between {found.quarter} and {found.three_quarters})"


def counted(number: int, one: str, more: str) -> str:
    """``six cards``, ``13 cards``."""
    return f"{number_word(number)} {one if number == 1 else more}"


def number_word(number: int) -> str:
    return _SMALL[number] if number < len(_SMALL) else f"{number:,}"


def listed(names: Iterable[str], most: int = 12) -> str:
    """``a, b and c``; of too many the first, and how many more there are."""
    found: Sequence[str] = list(names)
    if len(found) > most:
        found = [*found[: most - 1], f"{len(found) - most + 1} more"]
    return ", ".join(found[:-1]) + (" and " if len(found) > 1 else "") + (found[-1] if found else "")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
