"""What has happened since the turn began: "each Smash that you resolved this turn"."""

from __future__ import annotations

from kaiju_compiler.wording.events import cause, counts, counts_faces, event_base, event_past, predicate
from kaiju_compiler.wording.events import subject as event_subject
from kaiju_compiler.wording.language import PAST, Noun, Phrase
from kaiju_compiler.wording.names import Node, Record
from kaiju_compiler.wording.speaker import Deferred, Speaker, phrase, says

TOLD = {"gain": "counters", "lose": "counters", "resolve_face": "faces"}
"""Events whose amount is so many of their key."""


def total_of(s: Speaker, node: Node) -> Record:
    """The pattern of a total; the player that it is asked for is local 0 in it."""
    pattern: Record = s.names.data["totals"][node[1]]["pattern"]
    return pattern


def inside(s: Speaker, who: Node | None) -> Speaker:
    """The speaker for the tests of the pattern."""
    return s.having(locals={} if who is None else {0: Deferred(who, s)})


def subject(s: Speaker, pattern: Record, who: Node | None) -> Phrase:
    """Who did it: the player that the total asks for, or whom its pattern names."""
    inner = inside(s, who)
    test = pattern["tests"].get("who")
    if test is None:
        return s.of("classes.anybody")
    return s.of("classes.others_together") if test[0] == "!=" else phrase(inner, test[2])


def counts_event(s: Speaker, total: Node, pattern: Record) -> bool:
    """Whether a total counts the very event that is at hand, and others of its kind."""
    if s.ahead:
        return False
    counted = total_of(s, total)
    same_subject = subject(s, counted, total[2]) == event_subject(s, pattern)
    return same_subject and event_base(s, counted) == event_base(s, pattern)


def counted_total(s: Speaker, pattern: Record, who: Node | None) -> Noun:
    """What the total counts, in singular and plural."""
    event = pattern["event"]
    name = subject(s, pattern, who)
    if event in TOLD and pattern["key"]:
        noun = s.names.noun(TOLD[event], pattern["key"])
        return Noun(
            *(
                s.say(f"totals.{event}", noun=each, who=name, cause=cause(inside(s, who), pattern))
                for each in (noun.one, noun.many)
            )
        )
    did = event_past(inside(s, who), pattern)
    if sums(s, pattern):
        return Noun(*(s.say(f"totals.sum_{each}", who=name, did=did) for each in ("one", "many")))
    time = s.names.thing("time")
    return Noun(*(s.say("totals.other", noun=each, who=name, did=did) for each in (time.one, time.many)))


def total_compared(s: Speaker, node: Node, op: str, number: int) -> str:
    """``total(you buy a card) = 0``: "you did not buy a card this turn"."""
    pattern, who = total_of(s, node), node[2]
    event = pattern["event"]
    name = subject(s, pattern, who)
    if event in TOLD and pattern["key"]:
        noun = s.names.noun(TOLD[event], pattern["key"])
        if number == 0 and op == "=" and "who" not in pattern["tests"]:
            return s.say(f"totals.{event}_nobody", many=noun.many, cause=cause(inside(s, who), pattern))
        return s.say(
            f"totals.{event}_compared", who=name, q=compared(s, op, number, noun), cause=cause(inside(s, who), pattern)
        )
    if number == 0 and op in ("=", "<="):
        return s.say("totals.other_none", who=name, clause=event_base(inside(s, who), pattern))
    did = event_past(inside(s, who), pattern)
    if number == 0 and op in (">", "!="):
        return s.say("totals.other_some", who=name, did=did)
    if counts(s, pattern) or counts_faces(s, pattern):
        numbered = predicate(inside(s, who), pattern, PAST, (op, number), "")
        return s.say("totals.numbered_compared", who=name, did=numbered)
    if sums(s, pattern):
        return s.say("totals.sum_compared", who=name, did=did, n=s.say(f"numbers.{op}", n=number))
    return s.say("totals.other_compared", who=name, did=did, q=how_often(s, op, number))


def sums(s: Speaker, pattern: Record) -> bool:
    """Whether a total of an event adds up the number of a procedure, and does not count how often it was used."""
    return pattern["event"] == "call" and "number" in s.names.entry("procedures", pattern["key"]).get("kinds", ())


def how_often(s: Speaker, op: str, number: int) -> str:
    """ "exactly twice", "at least 3 times"."""
    word = s.language.data["often"].get(number)
    if word is None or op in ("<", "!="):
        return compared(s, op, number, s.names.thing("time"))
    return s.say(f"numbers.{op}", n=word)


def compared(s: Speaker, op: str, number: int, noun: Noun) -> str:
    """``at least 3 Energy``, ``no Energy``, ``any Energy``."""
    if number == 0 and op in ("=", "<="):
        return s.say("compared.none", many=noun.many)
    if number == 0 and op in (">", "!="):
        return s.say("compared.some", many=noun.many)
    return s.say(f"compared.{op}", n=number, noun=noun.by(number))


@says("total")
def total(s: Speaker, node: Node) -> Phrase:
    pattern = total_of(s, node)
    many = counted_total(s, pattern, node[2]).many
    if sums(s, pattern):
        return s.language.noun_phrase(s.say("totals.sum", by=many))
    return s.of("phrases.total", event=many)
