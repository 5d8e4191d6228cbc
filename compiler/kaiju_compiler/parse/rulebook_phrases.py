"""Sentences of rulebooks, and what the language says instead."""

from __future__ import annotations

from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.parse.samples import BY_WORD, CONDITION_WORDS, IF, MAY, RULEBOOK_HEADS, UP_TO
from kaiju_compiler.parse.situation import Situation
from kaiju_compiler.superlatives import function_of

CONDITIONS = frozenset(["_IF", "_WHERE", "_WHILE", "_AS_SOON_AS", "_ALWAYS", "_LET"])
"""The words behind which a condition stands, or a value."""


def how_often(at: Situation) -> SyntaxProblem | None:
    """``twice per turn, …``, ``three times per turn``, ``once per game``."""
    words = [word.text for word in at.line.words]
    per = 1 if words[0] in ("once", "twice", "thrice") else 2 if words[1:2] == ["times"] else 0
    if per == 0 or words[per : per + 1] != ["per"] or words[:3] == ["once", "per", "turn"]:
        return None
    often = " ".join(words[: per + 2])
    last = at.line.words[min(per + 1, len(words) - 1)]
    span = at.text.span(at.line.start(), last.end)
    help = "only `once per turn,` exists; `total(EVENT)` is how much of an event there was this turn, for a condition"
    sample = BY_WORD["ONCE"]
    if last.text == "game":
        help = "only `once per turn,` exists; that the card was used is told by a counter on it"
        used = "this.{counter of a piece} = 0: this gains 1 {counter of a piece}; gain 1 {counter}"
        sample = f"action in {{phase}} if {used}"
    return at.names.problem("syntax-unexpected-word", f"nothing is said with `{often}`", span, help, sample)


def once_behind(at: Situation) -> SyntaxProblem | None:
    """``action in buy, once per turn: …``"""
    following = [word.text for word in at.line.words if word.start >= at.positions[-1][0]]
    said = following[at.type == "COMMA" :][:3]
    if not at.before or said != ["once", "per", "turn"] or at.last in ("", "COLON", "SEMICOLON"):
        return None
    message = "how often stands before an ability, not in the middle of it"
    return at.problem("syntax-unexpected-word", message, "begin with `once per turn,`", BY_WORD["ONCE"])


def rulebook_phrase(at: Situation) -> SyntaxProblem | None:
    """``whenever …``, ``once a turn …``, ``… for each claw``, ``if … then``."""
    head = at.before[0] if at.before else at.token
    begin = " ".join(word.text for word in at.line.words[:2])
    if head is not None and head.type == "NAME" and (begin in RULEBOOK_HEADS or str(head) in RULEBOOK_HEADS):
        right, sample = RULEBOOK_HEADS[begin if begin in RULEBOOK_HEADS else str(head)]
        span = at.text.span(*at.positions[0])
        message = f"`{head}` begins no ability and no sentence"
        return at.names.problem("syntax-unexpected-word", message, span, f"write `{right}`", sample)
    if at.type == "_FOR_EACH" and at.last not in ("", "COLON", "SEMICOLON", "COMMA"):
        sample = "gain count({face}) {counter}"
        help = at.names.fill(
            "say how many where the number stands: of symbols `count({face})`, of what one has `count({kinds} of you)`"
        )
        message = "`for each` cannot stand behind a sentence"
        return at.problem("syntax-unexpected-word", message, help, sample)
    if at.type == "_FOR" and at.next_word() == "every":
        help = "divide where the number stands; a division rounds down"
        sample = "gain you.{another counter} / 2 {counter}"
        return at.problem("syntax-unexpected-word", "`for every` cannot stand behind a sentence", help, sample)
    if at.type == "_OR" and at.next_word() in ("more", "less", "fewer"):
        sign = ">=" if at.next_word() == "more" else "<="
        help = f"compare with a sign: `{sign} 3`; the number of an event is its `amount`"
        sample = f"when you resolve {{face}} if amount {sign} 3: gain 1 {{counter}}"
        return at.problem("syntax-unexpected-word", f"`or {at.next_word()}` is said with a sign", help, sample)
    if at.token == "would":
        message = "`would` is no word of the language"
        help = "what is about to happen is heard with `before`; a condition may follow it"
        return at.problem("syntax-unexpected-word", message, help, BY_WORD["BEFORE"])
    if at.token == "then" and "COLON" in at.accepts and at.has("_IF"):
        return at.problem("syntax-unexpected-word", "`if` goes without `then`", "write a colon instead of it", IF)
    return None


def words_of_conditions(at: Situation) -> SyntaxProblem | None:
    """``if you have 3 gold``, ``if you.gold is at least 3``."""
    if str(at.token) not in CONDITION_WORDS or not at.has(*CONDITIONS):
        return None
    help, sample = CONDITION_WORDS[str(at.token)]
    if function := function_of(word.text for word in at.line.words):
        sample = f"if you.{{counter}} = {function}({{counter}} of players): gain 1 {{another counter}}"
    return at.problem("syntax-unexpected-word", f"a condition is not said with `{at.token}` here", help, sample)


def superlative(at: Situation) -> SyntaxProblem | None:
    """``if you.gold = most gold of players``"""
    if not at.before or at.type != "NAME" or not (function := function_of([str(at.before[-1])])):
        return None
    help = (
        f"`{function}({{counter}} of players)` is the {'largest' if function == 'max' else 'smallest'} number of some"
    )
    sample = f"if you.{{counter}} = {function}({{counter}} of players): gain 1 {{another counter}}"
    message = f"`{at.before[-1]}` is said with `{function}`"
    return at.problem("syntax-unexpected-word", message, at.names.fill(help), sample, place=-2)


def article(at: Situation) -> SyntaxProblem | None:
    """``a card of the market``."""
    if not at.before or str(at.before[-1]) != "the" or at.type != "NAME":
        return None
    return at.problem("syntax-unexpected-word", "names go without `the`", "leave `the` out", place=-2)


def cannot_of_nobody(at: Situation) -> SyntaxProblem | None:
    if at.type != "_CANNOT" or at.last not in ("", "COLON", "SEMICOLON"):
        return None
    message = "it is not said who cannot"
    return at.problem("syntax-unexpected-word", message, "name them in front, such as `you`", BY_WORD["_CANNOT"])


def else_if(at: Situation) -> SyntaxProblem | None:
    if at.type != "_IF" or at.last != "_ELSE":
        return None
    sample = "if amount = 1: gain 1 {counter}\nelse:\n  if amount = 2: gain 2 {counter}"
    return at.problem("syntax-block-in-line", "`else` takes no `if`", "write `else:` and the `if` in its block", sample)


def up_to(at: Situation) -> SyntaxProblem | None:
    """``reroll up to 2 dice``, ``lose up to 3 gold``"""
    if at.type != "UP_TO":
        return None
    help = "choose first, and then use the name of what was chosen; of two numbers, `min(2, …)` is the smaller one"
    return at.problem("syntax-unexpected-word", "`up to` is said where something is chosen", help, UP_TO)


def price_alone(at: Situation) -> SyntaxProblem | None:
    """``pay 2 gold: gain 1 rum``"""
    first = next((token.type for token in at.before), "")
    if at.type != "COLON" or first not in ("PAY", "SPEND"):
        return None
    help = f"write `may` in front of `{at.before[0]}`, or `action in PHASE` for something that may be done in a phase"
    return at.problem("syntax-unexpected-word", "a price stands behind an offer or an action", help, MAY, place=0)


def procedure_without_define(at: Situation) -> SyntaxProblem | None:
    """``climb(steps): gain steps height``"""
    words = [word.text for word in at.line.words]
    if words[1:2] != ["("] or ")" not in words or words[words.index(")") + 1 :][:1] != [":"]:
        return None
    span = at.text.span(at.line.start(), at.line.words[0].end)
    message, help = f"`{words[0]}(…):` is no ability", f"a procedure begins with `define`: `define {words[0]}(…):`"
    sample = BY_WORD["_DEFINE"]
    return at.names.problem("syntax-unexpected-word", message, span, help, sample, f"define {words[0]}")


def condition_behind(at: Situation) -> SyntaxProblem | None:
    if at.type != "_IF" or "_NL" not in at.accepts:
        return None
    return at.problem(
        "syntax-unexpected-word", "the condition stands before what it allows", "write `if C: …`", BY_WORD["_IF"]
    )
