"""Templates of counts of symbols in the Roll, and of what is left of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.scope import Lines
from kaiju_runtime.fast.stats import bears_on, concerns_its_own, write_number
from kaiju_runtime.fast.watch import modifies
from kaiju_runtime.frames import NONE
from kaiju_runtime.program import Ability, Program

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


def rolls(g: Module) -> bool:
    """Whether pieces may lie in a Roll; then the names of what lies there are entered."""
    zone = next((zone for zone in g.p.zones if zone.id == "roll"), None)
    if zone is not None:
        g.table("ROLL", zone.first)
        g.table("FACED", faced(g.p))
    return zone is not None


def faced(program: Program) -> tuple[tuple[int, ...], ...]:
    """The pieces that stand for each face, where they lie in a Roll: by their first field of that kind."""
    found: list[list[int]] = [[] for _ in program.faces]
    fields = [number for number, each in enumerate(program.data["fields"]) if each["kind"] == "face"]
    for piece in range(len(program.pieces)):
        faces = [face for number in fields if (face := program.piece_data(piece, number)) != NONE]
        if faces:
            found[faces[0]].append(piece)
    return tuple(tuple(each) for each in found)


def count_functions(g: Module) -> None:
    """``count_N`` for each face, ``count``, and what follows from them."""
    names = []
    for face in range(len(g.p.faces)):
        lines = Lines()
        lines.add("of = s[ACTIVE]")
        write_number(
            g, "count", face, f"s[DICE:DICE_ASIDE].count({face}){with_plus(in_roll(g, str(face), 'of'))}", "of", lines
        )
        lines.add("return n if n > 0 else 0")
        names.append(g.function(f"count_{face}", "m, s", f"Symbols of {g.p.faces[face].name} in the Roll.", lines))
    g.later.append(f"COUNT = ({', '.join(names)},)")
    lines = Lines()
    lines.add("return COUNT[face](m, s) if who == s[ACTIVE] else 0")
    g.function("count", "m, s, face, who", "Symbols of a face in a player's Roll.", lines)
    unspent_functions(g)


def guard_of_counts(g: Module, who: str, face: int = NONE) -> str:
    """The test whether something may modify how many symbols ``who`` has, who is active: of any face, or of one."""

    def wanted(ability: Ability) -> bool:
        return modifies(ability, "count", NONE) if face == NONE else bears_on(ability, "count", face)

    if any(wanted(ability) for _, ability in g.watch.standing):
        return "True"
    return str(g.watch.guard_of(wanted, g.watch.effects(wanted), concerns_its_own, who))


def shown(g: Module, face: int, who: str, dice: str = "", beside: str = "") -> str:
    """How many symbols of a face ``who`` has, who is active.

    ``dice``: the number of dice that show it, if it is known; ``beside``: what is false if no pieces lie in the Roll.
    """
    pieces = in_roll(g, str(face), who)
    plain = dice or f"s[DICE:DICE_ASIDE].count({face})"
    plain += f" + ({pieces} if {beside} else 0)" if beside else with_plus(pieces)
    guard = guard_of_counts(g, who, face)
    return f"(count_{face}(m, s) if {guard} else {plain})" if guard else plain


def in_roll(g: Module, face: str, who: str) -> str:
    """The number of pieces that lie in the Roll and stand for a face; empty where none ever do."""
    return f"in_roll(s, {who}, {face})" if rolls(g) else ""


def with_plus(number: str) -> str:
    return f" + {number}" if number else ""


def unspent_functions(g: Module) -> None:
    """``unspent`` and ``open_faces``: what is left of the symbols."""
    guard, lines = guard_of_counts(g, "who"), Lines()
    plain = f"s[DICE:DICE_ASIDE].count(face){with_plus(in_roll(g, 'face', 'who'))}"
    number = f"(COUNT[face](m, s) if {guard} else {plain})" if guard else plain
    lines.add("if s[DONE + face] or who != s[ACTIVE]:", "    return 0")
    lines.add(f"left = {number} - s[SPENT + face]", "return left if left > 0 else 0")
    g.function("unspent", "m, s, face, who", "Symbols of a face that are neither resolved nor spent.", lines)
    lines = Lines()
    lines.add("if who != s[ACTIVE]:", "    return []", "shown, found = s[DICE:DICE_ASIDE], []")
    lines.add("if shown != m.shown:", "    see(m, shown)")
    faces, beside = range(len(g.p.faces)), "beside" if rolls(g) else ""
    lines.add(f"{', '.join(f'there_{face}' for face in faces)}, _ = m.counted")
    if beside:
        lines.add("beside = m.laid_at(ROLL + who)")
    for face in faces:
        there = shown(g, face, "who", f"there_{face}", beside)
        lines.add(f"if not s[DONE + {face}] and {there} > s[SPENT + {face}]:", f"    found.append({face})")
    lines.add("return found")
    g.function("open_faces", "m, s, who", "The faces of which symbols are neither resolved nor spent.", lines)
