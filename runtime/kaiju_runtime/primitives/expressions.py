"""Everything that reads the state: pronouns, constants, attributes, functions, operators.

A value is an integer or a list of integers. Players are seats, faces and counters are indices, dice
are slots, pieces and spaces share one numbering (*things*), truth is 0 or 1, and nothing is -1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from kaiju_runtime.primitives.registry import operation

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine

Node: TypeAlias = tuple[Any, ...]
NONE = -1


def value(m: Machine, f: Frame, node: Node) -> Any:
    """The value of an expression node: an integer, or a list of them."""
    return node[0](m, f, node)


def many(m: Machine, f: Frame, node: Node) -> list[int]:
    """The value as a list; nothing is the empty list."""
    found = node[0](m, f, node)
    if isinstance(found, list):
        return found
    return [] if found == NONE else [found]


def holds(m: Machine, f: Frame, node: Node | None) -> bool:
    """Whether a condition is true; no condition is."""
    return node is None or bool(node[0](m, f, node))


# --- constants and references --------------------------------------------------------------------


@operation("int", "reference", "A whole number.", "value:r", result="number")
def integer(m: Machine, f: Frame, node: Node) -> int:
    return int(node[1])


@operation("none", "pronoun", "Nothing: no player, no piece, no space.", result="none")
def nothing(m: Machine, f: Frame, node: Node) -> int:
    return NONE


@operation("local", "reference", "A name bound by `as`, `let`, `for each` or a parameter.",
           "slot:r", "name:r", "kind:r", result="local")
def local(m: Machine, f: Frame, node: Node) -> Any:
    return f.locals[node[1]]


@operation("face", "reference", "A face of the dice.", "face:c:faces", result="face")
@operation("counter_ref", "reference", "A counter, as such.", "counter:c:counters", result="counter")
@operation("phase_ref", "reference", "A phase of the turn.", "phase:c:phases", result="phase")
@operation("bonus_ref", "reference", "A named bonus of a space.", "bonus:c:bonuses", result="bonus")
@operation("track_ref", "reference", "A track.", "track:c:tracks", result="track")
@operation("piece_ref", "reference", "The one piece of that name.", "piece:c:pieces", result="piece")
@operation("space_ref", "reference", "The space of that name.", "space:c:spaces", result="space")
@operation("word_ref", "reference", "A value of a record's field.", "word:c:words", result="word")
def constant(m: Machine, f: Frame, node: Node) -> int:
    return int(node[1])


@operation("zone_ref", "reference", "A zone of the table.", "zone:c:zones", result="zone")
def zone_ref(m: Machine, f: Frame, node: Node) -> int:
    return m.p.zones[node[1]].location(0)


@operation("zone_of", "reference", "A player's own zone.", "zone:c:zones", "of:e", result="zone")
def zone_of(m: Machine, f: Frame, node: Node) -> int:
    player = value(m, f, node[2])
    return NONE if player == NONE else m.p.zones[node[1]].location(player)


@operation("group", "reference", "The spaces of a place.", "place:c:places", result="space*")
def group(m: Machine, f: Frame, node: Node) -> list[int]:
    return m.open_spaces(node[1])


@operation("option", "reference", "The chosen value of an option of the mode.", "option:c:options", result="number")
def option(m: Machine, f: Frame, node: Node) -> int:
    return m.st.get("options", node[1])


@operation("seat_ref", "reference", "The player of a seat.", "seat:r", result="player")
def seat_ref(m: Machine, f: Frame, node: Node) -> int:
    return int(node[1]) - 1


# --- pronouns ------------------------------------------------------------------------------------


@operation("you", "pronoun", "The owner of the piece; for a piece without owner, whoever acts.", result="player")
def you(m: Machine, f: Frame, node: Node) -> int:
    return f.you


@operation("rival", "pronoun", "The one opponent, in a game of two.", result="player")
def rival(m: Machine, f: Frame, node: Node) -> int:
    return 1 - f.you


@operation("others", "pronoun", "All other players in the game, in turn order.", result="player*", reads=("alive",))
def others(m: Machine, f: Frame, node: Node) -> list[int]:
    return [player for player in m.players_in_turn() if player != f.you]


@operation("players", "pronoun", "All players in the game, in turn order.", result="player*", reads=("alive",))
def players(m: Machine, f: Frame, node: Node) -> list[int]:
    return m.players_in_turn()


@operation("active", "pronoun", "The player whose turn it is.", result="player", reads=("turn",))
def active(m: Machine, f: Frame, node: Node) -> int:
    return m.st.active


@operation("they", "pronoun", "The player whom the event is about.", result="player")
def they(m: Machine, f: Frame, node: Node) -> int:
    return f.event.player if f.event else NONE


@operation("amount", "pronoun", "The number of the event at hand.", result="number")
def amount(m: Machine, f: Frame, node: Node) -> int:
    return f.event.amount if f.event else 0


@operation("this", "pronoun", "The piece (or space) that the effect stands on.", result="thing")
def this(m: Machine, f: Frame, node: Node) -> int:
    return f.this


@operation("it", "pronoun", "The candidate of a selection.", result="same")
def it(m: Machine, f: Frame, node: Node) -> int:
    return f.it


@operation("turn_ref", "pronoun", "The current turn.", result="turn")
@operation("game_ref", "pronoun", "The game.", result="game")
def frame_word(m: Machine, f: Frame, node: Node) -> int:
    return 0


@operation("phase_now", "pronoun", "The phase that is running.", word="phase", result="phase", reads=("phase",))
def phase_now(m: Machine, f: Frame, node: Node) -> int:
    return m.phase_running()


# --- attributes ----------------------------------------------------------------------------------


@operation("get", "attribute", "How many of a counter somebody or something has.",
           "counter:c:counters", "of:e", result="number", of="thing", word="(counter)")
def get(m: Machine, f: Frame, node: Node) -> int:
    holder = value(m, f, node[2])
    return 0 if holder == NONE else m.st.counter(node[1], holder)


@operation("most", "attribute", "The upper end of a counter.", "counter:c:counters", "of:e",
           result="number", of="counter", word="max")
def most(m: Machine, f: Frame, node: Node) -> int:
    holder = value(m, f, node[2])
    return 0 if holder == NONE else m.upper_end(node[1], holder)


@operation("data", "attribute", "A field of a record, such as the cost of a card.",
           "field:c:fields", "of:e", result="field", of="piece", word="(field)")
def data(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[2])
    return NONE if piece == NONE else m.p.piece_data(piece % m.p.things, node[1])


@operation("space_data", "attribute", "What is printed on a space.",
           "field:c:space_fields", "of:e", result="field", of="space", word="(mark)", reads=("loc",))
def space_data(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[2])
    return NONE if space == NONE else m.board.mark(space % m.p.things, node[1])


@operation("space_bonus", "attribute", "The bonus of a space, also that of a token lying on it.",
           "of:e", result="bonus", of="space", word="bonus", reads=("loc",))
def space_bonus(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[1])
    return NONE if space == NONE else m.board.bonus(space % m.p.things)


@operation("space_of", "attribute", "Where a piece or player stands.", "of:e", result="space",
           of="piece", word="space", reads=("loc",))
def space_of(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.board.space_of(piece)


@operation("token_on", "attribute", "The token that lies on a space.", "of:e", result="piece",
           of="space", word="token", reads=("loc",))
def token_on(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[1])
    return NONE if space == NONE else m.board.token_on(space % m.p.things)


@operation("track_of", "attribute", "The track on which a piece or space lies.", "of:e", result="track",
           of="thing", word="track", reads=("loc",))
def track_of(m: Machine, f: Frame, node: Node) -> int:
    thing = value(m, f, node[1])
    return NONE if thing == NONE else m.board.track_of(thing % m.p.things)


@operation("free", "attribute", "Whether nobody stands on a space of a place.", "of:e", result="truth",
           of="space", reads=("at",))
def free(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[1])
    return int(space != NONE and m.is_free(space))


@operation("owner", "attribute", "Whose a piece or a die is.", "of:e", result="player", of="thing", reads=("owner",))
def owner(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.st.get("owner", piece)


@operation("die_owner", "attribute", "Who rolled a die.", "of:e", result="player", of="die", word="owner")
def die_owner(m: Machine, f: Frame, node: Node) -> int:
    die = value(m, f, node[1])
    return NONE if die == NONE else m.dice_pool.owner(die)


@operation("holder", "attribute", "In front of whom a piece lies.", "of:e", result="player", of="piece", reads=("loc",))
def holder(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.holder(piece)


@operation("die_face", "attribute", "The face that a die shows.", "of:e", result="face", of="die", word="face",
           reads=("dice",))
def die_face(m: Machine, f: Frame, node: Node) -> int:
    die = value(m, f, node[1])
    return NONE if die == NONE else m.st.get("dice", die)


@operation("model", "attribute", "The piece that this one copies, or none.", "of:e", result="piece", of="piece",
           reads=("copy",))
def model(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.st.get("copy", piece)


@operation("slot", "attribute", "The number of a card's slot in its zone, from 1.", "of:e", result="number",
           of="piece", reads=("loc",))
def slot(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return NONE if piece == NONE else m.slot(piece)


@operation("monster", "attribute", "A player's monster.", "of:e", result="piece", of="player")
def monster(m: Machine, f: Frame, node: Node) -> int:
    player = value(m, f, node[1])
    return NONE if player == NONE else m.st.get("monster", player)


@operation("turn_source", "attribute", "The piece that gave the current turn, or none.", "of:e", result="piece",
           of="turn", word="source", reads=("turn",))
def turn_source(m: Machine, f: Frame, node: Node) -> int:
    return m.st.one("source")


@operation("turn_number", "attribute", "How many turns have begun, this one included.", "of:e", result="number",
           of="turn", word="number", reads=("turn",))
def turn_number(m: Machine, f: Frame, node: Node) -> int:
    return m.st.one("turn")


# --- stats and declared values -------------------------------------------------------------------


@operation("stat", "function", "A declared stat with its modifiers.", "stat:c:stats", "of:e", result="number",
           word="(stat)", reads=("stats",))
def stat(m: Machine, f: Frame, node: Node) -> int:
    of = value(m, f, node[2])
    return 0 if of == NONE else m.stats.read(("stat", node[1]), of, f.you)


@operation("price", "attribute", "What a piece costs you now.", "of:e", result="number", of="piece",
           reads=("stats",))
def price(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return 0 if piece == NONE else m.stats.read(("price", 0), piece, f.you)


@operation("count_face", "function", "How many symbols of a face a player's Roll holds.", "face:e", "of:e",
           result="number", word="count", reads=("dice", "stats"))
def count_face(m: Machine, f: Frame, node: Node) -> int:
    face = value(m, f, node[1])
    player = value(m, f, node[2])
    return 0 if NONE in (face, player) else m.symbols(face, player)


@operation("unspent", "function", "How many symbols of a face are neither resolved nor spent.", "face:e", "of:e",
           result="number", reads=("dice", "spent", "stats"))
def unspent(m: Machine, f: Frame, node: Node) -> int:
    face = value(m, f, node[1])
    player = value(m, f, node[2])
    return 0 if NONE in (face, player) else m.unspent(face, player)


@operation("value", "function", "A value that the mode declares.", "value:c:values", "of:e", result="value",
           word="(value)")
def declared_value(m: Machine, f: Frame, node: Node) -> Any:
    of = value(m, f, node[2])
    return NONE if of == NONE else m.declared(node[1], of)


@operation("total", "function", "The sum of an event's amounts since the turn began.", "total:r", "of:e?", "event:r",
           result="number", reads=("totals",))
def total(m: Machine, f: Frame, node: Node) -> int:
    who = 0 if node[2] is None else value(m, f, node[2])
    return 0 if who == NONE else m.st.get("totals", node[1] * m.p.seats + who)


# --- selections ----------------------------------------------------------------------------------


@operation("select", "function", "Those of a selection for which the condition is true.", "from:E1", "where:e?",
           result="same")
def select(m: Machine, f: Frame, node: Node) -> list[int]:
    candidates = many(m, f, node[1])
    condition = node[2]
    if condition is None:
        return candidates
    outer = f.it
    chosen = []
    for candidate in candidates:
        f.it = candidate
        if condition[0](m, f, condition):
            chosen.append(candidate)
    f.it = outer
    return chosen


@operation("pieces", "function", "The pieces of a kind, everywhere or held by somebody or something.",
           "kind:c:kinds", "holder:e?", "holder_kind:r", result="piece*", reads=("loc",))
def pieces(m: Machine, f: Frame, node: Node) -> list[int]:
    if node[2] is None:
        return m.pieces_of_kind(node[1])
    return m.pieces_held(node[1], many(m, f, node[2]), node[3])


@operation("roll_dice", "function", "The dice of a player's Roll.", "of:e", result="die*", word="roll", reads=("dice",))
def roll_dice(m: Machine, f: Frame, node: Node) -> list[int]:
    return [die for player in many(m, f, node[1]) for die in m.dice_pool.roll_of(player)]


@operation("all_faces", "function", "All faces of the dice.", word="faces", result="face*")
def all_faces(m: Machine, f: Frame, node: Node) -> list[int]:
    return list(range(len(m.p.faces)))


@operation("spaces_of", "function", "The spaces of a track as it lies now, from end to end.", "of:e", word="spaces",
           result="space*", reads=("loc",))
def spaces_of(m: Machine, f: Frame, node: Node) -> list[int]:
    track = value(m, f, node[1])
    return [] if track == NONE else m.board.path(track)


@operation("top", "function", "The topmost pieces of a zone, the top one first.", "count:e?", "of:e", result="piece*",
           reads=("loc",))
def top(m: Machine, f: Frame, node: Node) -> list[int]:
    zone = value(m, f, node[2])
    if zone == NONE:
        return []
    number = 1 if node[1] is None else value(m, f, node[1])
    return m.top(zone, number)


@operation("first", "function", "The first of a selection, or none.", "of:E1", result="same", word="(one of)")
def first(m: Machine, f: Frame, node: Node) -> int:
    found = many(m, f, node[1])
    return found[0] if found else NONE


@operation("neighbours", "function", "The nearest players in the game on both sides of a player.", "of:e",
           result="player*", reads=("alive",))
def neighbours(m: Machine, f: Frame, node: Node) -> list[int]:
    player = value(m, f, node[1])
    return [] if player == NONE else m.neighbours(player)


@operation("next", "function", "The next space of a marker towards a player, or none.", "marker:e", "toward:e?",
           result="space", reads=("loc",))
def next_space(m: Machine, f: Frame, node: Node) -> int:
    marker = value(m, f, node[1])
    toward = NONE if node[2] is None else value(m, f, node[2])
    return NONE if marker == NONE else m.board.next(marker, toward)


@operation("fits", "function", "The places where a token may be laid, each way round.", "piece:e", result="space*",
           reads=("loc",))
def fits(m: Machine, f: Frame, node: Node) -> list[int]:
    piece = value(m, f, node[1])
    return [] if piece == NONE else m.board.fits(piece)


@operation("size", "function", "How many there are of a selection.", "of:E1", word="count", result="number")
def size(m: Machine, f: Frame, node: Node) -> int:
    return len(many(m, f, node[1]))


@operation("min", "function", "The smallest of some numbers.", "of:E", result="number")
def smallest(m: Machine, f: Frame, node: Node) -> int:
    return min(int(value(m, f, each)) for each in node[1])


@operation("max_of", "function", "The largest of some numbers.", "of:E", word="max", result="number")
def largest(m: Machine, f: Frame, node: Node) -> int:
    return max(int(value(m, f, each)) for each in node[1])


# --- operators -----------------------------------------------------------------------------------


@operation("+", "operator", "Sum.", "left:e", "right:e", result="number")
def add(m: Machine, f: Frame, node: Node) -> int:
    return m.bounded(value(m, f, node[1]) + value(m, f, node[2]))


@operation("-", "operator", "Difference.", "left:e", "right:e", result="number")
def subtract(m: Machine, f: Frame, node: Node) -> int:
    return m.bounded(value(m, f, node[1]) - value(m, f, node[2]))


@operation("*", "operator", "Product.", "left:e", "right:e", result="number")
def multiply(m: Machine, f: Frame, node: Node) -> int:
    return m.bounded(value(m, f, node[1]) * value(m, f, node[2]))


@operation("/", "operator", "Quotient, rounded down; nothing divided by nothing is 0.", "left:e", "right:e",
           result="number")
def divide(m: Machine, f: Frame, node: Node) -> int:
    divisor = value(m, f, node[2])
    return 0 if divisor == 0 else int(value(m, f, node[1]) // divisor)


@operation("neg", "operator", "The number below zero.", "of:e", word="-", result="number")
def negative(m: Machine, f: Frame, node: Node) -> int:
    return -int(value(m, f, node[1]))


@operation("=", "operator", "Equal.", "left:e", "right:e", result="truth")
def equal(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) == value(m, f, node[2]))


@operation("!=", "operator", "Not equal.", "left:e", "right:e", result="truth")
def unequal(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) != value(m, f, node[2]))


@operation("<", "operator", "Less.", "left:e", "right:e", result="truth")
def less(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) < value(m, f, node[2]))


@operation("<=", "operator", "At most.", "left:e", "right:e", result="truth")
def less_equal(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) <= value(m, f, node[2]))


@operation(">", "operator", "More.", "left:e", "right:e", result="truth")
def more(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) > value(m, f, node[2]))


@operation(">=", "operator", "At least.", "left:e", "right:e", result="truth")
def more_equal(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) >= value(m, f, node[2]))


@operation("and", "operator", "Both.", "left:e", "right:e", result="truth")
def both(m: Machine, f: Frame, node: Node) -> int:
    return int(bool(value(m, f, node[1])) and bool(value(m, f, node[2])))


@operation("or", "operator", "At least one of two.", "left:e", "right:e", result="truth")
def either(m: Machine, f: Frame, node: Node) -> int:
    return int(bool(value(m, f, node[1])) or bool(value(m, f, node[2])))


@operation("not", "operator", "The opposite.", "of:e", result="truth")
def opposite(m: Machine, f: Frame, node: Node) -> int:
    return int(not value(m, f, node[1]))


@operation("in", "operator", "Whether somebody stands in a place, or something is among a selection.",
           "left:e", "right:E1", result="truth", reads=("loc", "at"))
def within(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) in many(m, f, node[2]))


@operation("player_in", "operator", "Whether a player stands in a place.", "player:e", "place:E1", word="in",
           result="truth", reads=("at",))
def player_in(m: Machine, f: Frame, node: Node) -> int:
    player = value(m, f, node[1])
    return int(player != NONE and m.st.get("at", player) in many(m, f, node[2]))


@operation("piece_in", "operator", "Whether a piece lies in a zone, or with a player.", "piece:e", "holder:e",
           "holder_kind:r", word="in", result="truth", reads=("loc",))
def piece_in(m: Machine, f: Frame, node: Node) -> int:
    piece = value(m, f, node[1])
    return int(piece != NONE and m.lies_in(piece, many(m, f, node[2]), node[3]))


@operation("at_location", "operator", "Whether a location is a zone, a space, or a player's own area.",
           "location:e", "of:E1", "kind:r", word="to", result="truth")
def at_location(m: Machine, f: Frame, node: Node) -> int:
    return int(value(m, f, node[1]) in [m.destination(each, node[3]) for each in many(m, f, node[2])])
