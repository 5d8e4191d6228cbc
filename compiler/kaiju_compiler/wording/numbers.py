"""Numbers: "2 Energy", "1 Life Point for each Heal", "1 for every 7 Energy you have (rounded down)"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kaiju_compiler.wording.groups import group, zone_noun
from kaiju_compiler.wording.idioms import first_match
from kaiju_compiler.wording.language import Noun, Phrase, fill
from kaiju_compiler.wording.names import Node
from kaiju_compiler.wording.speaker import Referent, Speaker, idiom_values, known, phrase, says
from kaiju_compiler.wording.totals import counted_total, counts_event, total_of


@dataclass(frozen=True)
class Unit:
    """A number that is counted off: ``k`` for each of something."""

    k: int
    text: str
    """"for each Smash in your Roll"."""


def quantity(s: Speaker, node: Node, noun: Noun) -> str:
    """So many of something."""
    s, node = known(s, node)
    bound = s.locals.get(node[1]) if node[0] == "local" else None
    if isinstance(bound, Referent) and bound.kind == "number":
        return s.say("quantities.amount", many=noun.many)
    if node[0] == "int":
        return s.say("quantities.number", n=node[1], noun=noun.by(node[1]))
    if node[0] == "amount" and not s.face_body:
        return s.say("quantities.amount", many=noun.many)
    if (said := or_all(s, node, noun)) is not None:
        return said
    more = plus_each(s, node)
    if more is not None:
        first = s.say("quantities.number", n=more[0], noun=noun.by(more[0]))
        return s.say("quantities.plus", q=first, k=more[1].k, each=more[1].text)
    unit = unit_of(s, node)
    if unit is not None:
        counted = s.say("quantities.number", n=unit.k, noun=noun.by(unit.k))
        return f"{counted} {unit.text}"
    return s.say("quantities.equal", many=noun.many, value=phrase(s, node))


def plus_each(s: Speaker, node: Node) -> tuple[int, Unit] | None:
    """A number and so many more for each of something."""
    if node[0] != "+":
        return None
    for number, other in (node[1:], node[:0:-1]):
        if number[0] == "int" and (unit := unit_of(s, other)) is not None:
            return int(number[1]), unit
    return None


def or_all(s: Speaker, node: Node, noun: Noun) -> str | None:
    """``min(2, their Energy)`` of Energy: "2 Energy, or all they have if that is less"."""
    if node[0] != "min" or len(node[1]) != 2:
        return None
    for number, other in (node[1], node[1][::-1]):
        if number[0] == "int" and other[0] == "get" and s.names.noun("counters", other[1]) == noun:
            return s.say("quantities.or_all", n=number[1], noun=noun.by(number[1]), who=phrase(s, other[2]))
    return None


def bare(s: Speaker, node: Node) -> tuple[str, str]:
    """A number without its noun, as what stands before and after the noun: ``("1", " for each …")``."""
    s, node = known(s, node)
    unit = unit_of(s, node) if node[0] not in ("int", "amount") or s.face_body else None
    if unit is not None:
        return str(unit.k), unit.text
    return str(phrase(s, node)), ""


def unit_of(s: Speaker, node: Node) -> Unit | None:
    """The number as so many for each of something; ``None`` where it cannot be said so."""
    s, node = known(s, node)
    if node[0] == "*":
        for factor, other in ((node[1], node[2]), (node[2], node[1])):
            if factor[0] == "int" and (unit := unit_of(s, other)) is not None:
                return Unit(unit.k * factor[1] if factor[1] != 1 else unit.k, unit.text)
        return None
    if node[0] == "/" and known(s, node[2])[1][0] == "int":
        noun = counted(s, node[1])
        number = known(s, node[2])[1][1]
        return None if noun is None else Unit(1, s.say("quantities.for_every", every=f"{number} {noun.many}"))
    if node[0] == "-" and node[2][0] == "int":
        noun, k = counted(s, node[1]), node[2][1]
        beyond = "quantities.beyond_first" if k == 1 else "quantities.beyond"
        if noun is None:
            return None
        return Unit(1, s.say("quantities.for_each", each=s.say(beyond, each=noun.one, k=k)))
    noun = counted(s, node)
    return None if noun is None else Unit(1, s.say("quantities.for_each", each=noun.one))


def counted(s: Speaker, node: Node) -> Noun | None:
    """What a number counts, in singular and plural."""
    s, node = known(s, node)
    op = node[0]
    bound = s.locals.get(node[1]) if op == "local" and node[3] == "number" else None
    if isinstance(bound, Phrase):  # a parameter: "the steps"
        several = re.search(s.language.data["several"], bound.text) is not None
        return Noun(*[s.say("counted.referent", of=bound)] * 2) if several else None
    found = first_match(s.idioms("counted"), node)
    if found is not None:
        return Noun(*[fill(found[0].text, idiom_values(s, found[1]))] * 2)
    if op == "size":
        counted_group = group(s, node[1])
        if node[1][0] == "local" and counted_group.definite is not None:
            return Noun(*[s.say("counted.referent", of=counted_group.definite)] * 2)
        return Noun(counted_group.each(s), counted_group.each(s) if counted_group.own else counted_group.many)
    if op == "min" and (first := late_part(s, node)) is not None:
        return Noun(*[s.say("counted.late_one" if first == 1 else "counted.late", k=first)] * 2)
    if op == "total":
        return counted_total(s, total_of(s, node), node[2])
    if op == "amount":
        if s.face_body and s.event is not None:
            face = s.names.noun("faces", s.event["key"])
            return Noun(*(s.say("counted.amount_face", noun=each) for each in (face.one, face.many)))
        return Noun(*[s.say("counted.amount")] * 2)
    if op == "sum_each" and node[2][0] == "get":
        op, whose, node = "get", group(s, node[1]).all(s), node[2]
    else:
        whose = None
    if op in ("get", "stat"):
        noun = s.names.noun("counters" if op == "get" else "stats", node[1])
    elif op in ("count_face", "unspent"):
        noun = face_noun(s, node[1])
    else:
        return None
    of = phrase(s, node[2]) if whose is None else whose
    form = "get_piece" if op == "get" and s.names.on_piece(node[1]) else op
    return Noun(*(s.say(f"counted.{form}", noun=each, many=noun.many, of=of) for each in (noun.one, noun.many)))


def late_part(s: Speaker, node: Node) -> int | None:
    """The 3 of ``min(amount, total(E) - 3)`` where E is at hand: what comes beyond the first 3 of the turn."""
    for one, other in (node[1], node[1][::-1]) if len(node[1]) == 2 else ():
        beyond = one == ["amount"] and other[0] == "-" and other[1][0] == "total" and other[2][0] == "int"
        if beyond and s.event is not None and counts_event(s, other[1], s.event):
            return int(other[2][1])
    return None


@says("amount")
def amount(s: Speaker, node: Node) -> Phrase:
    if s.face_body and s.event is not None:
        return s.of("phrases.amount_face", face=s.names.noun("faces", s.event["key"]).many)
    return s.of("phrases.amount")


@says("min", "max_of")
def extreme(s: Speaker, node: Node) -> Phrase:
    """The smaller or larger of some numbers; of one and a literal: "…, but at most 8"."""
    if len(node[1]) == 2:
        for number, other in (node[1], node[1][::-1]):
            if number[0] == "int":
                return s.of(f"phrases.{node[0]}_limit", value=phrase(s, other), n=number[1])
    return s.of(f"phrases.{node[0]}", of=s.language.listed([str(phrase(s, each)) for each in node[1]]))


def face_noun(s: Speaker, node: Node) -> Noun:
    """A face as something to be counted."""
    s, node = known(s, node)
    if node[0] == "face":
        return s.names.noun("faces", node[1])
    name = s.say("face.bound", face=phrase(s, node))
    return Noun(name, name)


@says("top")
def top(s: Speaker, node: Node) -> Phrase:
    noun = zone_noun(s, node[2])
    of = phrase(s, node[2])
    if node[1] is None or node[1] == ["int", 1]:
        return s.of("phrases.top", kind=noun.one, of=of)
    unit = unit_of(s, node[1])
    if unit is not None:
        return s.of("phrases.top_each", n=unit.k, each=unit.text, kind=noun.many, of=of)
    if known(s, node[1])[1][0] != "int":
        return s.of("phrases.top_number", n=phrase(s, node[1]), kind=noun.many, of=of)
    return s.language.noun_phrase(s.say("phrases.top_several", n=phrase(s, node[1]), kind=noun.many, of=of), many=True)


@says("get")
def get(s: Speaker, node: Node) -> Phrase:
    noun = s.names.noun("counters", node[1])
    of = phrase(s, node[2])
    return s.language.noun_phrase(s.say("phrases.get", of=of, counter=noun.many), many=noun.one != noun.many)


@says("+", "-", "*", "/")
def arithmetic(s: Speaker, node: Node) -> Phrase:
    """A sum and the like; one within another is put in brackets where it matters."""
    op, left, right = node
    said = {
        "left": enclosed(s, left, ("+", "-") if op in ("*", "/") else ()),
        "right": enclosed(s, right, () if op == "+" else ("+", "-", "*", "/")),
    }
    return s.of(f"phrases.{op}", **said)


def enclosed(s: Speaker, node: Node, ops: tuple[str, ...]) -> str:
    text = str(phrase(s, node))
    inner, node = known(s, node)
    in_words = first_match(inner.idioms("phrases"), node) is not None
    return s.say("quantities.brackets", value=text) if node[0] in ops and not in_words else text


@says("value")
def declared(s: Speaker, node: Node) -> Phrase:
    """A value that the mode declares; one of several players or pieces is plural."""
    many = str(s.names.entry("values", node[1]).get("kind", "")).endswith("*")
    name = s.names.name("values", node[1])
    return s.language.noun_phrase(s.say("phrases.value", of=phrase(s, node[2]), value=name), many)


@says("neg")
def negative(s: Speaker, node: Node) -> Phrase:
    return s.of("phrases.neg", of=phrase(s, node[1]))
