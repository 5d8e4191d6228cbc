"""Templates of ``as soon as``: which writes can make a condition true, and the loops that look.

Every write marks what kind of thing it wrote in two words behind the canonical state, one for each level of
conditions. A condition is looked at again only where something that it reads has been marked. What may depend on
anything (a stat, a price) is looked at after every mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.reads import ANYTHING, CROSSED, KINDS, PIECES, Kind, crossings, kinds_read
from kaiju_runtime.fast.scope import Code, Lines, Node
from kaiju_runtime.frames import NONE
from kaiju_runtime.primitives import FORMS, control, references
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module

FORM_OF = {each.run: each for each in FORMS.values()}
RUNS_OTHERS = (FORMS["resolve_face"].run, FORMS["resolve_thing"].run)
"""Statements that run the statements of a face or piece."""
COMES = "comes"
"""A piece comes into play or leaves it, or changes its owner or copy: then all conditions of pieces are looked at."""
WRITTEN_BY: dict[str, tuple[str, int] | None] = {
    **dict.fromkeys(("call", "resolve_face", "resolve_thing", "turn_starts", "phase_ends")),
    **dict.fromkeys(("phase_starts", "turn_ends"), ("turn", NONE)),
    **dict.fromkeys(("roll", "reroll"), ("dice", NONE)),
    "move_player": ("at", NONE),
    **dict.fromkeys(("move_piece", "move_marker", "discard"), (PIECES, NONE)),
}
"""Event → the one kind of thing that its own body writes, or the machine just before it, if any."""


def soon_abilities(g: Module) -> list[Ability]:
    return [ability for ability in g.p.abilities if ability.form == "soon"]


class Conditions:
    """The bits of a program's kinds of writes, for each level of conditions."""

    def __init__(self, g: Module) -> None:
        self.g = g
        self.bits: dict[Kind, int] = {}
        self.levels: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """For each level, ability → bits of what its condition reads."""
        self.standing = {ability.id for _, ability in g.watch.standing}
        for ability in soon_abilities(g):
            mask = 0
            for kind in sorted(kinds_read(g, ability.condition), key=repr):
                mask |= self.bits.setdefault(kind, 1 << len(self.bits))
            mask |= self.bit("alive") if ability.id in self.standing else self.bit("alive") | self.bit(COMES)
            self.levels[0 if ability.first else 1][ability.id] = mask
        self.of_pieces = g.watch.guard(g.watch.pieces(lambda ability: ability.form == "soon"), 0)

    @property
    def clips(self) -> bool:
        """Whether upper ends come down only where a piece comes or goes: that marks everything, so looking suffices."""
        moving = [each for each in self.g.p.abilities if each.form == "modify" and each.stat and each.stat[0] == "most"]
        plain = all(
            each.condition is None
            and each.for_ is None
            and not each.until
            and all(change[0] is references.integer for _, change in each.changes)
            for each in moving
        )
        return plain and bool(self.levels[1]) and self.g.guard_of_ends != "True"

    def bit(self, kind: str, index: int = -1) -> int:
        return self.bits.setdefault((kind, index), 1 << len(self.bits))

    def bits_of(self, kind: str, index: int = -1, piece: int = NONE) -> int:
        """The bits of a kind of write; of one piece those of the conditions that look at it, else at any."""
        found = self.bits.get((kind, index), 0) | self.bits.get((ANYTHING, NONE), 0)
        for (name, which), bit in self.bits.items():
            if kind == name == PIECES and (which == NONE or piece == NONE or piece in which):
                found |= bit
        return found

    def mark(self, lines: Lines, kind: str, index: int = -1) -> None:
        """Writes that something of a kind has been written.

        What only pieces read is marked while one of them is in play; their coming marks all that they read.
        """
        bits = self.bits_of(kind, index)
        for level, word in enumerate(("DIRTY0", "DIRTY1")):
            wanted = bits & self.wanted(level)
            always = wanted & self.wanted(level, self.standing)
            perhaps = wanted != always and bool(self.of_pieces)
            if perhaps:
                lines.add(f"if {self.of_pieces}:", f"    s[{word}] |= {wanted:#x}", *(["else:"] if always else []))
            if always:
                (lines.deeper() if perhaps else lines).add(f"s[{word}] |= {always:#x}")

    def mark_change(self, lines: Lines, counter: int, low: str, high: str) -> None:
        """Writes that a counter has changed between two values, where that can make a condition true or false.

        Rules mostly ask whether a counter is at a certain number: then only coming there, or leaving it, is marked.
        """
        bit, tests = self.bits.get(("counter", counter), 0), set()
        others = set()
        for ability in soon_abilities(self.g):
            if not self.levels[0 if ability.first else 1][ability.id] & bit:
                continue
            found = crossings(self.g, ability.condition, counter) if ability.id in self.standing else None
            if not found:
                others.add(ability.id)
            else:
                tests |= {CROSSED[run].format(low=low, high=high, to=to) for run, to in found}
        if (ANYTHING, NONE) in self.bits or not bit or others & self.standing:
            self.mark(lines, "counter", counter)
            return
        guard = self.g.watch.guard(self.g.watch.pieces(lambda ability: ability.id in others), 0)
        if either := [*sorted(tests), *([str(guard)] if guard else [])]:
            lines.add(f"if {' or '.join(either)}:")
            self.mark(lines.deeper(), "counter", counter)

    def mark_piece(self, lines: Lines, piece: str) -> None:
        """Writes that a piece has moved, or changed its owner or its copy."""
        for level, word in enumerate(("DIRTY0", "DIRTY1")):
            found = tuple(
                self.bits_of(PIECES, NONE, number) & self.wanted(level) for number in range(len(self.g.p.pieces))
            )
            if len(set(found)) > 1:
                lines.add(f"s[{word}] |= {self.g.table(f'OF_PIECE_{level}', found)}[{piece}]")
            elif any(found):
                lines.add(f"s[{word}] |= {found[0]:#x}")

    def marks(self) -> dict[Kind, tuple[int, int]]:
        """What an event that the machine carried out itself wrote, by name and key, for each level.

        Bodies that are generated mark their own writes; what is not here may have written anything. Three more are no
        events: a counter changes, a piece comes or goes, stats change.
        """
        found: dict[Kind, tuple[int, int]] = {}
        for name, kind in WRITTEN_BY.items():
            found[name, NONE] = self.for_levels([kind] if kind else [], name)
        for index in range(len(self.g.p.counters)):
            for name in ("gain", "lose", "counter"):
                found[name, index] = self.for_levels([("counter", index)], name)
        held = [number for number, counter in enumerate(self.g.p.counters) if counter.holder == "piece"]
        for piece in (NONE, *range(len(self.g.p.pieces))):
            first, then = self.for_levels([("counter", number) for number in held], "")
            seen = self.bits_of(PIECES, NONE, piece) | self.bit(COMES)
            # Where a piece comes or goes, upper ends may come down: they are looked at with conditions.
            ends = self.bit(COMES) if self.clips else 0
            found[COMES, piece] = first | self.wanted(0) & seen, then | self.wanted(1) & seen | ends
        found["stats", NONE] = self.for_levels([], "")
        return found

    def written_by(self, node: Node) -> list[tuple[str, int]] | None:
        """The kinds of things that a statement writes which the reference interpreter carries out, besides by events.

        ``None``: it may run others, which may write anything.
        """
        form = FORM_OF.get(node[0])
        if form is None or node[0] in RUNS_OTHERS:
            return [] if node[0] is control.record else None
        kinds = {(KINDS.get(word, word), NONE) for word in form.writes if word != "counter"}
        if "counter" in form.writes:
            kinds |= {("counter", number) for number in range(len(self.g.p.counters))}
        return sorted(kinds)

    def for_levels(self, kinds: list[tuple[str, int]], name: str) -> tuple[int, int]:
        if any(pattern.event == name for pattern in self.g.p.totals):
            kinds = [*kinds, ("totals", NONE)]
        bits = self.bits.get((ANYTHING, NONE), 0)
        for kind, index in kinds:
            bits |= self.bits_of(kind, index)
        return self.wanted(0) & bits, self.wanted(1) & bits

    def wanted(self, level: int, of: set[int] | None = None) -> int:
        """What the conditions of a level read, perhaps only those of some abilities."""
        found = 0
        for ability, mask in self.levels[level].items():
            if of is None or ability in of:
                found |= mask
        return found

    def look_first(self, lines: Lines, looked: Sequence[str] = ()) -> None:
        if self.levels[0]:
            lines.add("if s[DIRTY0]:", "    soon_0(m, s)", *("    " + line for line in looked))

    def look(self, lines: Lines, looked: Sequence[str] = ()) -> None:
        """Looks at conditions where something has been marked; after all of them comes what is ``looked`` for."""
        if looked and all(self.levels):
            lines.add(f"if {self.marked()}:")
            self.look(lines.deeper())
            lines.add(*("    " + line for line in looked))
            return
        self.look_first(lines, looked)
        if self.levels[1]:
            lines.add("if s[DIRTY1]:", "    soon_1(m, s)", *("    " + line for line in looked))

    def judge(self, lines: Lines) -> None:
        """Looks between two layers of a batch; what is cut by that, in ``cut``, is cut after the batch."""
        if marked := self.marked():
            lines.add(f"if {marked}:", "    cut = m.judge(cut)")

    def marked(self) -> str:
        """The test whether some condition has to be looked at; empty where there are none."""
        return " or ".join(f"s[DIRTY{level}]" for level in (0, 1) if self.levels[level])

    def write(self) -> None:
        """Writes ``soon_0`` and ``soon_1``: the conditions of a level that have become true run until none is left."""
        self.g.table("MARKS", self.marks())
        for level in (0, 1):
            lines = Lines()
            if level == 1 and self.clips and self.g.guard_of_ends:
                lines.add(f"if {self.g.guard_of_ends}:", "    m.clip()")
            word = f"DIRTY{level}"
            lines.add(f"if m.soon_level <= {level}:", "    return", "cut, rounds = None, 0")
            lines.add(f"while (dirty := s[{word}]) and rounds < m.limits.events:")
            with lines.inside():
                lines.add(f"s[{word}] = 0", "rounds += 1", "fresh = []")
                moving = self.moving(level)
                if moving and self.of_pieces:
                    lines.add(f"if dirty & {moving:#x} and {self.of_pieces}:")
                    for ability in self.of_level(level):
                        self.write_condition_of_pieces(ability, lines.deeper())
                    lines.add("    if len(fresh) > 1:", "        fresh.sort(key=m.place_in_order)")
                for layer, ability in self.g.watch.standing:
                    if ability.form == "soon" and ability.first == (level == 0):
                        self.write_condition(layer, ability, lines)
                lines.add("if fresh:", f"    cut = m.run_fresh(fresh, {level}, cut)")
            lines.add("if cut is not None:", "    raise cut")
            self.g.function(f"soon_{level}", "m, s", "Conditions that have become true.", lines)

    def of_level(self, level: int) -> list[Ability]:
        """The abilities of pieces at a level; effects that last have no conditions of their own."""
        standing = [ability for _, ability in self.g.watch.standing]
        return [each for each in soon_abilities(self.g) if each.first == (level == 0) and each not in standing]

    def moving(self, level: int) -> int:
        """The bits of what conditions of pieces read."""
        found = 0
        for ability in self.of_level(level):
            found |= self.levels[level][ability.id]
        return found

    def write_condition_of_pieces(self, ability: Ability, lines: Lines) -> None:
        """Looks at a condition for each piece in play that has it, and remembers what it is now."""
        g = self.g
        g.ability(ability)
        mask = self.levels[0 if ability.first else 1][ability.id]
        bits = g.watch.pieces(lambda each: each is ability)
        c = replace(g.scope_of(ability), event="None", acting=False)
        c = replace(c, bound={slot: Code("-1") for slot in range(ability.locals)})
        lines.add(f"if dirty & {mask:#x} and s[PLAY] & {bits:#x}:  # {g.title_of(ability)}")
        with lines.inside():
            lines.add(f"for this, you, host in holders(m, s, s[PLAY] & {bits:#x}):")
            lines.add(f"    at = {g.edges_of_pieces(ability)}[this]")
            lines.add(f"    now, was = 1 if {g.test(c, ability.condition)} else 0, s[at]")
            lines.add("    if now != was:", "        s[at] = now", "        if now and was == 0:")
            lines.add(f"            fresh.append((A{ability.id}, you, this, host))")

    def write_condition(self, layer: str, ability: Ability, lines: Lines) -> None:
        """Looks at a standing condition for each player, and remembers what it is now."""
        g = self.g
        g.ability(ability)
        mask = self.levels[0 if ability.first else 1][ability.id]
        edges = g.edges(layer, ability)
        c = replace(
            g.scope_of(ability), this="-1", host="NOBODY", event="None", acting=False, sure_you=not ability.table
        )
        c = replace(c, bound={slot: Code("-1") for slot in range(ability.locals)})
        if ability.table:
            c = replace(c, you="-1")
        lines.add(f"if dirty & {mask:#x}:  # {g.title_of(ability)}")
        with lines.inside():
            lines.add("for you in (0,):" if ability.table else "for you in standing(m, s):")
            with lines.inside():
                lines.add(f"now = 1 if {g.test(c, ability.condition)} else 0", f"was = s[{edges}[you]]")
                lines.add("if now != was:", f"    s[{edges}[you]] = now", "    if now and was == 0:")
                lines.add(f"        fresh.append((A{ability.id}, {-1 if ability.table else 'you'}))")
