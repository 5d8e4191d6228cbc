"""Where a piece of text stands: files, spans in them, and texts cut out of them.

Every diagnostic points with a :class:`Span`. Spans are absolute: they count code points in the
decoded file, also for a word that stands inside a YAML block scalar. A :class:`Text` is a scalar's
value together with the file position of each of its characters, so that the parser of the effect
language never has to know how the scalar was quoted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """One decoded file: byte-order mark dropped, line ends as LF."""

    path: str
    """As it is shown to the user, with forward slashes."""
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which the lines begin; the first is 0."""
        return (0, *(i + 1 for i, char in enumerate(self.text) if char == "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1, the column in code points."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1), without its end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True)
class Span:
    """A stretch of a file, ``start`` inclusive, ``end`` exclusive, in code points."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def line(self) -> int:
        """Line on which the span begins, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column at which the span begins, from 1, in code points."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The stretch from the beginning of this span to the end of ``other`` (same file)."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


@dataclass(frozen=True)
class Text:
    """The value of a scalar and the file offset of each of its characters.

    ``offsets`` (a tuple or a range) has one entry more than ``value`` has characters: the last is where
    the value ends.
    """

    value: str
    source: Source = field(repr=False)
    offsets: Sequence[int] = field(repr=False)

    def span(self, start: int, end: int) -> Span:
        """The file span of ``value[start:end]``; an empty stretch is widened to one character if it can."""
        first = self.offsets[start]
        last = self.offsets[end] if end <= start else self.offsets[end - 1] + 1
        return Span(self.source, first, max(first, last))

    @classmethod
    def plain(cls, value: str, path: str = "<text>") -> Text:
        """A text that is a file of its own; for tests and single snippets."""
        return cls(value, Source(path, value), tuple(range(len(value) + 1)))
