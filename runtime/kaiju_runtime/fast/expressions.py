"""Templates of expressions: references, attributes, operators, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.fast.scope import Code, Lines, Node, Scope, constant_name, expression
from kaiju_runtime.primitives import attributes, operators, references, selections

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


def looked_up(of: Code, text: str, missing: str = "-1", kind: str = "number") -> Code:
    """``text`` of a thing, or what stands for it where there is none; ``text`` has the thing as ``{}``."""
    if of.sure:
        return Code(text.format(of.text), kind)
    if of.is_name:
        return Code(f"({text.format(of.text)} if {of.text} != -1 else {missing})", kind)
    return Code(f"[{text.format('x')} if x != -1 else {missing} for x in ({of.number},)][0]", kind)


# --- references and pronouns ---------------------------------------------------------------------


@expression(references.integer, references.constant)
def constant(g: Module, c: Scope, node: Node) -> Code:
    return Code(str(int(node[1])), sure=node[1] != -1)


@expression(references.nothing)
def nothing(g: Module, c: Scope, node: Node) -> Code:
    return Code("-1")


@expression(references.local)
def local(g: Module, c: Scope, node: Node) -> Code:
    slot, kind = node[1], str(node[3])
    if slot in c.bound:
        return c.bound[slot]
    if kind.endswith("*"):
        return Code(c.local(slot), "list")
    return Code(c.local(slot), "number" if kind in PLAIN else "any")


PLAIN = {"number", "truth", "player", "face", "die", "piece", "counter", "zone", "track", "phase", "bonus", "space"}


@expression(references.zone_ref)
def zone_ref(g: Module, c: Scope, node: Node) -> Code:
    return Code(str(g.p.zones[node[1]].location(0)), sure=True)


@expression(references.zone_of)
def zone_of(g: Module, c: Scope, node: Node) -> Code:
    zone = g.p.zones[node[1]]
    text = f"({zone.first} + {{}})" if zone.per_player else str(zone.first)
    return looked_up(g.read(c, node[2]), text)


@expression(references.group)
def group(g: Module, c: Scope, node: Node) -> Code:
    return spaces_of(g, node[1])


def spaces_of(g: Module, index: int) -> Code:
    """The list of a place's open spaces."""
    name, spaces = g.p.places[index]
    if all(g.p.space(space).open is None for space in spaces):
        return Code(g.table(f"PLACE_{constant_name(name)}", list(spaces)), "list", member=f"{{}} in {spaces}")
    found = f"place_{index}"
    c, lines, tests = Scope(you="-1", sure_you=False), Lines(), []
    lines.add("found = []")
    if found not in g.functions:
        g.functions[found] = ""
    for space in spaces:
        is_open = g.test(c, g.p.space(space).open)
        lines.add(f"if {is_open}:", f"    found.append({space})")
        tests.append(f"{{0}} == {space}" + ("" if is_open == "True" else f" and {is_open}"))
    lines.add("return found")
    if not g.functions[found]:
        g.function(found, "m, s", f"The open spaces of {name}.", lines)
    return Code(f"{found}(m, s)", "list", member=" or ".join(tests))


@expression(references.option)
def option(g: Module, c: Scope, node: Node) -> Code:
    found = g.p.options[node[1]].worth
    chosen = f"s[OPTIONS + {node[1]}]"
    if found == tuple(range(len(found))):
        return Code(chosen)
    return Code(f"{g.table(f'WORTH_{node[1]}', found)}[{chosen}]")


@expression(references.seat_ref)
def seat_ref(g: Module, c: Scope, node: Node) -> Code:
    return Code(str(int(node[1]) - 1), sure=True)


@expression(references.you)
def you(g: Module, c: Scope, node: Node) -> Code:
    return Code(c.you, sure=c.sure_you)


@expression(references.rival)
def rival(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"(1 - {c.you})", sure=c.sure_you)


@expression(references.others)
def others(g: Module, c: Scope, node: Node) -> Code:
    if c.leaver:
        return Code(f"others(s, {c.you}, {c.leaver})", "list")
    size = f"(s[LIVING].bit_count() - s[ALIVE + {c.you}])" if c.sure_you and c.you.isidentifier() else ""
    return Code(f"RINGS[s[ACTIVE]][s[LIVING]][{c.you}]", "list", size=size)


@expression(references.players)
def players(g: Module, c: Scope, node: Node) -> Code:
    size, member = "s[LIVING].bit_count()", "{0} != -1 and s[ALIVE + {0}]"
    return Code("RINGS[s[ACTIVE]][s[LIVING]][-1]", "list", size=size, member=member)


@expression(references.active)
def active(g: Module, c: Scope, node: Node) -> Code:
    return Code("s[ACTIVE]", sure=True)


@expression(references.they)
def they(g: Module, c: Scope, node: Node) -> Code:
    return Code(c.they)


@expression(references.amount)
def amount(g: Module, c: Scope, node: Node) -> Code:
    return Code(c.amount)


@expression(references.this)
def this(g: Module, c: Scope, node: Node) -> Code:
    return Code(c.this)


@expression(references.it)
def it(g: Module, c: Scope, node: Node) -> Code:
    return c.it if c.it is not None else Code("-1")


@expression(references.frame_word)
def frame_word(g: Module, c: Scope, node: Node) -> Code:
    return Code("0", sure=True)


@expression(references.phase_now)
def phase_now(g: Module, c: Scope, node: Node) -> Code:
    return Code("(s[PHASE] if 3 <= s[STEP] <= 4 else -1)")


# --- attributes ----------------------------------------------------------------------------------


@expression(attributes.get)
def get(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[2]), f"s[{g.counter(node[1])} + {{}}]", "0")


@expression(attributes.most)
def most(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[2]), g.upper_end(node[1], "{}") or f"m.upper_end({node[1]}, {{}})", "0")


@expression(attributes.data)
def data(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"{g.data_table(node[1])}[{g.read(c, node[2]).number}]")


@expression(attributes.space_data)
def space_data(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[2]), f"m.board.mark({{}} % THINGS, {node[1]})")


@expression(attributes.space_bonus)
def space_bonus(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.board.bonus({} % THINGS)")


@expression(attributes.space_of)
def space_of(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.board.space_of({})")


@expression(attributes.token_on)
def token_on(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.board.token_on({} % THINGS)")


@expression(attributes.track_of)
def track_of(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.board.track_of({} % THINGS)")


@expression(attributes.free)
def free(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "is_free(m, s, {})", "False", "truth")


@expression(attributes.owner)
def owner(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "s[OWNER + {}]")


@expression(attributes.die_owner)
def die_owner(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "s[DICE_OWNER + {}]")


@expression(attributes.holder)
def holder(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.holder({})")


@expression(attributes.die_face)
def die_face(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "s[DICE + {}]")


@expression(attributes.model)
def model(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "s[COPY + {}]")


@expression(attributes.slot)
def slot(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.slot({})")


@expression(attributes.monster)
def monster(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "s[MONSTER + {}]")


@expression(attributes.turn_source)
def turn_source(g: Module, c: Scope, node: Node) -> Code:
    return Code("s[SOURCE]")


@expression(attributes.turn_number)
def turn_number(g: Module, c: Scope, node: Node) -> Code:
    return Code("s[TURN]")


@expression(attributes.stat)
def stat(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[2]), f"{g.stat(node[1])}(m, s, {{}}, {c.you})", "0")


@expression(attributes.price)
def price(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), g.price("{0}", c.you), "0")


def is_own_count(node: Node, face: int) -> bool:
    """Whether something is the number of a face's symbols in one's own Roll."""
    if node[0] is not attributes.count_face or node[2][0] is not references.you:
        return False
    return node[1][0] is references.constant and bool(node[1][1] == face)


@expression(attributes.count_face)
def count_face(g: Module, c: Scope, node: Node) -> Code:
    if c.so_far >= 0 and is_own_count(node, c.so_far):
        return Code(f"(n if {c.you} == of else 0)")  # a modifier for others looks at its owner's, who has no Roll
    face, player = g.read(c, node[1]), g.read(c, node[2])
    if face.sure and player.sure:
        return Code(f"count(m, s, {face.text}, {player.text})")
    return Code(f"count_of(m, s, {face.number}, {player.number})")


@expression(attributes.unspent)
def unspent(g: Module, c: Scope, node: Node) -> Code:
    face, player = g.read(c, node[1]), g.read(c, node[2])
    if face.sure and player.sure:
        return Code(f"unspent(m, s, {face.text}, {player.text})")
    return Code(f"unspent_of(m, s, {face.number}, {player.number})")


@expression(attributes.declared_value)
def declared_value(g: Module, c: Scope, node: Node) -> Code:
    plural = g.p.values[node[1]].kind.endswith("*")
    missing = "[]" if plural else "-1"
    return looked_up(g.read(c, node[2]), f"{g.value(node[1])}(m, s, {{}})", missing, "list" if plural else "number")


@expression(attributes.total)
def total(g: Module, c: Scope, node: Node) -> Code:
    start = f"TOTALS + {node[1] * g.p.seats}"
    if node[2] is None:
        return Code(f"s[{start}]")
    return looked_up(g.read(c, node[2]), f"s[{start} + {{}}]", "0")


# --- operators -----------------------------------------------------------------------------------


SIGNS: dict[Any, str] = {
    operators.equal: "==",
    operators.unequal: "!=",
    operators.less: "<",
    operators.less_equal: "<=",
    operators.more: ">",
    operators.more_equal: ">=",
}


EMPTY: dict[Any, str] = {operators.equal: "not ", operators.unequal: "", operators.more: ""}
"""Comparisons with 0 that only ask whether there is anything."""


@expression(*SIGNS)
def comparison(g: Module, c: Scope, node: Node) -> Code:
    left, right = node[1], node[2]
    if left[0] is selections.size and right == (references.integer, 0) and node[0] in EMPTY:
        return Code(f"{EMPTY[node[0]]}{g.some(c, left[1])}", "truth")
    left, right = g.read(c, left), g.read(c, right)
    return Code(f"({left.number} {SIGNS[node[0]]} {right.number})", "truth")


@expression(operators.add)
def add(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"({g.read(c, node[1]).number} + {g.read(c, node[2]).number})")


@expression(operators.subtract)
def subtract(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"({g.read(c, node[1]).number} - {g.read(c, node[2]).number})")


@expression(operators.multiply)
def multiply(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"m.bounded({g.read(c, node[1]).number} * {g.read(c, node[2]).number})")


@expression(operators.divide)
def divide(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"quotient({g.read(c, node[1]).number}, {g.read(c, node[2]).number})")


@expression(operators.negative)
def negative(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"(-{g.read(c, node[1]).number})")


@expression(operators.both)
def both(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"({g.test(c, node[1])} and {g.test(c, node[2])})", "truth")


@expression(operators.either)
def either(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"({g.test(c, node[1])} or {g.test(c, node[2])})", "truth")


@expression(operators.opposite)
def opposite(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"(not {g.test(c, node[1])})", "truth")


@expression(operators.within)
def within(g: Module, c: Scope, node: Node) -> Code:
    return Code(g.read(c, node[2]).holds(g.read(c, node[1])), "truth")


@expression(operators.player_in)
def player_in(g: Module, c: Scope, node: Node) -> Code:
    place = g.read(c, node[2])
    player = g.read(c, node[1])
    if place.member and player.is_name:
        at = place.holds(Code(f"s[AT + {player.text}]"))
        return Code(at if player.sure else f"({player.text} != -1 and {at})", "truth")
    test = f"s[AT + {{}}] == {place.text}" if place.sure else f"s[AT + {{}}] in {place.items}"
    return looked_up(player, f"({test})", "False", "truth")


@expression(operators.piece_in)
def piece_in(g: Module, c: Scope, node: Node) -> Code:
    holders, how = g.read(c, node[2]), node[3]
    test = f"m.lies_in({{}}, {holders.items}, {how!r})"
    if how in ("zone", "player") and holders.sure and holders.kind == "number":
        test = f"(s[LOC + {{}}] == {'AREA + ' if how == 'player' else ''}{holders.text})"
    return looked_up(g.read(c, node[1]), test, "False", "truth")


@expression(operators.at_location)
def at_location(g: Module, c: Scope, node: Node) -> Code:
    of = g.read(c, node[2]).items
    return Code(f"({g.read(c, node[1]).number} in [m.destination(x, {node[3]!r}) for x in {of}])", "truth")
