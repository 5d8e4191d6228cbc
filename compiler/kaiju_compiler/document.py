"""A YAML file as a tree of values, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from kaiju_compiler.source import Span, Text

Data: TypeAlias = "str | int | bool | None | list[Data] | dict[str, Data]"
"""Plain values, as ``to_data`` returns them."""


@dataclass(frozen=True)
class Scalar:
    """A text, a number, true, false or nothing (an empty value or ``null``)."""

    value: str | int | bool | None
    span: Span = field(repr=False)
    text: Text | None = field(default=None, repr=False, compare=False)
    """What was written, quotes and escapes resolved; ``None`` only where nothing was written."""
    faulty: bool = field(default=False, compare=False)
    """Whether the loader has already complained about this value, so that nobody need do so again."""

    def to_data(self) -> Data:
        return self.value


@dataclass(frozen=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span = field(repr=False)

    def to_data(self) -> Data:
        """The items as plain values."""
        return [item.to_data() for item in self.items]

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True)
class Mapping:
    """Keys and values in file order; the keys are texts, and different from each other."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span = field(repr=False)

    @cached_property
    def _index(self) -> dict[str, tuple[Scalar, Node]]:
        return {str(key.value): (key, value) for key, value in self.entries}

    def get(self, name: str) -> Node | None:
        """The value of a key, or ``None`` where the key is missing."""
        entry = self._index.get(name)
        return None if entry is None else entry[1]

    def key(self, name: str) -> Scalar | None:
        """The key itself, for its span."""
        entry = self._index.get(name)
        return None if entry is None else entry[0]

    def keys(self) -> tuple[str, ...]:
        """The keys in file order."""
        return tuple(self._index)

    def string(self, name: str, default: str = "") -> str:
        """The text of a key, or the default where it is missing or no text."""
        node = self.get(name)
        return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else default

    def integer(self, name: str, default: int = 0) -> int:
        """The number of a key, or the default where it is missing or no number."""
        node = self.get(name)
        if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        return default

    def flag(self, name: str, default: bool = False) -> bool:
        """The true or false of a key, or the default where it is missing or neither."""
        node = self.get(name)
        return node.value if isinstance(node, Scalar) and isinstance(node.value, bool) else default

    def text(self, name: str) -> Text | None:
        """The located text of a key whose value is a scalar with something written."""
        node = self.get(name)
        return node.text if isinstance(node, Scalar) else None

    def sequence(self, name: str) -> tuple[Node, ...]:
        """The items of a key, none where it is missing or no list."""
        node = self.get(name)
        return node.items if isinstance(node, Sequence) else ()

    def mapping(self, name: str) -> Mapping | None:
        """The map of a key, or ``None`` where it is missing or something else."""
        node = self.get(name)
        return node if isinstance(node, Mapping) else None

    def to_data(self) -> Data:
        """The entries as a plain dict, in file order."""
        return {str(key.value): value.to_data() for key, value in self.entries}

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __iter__(self) -> Iterator[tuple[Scalar, Node]]:
        return iter(self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping
