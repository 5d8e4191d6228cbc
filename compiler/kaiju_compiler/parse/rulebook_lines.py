"""Lines of rulebooks in which a word of the language stands where rulebooks have it, and what is said instead."""

from __future__ import annotations

from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.parse.rulebook_phrases import CONDITIONS
from kaiju_compiler.parse.samples import BY_CHANCE, BY_WORD, CHOOSE_ONE, MAY, PRICE_WORDS
from kaiju_compiler.parse.situation import Situation

_UNEXPECTED = "syntax-unexpected-word"
_EVENTS = frozenset(["WHEN", "BEFORE", "_NEXT_TIME"])
_HEADS = frozenset([*_EVENTS, *CONDITIONS, "_MAY", "_ACTION", "_FOR_EACH", "_REPEAT", "_DEFINE", "_MODIFY", "_ELSE"])
"""Words that begin something which a colon ends, or may hold one."""
_PAST = frozenset(["bought", "did", "dealt", "fed", "got", "had", "lost", "took", "was", "were", "won"])
_TOTALS = {"lost": "you lose {counter}", "gained": "you gain {counter}"}
"""Words of the past, and the event whose total says the same; of others it is any event."""
_IN_SECRET = frozenset(["secretly", "privately", "simultaneously"])
_ONE_BY_ONE = "offer 1 again and again, which is over at the first no: `repeat 3 times:`, and below it `may pay 1 …: …`"
_IN_CONDITION = "if {not}you in {{place}}: gain 1 {{counter}}"


def until_in_front(at: Situation) -> SyntaxProblem | None:
    """``until your next turn, you cannot lose life``"""
    if at.type != "_UNTIL" or at.last not in ("", "COLON", "SEMICOLON"):
        return None
    help = "it stands behind what lasts, which is a `modify` or a `cannot`"
    sample = "you cannot lose {counter} until your turn starts"
    return at.problem(_UNEXPECTED, "`until` begins no sentence", help, sample)


def comma_for_colon(at: Situation) -> SyntaxProblem | None:
    """``before you lose life, prevent 1``; not ``when you win, or lose``."""
    if at.type != "COMMA" or "COLON" not in at.accepts or not at.has(*_EVENTS):
        return None
    behind = [word.text for word in at.line.words if word.start >= at.positions[-1][1]]
    if at.colon_follows() and "may" not in behind:
        return None
    help = "behind an event, and behind its condition, stands a colon"
    span, message = at.text.span(*at.positions[-1]), "a comma stands where the colon is wanted"
    return at.names.problem("syntax-missing-colon", message, span, help, at.sample(), None if "may" in behind else ":")


def is_in(at: Situation) -> SyntaxProblem | None:
    """``if you are not in tower``, ``if nobody is in tower``"""
    if str(at.token) not in ("is", "are") or not at.has(*CONDITIONS):
        return None
    begin = at.positions[-1][0]
    words = [word for word in at.line.words if word.start >= begin][:3]
    said = [word.text for word in words]
    if "in" not in said[1:]:
        return None
    end = words[said.index("in")].end
    refused = said[1] == "not"
    who = str(at.before[-1])
    if who in ("nobody", "none", "no_one"):
        help, sample = "count those who are", "if count(players where it in {place}) = 0: gain 1 {counter}"
    else:
        help = f"write `not {who} in …`" if refused else f"leave `{at.token}` out"
        sample = _IN_CONDITION.format(**{"not": "not " if refused else ""})
    span = at.text.span(begin, end)
    return at.names.problem(_UNEXPECTED, f"where somebody stands is not asked with `{span.text}`", span, help, sample)


def for_each_of(at: Situation) -> SyntaxProblem | None:
    """``for each of your cards``, ``for each card of you``"""
    if at.type != "_OF" or "_FOR_EACH" not in [token.type for token in at.before[-2:]]:
        return None
    help = "behind `for each` stands a name of your own, then `in`, then those who are gone through"
    sample = "for each one in {kinds} of you: gain 1 {counter}"
    return at.problem(_UNEXPECTED, "`for each` names first what it calls each of them", help, sample)


def any_of(at: Situation) -> SyntaxProblem | None:
    """``reroll any of your dice``"""
    if at.type != "_OF" or at.last != "QUANTIFIER":
        return None
    help = "behind it stands what is chosen from, and that is chosen first"
    sample = "choose any dice of your roll as picked"
    return at.problem(_UNEXPECTED, f"`{at.before[-1]}` goes without `of`", help, sample)


def may_do(at: Situation) -> SyntaxProblem | None:
    """``may discard this: …``, ``action in roll discard this: …``, ``"Label" pay 2 gold: …``"""
    types = at.clause()
    if at.type != "NAME" or "PAY" not in at.accepts or str(at.token) in PRICE_WORDS:
        return None
    if types[-1:] == ["_MAY"]:
        help = "write `may:` and behind it what may be done, or below it line by line"
        return at.problem(_UNEXPECTED, "`may` takes no verb", help, "may: gain 1 {counter}")
    if "_ACTION" in types and at.last != "_IN":
        help = "only `pay` and `spend` are prices; whatever else it takes is done behind the colon"
        sample = "action in {phase}: discard this; gain 1 {counter}"
        return at.problem(_UNEXPECTED, f"`{at.token}` is no price", help, sample)
    return None


def price_of_an_option(at: Situation) -> SyntaxProblem | None:
    """``"Pay" pay 2 gold: …`` below ``choose one:``"""
    if at.type not in ("PAY", "SPEND") or [token.type for token in at.before] != ["STRING"]:
        return None
    help = "pay in its block, and ask with `if` before the choice whether there is enough"
    sample = 'if you.{counter} >= 2:\n  choose one:\n    "Pay": pay 2 {counter}\n    "Rest": gain 1 {counter}'
    return at.problem(_UNEXPECTED, "an option of `choose one` has no price", help, sample)


def in_the_past(at: Situation) -> SyntaxProblem | None:
    """``if you lost life this turn``, ``if you rolled claw``"""
    word = str(at.token)
    if at.type != "NAME" or not at.has("_IF", "_WHERE") or at.last != "NAME":
        return None
    if word not in _PAST and not (word.endswith("ed") and len(word) > 4):
        return None
    if word == "rolled":
        help, sample = "the dice are counted by what they show", "if count({face}) >= 1: gain 1 {counter}"
    else:
        help = "how much of an event there was this turn is its `total`"
        sample = f"if total({_TOTALS.get(word, '{event}')}) > 0: gain 1 {{another counter}}"
    return at.problem(_UNEXPECTED, f"a condition is not said with `{word}`", help, sample)


def top_things(at: Situation) -> SyntaxProblem | None:
    """``top 3 cards of deck``"""
    behind = [token.type for token in at.before[-2:]]
    if at.type != "NAME" or behind != ["_TOP", "NUMBER"]:
        return None
    help = f"leave `{at.token}` out, and name the pile: `top {at.before[-1]} of` it"
    sample = BY_WORD["_TOP"]
    return at.problem(_UNEXPECTED, "behind `top` and a number stands `of`", help, sample)


def up_to_a_price(at: Situation) -> SyntaxProblem | None:
    """``may pay up to 3 gold: …``"""
    if at.type != "UP_TO" or at.last != "PAY":
        return None
    return at.problem(_UNEXPECTED, "a price has no `up to`", _ONE_BY_ONE, f"repeat 3 times:\n  {MAY}")


def number_named(at: Situation) -> SyntaxProblem | None:
    """``choose a number from 0 to 3 as bid``"""
    if not at.has("_CHOOSE", "_CHOOSES") or at.last != "NAME" or at.before[-1] != "number":
        return None
    help = "offer each number as an option"
    sample = 'choose one:\n  "1": gain 1 {counter}\n  "2": gain 2 {counter}'
    return at.problem(_UNEXPECTED, "numbers are not chosen, but things", help, sample, place=-2)


def number_chosen(at: Situation) -> SyntaxProblem | None:
    """``choose up to min(3, you.gold) as paid``"""
    if at.type != "_AS" or at.last != "RPAR" or not at.has("_CHOOSE", "_CHOOSES") or not at.has("UP_TO"):
        return None
    help = f"of things, say of what; of what is paid, {_ONE_BY_ONE}"
    return at.problem(_UNEXPECTED, "numbers are not chosen, but things", help, f"repeat 3 times:\n  {MAY}")


def colon_behind_a_sentence(at: Situation) -> SyntaxProblem | None:
    """``discard this: gain 2 life``, ``choose an other as foe: foe loses 2 life``"""
    types = at.clause()
    if at.type != "COLON" or "_NL" not in at.accepts or not types or types[0] in _HEADS:
        return None
    help = "what is done after it stands behind `;` or on the next line; what may be done stands behind `may:`"
    sample = "discard this; gain 1 {counter}"
    return at.problem(_UNEXPECTED, "no colon stands behind a sentence", help, sample)


def the_first(at: Situation) -> SyntaxProblem | None:
    """``ignore the first damage each turn``"""
    if at.type != "FIRST" or str(at.before[-1:] and at.before[-1]) != "the":
        return None
    help = "`once per turn,` in front of an ability is for the first time in each turn"
    return at.problem(_UNEXPECTED, "nothing is said with `the first`", help, "once per turn, " + BY_WORD["BEFORE"])


def the_next_time(at: Situation) -> SyntaxProblem | None:
    """``the next time you would lose life``, ``next time, before …``, ``before next time …``"""
    article = at.type == "_NEXT_TIME" and str(at.before[-1:] and at.before[-1]) == "the"
    behind = at.type == "_NEXT_TIME" and at.last in ("WHEN", "BEFORE")
    comma = at.type == "COMMA" and at.last == "_NEXT_TIME"
    if not article and not behind and not comma:
        return None
    help = "`next time` begins the line, and the event follows, with `before` where it is about to happen"
    wrong = "a comma cannot stand behind `next time`" if comma else f"`{at.before[-1]}` cannot stand before `next time`"
    return at.problem(_UNEXPECTED, wrong, help, "next time before you lose {counter}: prevent 1")


def at_random(at: Situation) -> SyntaxProblem | None:
    """``discard a keep of rival at random``, ``choose a random keep …``"""
    before = str(at.before[-1]) if at.before else ""
    if at.type != "AT_RANDOM" and before not in ("random", "randomly"):
        return None
    help = "chance chooses first, and says so in front of `as`; the next sentence says what becomes of it"
    said = at.token if at.type == "AT_RANDOM" else before
    place = -1 if at.type == "AT_RANDOM" else -2
    return at.problem(_UNEXPECTED, f"`{said}` cannot stand here", help, BY_CHANCE, place=place)


def anybody_has(at: Situation) -> SyntaxProblem | None:
    """``if any other player has 0 gold``, ``if a card is in market``"""
    if at.type != "QUANTIFIER" or at.last not in ("_IF", "_AND", "_OR", "NOT", "_WHILE", "_AS_SOON_AS"):
        return None
    help = "count those of whom it is true"
    sample = "if count(others where {counter} = 0) > 0: gain 1 {counter}"
    return at.problem(_UNEXPECTED, f"a condition does not begin with `{at.token}`", help, sample)


def one_of_options(at: Situation) -> SyntaxProblem | None:
    """``choose one of:``, ``choose one of the following:``, ``rival chooses: …``"""
    if at.last in ("_CHOOSE_ONE", "_CHOOSES_ONE"):
        if at.type != "_OF" or at.next_word() not in (":", "the", "these"):
            return None
        help = f"write `{at.before[-1]}:`, and below it the options, each behind a label"
        return at.problem(_UNEXPECTED, f"`{at.before[-1]}` goes without `of`", help, at.sample())
    if at.type != "COLON" or at.last not in ("_CHOOSE", "_CHOOSES"):
        return None
    help = f"write `{at.before[-1]} one:`, and below it the options, each behind a label"
    sample = BY_WORD[f"{at.last}_ONE"]
    return at.problem(_UNEXPECTED, f"options are offered with `{at.before[-1]} one:`", help, sample, place=-2)


def or_instead(at: Situation) -> SyntaxProblem | None:
    """``gain 1 life or 2 gold``, ``gain 1 life, or lose 1 gold``"""
    joins = at.type == "_OR" or (at.type == "COMMA" and at.next_word() == "or")
    if not joins or "_NL" not in at.accepts:
        return None
    help = "one of two is taken with `choose one:`, and below it the options, each behind a label"
    return at.problem(_UNEXPECTED, "`or` cannot join sentences", help, CHOOSE_ONE)


def word_before_a_choice(at: Situation) -> SyntaxProblem | None:
    """``others secretly choose a card of hand as bid``"""
    if at.type not in ("_CHOOSE", "_CHOOSES", "_CHOOSE_ONE", "_CHOOSES_ONE", "_MAY") or at.last != "NAME":
        return None
    word = str(at.before[-1])
    help = f"leave `{word}` out"
    if word in _IN_SECRET:
        help = f"choices are made in the open, one player after the other: {help}"
    message = f"before `{at.token}` stands one word for who does it"
    return at.problem(_UNEXPECTED, message, help, BY_WORD[at.type], place=-2)


def two_words_of_abilities(at: Situation) -> SyntaxProblem | None:
    """``next time when you lose life: gain 1 gold``"""
    if at.last != "_NEXT_TIME" or at.type != "WHEN":
        return None
    message = "`next time` stands instead of `when`, not in front of it"
    return at.problem(_UNEXPECTED, message, "leave `when` out", BY_WORD["_NEXT_TIME"])


def of_any(at: Situation) -> SyntaxProblem | None:
    """``choose a card of any player as lost``"""
    if at.type != "QUANTIFIER" or at.last != "_OF":
        return None
    help = "behind `of` stand all whose it may be, such as `players` or `others`"
    return at.problem(_UNEXPECTED, f"`of` goes without `{at.token}`", help, "choose a {kind} of {rival|others} as pick")


LINES = (
    until_in_front,
    comma_for_colon,
    is_in,
    for_each_of,
    any_of,
    may_do,
    price_of_an_option,
    in_the_past,
    top_things,
    up_to_a_price,
    number_named,
    number_chosen,
    one_of_options,
    or_instead,
    at_random,
    word_before_a_choice,
    two_words_of_abilities,
    of_any,
    the_first,
    the_next_time,
    anybody_has,
)
"""They are asked before what is said of the words in general."""
