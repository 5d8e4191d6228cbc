"""Expressions and sentences of the effect language as text, with as few parentheses as the grammar allows."""

from __future__ import annotations

from enum import IntEnum

from kaiju_compiler.syntax import (
    Attribute,
    Binary,
    Call,
    Expression,
    Label,
    Name,
    Number,
    Of,
    Phrase,
    Preposition,
    Select,
    Top,
    Unary,
)


class Binding(IntEnum):
    """How tightly an expression binds; the rules of ``effects.lark`` from the outermost to the innermost."""

    VALUE = 0
    """A selection with a quantifier or ``where``."""
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SIGNED_SUM = 5
    SIGNED_PRODUCT = 6
    SUM = 7
    PRODUCT = 8
    TERM = 9
    PLAIN = 10


def expression(node: Expression, at_least: Binding = Binding.VALUE) -> str:
    """The text of an expression, in parentheses if it binds less tightly than ``at_least``."""
    text, binding = _render(node)
    return text if binding >= at_least else f"({text})"


def selection(node: Expression) -> str:
    """The text of an expression that stands among the terms of a sentence."""
    return expression(node) if isinstance(node, Select) else expression(node, Binding.SUM)


def sentence(phrase: Phrase) -> str:
    """The text of a sentence or event."""
    words = " ".join(_item(item) for item in phrase.items)
    return words if phrase.as_name is None else f"{words} as {phrase.as_name.id}"


def end_event(phrase: Phrase) -> str:
    """The text of an event behind ``until``, which holds no sum and no ``where`` outside parentheses."""
    return " ".join(_end_item(item) for item in phrase.items)


def _item(item: Expression | Preposition) -> str:
    return item.word if isinstance(item, Preposition) else selection(item)


def _end_item(item: Expression | Preposition) -> str:
    if isinstance(item, Select) and item.quantifier and item.where is None:
        return expression(item)
    return item.word if isinstance(item, Preposition) else expression(item, Binding.TERM)


def _render(node: Expression) -> tuple[str, Binding]:
    match node:
        case Number():
            return str(node.value), Binding.PLAIN
        case Label():
            return f'"{node.value}"', Binding.PLAIN
        case Name():
            return node.id, Binding.PLAIN
        case Attribute():
            return f"{expression(node.of, Binding.PLAIN)}.{node.name.id}", Binding.PLAIN
        case Call():
            return f"{node.function.id}({', '.join(map(_argument, node.arguments))})", Binding.PLAIN
        case Of():
            return _of(node), Binding.TERM
        case Top():
            return _top(node), Binding.TERM
        case Select():
            return _select(node), Binding.VALUE
        case Unary():
            return _unary(node)
        case Binary():
            return _binary(node)


def _argument(node: Expression | Phrase) -> str:
    return sentence(node) if isinstance(node, Phrase) else expression(node)


def _of(node: Of) -> str:
    return f"your {node.name.id}" if node.possessive else f"{node.name.id} of {expression(node.of, Binding.TERM)}"


def _top(node: Top) -> str:
    count = "" if node.count is None else f" {_top_sum(node.count)}"
    return f"top{count} of {expression(node.of, Binding.TERM)}"


def _top_sum(node: Expression) -> str:
    if isinstance(node, Binary) and node.operator in ("+", "-"):
        return f"{_top_sum(node.left)} {node.operator} {_top_product(node.right)}"
    return _top_product(node)


def _top_product(node: Expression) -> str:
    if isinstance(node, Binary) and node.operator in ("*", "/"):
        return f"{_top_product(node.left)} {node.operator} {expression(node.right, Binding.PLAIN)}"
    return expression(node, Binding.PLAIN)


def _select(node: Select) -> str:
    noun = expression(node.noun, Binding.TERM)
    if node.quantifier is not None:
        article = "an" if node.quantifier == "a" and noun[0] in "aeiou" else node.quantifier
        noun = f"{article} {noun}"
    return noun if node.where is None else f"{noun} where {expression(node.where, Binding.OR)}"


def _unary(node: Unary) -> tuple[str, Binding]:
    if node.operator == "not":
        return f"not {expression(node.operand, Binding.NOT)}", Binding.NOT
    return f"-{expression(node.operand, Binding.TERM)}", Binding.SIGNED_PRODUCT


_OPERATORS: dict[str, tuple[Binding, Binding, Binding]] = {
    "or": (Binding.OR, Binding.OR, Binding.AND),
    "and": (Binding.AND, Binding.AND, Binding.NOT),
    **dict.fromkeys(
        ["=", "!=", "<", "<=", ">", ">=", "in"],
        (Binding.COMPARISON, Binding.SIGNED_SUM, Binding.SIGNED_SUM),
    ),
    **dict.fromkeys(["+", "-"], (Binding.SUM, Binding.SUM, Binding.PRODUCT)),
    **dict.fromkeys(["*", "/"], (Binding.PRODUCT, Binding.PRODUCT, Binding.TERM)),
}
"""How tightly an operator binds, and how tightly its left and right operands must."""

_SIGNED = {
    Binding.SUM: (Binding.SIGNED_SUM, Binding.SIGNED_PRODUCT),
    Binding.PRODUCT: (Binding.SIGNED_PRODUCT,),
}
"""The bindings of a left operand that begins with a sign and needs no parentheses."""


def _binary(node: Binary) -> tuple[str, Binding]:
    binding, left_needs, right_needs = _OPERATORS[node.operator]
    left, left_binding = _render(node.left)
    right = expression(node.right, right_needs)
    if left_binding in _SIGNED.get(binding, ()):
        signed = Binding.SIGNED_SUM if binding is Binding.SUM else Binding.SIGNED_PRODUCT
        return f"{left} {node.operator} {right}", signed
    if left_binding < left_needs:
        left = f"({left})"
    return f"{left} {node.operator} {right}", binding
