"""Calls of procedures: the terms behind the verb are its arguments, in the order of its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import expressions
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.problems_of_sentences import report_agreement
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import PLAYERS, Node, Value, Want
from kaiju_compiler.symbols import Symbol, Type

if TYPE_CHECKING:
    from kaiju_compiler.resolve.verbs import Sentence


def wanted(type: Type) -> Want:
    """What a parameter takes."""
    if type.name == "unknown":
        return Want((), "any")
    kinds = ("piece", "space") if type.name == "thing" else (type.name,)
    return Want(kinds, "any" if type.many else "one")


def resolve(run: Run, env: Env, sentence: Sentence) -> list[Node]:
    """The call, or nothing if it does not fit the procedure."""
    procedure = sentence.verb.procedure
    assert procedure is not None
    number = run.context.numbering.node(sentence.phrase.span)
    subject = None
    if sentence.subject is not None:
        subject = expressions.resolve(run, env, sentence.subject, PLAYERS)
    if sentence.subject is not None or sentence.verb.third:
        report_agreement(run, sentence, subject)
    if sentence.phrase.as_name is not None:
        run.report(
            "bound-name-nothing",
            f"`{procedure.name}` gives nothing that could be named",
            sentence.phrase.as_name.span,
            "leave out `as …`",
        )
    run.use(procedure)
    arguments = _arguments(run, env, sentence, procedure)
    if arguments is None:
        return []
    return [
        ["call", number, None if subject is None else subject.node, procedure.id, [each.node for each in arguments]]
    ]


def _arguments(run: Run, env: Env, sentence: Sentence, procedure: Symbol) -> list[Value] | None:
    """The arguments in order; reports those that are missing or left over."""
    values: list[Value] = []
    items: list[Any] = sentence.items
    for (_, type), item in zip(procedure.parameters, items, strict=False):
        if isinstance(item, syntax.Preposition):
            break
        values.append(expressions.resolve(run, env, item, wanted(type)))
    use = " ".join([procedure.name, *(name.upper() for name, _ in procedure.parameters)])
    if len(values) < len(items):
        item = items[len(values)]
        run.report(
            "sentence-left-over",
            f"`{item.span.text}` has no meaning behind `{procedure.name}`",
            item.span,
            f"it is used so: `{use}`",
        )
        return None
    if len(values) < len(procedure.parameters):
        missing = procedure.parameters[len(values)][0]
        last = items[-1].span if items else sentence.verb_name.span
        run.report(
            "sentence-incomplete", f"`{procedure.name}` is missing its {missing}", last, f"it is used so: `{use}`"
        )
        return None
    return values
