"""Say what is wrong where the grammar stopped, in words of the language.

The explanations are asked in order, the particular before the general; the first that knows the
situation speaks. The last always does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kaiju_compiler.parse.compared import comparison, told
from kaiju_compiler.parse.event_end import event_end
from kaiju_compiler.parse.expected import TERM
from kaiju_compiler.parse.grammar import words
from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.parse.rulebook_lines import LINES, colon_behind_a_sentence
from kaiju_compiler.parse.rulebook_phrases import (
    CONDITIONS,
    article,
    cannot_of_nobody,
    condition_behind,
    else_if,
    how_often,
    once_behind,
    price_alone,
    procedure_without_define,
    rulebook_phrase,
    superlative,
    up_to,
    words_of_conditions,
)
from kaiju_compiler.parse.samples import BY_WORD, CHANGE, IF, NEEDS, PRICE_WORDS, SENTENCE, WHEN
from kaiju_compiler.parse.situation import Situation

_ABILITIES = frozenset(["WHEN", "BEFORE", "FIRST", "ONCE", "_AS_SOON_AS", "_ACTION", "_DEFINE", "_ALWAYS"])
_WITH_BLOCK = frozenset(["_IF", "_ELSE", "_MAY", "_FOR_EACH", "_REPEAT", "_NEXT_TIME", "_CHOOSE_ONE", "_CHOOSES_ONE"])
_EVENTS = frozenset(["WHEN", "BEFORE", "_NEXT_TIME"])


Explanation: TypeAlias = Callable[[Situation], SyntaxProblem | None]


def explain(at: Situation) -> SyntaxProblem:
    """The problem at the place where the grammar stopped."""
    return next(problem for each in _EXPLANATIONS if (problem := each(at)))


def _nested_ability(at: Situation) -> SyntaxProblem | None:
    if at.type not in _ABILITIES or at.last not in ("", "COLON", "SEMICOLON"):
        return None
    if at.start != "effect":
        return at.problem(
            "syntax-nested-ability",
            f"`{at.token}` begins an ability, which cannot stand here",
            "abilities are written in the `effect` of a record",
            SENTENCE,
        )
    help = "begin it at the margin of the effect; inside a block, `next time EVENT:` waits for something"
    return at.problem("syntax-nested-ability", f"`{at.token}` begins an ability, which cannot stand in a block", help)


def _prefix(at: Situation) -> SyntaxProblem | None:
    """``first, action`` and the like."""
    if at.last != "COMMA" or at.clause() not in (
        ["FIRST", "COMMA"],
        ["ONCE", "COMMA"],
        ["FIRST", "COMMA", "ONCE", "COMMA"],
    ):
        return None
    message = f"behind `{at.before[0]},` stands {at.expected()}"
    return at.problem(
        "syntax-unexpected-word", message, "put it before an ability of that form", missing=at.token is None
    )


def _check_without_always(at: Situation) -> SyntaxProblem | None:
    if at.start != "checks" or at.before or at.token is None or "_ALWAYS" not in at.accepts:
        return None
    message = f"a check begins with `always` or `for each`, not with `{at.token}`"
    return at.problem(
        "syntax-unexpected-word", message, "write `always` in front of what must be so", BY_WORD["_ALWAYS"]
    )


def _block_in_line(at: Situation) -> SyntaxProblem | None:
    if at.type not in _WITH_BLOCK or not any(token.type in ("COLON", "SEMICOLON") for token in at.before):
        return None
    message = f"`{at.token}` has a block of its own, so it begins a line"
    sample = "when your turn starts:\n  may pay 1 {another counter}: gain 1 {counter}"
    if at.type == "_ELSE":
        sample = BY_WORD["_ELSE"]
    return at.problem("syntax-block-in-line", message, "write it on a line of its own", sample)


def _options_in_line(at: Situation) -> SyntaxProblem | None:
    """``choose one: gain 1 life or gain 1 gold``"""
    if [token.type for token in at.before[-2:]] not in (["_CHOOSE_ONE", "COLON"], ["_CHOOSES_ONE", "COLON"]):
        return None
    message = "each option of `choose one` stands on a line of its own, behind a label"
    return at.problem("syntax-block-in-line", message, 'write the options below, as `"Label": …`', BY_WORD["STRING"])


def _no_label(at: Situation) -> SyntaxProblem | None:
    if at.accepts != {"STRING"}:
        return None
    message = "each option of `choose one` begins with a label in quotes"
    return at.problem("syntax-missing-label", message, 'write `"Label":` before it', BY_WORD["STRING"])


def _label(at: Situation) -> SyntaxProblem | None:
    if at.type != "STRING":
        return None
    help = "a label heads an option of `choose one:`, or stands behind `may` or an action's window"
    if at.last in ("EQUAL", "COMPARE"):
        help = "words of options and fields, and names, are written without quotes"
        return at.problem("syntax-label", "a quoted text cannot stand here", help, IF)
    return at.problem("syntax-label", "a quoted text cannot stand here", help, BY_WORD["STRING"])


def _modify(at: Situation) -> SyntaxProblem | None:
    """A missing or wrong change."""
    starts = [token.type for token in at.before]
    if "_MODIFY" not in starts:
        return None
    behind = starts[len(starts) - starts[::-1].index("_MODIFY") :]
    if at.token is None and "COLON" not in behind and "COLON" in at.accepts:
        message = "this `modify` does not say what changes"
        return at.problem(CHANGE.code, message, "write a colon and a change, such as `: -1`", BY_WORD["_MODIFY"])
    if "COLON" not in behind:
        return None
    if "AT_MOST" in at.accepts:
        help = "write how the number changes, on the same line"
        return at.problem(CHANGE.code, f"behind `{at.before[-1]}` {CHANGE.what}", help, missing=at.token is None)
    if at.type in ("PLUS", "MINUS", "STAR", "SLASH") and at.last not in ("PLUS", "MINUS", "STAR", "EQUAL"):
        help = "put a sum in parentheses, `-(1 + 2)`, or separate two changes with a comma"
        return at.problem("syntax-unexpected-word", "a change holds no sum", help, BY_WORD["_MODIFY"])
    return None


def _price(at: Situation) -> SyntaxProblem | None:
    help = "say the price before `if` and the colon, `pay N COUNTER` or `spend N FACE`"
    if at.type in ("PAY", "SPEND") and at.has("_IF"):
        return at.problem("syntax-price", "the price stands before the condition", help)
    if at.has("PAY", "SPEND"):
        return _half_a_price(at, help)
    offers = at.has("_ACTION", "_MAY") and "PAY" in at.accepts
    if offers and str(at.token) in PRICE_WORDS:
        return at.problem("syntax-price", f"a price is not said with `{at.token}`", help)
    return None


def _half_a_price(at: Situation, help: str) -> SyntaxProblem | None:
    if at.type in ("_AND", "_OR", "COMMA") and at.has("_ACTION", "_MAY"):
        return at.problem("syntax-price", "an offer has one price", "let the counter that matters be the price")
    if at.last in ("PAY", "SPEND") or at.accepts >= TERM or "NAME" not in at.accepts or at.last == "DOT":
        return None
    if at.type in words() and at.type != "_IF":
        return None
    return at.problem(
        "syntax-price", "the price does not say what is paid", help, missing=at.type in ("", "COLON", "_IF")
    )


def _missing_as(at: Situation) -> SyntaxProblem | None:
    if not at.has("_CHOOSE", "_CHOOSES") or "_AS" not in at.accepts or at.type not in ("", "COLON", "SEMICOLON"):
        return None
    message = "this choice does not name what is chosen"
    help = "end it with `as` and a name, by which the next lines know it"
    return at.problem("syntax-missing-as", message, help, missing=True)


def _number_of_nothing(at: Situation) -> SyntaxProblem | None:
    """``choose 2 as …``, ``choose up to cards as …``"""
    if at.type != "_AS" or at.last in NEEDS or not at.has("_CHOOSE", "_CHOOSES"):
        return None
    message = "it is not said how many are chosen, or of what"
    sample = BY_WORD["UP_TO" if at.has("UP_TO") else "_CHOOSE"]
    return at.problem("syntax-unexpected-word", message, "write a number, or `a`, and what is chosen from", sample)


def _missing_colon(at: Situation) -> SyntaxProblem | None:
    if "COLON" not in at.accepts or at.colon_follows():
        return None
    help = "a header ends with `:`, then come its statements"
    if at.token is not None:
        return at.problem("syntax-missing-colon", f"a colon is missing before `{at.token}`", help)
    head = next((i for i, token in enumerate(at.before) if token.type in _EVENTS), None)
    end = None if head is None or at.has("_IF") else event_end(at.before[head + 1 :])
    if head is None or end is None:
        return at.problem("syntax-missing-colon", f"a colon is missing behind `{at.before[-1]}`", help)
    begin = head + 1 + end
    message = f"a colon is missing behind `{at.before[begin - 1]}`, where the event ends"
    return at.problem("syntax-missing-colon", message, help, place=begin - 1)


def _comparison_in_words(at: Situation) -> SyntaxProblem | None:
    """``if you.gold at least 3``, ``where cost is more than 2``."""
    if at.token is None or at.last not in ("NAME", "NUMBER", "RPAR"):
        return None
    if at.start not in ("claims", "expression", "checks") and not at.has(*CONDITIONS):
        return None
    behind = [word for word in at.line.words if word.start >= at.positions[-1][0]]
    found = comparison([word.text for word in behind])
    if found is None:
        return None
    count, sign = found
    span = at.text.span(behind[0].start, behind[count - 1].end)
    message, help = told(span.text, sign)
    if [word.text for word in behind[:1]] in (["is"], ["are"]) and behind[1].text in ("a", "an"):
        help = "of what kind something is, is asked with `in` and the plural"
        return at.names.problem("syntax-operator", message, span, help, "if this in {kinds}: gain 1 {counter}")
    return at.names.problem("syntax-operator", message, span, help, f"if you.{{counter}} {sign} 3: win", sign)


def _comparison(at: Situation) -> SyntaxProblem | None:
    if at.type not in ("EQUAL", "COMPARE", "_IN", "AT_LEAST", "AT_MOST") or "EQUAL" in at.accepts:
        return None
    if at.has(*_EVENTS) and not at.has("_IF"):
        help = "an event is a sentence, and a condition on its `amount` may follow; `as soon as C:` waits for one"
        sample = "when you resolve {face} if amount >= 3: gain 1 {counter}"
        return at.problem("syntax-comparison", f"an event holds no `{at.token}`", help, sample)
    if at.type == "_IN" and at.start != "claims" and not at.has(*CONDITIONS, "_ACTION", "_FOR_EACH"):
        help = "`in` asks in a condition where something is; it is brought there with `move`"
        return at.problem("syntax-unexpected-word", "a sentence holds no `in`", help, "move this to {zone}")
    if "_NL" in at.accepts and at.type == "EQUAL" and not at.has("_IF", "_WHERE", "_ALWAYS", "_LET"):
        help = "`set X to V` changes a counter, `let NAME = V` names a value, `if X = V:` compares"
        return at.problem("syntax-comparison", "a sentence holds no `=`", help, "set you.{counter} to 10")
    return None


def _two_things(at: Situation) -> SyntaxProblem | None:
    """``gain 1 life and 1 gold``, ``when you win or lose``."""
    if at.type not in ("_AND", "_OR", "COMMA"):
        return None
    if "_NL" in at.accepts:
        help = "a sentence does one thing: write two, joined with `;` or on two lines"
        message, sample = f"`{at.token}` cannot join sentences", "gain 1 {counter}; gain 1 {another counter}"
        return at.problem("syntax-unexpected-word", message, help, sample)
    if at.has(*_EVENTS) and "COLON" in at.accepts:
        help = "an ability has one event; write another ability, or a condition behind `if`"
        return at.problem("syntax-unexpected-word", f"`{at.token}` cannot join events", help, WHEN)
    return None


def _limit(at: Situation) -> SyntaxProblem | None:
    if at.type == "_WHERE" and at.has("_UNTIL"):
        help = "name a plainer event; only `when`, `before` and `next time` take `where` and `if`"
        return at.problem("syntax-unexpected-word", "an event that ends something has no `where`", help)
    if at.type in ("_UNTIL", "_WHILE") and not at.has("_MODIFY", "_CANNOT"):
        help = "only `modify` and `cannot` last; otherwise write `if C`, or an ability that ends it"
        return at.problem("syntax-unexpected-word", f"`{at.token}` cannot stand here", help, BY_WORD[at.type])
    return None


def _signed(at: Situation) -> SyntaxProblem | None:
    if at.type != "MINUS" or at.last not in ("PREPOSITION", "_FROM", "STAR", "SLASH", "PLUS", "MINUS"):
        return None
    help = "put a number with a sign in parentheses"
    sample = "set this.{counter of a piece} to (-1)"
    return at.problem("syntax-unexpected-word", "a sign cannot stand here", help, sample)


def _word_as_name(at: Situation) -> SyntaxProblem | None:
    if at.type not in words() or not at.wants_a_name():
        return None
    return _reserved_word(at)


def _one_of(at: Situation) -> SyntaxProblem | None:
    """``choose one of …``, ``choose one die``."""
    if at.last not in ("_CHOOSE_ONE", "_CHOOSES_ONE") or at.type not in ("NAME", "_OF", "_AS", "_WHERE"):
        return None
    message = f"`{at.before[-1]}` offers options, so `{at.token}` cannot stand here"
    help = "one thing of many is chosen with `choose a KIND … as NAME`"
    return at.problem("syntax-unexpected-word", message, help, BY_WORD["_CHOOSE"])


def _stray_word(at: Situation) -> SyntaxProblem | None:
    if at.type not in words() or "NAME" not in at.accepts or at.last in NEEDS:
        return None
    return _reserved_word(at)


def _reserved_word(at: Situation) -> SyntaxProblem:
    message = f"`{at.token}` is a word of the language, so it cannot be a name"
    help = f"choose another name, such as `the_{str(at.token).split()[-1]}`"
    return at.problem("syntax-reserved-word", message, help)


def _window(at: Situation) -> SyntaxProblem | None:
    """``action in`` and no name."""
    if at.last != "_IN" or at.clause()[-2:-1] != ["_ACTION"]:
        return None
    message = at.names.fill("after `action in` a window is expected, such as `{phase}`")
    return at.problem("syntax-missing-window", message, "name a phase, or `turn`", missing=at.type in ("", "COLON"))


def _need(at: Situation) -> SyntaxProblem | None:
    """What must follow the word before."""
    need = NEEDS.get(at.last)
    if need is None:
        return None
    missing = at.type in ("", "COLON", "SEMICOLON", "COMMA", "RPAR")
    code = need.code
    if code == "syntax-unexpected-word" and at.token is None:
        code = "syntax-unexpected-end"
    help = "complete the line" if at.token is None else f"write it before `{at.token}`"
    return at.problem(code, f"after `{at.before[-1]}` {at.names.fill(need.what)}", help, missing=missing)


def _end(at: Situation) -> SyntaxProblem | None:
    if at.token is not None:
        return None
    if not at.before:
        return at.problem("syntax-unexpected-end", f"the text ends, but {at.expected()} is expected", "add it")
    message = f"the line ends after `{at.before[-1]}`, but {at.expected()} is expected"
    return at.problem("syntax-unexpected-end", message, "complete the line")


def _unexpected(at: Situation) -> SyntaxProblem:
    message = f"`{at.token}` cannot stand here; expected is {at.expected()}"
    return at.problem("syntax-unexpected-word", message, f"put that there, or take `{at.token}` out")


_EXPLANATIONS: tuple[Explanation, ...] = (
    how_often,
    *LINES,
    _comparison_in_words,
    up_to,
    price_alone,
    procedure_without_define,
    _word_as_name,
    _nested_ability,
    _prefix,
    once_behind,
    rulebook_phrase,
    superlative,
    words_of_conditions,
    cannot_of_nobody,
    article,
    _check_without_always,
    else_if,
    _block_in_line,
    condition_behind,
    _options_in_line,
    _no_label,
    _label,
    _modify,
    _price,
    _missing_as,
    _number_of_nothing,
    _comparison,
    _two_things,
    _limit,
    _signed,
    _window,
    _one_of,
    _stray_word,
    colon_behind_a_sentence,
    _missing_colon,
    _need,
    _end,
    _unexpected,
)
