"""What can be wrong with the form of a text: the problem, and the list of all codes."""

from __future__ import annotations

from dataclasses import dataclass

from kaiju_compiler.source import Span

SYNTAX_CODES: dict[str, str] = {
    # The text as a whole.
    "syntax-empty": "the text says nothing",
    "syntax-too-long": "the text has more characters than are allowed",
    "syntax-too-many-tokens": "the text has more words and signs than are allowed",
    "syntax-too-deep": "blocks, parentheses or operators stand too deep in one another",
    # Characters.
    "syntax-character": "a character has no meaning in the language",
    "syntax-operator": "an operator is written as in another language, or in words",
    "syntax-upper-case": "a word or name has capital letters",
    "syntax-quote": "a label is empty, or not in straight double quotes",
    "syntax-number": "a number is not whole, too large, or runs into a word",
    "syntax-unclosed": "a parenthesis or quote has no partner on its line",
    # Margins and blocks.
    "syntax-tab": "a tab stands in the margin",
    "syntax-indent": "a line's margin fits no block",
    "syntax-missing-block": "a colon is followed by no statement and no block",
    "syntax-two-blocks": "statements stand both behind a colon and in a block below it",
    "syntax-block-in-line": "a statement that has a block of its own stands behind a colon or `;`",
    "syntax-else-without-if": "an `else` does not follow the block of an `if`",
    "syntax-nested-ability": "an ability stands where only statements can stand",
    # What is missing.
    "syntax-missing-colon": "a header does not end with a colon",
    "syntax-missing-comma": "`first` or `once per turn` is not followed by a comma",
    "syntax-missing-event": "`when`, `before`, `next time` or `until` names no event",
    "syntax-missing-condition": "`if`, `where`, `while`, `as soon as` or `always` names no condition",
    "syntax-missing-window": "`action` does not say when it may be used",
    "syntax-missing-change": "`modify` does not say what changes",
    "syntax-missing-as": "`choose` does not name what is chosen",
    "syntax-missing-label": "an option of `choose one` does not begin with a label",
    "syntax-unexpected-end": "a line ends before its sentence does",
    # Words in a wrong place.
    "syntax-reserved-word": "a word of the language is used as a name",
    "syntax-label": "a quoted text stands where no label can stand",
    "syntax-price": "a price is not said as `pay N COUNTER` or `spend N FACE`",
    "syntax-comparison": "a sentence or an event holds a comparison",
    "syntax-said-twice": "a part of a statement is said twice",
    "syntax-unexpected-word": "a word or sign cannot stand where it stands",
}
"""Every code that a parse can report, with a summary of one line."""


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """One error in the form of a text; the caller turns it into a diagnostic."""

    code: str
    """A key of ``SYNTAX_CODES``."""
    message: str
    """What is wrong, as a sentence without its full stop."""
    span: Span
    """The wrong word; where something is missing, the word after which it is missing."""
    help: str
    """What to do about it."""
    sample: str | None = None
    """A correct text of the same kind, or ``None``."""
    fix: str | None = None
    """What a tool may put where ``span`` is, or ``None``."""
