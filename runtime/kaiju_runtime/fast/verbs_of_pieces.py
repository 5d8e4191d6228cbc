"""Templates of the verbs that move pieces, players and markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.events import write_batch, write_event
from kaiju_runtime.fast.patterns import Shape
from kaiju_runtime.fast.scope import Code, Lines, Node, Scope, can, sentence
from kaiju_runtime.fast.statements import actor, named
from kaiju_runtime.primitives import references, verbs_of_pieces

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


def moved(g: Module, call: str, piece: str, lines: Lines) -> None:
    """Writes a call that moves a piece."""
    lines.add(call)
    g.conditions.mark_piece(lines, piece)


def piece_event(g: Module, verb: str, body: str, extra: dict[str, str], call: str) -> None:
    """The functions of an event about pieces: one at a time, and ``…_all`` for a batch."""
    if verb in g.functions:
        return
    g.functions[verb] = g.functions[f"{verb}_all"] = ""
    fields = {"who": "piece", "player": "s[OWNER + piece]", "actor": "actor", **extra, "cause": "why"}
    shape = Shape(verb, body, fields=fields)
    held = Shape(verb, body, fields={**fields, "player": "owner"})
    rest = ", ".join([*extra.values(), "actor, why"])

    def carry(lines: Lines, leave: str) -> None:
        lines.add("owner = s[OWNER + piece]")
        moved(g, call, "piece", lines)

    lines = Lines()
    lines.add("owner = s[OWNER + piece]")
    write_event(g, held, lines, carry)
    g.function(verb, f"m, s, piece, {rest}", f"A piece: {verb}.", lines)
    lines = Lines()
    lines.add("if len(all) == 1:", f"    {verb}(m, s, all[0], {rest})", "    return")
    write_batch(g, shape, "piece", lines, carry, held)
    g.function(f"{verb}_all", f"m, s, all, {rest}", f"Several pieces: {verb}.", lines)


@sentence(verbs_of_pieces.move_piece)
def move_piece(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    to, toward = named(g, g.location(c, node[4], node[5]), lines, "to"), "-1"
    if node[6] is not None:
        toward = named(g, g.read(c, node[6]), lines, "toward")
    all_ = g.fresh("all")
    piece_event(g, "move_piece", "carry_piece", {"to": "to", "what": "toward"}, "m.place(piece, to, toward)")
    lines.add(f"{all_} = {g.read(c, node[3]).items} if {to} != -1 else []{g.place_of(node[1])}")
    lines.add(f"if {all_}:", f"    move_piece_all(m, s, {all_}, {to}, {toward}, {c.you}, {c.why})")


@sentence(verbs_of_pieces.discard)
def discard(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    piece_event(g, "discard", "send_home", {}, "m.send_home(piece)")
    all_ = g.fresh("all")
    host = f"may_write(s, {c.host}, x) and " if node[3][0] is references.this else ""
    lines.add(
        f"{all_} = [x for x in {g.read(c, node[3]).items} if {host}s[LOC + x] != m.home_of(x)]{g.place_of(node[1])}"
    )
    lines.add(f"if {all_}:", f"    discard_all(m, s, {all_}, {c.you}, {c.why})")


@can(verbs_of_pieces.move_piece)
def may_move_piece(g: Module, c: Scope, node: Node) -> Code:
    return unless_forbidden(g, c, node, "move_piece", some_pieces(g, c, node))


@can(verbs_of_pieces.discard)
def may_discard(g: Module, c: Scope, node: Node) -> Code:
    return unless_forbidden(g, c, node, "discard", some_pieces(g, c, node))


def unless_forbidden(g: Module, c: Scope, node: Node, event: str, test: Code) -> Code:
    """A test, and the machine's own where something in play may forbid the event."""
    guard = g.watch.forbidders(event)
    if not guard:
        return test
    asked = f"m.could({g.node(node)}, {g.frame(c, node)})"
    unless = guard if test.text == "True" or test.unless == "False" else ""
    return Code(f"({asked} if {guard} else {test.text})", "truth", unless="" if guard == "True" else unless)


@can(verbs_of_pieces.move_player)
def may_move(g: Module, c: Scope, node: Node) -> Code:
    whom, spaces = g.read(c, node[3]), g.read(c, node[4])
    x = g.fresh("x")
    test = Code(f"any(room_for(m, s, {x}, {spaces.items}) != -1 for {x} in {whom.items})", "truth")
    if whom.kind == "number" and whom.sure and spaces.text.isdigit() and has_room(g, int(spaces.text)):
        test = Code("True", "truth")
    return unless_forbidden(g, c, node, "move_player", test)


def has_room(g: Module, thing: int) -> bool:
    """Whether a space is in use at all times, and has room for everybody."""
    number = thing - len(g.p.pieces)
    return 0 <= number < len(g.p.spaces) and g.p.spaces[number].crowd and g.p.spaces[number].open is None


@can(verbs_of_pieces.reveal)
@can(verbs_of_pieces.discard_dice)
def some_pieces(g: Module, c: Scope, node: Node) -> Code:
    found = g.read(c, node[3])
    sure = found.kind == "number" and found.sure
    return Code("True" if sure else f"bool({found.items})", "truth", unless="False" if found.kind == "list" else "")


@sentence(verbs_of_pieces.move_player)
def move_player(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    if "move_player" not in g.functions:
        g.functions["move_player"] = ""

        def carry(lines: Lines, leave: str) -> None:
            lines.add("s[AT + player] = to")
            g.mark(lines, "at")

        inner = Lines()
        fields = {"who": "player", "player": "player", "actor": "actor", "to": "to", "cause": "why"}
        write_event(g, Shape("move_player", "carry_player", fields=fields), inner, carry)
        g.function("move_player", "m, s, player, to, actor, why", "A player moves to a space.", inner)
    all_, spaces = g.fresh("all"), g.fresh("spaces")
    lines.add(f"{spaces} = {g.read(c, node[4]).items}{g.place_of(node[1])}")
    moves = f"[(x, to) for x in {g.read(c, node[3]).items} if (to := room_for(m, s, x, {spaces})) != -1]"
    lines.add(f"{all_} = {moves}")
    lines.add(f"if len({all_}) == 1:", f"    move_player(m, s, *{all_}[0], {c.you}, {c.why})")
    event = f"Event('move_player', -1, x, player=x, actor={c.you}, to=to, cause={c.why})"
    lines.add(f"elif {all_}:", f"    m.happen([{event} for x, to in {all_}], carry_player)")


@sentence(verbs_of_pieces.step)
def step(g: Module, c: Scope, node: Node, lines: Lines) -> None:
    if "move_marker" not in g.functions:
        g.functions["move_marker"] = ""
        inner = Lines()
        fields = {"who": "who", "player": "who", "what": "marker", "to": "to", "cause": "why"}
        shape = Shape("move_marker", "carry_marker", fields=fields)
        write_event(g, shape, inner, lambda lines, _: moved(g, "m.place(marker, LOCATIONS + to)", "marker", lines))
        g.function("move_marker", "m, s, who, marker, to, why", "A marker moves one space.", inner)
    marker = named(g, g.read(c, node[3]), lines, "marker")
    toward = "-1" if node[5] is None else named(g, g.read(c, node[5]), lines, "toward")
    who = named(g, actor(g, c, node), lines, "who")
    number = g.read(c, node[4]).number
    lines.add(f"for _ in range(m.times({number}, {node[1]}) if {marker} != -1 else 0):{g.place_of(node[1])}")
    lines.add(f"    to = m.board.next({marker}, {toward})", "    if to == -1:", "        break")
    lines.add(f"    move_marker(m, s, {who}, {marker}, to, {c.why})")
