"""What the options of ``kaiju play`` mean: who plays which seat, values of options, names of monsters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kaiju_compiler.cli.common import CommandError
from kaiju_compiler.suggest import did_you_mean
from kaiju_runtime.bots import BOTS, read_bot
from kaiju_runtime.program import Program
from kaiju_runtime.stops import KaijuError

if TYPE_CHECKING:
    from kaiju_compiler.cli.programs import Loaded

HUMAN = "human"
TRUTH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def read_seats(text: str | None, number: int, terminal: bool) -> list[str]:
    """Who plays each seat: ``human`` or the name of a bot. Unsaid: you and bots, or bots where there is no terminal."""
    seats = ["greedy"] * number
    if text is None:
        if terminal:
            seats[0] = HUMAN
        return seats
    for part in text.split(","):
        seat, equals, who = (piece.strip() for piece in part.partition("="))
        if not equals:
            seat, who = "all", seat
        known_player(who)
        if seat == "all":
            seats = [who] * number
        elif seat.isascii() and seat.isdigit() and 1 <= int(seat) <= number:
            seats[int(seat) - 1] = who
        else:
            raise CommandError("seat-unknown", f"there is no seat '{seat}'", f"seats are 1 to {number}, or 'all'")
    return seats


def known_player(who: str) -> None:
    if who == HUMAN:
        return
    kind = who.partition(":")[0]
    if kind not in BOTS:
        near = did_you_mean(kind, (HUMAN, *BOTS)) or f"{HUMAN}, {', '.join(BOTS)} can play"
        raise CommandError("seat-unknown", f"nobody is called '{kind}'", near)
    try:
        read_bot(who)
    except KaijuError as problem:
        raise CommandError(problem.code, problem.message, problem.help) from problem


def read_options(program: Program, given: Iterable[str]) -> dict[str, Any]:
    """The options of the mode, with values of the right types."""
    known = {option.id: option for option in program.options}
    chosen: dict[str, Any] = {}
    for text in given:
        name, equals, typed = (part.strip() for part in text.partition("="))
        if name not in known:
            near = did_you_mean(name, known) or (f"it has {', '.join(known)}" if known else "it has no options")
            raise CommandError("option-unknown", f"{program.title} has no option '{name}'", near)
        values = known[name].values
        wanted: Any = typed if equals else "yes"
        if all(isinstance(value, bool) for value in values):
            wanted = TRUTH.get(str(wanted).lower(), wanted)
        found = [value for value in values if value is wanted or str(value).lower() == str(wanted).lower()]
        if not found:
            shown = ", ".join("yes" if value is True else "no" if value is False else str(value) for value in values)
            raise CommandError("option-unknown", f"option '{name}' cannot be '{typed}'", f"it can be {shown}")
        chosen[name] = found[0]
    return chosen


def read_monsters(program: Program, text: str | None, loaded: Loaded) -> list[str] | None:
    """The ids of the monsters that take part; a full id or a name does as well as an id."""
    from kaiju_compiler.cli.programs import refuse_left_out

    if text is None:
        return None
    pieces = [program.pieces[piece] for piece in program.monsters]
    ids = {piece.name.lower(): piece.key for piece in pieces} | {piece.key: piece.key for piece in pieces}
    ids |= {program.definitions[piece.definition].id: piece.key for piece in pieces}
    chosen = []
    for word in text.split(","):
        name = word.strip()
        found = ids.get(name) or ids.get(name.lower())
        if found is None:
            refuse_left_out(loaded, name)
            keys = [piece.key for piece in pieces]
            near = did_you_mean(name, keys) or f"it has {', '.join(keys)}"
            raise CommandError("game-monster", f"{program.title} has no monster '{name}'", near)
        chosen.append(found)
    return chosen
