"""Clauses that compare with a literal number: "your Roll holds no Smash", "a marker stands in your Spotlight Zone"."""

from __future__ import annotations

import re
from typing import Any

from kaiju_compiler.wording.clauses import CLAUSES, OPPOSITE, clause, entry_of, existence
from kaiju_compiler.wording.groups import Group, group, in_front
from kaiju_compiler.wording.language import MANY, ONE, Noun, Phrase, fill
from kaiju_compiler.wording.names import Node
from kaiju_compiler.wording.numbers import face_noun
from kaiju_compiler.wording.runs import unmarked
from kaiju_compiler.wording.speaker import Speaker, known, operands, phrase
from kaiju_compiler.wording.totals import compared, total_compared
from kaiju_compiler.wording.tracks import space_noun


def compare_counter(s: Speaker, node: Node, positive: bool) -> str:
    op, left, (_, number) = node
    noun = s.names.noun("counters" if left[0] == "get" else "stats", left[1])
    if left[0] == "get" and s.names.on_piece(left[1]) and (op != "=" or number == 0):
        return on_piece(s, op, number, noun, phrase(s, left[2]))
    if number == 0 and op == "=" and left == ["get", lost(s), ["they"]]:
        return s.say("compares.get_none_left", of=phrase(s, left[2]), many=noun.many)
    return s.say(f"compares.{left[0]}", of=phrase(s, left[2]), q=compared(s, op, number, noun))


def on_piece(s: Speaker, op: str, number: int, noun: Noun, of: Phrase) -> str:
    """ "there are 2 Spikes on this card"; what is waited for is that "no Spikes are left on this card"."""
    none = number == 0 and op in ("=", "<=")
    many = noun.one != noun.many and (none or number != 1)
    form = MANY if many else ONE
    if none:
        return s.say(f"compares.get_piece_none{'_left' if s.soon else ''}", many=noun.many, of=of, form=form)
    return s.say("compares.get_piece", q=compared(s, op, number, noun), of=of, form=form)


def lost(s: Speaker) -> str:
    """The counter that the event at hand loses; empty for another event."""
    return str(s.event["key"]) if s.event is not None and s.event["event"] == "lose" else ""


def compare_field(s: Speaker, node: Node, positive: bool) -> str | None:
    """ "that card has any Fame symbols", of a field that is a number of something."""
    op, left, (_, number) = node
    name = s.names.name("fields", left[1])
    if not re.search(s.language.data["several"], unmarked(name)):
        return None
    return s.say("compares.data", of=phrase(s, left[2]), q=compared(s, op, number, Noun(name, name)))


def compare_face(s: Speaker, node: Node, positive: bool) -> str:
    op, left, (_, number) = node
    return s.say(f"compares.{left[0]}", of=phrase(s, left[2]), q=compared(s, op, number, face_noun(s, left[1])))


def compare_total(s: Speaker, node: Node, positive: bool) -> str:
    op, left, (_, number) = node
    return total_compared(s, left, op, number)


def compare_amount(s: Speaker, node: Node, positive: bool) -> str:
    op, _, (_, number) = node
    if s.face_body and s.event is not None:
        return s.say("compares.amount_face", q=compared(s, op, number, s.names.noun("faces", s.event["key"])))
    return s.say("compares.amount", q=s.say(f"numbers.{op}", n=number))


def compare_size(s: Speaker, node: Node, positive: bool) -> str:
    op, left, (_, number) = node
    _, selection = known(s, left[1])
    if selection[0] == "spaces_of":
        track, spaces = phrase(s, selection[1]), space_noun(s, selection[1])
        return s.say("compares.owned", who=track, q=compared(s, op, number, spaces))
    if selection == ["players"]:
        noun = s.names.thing("player")
        form = MANY if number != 1 or op in ("<", ">", "<=") else ONE
        return s.say("compares.left", q=compared(s, op, number, noun), form=form)
    if selection[0] == "select" and selection[2] is not None:
        base = group(s, selection[1])
        if number == 0 and op in ("=", "<=") and (turned := all_compared(s, base, selection[2])) is not None:
            return turned
        subject, many = counted_subject(s, base, op, number)
        said = existence(s, selection[2], subject, many)
        if said is not None:
            return said
    found = group(s, left[1])
    if number == 0 and op in (">", "!=") and found.owner is None:
        return s.say("compares.size", q=found.put(s, "a"), form=ONE)
    noun = of_own(s, found) if found.own and found.owner is None else Noun(found.one, found.many)
    many = number != 1 or op in ("<", ">", "<=")
    if found.own and found.owner is None and number == 0 and op in ("=", "<="):
        return s.say("compares.size_none", of=noun.many, form=MANY)
    if found.owner is not None:
        return s.say("compares.owned", who=found.owner, q=compared(s, op, number, noun))
    return s.say("compares.size", q=compared(s, op, number, noun), form=MANY if many else ONE)


def versus_sizes(s: Speaker, node: Node, positive: bool) -> str | None:
    """ "the one track has more tiles than the other": two selections that differ in what holds them."""
    op, (_, left), (_, right) = node
    (s, left), (other, right) = known(s, left), known(s, right)
    if left[0] == "pieces" and (left[:1] != right[:1] or None in (left[2], right[2])):
        return None
    if left[0] == right[0] == "spaces_of":
        of, many, against = left[1], space_noun(s, left[1]).many, right[1]
    elif left[0] == right[0] == "pieces" and left[2][:2] == right[2][:2] and left[2][0] == "zone_of":
        of, many, against = left[2][2], group(s, left).many, right[2][2]
    elif left[:2] == right[:2] and left[0] == "pieces" and left[3] == right[3] and left[3] in ("player", "track"):
        of, many, against = left[2], pieces_of(s, left).many, right[2]
    else:
        return None
    q = s.say(f"than.{op}", many=many, other=phrase(other.having(antecedent=None), against).object)
    return s.say("than.have", of=phrase(s, of), q=q)


def pieces_of(s: Speaker, node: Node) -> Noun:
    """The noun for pieces of a kind that their holder, who has been named, has."""
    noun = s.names.noun("kinds", node[1])
    return in_front(s, noun, phrase(s.having(antecedent=node[2]), node[2])) if node[3] == "player" else noun


def all_compared(s: Speaker, base: Group, where: Node) -> str | None:
    """No player who has at most as many: "every other player has more"."""
    players = base.head == s.names.thing("player") and not base.own
    if not players or where[0] not in OPPOSITE or (where[1][0], where[2][0]) != ("get", "get"):
        return None
    return existence(s, [OPPOSITE[where[0]], *where[1:]], base.put(s, "every"), False)


def of_own(s: Speaker, found: Group) -> Noun:
    """What is counted of somebody's own: "of your Keep cards", "of those dice"."""
    return Noun(*[s.say("groups.own_one", own=found.own, many=found.many)] * 2)


def counted_subject(s: Speaker, base: Group, op: str, number: int) -> tuple[str, bool]:
    """ "a marker", "no marker", "at least 2 X", and whether its verb is that of several."""
    if number == 0 and op in (">", "!="):
        return base.put(s, "a"), False
    if base.own and number == 0 and op in ("=", "<="):
        return s.say("groups.own_none", own=base.own, many=base.many), False
    if base.own:
        return compared(s, op, number, of_own(s, base)), number != 1
    if number == 0 and op in ("=", "<="):
        return compared(s, op, 0, Noun(base.one, base.one)), False
    if op == "=" and base.head == s.names.thing("face") and number == len(s.names.data["faces"]):
        return s.say("compared.every", n=number, many=base.many), True
    return compared(s, op, number, Noun(base.one, base.many)), number != 1


def truth_field(s: Speaker, node: Node, positive: bool) -> str:
    """A field that is true or not."""
    of, field = phrase(s, node[2]), s.names.name("fields", node[1])
    many = s.language.ending("plural", field)
    one = s.language.indefinite(field)
    return fill(
        entry_of(s, "clauses.truth_many" if of.many else "clauses.truth", positive),
        {"of": of, "field": many if of.many else one},
    )


def truth_option(s: Speaker, node: Node, positive: bool) -> str:
    return fill(entry_of(s, "clauses.option", positive), operands(s, node))


def truth_value(s: Speaker, node: Node, positive: bool) -> str:
    return fill(entry_of(s, "clauses.value", positive), operands(s, node))


def lies_in(s: Speaker, node: Node, positive: bool) -> str:
    """A piece in a zone, with a player, on a space or track."""
    form = {"player": "clauses.piece_of", "space": "clauses.piece_on", "track": "clauses.piece_on"}.get(
        node[3], "clauses.piece_in"
    )
    if s.event is not None and s.event["event"] == "move_piece" and node[1][:2] == ["local", s.event["slot"]]:
        form = "clauses.piece_still_in"
    return fill(entry_of(s, form, positive), {"piece": phrase(s, node[1]), "holder": phrase(s, node[2])})


def is_kind(s: Speaker, node: Node, positive: bool) -> str:
    return fill(
        entry_of(s, "clauses.is_kind", positive),
        {"piece": phrase(s, node[1]), "a_kind": s.language.indefinite(s.names.noun("kinds", node[2]).one)},
    )


def from_face(s: Speaker, node: Node, positive: bool) -> str:
    path = "clauses.from_face" if node[2] is None else "clauses.from_face_of"
    return fill(entry_of(s, path, positive), operands(s, node))


def every(s: Speaker, node: Node, positive: bool) -> str:
    """A condition on each of a selection; a named candidate is read as the candidate."""
    over, slot, condition = node[1], node[2], node[3]
    if slot >= 0:
        condition = as_candidate(condition, slot)
    each = ["size", ["select", over, ["not", condition]]]
    return clause(s, ["=" if positive else "!=", each, ["int", 0]], True)


def as_candidate(node: Any, slot: int) -> Any:
    if isinstance(node, list):
        return ["it"] if node[:2] == ["local", slot] else [as_candidate(each, slot) for each in node]
    return node


CLAUSES |= {
    "every": every,
    "compare:get": compare_counter,
    "compare:stat": compare_counter,
    "compare:count_face": compare_face,
    "compare:unspent": compare_face,
    "compare:total": compare_total,
    "compare:amount": compare_amount,
    "compare:data": compare_field,
    "compare:size": compare_size,
    "versus:size": versus_sizes,
    "data": truth_field,
    "option": truth_option,
    "value": truth_value,
    "piece_in": lies_in,
    "is_kind": is_kind,
    "from_face": from_face,
}
