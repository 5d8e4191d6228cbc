"""Constants, names of things, and pronouns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.primitives.registry import operation
from kaiju_runtime.primitives.values import NONE, Node, value

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine


@operation("int", "reference", "A whole number.", "value:r", result="number")
def integer(m: Machine, f: Frame, node: Node) -> int:
    return int(node[1])


@operation("none", "pronoun", "Nothing: no player, no piece, no space.", result="none")
def nothing(m: Machine, f: Frame, node: Node) -> int:
    return NONE


@operation(
    "local",
    "reference",
    "A name bound by `as`, `let`, `for each` or a parameter.",
    "slot:r",
    "name:r",
    "kind:r",
    result="local",
)
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
    return m.p.options[node[1]].worth[m.st.get("options", node[1])]


@operation("seat_ref", "reference", "The player of a seat.", "seat:r", result="player")
def seat_ref(m: Machine, f: Frame, node: Node) -> int:
    return int(node[1]) - 1


@operation("you", "pronoun", "The owner of the piece; for a piece without owner, whoever acts.", result="player")
def you(m: Machine, f: Frame, node: Node) -> int:
    return f.you


@operation("rival", "pronoun", "The one opponent, in a game of two.", result="player")
def rival(m: Machine, f: Frame, node: Node) -> int:
    return 1 - f.you


@operation("others", "pronoun", "All other players in the game, in turn order.", result="player*", reads=("alive",))
def others(m: Machine, f: Frame, node: Node) -> list[int]:
    found = [player for player in m.players_in_turn() if player != f.you]
    leaver = m.matched_player
    return [*found, leaver] if leaver not in (NONE, f.you, *found) else found


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
