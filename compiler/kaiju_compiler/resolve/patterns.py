"""The sentence patterns of the registry, and how the terms of a sentence fall into them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kaiju_compiler import syntax

_PIECES = re.compile(r"\{(?P<name>\w+):(?P<spec>[^}]*)\}|(?P<sign>[\[\]])|(?P<word>[\w]+)")


@dataclass(frozen=True)
class Part:
    """A word, an operand, or an optional run of parts of a pattern."""

    word: str = ""
    name: str = ""
    spec: str = ""
    optional: tuple[Part, ...] = ()

    def say(self) -> str:
        return f"`{self.word}`" if self.word else self.name


@dataclass
class Shape:
    """How the terms of a sentence fall into one pattern."""

    parts: tuple[Part, ...]
    found: dict[str, tuple[Part, Any]] = field(default_factory=dict)
    """Operands by name: their part and the term."""
    after: dict[str, str] = field(default_factory=dict)
    """The word before each operand, if there is one."""
    progress: int = 0
    missing: Part | None = None
    """What is missing, or stands for something else, after ``progress`` parts."""
    extra: Any = None
    """The first term that is left over, or that stands where ``missing`` should."""
    named: bool = False
    """Whether the pattern takes the name behind `as`."""

    @property
    def full(self) -> bool:
        return self.missing is None and self.extra is None


@cache
def parse_pattern(text: str) -> tuple[Part, ...]:
    """The parts of a pattern such as ``move {what:piece*} to {to:location} [toward {toward:player}]``."""
    stack: list[list[Part]] = [[]]
    for match in _PIECES.finditer(text):
        if match["sign"] == "[":
            stack.append([])
        elif match["sign"] == "]":
            group = tuple(stack.pop())
            stack[-1].append(Part(optional=group))
        elif match["word"]:
            stack[-1].append(Part(word=match["word"]))
        else:
            stack[-1].append(Part(name=match["name"], spec=match["spec"]))
    return tuple(stack[0])


def match(parts: tuple[Part, ...], items: list[Any], as_name: syntax.Name | None) -> Shape:
    """How ``items`` fall into ``parts``; what is missing or left over stands in the shape."""
    shape = Shape(parts)
    rest = _match_parts(shape, parts, list(items), as_name)
    if shape.missing is None and rest:
        shape.extra = rest[0]
    return shape


def _match_parts(shape: Shape, parts: tuple[Part, ...], items: list[Any], as_name: syntax.Name | None) -> list[Any]:
    before = ""
    for part in parts:
        if part.optional:
            if items and _is_word(items[0], part.optional[0].word):
                items = _match_parts(shape, part.optional, items, as_name)
        elif before == "as" and part.name:
            shape.found[part.name] = (part, as_name)
        elif part.word == "as":
            if as_name is None:
                return _stop(shape, part, items)
            shape.named = True
        else:
            rest = _match_one(shape, part, items, before)
            if rest is None:
                return _stop(shape, part, items)
            items = rest
        if shape.missing is not None:
            return items
        shape.progress += 1
        before = part.word
    return items


def _match_one(shape: Shape, part: Part, items: list[Any], before: str) -> list[Any] | None:
    """The items behind one part, or ``None`` if the first of them is something else."""
    if not items:
        return None
    if not part.word:
        if isinstance(items[0], syntax.Preposition):
            return None
        shape.found[part.name] = (part, items[0])
        shape.after[part.name] = before
        return items[1:]
    if _is_word(items[0], part.word):
        return items[1:]
    if part.word == "a" and isinstance(items[0], syntax.Select) and items[0].quantifier == "a":
        return [items[0].noun, *items[1:]]
    return None


def _stop(shape: Shape, part: Part, items: list[Any]) -> list[Any]:
    shape.missing = part
    shape.extra = items[0] if items else None
    return items


def _is_word(item: Any, word: str) -> bool:
    if isinstance(item, syntax.Name):
        return item.id == word
    return isinstance(item, syntax.Preposition) and item.word == word


def furthest(shapes: list[Shape]) -> Shape:
    """The shape that got furthest; of equals the first."""
    return max(shapes, key=lambda shape: (shape.progress, shape.missing is None))


def say_pattern(text: str) -> str:
    """A pattern as a designer reads it: ``gain N COUNTER``."""
    return re.sub(r"\{(\w+):([^}]*)\}", lambda match: _operand_word(match[1], match[2]), text)


def _operand_word(name: str, spec: str) -> str:
    if spec == "number":
        return "N"
    if spec.startswith("binding"):
        return "NAME"
    if " of " in spec:
        return "X." + spec.split(" of ")[0].upper()
    first = spec.split("|")[0].rstrip("*")
    return {"thing": "X", "location": "WHERE", "player": "PLAYER", "source": "SOURCE"}.get(first, first.upper())
