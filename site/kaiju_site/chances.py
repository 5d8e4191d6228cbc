"""Exact chances of dice, by going through all outcomes: how likely it is to have enough of a face."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from kaiju_runtime.decisions import PASS
from kaiju_runtime.game import Game as Play
from kaiju_runtime.game import program_from_data
from kaiju_runtime.stops import KaijuError
from kaiju_site.cache import Cache
from kaiju_site.games import Game, Link
from kaiju_site.names import file_name
from kaiju_site.workings import costs, nodes

Data = dict[str, Any]
ROLLS = (1, 2, 3, 4)
_MOST_ANSWERS = 200
_AT_LEAST = {">=": 0, ">": 1, "=": 0}


@dataclass(frozen=True)
class Chance:
    """A row of the table: what is wanted, and how likely it is after each number of rolls."""

    face: Link
    number: int
    dice: int
    values: tuple[str, ...]
    fractions: tuple[str, ...]


def at_least(number: int, dice: int, faces: int, rolls: int) -> Fraction:
    """The chance of ``number`` or more of one face with so many dice, when the others are rolled again each time."""
    return sum((chance for kept, chance in _kept(dice, faces, rolls).items() if kept >= number), Fraction(0))


@cache
def _kept(dice: int, faces: int, rolls: int) -> dict[int, Fraction]:
    """How many dice show the face after the rolls, with the chance of each: every outcome of every roll."""
    if rolls == 0:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = {}
    for kept, chance in _kept(dice, faces, rolls - 1).items():
        again = dice - kept
        for hits in range(again + 1):
            ways = comb(again, hits) * (faces - 1) ** (again - hits)
            found[kept + hits] = found.get(kept + hits, Fraction(0)) + chance * Fraction(ways, faces**again)
    return found


def percent(chance: Fraction) -> str:
    """A chance as a percentage with one digit: ``37.7 %``; never rounded to nothing or to all."""
    if chance in (0, 1):
        return f"{100 * chance} %"
    tenths = round(chance * 1000)
    if tenths in (0, 1000):
        return "< 0.1 %" if tenths == 0 else "> 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"


def chances(game: Game, dice: int, abilities: list[Data]) -> list[Chance]:
    """What the abilities ask of the dice, each once."""
    wanted = dict.fromkeys(each for ability in abilities for each in _wanted(game, ability))
    return [_row(game, face, number, dice) for face, number in wanted if 0 < number <= dice]


def _row(game: Game, face: str, number: int, dice: int) -> Chance:
    found = [at_least(number, dice, len(game.program["faces"]), rolls) for rolls in ROLLS]
    return Chance(
        game.link(f"faces:{face}"),
        number,
        dice,
        tuple(percent(each) for each in found),
        tuple(f"{each.numerator}/{each.denominator}" if each.denominator < 10**7 else "" for each in found),
    )


def _wanted(game: Game, ability: Data) -> Iterator[tuple[str, int]]:
    """Faces and how many of them: in events, conditions and prices."""
    pattern = ability["on"]
    if pattern is not None and pattern["event"] == "resolve_face" and pattern["key"]:
        numbers = [_number(node, ["amount"]) for node in nodes([ability["if"]])]
        yield pattern["key"], max([1, *(each for each in numbers if each)])
    for node in nodes([ability["if"], ability["body"], ability["changes"]]):
        if node[0] in _AT_LEAST and isinstance(node[1], list) and node[1][0] in ("count_face", "unspent"):
            face = node[1][1]
            number = _number(node, node[1])
            if isinstance(face, list) and face[0] == "face" and number:
                yield face[1], number
    for cost in costs([ability["cost"], ability["offer"], ability["body"]]):
        what, number = cost["what"], cost["number"]
        if cost["verb"] == "spend" and isinstance(what, list) and what[0] == "face" and number[0] == "int":
            yield what[1], int(number[1])


def _number(node: list[Any], left: list[Any]) -> int:
    """The least number that a comparison with ``left`` asks for, or 0."""
    if node[0] in _AT_LEAST and node[1] == left and node[2][0] == "int":
        return int(node[2][1]) + _AT_LEAST[node[0]]
    return 0


def face_chances(game: Game, dice: int) -> dict[str, list[Chance]]:
    """For each face of the mode: how likely it is to have one, two, three … of it."""
    return {
        face["id"]: [_row(game, face["id"], number, dice) for number in range(1, min(dice, 6) + 1)]
        for face in game.program["faces"]
    }


def usual_dice(game: Game, cache: Cache) -> int:
    """With how many dice a turn begins when nothing changes that: seen in a game that is played for it."""
    part = cache.part(f"dice-{file_name(game.id)}", {**game.program, "catalog": None, "source_map": None})
    found = part.get("dice")
    if found is None:
        found = _seen_dice(game)
        part.keep("dice", found)
        part.save()
    return int(found)


def _seen_dice(game: Game) -> int:
    """The dice of the second turn (the first may have a rule of its own), else of the first; 0 if nobody rolls."""
    seen: dict[int, int] = {}
    try:
        play = Play.new(program_from_data(game.program), seed=1)
        for _ in range(_MOST_ANSWERS):
            for event in play.events:
                if event.name == "roll":
                    seen.setdefault(event.turn, len(event.dice))
            decision = play.decision
            if decision is None or 2 in seen:
                break
            keys = [each.key for each in decision.options]
            play.answer(PASS if PASS in keys else keys[0])
    except KaijuError:
        pass
    return seen.get(2, seen.get(1, 0))
