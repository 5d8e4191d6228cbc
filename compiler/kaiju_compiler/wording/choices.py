"""Names that a block binds: what is chosen or noted is said where it is used first, and is "that card" after that."""

from __future__ import annotations

from kaiju_compiler.wording.groups import Group, group, pieces, zone_noun
from kaiju_compiler.wording.language import Noun, Phrase
from kaiju_compiler.wording.names import Node, nodes_of
from kaiju_compiler.wording.speaker import YOU, Deferred, Referent, Speaker, about, known, operands, phrase
from kaiju_runtime.primitives import FORMS

Block = list[Node]


CHOICES = ("choose", "choose_at_random")


def said_with_use(s: Speaker, node: Node, picked: bool) -> Phrase:
    """What is picked, within the statement that uses it: only there it must be said that chance does."""
    if node[0] == "choose":
        return chosen(s, node, picked)
    fewer = node[3] == "up to"
    found = chosen(s, [*node[:3], "some", *node[4:]] if fewer else node)
    said = s.say("groups.all_by_chance" if fewer else "groups.by_chance", picked=found)
    return s.language.noun_phrase(said, many=found.many)


def chosen(s: Speaker, node: Node, picked: bool = False) -> Phrase:
    """What a choice picks, said for the first time: "a card in the market".

    ``picked``: the text must still say that you pick, because the verb does not.
    """
    if node[0] == "choose_at_random" and node[3] == "up to":
        some = chosen(s, [*node[:3], "some", *node[4:]])
        return s.language.noun_phrase(s.say("groups.or_all", picked=some), many=some.many)
    found = picked_group(s, node[5]) if picked and node[3] in ("one", "some") else group(s, node[5])
    if node[3] == "one":
        return s.language.noun_phrase(found.put(s, "a"))
    if node[3] == "any":
        return s.language.noun_phrase(found.put(s, "any"), many=True)
    if known(s, node[4])[1][0] != "int":
        return s.language.noun_phrase(as_many(s, found, node), many=True)
    single = node[4] == ["int", 1]
    noun = found.one if single else found.many
    way = "some" if node[3] == "some" else "up_to"
    return s.language.noun_phrase(found.put(s, way, n=phrase(s, node[4]), noun=noun), many=not single)


def as_many(s: Speaker, found: Group, node: Node) -> str:
    """So many of a selection, or at most so many, by a number that is no literal."""
    number = phrase(s, node[4])
    if node[3] == "some":
        return found.put(s, "as_many", n=number)
    return s.say("groups.no_more", some=found.put(s, "any"), n=number)


def picked_group(s: Speaker, node: Node) -> Group:
    """Pieces of somebody else and faces are "of your choice"; elsewhere only you can be who picks."""
    if node == ["all_faces"]:
        face = s.names.thing("face")
        one, many = (s.say("holders.picked", noun=each) for each in (face.one, face.many))
        return Group(one, many, head=face)
    if node[0] != "pieces" or node[3] != "player":
        return group(s, node)
    return pieces(s, node, "choice")


def remember(s: Speaker, node: Node) -> None:
    """From here on, what was chosen is "that card"."""
    s.locals[node[7]] = group(s, node[5]).referent(node[3] != "one", node[6])


def said_at_once(s: Speaker, block: Block, start: int) -> int:
    """How many choices from here on can be said within the statement that follows them: each used there once."""
    end = start
    while end < len(block) and block[end][0] in CHOICES:
        end += 1
    choices, using = block[start:end], block[end] if end < len(block) else None
    if not choices or using is None or using[0] not in (*FORMS, "call"):
        return 0
    if not all(each[9] == end - start - position and allowed(each, using) for position, each in enumerate(choices)):
        return 0
    slots = {each[7] for each in choices}
    return 0 if any(uses(each, slots) for each in choices) else len(choices)


def held_back(s: Speaker, block: Block, start: int) -> Block:
    """What is noted between a choice and the statement that makes use of it at once."""
    end = start + 1
    while end < len(block) and block[end][0] == "let":
        end += 1
    notes, choice = block[start + 1 : end], block[start]
    if choice[0] != "choose" or not notes or end == len(block) or choice[9] != end - start:
        return []
    if uses(["", block[end]], {each[2] for each in notes}):
        return []
    return notes if said_at_once(s, [[*choice[:9], 1], block[end]], 0) else []


def allowed(choice: Node, using: Node) -> bool:
    """Yours, or somebody's before a statement without subject, which is then theirs; and one direct operand."""
    if choice[2] not in (None, YOU) and (using[0] == "call" or using[2] is not None):
        return False
    operands = [*using[3:], *(using[4] if using[0] == "call" else [])]
    return sum(isinstance(each, list) and each[:2] == ["local", choice[7]] for each in operands) == 1


def uses(node: Node, slots: set[int]) -> bool:
    """Whether a node reads one of these names."""
    return any(each[0] == "local" and each[1] in slots for each in nodes_of(node[1:]))


def say_choices(s: Speaker, choices: Block, using: Node) -> Node:
    """Binds each choice to its words; the statement, with whoever chooses as its subject."""
    who = choices[0][2]
    for choice in choices:
        s.heads[choice[7]] = group(s, choice[5]).head or s.names.piece_noun
        s.locals[choice[7]] = said_with_use(about(s, choice[2]), choice, who in (None, YOU))
    return using if who in (None, YOU) else [using[0], using[1], who, *using[3:]]


# --- let --------------------------------------------------------------------------------------------------------------


def note(s: Speaker, node: Node) -> None:
    """``let fee = …``: the name is read as what it stands for, where it stands now."""
    s.locals[node[2]] = Deferred(node[4], s.having(locals=dict(s.locals)))


def settle(s: Speaker, noted: dict[int, Node], statement: Node) -> None:
    """After a statement: a noted value that it used is "that number" now, another one what it was before."""
    for slot, value in noted.items():
        if not isinstance(s.locals[slot], Deferred):
            continue
        if uses(statement, {slot}):
            kind = next(each[3] for each in nodes_of(statement) if each[:2] == ["local", slot])
            s.locals[slot] = Referent(noun_of(s, value, kind), kind.endswith("*"), kind)
        else:
            s.locals[slot] = former(s, ["local", slot, "", ""])


def former(s: Speaker, node: Node) -> Phrase:
    """What a noted value was before the statement: "that card's former owner"."""
    inner, value = known(s, node)
    if s.language.find(f"former.{value[0]}") is None:
        return s.of("reference.before", value=phrase(s, node))
    return s.of(f"former.{value[0]}", **operands(inner, value))


def noun_of(s: Speaker, value: Node, kind: str) -> Noun:
    if value[0] == "first":
        value = value[1]
    return zone_noun(s, value[2]) if value[0] == "top" else s.names.thing(kind.rstrip("*"))
