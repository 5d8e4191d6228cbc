"""The registry: one declaration per primitive of the effect language.

Everything that knows the words of the language reads this table: the resolver (which words exist,
what they take), the linker (how operands are stored), the machine (what to run), the wording, the
language reference. Adding a word means one declaration here with its function, its wording
templates, and one case file.

**Kinds.** ``number truth player face die space piece counter zone track phase bonus``; ``thing`` is
a piece or a space, ``location`` is a zone, space, track or player, ``source`` is a face, piece,
space or player. ``kind*`` takes one or several.

**Patterns.** ``"gain {n:number} {counter:counter}"``: words stand for themselves, braces for an
operand ``{name:kind}``, square brackets for an optional part. A verb may have several forms, each an
operation (``op``) of its own in the program.

**Storage.** How an operand stands in the program, and how the linker prepares it:
``e`` expression, ``e?`` expression or null, ``E`` list of expressions, ``b`` block of statements,
``b?`` block or null, ``r`` raw integer or text, ``c:TABLE`` an id of a program table (linked to its index),
``p`` an event pattern, ``L`` list of labelled blocks, ``A`` an ability record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kaiju_runtime.record import Record, replace

Run = Callable[..., Any]


class Form(Record):
    """One way to use a verb: its surface pattern, and the operation that it lowers to.

    The operation's operands in the program are ``who`` (the subject) followed by those of
    ``operands`` in order; a part that was left out is null.
    """

    op: str
    pattern: str
    operands: tuple[tuple[str, str], ...]
    """``(name, storage)`` in program order, after the node number and without the subject."""
    run: Run
    can: Run | None = None
    """Whether the statement could do anything now; ``None``: it always can be tried."""
    writes: tuple[str, ...] = ()
    """What readers are told that it changes: what its verb does, unless declared. Whether orders matter is judged by
    the verb's, which is wider and so never too little."""


class EventForm(Record):
    """How the event of a verb is named: ``"{who:player} loses {what:counter} [from {source:source}]"``."""

    event: str
    pattern: str
    binds: str
    """The field that ``as NAME`` binds."""
    binds_kind: str


class Verb(Record):
    """A verb: base form, third person, participle (for ``is …`` events), forms, events and effects."""

    name: str
    third: str
    participle: str | None
    meaning: str
    subject: str
    """Kind of its subject; empty where it takes none."""
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    forms: tuple[Form, ...]
    events: tuple[EventForm, ...]


class Operation(Record):
    """Any other node of a program: pronoun, function, attribute, operator, control statement."""

    op: str
    role: str
    """``pronoun``, ``function``, ``attribute``, ``operator``, ``reference``, ``control``."""
    meaning: str
    operands: tuple[tuple[str, str], ...]
    result: str
    """Kind of the value; ``kind*`` for several; ``""`` for statements; ``same`` for that of the operand."""
    reads: tuple[str, ...] = ()
    of: str = ""
    """Attributes: the kind they are read of."""
    word: str = ""
    """How it is written, where that is not the operation's name."""
    run: Run = lambda *_: None


VERBS: dict[str, Verb] = {}
OPERATIONS: dict[str, Operation] = {}
FORMS: dict[str, Form] = {}
"""Every form of every verb by its operation."""


def operation(
    op: str,
    role: str,
    meaning: str,
    *operands: str,
    result: str,
    reads: tuple[str, ...] = (),
    of: str = "",
    word: str = "",
) -> Callable[[Run], Run]:
    """Declare an operation; each operand is ``"name:storage"``."""

    def declare(run: Run) -> Run:
        if op in OPERATIONS:
            raise ValueError(f"operation {op} is declared twice")
        OPERATIONS[op] = Operation(op, role, meaning, split_operands(operands), result, reads, of, word or op, run)
        return run

    return declare


def form(
    op: str, pattern: str, *operands: str, can: Run | None = None, writes: tuple[str, ...] = ()
) -> Callable[[Run], Form]:
    """Declare one form of a verb around the function that carries it out; ``writes`` if it changes less than others."""

    def declare(run: Run) -> Form:
        return Form(op, pattern, split_operands(operands), run, can, writes)

    return declare


def verb(
    name: str,
    meaning: str,
    *forms: Form,
    third: str,
    subject: str = "player",
    participle: str | None = None,
    reads: tuple[str, ...] = (),
    writes: tuple[str, ...] = (),
    events: tuple[EventForm, ...] = (),
) -> None:
    """Enter a verb with its forms into the registry."""
    if name in VERBS:
        raise ValueError(f"verb {name} is declared twice")
    if strange := {each for form in forms for each in form.writes} - set(writes):
        raise ValueError(f"forms of {name} change what it does not: {strange}")
    forms = tuple(each if each.writes else replace(each, writes=writes) for each in forms)
    VERBS[name] = Verb(name, third, participle, meaning, subject, reads, writes, forms, events)
    for each in forms:
        if each.op in FORMS or each.op in OPERATIONS:
            raise ValueError(f"operation {each.op} is declared twice")
        FORMS[each.op] = each


def split_operands(operands: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """``"n:e"`` → ``("n", "e")``; the storage may itself hold a colon (``counter:c:counters``)."""
    pairs = []
    for operand in operands:
        name, _, storage = operand.partition(":")
        pairs.append((name, storage))
    return tuple(pairs)
