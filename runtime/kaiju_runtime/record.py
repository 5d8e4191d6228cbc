"""Classes of named values, for the tables of a program and what else has a few fields.

They are what ``dataclasses`` makes, without source that is written and compiled at each import: some fifty such classes
and their module took half of the time in which the engine starts.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar, dataclass_transform


@dataclass_transform(frozen_default=True)
class Record:
    """Its annotations are the fields, in order; a field may have a default, which all share.

    Records do not change (unless ``frozen=False``), and are equal if they are of one class and their fields are equal
    (with ``eq=False`` each is equal only to itself).
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()
    NAMES: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls, *, frozen: bool = True, eq: bool = True) -> None:
        cls.FIELDS = tuple(cls.__annotations__)
        cls.NAMES = frozenset(cls.FIELDS)
        if not frozen:
            cls.__setattr__ = object.__setattr__  # type: ignore[method-assign, assignment]
        if not eq:
            cls.__eq__ = object.__eq__  # type: ignore[method-assign]
            cls.__hash__ = object.__hash__  # type: ignore[method-assign]

    def __init__(self, *values: Any, **named: Any) -> None:
        names, mine = self.FIELDS, self.__dict__
        if not values and named.keys() == self.NAMES:
            mine.update(named)
            return
        mine.update(zip(names, values, strict=False))
        if named or len(values) != len(names):
            for name in names[len(values) :]:
                mine[name] = named.pop(name) if name in named else self._default(name)
            if named or len(values) > len(names):
                raise TypeError(f"{type(self).__name__} does not take these values: {', '.join(named) or values}")

    def _default(self, name: str) -> Any:
        if not hasattr(type(self), name):
            raise TypeError(f"{type(self).__name__} lacks '{name}'")
        return getattr(type(self), name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: '{name}' stays as it is")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(map(self.__dict__.__getitem__, self.FIELDS)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"{type(self).__name__}({shown})"


R = TypeVar("R", bound=Record)


def replace(record: R, **changes: Any) -> R:
    """A record like another one, some fields changed."""
    return type(record)(**{**{name: getattr(record, name) for name in record.FIELDS}, **changes})


class Slotted(type):
    """Makes the annotations of a class its slots."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Slotted:
        return super().__new__(cls, name, bases, {"__slots__": tuple(space.get("__annotations__", ())), **space})


class Table(metaclass=Slotted):
    """What is read all the time while a game runs: its fields have slots, and may change.

    Each is equal only to itself.
    """

    def __init__(self, *values: Any) -> None:
        for name, value in zip(type(self).__slots__, values, strict=True):  # type: ignore[attr-defined]
            setattr(self, name, value)
