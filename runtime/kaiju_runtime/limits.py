"""The limits of a run; each has an error code and can be set lower for a test."""

from __future__ import annotations

from kaiju_runtime.record import Record


class Limits(Record):
    integer: int = 2**53 - 1
    """Largest number; every sum is kept within plus and minus this."""
    steps: int = 100_000
    """Statements for one answer."""
    looks: int = 500_000
    """Candidates and declared numbers that conditions look at, for one answer."""
    steps_per_game: int = 10_000_000
    events: int = 10_000
    """Events for one answer."""
    depth: int = 64
    """Events inside events."""
    questions: int = 200
    """Questions inside effects for one answer."""
    turns: int = 1_000
    idle: int = 1_000
    """Decisions in one turn."""


DEFAULT = Limits()
