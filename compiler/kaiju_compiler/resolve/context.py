"""What the caller says about a text to resolve, what it gets back, and the state of resolving one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from kaiju_compiler.resolve.problems import Problem
from kaiju_compiler.source import Span
from kaiju_compiler.symbols import Scope, Symbol, Type
from kaiju_compiler.syntax import Label


@dataclass
class Numbering:
    """The numbers of nodes and abilities; one for a whole program."""

    next_node: int = 1
    next_ability: int = 1
    source_map: dict[int, Span] = field(default_factory=dict)
    """Where each node was written."""
    abilities: dict[int, Span] = field(default_factory=dict)
    """Where each ability was written that has a place of its own."""
    effects: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    """What each procedure reads and writes, as far as they have been resolved."""

    def node(self, span: Span) -> int:
        """The next node number, for what was written at ``span``."""
        number = self.next_node
        self.next_node += 1
        self.source_map[number] = span
        return number

    def ability(self, span: Span | None = None) -> int:
        """The next ability's number, for what was written at ``span``."""
        self.next_ability += 1
        if span is not None:
            self.abilities[self.next_ability - 1] = span
        return self.next_ability - 1


@dataclass(frozen=True)
class Context:
    """What a text stands on, and what all texts of a program share."""

    owner: str
    """``piece``, ``rule``, ``counter``, ``face``, ``space``, ``procedure``, ``example`` or ``mode``."""
    numbering: Numbering = field(default_factory=Numbering)
    totals: list[dict[str, Any]] = field(default_factory=list)
    this: Type | None = None
    """What `this` is: ``Type("piece", of="card")``; ``None``: there is none."""
    you: bool = True
    """Whether there is a `you`."""
    it: Type | None = None
    """What `it` is outside of a selection, for the `where` of a kind."""
    stays: bool = True
    """Whether a standing `modify` or `cannot` can last: a card that is discarded at once does not stay."""


@dataclass
class Resolved:
    """What a text became."""

    abilities: list[dict[str, Any]] = field(default_factory=list)
    body: dict[str, Any] | None = None
    """The bare statements as an ability of the form ``resolve``."""
    procedures: list[dict[str, Any]] = field(default_factory=list)
    """``{"id", "name", "kinds", "parameters", "body"}`` of each procedure that was defined."""
    problems: tuple[Problem, ...] = ()


@dataclass
class Run:
    """The state of resolving one text."""

    scope: Scope
    context: Context
    problems: list[Problem] = field(default_factory=list)
    once: int = 0
    """How many budgets the owner has so far."""
    probing: bool = False
    """Whether the kinds of parameters are being found out: nothing that is done counts."""

    def report(self, code: str, message: str, span: Span, help: str = "", **more: Any) -> None:
        problem = Problem(code, message, span, help, **more)
        if problem not in self.problems:
            self.problems.append(problem)

    def use(self, symbol: Symbol) -> Symbol:
        return symbol if self.probing else self.scope.use(symbol)

    def label(self, label: Label | None) -> str:
        """What an option is called by an effect, remembered for the examples; empty if it has no label."""
        if label is None:
            return ""
        self.scope.labels.add(label.value)
        return label.value

    def probe(self) -> Run:
        """A run whose problems, numbers and totals do not count."""
        shared = self.context.numbering
        numbering = Numbering(shared.next_node, shared.next_ability, effects=shared.effects)
        return Run(self.scope, replace(self.context, numbering=numbering, totals=[]), probing=True)

    def found(self) -> tuple[Problem, ...]:
        """The problems in the order of the file."""
        return tuple(sorted(self.problems, key=lambda each: (each.span.start, each.span.end, each.code)))
