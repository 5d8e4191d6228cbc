"""What can be wrong with the meaning of a text: the problem, and the list of all codes."""

from __future__ import annotations

from dataclasses import dataclass

from kaiju_compiler.source import Span

RESOLVE_CODES: dict[str, str] = {
    "name-unknown": "a name that the mode does not know",
    "name-wrong-kind": "a known name stands where something of another kind is wanted",
    "name-ambiguous": "a name means several things, and nothing here tells which",
    "name-holder": "a counter or zone is used with somebody or something that does not hold it",
    "attribute-unknown": "something has no property of this name",
    "verb-unknown": "a sentence without a verb that the mode knows",
    "sentence-incomplete": "something is missing in a sentence",
    "sentence-left-over": "a word stands where it has no meaning",
    "sentence-subject": "a subject before a verb that takes none, or none where one is wanted",
    "sentence-agreement": "the verb does not agree with its subject",
    "value-wrong-kind": "a value of another kind than is wanted",
    "value-several": "several are given where one is wanted",
    "value-one": "one is given where a set is wanted",
    "value-article": "`a` or `any` stands where nothing is chosen",
    "compare-kinds": "things of different kinds are compared",
    "pronoun-rival": "`rival` in a game of more than two",
    "pronoun-this": "`this` where there is no piece or space",
    "pronoun-you": "`you` where there is no player",
    "pronoun-event": "`they` or `amount` where nothing is happening",
    "pronoun-it": "`it` where there is no candidate",
    "event-unknown": "a sentence that is no event",
    "event-amount": "a number in the name of an event",
    "total-players": "`total(…)` of an event that depends on more than one player",
    "prevent-outside-before": "`prevent` or `add` outside of `before`",
    "end-not-running": "`end` of a procedure that cannot be running here",
    "duration-missing": "a change that lasts does not say until when",
    "amount-not-positive": "a number of things that is zero or less",
    "counter-range": "a counter is set to a number outside its range",
    "stat-range": "a stat is changed beyond its range",
    "modify-no-stat": "`modify` of something that is no stat",
    "modify-scope": "`of` or `for` does not fit the stat",
    "modify-multiply-count": "the number of symbols is multiplied",
    "modify-own-stat": "a change that depends on its own stat does more than add",
    "bound-name-verb": "a bound name is a verb or a word of the language",
    "bound-name-twice": "a name is bound twice",
    "bound-name-unused": "a bound name is never used",
    "bound-name-nothing": "`as` after a sentence that gives nothing to name",
    "procedure-recursion": "procedures that call each other in a circle",
    "procedure-parameter": "a parameter whose kind cannot be told from its uses",
    "procedure-twice": "a procedure that is already a verb",
    "procedure-place": "a procedure is defined where none may be",
    "choose-by-chance": "a choice by chance that somebody makes, or that is of any number",
    "choose-nothing": "a choice among something that cannot be chosen from",
    "set-nothing": "`set` of something that cannot be set",
    "captured-many": "a lasting effect would have to remember more than it can",
    "captured-several": "a lasting effect would have to remember several at once",
    "label-unknown": "an example names an option by a text that no option in the mode is called",
    "claim-unknown": "a claim of an example that cannot be understood",
}
"""Every code that resolving can report, with a summary of one line."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One error in the meaning of a text; the caller makes a diagnostic of it."""

    code: str
    """A key of ``RESOLVE_CODES``."""
    message: str
    """What is wrong, as a sentence without its full stop."""
    span: Span
    """The wrong word; where something is missing, the word after which it is missing."""
    help: str = ""
    """What to do about it."""
    sample: str | None = None
    """A correct text of the same kind, or ``None``."""
    fix: str | None = None
    """What a tool may put where ``span`` is, or ``None``."""
    related: tuple[tuple[Span, str], ...] = ()
    """Other places that matter, each with a caption."""
