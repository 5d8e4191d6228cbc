"""Where a game is shown and answered: a pair of text streams."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TextIO

from kaiju_runtime.play.text import finished

Ask = Callable[[str], str]


class Console:
    """Writes lines and reads answers. ``ask`` gives ``None`` when there is nothing more to read."""

    def __init__(self, out: TextIO, read: Ask | None = None, colour: bool = False) -> None:
        self.out = out
        self.read = read
        self.colour = colour

    def say(self, lines: Iterable[str] | str = "") -> None:
        for line in [lines] if isinstance(lines, str) else lines:
            self.out.write(finished(line, self.colour) + "\n")
        self.out.flush()

    def ask(self, prompt: str) -> str | None:
        """The next line that the player types. ``KeyboardInterrupt`` goes through."""
        if self.read is None:
            return None
        try:
            return self.read(finished(prompt, self.colour))
        except EOFError:
            return None
