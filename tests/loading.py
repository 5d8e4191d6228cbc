"""Short ways to load a text and to look at what came of it, for the tests of the loader."""

from __future__ import annotations

from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.limits import ReadLimits
from kaiju_compiler.load import Loaded, load_bytes

PACK = "cards:\n  - id: nova\n    effect: |\n      gain 1 energy\n\n      lose 2 life\n    text: >\n      a\n      b\n"
"""A sound file with lists, maps and texts of several lines."""


def load_text(text: str, **limits: int) -> Loaded:
    return load_bytes("pack/cards.yaml", text.encode(), ReadLimits(**limits))


def codes(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics]


def places(loaded: Loaded) -> list[tuple[str, int, int]]:
    """Code, line and column of each diagnostic."""
    return [(each.code, *each.position[1:]) for each in loaded.diagnostics]


def only(loaded: Loaded) -> Diagnostic:
    """The one diagnostic that there must be."""
    assert len(loaded.diagnostics) == 1, loaded.diagnostics
    return loaded.diagnostics[0]
