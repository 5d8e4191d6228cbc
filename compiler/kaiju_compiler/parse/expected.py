"""What the grammar would take instead, in words of the language."""

from __future__ import annotations

from kaiju_compiler.parse.grammar import words

TERM = frozenset(["NAME", "NUMBER", "FUNCTION", "LPAR", "YOUR", "_TOP"])
ARITHMETIC = frozenset(["PLUS", "MINUS", "STAR", "SLASH"])
COMPARISON = frozenset(["EQUAL", "COMPARE"])
STATEMENT = frozenset(["_LET", "_CHOOSE", "_MODIFY"])
"""Where these can stand, any statement can."""

_GROUPS: tuple[tuple[frozenset[str], str], ...] = (
    (TERM, "a term such as `you.{counter}` or `2`"),
    (ARITHMETIC, "an operator such as `+`"),
    (COMPARISON, "a comparison such as `=`"),
    (frozenset(["PREPOSITION", "_FROM"]), "a preposition such as `to`"),
    (frozenset(["NAME"]), "a name"),
    (frozenset(["NUMBER"]), "a number"),
    (frozenset(["FUNCTION"]), "a name with `(` attached"),
    (frozenset(["STRING"]), "a label in quotes"),
    (frozenset(["_NL", "$END"]), "the end of the line"),
)
_SIGNS = {
    "COLON": "`:`",
    "COMMA": "`,`",
    "SEMICOLON": "`;`",
    "DOT": "`.`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "EQUAL": "`=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "SLASH": "`/`",
}
_MOST_NAMED = 5
"""A longer list would not be read."""


def describe(accepts: frozenset[str]) -> str:
    """The words that could stand here: "a name, `if` or `:`"; has places."""
    if accepts >= STATEMENT:
        return "a statement"
    rest, named = set(accepts) - {"_INDENT", "_DEDENT", "DOT"}, []
    for group, description in _GROUPS:
        if group <= rest or (description == "the end of the line" and group & rest):
            named.append(description)
            rest -= group
    spelled = sorted(_spell(terminal) for terminal in rest if terminal in _SIGNS or terminal in words())
    named = (named + spelled)[:_MOST_NAMED] or ["the end of the text"]
    return named[0] if len(named) == 1 else ", ".join(named[:-1]) + " or " + named[-1]


def _spell(terminal: str) -> str:
    return _SIGNS.get(terminal) or f"`{words()[terminal][0]}`"
