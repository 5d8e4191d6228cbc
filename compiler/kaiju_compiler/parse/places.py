"""Samples of the language, with places for names: ``gain 1 {counter}`` is told in the names of the author's mode.

Braces and ``|`` are no signs of the language, so no word of a sample is taken for a place. A sample is filled before
words of the author's are put beside it, so no word of theirs is either.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.source import Span

MADE_UP = {
    "rival": "rival",
    "counter": "life",
    "another counter": "gold",
    "counter of a piece": "charge",
    "face": "claw",
    "stat": "rolls",
    "zone": "market",
    "stack": "pile",
    "kind": "card",
    "kinds": "cards",
    "phase": "buy",
    "place": "harbour",
    "event": "you buy a card",
}
"""Every place, and what fills it where no mode is known, or where the mode has nothing of that sort."""

_PLACE = re.compile(r"\{([^{}|]*)(?:\|([^{}]*))?\}")
"""``{counter}``; or ``{rival loses|others lose}``: the first in a game of two, else the second."""
_OF_TWO = "rival"
_ANOTHER = "in a game with other names, for example"


@dataclass(frozen=True, slots=True)
class Names:
    """What fills places."""

    find: Callable[[str], str | None] = MADE_UP.__getitem__
    """The name that the mode has for a place, or ``None``."""

    def fill(self, text: str) -> str:
        """The text with what the mode has, and with made-up names for what it lacks."""
        return _PLACE.sub(self._told, text)

    def problem(
        self, code: str, message: str, span: Span, help: str, sample: str | None = None, fix: str | None = None
    ) -> SyntaxProblem:
        """A problem with its sample filled; one that needs what the mode lacks is said to be of another game."""
        if sample is None or not self.lacks(sample):
            return SyntaxProblem(code, message, span, help, None if sample is None else self.fill(sample), fix)
        made_up = NO_MODE.fill(sample)
        if "\n" not in made_up:
            help = f"{help}; {_ANOTHER}: {made_up}"
        return SyntaxProblem(code, message, span, help, None, fix)

    def _told(self, found: re.Match[str]) -> str:
        place, of_several = found.groups()
        if of_several is not None:
            return of_several if self.find(_OF_TWO) is None else str(place)
        return self.find(place) or MADE_UP[place]

    def lacks(self, text: str) -> bool:
        """Whether the mode has nothing for some place of a text."""
        places = (found for found in _PLACE.finditer(text) if found[2] is None)
        return any(self.find(found[1]) is None for found in places)


NO_MODE = Names()
"""For texts of no mode, and for modes that lack something."""
