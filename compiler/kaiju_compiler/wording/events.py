"""Events: "when you buy a card", "when you would lose Life Points", "until the end of the turn"."""

from __future__ import annotations

import re

from kaiju_compiler.wording.clauses import relative
from kaiju_compiler.wording.language import BARE, MANY, ONE, PAST, Noun, Phrase, fill
from kaiju_compiler.wording.names import Node, Record
from kaiju_compiler.wording.runs import marked, unmarked
from kaiju_compiler.wording.speaker import YOU, Speaker, known, phrase

BOUNDARIES = ("turn_starts", "turn_ends", "phase_starts", "phase_ends")
OF_PIECES = ("move_piece", "discard")
IT: Node = ["it"]


def event(s: Speaker, pattern: Record, way: str, amount: tuple[str, int] | None = None, extra: str = "") -> str:
    """The event after its joint; ``way``: when, before, would (it may not happen), until, next or next_before."""
    if pattern["event"] in BOUNDARIES:
        return boundary(s, pattern, way)
    who = subject(s, pattern)
    if way in ("would", "next_before"):
        return s.say(f"forms_of_event.{way}", who=who, base=predicate(s, pattern, BARE, amount, extra))
    said = s.say("subject", who=who, predicate=predicate(s, pattern, MANY if who.many else ONE, amount, extra))
    return s.say(f"forms_of_event.{way}", clause=said)


def event_base(s: Speaker, pattern: Record) -> str:
    """The event's predicate with a bare verb: "lose Life Points"."""
    return predicate(s, pattern, BARE, None, "")


def event_past(s: Speaker, pattern: Record) -> str:
    """What was done: "yielded", "bought a card"; "did roll dice"."""
    if pattern["event"] == "call":
        return predicate(s, pattern, PAST, None, "")
    return s.say("totals.did", clause=event_base(s, pattern))


def forbidden(s: Speaker, pattern: Record) -> str:
    """What a prohibition forbids, with a bare verb."""
    name = f"forbidden_{pattern['event']}"
    return predicate(s, pattern, BARE, None, "", name if name in s.language.data["events"] else "")


def boundary(s: Speaker, pattern: Record, way: str, each: bool = False) -> str:
    """The start or end of a turn or phase; ``each``: of anybody's, who is spoken of afterwards."""
    who = s.of("classes.each_player") if each else tested(s, pattern, "who")
    name = pattern["key"] and phase_name(s, pattern["key"])
    section = s.language.data[pattern["event"]]
    if who is None:
        return fill(section[f"any_{way}"], {"phase": name})
    return fill(section[way], {"who": who, "phase": name})


def phase_name(s: Speaker, phase: str) -> str:
    """The name of a phase; one that is no noun ("After rolling") in quotes."""
    said = s.names.name("phases", phase)
    adverb = re.match(s.language.data["windows"]["prepositions"], unmarked(said)) is not None
    return s.say("windows.quoted", phase=said) if adverb else said


def tested(s: Speaker, pattern: Record, name: str) -> Phrase | None:
    """What a field of the event must be, if one thing is asked for."""
    test = pattern["tests"].get(name)
    if test is None:
        return None
    if test[0] == "=" and test[1] == IT:
        return phrase(s, test[2])
    if test[0] == "in" and test[1] == IT:
        inner, wanted = known(s, test[2])
        if wanted[0] == "others":
            return s.of("classes.others")
        return s.of("classes.several", who=phrase(inner, wanted))
    return class_phrase(s, test)


def class_phrase(s: Speaker, test: Node) -> Phrase:
    """A thing of a kind, perhaps with more conditions: "a Keep card of your rival"."""
    kinds = [each for each in parts(test) if each[0] == "is_kind" and each[1] == IT]
    rest = [each for each in parts(test) if each not in kinds[:1] and each[0] != "is_space"]
    if kinds:
        noun = s.names.noun("kinds", kinds[0][2])
    elif any(each[0] == "is_space" for each in parts(test)):
        noun = s.names.thing("space")
    else:
        noun = s.names.piece_noun
    text = " ".join([noun.one, *(relative(s, each, many=False) for each in rest)])
    return s.language.noun_phrase(s.language.indefinite(text))


def parts(test: Node) -> list[Node]:
    return [*parts(test[1]), *parts(test[2])] if test[0] == "and" else [test]


def subject(s: Speaker, pattern: Record) -> Phrase:
    """Whose event it is."""
    found = tested(s, pattern, "who")
    if found is not None:
        return found
    return s.of("classes.piece" if pattern["event"] in OF_PIECES else "classes.anybody")


def all_subjects(s: Speaker, pattern: Record) -> Phrase:
    """Whose event it is, as everybody to whom a prohibition applies."""
    test = pattern["tests"].get("who")
    if test is None and pattern["event"] not in OF_PIECES:
        return s.of("classes.everybody")
    return phrase(s, test[2]) if test is not None and test[0] == "in" else subject(s, pattern)


def they(s: Speaker, pattern: Record) -> Phrase | None:
    """What "they" means while the event is answered: you, them, or the piece."""
    test = pattern["tests"].get("who")
    if is_of_piece(s, pattern):
        return s.of("reference.candidate")
    return phrase(s, YOU) if test == ["=", IT, YOU] else None


def is_of_piece(s: Speaker, pattern: Record) -> bool:
    """Whether what a piece has is gained or lost."""
    return pattern["event"] in ("gain", "lose") and bool(pattern["key"]) and s.names.on_piece(pattern["key"])


def predicate(
    s: Speaker, pattern: Record, form: int, amount: tuple[str, int] | None, extra: str, template: str = ""
) -> str:
    """What happens, as a verb in the form asked for, with its objects; by another template than the event's own."""
    name = pattern["event"]
    values: dict[str, object] = {
        "cause": cause(s, pattern),
        "what": what(s, pattern, amount, extra),
        "to": destination(s, pattern),
        "verb": "",
        "rest": "",
    }
    if name == "call":
        values |= call_parts(s, pattern, form, extra, amount)
    if name == "resolve_thing" and applied(s, pattern):
        name = "resolve_bonus"
    return fill(s.language.data["events"][template or name], values, form)


def applied(s: Speaker, pattern: Record) -> bool:
    """Whether what is resolved has a bonus, so that this is applied."""
    kinds = [each[2] for each in parts(pattern["tests"].get("what") or ["none"]) if each[0] == "is_kind"]
    return any(s.names.noun("kinds", each) in s.names.bonus_nouns for each in kinds)


def takes_clause(pattern: Record) -> bool:
    """Whether a condition on what the event binds can be said within it."""
    if pattern["event"] == "call":
        return str(pattern["bound"]).startswith("argument:")
    return pattern["event"] in ("move_marker", "resolve_thing")


def what(s: Speaker, pattern: Record, amount: tuple[str, int] | None, extra: str) -> str:
    """The object: counters, faces, things, dice; with the number that a condition asks for."""
    name, key = pattern["event"], pattern["key"]
    if name in ("gain", "lose", "resolve_face"):
        if key is None:
            return s.language.indefinite(s.names.thing("face" if name == "resolve_face" else "counter").one)
        noun = s.names.noun("faces" if name == "resolve_face" else "counters", key)
        return noun.many if amount is None else numbered(s, amount, noun)
    if name == "reroll":
        test = pattern["tests"].get("dice")
        return (
            s.say("event_parts.dice")
            if test is None
            else s.say("event_parts.dice_where", relative=relative(s, test, many=True))
        )
    found = tested(s, pattern, "what")
    if found is None:
        something = s.language.find("event_parts.something")
        found = s.language.noun_phrase(something["marker" if name == "move_marker" else "thing"])
    return f"{found.object} {extra}" if extra else found.object


def numbered(s: Speaker, amount: tuple[str, int], noun: Noun) -> str:
    op, number = amount
    return s.say(f"compared.{op}", n=number, noun=noun.by(number))


def destination(s: Speaker, pattern: Record) -> str:
    test = pattern["tests"].get("to")
    if test is None:
        return ""
    if test[0] == "touches":
        return s.say("event_parts.onto", to=phrase(s, test[2]))
    to = phrase(s, test[2])
    return s.say("event_parts.to" if pattern["event"] == "move_marker" else "event_parts.to_first", to=to)


def cause(s: Speaker, pattern: Record) -> str:
    """Where it must come from."""
    test = pattern["tests"].get("cause")
    if test is None:
        return ""
    if test[0] == "from_face":
        face = phrase(s, test[1])
        if test[2] is None:
            return s.say("event_parts.from_face", face=face)
        return s.say("event_parts.from_face_of", face=face, player=_whose(s, test[2]))
    if test[0] == "from_player":
        return s.say("event_parts.from_player", player=_whose(s, test[1]))
    if pattern["tests"].get("who") == ["=", IT, test[1]]:
        return s.say("event_parts.from_itself")
    return s.say("event_parts.from_thing", thing=phrase(s, test[1]))


def _whose(s: Speaker, node: Node) -> Phrase:
    """Whose dice or pieces it comes from: of all others it is one."""
    return s.of("classes.others") if known(s, node)[1] == ["others"] else phrase(s, node)


def counts_faces(s: Speaker, pattern: Record) -> bool:
    """Whether the event is a procedure for so many of a face that it names."""
    if pattern["event"] != "call":
        return False
    kinds = s.names.entry("procedures", pattern["key"]).get("kinds", [])
    given = [kind for kind, test in zip(kinds, pattern["arguments"], strict=False) if test is not None]
    return sorted(kinds) == ["face", "number"] and given == ["face"]


def counts(s: Speaker, pattern: Record) -> bool:
    """Whether the event is a procedure for a number and nothing else: "climb at least 3"."""
    if pattern["event"] != "call" or any(test is not None for test in pattern["arguments"]):
        return False
    return list(s.names.entry("procedures", pattern["key"]).get("kinds", [])) == ["number"]


def call_parts(
    s: Speaker, pattern: Record, form: int, extra: str, amount: tuple[str, int] | None = None
) -> dict[str, object]:
    """A procedure as an event: its verb, and the arguments that are asked for."""
    entry = s.names.entry("procedures", pattern["key"])
    name = s.names.verb(pattern["key"])
    verb = s.language.past(name) if form == PAST else s.language.third(name) if form == ONE else name
    said = arguments(s, pattern, entry, extra)
    if amount is not None and said:
        said = [numbered(s, amount, Noun(said[0], said[0]))]
    elif amount is not None:
        said = [numbered(s, amount, Noun("", "")).strip()]
    rest = "".join(s.say("event_parts.argument", what=each) for each in said)
    return {"verb": marked(f"procedures:{pattern['key']}", "", verb), "rest": rest}


def arguments(s: Speaker, pattern: Record, entry: Record, extra: str) -> list[str]:
    said: list[str] = []
    kinds = entry.get("kinds", ["piece"] * len(pattern["arguments"]))
    for position, (kind, test) in enumerate(zip(kinds, pattern["arguments"], strict=False)):
        if test is not None:
            argued = tested(s, {"tests": {"argument": test}}, "argument")
            said.append(argued.object if argued is not None else "")
        elif (kind == "piece" and pattern["slot"] >= 0) or (kind == "piece" and len(kinds) == 1):
            said.append(s.language.indefinite(s.names.parameter(pattern["key"], position).one))
    if extra and said:
        said[0] = f"{said[0]} {extra}"
    return said
