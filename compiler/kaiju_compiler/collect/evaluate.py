"""Expressions about records, worked out while compiling: which pieces are of a kind, what a pack's checks say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kaiju_compiler.collect.texts import Code

Value: TypeAlias = Any
"""A number, truth, word, id, ``None`` for nothing, or a list of these."""


class NeedsGame(Exception):
    """The expression asks for something that only a game has."""


@dataclass
class Facts:
    """What is known about records without a game: ``data`` by record and field, ``kinds`` by kind."""

    data: dict[str, dict[str, Value]]
    kinds: dict[str, list[str]]
    leaving: set[str] = field(default_factory=set)
    """Records whose pieces do not stay in play once they are resolved."""
    it: Value = None
    named: dict[int, Value] = field(default_factory=dict)
    """What the names of loops stand for, by slot."""

    def value(self, code: Code) -> Value:
        """The value of a node; raises :class:`NeedsGame` where there is none yet."""
        op, *operands = code
        if op in _CONSTANTS:
            return None if op == "none" else operands[0]
        if op in _ARITHMETIC:
            return _ARITHMETIC[op](self.value(operands[0]), self.value(operands[1]))
        special = _SPECIAL.get(op)
        if special is None:
            raise NeedsGame(op)
        return special(self, *operands)

    def holds_for(self, record: str, condition: Code) -> bool:
        """Whether a condition about ``it`` is true of a record."""
        outer, self.it = self.it, record
        try:
            return bool(self.value(condition))
        finally:
            self.it = outer

    def offenders(self, over: Code, slot: int, condition: Code) -> list[Value]:
        """Those of a selection for which a condition is false."""
        found = []
        for each in self.several(over):
            self.named[slot] = each
            if not self.holds_for(each, condition):
                found.append(each)
        return found

    # --- operations ---

    def every(self, over: Code, slot: int, condition: Code) -> bool:
        return not self.offenders(over, slot, condition)

    def local(self, slot: int, *_: Value) -> Value:
        return self.named.get(slot)

    def candidate(self) -> Value:
        return self.it

    def field_of(self, name: str, of: Code) -> Value:
        return self.data.get(self.value(of), {}).get(name)

    def pieces(self, kind: str, holder: Code | None, holder_kind: str) -> list[Value]:
        if holder is not None:
            raise NeedsGame(holder_kind)
        return list(self.kinds[kind])

    def select(self, of: Code, where: Code | None) -> list[Value]:
        return [each for each in self.several(of) if where is None or self.holds_for(each, where)]

    def several(self, code: Code) -> list[Value]:
        found = self.value(code)
        return found if isinstance(found, list) else [] if found is None else [found]

    def size(self, of: Code) -> int:
        return len(self.several(of))

    def both(self, left: Code, right: Code) -> bool:
        return bool(self.value(left)) and bool(self.value(right))

    def either(self, left: Code, right: Code) -> bool:
        return bool(self.value(left)) or bool(self.value(right))

    def opposite(self, of: Code) -> bool:
        return not self.value(of)

    def negative(self, of: Code) -> int:
        return -number(self.value(of))

    def least(self, of: list[Code]) -> int:
        return min(number(self.value(each)) for each in of)

    def most(self, of: list[Code]) -> int:
        return max(number(self.value(each)) for each in of)

    def of_each(self, over: Code, of: Code) -> list[int]:
        outer, numbers = self.it, []
        for each in self.several(over):
            self.it = each
            numbers.append(number(self.value(of)))
        self.it = outer
        return numbers

    def sum_each(self, over: Code, of: Code) -> int:
        return sum(self.of_each(over, of))

    def max_each(self, over: Code, of: Code) -> int:
        return max(self.of_each(over, of), default=0)

    def min_each(self, over: Code, of: Code) -> int:
        return min(self.of_each(over, of), default=0)

    def within(self, one: Code, others: Code) -> bool:
        return self.value(one) in self.several(others)

    def is_kind(self, piece: Code, kind: str) -> bool:
        return self.value(piece) in self.kinds[kind]


def number(value: Value) -> int:
    """A value as the runtime reckons with it: nothing is -1."""
    return -1 if value is None else int(value)


_CONSTANTS = frozenset({"int", "none", "face", "word_ref", "bonus_ref", "piece_ref", "seat_ref"})
_ARITHMETIC: dict[str, Callable[[Value, Value], Value]] = {
    "+": lambda left, right: number(left) + number(right),
    "-": lambda left, right: number(left) - number(right),
    "*": lambda left, right: number(left) * number(right),
    "/": lambda left, right: number(left) // number(right) if right else 0,
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: number(left) < number(right),
    "<=": lambda left, right: number(left) <= number(right),
    ">": lambda left, right: number(left) > number(right),
    ">=": lambda left, right: number(left) >= number(right),
}
_SPECIAL: dict[str, Callable[..., Value]] = {
    "it": Facts.candidate,
    "local": Facts.local,
    "every": Facts.every,
    "data": Facts.field_of,
    "pieces": Facts.pieces,
    "select": Facts.select,
    "size": Facts.size,
    "and": Facts.both,
    "or": Facts.either,
    "not": Facts.opposite,
    "neg": Facts.negative,
    "min": Facts.least,
    "max_of": Facts.most,
    "sum_each": Facts.sum_each,
    "max_each": Facts.max_each,
    "min_each": Facts.min_each,
    "in": Facts.within,
    "is_kind": Facts.is_kind,
}
