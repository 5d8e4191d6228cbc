"""Exact chances of dice, by going through all outcomes: how likely it is to have enough of a face."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Literal

from kaiju_runtime.nodes import nodes_in
from kaiju_site.games import Game
from kaiju_site.workings import costs

Data = dict[str, Any]
ROLLS = (1, 2, 3, 4)
_AT_LEAST = {">=": 0, ">": 1, "=": 0}
_COUNTS = ("count_face", "unspent")


@dataclass(frozen=True)
class Chance:
    """A row of the table: what is wanted, and how likely it is after each number of rolls."""

    what: str
    number: int
    values: tuple[str, ...]
    fractions: tuple[str, ...]


@dataclass(frozen=True)
class Wish:
    """What an ability asks of the dice: so many of a face, of any one face, or so many different faces."""

    kind: Literal["face", "same", "different"]
    number: int
    face: str = ""


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


def same(number: int, dice: int, faces: int, rolls: int) -> Fraction:
    """The chance of ``number`` dice that show one face, whichever: the face that is there most is kept each time."""
    return sum((chance for most, chance in _most(dice, faces, rolls).items() if most >= number), Fraction(0))


@cache
def _most(dice: int, faces: int, rolls: int) -> dict[int, Fraction]:
    """How many dice show the face that is there most."""
    if rolls == 0:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = {}
    for kept, chance in _most(dice, faces, rolls - 1).items():
        again = dice - kept
        for hits in range(again + 1):
            others = again - hits
            for most in range(others + 1):
                ways = _ways(others, faces - 1, most) - (_ways(others, faces - 1, most - 1) if most else 0)
                share = Fraction(comb(again, hits) * ways, faces**again)
                new = max(kept + hits, most)
                found[new] = found.get(new, Fraction(0)) + chance * share
    return found


@cache
def _ways(dice: int, faces: int, most: int) -> int:
    """In how many ways so many dice can fall so that no face is there more often than ``most``."""
    if faces == 0:
        return int(dice == 0)
    return sum(comb(dice, each) * _ways(dice - each, faces - 1, most) for each in range(min(dice, most) + 1))


def different(number: int, dice: int, faces: int, rolls: int) -> Fraction:
    """The chance of ``number`` different faces: one die of each is kept each time, all others are rolled again."""
    return sum((chance for kinds, chance in _kinds(dice, faces, rolls).items() if kinds >= number), Fraction(0))


@cache
def _kinds(dice: int, faces: int, rolls: int) -> dict[int, Fraction]:
    """How many different faces there are."""
    if rolls == 0:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = {}
    for kept, chance in _kinds(dice, faces, rolls - 1).items():
        again = dice - kept
        for new in range(min(again, faces - kept) + 1):
            all_new = sum((-1) ** left * comb(new, left) * (kept + new - left) ** again for left in range(new + 1))
            share = Fraction(comb(faces - kept, new) * all_new, faces**again)
            found[kept + new] = found.get(kept + new, Fraction(0)) + chance * share
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
    wishes = dict.fromkeys(each for ability in abilities for each in _wishes(ability))
    return [_row(game, wish, dice) for wish in wishes if 0 < wish.number <= dice]


_EXACT = {"face": at_least, "same": same, "different": different}


def _row(game: Game, wish: Wish, dice: int) -> Chance:
    found = [_EXACT[wish.kind](wish.number, dice, len(game.program["faces"]), rolls) for rolls in ROLLS]
    names = {
        "face": f"{wish.number} × {game.link(f'faces:{wish.face}').text}" if wish.face else f"{wish.number} of a face",
        "same": f"{wish.number} of any one face",
        "different": f"{wish.number} different faces",
    }
    return Chance(
        names[wish.kind],
        wish.number,
        tuple(percent(each) for each in found),
        tuple(f"{each.numerator}/{each.denominator}" if each.denominator < 10**7 else "" for each in found),
    )


def _wishes(ability: Data) -> Iterator[Wish]:
    """Faces and how many of them: in events, conditions and prices."""
    pattern = ability["on"]
    if pattern is not None and pattern["event"] == "resolve_face" and pattern["key"]:
        numbers = [_number(node, ["amount"]) for node in nodes_in([ability["if"]])]
        yield Wish("face", max([1, *(each for each in numbers if each)]), pattern["key"])
    for node in nodes_in([ability["if"], ability["body"], ability["changes"]]):
        if node[0] in _AT_LEAST and isinstance(node[1], list):
            yield from _compared(node)
    for cost in costs([ability["cost"], ability["offer"], ability["body"]]):
        what, number = cost["what"], cost["number"]
        if cost["verb"] == "spend" and isinstance(what, list) and what[0] == "face" and number[0] == "int":
            yield Wish("face", int(number[1]), what[1])


def _compared(node: list[Any]) -> Iterator[Wish]:
    """What a comparison asks: of the number of a face, or of how many faces are there often enough."""
    left, number = node[1], _number(node, node[1])
    if not number:
        return
    if left[0] in _COUNTS and isinstance(left[1], list) and left[1][0] == "face":
        yield Wish("face", number, left[1][1])
    if left[0] == "size" and left[1][:2] == ["select", ["all_faces"]] and left[1][2]:
        inner = left[1][2]
        if inner[0] in _AT_LEAST and inner[1][0] in _COUNTS and inner[1][1] == ["it"]:
            each = _number(inner, inner[1])
            if each == 1:
                yield Wish("different", number)
            elif each and number == 1:
                yield Wish("same", each)


def _number(node: list[Any], left: list[Any]) -> int:
    """The least number that a comparison with ``left`` asks for, or 0."""
    if len(node) == 3 and node[0] in _AT_LEAST and node[1] == left and node[2][:1] == ["int"]:
        return int(node[2][1]) + _AT_LEAST[node[0]]
    return 0


def dice_table(game: Game, dice: int) -> list[Chance]:
    """How likely it is to have one, two, three … of a face: the same for every face."""
    return [_row(game, Wish("face", number), dice) for number in range(1, min(dice, 6) + 1)]
