"""Advice about signs that the language does not have, as tables; help and samples of signs have places."""

from __future__ import annotations

import unicodedata

_EQUAL = ("write `=`; it compares", "if you.{counter} = 3: win")
_CHANGE = (
    "say it as a sentence, such as `gain 1 {counter}` or `set you.{counter} to 10`",
    "set this.{counter of a piece} to this.{counter of a piece} + 1",
)
_DASH = ("write `-`", "gain amount - 2 {counter}")
_BLOCK = ("write `:` and the statements behind it or in a block below", "when {event}: gain 1 {counter}")

_OPERATORS: dict[str, tuple[str, str]] = {
    "==": _EQUAL,
    "===": _EQUAL,
    "!==": ("write `!=`", "if active != you: win"),
    "<>": ("write `!=`", "if active != you: win"),
    "≠": ("write `!=`", "if active != you: win"),
    "!": ("write `not`", "if not you.{counter} > 3: win"),
    "~": ("write `not`", "if not you.{counter} > 3: win"),
    "&&": ("write `and`", "if you.{counter} > 3 and amount > 1: win"),
    "&": ("write `and`", "if you.{counter} > 3 and amount > 1: win"),
    "||": ("write `or`", "if you.{counter} > 3 or amount > 1: win"),
    "|": ("write `or`", "if you.{counter} > 3 or amount > 1: win"),
    "=<": ("write `<=`", "if amount <= 2: win"),
    "≤": ("write `<=`", "if amount <= 2: win"),
    "≥": ("write `>=`", "if amount >= 2: win"),
    "->": _BLOCK,
    "=>": (_BLOCK[0] + "; at least is `>=`", _BLOCK[1]),
    "→": _BLOCK,
    ":=": ("write `let NAME = VALUE`, or `set X to VALUE`", "let fee = item.price"),
    "×": ("write `*`", "gain 2 * amount {counter}"),
    "·": ("write `*`", "gain 2 * amount {counter}"),
    "÷": ("write `/`; it rounds down", "gain amount / 3 {counter}"),
    "//": ("write `/`; it rounds down. A comment begins with `#`", "gain amount / 3 {counter}  # a comment"),
    "−": _DASH,
    "–": _DASH,
    "—": _DASH,
} | dict.fromkeys(["+=", "-=", "*=", "/=", "++", "--"], _CHANGE)

_CHARACTERS: dict[str, tuple[str, str]] = {
    "\t": ("a tab stands here", "write a space"),
    "\u00a0": ("a no-break space stands here", "write an ordinary space"),
    "\r": ("a carriage return stands here", "end lines with a line feed only"),
    "\ufeff": ("a byte-order mark stands here", "remove it"),
    "{": ("the language has no sign {", "a block begins with `:` and is indented"),
    "}": ("the language has no sign }", "a block ends where the indent ends"),
    "[": ("the language has no sign [", "group with ( and )"),
    "]": ("the language has no sign ]", "group with ( and )"),
    "?": ("the language has no sign ?", "a choice is said `if C:`, `may:` or `choose one:`"),
    "…": ("the language has no sign …", "write out what is meant"),
}


def describe_operator(sign: str) -> tuple[str, str, str | None]:
    """Message, and help and sample with places, for an operator of some other language."""
    message = f"the language has no sign {sign}"
    if sign not in _OPERATORS:
        return message, "the signs are + - * / = != < <= > >= ( ) , : ; and .", None
    help, sample = _OPERATORS[sign]
    return message, help, sample


def describe_character(char: str) -> tuple[str, str]:
    """Message and help for a character that fits nowhere."""
    if char in _CHARACTERS:
        return _CHARACTERS[char]
    name = unicodedata.name(char, f"U+{ord(char):04X}")
    if not char.isprintable():
        return f"an invisible character stands here: {name}", "remove it"
    return f"the language has no sign {char}", "remove it; a comment begins with `#`"
