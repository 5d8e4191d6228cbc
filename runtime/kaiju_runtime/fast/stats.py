"""Templates of stats, prices and upper ends: a base, and the modifiers in play.

Plain modifiers are written in line, stage by stage. One that looks at something that is itself modified hands the
whole number to the reference order of ``Stats.read``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.expressions import is_own_count
from kaiju_runtime.fast.scope import Code, Lines, Node, Scope, nodes_of
from kaiju_runtime.fast.watch import Guard, modifies
from kaiju_runtime.frames import NONE
from kaiju_runtime.primitives import OPERATIONS, attributes, references
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module

READS = {each.run: each.reads for each in OPERATIONS.values()}
SIGNS = {"=": "n = {}", "+": "n += {}", "-": "n -= {}", "*": "n *= {}"}
STAGES = (("=",), ("+", "-"), ("*",), ("at most", "at least"))


def is_plain(g: Module, ability: Ability) -> bool:
    """Whether a modifier looks at nothing that is modified itself, but perhaps at plain counts of other faces."""
    if ability.self_reading or (ability.until and not is_plain_effect(g, ability)):
        return False
    stat = ability.stat
    for node in modified_things(ability):
        face = node[1][1] if node[0] is attributes.count_face and node[1][0] is references.constant else NONE
        own = stat is not None and stat[0] == "count" and stat[1] == node[1]
        if face == NONE or own or any(modified_things(each) for each in g.p.abilities if bears_on(each, "count", face)):
            return False
    return stat is not None and (bool(ability.until) or stat[0] != "count" or stat[1][0] is references.constant)


def is_plain_effect(g: Module, ability: Ability) -> bool:
    """Whether it does not matter in which order several running effects of an ability come."""
    signs = {sign for sign, _ in ability.changes}
    of_piece = ability.stat is not None and is_of_piece(g, *ability.stat)
    return "=" not in signs and not {"at most", "at least"} <= signs and not of_piece


def modified_things(ability: Ability) -> list[Node]:
    """What a modifier looks at that may be modified itself."""
    parts = (ability.condition, ability.of, ability.for_, *(change for _, change in ability.changes))
    modified = (attributes.most, attributes.declared_value)
    return [node for node in nodes_of(parts) if "stats" in READS.get(node[0], ()) or node[0] in modified]


def write_number(g: Module, name: str, index: int, base: str, player: str, lines: Lines) -> None:
    """Writes the lines that compute ``n`` for ``of``: its base, then the modifiers in play.

    ``player``: whose the number is, or who asks for a price.
    """
    bearing = [each for each in g.p.abilities if bears_on(each, name, index)]
    standing = [ability for _, ability in g.watch.standing if ability in bearing]
    moving = [each for each in bearing if each not in standing]  # those of pieces, and those that last
    later = [each for each in moving if name == "count" and reads_only_itself(each, index)]
    if len(later) > 1 and any(change[0] is not references.integer for each in later for _, change in each.changes):
        later = []  # how much one adds may then depend on what another has added
    hard = [each for each in bearing if not is_plain(g, each) and each not in later]
    hard += [each for each in bearing if sets_another(each, bearing) or sets_otherwise(g, each)]
    hard += [each for each in standing if each.for_ is not None and not each.table]  # every player's may bear on it
    asked = f"return m.stats.read(({name!r}, {index if name != 'price' else 0}), of, {player})"
    if any(each in hard for each in standing):
        lines.add(asked)
        return
    guard = g.watch.guard(
        g.watch.pieces(lambda ability: ability in hard), g.watch.effects(lambda ability: ability in hard)
    )
    if guard:
        lines.add(f"if {guard}:", f"    {asked}")
    lines.add(f"n = {base}")
    moving = [each for each in moving if each not in hard and each not in later]
    if moving or standing or later:
        write_stages(g, name, index, moving, standing, player, lines, later)


def bears_on(ability: Ability, name: str, index: int) -> bool:
    """Whether a modifier may be of a number; the face of a count is known if it is written by name."""
    if not modifies(ability, name, index):
        return False
    face = ability.stat[1] if name == "count" and ability.stat is not None else None
    return face is None or face[0] is not references.constant or bool(face[1] == index)


def sets_another(ability: Ability, bearing: list[Ability]) -> bool:
    """Whether the order of modifiers could matter: one sets the number, or ends bound it, and another does too."""
    for signs in (("=",), ("at most", "at least")):
        own = any(sign in signs for sign, _ in ability.changes)
        others = sum(any(sign in signs for sign, _ in each.changes) for each in bearing)
        if own and others > 1:
            return True
    return False


def sets_otherwise(g: Module, ability: Ability) -> bool:
    """Whether several pieces may have a modifier of which the one that comes last decides."""
    signs = {sign for sign, _ in ability.changes}
    if ("=" not in signs and not {"at most", "at least"} <= signs) or ability.until:
        return False
    several = g.layout.copiers or g.watch.pieces(lambda each: each is ability).bit_count() > 1
    return bool(several) and any(change[0] is not references.integer for _, change in ability.changes)


def write_stages(
    g: Module,
    name: str,
    index: int,
    moving: list[Ability],
    standing: list[Ability],
    player: str,
    lines: Lines,
    later: list[Ability],
) -> None:
    for signs in STAGES:
        here = [each for each in standing if any(sign in signs for sign, _ in each.changes)]
        for ability in here:
            write_standing(g, name, ability, player, signs, lines)
        now = [each for each in moving if any(sign in signs for sign, _ in each.changes)]
        together = Guard()
        for ability in now:
            together |= guard_of(g, name, index, ability, player)
        if len(now) > 1:
            lines.add(f"if {together}:")
        inner = lines.deeper() if len(now) > 1 else lines
        for ability in now:
            write_moving(g, name, index, ability, player, signs, inner)
        if "+" in signs and later:
            write_later(g, later, index, player, lines)


def reads_only_itself(ability: Ability, face: int) -> bool:
    """Whether a modifier of a face's symbols adds to them, and looks only at how many there are so far."""
    if not ability.self_reading or ability.until or any(sign not in "+-" for sign, _ in ability.changes):
        return False
    stat = ability.stat
    if stat is None or stat[1][0] is not references.constant or stat[1][1] != face:
        return False
    return all(is_own_count(node, face) for node in modified_things(ability))


def write_later(g: Module, abilities: list[Ability], face: int, player: str, lines: Lines) -> None:
    """Modifiers that look at the number so far: those that hold are added, until no more of them hold."""
    together = Guard()
    for ability in abilities:
        together |= guard_of(g, "count", face, ability, player)
    lines.add(f"if {together}:")
    with lines.inside():
        lines.add("left = []")
        holds = []
        for number, ability in enumerate(abilities):
            c = Scope(this="this", host="host", acting=False, sure_you=False, ability=ability, so_far=face)
            tests = concerns(g, c, ability, player, of_piece=False)
            bits = guard_of(g, "count", face, ability, player)
            lines.add(f"for this, you, host in holders(m, s, {bits}):  # {g.title_of(ability)}")
            lines.add(f"    if {' and '.join(tests) or 'True'}:", f"        left.append(({number}, this, you, host))")
            holds.append(f"which == {number} and {g.test(c, ability.condition)}")
        lines.add("while left:", f"    ready = [each for each in left if holding_{face}(m, s, n, of, *each)]")
        lines.add("    if not ready:", "        break", "    for which, this, you, host in ready:")
        for number, ability in enumerate(abilities):
            c = Scope(this="this", host="host", acting=False, sure_you=False, ability=ability, so_far=face)
            lines.add(f"        if which == {number}:")
            for sign, change in ability.changes:
                lines.add(f"            {SIGNS[sign].format(g.read(c, change).number)}")
        lines.add("    left = [each for each in left if each not in ready]")
    inner = Lines()
    inner.add(*(f"if {each}:\n        return True" for each in holds), "return False")
    title = f"Whether a modifier of {g.p.faces[face].name} holds that looks at how many there are so far."
    g.function(f"holding_{face}", "m, s, n, of, which, this, you, host", title, inner)


def write_standing(g: Module, name: str, ability: Ability, player: str, signs: tuple[str, ...], lines: Lines) -> None:
    """A modifier of a counter or rule: of the player's own, or of a rule of the table."""
    if ability.table:
        c = Scope(you="-1", sure_you=False, acting=False, ability=ability)
        tests = []
    else:
        c = Scope(you=player, acting=False, ability=ability)
        tests = [f"(s[ALIVE + {player}] or {player} in m.leaving)"]
    if ability.of is not None:
        tests.append(g.test(replace(c, it=Code("of", sure=True)), ability.of))
    if ability.for_ is not None:
        tests.append(f"{player} in {g.read(c, ability.for_).items}")
    write_changes(g, c, ability, tests, signs, lines)


def write_moving(
    g: Module, name: str, index: int, ability: Ability, player: str, signs: tuple[str, ...], lines: Lines
) -> None:
    """A modifier of a piece, for each piece in play that has it; or one that lasts, for each time that it runs."""
    c = Scope(this="this", host="host", acting=False, sure_you=False, ability=ability)
    guard = guard_of(g, name, index, ability, player)
    lines.add(f"if {guard}:  # {g.title_of(ability)}")
    with lines.inside():
        if ability.until:
            c = replace(c, bound={slot: Code(f"bound[{slot}]", "any") for slot in range(ability.locals)})
            lines.add(f"for this, you, host, bound in running(m, s, {ability.id}):")
        else:
            lines.add(f"for this, you, host in holders(m, s, {guard}):")
        tests = concerns(g, c, ability, player, of_piece=is_of_piece(g, name, index))
        if name == "count" and ability.stat is not None and ability.stat[1][0] is not references.constant:
            tests.append(f"{g.read(c, ability.stat[1]).number} == {index}")
        with lines.inside():
            write_changes(g, c, ability, tests, signs, lines)


def guard_of(g: Module, name: str, index: int, ability: Ability, player: str) -> Guard:
    """The test whether a modifier of a piece is in play, or one that lasts runs."""
    if ability.until:
        return Guard((("FX", g.watch.bit_of[ability.id]),))
    bits = g.watch.pieces(lambda each: each is ability)
    return Guard(((word_of(g, name, index, ability, player), bits),))


def is_of_piece(g: Module, name: str, index: int) -> bool:
    return name == "most" and g.p.counters[index].holder == "piece"


def word_of(g: Module, name: str, index: int, ability: Ability, player: str) -> str:
    """The word in which a piece with a modifier shows: its player's if it bears on nobody else's numbers."""
    # A declared stat may be one of a piece, whose number is no seat.
    own = name != "stat" and not is_of_piece(g, name, index) and concerns_its_own(ability)
    return f"MINE + {player}" if own else "PLAY"


def concerns_its_own(ability: Ability) -> bool:
    """Whether a modifier only bears on numbers of its own player."""
    return ability.for_ is None and not ability.table


def concerns(g: Module, c: Scope, ability: Ability, player: str, of_piece: bool) -> list[str]:
    """The tests whether a modifier of a piece bears on a number of ``of``."""
    tests = [] if ability.of is None else [g.test(replace(c, it=Code("of", sure=True)), ability.of)]
    if ability.for_ is not None:
        tests.append(f"{player} in {g.read(c, ability.for_).items}")
    elif of_piece:
        tests.append("this == of")
    elif not ability.table:
        tests.append(f"(you == {player} or you == -1)")
    return tests


def write_changes(
    g: Module, c: Scope, ability: Ability, tests: list[str], signs: tuple[str, ...], lines: Lines
) -> None:
    if ability.condition is not None:
        tests = [*tests, g.test(c, ability.condition)]
    changes = []
    for sign, change in ability.changes:
        if sign in signs:
            number = g.read(c, change).number
            if sign in SIGNS:
                changes.append(SIGNS[sign].format(number))
                if ability.until and change[0] is not references.integer:
                    changes.append("n = m.bounded(n)")
            else:
                changes.append(f"n = {'min' if sign == 'at most' else 'max'}(n, {number})")
    lines.add(*([f"if {' and '.join(tests)}:", *(f"    {each}" for each in changes)] if tests else changes))


# --- the functions -------------------------------------------------------------------------------


def stat_function(g: Module, index: int) -> str:
    """``stat_N``: a declared stat of a player or thing."""
    name = f"stat_{index}"
    if name not in g.functions:
        g.functions[name] = ""
        found, lines = g.p.stats[index], Lines()
        base = g.read(Scope(you="of"), found.base).number
        if any(node[0] in (attributes.stat, attributes.declared_value) for node in nodes_of(found.base)):
            lines.add("m.look(1)")
        write_number(g, "stat", index, base, "of", lines)
        lines.add(f"return {found.least} if n < {found.least} else {found.most} if n > {found.most} else n")
        g.function(name, "m, s, of, you", f"The stat {found.id}.", lines)
    return name


def value_function(g: Module, index: int) -> str:
    """``value_N``: a declared value, for ``you``."""
    name = f"value_{index}"
    if name not in g.functions:
        g.functions[name] = ""
        found, lines = g.p.values[index], Lines()
        code = g.read(Scope(), found.expression)
        lines.add("m.look(1)", f"return {code.items if found.kind.endswith('*') else code.number}")
        g.function(name, "m, s, you", f"The declared value {found.id}.", lines)
    return name


def price(g: Module, piece: str, buyer: str) -> str:
    """What a piece costs a player now, as source: what is printed on it, unless something modifies prices."""
    names = [each["id"] for each in g.p.data["fields"]]
    costs = g.tables[g.data_table(names.index("cost"))] if "cost" in names else (0,) * (2 * g.p.things + 1)
    g.table("PRINTED", tuple(max(0, cost) for cost in costs))
    if "price" not in g.functions:
        g.functions["price"] = ""
        lines = Lines()
        write_number(g, "price", 0, "PRINTED[of]", "buyer", lines)
        lines.add("return n if n > 0 else 0")
        g.function("price", "m, s, of, buyer", "What a piece costs a player now.", lines)
    asked = f"price(m, s, {piece}, {buyer})"
    if g.watch.standing_modifiers("price"):
        return asked

    def wanted(ability: Ability) -> bool:
        return modifies(ability, "price", NONE)

    whose = buyer if buyer.isidentifier() else ""
    guard = g.watch.guard_of(wanted, g.watch.effects(wanted), concerns_its_own, whose)
    return f"({asked} if {guard} else PRINTED[{piece}])" if guard else f"PRINTED[{piece}]"


def upper_end(g: Module, index: int, who: str = "who") -> str:
    """The source of the most that a player may have of a counter; empty if there is no end."""
    counter = g.p.counters[index]
    moving = any(modifies(each, "most", index) for each in g.p.abilities)
    if counter.holder != "player" and (moving or counter.most is not None):
        return f"m.upper_end({index}, {who})"
    if not moving:
        if counter.most is None:
            return ""
        if counter.most[0] is references.integer:
            return str(max(0, int(counter.most[1])))
    name = f"most_{index}"
    if name not in g.functions:
        g.functions[name] = ""
        lines = Lines()
        base = str(2**53 - 1) if counter.most is None else g.read(Scope(you="of"), counter.most).number
        write_number(g, "most", index, base, "of", lines)
        lines.add("return n if n > 0 else 0")
        g.function(name, "m, s, of", f"The most {counter.name} of a player.", lines)
        g.later.append(f"ENDS[{index}] = {name}")
    return f"{name}(m, s, {who})"


def guard_of_ends(g: Module) -> str:
    """The test whether an upper end may have come down; empty: none ever does."""
    if ("modify", "most") not in g.known:
        return ""
    moving = any(each.most is not None and each.most[0] is not references.integer for each in g.p.counters)
    return "True" if moving or g.watch.standing_modifiers("most") else str(g.watch.modifiers("most"))


def least_upper_end(g: Module, index: int) -> int:
    """A number below which no upper end of a counter can come down, as far as the program says."""
    counter = g.p.counters[index]
    bounds = [] if counter.most is None else [counter.most]
    for ability in g.p.abilities:
        if bears_on(ability, "most", index):
            for sign, change in ability.changes:
                if sign == "at most":
                    bounds.append(change)
                elif sign != "+" or change[0] is not references.integer or change[1] < 0:
                    return counter.least
    if any(bound[0] is not references.integer for bound in bounds):
        return counter.least
    return max(counter.least, min((int(bound[1]) for bound in bounds), default=counter.least))
