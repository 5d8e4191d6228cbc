"""Selections: "a card in the market that you can afford", "any number of your Keep cards"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kaiju_compiler.wording.clauses import relative
from kaiju_compiler.wording.language import Noun, Phrase, fill
from kaiju_compiler.wording.names import Node
from kaiju_compiler.wording.speaker import (
    YOU,
    Referent,
    Speaker,
    conjunction,
    conjuncts,
    known,
    operands,
    phrase,
    says,
)
from kaiju_compiler.wording.tracks import space_noun

IT: Node = ["it"]


@dataclass(frozen=True)
class Group:
    """A selection as a noun in both numbers, so that "all", "each", "3" or "any number of" can be put to it."""

    one: str
    many: str
    own: str = ""
    """A possessive that stands before the noun: *your* Keep cards."""
    definite: Phrase | None = None
    """How all of them are called, where that is not "all" with the noun."""
    another: bool = False
    owner: Phrase | None = None
    """Whose they are, where a possessive says so."""
    head: Noun | None = None
    """The bare noun, by which something chosen is called later."""
    single: str = ""
    """One of them with its own determiner: *another player's* Keep card."""

    def put(self, s: Speaker, way: str, **values: object) -> str:
        """``way``: all, a, any, some, each."""
        if way == "a" and self.single:
            return self.single
        one = s.say("groups.another", one=self.one) if self.another else s.language.indefinite(self.one)
        return s.say(
            f"groups.{'own_' if self.own else ''}{way}", one=self.one, many=self.many, own=self.own, a=one, **values
        )

    def all(self, s: Speaker) -> Phrase:
        return self.definite or s.language.noun_phrase(self.put(s, "all"), many=True)

    def each(self, s: Speaker) -> str:
        """What stands after "for each": for a possessive, "of your Keep cards"."""
        return s.say("groups.own_one", own=self.own, many=self.many) if self.own else self.one

    def referent(self, many: bool, kind: str) -> Referent:
        return Referent(self.head or Noun(self.one, self.many), many, kind)


def group(s: Speaker, node: Node) -> Group:
    """The selection as a group."""
    s, node = known(s, node)
    op = node[0]
    if op == "select":
        return selected(s, node)
    if op == "pieces":
        return pieces(s, node)
    if op == "top":
        return top_pieces(s, node)
    if op == "local" and isinstance(bound := s.locals.get(node[1]), Referent):
        return Group(
            bound.noun.one, bound.noun.many, own=s.say("reference.those"), definite=phrase(s, node), head=bound.noun
        )
    entry = s.language.find(f"selections.{op}")
    if entry is None:
        single = phrase(s, node)
        return Group(single.text, single.text, definite=single)
    noun = space_noun(s, node[1]) if op == "spaces_of" else s.names.thing(entry["noun"])
    values = {**operands(s, node), "many": noun.many}
    if "own" in entry:
        return Group(
            noun.one if "{noun}" in entry["one"] else entry["one"],
            entry["many"],
            own=fill(entry["own"], values),
            head=s.names.thing("player"),
        )
    definite = s.language.phrase(s.language.find(f"phrases.{op}"), values) if op in DEFINITE else None
    return Group(
        fill(entry["one"], {**values, "noun": noun.one}),
        fill(entry["many"], {**values, "noun": noun.many}),
        definite=definite,
        another=entry.get("a") == "another",
        head=noun,
    )


DEFINITE = ("others", "players", "roll_dice", "spaces_of", "fits")
"""Selections whose whole has a phrase of its own."""


def selected(s: Speaker, node: Node) -> Group:
    """A selection with its condition as a relative clause."""
    base, where = narrowed(s, group(s, node[1]), node[1], conjuncts(node[2]))
    if where is None:
        return base
    person = base.head == s.names.thing("player")
    single, several = (relative(s.having(among=node[1]), where, many, person) for many in (False, True))
    return replace(
        base,
        one=f"{base.one} {single}",
        many=f"{base.many} {several}",
        definite=None,
        head=base.head or Noun(base.one, base.many),
        single=f"{base.single} {single}" if base.single else "",
    )


def narrowed(s: Speaker, base: Group, of: Node, conditions: list[Node]) -> tuple[Group, Node | None]:
    """The conditions that the noun itself can say are said there: *your* tokens, *another* place where it fits."""
    yours: Node = ["=", ["owner", IT], YOU]
    if yours in conditions and not base.own and base.owner is None:
        base = replace(base, own=phrase(s, YOU).own, definite=None)
        conditions = [each for each in conditions if each != yours]
    elsewhere: Node = ["!=", ["token_on", IT], of[1]] if of[0] == "fits" else []
    if elsewhere in conditions:
        one, many = (s.say("groups.other", noun=each) for each in (base.one, base.many))
        base = replace(base, one=one, many=many, another=True, definite=None)
        conditions = [each for each in conditions if each != elsewhere]
    return base, conjunction(conditions)


def pieces(s: Speaker, node: Node, of_player: str = "player") -> Group:
    """Pieces of a kind, with what holds them: yours with a possessive, others with a preposition."""
    noun = s.names.noun("kinds", node[1])
    head = s.names.noun("kinds", str(s.names.entry("kinds", node[1]).get("base", node[1])))
    if node[2] is None:
        return Group(noun.one, noun.many, head=head)
    inner, holder = known(s, node[2])
    kind = node[3]
    where = phrase(s, node[2])
    if kind == "zone" and (named := named_by_zone(s, holder, noun, head)) is not None:
        return named
    if kind == "player" and s.names.entry("kinds", node[1]).get("space"):
        picked = of_player == "choice"
        several = Noun(*(s.say("holders.picked", noun=each) for each in (noun.one, noun.many))) if picked else noun
        found = in_front(s, several, where)
        return Group(found.one, found.many, owner=where, head=head)
    pronoun = holder == YOU or holder[0] in ("they", "it") or holder == s.antecedent
    if kind == "player" and pronoun:
        return Group(noun.one, noun.many, own=where.own, owner=where, head=head)
    if kind == "piece" and (among := group(inner, holder)).own and among.head == noun:
        return among
    if kind == "piece" and holder[0] == "top":
        return Group(
            s.say("holders.piece", noun=noun.one, holder=where),
            s.say("holders.piece", noun=noun.many, holder=where),
            head=head,
        )
    if kind == "player" and holder[0] in ("others", "players"):
        return of_players(s, holder, noun, head, of_player == "choice")
    template = f"holders.{of_player if kind == 'player' else kind or 'none'}"
    return Group(s.say(template, noun=noun.one, holder=where), s.say(template, noun=noun.many, holder=where), head=head)


def of_players(s: Speaker, holder: Node, noun: Noun, head: Noun, picked: bool) -> Group:
    """What several players have: "another player's Keep card", "all other players' Keep cards"."""
    which = f"owners.{holder[0]}"
    if picked:
        one = s.say("holders.choice", noun=noun.one, holder=s.language.noun_phrase(s.say(f"{which}_who")))
        return Group(one, s.say("holders.choice", noun=noun.many, holder=group(s, holder).all(s)), head=head)
    several = s.say(f"{which}_all", noun=noun.many)
    return Group(
        noun.one,
        noun.many,
        own=s.say(f"{which}_own"),
        definite=s.language.noun_phrase(several, many=True),
        owner=s.of(f"{which}_have"),
        head=head,
        single=s.say(f"{which}_one", noun=noun.one),
    )


def in_front(s: Speaker, noun: Noun, holder: Phrase) -> Noun:
    """What can lie on a track, and lies with a player instead."""
    return Noun(*(s.say("holders.in_front", noun=each, holder=holder) for each in (noun.one, noun.many)))


def named_by_zone(s: Speaker, zone: Node, noun: Noun, head: Noun) -> Group | None:
    """Pieces in a zone whose name says what lies there: "your active Support tokens"."""
    entry = s.names.entry("zones", zone[1]) if zone[0] in ("zone_ref", "zone_of") else {}
    name = str(entry.get("name", ""))
    if not re.search(rf"\b{re.escape(noun.many)}\b", name):
        return None
    one, many = (s.names.run("zones", entry, name.replace(noun.many, each)) for each in (noun.one, noun.many))
    if zone[0] == "zone_ref":
        return Group(one, many, head=head)
    owner = phrase(s, zone[2])
    return Group(one, many, own=owner.own, owner=owner, head=head)


def top_pieces(s: Speaker, node: Node) -> Group:
    noun = zone_noun(s, node[2])
    where = phrase(s, node)
    number = node[1] and known(s, node[1])[1]
    if number and number[0] == "int" and number[1] > 1:
        one, many = (s.say("reference.of", noun=each, of=phrase(s, node[2])) for each in (noun.one, noun.many))
        return Group(one, many, own=s.say("reference.top", n=number[1]), definite=where, head=noun)
    return Group(
        s.say("holders.piece", noun=noun.one, holder=where),
        s.say("holders.piece", noun=noun.many, holder=where),
        definite=where,
        head=noun,
    )


def zone_noun(s: Speaker, node: Node) -> Noun:
    """What lies in the zone of an expression."""
    _, node = known(s, node)
    return s.names.kind_in_zone(node[1]) if node[0] in ("zone_ref", "zone_of") else s.names.piece_noun


@says("select", "pieces", "all_faces")
def selection(s: Speaker, node: Node) -> Phrase:
    return group(s, node).all(s)


@says("first")
def first(s: Speaker, node: Node) -> Phrase:
    """The first of a selection; the top card is that already."""
    selection = known(s, node[1])[1]
    if selection[0] == "top" and selection[1] in (None, ["int", 1]):
        return phrase(s, node[1])
    return s.of("phrases.first", of=phrase(s, node[1]))


@says("size")
def size(s: Speaker, node: Node) -> Phrase:
    counted = group(s, node[1])
    if counted.own:
        return s.of("phrases.size_own", own=counted.own, of=counted.many)
    return s.of("phrases.size", of=counted.many)
