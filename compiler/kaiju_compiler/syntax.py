"""The syntax tree of the effect language: what was written, before any name is understood.

A plain sentence is kept as a *phrase*, a run of terms and prepositions: verbs are no keywords, so
that a pack's procedures are verbs like the built-in ones. The resolver finds the verb.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from kaiju_compiler.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span = field(repr=False, compare=False)


# --- expressions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Label(Node):
    """A quoted text: the label of an option, or an answer in an example."""

    value: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    id: str


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """``you.gold``: a property of one thing."""

    of: Expression
    name: Name


@dataclass(frozen=True, slots=True)
class Of(Node):
    """``roll of them``, ``cards of market``; ``your roll`` is the same with ``you`` (``possessive``)."""

    name: Name
    of: Expression
    possessive: bool = False


@dataclass(frozen=True, slots=True)
class Top(Node):
    """``top of deck`` (count ``None``: one) and ``top 3 of deck``."""

    count: Expression | None
    of: Expression


@dataclass(frozen=True, slots=True)
class Select(Node):
    """``a card of market where price <= 3``. Quantifier ``a`` (also written ``an``), ``any`` or none."""

    quantifier: str | None
    noun: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``count(claws)``, ``max(a, b)``; the argument of ``total`` is a phrase (an event)."""

    function: Name
    arguments: tuple[Expression | Phrase, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """``-x`` or ``not x``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """``+ - * / = != < <= > >= in and or``."""

    operator: str
    left: Expression
    right: Expression


Expression: TypeAlias = Number | Label | Name | Attribute | Of | Top | Select | Call | Unary | Binary


@dataclass(frozen=True, slots=True)
class Preposition(Node):
    """``to toward from with is are`` between the terms of a phrase."""

    word: str


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """``you lose 2 life from your claws``; ``as_name`` binds the object of an event or a result."""

    items: tuple[Expression | Preposition, ...]
    as_name: Name | None = None


# --- statements ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say(Node):
    """A plain sentence: ``gain 1 victory``, ``you.friends lose you.hits life``."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Change(Node):
    """One change of a ``modify``: operator ``+ - * = "at most" "at least"``."""

    operator: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Modify(Node):
    """``modify STAT [of X] [for P] [while C]: change, change [until E or E]``.

    ``of`` is a selection; in ``modify price of cards of market where slot = 3`` the stat is ``price``.
    ``while`` may also stand behind the changes.
    """

    stat: Expression
    of: Expression | None
    for_: Expression | None
    while_: Expression | None
    changes: tuple[Change, ...]
    until: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Cannot(Node):
    """``P cannot DO SOMETHING [while C] [until E]``."""

    who: Expression
    phrase: Phrase
    while_: Expression | None
    until: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """``[P] choose(s) [[up to] N] SELECTION [at random] as NAME``; ``count`` only where a number is written."""

    who: Expression | None
    count: Expression | None
    up_to: bool
    """Whether fewer than the number may be chosen."""
    selection: Expression
    at_random: bool
    as_name: Name


@dataclass(frozen=True, slots=True)
class Option(Node):
    label: Label
    body: Block


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    who: Expression | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """``pay N C [from X]`` (counters) or ``spend N F`` (unspent symbols)."""

    verb: str
    amount: Expression
    what: Name
    from_: Expression | None


@dataclass(frozen=True, slots=True)
class May(Node):
    """``[P] may ["Label"] [pay … | spend …]: body``."""

    who: Expression | None
    label: Label | None
    cost: Cost | None
    body: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expression
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    name: Name
    selection: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    times: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class NextTime(Node):
    before: bool
    event: Phrase
    condition: Expression | None
    body: Block


Statement: TypeAlias = Say | Modify | Cannot | Choose | ChooseOne | May | If | ForEach | Repeat | Let | NextTime


@dataclass(frozen=True, slots=True)
class Block(Node):
    statements: tuple[Statement, ...]


# --- abilities -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class When(Node):
    """``[first,] [once per turn,] when|before EVENT [if C]: body``."""

    word: str
    """``when`` or ``before``."""
    first: bool
    once: bool
    event: Phrase
    condition: Expression | None
    body: Block


@dataclass(frozen=True, slots=True)
class AsSoonAs(Node):
    first: bool
    condition: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Action(Node):
    """``[once per turn,] action in WINDOW [pay … | spend …] [if C]: body``; window ``None``: any time."""

    once: bool
    window: Name | None
    label: Label | None
    cost: Cost | None
    condition: Expression | None
    body: Block


@dataclass(frozen=True, slots=True)
class Define(Node):
    name: Name
    parameters: tuple[Name, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Always(Node):
    """``[for each [x in] SELECTION:] always C``: a rule check; ``over`` is the selection looped over."""

    over: Expression | None
    name: Name | None
    condition: Expression


Ability: TypeAlias = When | AsSoonAs | Action | Define | Always


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """The whole text of an effect: abilities, and bare statements (which run when it is resolved)."""

    items: tuple[Ability | Statement, ...]


# --- examples ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Claim(Node):
    """One line of an example's ``then``: a condition, or a phrase such as ``offered "Yield" to rival``."""

    negated: bool
    claim: Expression | Phrase


@dataclass(frozen=True, slots=True)
class Claims(Node):
    items: tuple[Claim, ...]
