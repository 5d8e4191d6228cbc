"""Templates of the verbs that raise events, each with the function of its event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.events import Write, write_batch, write_end, write_event
from kaiju_runtime.fast.patterns import Shape
from kaiju_runtime.fast.scope import CHARGE, Code, Lines, Node, Scope, can, sentence
from kaiju_runtime.fast.statements import actor, named
from kaiju_runtime.fast.watch import ANY
from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import DICE_IN_ROLL
from kaiju_runtime.primitives import control, references, verbs_of_counters, verbs_of_effects

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module

# --- gain and lose -------------------------------------------------------------------------------


def counter_function(g: Module, verb: str, counter: int) -> str:
    """``gain_N`` and ``lose_N``: a counter of a player or piece rises or falls."""
    name, found = f"{verb}_{counter}", g.p.counters[counter]
    if name not in g.functions:
        g.functions[name] = ""
        lines = Lines()
        write_event(g, counter_shape(g, verb, counter), lines, changes(g, verb, counter))
        g.function(name, "m, s, who, actor, n, why", f"{found.name}: {verb}.", lines)
    return name


def batch_function(g: Module, verb: str, counter: int) -> str:
    """``gain_all_N`` and ``lose_all_N``: the same for several at once, which is one batch."""
    single, name = counter_function(g, verb, counter), f"{verb}_all_{counter}"
    if name not in g.functions:
        g.functions[name] = ""
        lines = Lines()
        lines.add("if len(all) == 1:", f"    {single}(m, s, all[0], actor, n, why)", "    return", "number = n")
        write = changes(g, verb, counter, "number")
        write_batch(g, counter_shape(g, verb, counter), "who", lines, write)
        g.function(name, "m, s, all, actor, n, why", f"{g.p.counters[counter].name}: several {verb} at once.", lines)
    return name


def counter_shape(g: Module, verb: str, counter: int) -> Shape:
    player = "who" if g.p.counters[counter].holder == "player" else "owner_of(s, who)"
    fields = {"who": "who", "player": player, "actor": "actor", "cause": "why"}
    return Shape(verb, "add_to_counter" if verb == "gain" else "take_from_counter", counter, fields, "n")


def changes(g: Module, verb: str, counter: int, number: str = "n") -> Write:
    """What a gain or loss does; afterwards ``n`` is how much it really was."""
    least = g.p.counters[counter].least

    def change(lines: Lines, leave: str) -> None:
        at = f"s[{g.counter(counter)} + who]"
        lines.add(f"before = {at}")
        if verb == "gain":
            lines.add(f"after = before + {number}")
            most = g.upper_end(counter)
            if most:
                lines.add(f"most = {most}", "if after > most:", "    after = most if most > before else before")
            lines.add("n = after - before")
        else:
            lines.add(f"after = before - {number}", f"if after < {least}:", f"    after = min(before, {least})")
            lines.add("n = before - after")
        lines.add("if n <= 0:")
        if leave == "return":
            write_end(g, lines.deeper())
        lines.add(f"    {leave}", f"{at} = after")
        low, high = ("before", "after") if verb == "gain" else ("after", "before")
        g.conditions.mark_change(lines, counter, low, high)

    return change


def write_counter_verb(g: Module, c: Scope, node: Node, lines: Lines, verb: str) -> None:
    """One event for each subject, all with the same number; none for a number of 0 or less."""
    function = counter_function(g, verb, node[4])
    number = named(g, g.read(c, node[3]), lines)
    whom = actor(g, c, node)
    own = g.p.counters[node[4]].holder != "player" and node[2] is not None and node[2][0] is references.this
    mark = g.place_of(node[1])
    tests = [] if number.isdigit() and number != "0" else [f"{number} > 0"]
    if whom.kind == "number":
        who = named(g, whom, lines, "who")
        tests += [] if whom.sure else [f"{who} != -1"]
        tests += [f"may_write(s, {c.host}, {who})"] if own else []
        call = f"{function}(m, s, {who}, {c.you}, {number}, {c.why}){mark}"
        lines.add(*([f"if {' and '.join(tests)}:", f"    {call}"] if tests else [call]))
        return
    all_ = g.fresh("all")
    only = f" if may_write(s, {c.host}, x)" if own else ""
    lines.add(f"{all_} = [x for x in {whom.items}{only}]{mark}" if only else f"{all_} = {whom.items}{mark}")
    lines.add(f"if {' and '.join([all_, *tests])}:")
    lines.add(f"    {batch_function(g, verb, node[4])}(m, s, {all_}, {c.you}, {number}, {c.why})")


@sentence(verbs_of_counters.gain)
def gain(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    write_counter_verb(g, c, node, lines, "gain")


@sentence(verbs_of_counters.lose)
def lose(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    write_counter_verb(g, c, node, lines, "lose")


@can(verbs_of_counters.gain)
def may_gain(g: Module, c: Scope, node: Node) -> Code:
    return may_change(g, c, node, "gain")


@can(verbs_of_counters.lose)
def may_lose(g: Module, c: Scope, node: Node) -> Code:
    return may_change(g, c, node, "lose")


def may_change(g: Module, c: Scope, node: Node, verb: str) -> Code:
    """Whether there is somebody for whom nothing forbids it; a number of 0 is always possible."""
    guard = g.watch.forbidders(verb, node[4])
    number, whom = g.read(c, node[3]), actor(g, c, node)
    asked = f"m.could({g.node(node)}, {g.frame(c, node)})"
    if guard == "True" or g.p.counters[node[4]].holder != "player":
        return Code(asked, "truth")
    sure = whom.kind == "number" and whom.sure
    somebody = "True" if sure else f"(bool({whom.items}) or {number.number} <= 0)"
    return Code(f"({asked} if {guard} else {somebody})" if guard else somebody, "truth")


# --- resolve and call ------------------------------------------------------------------------------


@sentence(verbs_of_effects.resolve_face)
def resolve_face(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    names = [face_function(g, face) for face in range(len(g.p.faces))]
    if (line := f"RESOLVE = ({', '.join(names)},)") not in g.later:
        g.later.append(line)
    face = named(g, g.read(c, node[3]), lines, "face")
    lines.add(
        f"if {face} != -1:", f"    RESOLVE[{face}](m, s, {actor(g, c, node).number}, {c.why}){g.place_of(node[1])}"
    )


def face_function(g: Module, face: int) -> str:
    """``resolve_N``: a player resolves a face."""
    name, found = f"resolve_{face}", g.p.faces[face]
    if name in g.functions:
        return name
    g.functions[name] = ""
    lines = Lines()
    lines.add("n = 0", "if who == s[ACTIVE]:")
    with lines.inside():
        lines.add(
            f"if not s[DONE + {face}]:", f"    n = {g.shown(face)} - s[SPENT + {face}]", f"    s[DONE + {face}] = 1"
        )
        g.mark(lines.deeper(), "spent")
    write_nothing(g, "n <= 0", lines)
    fields = {"who": "who", "player": "who", "cause": "why"}
    shape = Shape("resolve_face", "run_face", face, fields, "n")
    if g.changes_event(found.body.block):
        lines.add(f"m.happen([{shape.made()}], run_face)")
        return g.function(name, "m, s, who, why", f"Resolve {found.name}.", lines)

    def body(lines: Lines, leave: str) -> None:
        lines.add(f'cause = ("face", {face}, who, {found.body.id}, why, -1, -1)')
        lines.add(*(f"v{slot} = -1" for slot in range(found.body.locals)))
        inner = Scope(
            you="who", amount="n", they="who", from_="why", why="cause", ability=found.body, by=str(found.body.id)
        )
        g.block(inner, found.body.block, lines)

    write_event(g, shape, lines, body)
    return g.function(name, "m, s, who, why", f"Resolve {found.name}.", lines)


@can(verbs_of_effects.resolve_face)
def may_resolve(g: Module, c: Scope, node: Node) -> Code:
    face = g.read(c, node[3])
    some = "True" if face.sure else f"({face.number} != -1)"
    guard = g.watch.forbidders("resolve_face", ANY)
    if not guard:
        return Code(some, "truth")
    return Code(f"(m.could({g.node(node)}, {g.frame(c, node)}) if {guard} else {some})", "truth")


@can(verbs_of_effects.resolve_thing)
def may_resolve_thing(g: Module, c: Scope, node: Node) -> Code:
    some, guard = f"is_something({g.read(c, node[3]).number})", g.watch.forbidders("resolve_thing")
    if not guard:
        return Code(some, "truth")
    return Code(f"(m.could({g.node(node)}, {g.frame(c, node)}) if {guard} else {some})", "truth")


@sentence(verbs_of_effects.resolve_thing)
def resolve_thing(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    if "resolve_thing" not in g.functions:
        g.functions["resolve_thing"] = ""
        inner = Lines()
        fields = {"who": "who", "player": "who", "what": "thing", "cause": "why"}
        shape = Shape("resolve_thing", "run_thing", fields=fields)
        write_event(g, shape, inner, lambda lines, _: lines.add(f"run_thing(m, {shape.made()})"))
        g.function("resolve_thing", "m, s, who, thing, why", "What a piece or space does of its own.", inner)
    thing = named(g, g.read(c, node[3]), lines, "thing")
    call = f"resolve_thing(m, s, {actor(g, c, node).number}, {thing}, {c.why})"
    lines.add(f"if {thing} != -1:", f"    {call}{g.place_of(node[1])}")


@sentence(control.call)
def call(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    function = procedure_function(g, node[3])
    whom = actor(g, c, node)
    parts = [named(g, g.read(c, each), lines, "a") for each in node[4]]
    mark = g.place_of(node[1])
    rest = ", ".join([c.this, c.host, *parts, c.why, c.by])
    if whom.kind == "number" and whom.sure:
        lines.add(f"{function}(m, s, {whom.text}, {rest}){mark}")
        return
    if node[2] is None:  # of a piece without owner nobody may be you: it runs all the same
        lines.add(f"if {whom.text} != -1:{mark}", f"    {function}(m, s, {whom.text}, {rest})", "else:")
        g.leave_to_reference(c, node, lines.deeper())
        return
    all_ = g.fresh("all")
    lines.add(f"{all_} = {whom.items}{mark}", f"if len({all_}) == 1:")
    lines.add(f"    {function}(m, s, {all_}[0], {rest})", f"elif {all_}:")
    g.leave_to_reference(c, node, lines.deeper())


def procedure_function(g: Module, number: int) -> str:
    """``call_N``: a procedure of the mode runs for one player."""
    name, found = f"call_{number}", g.p.procedures[number]
    if name in g.functions:
        return name
    g.functions[name] = ""
    arguments = [f"v{slot}" for slot in range(len(found.kinds))]
    counted = next((slot for slot, kind in enumerate(found.kinds) if kind == "number"), None)
    amount = "1" if counted is None else arguments[counted]
    args = f"({', '.join(arguments)},)" if arguments else "()"
    lines = Lines()
    fields = {"who": "who", "player": "who", "cause": "why", "args": args}  # `you` is who hears of it
    shape = Shape("call", f"procedure_body({number}, this, host, by)", number, fields, amount)
    rest = ", ".join(["this, host", *arguments, "why, by"])
    if counted is not None:  # with a number of nothing it runs, and nobody hears of it
        lines.add(f"if {amount} <= 0:", f"    m.happen([{shape.made()}], {shape.body})", "    return")
    write_event(g, shape, lines, lambda lines, _: lines.add(f"run_{number}(m, s, who, {rest})"))
    run_function(g, number, arguments, amount, f"m, s, you, {rest}")
    return g.function(name, f"m, s, who, {rest}", f"Calls {found.name}.", lines)


def run_function(g: Module, number: int, arguments: list[str], amount: str, signature: str) -> None:
    """``run_N``: the statements of a procedure."""
    found, lines = g.p.procedures[number], Lines()
    lines.add(CHARGE, *(f"v{slot} = -1" for slot in range(len(arguments), found.body.locals)))
    event = "None"
    if g.changes_event(found.body.block):
        event = "e"
        lines.add(f"e = Event('call', {number}, you, player=you, amount={amount}, cause=why)")
    c = Scope(this="this", amount=amount, they="you", from_="why", event=event, why="why", host="host", by="by")
    if g.ends(number):
        lines.add(f"m.running.append({number})", "try:")
        with lines.inside():
            g.block(c, found.body.block, lines)
        lines.add("except CutProcedure as cut:", f"    if cut.procedure != {number}:", "        raise")
        lines.add("finally:", "    m.running.pop()")
    else:
        g.block(c, found.body.block, lines)
    g.function(f"run_{number}", signature, f"{found.name}.", lines)


@can(control.call)
def can_call(g: Module, c: Scope, node: Node) -> Code:
    found = g.p.procedures[node[3]]
    whom = actor(g, c, node)
    guard = g.watch.forbidders("call", node[3])
    slow = f"m.could({g.node(node)}, {g.frame(c, node)})"
    if guard == "True" or not (whom.sure or whom.is_name):
        return Code(slow, "truth")
    name = f"can_{node[3]}"
    if name not in g.functions:
        g.functions[name] = ""
        arguments = [f"v{slot}" for slot in range(len(found.kinds))]
        counted = next((slot for slot, kind in enumerate(found.kinds) if kind == "number"), None)
        inner = Scope(
            this="this",
            amount="1" if counted is None else arguments[counted],
            they="you",
            from_="why",
            why="why",
            host="host",
            by="by",
            acting=False,
        )
        lines = Lines()
        lines.add(*(f"v{slot} = -1" for slot in range(len(arguments), found.body.locals)))
        lines.add(f"return {g.can_run(inner, found.body.block)}")
        signature = ", ".join(["m, s, you, this, host", *arguments, "why, by"])
        g.function(name, signature, f"Whether {found.name} could do anything.", lines)
    parts = [g.read(c, each).number for each in node[4]]
    asked = f"{name}({', '.join(['m, s', whom.text, c.this, c.host, *parts, c.why, c.by])})"
    unless = [*([str(guard)] if guard else []), *([] if whom.sure else [f"{whom.text} == -1"])]
    return Code(f"({slow} if {' or '.join(unless)} else {asked})" if unless else asked, "truth")


def write_nothing(g: Module, test: str, lines: Lines) -> None:
    """An event of nothing does not happen; conditions are looked at all the same."""
    lines.add(f"if {test}:")
    g.clip(lines.deeper())
    g.look_for_conditions(lines.deeper())
    lines.add("    return")


def roll_functions(g: Module) -> None:
    """``roll_dice`` and ``reroll_dice``: dice get new faces, then the event tells of it."""
    if "roll_dice" in g.functions:
        return
    g.functions["roll_dice"] = g.functions["reroll_dice"] = ""  # what answers to a roll may roll
    for name, dice in (("roll_dice", "ROW[:n]"), ("reroll_dice", "dice")):
        lines = Lines()
        if name == "roll_dice":
            if guard := g.watch.forbidders("roll"):
                lines.add(f"if ({guard}) and not m.may_roll(who, n, why):", "    return")
            lines.add("if who != s[ACTIVE] or n > IN_ROLL:", "    m.roll_aside(who, n, why)", "    return")
            lines.add("s[DICE:DICE_ASIDE] = UNROLLED", "s[DICE_OWNER:DICE_OWNER + IN_ROLL] = [who] * IN_ROLL")
            lines.add("if n > 0:", "    s[DICE:DICE + n] = throw(m, s, n)")
            g.mark(lines, "dice")  # no dice are thrown, and those of the roll before are gone
            write_nothing(g, "n <= 0", lines)
        else:
            lines.add("if not dice:", "    return", "for die, face in zip(dice, throw(m, s, len(dice))):")
            lines.add("    s[DICE + die] = face", "n = len(dice)")
            g.mark(lines, "dice")
        lines.add(f"dice = {dice}")
        fields = {"who": "who", "player": "who", "dice": "dice", "cause": "why"}
        write_event(g, Shape("roll", "nothing_more", fields=fields, amount="n"), lines, lambda *_: None)
        argument = "n" if name == "roll_dice" else "dice"
        g.function(name, f"m, s, who, {argument}, why", "Dice get new faces.", lines)
    g.table("UNROLLED", [NONE] * DICE_IN_ROLL)
