"""Events: the third person of a sentence becomes a pattern that events are tested against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import event_calls, event_fields, event_problems, frame_events, samples, verbs, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.patterns import Shape, match, parse_pattern
from kaiju_compiler.resolve.problems_of_sentences import report_agreement
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import UNKNOWN, Value, spec, type_of
from kaiju_compiler.resolve.words import VerbWord
from kaiju_compiler.symbols import Type
from kaiju_runtime.primitives.registry import EventForm

ONLY_FORBIDDEN = {"reroll": "roll"}
"""Verbs whose own event is never raised, only forbidden; and the one that is raised in its place."""

ENDING = frozenset({"win"})
"""Verbs that end the game: their event is heard before it, or forbidden, and never afterwards."""


@dataclass(frozen=True)
class Pattern:
    """A pattern, and the type of what `as` binds."""

    data: dict[str, Any]
    bound: Type


def blank(event: str) -> dict[str, Any]:
    """A pattern that every event of that name matches."""
    return {"event": event, "key": None, "tests": {}, "arguments": [], "slot": -1, "bound": "", "whole": False}


def resolve_event(run: Run, env: Env, phrase: syntax.Phrase, use: str) -> dict[str, Any] | None:
    """The pattern of an event; ``use`` is ``when``, ``before``, ``next``, ``until``, ``total``, ``cannot``
    or ``happened``. Binds the name behind `as` in ``env``. ``None`` if it is reported.
    """
    found = frame_events.resolve(run, env, phrase, use)
    if found is None:
        found = _resolve_verb(run, env, phrase, use)
    if found is None:
        if phrase.as_name is not None:
            verbs.bind_unknown(env, phrase.as_name)
        return None
    data: dict[str, Any] = found.data
    if phrase.as_name is not None:
        if not data["bound"]:
            run.report(
                "bound-name-nothing",
                "this event has nothing that could be named",
                phrase.as_name.span,
                "leave out `as …`",
            )
            verbs.bind_unknown(env, phrase.as_name)
        else:
            data["slot"] = verbs.bind(run, env, phrase.as_name, found.bound).slot
    else:
        data["bound"] = ""
    return data


def _resolve_verb(run: Run, env: Env, phrase: syntax.Phrase, use: str) -> Pattern | None:
    items = list(phrase.items)
    verb, index = _event_verb(run, items)
    if verb is None:
        event_problems.report_no_event(run, env, phrase, use)
        return None
    if index == 0:
        rest = " ".join(item.span.text for item in items[1:])
        meant = (syntax.Name(items[0].span, "you"), syntax.Name(items[0].span, verb.base), *items[1:])
        stands = event_problems.tried(run, env, phrase, meant, use) == []
        run.report(
            "event-unknown",
            "an event says who does it",
            items[0].span,
            f"write `you {verb.base} {rest}`".rstrip() if stands else "name who does it in front, such as `you`",
            fix=f"you {verb.base}" if stands else None,
        )
        return None
    name = items[index]
    assert isinstance(name, syntax.Name)
    sentence = verbs.Sentence(verb, items[0], items[index + 1 :], phrase, name)
    if verb.procedure is not None:
        return event_calls.resolve(run, env, sentence, use)
    assert verb.verb is not None
    if use != "cannot" and verb.base in ONLY_FORBIDDEN:
        instead = ONLY_FORBIDDEN[verb.base]
        run.report(
            "event-unknown",
            f"`{verb.base}` is an event only behind `cannot`",
            name.span,
            f"listen to `{instead}`, which it does too",
            fix=words.third_person(instead) if verb.third else instead,
        )
        return None
    if use not in ("before", "cannot") and verb.base in ENDING:
        message = f"`{verb.base}` ends the game, so it is an event only behind `before` or `cannot`"
        run.report("event-unknown", message, name.span, "listen with `before`")
        return None
    if not verb.verb.events:
        loses = "lose" if "damage" in phrase.span.text.split() else "gain"
        run.report(
            "event-unknown",
            f"nothing can listen to `{verb.base}`",
            name.span,
            f"listen to what it brings about, such as `you {loses} {samples.counter(run)}`",
        )
        return None
    return _match_forms(run, env, sentence, verb.verb.events, items[1:], use)


def _event_verb(run: Run, items: list[Any]) -> tuple[VerbWord | None, int]:
    """The verb of an event and where it stands; `is eliminated` counts as the verb `eliminate`."""
    if len(items) > 2 and _is_copula(items[1]) and isinstance(items[2], syntax.Name):
        verb = words.participles().get(items[2].id)
        if verb is not None:
            return VerbWord(items[1].span.text, verb, None, items[1].span.text == "is"), 2
    for index in (1, 0):
        item = items[index] if index < len(items) else None
        if isinstance(item, syntax.Name) and (found := verbs.verb_word(run, item.id)):
            return found, index
    return None, -1


def _is_copula(item: Any) -> bool:
    return isinstance(item, (syntax.Preposition, syntax.Name)) and item.span.text in ("is", "are", "be")


def _match_forms(
    run: Run, env: Env, sentence: verbs.Sentence, forms: tuple[EventForm, ...], items: list[Any], use: str
) -> Pattern | None:
    """The pattern of the first form that the terms fit, in shape and kinds."""
    copula = _is_copula(items[0])
    amount, rest = event_fields.split_amount(run, items[1:], use, sentence.verb)
    shapes = []
    for form in forms:
        parts = parse_pattern(form.pattern)
        start = 2
        if copula != (parts[1].word == "is"):
            continue
        shapes.append((form, match(parts[start:], rest, None)))
    full = [(form, shape) for form, shape in shapes if shape.full]
    if not full:
        event_problems.report_shape(run, sentence, shapes, [form.pattern for form in forms])
        return None
    return _fields(run, env, sentence, full, amount, use)


def _fields(
    run: Run, env: Env, sentence: verbs.Sentence, full: list[tuple[EventForm, Shape]], amount: Any, use: str
) -> Pattern | None:
    """The fields of the event, and the form that their kinds leave."""
    fields = event_fields.Fields(run, env, use)
    subject_parts = [parse_pattern(form.pattern)[0] for form, _ in full]
    who = fields.test("who", sentence.subject, spec("|".join(part.spec for part in subject_parts)))
    left = [
        (form, shape)
        for (form, shape), part in zip(full, subject_parts, strict=True)
        if spec(part.spec).takes(who.type)
    ] or full
    if who.type.name == "unknown" and not run.probing:
        left = full
    check_agreement(run, sentence, who, use)
    for index in range(len(left[0][1].found)):
        left = fields.narrow(index, left, who)
    form, _ = left[0]
    data = blank(form.event)
    data["key"] = fields.key
    data["tests"] = fields.tests
    if amount is not None:
        data["tests"]["amount"] = amount
    data["bound"] = form.binds
    bound = fields.types.get(form.binds) or type_of(form.binds_kind)
    return Pattern(data, bound)


def check_agreement(run: Run, sentence: verbs.Sentence, who: Any, use: str) -> None:
    """The verb agrees with its subject; behind `cannot` it is the base form."""
    if use == "cannot":
        if sentence.verb.third and sentence.verb.word not in ("is", "be"):
            report_agreement(run, sentence, Value(["none"], Type("player", True), sentence.phrase.span))
        return
    plural = _plural(run, sentence.subject) or (
        who.value is None and who.node is not None and who.node[0] == "in" and not _singular(sentence.subject)
    )
    value = Value(["none"], Type("player", plural), sentence.phrase.span) if who.type != UNKNOWN else None
    if value is None:
        return
    if sentence.verb.word in ("is", "are"):
        return
    report_agreement(run, sentence, value)


def _singular(subject: Any) -> bool:
    return isinstance(subject, syntax.Select) or (isinstance(subject, syntax.Name) and subject.id == "other")


def _plural(run: Run, subject: Any) -> bool:
    if isinstance(subject, syntax.Select):
        return subject.quantifier is None
    if isinstance(subject, syntax.Of):
        kind = run.scope.find("kind", subject.name.id)
        return kind is not None and subject.name.id == kind.plural
    if not isinstance(subject, syntax.Name):
        return False
    kind = run.scope.find("kind", subject.id)
    return subject.id in ("others", "players") or (kind is not None and subject.id == kind.plural)
