"""Templates of statements: what steers, counters, dice, the event at hand. Events have a module of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.scope import Code, Lines, Node, Scope, can, sentence
from kaiju_runtime.primitives import control, references, verbs_of_counters, verbs_of_effects, verbs_of_play

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


def actor(g: Module, c: Scope, node: Node) -> Code:
    """Who does it: the subject, or ``you`` where none is said."""
    return Code(c.you, sure=c.sure_you) if node[2] is None else g.read(c, node[2])


def named(g: Module, code: Code, lines: Lines, letter: str = "n") -> str:
    """The name of a variable that holds the value; a value that is a name stays."""
    if code.kind != "truth" and code.is_name:
        return code.text
    name = g.fresh(letter)
    lines.add(f"{name} = {code.number}")
    return name


# --- what steers ---------------------------------------------------------------------------------


@sentence(control.branch)
def branch(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    lines.add(f"if {g.test(c, node[2])}:{g.place_of(node[1])}")
    with lines.inside():
        g.block(c, node[3], lines)
    if node[4]:
        lines.add("else:")
        with lines.inside():
            g.block(c, node[4], lines)


@sentence(control.for_each)
def for_each(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    name = g.fresh("all")
    over = g.read(c, node[4])
    lines.add(f"{name} = {over.items}{g.place_of(node[1])}", f"m.work(len({name}))")
    lines.add(f"for {c.local(node[2])} in {name}:")
    if over.kind == "list":
        c = c.bind(node[2], Code(c.local(node[2]), sure=True))
    with lines.inside():
        g.block(c, node[5], lines)


@sentence(control.repeat)
def repeat(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    lines.add(f"for _ in range(m.times({g.read(c, node[2]).number}, {node[1]})):{g.place_of(node[1])}")
    with lines.inside():
        g.block(c, node[3], lines)
        if len(node[3]) == 1 and node[3][0][0] is control.may:
            lines.add("if declined:", "    break")


@sentence(control.let)
def let(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    code = g.read(c, node[4])
    lines.add(f"{c.local(node[2])} = {code.number}{g.place_of(node[1])}")


@sentence(control.choose_one)
def choose_one(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    who, possible = g.fresh("who"), g.fresh("can")
    tests = [f"({position}, {g.can_run(c, block)})" for position, (_, block) in enumerate(node[3])]
    lines.add(f"{possible} = [at for at, possible in ({', '.join(tests)},) if possible]{g.place_of(node[1])}")
    lines.add(f"{who} = {actor(g, c, node).number}", f"if {possible} and m.can_be_asked({who}):")
    with lines.inside():
        labels = g.table(f"LABELS_{node[1]}", tuple(label for label, _ in node[3]))
        source = g.source(c, node)
        lines.add(f"at = {possible}[m.pick_label({who}, [{labels}[at] for at in {possible}], {source})]")
        for position, (_, block) in enumerate(node[3]):
            lines.add(f"{'if' if position == 0 else 'elif'} at == {position}:")
            with lines.inside():
                g.block(c, block, lines)


@sentence(control.may)
def may(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    who = named(g, actor(g, c, node), lines, "who")
    lines.add(f"declined = True{g.place_of(node[1])}")
    lines.add(f"if {offered(g, c, node, who)} and m.pick_yes({who}, {node[3]!r}, {g.source(c, node)}):")
    with lines.inside():
        g.settle(c, node[4], who, lines)
        g.block(c, node[5], lines)
        lines.add("declined = False")


def offered(g: Module, c: Scope, node: Node, who: str) -> str:
    """The test whether an offer would be made to somebody."""
    tests = [f"m.can_be_asked({who})", g.affordable(c, node[4], who), g.can_run(c, node[5])]
    return " and ".join(test for test in tests if test != "True")


@can(control.can_may)
@can(control.may)
def can_may(g: Module, c: Scope, node: Node) -> Code:
    who = actor(g, c, node)
    if not who.is_name:
        return Code(f"any({offered(g, c, node, 'w')} for w in ({who.number},))", "truth")
    return Code(f"({offered(g, c, node, who.text)})", "truth")


@can(control.choose_one)
def can_choose_one(g: Module, c: Scope, node: Node) -> Code:
    return Code("(" + " or ".join(g.can_run(c, block) for _, block in node[3]) + ")", "truth")


# --- counters ------------------------------------------------------------------------------------


@sentence(verbs_of_counters.set_counter)
def set_counter(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    counter, of = node[3], g.read(c, node[4])
    number = named(g, g.read(c, node[5]), lines)
    if of.kind == "number" and g.p.counters[counter].holder == "player" and of.sure:
        lines.add(f"{g.setter(counter)}(m, s, {of.text}, {number}, {c.why}){g.place_of(node[1])}")
    else:
        lines.add(f"for x in {of.items}:{g.place_of(node[1])}")
        own = g.p.counters[counter].holder != "player" and node[4][0] is references.this
        test = f"if may_write(s, {c.host}, x): " if own else ""
        lines.add(f"    {test}{g.setter(counter)}(m, s, x, {number}, {c.why})")
    g.look_for_conditions(lines)


@sentence(verbs_of_counters.pay)
def pay(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    payer = actor(g, c, node) if node[5] is None else g.read(c, node[5])
    lines.add(f"{g.payer(node[4])}(m, s, {payer.number}, {g.read(c, node[3]).number}, {c.why}){g.place_of(node[1])}")


@can(verbs_of_counters.pay)
def can_pay(g: Module, c: Scope, node: Node) -> Code:
    payer = actor(g, c, node) if node[5] is None else g.read(c, node[5])
    return Code(g.can_pay(payer, node[4], g.read(c, node[3])), "truth")


@sentence(verbs_of_counters.spend)
def spend(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    face, who = named(g, g.read(c, node[4]), lines, "face"), actor(g, c, node).number
    number = named(g, g.read(c, node[3]), lines)
    lines.add(
        f"if unspent_of(m, s, {face}, {who}) >= {number}:", f"    spend(s, {face}, {number}){g.place_of(node[1])}"
    )
    g.mark(lines, "spent")


@can(verbs_of_counters.spend)
def can_spend(g: Module, c: Scope, node: Node) -> Code:
    face, who = g.read(c, node[4]).number, actor(g, c, node).number
    return Code(f"(unspent_of(m, s, {face}, {who}) >= {g.read(c, node[3]).number})", "truth")


# --- the event at hand, and the game ---------------------------------------------------------------


@sentence(verbs_of_play.prevent)
def prevent(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    if c.event != "None":
        lines.add(f"if e is not None: e.gone = True{g.place_of(node[1])}")


@sentence(verbs_of_play.prevent_some)
def prevent_some(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    if c.event != "None":
        number = g.read(c, node[3]).number
        lines.add(f"if e is not None: e.amount = max(0, e.amount - max(0, {number})){g.place_of(node[1])}")


@sentence(verbs_of_play.add_some)
def add_some(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    if c.event != "None":
        number = g.read(c, node[3]).number
        lines.add(f"if e is not None: e.amount = m.bounded(e.amount + max(0, {number})){g.place_of(node[1])}")


@sentence(verbs_of_play.end_turn)
def end_turn(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    lines.add("raise CutTurn")


@sentence(verbs_of_play.end_game)
def end_game(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    lines.add(f"raise GameOver([], {c.why})")


@sentence(verbs_of_play.win)
def win(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    if g.watch.before("win") or g.watch.must_be_slow("win"):
        g.leave_to_reference(c, node, lines)
        return
    name = g.fresh("winners")
    lines.add(f"{name} = {g.read(c, node[2]).items}{g.place_of(node[1])}")
    lines.add(f"if {name}:", f"    raise GameOver({name}, {c.why})")


@can(verbs_of_play.eliminate)
def may_fall(g: Module, c: Scope, node: Node) -> Code:
    guard = g.watch.forbidders("eliminate")
    players = g.read(c, node[3]).items
    if not guard:
        return Code(f"bool({players})", "truth")
    return Code(f"(any(m.may_fall(x, {c.why}) for x in {players}) if {guard} else bool({players}))", "truth")


# --- dice ----------------------------------------------------------------------------------------


@sentence(verbs_of_effects.roll)
def roll(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    g.roll()
    who = actor(g, c, node).number
    lines.add(f"roll_dice(m, s, {who}, m.times({g.read(c, node[3]).number}, {node[1]}), {c.why}){g.place_of(node[1])}")


@can(verbs_of_effects.roll)
@can(verbs_of_effects.roll_aside)
def rollable(g: Module, c: Scope, node: Node) -> Code:
    guard = g.watch.forbidders("roll")
    if not guard:
        return Code("True", "truth")
    asked = f"m.may_roll({actor(g, c, node).number}, {g.read(c, node[3]).number}, {c.why})"
    return Code(f"({asked} if {guard} else True)", "truth", unless=guard)


@sentence(verbs_of_effects.reroll)
def reroll(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    g.roll()
    who, dice = actor(g, c, node).number, g.read(c, node[3]).items
    if g.watch.forbidders("reroll"):
        allowed = g.fresh("dice")
        lines.add(f"{allowed} = {dice}{g.place_of(node[1])}", f"if {g.watch.forbidders('reroll')}:")
        lines.add(f"    {allowed} = [die for die in {allowed} if m.may_reroll_now({c.you}, die, {c.why})]")
        dice = allowed
    lines.add(f"reroll_dice(m, s, {who}, {dice}, {c.why}){g.place_of(node[1])}")


@can(verbs_of_effects.reroll)
def rerollable(g: Module, c: Scope, node: Node) -> Code:
    dice, guard = g.read(c, node[3]).items, g.watch.forbidders("reroll")
    if not guard:
        return Code(f"bool({dice})", "truth", unless="False")
    asked = f"any(m.may_reroll_now({c.you}, die, {c.why}) for die in {dice})"
    return Code(f"({asked} if {guard} else bool({dice}))", "truth", unless=guard)


@can(verbs_of_effects.copy)
def is_something(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"is_something({g.read(c, node[3]).number})", "truth")
