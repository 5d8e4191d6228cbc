"""The parser that Lark makes of ``grammar/effects.lark``."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from kaiju_compiler.data_files import grammar_file
from kaiju_runtime import kept

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


FUNCTIONS: dict[str, Any] = {"propagate_positions": stands_for_a_word}
"""Settings of the parser that are no plain values."""


@cache
def load() -> Lark:
    """The parser, made at the first use. Its tables take a quarter of a second, and are kept for the next process."""
    text = grammar_file("effects.lark").read_text("utf-8")
    name = hashlib.sha256(f"{lark.__version__}\n{text}".encode()).hexdigest()
    found = kept.read("grammar", name)
    if found is not None:
        found["data"]["options"] |= FUNCTIONS
        again: Lark = Lark._load_from_dict(found["data"], found["memo"], postlex=LineIndenter())  # type: ignore[no-untyped-call]
        return again
    parser = make(text)
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {key: value for key, value in data["options"].items() if key not in ("postlex", *FUNCTIONS)}
    kept.write("grammar", name, {"data": data, "memo": memo})
    return parser


def make(text: str) -> Lark:
    """The parser of a grammar, its tables computed."""
    return Lark(
        text,
        parser="lalr",
        lexer="basic",  # one token for one spelling, whatever stands before it
        start=list(STARTS),
        postlex=LineIndenter(),
        **FUNCTIONS,
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
