"""The verbs: each changes the state through an event (or says why it cannot).

A verb's function evaluates its operands once, makes the event (one for each member, if its subject
is a set) and hands it to :meth:`Machine.happen` with the function that carries it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.primitives.expressions import Node, many, value
from kaiju_runtime.primitives.registry import EventForm, form, verb
from kaiju_runtime.stops import CutProcedure, CutTurn, GameOver

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine


def actor(m: Machine, f: Frame, node: Node) -> int:
    """The one who does it: the subject of the sentence, or ``you`` where none is said."""
    return f.you if node[2] is None else int(value(m, f, node[2]))


# --- counters ------------------------------------------------------------------------------------


def counter_events(m: Machine, f: Frame, name: str, node: Node) -> list[Event]:
    """One event for each subject, all with the same number; none for a number of 0 or less."""
    number = value(m, f, node[3])
    if number <= 0:
        return []
    counter = node[4]
    return [
        Event(name, counter, who, player=m.counter_player(counter, who), actor=f.you, amount=number, cause=f.cause)
        for who in many(m, f, node[2])
    ]


def add_to_counter(m: Machine, event: Event) -> None:
    before = m.st.counter(event.key, event.who)
    after = max(before, min(before + event.amount, m.upper_end(event.key, event.who)))
    m.st.set_counter(event.key, event.who, after)
    event.amount = after - before


def take_from_counter(m: Machine, event: Event) -> None:
    before = m.st.counter(event.key, event.who)
    after = min(before, max(before - event.amount, m.p.counters[event.key].least))
    m.st.set_counter(event.key, event.who, after)
    event.amount = before - after


@form("gain", "gain {n:number} {counter:counter}", "n:e", "counter:c:counters")
def gain(m: Machine, f: Frame, node: Node) -> None:
    m.happen(counter_events(m, f, "gain", node), add_to_counter)


@form("lose", "lose {n:number} {counter:counter}", "n:e", "counter:c:counters")
def lose(m: Machine, f: Frame, node: Node) -> None:
    m.happen(counter_events(m, f, "lose", node), take_from_counter)


verb("gain", "Raises a counter, up to its upper end.", gain, third="gains", subject="player*|piece*",
     reads=("counter",), writes=("counter",),
     events=(EventForm("gain", "{who:player|piece} gains {key:counter} [from {source:source}]", "who", "player"),))
verb("lose", "Lowers a counter, down to its lower end.", lose, third="loses", subject="player*|piece*",
     reads=("counter",), writes=("counter",),
     events=(EventForm("lose", "{who:player|piece} loses {key:counter} [from {source:source}]", "who", "player"),))


@form("set_counter", "set {counter:counter of thing|player} to {n:number}", "counter:c:counters", "of:e", "n:e")
def set_counter(m: Machine, f: Frame, node: Node) -> None:
    counter, number = node[3], value(m, f, node[5])
    for holder in many(m, f, node[4]):
        if m.may_write(f, holder, counter):
            low, high = m.p.counters[counter].least, m.upper_end(counter, holder)
            m.st.set_counter(counter, holder, max(low, min(number, high)))
            m.note("set", key=counter, who=holder, amount=number, cause=f.cause)
            m.soon()


@form("set_face", "set {dice:face of die*} to {face:face}", "dice:e", "face:e")
def set_face(m: Machine, f: Frame, node: Node) -> None:
    face = value(m, f, node[4])
    for die in many(m, f, node[3]):
        if face != NONE and not m.prohibited(Event("set_face", who=f.you, player=f.you, what=die, dice=[die])):
            m.st.put("dice", die, face)
            m.note("set_face", who=f.you, what=die, amount=face, cause=f.cause)


verb("set", "Gives a counter or a die a value; neither gain nor loss.", set_counter, set_face, third="sets",
     subject="", reads=(), writes=("counter", "dice"))


@form("shift", "move {n:number} {counter:counter} from {source:player|piece} to {to:player|piece}",
      "n:e", "counter:c:counters", "source:e", "to:e", "to_counter:c:counters")
def shift(m: Machine, f: Frame, node: Node) -> None:
    """Moves counters: what the giver has not is not moved; what the taker cannot hold is lost."""
    giver, taker = value(m, f, node[5]), value(m, f, node[6])
    if NONE in (giver, taker):
        return
    number = min(value(m, f, node[3]), m.st.counter(node[4], giver) - m.p.counters[node[4]].least)
    if number <= 0:
        return
    m.st.set_counter(node[4], giver, m.st.counter(node[4], giver) - number)
    room = m.upper_end(node[7], taker) - m.st.counter(node[7], taker)
    m.st.set_counter(node[7], taker, m.st.counter(node[7], taker) + min(number, max(room, 0)))
    m.note("shift", key=node[4], who=giver, to=taker, amount=number, cause=f.cause)
    m.soon()


# --- pieces and players --------------------------------------------------------------------------


def some_pieces(m: Machine, f: Frame, node: Node) -> bool:
    return bool(many(m, f, node[3]))


@form("move_piece", "move {what:piece*} to {to:location} [toward {toward:player}]",
      "what:e", "to:e", "to_kind:r", "toward:e?", can=some_pieces)
def move_piece(m: Machine, f: Frame, node: Node) -> None:
    to = m.destination(value(m, f, node[4]), node[5])
    if to == NONE:
        return
    toward = NONE if node[6] is None else value(m, f, node[6])
    events = [
        Event("move_piece", who=piece, player=m.st.get("owner", piece), actor=f.you, to=to, what=toward, cause=f.cause)
        for piece in many(m, f, node[3])
    ]
    m.happen(events, carry_piece)


def carry_piece(m: Machine, event: Event) -> None:
    m.place(event.who, event.to, event.what)


@form("move_player", "move {what:player*} to {to:space*}", "what:e", "to:e", can=some_pieces)
def move_player(m: Machine, f: Frame, node: Node) -> None:
    spaces = many(m, f, node[4])
    events = [
        Event("move_player", who=player, player=player, actor=f.you, to=space, cause=f.cause)
        for player in many(m, f, node[3])
        if (space := m.room_for(player, spaces)) != NONE
    ]
    m.happen(events, carry_player)


def carry_player(m: Machine, event: Event) -> None:
    m.st.put("at", event.who, event.to)


@form("step", "move {marker:piece} {n:number} [toward {toward:player}]", "marker:e", "n:e", "toward:e?")
def step(m: Machine, f: Frame, node: Node) -> None:
    """Moves a marker along its track: one event for each space, as far as there is one."""
    marker = value(m, f, node[3])
    toward = NONE if node[5] is None else value(m, f, node[5])
    who = actor(m, f, node)
    if marker == NONE:
        return
    for _ in range(m.times(value(m, f, node[4]))):
        space = m.board.next(marker, toward)
        if space == NONE:
            return
        m.happen([Event("move_marker", who=who, player=who, what=marker, to=space, cause=f.cause)], carry_marker)


def carry_marker(m: Machine, event: Event) -> None:
    m.place(event.what, m.p.space_location(event.to), NONE)


verb("move", "Moves pieces, players or counters; a marker goes step by step. Neither gain nor loss.",
     move_piece, move_player, step, shift, third="moves", reads=("loc", "at", "counter"),
     writes=("loc", "at", "counter", "owner"),
     events=(
         EventForm("move_piece", "{who:piece} moves to {to:location}", "who", "piece"),
         EventForm("move_marker", "{who:player} moves {what:piece} [to {to:thing}]", "what", "piece"),
         EventForm("move_player", "{who:player} moves to {to:space*}", "who", "player"),
     ))


@form("swap", "swap {one:piece} with {other:piece}", "one:e", "other:e")
def swap(m: Machine, f: Frame, node: Node) -> None:
    one, other = value(m, f, node[3]), value(m, f, node[4])
    if NONE not in (one, other) and m.may_write(f, one) and m.may_write(f, other):
        m.swap(one, other)
        m.note("swap", who=one, what=other, player=f.you, cause=f.cause)
        m.soon()


verb("swap", "Two pieces change places and owners at once.", swap, third="swaps", subject="",
     reads=("loc",), writes=("loc", "owner"))


@form("discard", "discard {what:piece*}", "what:e", can=some_pieces)
def discard(m: Machine, f: Frame, node: Node) -> None:
    events = [
        Event("discard", who=piece, player=m.st.get("owner", piece), actor=f.you, cause=f.cause)
        for piece in many(m, f, node[3])
        if m.may_write(f, piece)
    ]
    m.happen(events, send_home)


def send_home(m: Machine, event: Event) -> None:
    m.send_home(event.who)


@form("discard_dice", "discard {dice:die*}", "dice:e", can=some_pieces)
def discard_dice(m: Machine, f: Frame, node: Node) -> None:
    for die in many(m, f, node[3]):
        m.st.put("dice", die, NONE)
    m.note("discard_dice", who=f.you, player=f.you, amount=len(many(m, f, node[3])), cause=f.cause)


verb("discard", "Puts a piece where its kind goes when it is discarded; a die leaves the Roll.",
     discard, discard_dice, third="discards", subject="", participle="discarded",
     reads=("loc",), writes=("loc", "dice"),
     events=(EventForm("discard", "{who:piece} is discarded [from {source:source}]", "who", "piece"),))


def may_take(m: Machine, f: Frame, node: Node) -> bool:
    return not m.prohibited(Event("eliminate", who=value(m, f, node[3]), player=value(m, f, node[3]), cause=f.cause))


@form("reveal", "reveal {what:piece*} [to {player:player}]", "what:e", "player:e?", can=some_pieces)
def reveal(m: Machine, f: Frame, node: Node) -> None:
    seer = NONE if node[4] is None else value(m, f, node[4])
    for piece in many(m, f, node[3]):
        m.show(piece, seer)
        m.note("reveal", who=piece, player=seer, what=piece, cause=f.cause)


verb("reveal", "Shows pieces to everybody, or to one player.", reveal, third="reveals", subject="",
     reads=("loc",), writes=("seen",))


@form("shuffle", "shuffle {zone:zone}", "zone:e")
def shuffle(m: Machine, f: Frame, node: Node) -> None:
    m.shuffle(value(m, f, node[3]))
    m.note("shuffle", to=value(m, f, node[3]), cause=f.cause)


verb("shuffle", "Puts a zone into an order that nobody knows.", shuffle, third="shuffles", subject="",
     reads=("chance",), writes=("loc", "chance"))


# --- effects of things ---------------------------------------------------------------------------


@form("resolve_face", "resolve {face:face}", "face:e")
def resolve_face(m: Machine, f: Frame, node: Node) -> None:
    face, who = value(m, f, node[3]), actor(m, f, node)
    if face != NONE:
        number = m.unspent(face, who)
        m.st.put("done", face, 1)
        m.happen([Event("resolve_face", face, who, player=who, amount=number, cause=f.cause)], run_face)


def run_face(m: Machine, event: Event) -> None:
    body = m.p.faces[event.key].body
    frame = Frame(event.who, NONE, event, Cause("face", event.key, event.who, body.id, event.cause), body.locals)
    m.run_ability_body(body, frame)


def is_something(m: Machine, f: Frame, node: Node) -> bool:
    return bool(value(m, f, node[3]) != NONE)


@form("resolve_thing", "resolve {thing:thing}", "thing:e", can=is_something)
def resolve_thing(m: Machine, f: Frame, node: Node) -> None:
    thing, who = value(m, f, node[3]), actor(m, f, node)
    if thing != NONE:
        m.happen([Event("resolve_thing", who=who, player=who, what=thing, cause=f.cause)], run_thing)


def run_thing(m: Machine, event: Event) -> None:
    """Runs the bare statements of a piece or space, then its bonus; ``you`` is its owner, or whoever acts."""
    owner = m.owner_of(event.what)
    you = event.who if owner == NONE else owner
    for kind, identity, body in m.board.bodies(event.what):
        cause = Cause(kind, identity, you, body.id, event.cause, NONE, event.what)
        m.run_ability_body(body, Frame(you, event.what, event, cause, body.locals))


verb("resolve", "Carries out what a face, space, tile, token or card does of its own.", resolve_face, resolve_thing,
     third="resolves", reads=("dice", "spent"), writes=("spent",),
     events=(
         EventForm("resolve_face", "{who:player} resolves {key:face}", "key", "face"),
         EventForm("resolve_thing", "{who:player} resolves {what:thing}", "what", "thing"),
     ))


@form("copy", "copy {model:piece}", "model:e", can=is_something)
def copy(m: Machine, f: Frame, node: Node) -> None:
    model = value(m, f, node[3])
    if model != NONE and m.may_write(f, f.this):
        m.set_copy(f.this, model)
        m.note("copy", who=f.this, what=model, player=f.you, cause=f.cause)
        m.run_bare(f.this, f.you, m.p.definition_of(model), f.cause)


verb("copy", "This piece has the abilities of another beside its own, as long as that is in play.", copy,
     third="copies", subject="", reads=("loc",), writes=("copy",))


# --- dice ----------------------------------------------------------------------------------------


@form("roll", "roll {n:number} dice", "n:e")
def roll(m: Machine, f: Frame, node: Node) -> None:
    who = actor(m, f, node)
    dice = m.dice_pool.new_roll(who, m.times(value(m, f, node[3])))
    m.happen([Event("roll", who=who, player=who, amount=len(dice), dice=dice, cause=f.cause)], nothing_more)


@form("roll_aside", "roll {n:number} dice as {dice:binding die*}", "n:e", "slot:r", "name:r")
def roll_aside(m: Machine, f: Frame, node: Node) -> None:
    """Rolls dice that are no part of any Roll; they stay bound until the player's next own decision."""
    who = actor(m, f, node)
    dice = m.dice_pool.side_roll(who, m.times(value(m, f, node[3])))
    f.locals[node[4]] = dice
    if dice:
        m.happen([Event("roll", who=who, player=who, amount=len(dice), dice=dice, cause=f.cause)], nothing_more)


def nothing_more(m: Machine, event: Event) -> None:
    """The dice lie already; the event only tells of it."""


def rerollable(m: Machine, f: Frame, node: Node) -> bool:
    return any(m.may_reroll(f, die) for die in many(m, f, node[3]))


@form("reroll", "reroll {dice:die*}", "dice:e", can=rerollable)
def reroll(m: Machine, f: Frame, node: Node) -> None:
    who = actor(m, f, node)
    dice = [die for die in many(m, f, node[3]) if m.may_reroll(f, die)]
    if dice:
        m.dice_pool.throw(dice, who)
        m.happen([Event("roll", who=who, player=who, amount=len(dice), dice=dice, cause=f.cause)], nothing_more)


verb("roll", "Rolls dice: the player's Roll, or dice aside that get a name.", roll, roll_aside, third="rolls",
     reads=("chance",), writes=("dice", "chance"),
     events=(EventForm("roll", "{who:player} rolls dice", "dice", "die*"),))
verb("reroll", "Rolls some dice again.", reroll, third="rerolls", reads=("chance",), writes=("dice", "chance"),
     events=(EventForm("reroll", "{who:player} rerolls {dice:die*}", "dice", "die*"),))


# --- the event at hand ---------------------------------------------------------------------------


@form("prevent", "prevent")
def prevent(m: Machine, f: Frame, node: Node) -> None:
    if f.event is not None:
        f.event.gone = True


@form("prevent_some", "prevent {n:number}", "n:e")
def prevent_some(m: Machine, f: Frame, node: Node) -> None:
    if f.event is not None:
        f.event.amount = max(0, f.event.amount - max(0, value(m, f, node[3])))


@form("add", "add {n:number}", "n:e")
def add_some(m: Machine, f: Frame, node: Node) -> None:
    if f.event is not None:
        f.event.amount = m.bounded(f.event.amount + max(0, value(m, f, node[3])))


verb("prevent", "The event at hand does not happen, or is smaller.", prevent, prevent_some, third="prevents",
     subject="", writes=("event",))
verb("add", "The event at hand is larger.", add_some, third="adds", subject="", writes=("event",))


# --- the game ------------------------------------------------------------------------------------


@form("end_turn", "end turn")
def end_turn(m: Machine, f: Frame, node: Node) -> None:
    raise CutTurn


@form("end_game", "end game")
def end_game(m: Machine, f: Frame, node: Node) -> None:
    raise GameOver([])


@form("end_copy", "end copy")
def end_copy(m: Machine, f: Frame, node: Node) -> None:
    m.end_copy(f.this)


@form("end_procedure", "end {procedure:procedure}", "procedure:c:procedures")
def end_procedure(m: Machine, f: Frame, node: Node) -> None:
    """Ends the innermost run of the procedure; nothing if none is under way."""
    if node[3] in m.running:
        raise CutProcedure(node[3])


verb("end", "A turn, a procedure, copying or the game is over.", end_turn, end_game, end_copy, end_procedure,
     third="ends", subject="", writes=("turn", "copy"))


@form("take_turn", "take a turn")
def take_turn(m: Machine, f: Frame, node: Node) -> None:
    for who in many(m, f, node[2]):
        m.queue_turn(who, f.this)
        m.note("take_turn", who=who, player=who, cause=f.cause)


verb("take", "Another turn after this one, with this piece as its source.", take_turn, third="takes",
     writes=("queue",))


@form("eliminate", "eliminate {player:player*}", "player:e", can=may_take)
def eliminate(m: Machine, f: Frame, node: Node) -> None:
    players = many(m, f, node[3])
    outer, m.leaving = m.leaving, [*m.leaving, *players]
    try:
        m.happen([Event("eliminate", who=player, player=player, cause=f.cause) for player in players], leave_game)
    finally:
        m.leaving = outer


def leave_game(m: Machine, event: Event) -> None:
    m.st.put("alive", event.who, 0)


verb("eliminate", "A player leaves the game.", eliminate, third="eliminates", subject="", participle="eliminated",
     writes=("alive",),
     events=(EventForm("eliminate", "{who:player} is eliminated [from {source:source}]", "who", "player"),))


@form("win", "win")
def win(m: Machine, f: Frame, node: Node) -> None:
    winners = many(m, f, node[2])
    if winners:
        raise GameOver(winners)


verb("win", "The game is over, and these players have won; several win together.", win, third="wins",
     subject="player*", writes=("result",))


# --- costs ---------------------------------------------------------------------------------------


def can_pay(m: Machine, f: Frame, node: Node) -> bool:
    return m.can_pay(actor(m, f, node) if node[5] is None else value(m, f, node[5]), node[4], value(m, f, node[3]))


@form("pay", "pay {n:number} {counter:counter} [from {source:piece}]", "n:e", "counter:c:counters", "source:e?",
      can=can_pay)
def pay(m: Machine, f: Frame, node: Node) -> None:
    payer = actor(m, f, node) if node[5] is None else value(m, f, node[5])
    m.pay(payer, node[4], value(m, f, node[3]), f.cause)


def can_spend(m: Machine, f: Frame, node: Node) -> bool:
    return bool(m.unspent(value(m, f, node[4]), actor(m, f, node)) >= value(m, f, node[3]))


@form("spend", "spend {n:number} {face:face}", "n:e", "face:e", can=can_spend)
def spend(m: Machine, f: Frame, node: Node) -> None:
    m.spend(actor(m, f, node), value(m, f, node[4]), value(m, f, node[3]))


verb("pay", "A cost in counters: whole or not at all, never replaced.", pay, third="pays", reads=("counter",),
     writes=("counter",))
verb("spend", "A cost in symbols of one's Roll that are neither resolved nor spent.", spend, third="spends",
     reads=("dice", "spent"), writes=("spent",))
