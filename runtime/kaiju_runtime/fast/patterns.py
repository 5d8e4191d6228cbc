"""Events as the arguments of a function name them, and the patterns that are tested against them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.scope import Code, Scope
from kaiju_runtime.frames import NONE
from kaiju_runtime.program import Pattern

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


@dataclass
class Shape:
    """An event as the arguments of its function name it."""

    name: str
    body: str
    """The name of the function of the reference interpreter that carries it out."""
    key: int = NONE
    fields: dict[str, str] = field(default_factory=dict)
    """Fields of the event that are not -1, as source."""
    amount: str = "1"
    number: int = NONE
    """Only this sum is meant; -1: all of them."""
    outermost: bool = False
    """Whether it never happens inside another event."""

    def get(self, name: str) -> str:
        if name == "key":
            return str(self.key)
        if name == "amount":
            return self.amount
        if name == "actor":
            return self.fields.get("actor", self.fields.get("player", "-1"))
        missing = {"dice": "()", "args": "()", "cause": "None"}
        return self.fields.get(name, missing.get(name, "-1"))

    @property
    def whose(self) -> str:
        """The player whom the event is about, as source; empty if it may be about a piece."""
        who = self.get("who")
        return who if who == self.get("player") else ""

    def made(self) -> str:
        """The source that makes the event."""
        named = [f"{name}={self.fields[name]}" for name in ORDER if name in self.fields]
        return ", ".join([f"Event({self.name!r}, {self.key}, {self.get('who')}", *named, f"amount={self.amount})"])

    def logged(self) -> str:
        parts = [self.get(name) for name in ("who", "player", "what")]
        rest = [self.get(name) for name in ("to", "dice", "args", "cause")]
        return f"m.log_event(s, {self.name!r}, {self.key}, {', '.join(parts)}, {self.amount}, {', '.join(rest)})"


ORDER = ("player", "actor", "what", "to", "cause", "args", "dice")


def tests_of(g: Module, c: Scope, pattern: Pattern, shape: Shape, skip: str = "") -> list[str]:
    """The tests of a pattern as source, but for one that is known to hold."""
    tests = []
    if shape.name == "eliminate":
        c = replace(c, leaver=shape.get("who"))
    for name, test in pattern.tests:
        if name == skip:
            continue
        if name == "dice":
            die = g.fresh("die")
            inner = g.test(replace(c, it=Code(die, sure=True)), test)
            tests.append(f"any({inner} for {die} in {shape.get('dice')})")
        elif name == "cause":
            tests.append(g.test(replace(c, it=Code("-1")), test))
        else:
            tests.append(g.test(replace(c, it=Code(shape.get(name), "any")), test))
    arguments = shape.get("args")
    for number, argument in enumerate(pattern.arguments):
        if argument is not None:
            tests.append(g.test(replace(c, it=Code(f"{arguments}[{number}]", "any")), argument))
    return tests


def bound_field(pattern: Pattern, shape: Shape) -> str:
    if pattern.bound.startswith("argument:"):
        return f"{shape.get('args')}[{int(pattern.bound.partition(':')[2])}]"
    return shape.get(pattern.bound)
