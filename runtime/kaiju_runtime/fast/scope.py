"""What the templates of the generator stand on: pieces of source, and the names that hold in a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module
    from kaiju_runtime.program import Ability, Program

Node = tuple[Any, ...]
CHEAP = re.compile(r"-?\w+|s\[\w+( \+ \w+)?\]")
"""What may stand twice in the source: a name, a number, a word of the state."""


@dataclass(frozen=True)
class Code:
    """An expression of the generated source.

    ``kind``: ``number``, ``truth`` (anything that Python takes for true or false), ``list``, or ``any`` (number or
    list, known only when it runs). ``sure``: the number is never -1.
    """

    text: str
    kind: str = "number"
    sure: bool = False
    unless: str = ""
    """Tests: where this guard is not set, the test holds for everything that is asked one by one."""
    size: str = ""
    """Lists: the number of items, where it can be had without making the list."""
    member: str = ""
    """Lists: the test whether ``{}`` is one of the items, where it can be had without making the list."""

    @property
    def number(self) -> str:
        """The source as a number: a truth is 1 or 0."""
        return f"(1 if {self.text} else 0)" if self.kind == "truth" else self.text

    @property
    def items(self) -> str:
        """The source as a list; nothing is the empty list."""
        if self.kind == "list":
            return self.text
        return f"some({self.number})"

    @property
    def length(self) -> str:
        """The source of the number of items."""
        return self.size or f"len({self.items})"

    def holds(self, other: Code) -> str:
        """The source of the test whether something is one of the items."""
        if self.member and CHEAP.fullmatch(other.number):
            return f"({self.member.format(other.number)})"
        return f"({other.number} in {self.items})"

    @property
    def is_name(self) -> bool:
        return self.text.isidentifier() or self.text.lstrip("-").isdigit()


@dataclass(frozen=True)
class Scope:
    """The names by which a place of the generated source reaches what a frame holds."""

    you: str = "you"
    this: str = "-1"
    it: Code | None = None
    amount: str = "0"
    they: str = "-1"
    from_: str = "None"
    """The cause of the event at hand."""
    event: str = "None"
    """The variable that holds the event itself, where there is one."""
    why: str = "None"
    """The cause of what is done here."""
    host: str = "NOBODY"
    acting: bool = True
    opens_action: bool = False
    """Whether the statement at hand is the first of an action."""
    ability: Ability | None = None
    sure_you: bool = True
    bound: dict[int, Code] = field(default_factory=dict)
    """Locals that stand under another name here."""
    by: str = "-1"
    """The ability that asks, as source."""
    nested: int = 0
    """How many selections the place stands inside: there what is looked at is counted."""
    so_far: int = -1
    """The face whose symbols are just being counted: ``n`` holds how many of ``you`` there are so far."""
    leaver: str = ""
    """The player whose elimination is being matched: still one of the others."""

    def bind(self, slot: int, code: Code) -> Scope:
        return replace(self, bound={**self.bound, slot: code})

    def local(self, slot: int) -> str:
        return f"v{slot}"

    def looking(self) -> Scope:
        """The same place where something is only asked."""
        return replace(self, acting=False)


def remark(text: str) -> str:
    """A text of the program as a comment or docstring may hold it: in one line that ends neither."""
    return re.sub(r"[\\\"\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", text)


CHARGE = "m.work(0)"
"""The first line of every body: loops count their own rounds, but a body may also run two that run two each."""


class Lines:
    """Lines of source with their indentation."""

    def __init__(self, depth: int = 1) -> None:
        self.lines: list[str] = []
        self.depth = depth

    def add(self, *lines: str) -> None:
        self.lines += ["    " * self.depth + line for line in lines]

    def deeper(self) -> Lines:
        """The same lines, written one step further in."""
        twin = Lines(self.depth + 1)
        twin.lines = self.lines
        return twin

    def inside(self) -> Indented:
        return Indented(self)


class Indented:
    """``with lines.inside():`` writes one step further in; an empty block gets ``pass``."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.began = 0

    def __enter__(self) -> Lines:
        self.lines.depth += 1
        self.began = len(self.lines.lines)
        return self.lines

    def __exit__(self, *_: object) -> None:
        if len(self.lines.lines) == self.began:
            self.lines.add("pass")
        self.lines.depth -= 1


Template = Callable[["Module", Scope, Node], Code]
Sentence = Callable[["Module", Scope, Node, Lines], None]
TEMPLATES: dict[Any, Template] = {}
"""Function of an operation → template of its expression."""
SENTENCES: dict[Any, Sentence] = {}
"""Function of a statement → template of its lines."""
CAN: dict[Any, Template] = {}
"""Function of a statement → template of the test whether it could do anything now."""


def expression(*functions: Any) -> Callable[[Template], Template]:
    """Declares the template of operations, named by the functions of the reference interpreter."""

    def declare(template: Template) -> Template:
        for function in functions:
            TEMPLATES[function] = template
        return template

    return declare


def sentence(function: Any) -> Callable[[Sentence], Sentence]:
    def declare(template: Sentence) -> Sentence:
        SENTENCES[getattr(function, "run", function)] = template
        return template

    return declare


def can(function: Any) -> Callable[[Template], Template]:
    def declare(template: Template) -> Template:
        CAN[getattr(function, "run", function)] = template
        return template

    return declare


def nodes_of(node: Any) -> Iterator[Node]:
    """Every node inside a node or block, itself included."""
    if isinstance(node, tuple):
        if node and callable(node[0]):
            yield node
        for part in node:
            yield from nodes_of(part)


def every_node(program: Program) -> Iterator[Node]:
    """Every node of a program's statements."""
    for ability in program.abilities:
        yield from nodes_of(ability.block)
    for procedure in program.procedures:
        yield from nodes_of(procedure.body.block)


def constant_name(name: str) -> str:
    """A name as a constant of the module."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name).upper()
