"""How large a pack may be before it is refused; every limit has its own error code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadLimits:
    """Caps of one content file. Tests pass smaller ones to reach them cheaply."""

    file_bytes: int = 1 << 20
    depth: int = 64
    """How many lists and maps may stand inside each other."""
    nodes: int = 200_000
    """Keys, values, lists and maps of a file, together."""
    scalar_bytes: int = 64 << 10
    """Length of one text as it stands in the file, in UTF-8."""


DEFAULT_LIMITS = ReadLimits()

MAX_INTEGER = 2**53 - 1
"""Largest absolute value of a number, in content and at run time."""
