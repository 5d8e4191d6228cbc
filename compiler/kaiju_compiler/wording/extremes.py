"""Numbers of each of a set: "the total cost of your Keep cards", "the player who has the most Energy"."""

from __future__ import annotations

from kaiju_compiler.wording.clauses import CLAUSES
from kaiju_compiler.wording.groups import group
from kaiju_compiler.wording.language import Phrase
from kaiju_compiler.wording.names import Node
from kaiju_compiler.wording.speaker import YOU, Speaker, phrase, says

PLAYERS: Node = ["players"]
IT: Node = ["it"]
NOBODY = Phrase("", "", "", False)
BESIDE = {"max_each": (">", ">="), "min_each": ("<", "<=")}
"""How one is compared with each of some others by the largest or smallest number of these."""


@says("sum_each", "max_each", "min_each")
def of_each(s: Speaker, node: Node) -> Phrase:
    op, over, number = node
    path = f"phrases.{op}" if op == "sum_each" else f"extremes.{degree(s, op, number)}"
    if op == "sum_each":
        return s.of(path, of=group(s, over).all(s), what=property_of(s, number))
    return s.of("phrases.among", what=s.say(path, what=property_of(s, number)), of=among(s, over))


def property_of(s: Speaker, number: Node) -> str:
    """What each has, without whose it is: "Energy", "cost"."""
    if number[0] == "get":
        return s.names.noun("counters", number[1]).many
    return phrase(s.having(it=NOBODY), number).text.strip()


def degree(s: Speaker, op: str, number: Node) -> str:
    """By which words the largest or smallest is meant: the most and the fewest are counted."""
    table = {"get": "counters", "stat": "stats"}.get(number[0])
    if table is None:
        return op
    noun = s.names.noun(table, number[1])
    if table == "stats" and noun.one == noun.many:
        return op
    return f"{op}_counted" if noun.one != noun.many else f"{op}_amount"


def among(s: Speaker, over: Node) -> str:
    return group(s, over).all(s).text


def extreme_clause(s: Speaker, node: Node, positive: bool) -> str | None:
    """ "who has the most Energy", "you have more Energy than any other player"; ``None`` where it cannot be said so."""
    op, left, (extreme, over, number) = node
    if left != in_place_of(IT, number, left[-1]):
        return None
    of, what = phrase(s, left[-1]), property_of(s, number)
    if op in BESIDE[extreme] and over[0] == "others" and left[-1] == YOU and number[0] == "get":
        any_other = s.say("extremes.any", one=group(s, over).one)
        return s.say("than.have", of=of, q=s.say(f"than.{op}", many=what, other=any_other))
    of_it = left[-1] == IT and over == s.among
    one_of_them = over == PLAYERS or (of_it and over[0] != "others")
    if op not in ("=", "!=") or not (one_of_them or of_it):
        return None
    q = s.say(f"extremes.{degree(s, extreme, number)}", what=what)
    if not one_of_them:
        q = s.say("phrases.among", what=q, of=among(s, over))
    return s.say("extremes.has" if op == "=" else "extremes.has_not", of=of, q=q)


def in_place_of(one: Node, node: Node, other: Node) -> Node:
    """The node with something else in the place of ``one``."""
    if node == one:
        return other
    return [in_place_of(one, each, other) if isinstance(each, list) else each for each in node]


CLAUSES |= {"extreme:max_each": extreme_clause, "extreme:min_each": extreme_clause}
