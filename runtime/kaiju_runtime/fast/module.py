"""The source of one program's executor: what the templates write into, and what they ask of the program.

Functions and tables are made when a template first asks for them, so a module holds what its program uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from kaiju_runtime.fast import abilities, costs, counts, stats, verbs
from kaiju_runtime.fast.conditions import Conditions
from kaiju_runtime.fast.scope import (
    CAN,
    SENTENCES,
    TEMPLATES,
    Code,
    Lines,
    Node,
    Scope,
    constant_name,
    every_node,
    nodes_of,
    remark,
)
from kaiju_runtime.fast.watch import Watch
from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import Layout
from kaiju_runtime.primitives import FORMS, OPERATIONS, conditions, control, references, selections
from kaiju_runtime.program import Ability, Cost, Program

READS = {each.run: each.reads for each in OPERATIONS.values()}
RESULTS = {each.run: each.result for each in OPERATIONS.values()}
OPERANDS = {
    **{each.run: ("node", *(name for name, _ in each.operands)) for each in OPERATIONS.values()},
    **{each.run: ("run", "node", "who", *(name for name, _ in each.operands)) for each in FORMS.values()},
}
OF_EVENT = (
    references.they,
    references.amount,
    conditions.from_face,
    conditions.from_player,
    conditions.from_thing,
)
CHANGES_EVENT = tuple(FORMS[op].run for op in ("prevent", "prevent_some", "add") if op in FORMS)
END_PROCEDURE = FORMS["end_procedure"].run
DEEPEST = 12
"""Blocks inside blocks that are written in line; Python bears no more than 20."""


class Module:
    """Collects the functions and tables of a generated module."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.p = program
        self.layout = layout
        self.watch = Watch(program, layout)
        self.known = {(ability.form, ability.stat[0]) for ability in program.abilities if ability.stat is not None}
        self.functions: dict[str, str] = {}
        """Name → source, in the order in which they were asked for."""
        self.tables: dict[str, Any] = {}
        """Names of the module that hold data of the program."""
        self.names = 0
        self.later: list[str] = []
        """Lines at the end of the module: what is found by number."""
        self.titles = titles(program)
        self.seated = {ability.id for _, ability in self.watch.standing if not ability.table}
        """Abilities whose ``you`` is always a player."""
        self.ended = {node[3] for node in every_node(program) if node[0] is END_PROCEDURE}
        self.conditions = Conditions(self)

    # --- what other templates write ----------------------------------------------------------------

    def mark(self, lines: Lines, kind: str, index: int = NONE) -> None:
        """Writes that something has been written that a condition may read."""
        self.conditions.mark(lines, kind, index)

    def look_for_conditions(self, lines: Lines, looked: Sequence[str] = ()) -> None:
        self.conditions.look(lines, looked)

    def look_for_first_conditions(self, lines: Lines) -> None:
        self.conditions.look_first(lines)

    def judge(self, lines: Lines) -> None:
        self.conditions.judge(lines)

    def affordable(self, c: Scope, cost: Cost | None, who: str) -> str:
        return costs.affordable(self, c, cost, who)

    def can_pay(self, payer: Code, counter: int, number: Code) -> str:
        return costs.can_pay(self, payer, counter, number)

    def settle(self, c: Scope, cost: Cost | None, who: str, lines: Lines) -> None:
        costs.settle(self, c, cost, who, lines)

    def payer(self, counter: int) -> str:
        return costs.payer_function(self, counter)

    def setter(self, counter: int) -> str:
        return costs.setter(self, counter)

    def roll(self) -> None:
        verbs.roll_functions(self)

    def source(self, c: Scope, node: Node) -> str:
        """What a question says of who asks: the piece, the ability, the statement."""
        return f"({c.this}, {c.by}, {node[1]})"

    # --- names -----------------------------------------------------------------------------------

    def fresh(self, letter: str = "x") -> str:
        self.names += 1
        return f"{letter}{self.names}"

    def table(self, name: str, value: Any) -> str:
        self.tables.setdefault(name, value)
        return name

    def place_of(self, node: int) -> str:
        """``  # file:line`` of a statement, or nothing."""
        found = self.p.data["source_map"].get(str(node))
        return f"  # {remark(found[0])}:{found[1]}" if found else ""

    def function(self, name: str, arguments: str, doc: str, lines: Lines) -> str:
        """Enters a function; its name."""
        body = "\n".join(lines.lines) or "    pass"
        self.functions[name] = f'def {name}({arguments}):\n    """{remark(doc)}"""\n{body}\n'
        return name

    # --- expressions -----------------------------------------------------------------------------

    def read(self, c: Scope, node: Node) -> Code:
        """The source of an expression; what no template knows is left to the reference interpreter."""
        template = TEMPLATES.get(node[0])
        return self.interpreted(c, node) if template is None else template(self, c, node)

    def test(self, c: Scope, node: Node | None) -> str:
        """The source of a condition."""
        return "True" if node is None else self.read(c, node).text

    def some(self, c: Scope, node: Node) -> str:
        """The source of the test whether a selection holds anything; it need not be made whole."""
        if node[0] is selections.select and node[2] is not None and "open_faces" not in self.read(c, node).text:
            name = self.fresh("x")
            source = self.read(c, node[1])
            inner = replace(c, it=Code(name, "number", sure=source.kind == "list"), nested=c.nested + 1)
            items = f"looked(m, {source.items})" if c.nested else source.items
            return f"any({self.test(inner, node[2])} for {name} in {items})"
        code = self.read(c, node)
        return f"({code.size} > 0)" if code.size else f"bool({code.items})"

    def interpreted(self, c: Scope, node: Node) -> Code:
        result = RESULTS.get(node[0], "")
        kind = "list" if result.endswith("*") else "truth" if result == "truth" else "any"
        return Code(f"m.read({self.node(node)}, {self.frame(c, node)})", kind)

    def node(self, node: Node) -> str:
        """The name of a node that is handed to the reference interpreter."""
        nodes = self.tables.setdefault("NODES", [])
        nodes.append(node)
        return f"NODES[{len(nodes) - 1}]"

    def frame(self, c: Scope, node: Node) -> str:
        """The source of a frame for the reference interpreter."""
        slots = sorted(self.slots_of(node))
        bound = ", ".join(f"{slot}: {self.local(c, slot)}" for slot in slots)
        it = "-1" if c.it is None else c.it.number
        event = c.event
        if event == "None" and any(each[0] in OF_EVENT for each in nodes_of(node)):
            event = f"Event('', player={c.they}, amount={c.amount}, cause={c.from_})"
        ability = NONE if c.ability is None else c.ability.id
        parts = (c.you, c.this, it, event, c.why, c.host, str(c.acting), str(ability), f"{{{bound}}}")
        return f"m.frame({', '.join(parts)})"

    @staticmethod
    def local(c: Scope, slot: int) -> str:
        return c.bound[slot].text if slot in c.bound else c.local(slot)

    def slots_of(self, node: Node) -> set[int]:
        """The locals that a node reads."""
        return {int(each[1]) for each in nodes_of(node) if each[0] is references.local}

    # --- statements ------------------------------------------------------------------------------

    def block(self, c: Scope, block: tuple[Node, ...], lines: Lines, start: int = 0) -> None:
        """Writes the statements of a block."""
        for index in range(start, len(block)):
            self.statement(c, block, index, lines)

    def statement(self, c: Scope, block: tuple[Node, ...], index: int, lines: Lines) -> None:
        node = block[index]
        sentence = SENTENCES.get(node[0])
        if node[0] in (control.choose, control.choose_at_random):
            from kaiju_runtime.fast.choices import write_choice

            write_choice(self, c, block, index, lines)
        elif sentence is None or lines.depth > DEEPEST:
            self.leave_to_reference(c, node, lines)
        else:
            sentence(self, c, node, lines)

    def leave_to_reference(self, c: Scope, node: Node, lines: Lines) -> None:
        """A statement that the reference interpreter carries out; what it binds is read back."""
        name = self.node(node)
        written = self.conditions.written_by(node)
        lines.add(f"f = {self.frame(c, node)}{self.place_of(node[1])}", f"m.carry_out_node({name}, f)")
        if written is None:
            lines.add("m.mark_everything()")
        for kind, index in written or ():
            self.mark(lines, kind, index)
        lines.add(*(f"v{slot} = f.locals[{slot}]" for slot in sorted(self.binds(node))))

    def binds(self, node: Node) -> set[int]:
        """The locals that a statement, or one inside it, binds."""
        found = set()
        for each in nodes_of(node):
            operands = OPERANDS.get(each[0], ())
            if "slot" in operands and each[0] is not references.local:
                found.add(int(each[operands.index("slot")]))
        return found - {NONE}

    def can_run(self, c: Scope, block: tuple[Node, ...]) -> str:
        """The source of the test whether the first statement of a block could do anything now."""
        if not block:
            return "False"
        node = block[0]
        if self.p.can.get(node[0]) is None:
            return "True"
        return self.can(c.looking(), node, block, 0).text

    def can(self, c: Scope, node: Node, block: tuple[Node, ...], index: int) -> Code:
        """The test whether a statement could do anything now."""
        if node[0] in (control.choose, control.choose_at_random):
            from kaiju_runtime.fast.choices import can_choose

            return can_choose(self, c, block, index)
        template = CAN.get(node[0])
        if template is not None:
            return template(self, c, node)
        return Code(f"m.could({self.node(node)}, {self.frame(c, node)})", "truth")

    # --- tables ----------------------------------------------------------------------------------

    def counter(self, index: int) -> str:
        """The name of the address of a counter's array."""
        return self.table(f"{constant_name(self.p.counters[index].id)}_{index}", self.layout.counters[index])

    def data_table(self, index: int) -> str:
        """A field of every piece; the last entry stands for none."""
        things = self.p.things
        values = [self.p.definition_of(i).data[index] if i < len(self.p.pieces) else NONE for i in range(things)]
        name = constant_name(self.p.data["fields"][index]["id"])
        return self.table(f"DATA_{name}_{index}", (*values, *values, self.p.data_of_none(index)))

    def kind(self, index: int) -> str:
        """The set of the pieces of a kind."""
        wanted = self.p.kinds[index].definitions
        pieces = frozenset(i for i, piece in enumerate(self.p.pieces) if piece.definition in wanted)
        return self.table(f"KIND_{constant_name(self.p.kinds[index].id)}", pieces)

    def pieces_of(self, index: int) -> str:
        """The pieces of a kind in a row."""
        name = f"ALL_{constant_name(self.p.kinds[index].id)}"
        wanted = self.p.kinds[index].definitions
        return self.table(name, tuple(i for i, piece in enumerate(self.p.pieces) if piece.definition in wanted))

    # --- stats and values ------------------------------------------------------------------------

    def stat(self, index: int) -> str:
        return stats.stat_function(self, index)

    def price(self, piece: str, buyer: str) -> str:
        return stats.price(self, piece, buyer)

    def upper_end(self, index: int, who: str = "who") -> str:
        """The source of the most that a player may have of a counter; empty if there is no end."""
        return stats.upper_end(self, index, who)

    def clip(self, lines: Lines) -> None:
        """Writes that counters are lowered to upper ends that may have come down."""
        guard = self.guard_of_ends
        if guard and not self.conditions.clips:
            lines.add(*(["m.clip()"] if guard == "True" else [f"if {guard}:", "    m.clip()"]))

    @cached_property
    def guard_of_ends(self) -> str:
        return stats.guard_of_ends(self)

    def location(self, c: Scope, node: Node, kind: str) -> Code:
        """The location that a value of some kind names."""
        code = self.read(c, node)
        if kind == "zone":
            return code
        if kind == "player" and code.sure:
            return Code(f"(AREA + {code.text})", sure=True)
        if code.sure and kind != "track":
            return Code(f"(LOCATIONS + {code.text})", sure=True)
        return Code(f"m.destination({code.number}, {kind!r})")

    def shown(self, face: int) -> str:
        """How many symbols of a face ``who`` has, who is active, as source."""
        return counts.shown(self, face, "who")

    def value(self, index: int) -> str:
        return stats.value_function(self, index)

    # --- abilities -------------------------------------------------------------------------------

    def ability(self, ability: Ability) -> None:
        """Writes the functions of an ability, and the name by which they are found."""
        name = f"A{ability.id}"
        if name in self.tables:
            return
        self.tables[name] = ability
        abilities.match_function(self, ability)
        abilities.condition_function(self, ability)
        abilities.body_function(self, ability)
        number = ability.id
        if ability.until:
            abilities.until_function(self, ability)
            self.later.append(f"UNTIL[{number}] = until_{number}")
        if ability.form == "action":
            abilities.offer_function(self, ability)
            self.later.append(f"OFFER[{number}] = offer_{number}")
        if ability.offer is not None:
            abilities.may_function(self, ability)
            self.later.append(f"MAY[{number}] = may_{number}")
        self.later.append(f"MATCH[{number}], IF[{number}], DO[{number}] = match_{number}, if_{number}, do_{number}")

    def title_of(self, ability: Ability) -> str:
        return remark(f"{self.titles.get(ability.id, '?')} ({ability.where})")

    def uses(self, layer: str, ability: Ability) -> str:
        """The table of the slots of a budget, by seat."""
        slots = [self.layout.uses.get((layer, seat, ability.id), 0) for seat in range(self.p.seats)]
        return self.table(f"USES_{ability.id}", tuple(slots))

    def uses_of_pieces(self, ability: Ability) -> str:
        """The table of the slots of a budget, by piece."""
        found = self.layout.uses.items()
        slots = {piece: slot for (layer, piece, number), slot in found if layer == "piece" and number == ability.id}
        return self.table(f"PIECE_USES_{ability.id}", slots)

    def edges(self, layer: str, ability: Ability) -> str:
        """The table of the addresses at which a condition is remembered, by seat."""
        start = self.layout.offsets["edges"]
        slots = [start + self.layout.edges[layer, seat, ability.id] for seat in range(self.p.seats)]
        return self.table(f"EDGES_{ability.id}", tuple(slots))

    def edges_of_pieces(self, ability: Ability) -> str:
        """The table of the addresses at which a condition is remembered, by piece."""
        start, found = self.layout.offsets["edges"], self.layout.edges.items()
        slots = {
            piece: start + slot for (layer, piece, number), slot in found if (layer, number) == ("piece", ability.id)
        }
        return self.table(f"PIECE_EDGES_{ability.id}", slots)

    @staticmethod
    def rank(layer: str, ability: Ability) -> int:
        """The place of a standing ability in a batch: those marked ``first``, then counters, then rules."""
        return (0 if ability.first else 2) + (layer == "rule")

    def ends(self, procedure: int) -> bool:
        """Whether some effect of the program ends a procedure."""
        return procedure in self.ended

    def uses_event(self, *parts: Any) -> bool:
        """Whether something reads or changes the event at hand."""
        return any(node[0] in OF_EVENT or node[0] in CHANGES_EVENT for part in parts for node in nodes_of(part))

    def changes_event(self, block: Any) -> bool:
        return any(node[0] in CHANGES_EVENT for node in nodes_of(block))

    def scope_of(self, ability: Ability) -> Scope:
        """The scope of an ability's functions, whose arguments are ``m, s, you, this, host, e, why, bound``."""
        event = self.uses_event(ability.block, ability.condition, ability.offer, ability.cost)
        return Scope(
            this="this",
            amount="e.amount" if event else "0",
            they="e.player" if event else "-1",
            from_="e.cause" if event else "None",
            event="e",
            by=str(ability.id),
            why="why",
            host="host",
            ability=ability,
            sure_you=ability.id in self.seated,
        )


def titles(program: Program) -> dict[int, str]:
    """Ability → name of the record or rule that it belongs to."""
    found = {a.id: each.name for each in program.definitions for a in each.abilities}
    found |= {each.body.id: each.name for each in program.definitions if each.body is not None}
    found |= {a.id: each.name for each in program.counters for a in each.abilities}
    return found | {a.id: each.name for each in program.rules for a in each.abilities}
