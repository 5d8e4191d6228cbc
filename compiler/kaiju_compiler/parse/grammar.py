"""The parser that Lark makes of ``grammar/effects.lark``."""

from __future__ import annotations

from functools import cache

from lark import Lark, Token
from lark.indenter import Indenter

from kaiju_compiler.data_files import grammar_file

STARTS = ("effect", "statements", "claims", "checks", "expression")
"""The kinds of text that can be parsed."""

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
"""Terminals that stand for no word."""


class LineIndenter(Indenter):
    """Blocks by indentation; a sentence ends with its line, also within parentheses."""

    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - the declaration that Lark's class asks for
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    tab_len = 8


def stands_for_a_word(child: object) -> bool:
    """Whether a child of a node takes part in the node's position."""
    return not (isinstance(child, Token) and child.type in LAYOUT)


@cache
def load() -> Lark:
    """The parser; built at the first use, since that takes a tenth of a second."""
    return Lark(
        grammar_file("effects.lark").read_text("utf-8"),
        parser="lalr",
        lexer="basic",  # one token for one spelling, whatever stands before it
        start=list(STARTS),
        postlex=LineIndenter(),
        propagate_positions=stands_for_a_word,
        maybe_placeholders=True,
    )


def _spellings(pattern: str) -> list[str]:
    """The words that a terminal stands for: ``["for each"]``, ``["to", "toward"]``; none for names and signs."""
    if not pattern.endswith(r"\b"):
        return []
    words = pattern.removesuffix(r"\b").removeprefix("(?:").removesuffix(")")
    return [word.replace(" +", " ") for word in words.split("|")]


@cache
def words() -> dict[str, list[str]]:
    """The words of the language by terminal."""
    found = {terminal.name: _spellings(terminal.pattern.value) for terminal in load().terminals}
    return {name: spellings for name, spellings in found.items() if spellings}


@cache
def reserved_words() -> frozenset[str]:
    """The single words that can be no names. The parts of ``for each`` or ``any time`` are not all among them."""
    return frozenset(word for spellings in words().values() for word in spellings if " " not in word)
