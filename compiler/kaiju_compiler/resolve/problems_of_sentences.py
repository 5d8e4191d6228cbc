"""What to say about a sentence that does not work out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kaiju_compiler import syntax
from kaiju_compiler.parse.samples import BY_CHANCE
from kaiju_compiler.resolve import samples
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.patterns import Part, Shape
from kaiju_compiler.resolve.rulebook_sentences import OF_SENTENCES, advice
from kaiju_compiler.resolve.rulebook_subjects import report_subject_of_rulebooks
from kaiju_compiler.resolve.rulebook_verbs import OTHERWISE, said_instead
from kaiju_compiler.resolve.types import Value, listed, spec
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import near

if TYPE_CHECKING:
    from kaiju_compiler.resolve.verbs import Sentence


JOINTS = ("then", "also", "afterwards")
"""Words by which rulebooks join sentences, and which are no words here."""
PARTS = {"half": "{} / 2", "twice": "2 * {}", "all": "{}"}
"""Words by which rulebooks reckon, and how it is reckoned here."""
MORE = frozenset(["additional", "another", "extra"])
PREPOSITIONS = ("to", "toward", "from", "with")
PLURAL = ("you", "they", "them", "others", "players")
"""Subjects with which a verb stands in its base form."""


def report_no_verb(
    run: Run, phrase: syntax.Phrase, verbs: list[tuple[str, str]], fits: Callable[[int, str], bool]
) -> None:
    """Reports a sentence in which no word is a verb, with the verb that was probably meant.

    ``fits`` tells whether the sentence would have the form of one with a verb in place of its first or second word.
    """
    if _report_signed(run, phrase, [base for base, _ in verbs]):
        return
    for index in (1, 0):
        base = stands_in_base_form(phrase.items[0], index)
        if joined := in_two_words(phrase.items, index, base, verbs):
            span, right = joined
            message = f"`{span.text}` is no verb, and `{right[0]}` is one"
            run.report("verb-unknown", message, span, f"write `{right[0]}`, in one word", fix=right[0])
            return
    if any(report_verb_of_rulebooks(run, item, phrase) for item in phrase.items[: _subject_ends(phrase) + 1]):
        return
    for index, item in enumerate(phrase.items[:2]):
        base = stands_in_base_form(phrase.items[0], index)
        if not isinstance(item, syntax.Name):
            continue
        for form in (base, not base):
            if guesses := [each for each in near_verbs(item.id, form, verbs) if fits(index, each)]:
                break
        if guesses:
            run.report(
                "verb-unknown",
                f"`{item.id}` is no verb",
                item.span,
                samples.did_you_mean(guesses),
                fix=guesses[0] if len(guesses) == 1 else None,
            )
            return
    if help := advice(run, phrase.span.text, OF_SENTENCES):
        run.report("verb-unknown", "this sentence has no verb that the mode knows", phrase.span, help)
        return
    if report_subject_of_rulebooks(run, phrase.items, verbs, event=False):
        return
    names = [item for item in phrase.items[:2] if isinstance(item, syntax.Name)]
    where = names[0] if names else phrase.items[0]
    what = f"2 {samples.counter(run)}"
    others = "rival loses" if run.scope.two_players else "others lose"
    run.report(
        "verb-unknown",
        "this sentence has no verb that the mode knows",
        where.span,
        f"a sentence is `[WHO] VERB WHAT`, as in `gain {what}` or `{others} {what}`",
    )


def _subject_ends(phrase: syntax.Phrase) -> int:
    """How many words a subject of rulebooks has at most, such as ``each other player``."""
    first = phrase.items[0]
    return 3 if isinstance(first, syntax.Name) and first.id in ("each", "every", "the", "all") else 1


def report_verb_of_rulebooks(run: Run, item: Any, phrase: syntax.Phrase) -> bool:
    """Reports a word that is a verb in rulebooks, with what is said here; whether it is one."""
    said = said_instead(run, item.id, phrase.span.text) if isinstance(item, syntax.Name) else ""
    if said:
        run.report("verb-unknown", f"`{item.id}` is no verb here", item.span, f"say it so: `{said}`")
    return bool(said)


def stands_in_base_form(first: Any, index: int) -> bool:
    """Whether a verb at that place of a sentence is in its base form, by the sentence's first term."""
    return index == 0 or (isinstance(first, syntax.Name) and first.id in PLURAL)


def in_two_words(
    items: Sequence[Any], index: int, base: bool, verbs: list[tuple[str, str]]
) -> tuple[Span, list[str]] | None:
    """The place of a verb of several words that is written with blanks, and the verb; ``enters harbour``."""
    typed = items[index : index + 2]
    if len(typed) < 2 or not all(isinstance(each, syntax.Name) for each in typed):
        return None
    joined = "_".join(each.id for each in typed)
    for each in verbs:
        if joined in each:
            return typed[0].span.to(typed[1].span), [each[0 if base else 1]]
    return None


def near_verbs(word: str, base: bool, verbs: list[tuple[str, str]]) -> list[str]:
    """The verbs that a word may be a slip of, in base form or third person."""
    return near(word, [each[0 if base else 1] for each in verbs])


def _report_signed(run: Run, phrase: syntax.Phrase, verbs: list[str]) -> bool:
    """Reports ``gain -2 life``, which reads as a difference of two names."""
    first = phrase.items[0]
    if not isinstance(first, syntax.Binary) or first.operator != "-":
        return False
    if not isinstance(first.left, syntax.Name) or first.left.id not in verbs:
        return False
    run.report(
        "amount-not-positive",
        f"`{first.left.id}` takes no number below zero",
        first.span,
        "write a number of 1 or more; to take something away, use another verb, such as `lose`",
    )
    return True


def report_shape(run: Run, sentence: Sentence, shape: Shape, pattern: str, patterns: list[str]) -> None:
    """Reports a sentence whose terms fit no form of its verb, against the form that got furthest."""
    verb = sentence.verb.base
    help = f"it is used so: {listed([f'`{each}`' for each in ([pattern] if shape.progress else patterns)])}"
    if shape.missing is not None and shape.extra is None:
        last = sentence.items[-1].span if sentence.items else sentence.verb_name.span
        run.report(
            "sentence-incomplete", f"`{verb}` is not complete: here {say_part(shape.missing)} is missing", last, help
        )
        return
    what = shape.extra.span.text
    help = in_other_words(run, verb, what, [item.span.text for item in sentence.items], help)
    guesses = near(what, PREPOSITIONS) if isinstance(shape.extra, syntax.Name) else []
    if guesses:
        help = f"{samples.did_you_mean(guesses)} {help}"
    if shape.missing is not None:
        message = f"behind `{verb}`, {say_part(shape.missing)} is wanted where `{what}` stands"
    else:
        message = f"`{what}` has no meaning in this sentence"
    run.report("sentence-left-over", message, shape.extra.span, help)


def in_other_words(run: Run, verb: str, what: str, said: list[str], help: str) -> str:
    """How the language says what a sentence of rulebooks with this verb says; else ``help``, perhaps with more."""
    counter = samples.counter(run)
    turn = any("turn" in each for each in said)
    of_a_piece = any(run.scope.find("kind", word) for each in said for word in each.split())
    for before, kind in pairwise(said):
        if before == "this" and run.scope.find("kind", kind) is not None:
            return f"`this` says by itself what is meant: leave `{kind}` out"
    if any("random" in each.split() for each in said):
        return samples.filled(run, f"chance chooses first: `{BY_CHANCE}`")
    if what in ("twice", "thrice", "again"):
        return "how often stands above it: `repeat 2 times:`, and the sentence in its block"
    face = next((each for each in faces_of(run, what.split()) if verb in ("reroll", "roll")), "")
    if face and verb == "reroll":
        return f"dice are chosen by what they show: `reroll dice of your roll where face = {face}`"
    if verb in ("roll", "reroll") and MORE & {word for each in said for word in each.split()}:
        return samples.filled(run, "more of what the mode counts each turn is a change of a stat: `modify {stat}: +1`")
    if "per" in said:
        return samples.filled(run, "say how many where the number stands, as in `gain count({face}) {counter}`")
    if verb == "reroll" and "dice" in said:
        return "choose them first, and use their name: `choose 2 dice of your roll as picked`, `reroll picked`"
    if verb in OTHERWISE and not turn and of_a_piece:
        return "a piece is chosen, and then moved: `move NAME to you`"
    if what in JOINTS:
        help = "a sentence does one thing: write two, joined with `;` or on two lines"
    if "equal" in said:
        help = f"{help}; N may be any number, such as `you.{counter} / 2` or `sum({counter} of players)`"
    if verb in OTHERWISE and not turn:
        help = f"{help}; what a player gets or loses is said with `gain` and `lose`"
    return help


def faces_of(run: Run, said: Iterable[str]) -> list[str]:
    """The faces of dice among some words, which may be their plurals."""
    return [name for word in said for name in (word, word.removesuffix("s")) if run.scope.find("face", name)]


def report_half(run: Run, sentence: Sentence) -> bool:
    """Reports ``lose half your gold``, ``gain twice your gold``, ``lose all gold``; whether it is that."""
    first, *rest = sentence.items or [None]
    if not isinstance(first, syntax.Name) or first.id not in PARTS or not rest:
        return False
    counter = next((each for each in rest[-1].span.text.split() if run.scope.find("counter", each)), "")
    if not counter:
        return False
    part, verb = PARTS[first.id], sentence.verb
    whole = "" if part == "{}" else "; `/` rounds down"
    if sentence.subject is None or _second_person(sentence.subject):
        help = f"reckon it: `{verb.word} {part.format(f'you.{counter}')} {counter}`"
    else:
        each = f"one {verb.third_word} {part.format(f'one.{counter}')} {counter}"
        help = f"reckon it of each: `for each one in {sentence.subject.span.text}: {each}`"
    run.report("value-wrong-kind", f"`{first.id}` is no number", first.span.to(rest[-1].span), f"{help}{whole}")
    return True


def say_part(part: Part) -> str:
    """What a part of a pattern stands for."""
    if part.word:
        return f"`{part.word}`"
    if part.spec.startswith("binding"):
        return "a name"
    if " of " in part.spec:
        return "what is set"
    return spec(part.spec).say()


def report_subject(run: Run, sentence: Sentence) -> None:
    """Reports a subject before a verb that takes none."""
    base = sentence.verb.base
    rest = " ".join(item.span.text for item in sentence.items)
    span = sentence.subject.span if sentence.subject is not None else sentence.verb_name.span
    help = f"write `{base} {rest}`".rstrip()
    if any(isinstance(each, syntax.Select) and each.quantifier is not None for each in sentence.items):
        help = f"who picks it is said before: `NAME chooses {rest} as picked`, and then `{base} picked`"
    run.report("sentence-subject", f"nobody in particular does `{base}`: it takes no subject", span, help)


def report_agreement(run: Run, sentence: Sentence, subject: Value | None, plural_base: bool = False) -> None:
    """Reports a verb that does not agree with its subject: `rival loses`, `you lose`, `others lose`."""
    if subject is not None and subject.type.name == "unknown":
        return
    third = subject is not None and not subject.type.many and not _second_person(sentence.subject)
    verb = sentence.verb
    if verb.third == third or (plural_base and not third):
        return
    right = verb.third_word if third else verb.base
    if subject is None:
        message = f"`{verb.word}` needs somebody before it"
        help = f"write `{right}` if it is you who does it, or say who does it"
    else:
        who = sentence.subject.span.text if sentence.subject is not None else "you"
        message = f"with `{who}` the verb is `{right}`"
        help = f"write `{who} {right} …`"
    run.report("sentence-agreement", message, sentence.verb_name.span, help, fix=right)


def _second_person(subject: Any) -> bool:
    return isinstance(subject, syntax.Name) and subject.id in ("you", "they", "them")
