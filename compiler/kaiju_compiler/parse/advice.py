"""Advice about signs that the language does not have, as tables."""

from __future__ import annotations

import unicodedata

_EQUAL = ("write `=`; it compares", "if you.gold = 3: win")
_CHANGE = (
    "say it as a sentence, such as `gain 1 victory` or `set you.life to 10`",
    "set this.charge to this.charge + 1",
)
_DASH = ("write `-`", "gain amount - 2 victory")
_BLOCK = ("write `:` and the statements behind it or in a block below", "when you buy a card: gain 1 victory")

_OPERATORS: dict[str, tuple[str, str]] = {
    "==": _EQUAL,
    "===": _EQUAL,
    "!==": ("write `!=`", "if active != you: win"),
    "<>": ("write `!=`", "if active != you: win"),
    "≠": ("write `!=`", "if active != you: win"),
    "!": ("write `not`", "if not you in bay: gain 1 life"),
    "~": ("write `not`", "if not you in bay: gain 1 life"),
    "&&": ("write `and`", "if you in bay and amount > 1: win"),
    "&": ("write `and`", "if you in bay and amount > 1: win"),
    "||": ("write `or`", "if you in bay or amount > 1: win"),
    "|": ("write `or`", "if you in bay or amount > 1: win"),
    "=<": ("write `<=`", "if amount <= 2: win"),
    "≤": ("write `<=`", "if amount <= 2: win"),
    "≥": ("write `>=`", "if amount >= 2: win"),
    "->": _BLOCK,
    "=>": (_BLOCK[0] + "; at least is `>=`", _BLOCK[1]),
    "→": _BLOCK,
    ":=": ("write `let NAME = VALUE`, or `set X to VALUE`", "let fee = item.price"),
    "×": ("write `*`", "gain 2 * amount victory"),
    "·": ("write `*`", "gain 2 * amount victory"),
    "÷": ("write `/`; it rounds down", "gain amount / 3 victory"),
    "//": ("write `/`; it rounds down. A comment begins with `#`", "gain amount / 3 victory  # a comment"),
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
    """Message, help and sample for an operator of some other language."""
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
