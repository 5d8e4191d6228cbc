"""Syntax trees and the names of a mode become the nodes of the program.

Every function collects its problems, in the order of the text, and never raises for what a designer
wrote. What was reported leaves no node behind, or one of unknown kind that is not reported again.
"""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import abilities, claims, expressions, procedures
from kaiju_compiler.resolve.checks_of_mode import resolve_always
from kaiju_compiler.resolve.context import Context, Numbering, Resolved, Run
from kaiju_compiler.resolve.problems import RESOLVE_CODES, Problem
from kaiju_compiler.resolve.types import Node, Want
from kaiju_compiler.symbols import Scope, Type

__all__ = [
    "RESOLVE_CODES",
    "Context",
    "Numbering",
    "Problem",
    "Resolved",
    "resolve_checks",
    "resolve_claims",
    "resolve_condition",
    "resolve_effect",
    "resolve_expression",
    "resolve_procedures",
    "resolve_statements",
]

Problems = tuple[Problem, ...]


def resolve_effect(effect: syntax.Effect, scope: Scope, context: Context) -> Resolved:
    """The abilities of an effect, and its bare statements as a body."""
    run = Run(scope, context)
    made = Resolved()
    for define in (item for item in effect.items if isinstance(item, syntax.Define)):
        run.report(
            "procedure-place",
            "procedures are defined in a mode, under `procedures:`",
            define.name.span,
            "move it there, or write its statements where they are needed",
        )
    bare = tuple(item for item in effect.items if abilities.is_bare(item))
    for item in effect.items:
        found = abilities.resolve_item(run, item) if not abilities.is_bare(item) else None
        if found is not None:
            made.abilities.append(found)
    if bare:
        made.body = abilities.resolve_bare(run, bare, bare[0].span)
    made.problems = run.found()
    return made


def resolve_procedures(effect: syntax.Effect, scope: Scope, context: Context) -> Resolved:
    """The procedures of a mode, entered into the scope: first all signatures, then all bodies."""
    run = Run(scope, context)
    defines = [item for item in effect.items if isinstance(item, syntax.Define)]
    for item in effect.items:
        if not isinstance(item, syntax.Define):
            run.report(
                "procedure-place",
                "only procedures stand here",
                item.span,
                "move it into a rule of the mode, under `rules:`",
            )
    found = procedures.resolve_procedures(run, defines)
    return Resolved(procedures=found, problems=run.found())


def resolve_statements(block: syntax.Block, scope: Scope, context: Context) -> Resolved:
    """The statements of a mode's setup or of an example, as a body."""
    run = Run(scope, context)
    body = abilities.resolve_bare(run, block.statements, block.span)
    return Resolved(body=body, problems=run.found())


def resolve_expression(expr: Any, scope: Scope, context: Context, expected: Type) -> tuple[Node, Problems]:
    """The node of one expression of a mode, of the kind that is expected."""
    run = Run(scope, context)
    kinds = () if expected.name in ("", "any") else (expected.name,)
    want = Want(kinds, "any" if expected.many else "one", none=True)
    node = expressions.resolve(run, abilities.top_env(run), expr, want).node
    return node, run.found()


def resolve_condition(expr: Any, scope: Scope, context: Context) -> tuple[Node, Problems]:
    """The node of a condition of a mode, such as that of a kind (`it` is the piece then)."""
    return resolve_expression(expr, scope, context, Type("truth"))


def resolve_claims(tree: syntax.Claims, scope: Scope, context: Context) -> tuple[list[dict[str, Any]], Problems]:
    """The claims of an example; see :mod:`kaiju_compiler.resolve.claims` for their form."""
    run = Run(scope, context)
    found = [claims.resolve_claim(run, each) for each in tree.items]
    return [each for each in found if each is not None], run.found()


def resolve_checks(effect: syntax.Effect, scope: Scope, context: Context) -> tuple[list[dict[str, Any]], Problems]:
    """The checks of a mode: ``{"condition", "table", "text", "where"}`` each."""
    run = Run(scope, context)
    found = [resolve_always(run, item) for item in effect.items if isinstance(item, syntax.Always)]
    return found, run.found()
