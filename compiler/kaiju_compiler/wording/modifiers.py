"""Modifiers: "your Roll holds 1 more Smash", "cards cost you 1 less, but at least 1"."""

from __future__ import annotations

import re

from kaiju_compiler.wording.clauses import relative
from kaiju_compiler.wording.language import Noun, Phrase, fill
from kaiju_compiler.wording.names import Node, Record
from kaiju_compiler.wording.numbers import bare, face_noun, unit_of
from kaiju_compiler.wording.runs import unmarked
from kaiju_compiler.wording.speaker import YOU, Speaker, about, conjuncts, known, phrase
from kaiju_compiler.wording.switches import decided, only_decides

LIMITS = ("at most", "at least")
SINGLE = ("+", "-", "=", "only at most", "only at least")
"""Changes that are said with the noun, which is one for 1."""


def orders(s: Speaker, ability: Record) -> bool:
    """Whether a change can be said as an order: "multiply your hits by 2"."""
    orders_of = s.language.data["modify"]["orders"]
    return ability["if"] is None and all(op in orders_of for op, _ in ability["changes"])


def modified(s: Speaker, ability: Record, standing: bool, ordered: bool = False) -> str:
    """The changed stat as a sentence; ``standing``: it lasts as long as what it stands on; ``ordered``: as an order."""
    kind = ability["stat"][0]
    who = phrase(s, ability["for"] or YOU)
    s = about(s, ability["for"])
    noun = stat_noun(s, ability["stat"])
    what = priced(s, ability["of"]) if kind == "price" else ""
    text = ""
    for op, change in sorted(ability["changes"], key=lambda each: each[0] in LIMITS):
        way = f"only {op}" if op in LIMITS and not text else op
        said = changed(s, "orders" if ordered else kind, way, change, {"who": who, "noun": noun, "what": what})
        if not text:
            text = said
        else:
            text = s.say("modify.more" if op in LIMITS else "modify.also", sentence=text, limit=said, also=said)
    counted = any(unit_of(s, change) is not None for _, change in ability["changes"])
    if kind == "stat" and standing and not counted and constant_base(s, ability["stat"][1]):
        text = s.say("modify.lasting", sentence=text)
    values = decided(s, ability["stat"][1]) if kind == "stat" and raised(ability) else []
    if values and only_decides(s, ability["stat"][1]):
        return s.language.listed(values)
    return s.say("modify.decides", sentence=text, values=s.language.listed(values)) if values else text


def raised(ability: Record) -> bool:
    """Whether a stat of yours is more than 0 by the change alone."""
    yours = ability["for"] in (None, YOU)
    return yours and all(op == "+" and change[0] == "int" and change[1] > 0 for op, change in ability["changes"])


def changed(s: Speaker, kind: str, op: str, change: Node, values: dict[str, object]) -> str:
    """One change; a negative one is said as its opposite."""
    fixed = change[0] == "local"
    inner, change = known(s, change)
    if change[0] == "neg":
        inner, change = known(inner, change[1])
        op = {"+": "-", "-": "+"}.get(op, op)
    number, each = bare(inner, change) if op in ("+", "-") else (str(phrase(inner, change)), "")
    noun = values["noun"]
    single = op in SINGLE and (change == ["int", 1] or (bool(each) and number == "1"))
    said = noun.by(1 if single else 2) if isinstance(noun, Noun) else noun
    template = s.language.data["modify"][kind][op]
    if op == "=" and change[0] != "int":
        template = s.language.data["modify"]["equal"].get(kind, template)
    words = s.language.data["multiples"]
    multiple = words["of"].get(change[1]) if op == "*" and change[0] == "int" else None
    if multiple is not None:
        template = words["order" if kind == "orders" else kind]
        values = {**values, **multiple}
    if kind == "stat" and op == "+" and re.match(words["extra"], unmarked(str(said))):
        template = words["more"]
    tail = s.say("modify.each_now" if fixed else "modify.each", each=each) if each else ""
    return fill(template, {**values, "noun": said, "n": number, "each": tail})


def stat_noun(s: Speaker, stat: list[object]) -> Noun:
    """What the stat counts."""
    if stat[0] == "count":
        face = stat[1]
        return face_noun(s, face if isinstance(face, list) else [])
    if stat[0] == "stat":
        return s.names.noun("stats", str(stat[1]))
    if stat[0] == "most":
        return s.names.noun("counters", str(stat[1]))
    return Noun("", "")


def constant_base(s: Speaker, stat: str) -> bool:
    base = s.names.entry("stats", stat).get("base", ["int"])
    return bool(base[0] == "int")


def priced(s: Speaker, of: Node | None) -> str:
    """What costs more or less: cards, or some of them."""
    tests = conjuncts(of)
    kinds = [each for each in tests if each[0] == "is_kind"]
    noun = s.names.noun("kinds", kinds[0][2]).many if kinds else s.names.card_noun.many
    places = [each for each in tests if each[0] == "piece_in"]
    for each in places:
        where: Phrase = phrase(s, each[2])
        noun = s.say(f"holders.{each[3]}", noun=noun, holder=where)
    rest = [each for each in tests if each not in kinds[:1] and each not in places]
    return " ".join([noun, *([s.language.listed([relative(s, each, many=True) for each in rest])] if rest else [])])
