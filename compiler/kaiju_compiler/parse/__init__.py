"""Texts of the effect language become syntax trees: the one place that reads ``grammar/effects.lark``.

Every function takes a :class:`Text` and returns the tree, or ``None`` if there are problems, and the
problems in the order of the text. None of them ever raises, whatever the text.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from lark import Token, Tree, UnexpectedInput

from kaiju_compiler.parse.build import Builder
from kaiju_compiler.parse.grammar import load
from kaiju_compiler.parse.layout import lay_out
from kaiju_compiler.parse.limits import check_length, check_size
from kaiju_compiler.parse.places import NO_MODE, Names
from kaiju_compiler.parse.problems import SYNTAX_CODES, SyntaxProblem
from kaiju_compiler.parse.recover import MAX_PROBLEMS, find_problems, unread
from kaiju_compiler.parse.scan import scan
from kaiju_compiler.source import Text
from kaiju_compiler.syntax import Block, Claims, Effect, Expression

__all__ = [
    "NO_MODE",
    "SYNTAX_CODES",
    "Names",
    "SyntaxProblem",
    "parse_checks",
    "parse_claims",
    "parse_effect",
    "parse_expression",
    "parse_statements",
]

Problems: TypeAlias = tuple[SyntaxProblem, ...]


def parse_effect(text: Text, names: Names = NO_MODE) -> tuple[Effect | None, Problems]:
    """The abilities and statements of a card, counter, face, or of a rule of a mode."""
    return _parse(text, "effect", names)


def parse_statements(text: Text, names: Names = NO_MODE) -> tuple[Block | None, Problems]:
    """The statements of an example's ``given`` or ``do``; sentences may hold labels there."""
    return _parse(text, "statements", names)


def parse_claims(text: Text, names: Names = NO_MODE) -> tuple[Claims | None, Problems]:
    """The claims of an example's ``then``, one a line."""
    return _parse(text, "claims", names)


def parse_checks(text: Text, names: Names = NO_MODE) -> tuple[Effect | None, Problems]:
    """The checks of a pack or the invariants of a mode: an effect of nothing but ``Always``."""
    return _parse(text, "checks", names)


def parse_expression(text: Text, names: Names = NO_MODE) -> tuple[Expression | None, Problems]:
    """One expression of a mode, such as the base of a stat or the definition of a value."""
    return _parse(text, "expression", names)


def _parse(text: Text, start: str, names: Names) -> tuple[Any, Problems]:
    if problem := check_length(text, start, names):
        return None, (problem,)
    found = scan(text, names)
    if problem := check_size(found, start):
        return None, (problem,)
    lay_out(found)
    if problem := check_size(found, start):
        return None, (problem,)
    tree = None if found.problems else _tree(text, start)
    if tree is None:
        find_problems(found, start)
        return None, _in_order(found.problems or [unread(found)])
    builder = Builder(text, labels_in_sentences=start in ("statements", "claims"))
    built = builder.build(tree)
    return (None if builder.problems else built), _in_order(builder.problems)


def _tree(text: Text, start: str) -> Tree[Token] | None:
    try:
        return load().parse(text.value + "\n", start=start)
    except UnexpectedInput:
        return None


def _in_order(problems: list[SyntaxProblem]) -> Problems:
    ordered = sorted(problems, key=lambda each: (each.span.start, each.span.end, each.code))
    return tuple(ordered[:MAX_PROBLEMS])
