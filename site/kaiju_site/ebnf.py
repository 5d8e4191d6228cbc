"""Reads the rules of a Lark grammar for their pictures: sections, rules with their comments, and their parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_RULE = re.compile(r"^\??(_?[a-z][a-z0-9_]*)\s*:\s*(.*)$")
_SECTION = re.compile(r"^// --- (.*?) -+$")
_TOKEN = re.compile(r'\s+|(?P<text>"[^"]*")|(?P<alias>->\s*\w+)|(?P<name>\w+)|(?P<sign>[()\[\]|?*+])')


@dataclass(frozen=True)
class Word:
    """A word or sign as it is written."""

    text: str


@dataclass(frozen=True)
class Name:
    """Another rule, or a terminal."""

    name: str


@dataclass(frozen=True)
class Sequence:
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Choice:
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Maybe:
    part: Part


@dataclass(frozen=True)
class Repeat:
    """Once or more."""

    part: Part


Part = Word | Name | Sequence | Choice | Maybe | Repeat


@dataclass(frozen=True)
class Rule:
    name: str
    part: Part
    comment: str
    source: str


@dataclass(frozen=True)
class Section:
    title: str
    rules: list[Rule] = field(default_factory=list)


def read(grammar: str) -> list[Section]:
    """The sections of a grammar that hold rules, in order."""
    sections: list[Section] = []
    comments: list[str] = []
    lines = grammar.splitlines()
    for number, line in enumerate(lines):
        heading, rule = _SECTION.match(line), _RULE.match(line)
        if heading:
            sections.append(Section(heading[1]))
        elif line.startswith("//"):
            comments.append(line.removeprefix("//").strip())
            continue
        elif rule and sections:
            source = [line, *_continued(lines[number + 1 :])]
            text = " ".join([rule[2], *(each.partition("//")[0] for each in source[1:])])
            sections[-1].rules.append(Rule(rule[1], _Reader(text).choice(), " ".join(comments), "\n".join(source)))
        if not line.startswith((" ", "\t")):
            comments = []
    return [section for section in sections if section.rules]


def _continued(lines: list[str]) -> Iterator[str]:
    """The lines that go on with a rule."""
    for line in lines:
        if not line.startswith((" ", "\t")):
            return
        yield line


class _Reader:
    """Reads the right side of a rule."""

    def __init__(self, text: str) -> None:
        self.tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup not in (None, "alias")]
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at].group() if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1].group()

    def choice(self) -> Part:
        parts = [self.sequence()]
        while self.peek() == "|":
            self.take()
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def sequence(self) -> Part:
        parts = []
        while self.peek() not in ("", "|", ")", "]"):
            parts.append(self.item())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def item(self) -> Part:
        token = self.take()
        part: Part
        if token in ("(", "["):
            inside = self.choice()
            self.take()
            part = Maybe(inside) if token == "[" else inside
        elif token.startswith('"'):
            part = Word(token[1:-1])
        else:
            part = Name(token)
        while self.peek() in ("?", "*", "+"):
            sign = self.take()
            part = Maybe(part) if sign == "?" else Repeat(part) if sign == "+" else Maybe(Repeat(part))
        return part
