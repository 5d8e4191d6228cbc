"""Bindings: which names an effect has given, where they live, and what lasting effects remember of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kaiju_compiler.resolve.types import Node, Value, Want, kind_text
from kaiju_compiler.source import Span
from kaiju_compiler.symbols import Type


@dataclass
class Frame:
    """The locals of one ability. ``outer`` is that of the statement which starts a lasting effect."""

    size: int = 0
    outer: Frame | None = None
    captures: list[Node] = field(default_factory=list)
    """What the lasting effect remembers; their values are its first locals."""
    kept: dict[object, int] = field(default_factory=dict)
    """Which capture holds which binding or pronoun."""
    several: list[tuple[Span, str]] = field(default_factory=list)
    """Captures that would be several at once."""

    def take(self) -> int:
        """A new local."""
        self.size += 1
        return self.size - 1

    def keep(self, key: object, node: Node) -> int:
        """The local that holds what ``node`` is when the effect starts; the same for the same ``key``."""
        if key not in self.kept:
            self.kept[key] = len(self.captures)
            self.captures.append(node)
            self.size = max(self.size, len(self.captures))
        return self.kept[key]


@dataclass(eq=False)
class Binding:
    """A bound name."""

    name: str
    type: Type
    slot: int
    frame: Frame
    span: Span
    used: bool = False
    wants: list[tuple[Want, Span]] | None = None
    """Parameters whose kind is being found out: what their uses want."""
    kinds: list[tuple[tuple[str, ...], Span]] = field(default_factory=list)
    """The same for kinds of pieces, from the fields that are read."""


@dataclass(eq=False)
class Free:
    """The one player whom a total is about."""

    node: Node | None = None
    clash: Span | None = None


UNKNOWN_EVENT = "?"
"""In place of an event that was reported: what its block may do is not known, so nothing more is said of that."""


@dataclass(frozen=True)
class Env:
    """What can be named at one place of an effect."""

    frame: Frame
    names: dict[str, Binding] = field(default_factory=dict)
    it: Type | None = None
    """The candidate of the `where` around, if there is one."""
    bare: bool = False
    """Whether its properties may be named alone."""
    event: str = ""
    """``before``, ``when``, ``next``, ``?`` or ``""``: what is happening: `they` and `amount` mean something."""
    event_frame: Frame | None = None
    """The frame of the ability that the event belongs to."""
    running: tuple[str, ...] | None = None
    """Procedures that can be running here; ``None``: any."""
    free: Free | None = None
    """Set inside `total(…)`."""

    def block(self) -> Env:
        """The same, for a block: names bound in it are gone behind it."""
        return replace(self, names=dict(self.names))

    def candidate(self, type: Type) -> Env:
        """The same, for a `where` over things of that type."""
        return replace(self, it=type.one(), bare=True)

    def bind(self, name: str, type: Type, span: Span) -> Binding:
        """A new binding in this block."""
        binding = Binding(name, type, self.frame.take(), self.frame, span)
        self.names[name] = binding
        return binding

    def local(self, binding: Binding) -> Node:
        """The node that reads a binding here, remembered if a lasting effect reads it from outside."""
        return read_local(self.frame, binding)


def read_local(frame: Frame, binding: Binding) -> Node:
    if binding.frame is frame or frame.outer is None:
        return ["local", binding.slot, binding.name, kind_text(binding.type)]
    if binding.type.many and binding not in frame.kept:
        frame.several.append((binding.span, binding.name))
    slot = frame.keep(binding, read_local(frame.outer, binding))
    return ["local", slot, binding.name, kind_text(binding.type)]


def remember(env: Env, name: str, value: Value) -> Node:
    """The node that reads, inside a lasting effect, what ``value`` was when it started."""
    if value.type.many:
        env.frame.several.append((value.span, name))
    slot = env.frame.keep((name, len(env.frame.captures)), value.node)
    return ["local", slot, name, kind_text(value.type.one())]
