"""Templates of the frame of the game: turns, phases, and the phases' own questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kaiju_runtime.fast.choices import candidates_of
from kaiju_runtime.fast.events import Write, write_event, write_totals, write_unheard
from kaiju_runtime.fast.patterns import Shape
from kaiju_runtime.fast.scope import Lines, Node, Scope
from kaiju_runtime.fast.watch import Guard
from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import OF_TURN
from kaiju_runtime.primitives import control, operators, references, selections
from kaiju_runtime.program import Ability, Phase

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module

OF_ACTIVE = {"who": "a", "player": "a"}
LEAVE = ("if not s[ALIVE + a]:", "    raise CutTurn")
"""Written where the active player may just have left the game."""


def write_turns(g: Module) -> None:
    """Writes ``turn`` and all that it calls."""
    start_turn(g)
    end_turn(g)
    for number in range(len(g.p.phases)):
        phase_function(g, number)
    phases = ", ".join(f"phase_{number}" for number in range(len(g.p.phases)))
    lines = Lines()
    lines.add("try:")
    with lines.inside():
        lines.add("if s[STEP] == 1:", "    start_turn(m, s)")
        if g.watch.must_be_slow("turn_starts") or g.watch.before("turn_starts"):
            lines.add("    if s[STEP] == 1:  # skipped", "        m.next_player()")
            g.mark(lines.deeper().deeper(), "turn")
            lines.add("        return")
        lines.add("    if not s[ALIVE + s[ACTIVE]]:", "        raise CutTurn")
        lines.add("for phase in PHASES[s[PHASE]:]:", "    if phase(m, s):", "        return True")
    lines.add("except CutTurn:", "    m.recover()", "    m.cut_turn()", "    return", "end_turn(m, s)")
    g.function("turn", "m, s", "Plays a turn from where it stands to its end, or to a question.", lines)
    g.later.append(f"PHASES = ({phases},)")


def start_turn(g: Module) -> None:
    lines, layout = Lines(), g.layout
    lines.add("s[TURN] += 1", "if s[TURN] > m.limits.turns:", "    m.too_many_turns()", "s[DECISIONS] = 0")
    fresh = [NONE if name.startswith("dice") else 0 for name in OF_TURN for _ in range(layout.lengths[name])]
    lines.add(f"s[DICE:DICE + {len(fresh)}] = {g.table('FRESH', fresh)}", "s[SIDE] = 0")
    for number, counter in enumerate(g.p.counters):
        if counter.clear == "turn":
            length = g.p.seats if counter.holder == "player" else len(g.p.pieces)
            values = g.table(f"LEAST_{number}", [counter.least] * length)
            lines.add(f"s[{g.counter(number)}:{g.counter(number)} + {length}] = {values}")
            g.mark(lines, "counter", number)
    lines.add("s[PHASE] = 0")
    for kind in ("turn", "dice", "spent", "totals"):
        g.mark(lines, kind)
    lines.add("turn_starts(m, s, s[ACTIVE])")
    inner = Lines()

    def begin(lines: Lines, leave: str) -> None:
        lines.add("s[STEP] = 2")

    write_event(g, Shape("turn_starts", "begin_turn", fields=OF_ACTIVE, outermost=True), inner, begin)
    g.function("turn_starts", "m, s, a", "A turn begins.", inner)
    g.function("start_turn", "m, s", "Forgets what lasted for a turn; a turn begins.", lines)


def end_turn(g: Module) -> None:
    lines = Lines()
    lines.add("s[PHASE] = 0", "s[STEP] = 5")
    g.mark(lines, "turn")
    lines.add("try:", "    turn_ends(m, s, s[ACTIVE])", "except CutTurn:", "    m.recover()", "if s[QUEUE] or s[FX]:")
    lines.add("    m.after_turn()", "else:", "    resume = s[RESUME]", "    later = RINGS[resume][s[LIVING]][resume]")
    lines.add("    seat = later[0] if later else resume if s[ALIVE + resume] else s[ACTIVE]")
    lines.add("    s[RESUME] = s[ACTIVE] = seat", "    s[SOURCE] = -1")
    lines.add("s[STEP] = 1")
    g.mark(lines, "turn")
    inner = Lines()
    write_event(g, Shape("turn_ends", "nothing_more", fields=OF_ACTIVE, outermost=True), inner, lambda *_: None)
    g.function("turn_ends", "m, s, a", "A turn ends.", inner)
    g.function("end_turn", "m, s", "The turn ends; whose turn comes next.", lines)


def phase_function(g: Module, number: int) -> None:
    """``phase_N``: a phase from where it stands to its end."""
    found, last = g.p.phases[number], number + 1 == len(g.p.phases)
    following = Lines(0)
    following.add("s[STEP] = 5") if last else following.add(f"s[PHASE] = {number + 1}", "s[STEP] = 2")
    g.mark(following, "turn")
    leave = (*following.lines, *LEAVE)  # the turn of who falls as a phase ends is cut in the next one

    def begin(lines: Lines, leave: str) -> None:
        lines.add("s[STEP] = 3")
        g.mark(lines, "turn")

    lines = Lines()
    lines.add("a = s[ACTIVE]")
    if is_quiet(g, found):
        pass_silently(g, number, following, lines)
    lines.add("if s[STEP] == 2:")
    with lines.inside():
        if moment(g, number, "phase_starts", "begin_phase", begin, lines, LEAVE):
            lines.add("if s[STEP] == 2:  # skipped", *("    " + line for line in leave), "    return", *LEAVE)
    if is_quiet(g, found):
        guard = offers(g, found)
        tests = ["s[STEP] == 3", *([f"not ({guard})"] if guard else []), "not s[SIDE]", "not m.ask_forced"]
        tests.append("m.pending is None")
        lines.add(f"if {' and '.join(tests)}:", "    s[STEP] = 4")
        g.mark(lines.deeper(), "turn")
    lines.add("if m.pending is not None:", f"    taken = take_pending(m, s, a, {found.passes})")
    lines.add("    if taken is None:", "        return True", "    if not taken:", "        s[STEP] = 4")
    g.mark(lines.deeper().deeper(), "turn")
    lines.add(*("    " + line for line in LEAVE), "while s[STEP] == 3:")
    with lines.inside():
        write_question(g, found, lines)
        lines.add(*LEAVE)
    lines.add("if s[STEP] == 4:")
    with lines.inside():
        if moment(g, number, "phase_ends", "nothing_more", lambda *_: None, lines, leave):
            lines.add(*leave)
        else:
            lines.add(*following.lines)
    g.function(f"phase_{number}", "m, s", f"The phase {found.name}.", lines)


def moment(g: Module, number: int, name: str, body: str, write: Write, lines: Lines, leave: Sequence[str]) -> bool:
    """A phase starts or ends: in line where nothing can ever answer; whether something may keep it from happening.

    ``leave``: what cuts the turn if that has thrown its player out of the game; not written where it may be kept from
    happening.
    """
    shape = Shape(name, body, number, OF_ACTIVE, outermost=True)
    slow, before = g.watch.must_be_slow(name, number), g.watch.before(name, number, shape.whose)
    heard, triggers = g.watch.after(name, number, shape.whose), g.watch.triggers(name, number)
    plain = not (slow or before or triggers)
    if not plain or heard:
        inner = Lines()
        write_event(g, shape, inner, write)
        g.function(f"{name}_{number}", "m, s, a", f"{g.p.phases[number].name}: {name}.", inner)
    if slow or before:
        lines.add(f"{name}_{number}(m, s, a)")
        return True
    call = (f"{name}_{number}(m, s, a)", *leave)
    if not plain:
        lines.add(*call)
        return False
    if heard:
        lines.add(f"if {heard}:", *("    " + line for line in call), "else:")
    write_unheard(g, shape, lines.deeper() if heard else lines, write, leave)
    return False


def windows_of(phase: Phase) -> tuple[str, ...]:
    """The windows of actions that are open in a phase, in the order of their options."""
    return (phase.id, "turn", "any")


def offers(g: Module, phase: Phase) -> Guard:
    """The test whether a piece or effect offers the active player something in a phase."""
    found = Guard()
    for window in windows_of(phase):
        found |= g.watch.actions(window, "a")
    return found


def pass_silently(g: Module, number: int, following: Lines, lines: Lines) -> None:
    """Writes that a phase is over at once where nobody offers anything in it, nor hears of it, nor writes it down."""
    written, guard = Lines(), offers(g, g.p.phases[number])
    g.mark(written, "turn")
    g.clip(written)
    for name in ("phase_starts", "phase_ends"):
        shape = Shape(name, "", number, OF_ACTIVE, outermost=True)
        write_totals(g, shape, written)
        before = g.watch.before(name, number, shape.whose)
        if g.watch.must_be_slow(name, number) or before or g.watch.triggers(name, number):
            return
        guard |= g.watch.after(name, number, shape.whose)
    if written.lines:
        return
    dirty = [f"s[DIRTY{level}]" for level in (0, 1) if g.conditions.levels[level]]
    loud = " or ".join(each for each in (str(guard), *dirty, "s[SIDE]") if each)
    lines.add(f"if s[STEP] == 2 and m.in_silence and not ({loud}):")
    lines.add(*("    " + line for line in following.lines), "    return")


def is_quiet(g: Module, phase: Phase) -> bool:
    """Whether a phase only asks where a piece or effect offers something."""
    if not phase.passes or phase.over is not None:
        return False
    windows = windows_of(phase)
    return not any(ability.form == "action" and ability.window in windows for _, ability in g.watch.standing)


# --- questions -----------------------------------------------------------------------------------


def write_question(g: Module, phase: Phase, lines: Lines) -> None:
    """Writes one round of a phase: its player picks an action, or the phase ends.

    The phase gives true, and so does all that called it, where the answer has to be waited for.
    """
    first = write_parts(g, phase, lines)
    forced = "0" if phase.passes else "m.forced() if parts else 0"
    lines.add("if n == 1 and not m.ask_forced:", f"    at = {forced}")
    lines.add("else:", f"    at = ask_phase(m, s, a, parts, n, {phase.passes or 'not parts'})")
    lines.add("    if at is None:", "        return True")
    lines.add("if s[SIDE]:", "    m.dice_pool.clear_aside()")
    taken = "take_part(m, s, a, parts, at)"
    if first is not None:
        lines.add(
            "if at < leading:", f"    take_{first.id}(m, s, a, found[at])", f"elif not {taken}:", "    s[STEP] = 4"
        )
    else:
        lines.add(f"if not {taken}:", "    s[STEP] = 4")
    g.mark(lines.deeper(), "turn")


def write_parts(g: Module, phase: Phase, lines: Lines) -> Ability | None:
    """Collects the actions of a phase and counts their options; a phase that is over ends instead.

    Returns the action whose options always come first, if there is one, so that they can be taken without a look at
    the others: one for each of its candidates, ``found``, of which there are ``leading``.
    """
    if phase.over is not None:
        kept = counted(phase.over)
        test = g.test(Scope(you="a"), phase.over)
        if kept is not None:
            lines.add(f"kept = {g.read(Scope(you='a'), kept).items}")
            test = "not kept"
        lines.add(f"if {test}:", "    s[STEP] = 4")
        g.mark(lines.deeper(), "turn")
        lines.add("    break")
    lines.add("parts = []", "n = leading = 0")
    windows = windows_of(phase)
    leader: Ability | None = None
    alone = True
    for layer in ("rule", "others"):
        for window in windows:
            if layer == "others":
                guard = g.watch.actions(window, "a")
                if guard:
                    alone = False
                    lines.add(f"if {guard}:", f"    n += m.offer_pieces(parts, {window!r}, a)")
            for where, ability in g.watch.standing:
                if ability.form == "action" and ability.window == window and (where == "rule") == (layer == "rule"):
                    leads = write_offer(
                        g, where, ability, lines, None if phase.over is None else counted(phase.over), alone
                    )
                    leader = ability if leads else leader
                    alone = False
    lines.add(*(["n += 1"] if phase.passes else ["if n == 0:", "    n = 1"]))
    return leader


def counted(over: Node) -> Node | None:
    """The selection of which a phase is over when nothing is left: actions may choose of the same."""
    is_count = over[0] is operators.equal and over[1][0] is selections.size and over[2] == (references.integer, 0)
    return over[1][1] if is_count else None


def write_offer(g: Module, layer: str, ability: Ability, lines: Lines, kept: Node | None, alone: bool) -> bool:
    """Adds the options of a standing action: one, or one for each candidate of the choice that it begins with.

    ``alone``: no others stand before them. Whether there are ``leading`` such options.
    """
    if not ability.block:
        return False
    g.ability(ability)
    c = Scope(you="a" if not ability.table else "-1", ability=ability, by=str(ability.id), acting=False)
    tests = [f"not s[USES + {g.uses(layer, ability)}[a]]"] if ability.once >= 0 else []
    if ability.condition is not None:
        tests.append(g.test(c, ability.condition))
    tests += [g.affordable(c, ability.cost, "a")]
    choice = expandable(layer, ability)
    lines.add(f"# {g.title_of(ability)}")
    if ability.table:
        return False
    take_function(g, layer, ability, choice)
    if choice is None:
        tests.append(g.can_run(c, ability.block))
        test = " and ".join(test for test in tests if test != "True") or "True"
        lines.add(f"if {test}:", f"    parts.append((A{ability.id}, None, None))", "    n += 1")
        return False
    test = " and ".join(test for test in tests if test != "True")
    inner = lines.deeper() if test else lines
    if test:
        lines.add(f"if {test}:")
    found = candidates_of(g, c, choice, ability.block, 0)
    if choice.source == kept and found == g.read(c, choice.source).items:
        found = "kept"
    name = "found" if alone else "listed"
    size = f"{name}.size" if choice.kind == "die" and choice.plural else f"len({name})"
    whole = choice.kind == "die" and choice.plural and found == "roll_of(m, s, a)"
    inner.add(
        *(
            [f"{name} = sets_of_roll(m, s)", f"if {name} is not None:"]
            if whole
            else [f"{name} = {found}", f"if {name}:"]
        )
    )
    with inner.inside():
        if choice.kind == "die" and not choice.plural:
            inner.add(f"{name} = m.single_dice({name})")
        elif choice.kind == "die" and not whole:
            inner.add(f"{name} = DiceSets(m, {name}, [s[DICE + die] for die in {name}], 1, len({name}))")
        elif choice.plural and not whole:
            inner.add(f"{name} = [[x] for x in {name}]")
        part = f"(A{ability.id}, None, {name})"
        inner.add(
            *([f"parts = [{part}]", f"n = leading = {size}"] if alone else [f"parts.append({part})", f"n += {size}"])
        )
    return alone


def expandable(layer: str, ability: Ability) -> control.Choice | None:
    """The choice that an action begins with, where each candidate is an option of its own."""
    first = ability.block[0]
    if layer != "rule" or ability.label or first[0] is not control.choose:
        return None
    choice = control.Choice(*first)
    return None if choice.who is not None or choice.number else choice


def take_function(g: Module, layer: str, ability: Ability, choice: control.Choice | None) -> None:
    """``take_N``: an action, perhaps with the candidate that has been picked."""
    lines = Lines()
    lines.add(f'why = ("{layer}", a, a, {ability.id}, None, -1, -1)')
    if ability.once >= 0:
        lines.add(f"s[USES + {g.uses(layer, ability)}[a]] = 1")
    lines.add(*(f"v{slot} = -1" for slot in range(ability.locals)))
    c = Scope(you="a", why="why", ability=ability, by=str(ability.id))
    g.settle(c, ability.cost, "a", lines)
    if choice is None:
        g.block(c, ability.block, lines)
    else:
        lines.add(f"v{choice.slot} = chosen")
        g.block(c, ability.block, lines, 1)
    g.function(f"take_{ability.id}", "m, s, a, chosen", g.title_of(ability), lines)
    g.later.append(f"TAKE[{ability.id}] = take_{ability.id}")


def write_setup(g: Module) -> None:
    """``setup``: the mode's own setup, as the first player sees it."""
    body, lines = g.p.setup, Lines()
    lines.add(f'why = ("setup", -1, -1, {body.id}, None, -1, -1)', "a = s[ACTIVE]")
    lines.add(*(f"v{slot} = -1" for slot in range(body.locals)))
    g.block(Scope(you="a", why="why", by=str(body.id)), body.block, lines)
    g.function("setup", "m, s", "Setup of the mode.", lines)
