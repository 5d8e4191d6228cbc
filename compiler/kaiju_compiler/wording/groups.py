"""Selections: "a card in the market that you can afford", "any number of your Keep cards"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kaiju_compiler.wording.clauses import relative
from kaiju_compiler.wording.language import Noun, Phrase
from kaiju_compiler.wording.names import Node
from kaiju_compiler.wording.speaker import Referent, Speaker, known, operands, phrase, says

PRONOUNS = ("you", "they")


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

    def put(self, s: Speaker, way: str, **values: object) -> str:
        """``way``: all, a, any, some, each."""
        prefix = "own_" if self.own else ""
        return s.say(f"groups.{prefix}{way}", one=self.one, many=self.many, own=self.own,
                     a=self.a(s) if way == "a" and not self.own else "", **values)

    def a(self, s: Speaker) -> str:
        return s.say("groups.another", one=self.one) if self.another else s.language.indefinite(self.one)

    def all(self, s: Speaker) -> Phrase:
        return self.definite or s.language.noun_phrase(self.put(s, "all"), many=True)

    def counted(self, s: Speaker, number: str, single: bool) -> str:
        noun = self.one if single else self.many
        return s.say("groups.own_some" if self.own else "groups.some", n=number, noun=noun, many=self.many, own=self.own)

    def each(self, s: Speaker) -> str:
        """What stands after "for each": for a possessive, "of your Keep cards"."""
        return s.say("groups.own_one", own=self.own, many=self.many) if self.own else self.one

    def referent(self, many: bool, kind: str) -> Referent:
        return Referent(Noun(self.one, self.many), many, kind)


def group(s: Speaker, node: Node) -> Group:
    """The selection as a group."""
    s, node = known(s, node)
    op = node[0]
    if op == "select":
        return selected(s, node)
    if op == "pieces":
        return pieces(s, node)
    if op == "local" and isinstance(bound := s.locals.get(node[1]), Referent):
        return Group(*(s.say("reference.one_of", noun=each) for each in (bound.noun.one, bound.noun.many)),
                     definite=phrase(s, node))
    entry = s.language.find(f"selections.{op}")
    if entry is None:
        single = phrase(s, node)
        return Group(single.text, single.text, definite=single)
    if op == "top":
        return top_pieces(s, node)
    noun = s.names.thing(entry["noun"])
    values = operands(s, node)
    many = s.say_many = s.language.noun_phrase("")  # type: ignore[attr-defined]
    del many
    one, several = (fill_noun(s, entry[form], noun.by(number), values) for form, number in (("one", 1), ("many", 2)))
    definite = phrase(s, node) if op in ("others", "players", "neighbours") else None
    return Group(one, several, definite=definite, another=entry.get("a") == "another")
