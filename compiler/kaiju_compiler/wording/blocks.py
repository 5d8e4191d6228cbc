"""Blocks of statements as sentences, and the statements that hold blocks."""

from __future__ import annotations

from dataclasses import replace

from kaiju_compiler.wording.choices import held_back, note, remember, said_at_once, say_choices, settle
from kaiju_compiler.wording.clauses import clause
from kaiju_compiler.wording.groups import group
from kaiju_compiler.wording.language import Phrase, fill
from kaiju_compiler.wording.names import Node, Record, nodes_of
from kaiju_compiler.wording.numbers import face_noun, quantity, unit_of
from kaiju_compiler.wording.runs import unmarked
from kaiju_compiler.wording.speaker import YOU, Referent, Speaker, about, known, phrase
from kaiju_compiler.wording.statements import (
    Clause,
    predicated,
    statement,
    writes,
)

Block = list[Node]


def clauses_of(s: Speaker, block: Block) -> list[Clause]:
    """The clauses of a block. A choice that the next statement uses at once is said in that statement."""
    found: list[Clause] = []
    noted: dict[int, Node] = {}
    position = 0
    while position < len(block):
        node = block[position]
        notes = held_back(s, block, position)
        if notes:
            remember(s, node)
            for each in notes:
                note(s, each)
                noted[each[2]] = each[4]
            block = [*block[:position], [*node[:9], 1], *block[position + 1 + len(notes) :]]
        choices = said_at_once(s, block, position)
        if node[0] == "let":
            note(s, node)
            noted[node[2]] = node[4]
            position += 1
            continue
        if choices:
            using = block[position + choices]
            found.append(entered(statement(s, say_choices(s, block[position : position + choices], using)), using))
            for each in block[position : position + choices]:
                remember(s, each)
        run = 1 if choices else alike(s, block, position)
        if not choices:
            made = statement(s, node) if run == 1 else merged(s, block[position : position + run])
            found.append(entered(made, node))
        position += choices + run
        settle(s, noted, ["", *block[position - run : position]])
    return found


def entered(clause: Clause, node: Node) -> Clause:
    """The clause with its verb; procedures and moves are never alike, as their order can matter."""
    return replace(clause, op="" if node[0] in ("call", "move_piece", "move_player", "step") else node[0])


def joint(clauses: list[Clause]) -> str:
    """ "and" between orders with the same verb, else "then": the order counts."""
    verbs = {each.op for each in clauses}
    yours = all(each.who is None for each in clauses)
    return "and" if yours and len(verbs) == 1 and "" not in verbs else "then"


def alike(s: Speaker, block: Block, start: int) -> int:
    """How many statements from here on have the same verb and subject, if that verb can take them all."""
    if block[start][0] == "set_counter":
        return set_alike(s, block, start)
    if more_for_each(s, block[start : start + 2]) is not None:
        return 2
    entry = s.language.find(f"statements.{block[start][0]}")
    if not (isinstance(entry, dict) and entry.get("merge")):
        return 1
    end = start + 1
    while end < len(block) and block[end][0] == block[start][0] and block[end][2] == block[start][2]:
        if not all(simple_number(s, each[3]) for each in block[start : end + 1]):
            break
        end += 1
    return end - start


def more_for_each(s: Speaker, block: Block) -> str | None:
    """Two gains or losses of one counter, of a number and then of so many for each: "3 X, then 1 more for each Y"."""
    if len(block) != 2 or block[0][0] not in ("gain", "lose") or s.names.on_piece(block[0][4]):
        return None
    first, then = block
    alike = (then[0], then[2:3], then[4:]) == (first[0], first[2:3], first[4:])
    unit = unit_of(s, then[3]) if alike else None
    if unit is None or first[3][0] != "int":
        return None
    what = quantity(s, first[3], s.names.noun("counters", first[4]))
    return s.say("quantities.then", q=what, k=unit.k, each=unit.text)


def set_alike(s: Speaker, block: Block, start: int) -> int:
    """How many counters of the same player are set to the same number from here on."""
    _, _, _, counter, of, number = block[start]
    if number[0] != "int" or s.names.on_piece(counter):
        return 1
    rest = block[start + 1 :]
    return 1 + next((i for i, each in enumerate(rest) if each[:1] + each[4:] != ["set_counter", of, number]), len(rest))


def simple_number(s: Speaker, number: Node) -> bool:
    """Whether a number is said in one word, or as what the thing is equal to."""
    return known(s, number)[1][0] in ("int", "amount", "data") and not (s.face_body and number[0] == "amount")


def merged(s: Speaker, block: Block) -> Clause:
    """``gain 2 X; gain 1 Y``: "gain 2 X and 1 Y"; of what is set alike the names."""
    if block[0][0] == "set_counter":
        names = s.language.listed([s.names.noun("counters", node[3]).many for node in block])
        values = {"of": phrase(s, block[0][4]), "counter": names, "n": block[0][5][1]}
        return predicated(s, block[0][2], s.language.find("statements.set_counter"), values)
    inner = about(s, block[0][2])
    what = more_for_each(inner, block) or s.language.listed(
        [quantity(inner, node[3], s.names.noun("counters", node[4])) for node in block]
    )
    return predicated(s, block[0][2], s.language.find(f"statements.{block[0][0]}")["text"], {"what": what})


# --- sentences -----------------------------------------------------------------------------------------------------


def sentences(s: Speaker, block: Block, separate: bool = False, named: bool = False) -> str:
    """The block as main clauses. ``separate``: a new sentence for each subject; ``named``: "you" are named, too."""
    return joined(s, clauses_of(s, block), separate, named)


def joined(s: Speaker, clauses: list[Clause], separate: bool = False, named: bool = False) -> str:
    short = [not each.long and not each.whole for each in clauses]
    if not separate and len(clauses) < 5 and (all(short) or (all(short[:-1]) and clauses[-1].op == "choose_one")):
        return s.language.listed(in_one_sentence(s, clauses, named), joint(clauses))
    return s.say("lists.parts" if s.inside else "lists.sentences").join(runs_of_same(s, clauses))


def in_one_sentence(s: Speaker, clauses: list[Clause], named: bool) -> list[str]:
    """The clauses one after the other; after somebody else's, yours say that they are yours."""
    said = []
    for each in clauses:
        said.append(each.plain(s, named))
        named = named or each.who is not None
    return said


def runs_of_same(s: Speaker, clauses: list[Clause]) -> list[str]:
    """Sentences: short orders in a row share one, others stand alone; after a block one begins with "then"."""
    found: list[str] = []
    orders: list[Clause] = []
    scoped = False
    for each in [*clauses, None]:
        short = each is not None and each.who is None and not each.whole and not each.long
        if orders and (not short or len(orders) == 4):
            said = s.language.listed([order.plain(s) for order in orders], joint(orders))
            found.append(after(s, said, scoped))
            orders, scoped = [], False
        if each is None:
            break
        if short:
            orders.append(each)
        else:
            found.append(after(s, each.plain(s), scoped))
            scoped = each.scoped
    return found


def after(s: Speaker, sentence: str, scoped: bool) -> str:
    return s.say("after", block=sentence) if scoped else sentence


def offered(s: Speaker, block: Block, actor: Node) -> str:
    """What stands after "may": bare verbs of the actor as far as they go, the rest as sentences."""
    clauses = clauses_of(s, block)
    if clauses and clauses[0].scoped:
        return s.say("may_block", block=joined(s.having(inside=True), clauses, separate=True))
    short = 0
    while short < len(clauses) and offers(clauses[short], actor):
        short += 1
    start = max(short, 1)
    first = s.language.listed([each.bare(s, actor) for each in clauses[:start]])
    rest = clauses[start:]
    if not rest:
        return first
    done = joined(s.having(inside=True), rest, separate=True)
    test = next((node[2] for node in block if node[0] == "if"), None) if rest[0].op == "if" else None
    if test is None:
        done = s.say("may_done" if actor == YOU else "may_done_by", block=done)
    elif not any(each[0] == "local" for each in nodes_of(test)):  # what was chosen was chosen because it was done
        done = s.say("may_done_if" if actor == YOU else "may_done_by_if", block=done)
    return s.say("lists.parts" if s.inside else "lists.sentences").join([first, done])


def offers(clause: Clause, actor: Node) -> bool:
    """Whether a clause says what the actor does, in a few words."""
    yours = clause.subject == actor or (clause.subject is None and clause.who is None)
    return yours and not clause.long and not clause.whole


def replaced(s: Speaker, block: Block) -> bool:
    """Whether a block begins by preventing the event, so that the rest is done instead."""
    from_boundary = s.event is not None and s.event["event"].endswith(("starts", "ends"))
    return len(block) > 1 and block[0][0] == "prevent" and not from_boundary


def may_text(s: Speaker, who: Node | None, cost: Record | None, block: Block) -> str:
    """``you may pay 2 Energy: …``."""
    actor = YOU if who is None else known(s, who)[1]
    name = phrase(s, actor if who is None else who)
    inner = s.having(within=True) if actor == YOU else s.having(within=True, antecedent=actor)
    if cost is not None:
        return s.say(
            "statements.may_pay", who=name, cost=cost_text(inner, cost, "spend_may"), block=sentences(inner, block)
        )
    if replaced(s, block):
        return s.say("statements.may", who=name, block=s.say("instead", block=offered(inner, block[1:], actor)))
    return s.say("statements.may", who=name, block=offered(inner, block, actor))


def price_text(s: Speaker, cost: Record) -> str:
    """A price in a label: "2 Energy"."""
    noun = face_noun(s, cost["what"]) if cost["verb"] == "spend" else s.names.noun("counters", cost["what"])
    return quantity(s, cost["number"], noun)


def cost_text(s: Speaker, cost: Record, spend: str = "spend") -> str:
    """``pay 2 Energy``; ``2 Special Power symbols``."""
    if cost["verb"] == "spend":
        what = quantity(s, cost["number"], face_noun(s, cost["what"]))
        single = cost["number"] == ["int", 1]
        return fill(s.language.data["costs"][spend], {"what": what}, 1 if single else 0)
    what = quantity(s, cost["number"], s.names.noun("counters", cost["what"]))
    if cost["source"] is not None:
        return s.say("costs.pay_from", what=what, source=phrase(s, cost["source"]))
    return s.say("costs.pay", what=what)


# --- statements that hold blocks -----------------------------------------------------------------------------------


@writes("may")
def may(s: Speaker, node: Node) -> Clause:
    return Clause(whole=may_text(s, node[2], node[4], node[5]), long=True, scoped=True)


@writes("choose_one")
def choose_one(s: Speaker, node: Node) -> Clause:
    inner = about(s, node[2]).having(within=True, inside=True)
    others = node[2] is not None and known(s, node[2])[1] != YOU
    options = [sentences(inner, block, named=others) for _, block in node[3]]
    simple = all(
        len(block) == 1 and len(unmarked(text)) < 60 for (_, block), text in zip(node[3], options, strict=True)
    )
    text = s.language.listed(options, "or" if simple else "either")
    return predicated(s, node[2], s.language.find("statements.choose_one"), {"options": text}, long=True)


@writes("if")
def branch(s: Speaker, node: Node) -> Clause:
    inner = s.having(within=True, inside=True, compared=node[2] if node[2][0] == ">" else s.compared)
    then, several = sentences(inner, node[3]), s.say("lists.parts")
    scoped = node[3][0][0] == "if" or several in then
    text = s.say("statements.if_if" if scoped else "statements.if", condition=clause(s, node[2]), then=then)
    if node[4]:
        other = sentences(inner, node[4])
        form = "otherwise_several" if several in other and len(node[4]) > 1 else "otherwise"
        end = several if s.within and node[3][0][0] != "if" else s.say("lists.sentences")
        text = end.join([text, s.say(f"statements.{form}", block=other)])
    return Clause(whole=text, long=True, scoped=True)


def within(s: Speaker, block: Block) -> str:
    """A block that is done more than once."""
    return sentences(s.having(within=True, inside=True), block)


@writes("for")
def for_each(s: Speaker, node: Node) -> Clause:
    """``each other player loses …`` where one statement has the name as its subject."""
    inner = node[5][0] if len(node[5]) == 1 and node[5][0][0] == "for" else None
    if inner is not None and not group(s, node[4]).own:
        return for_both(s, node, inner)
    found = group(s, node[4])
    body = node[5]
    name = ["local", node[2]]
    who = subject_of(s, body)
    if isinstance(who, list) and who[:2] == name and not found.own:
        s.locals[node[2]] = s.language.noun_phrase(found.put(s, "each"))
        return clauses_of(s, body)[0]
    s.locals[node[2]] = again(s, found.referent(False, ""))
    if found.definite is not None and known(s, node[4])[1][0] == "local":
        return Clause(
            whole=s.say("statements.for_those", those=found.definite, body=within(s, body)), long=True, scoped=True
        )
    return Clause(whole=s.say("statements.for", one=found.each(s), body=within(s, body)), long=True, scoped=True)


def subject_of(s: Speaker, body: Block) -> Node | None:
    """Who does what a block says in one statement, with choices of theirs said within it; else nothing."""
    choices = said_at_once(s, body, 0)
    first = body[0]
    if choices != len(body) - 1 or len(first) < 3 or any(each[2] != first[2] for each in body[:choices]):
        return None
    who: Node | None = first[2]
    return who


def for_both(s: Speaker, node: Node, inner: Node) -> Clause:
    """A loop whose body is another one: "for each player and each face"."""
    outer = group(s, node[4])
    s.locals[node[2]] = again(s, outer.referent(False, ""))
    found = group(s, inner[4])
    player = found.head == s.names.thing("player")
    s.locals[inner[2]] = again(s, found.referent(False, "")) if player else found.referent(False, inner[3])
    both = s.say("lists.each", first=outer.each(s), last=found.each(s))
    return Clause(whole=s.say("statements.for", one=both, body=within(s, inner[5])), long=True, scoped=True)


def again(s: Speaker, referent: Referent) -> Phrase:
    """A player in a loop is "they"; anything else "it"."""
    player = referent.noun.one.endswith(s.names.thing("player").one)
    return s.of("reference.again" if player else "reference.candidate")


@writes("repeat")
def repeat(s: Speaker, node: Node) -> Clause:
    times = known(s, node[2])[1]
    word = s.language.data["often"].get(times[1]) if times[0] == "int" else None
    if word is not None and len(short := clauses_of(s, node[3])) == 1 and not short[0].long and not short[0].whole:
        forms = tuple(s.say("statements.repeat_short", body=each, times=word) for each in short[0].forms)
        return replace(short[0], forms=(forms[0], forms[1], forms[2]))
    body = within(s, node[3])
    unit = unit_of(s, node[2])
    if unit is not None:
        return Clause(whole=s.say("statements.repeat_each", each=unit.text, body=body), long=True, scoped=True)
    if times[0] == "int":
        said = s.say("statements.repeat_times", n=times[1], form=1 if times[1] == 1 else 0)
    else:
        said = s.say("statements.repeat_value", value=phrase(s, node[2]))
    if len(node[3]) == 1 and node[3][0][0] == "may":
        return Clause(whole=s.say("statements.repeat_offer", times=said, body=body), long=True, scoped=True)
    return Clause(whole=s.say("statements.repeat", times=said, body=body), long=True, scoped=True)
