"""How a table is drawn: width, characters, who sits where, where rules texts come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kaiju_runtime.play.text import UNICODE, Glyphs


@dataclass(frozen=True)
class Look:
    """How a table is drawn."""

    width: int = 80
    glyphs: Glyphs = UNICODE
    controllers: tuple[str, ...] = ()
    """``you``, or the name of a bot, for each seat."""
    text: Callable[[str], str] = lambda record: ""
    """The rules text of a record by its full id."""
    brief: bool = False
    """Pieces by their names only: for the log of a game that nobody plays."""
