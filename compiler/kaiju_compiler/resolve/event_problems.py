"""What to say about a sentence that is no event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import kinds, samples, verbs, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.frame_events import BOUNDARIES
from kaiju_compiler.resolve.patterns import Shape, furthest, say_pattern
from kaiju_compiler.resolve.problems import Problem
from kaiju_compiler.resolve.problems_of_sentences import (
    faces_of,
    in_two_words,
    near_verbs,
    say_part,
    stands_in_base_form,
)
from kaiju_compiler.resolve.rulebook_sentences import OF_EVENTS, OF_NEXT_TIMES, advice, verb_of_rulebooks
from kaiju_compiler.resolve.rulebook_subjects import report_subject_of_rulebooks, who_is_meant
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import Want
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import near
from kaiju_runtime.primitives.registry import EventForm

SUBJECT = Want(("player", "piece", "space", "phase", "turn"), "any")
"""What the subject of an event may be."""

_OF_VERBS = frozenset({"event-unknown", "sentence-incomplete", "sentence-left-over", "sentence-agreement"})
"""What is wrong with an event whose verb is not the one that was meant."""


def report_no_event(run: Run, env: Env, phrase: syntax.Phrase, use: str) -> None:
    """Reports a sentence without a verb of an event, with the one that was probably meant."""
    for index, span, guesses in _guesses(run, list(phrase.items), use):
        found = {each: tried(run, env, phrase, _with_verb(phrase, index, span, each), use) for each in guesses}
        fitting = [each for each, problems in found.items() if _is_event(problems)]
        if fitting:
            if index > 0:
                kinds.test_of(run, env, _owner(phrase.items[0]), SUBJECT)
            told = {(each.code, each.span) for each in run.problems}
            mends = all((each.code, each.span) in told for each in found[fitting[0]] or ())
            run.report(
                "event-unknown",
                f"`{span.text}` is no verb of an event",
                span,
                samples.did_you_mean(fitting),
                fix=fitting[0] if len(fitting) == 1 and mends else None,
            )
            return
    text = phrase.span.text
    if verb := verb_of_rulebooks(run, phrase.items, use):
        run.report("event-unknown", f"`{verb[0].text}` is no verb here", verb[0], f"say it so: `{verb[1]}`")
        return
    if help := advice(run, text, OF_NEXT_TIMES if use == "next" else OF_EVENTS):
        run.report("event-unknown", f"`{text}` is no event", phrase.span, help)
        return
    if report_subject_of_rulebooks(run, phrase.items, verbs.all_verbs(run), event=True):
        return
    if joined := in_two_words(phrase.items, 2, False, verbs.all_verbs(run)):
        who = who_is_meant(run, [each.span.text for each in phrase.items[:2]], event=True)
        help = f"the verb is one word: `{who or 'you'} {joined[1][0]}`"
        run.report("event-unknown", f"`{text}` is no event", phrase.span, help)
        return
    run.report(
        "event-unknown",
        f"`{phrase.span.text}` is no event",
        phrase.span,
        f"an event is a sentence in the third person, such as `you lose {samples.counter(run)}`, `your turn starts` or "
        "`your turn ends`",
    )


def _owner(subject: Any) -> Any:
    """Who is meant by the subject; of `your turn`, whose turn it is."""
    return subject.of if isinstance(subject, syntax.Of) else subject


def tried(run: Run, env: Env, phrase: syntax.Phrase, items: Iterable[Any], use: str) -> list[Problem] | None:
    """What is wrong with an event if it is said with other items, without a word about it; ``None``: it is none."""
    from kaiju_compiler.resolve.events import resolve_event

    probe = run.probe()
    said = resolve_event(probe, env.block(), replace(phrase, items=tuple(items), as_name=None), use)
    return None if said is None else probe.problems


def _is_event(problems: list[Problem] | None) -> bool:
    """Whether what was tried has the right verb, whatever else is wrong with it."""
    return problems is not None and not any(each.code in _OF_VERBS for each in problems)


def _with_verb(phrase: syntax.Phrase, index: int, span: Span, verb: str) -> list[Any]:
    """The items of a phrase with another verb at that place, or with one wrong word less."""
    items = [each for each in phrase.items if not span.start <= each.span.start < span.end]
    items.insert(index, syntax.Name(span, verb))
    return items


def _guesses(run: Run, items: list[Any], use: str) -> list[tuple[int, Span, list[str]]]:
    """The places where the verb may stand, likeliest first, each with the verbs that it may mean."""
    found: list[tuple[int, Span, list[str]]] = []
    for index in (1, 0):
        base = use == "cannot" or stands_in_base_form(items[0], index)
        if joined := in_two_words(items, index, base, verbs.all_verbs(run)):
            found.append((index, *joined))
    if len(items) > 2 and isinstance(items[1], syntax.Preposition) and isinstance(items[2], syntax.Name):
        found.append((2, items[2].span, near(items[2].id, words.participles())))
    subject = items[0].name if isinstance(items[0], syntax.Of) else items[0]
    of_frame = isinstance(subject, syntax.Name) and (
        subject.id == "turn" or run.scope.find("phase", subject.id) is not None
    )
    if len(items) == 2 and of_frame:
        found.append((1, items[1].span, near(items[1].span.text, BOUNDARIES)))
    for index in (1, 0):
        if index < len(items) and isinstance(items[index], syntax.Name):
            base = use == "cannot" or stands_in_base_form(items[0], index)
            for form in (base, not base):
                found.append((index, items[index].span, near_verbs(items[index].id, form, verbs.all_verbs(run))))
    return found


def report_shape(
    run: Run, sentence: verbs.Sentence, shapes: list[tuple[EventForm, Shape]], patterns: list[str]
) -> None:
    """Reports an event whose terms fit no form of its verb, against the form that got furthest."""
    help = f"it is said so: {samples.quoted([say_pattern(each) for each in patterns])}"
    if not shapes:
        _report(run, "event-unknown", f"`{sentence.phrase.span.text}` is no event", sentence.phrase.span, help)
        return
    best = furthest([shape for _, shape in shapes])
    if best.missing is not None and best.extra is None:
        last = sentence.phrase.items[-1].span
        _report(run, "sentence-incomplete", f"here {say_part(best.missing)} is missing", last, help)
        return
    what = best.extra.span.text
    help = _in_other_words(run, sentence, what) or help
    if best.missing is None:
        message = f"`{what}` has no meaning in this event"
    else:
        message = f"{say_part(best.missing)} is wanted where `{what}` stands"
    _report(run, "sentence-left-over", message, best.extra.span, help)


def _in_other_words(run: Run, sentence: verbs.Sentence, what: str) -> str:
    """How the language says what an event of rulebooks says; or nothing."""
    if sentence.verb.base == "roll" and (faces := faces_of(run, [what])):
        return f"dice are counted by what they show: `… {sentence.verb.word} dice if count({faces[0]}) >= 3`"
    if what == "than":
        return samples.filled(
            run, "no more than so many is said so: `before you gain {counter} if amount > 2: prevent amount - 2`"
        )
    return ""


def _report(run: Run, code: str, message: str, span: Span, help: str) -> None:
    run.report(code, message, span, help)
