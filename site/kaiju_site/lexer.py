"""Colours for the effect language: a Pygments lexer that takes its words from the grammar and the registry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pygments.lexer import Lexer  # type: ignore[import-untyped, unused-ignore]
from pygments.token import (  # type: ignore[import-untyped, unused-ignore]
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from kaiju_compiler.collect.steps import VERBS as STEPS
from kaiju_compiler.parse.grammar import words
from kaiju_compiler.resolve.words import pronouns
from kaiju_runtime.primitives import OPERATIONS, VERBS

__all__ = ["KaijuLexer"]

_SIGNS = r"!=|<=|>=|[=<>+\-*/]"


class KaijuLexer(Lexer):  # type: ignore[misc, unused-ignore]
    """The effect language of Kaiju: what stands under ``effect``, ``given``, ``do`` and ``then``."""

    name = "Kaiju effects"
    aliases = ("kaiju",)
    filenames = ("*.eff",)
    url = ""
    version_added = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """The tokens of a text, each with its position. Whatever the text, nothing of it is lost."""
        kinds = _kinds()
        for match in _pattern().finditer(text):
            group = str(match.lastgroup)
            kind = kinds.get(match.group(), Name) if group == "word" else _GROUPS[group]
            if group == "word" and match.group() in STEPS and not text[: match.start()].rpartition("\n")[2].strip():
                kind = Name.Function
            if group == "word" and text[match.end() : match.end() + 1] == "(":
                kind = Name.Builtin if match.group() in _functions() else Name.Function
            yield match.start(), kind, match.group()


_GROUPS: dict[str, Any] = {
    "comment": Comment.Single,
    "label": String,
    "form": Keyword,
    "attribute": Name.Attribute,
    "number": Number.Integer,
    "sign": Operator,
    "mark": Punctuation,
    "newline": Whitespace,
    "space": Whitespace,
    "other": Text,
}


@cache
def _pattern() -> re.Pattern[str]:
    """One alternative for each kind of token; words of several words come first."""
    several = [word for spellings in words().values() for word in spellings if " " in word]
    forms = "|".join(word.replace(" ", "[ ]+") for word in sorted(several, key=len, reverse=True))
    return re.compile(
        rf"""(?P<comment>\#[^\n]*)
          | (?P<label>"[^"\n]*"?)
          | (?P<form>(?:{forms})\b)
          | (?P<attribute>(?<=\.)[^\W\d]\w*)
          | (?P<word>[^\W\d]\w*)
          | (?P<number>[0-9]+)
          | (?P<sign>{_SIGNS})
          | (?P<mark>[().,:;])
          | (?P<newline>\n+)
          | (?P<space>[ \t]+)
          | (?P<other>.)""",
        re.VERBOSE | re.DOTALL,
    )


@cache
def _kinds() -> dict[str, Any]:
    """The kind of every single word that the language knows."""
    kinds: dict[str, Any] = dict.fromkeys(pronouns(), Name.Builtin.Pseudo)
    for verb in VERBS.values():
        kinds |= dict.fromkeys([verb.name, verb.third, *([verb.participle] if verb.participle else [])], Name.Function)
    for terminal, spellings in words().items():
        kind = Operator.Word if terminal in ("_AND", "_OR", "NOT", "_IN") else Keyword
        kinds |= {word: kind for word in spellings if " " not in word and word not in VERBS}
    return kinds


@cache
def _functions() -> frozenset[str]:
    """The words that are written with parentheses."""
    return frozenset(each.word for each in OPERATIONS.values() if each.role in ("function", "operator")) | {"total"}
