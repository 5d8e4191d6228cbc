"""Claims of an example: what is true afterwards, what happened, what was offered or refused.

Each is ``{"not": bool, "text": str, "where": "file:line"}`` and one of ``"holds": expr``,
``"happened": pattern``, ``"offered": label`` and ``"to": expr | null``,
``"refused": label | null`` and ``"to": expr | null``, ``"winner": expr`` (``["none"]``: nobody).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.own_names import names_of
from kaiju_compiler.resolve import abilities, events, expressions
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.labels import unknown_label
from kaiju_compiler.resolve.types import PLAYER, Node, Want
from kaiju_compiler.suggest import near

WORDS = ("happened", "offered", "refused", "winner")
SAMPLE = (
    "write `you.{counter} = 9`, `happened {rival loses|others lose} 1 {counter}`, "
    "something in quotes behind `offered`, or `winner = {rival|you}`"
)


def resolve_claim(run: Run, claim: syntax.Claim) -> dict[str, Any] | None:
    """The claim, or ``None`` if it cannot be understood (reported)."""
    found = _phrase(run, claim.claim) if isinstance(claim.claim, syntax.Phrase) else _condition(run, claim.claim)
    if found is None:
        return None
    return {"not": claim.negated, "text": claim.span.text, "where": f"{claim.span.path}:{claim.span.line}"} | found


def _condition(run: Run, expr: Any) -> dict[str, Any] | None:
    env = abilities.top_env(run)
    if isinstance(expr, syntax.Unary) and expr.operator == "not":
        inner = _condition(run, expr.operand) if _is_said_of_the_end(expr.operand) else None
        if inner is not None:
            return inner | {"not": True}
    if isinstance(expr, syntax.Name) and expr.id == "refused":
        return {"refused": None, "to": None}
    if isinstance(expr, syntax.Binary) and expr.operator == "=" and _is_winner(expr.left):
        return {"winner": expressions.resolve(run, env, expr.right, Want(("player",), "any", none=True)).node}
    return {"holds": expressions.condition(run, env, expr)}


def _is_said_of_the_end(expr: Any) -> bool:
    """Whether it is a claim by itself, which no condition can say: that something was refused, or who won."""
    if isinstance(expr, syntax.Name):
        return expr.id == "refused"
    return isinstance(expr, syntax.Binary) and expr.operator == "=" and _is_winner(expr.left)


def _is_winner(expr: Any) -> bool:
    return isinstance(expr, syntax.Name) and expr.id == "winner"


def _phrase(run: Run, phrase: syntax.Phrase) -> dict[str, Any] | None:
    first = phrase.items[0]
    word = first.id if isinstance(first, syntax.Name) else ""
    rest = list(phrase.items[1:])
    if word == "happened":
        span = rest[0].span.to(rest[-1].span)
        env = replace(abilities.top_env(run), names={})
        pattern = events.resolve_event(run, env, syntax.Phrase(span, tuple(rest), phrase.as_name), "happened")
        return None if pattern is None else {"happened": pattern}
    if word in ("offered", "refused") and rest and isinstance(rest[0], syntax.Label):
        problem = unknown_label(run.scope, rest[0].value, rest[0].span)
        if problem is not None:
            run.report(problem.code, problem.message, problem.span, problem.help)
        return {word: rest[0].value, "to": _to(run, rest[1:])}
    if word in ("offered", "refused") and rest:
        _report_without_quotes(run, word, rest)
        return None
    guesses = near(word, WORDS) if word else []
    run.report(
        "claim-unknown",
        f"`{phrase.span.text}` is no claim",
        first.span,
        f"did you mean `{guesses[0]}`?" if guesses else names_of(run.scope).fill(SAMPLE),
        fix=guesses[0] if len(guesses) == 1 else None,
    )
    return None


def _report_without_quotes(run: Run, word: str, items: list[Any]) -> None:
    """What is offered is named by a text, since labels are no names of the language."""
    end = next((at for at, each in enumerate(items) if at and isinstance(each, syntax.Preposition)), len(items))
    span = items[0].span.to(items[end - 1].span)
    quoted = f'"{span.text}"'
    problem = unknown_label(run.scope, span.text, span)
    help = f"write `{word} {quoted}`" if problem is None else problem.help
    fix = quoted if problem is None else None
    run.report("claim-unknown", f"what is {word} stands in quotes", span, help, fix=fix)


def _to(run: Run, items: list[Any]) -> Node | None:
    """Whom something was offered to; ``None``: anybody."""
    if not items:
        return None
    if len(items) == 2 and isinstance(items[0], syntax.Preposition) and items[0].word == "to":
        return expressions.resolve(run, abilities.top_env(run), items[1], PLAYER).node
    run.report(
        "sentence-left-over",
        f"`{items[0].span.text}` has no meaning here",
        items[0].span,
        'write `offered "Yield" to rival`',
    )
    return None
