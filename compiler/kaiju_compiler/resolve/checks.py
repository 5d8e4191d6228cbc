"""Checks of what a sentence says with literal numbers, and of where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_compiler.resolve import samples, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.expressions import literal
from kaiju_compiler.resolve.scopes import UNKNOWN_EVENT, Env
from kaiju_compiler.resolve.types import Value
from kaiju_compiler.symbols import Symbol
from kaiju_runtime.primitives.registry import Form

if TYPE_CHECKING:
    from kaiju_compiler.resolve.operands import Operands
    from kaiju_compiler.resolve.verbs import Sentence


def check_verb(run: Run, env: Env, sentence: Sentence, form: Form, operands: Operands) -> None:
    """Checks the numbers of a sentence, and whether its verb may stand here."""
    for name, value in operands.values.items():
        if value.type.name != "number":
            continue
        if operands.shape.after.get(name) == "to":
            counter = next(iter(operands.symbols.values()), None)
            check_range(run, value, counter)
        else:
            check_positive(run, value, sentence.verb.base)
    verb = words.verb_of_form().get(form.op)
    if verb is not None and "event" in verb.writes and env.event not in ("before", UNKNOWN_EVENT):
        ahead = "next time " if env.event == "next" else ""
        run.report(
            "prevent-outside-before",
            f"`{verb.name}` changes an event that is about to happen",
            sentence.verb_name.span,
            f"use it under `before`, as in `{ahead}before you lose {samples.counter(run)}: {verb.name} 1`",
        )
    if form.op in ("copy", "end_copy") and (run.context.this is None or run.context.this.name != "piece"):
        run.report(
            "pronoun-this",
            "there is no `this` here that could copy: no piece carries this effect",
            sentence.verb_name.span,
            "write it in the effect of the piece that copies",
        )
    if "procedure" in operands.symbols:
        check_running(run, env, sentence, operands.symbols["procedure"])


def check_positive(run: Run, value: Value, verb: str) -> None:
    """A literal number of things must be at least 1."""
    known = literal(value.node)
    if known is not None and known <= 0:
        opposite = {"gain": "lose", "lose": "gain"}.get(verb)
        help = f"write `{opposite} {-known} …`" if opposite and known < 0 else "write a number of 1 or more"
        run.report("amount-not-positive", f"`{verb}` takes a number of 1 or more, not {known}", value.span, help)


def check_range(run: Run, value: Value, counter: Symbol | None) -> None:
    """A counter is set to a literal within its declared range.

    An example may go beyond an upper end that something in the mode can raise: a piece that it puts down may have.
    """
    known = literal(value.node)
    if counter is None or known is None:
        return
    least = 0 if counter.least is None else counter.least
    if counter.most is not None and least > counter.most:
        return  # no number is in a range like that, which is told where it is declared
    raised = run.context.owner == "example" and counter.id in run.scope.raised
    above = counter.most is not None and known > counter.most and not raised
    if known < least or above:
        upper = f"to {counter.most}" if counter.most is not None else "upwards"
        run.report(
            "counter-range",
            f"`{counter.name}` goes from {least} {upper}; {known} is outside",
            value.span,
            f"write a number from {least} {upper}",
        )


def check_running(run: Run, env: Env, sentence: Sentence, procedure: Symbol) -> None:
    """`end PROCEDURE` stands where the procedure can be running."""
    if env.running is not None and procedure.name not in env.running:
        span = sentence.items[0].span
        run.report(
            "end-not-running",
            f"`{procedure.name}` can never be running here",
            span,
            "end a procedure in its own body, or in a `when` of something that it does",
        )
