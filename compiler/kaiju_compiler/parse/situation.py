"""Where a parse stopped, and what can be asked about it."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from kaiju_compiler.parse.expected import describe
from kaiju_compiler.parse.places import Names
from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.parse.samples import BY_WORD, SENTENCE, TAKES_A_NAME
from kaiju_compiler.parse.scan import Line
from kaiju_compiler.source import Text


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a parse stopped."""

    text: Text
    names: Names
    start: str
    line: Line
    before: list[Token]
    """The tokens of the line before the one that does not fit."""
    token: Token | None
    """The one that does not fit; ``None`` for the end of the line."""
    positions: list[tuple[int, int]]
    """Start and end of each of these tokens in the text."""
    accepts: frozenset[str]
    """The terminals that would fit."""

    @property
    def type(self) -> str:
        return "" if self.token is None else self.token.type

    @property
    def last(self) -> str:
        """The type of the token before the one that does not fit."""
        return self.before[-1].type if self.before else ""

    def clause(self) -> list[str]:
        """The types of the tokens since the last colon or ``;`` of the line."""
        types = [token.type for token in self.before]
        cuts = [i for i, type in enumerate(types) if type in ("COLON", "SEMICOLON")]
        return types[cuts[-1] + 1 :] if cuts else types

    def has(self, *types: str) -> bool:
        """Whether one of the types stands in the clause."""
        return any(type in types for type in self.clause())

    def next_word(self) -> str:
        """The word behind the one that does not fit, or nothing."""
        end = self.positions[-1][1]
        return next((word.text for word in self.line.words if word.start >= end), "")

    def wants_a_name(self) -> bool:
        """Whether the token stands where only a name can be meant."""
        window = self.last == "_IN" and self.clause()[-2:-1] == ["_ACTION"]
        return self.last in TAKES_A_NAME or window or (self.has("_DEFINE") and self.last in ("LPAR", "COMMA"))

    def expected(self) -> str:
        """What could stand here instead."""
        return self.names.fill(describe(self.accepts))

    def colon_follows(self) -> bool:
        end = self.positions[-1][0]
        return any(word.text == ":" and word.start >= end for word in self.line.words)

    def sample(self) -> str:
        """A correct text with the same word at its head."""
        types = [*self.clause(), *(token.type for token in self.before)] or [self.type]
        return next((BY_WORD[type] for type in types if type in BY_WORD), SENTENCE)

    def problem(
        self, code: str, message: str, help: str, sample: str = "", *, missing: bool = False, place: int = -1
    ) -> SyntaxProblem:
        """A problem at the word that does not fit (or at ``place``), or at the one before if something is missing."""
        position = self.positions[place]
        if missing and self.token is not None and len(self.positions) > 1:
            position = self.positions[-2]
        return self.names.problem(code, message, self.text.span(*position), help, sample or self.sample())
