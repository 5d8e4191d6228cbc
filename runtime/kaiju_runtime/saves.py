"""What a save has to be: every number of its state in the range that the program gives it.

A seal only says that a file is as it was written, not that we wrote it. Indices in a state are followed
without asking while a game is played; therefore they are looked at here, once.
"""

from __future__ import annotations

from typing import Any

from kaiju_runtime.layout import (
    DICE,
    DICE_IN_ROLL,
    EFFECT_VALUES,
    EFFECT_WIDTH,
    UNSEEN,
    Layout,
    State,
)
from kaiju_runtime.program import Program
from kaiju_runtime.stops import KaijuError

MOST = 2**53 - 1
Range = tuple[int, int]
ANY: Range = (-MOST, MOST)
COUNT: Range = (0, MOST)
TRUTH: Range = (0, 1)


def damaged(reason: str = "it does not have the shape of a save") -> KaijuError:
    return KaijuError("save-damaged", f"the save makes no sense: {reason}", "Start a new game, or use an older save.")


def check_save(program: Program, layout: Layout, payload: Any) -> None:
    """Raises :class:`KaijuError` unless a payload is a save of this program."""
    if not isinstance(payload, dict) or payload.get("program") != program.hash:
        raise KaijuError(
            "save-other-program",
            "the save belongs to another program (or another version of it)",
            "Build the program that it was made with, or start a new game.",
        )
    if set(payload) != {"program", "mode", "setup", "base", "tape", "answers"} or payload["mode"] != program.mode:
        raise damaged()
    base, tape, answers, setup = (payload[name] for name in ("base", "tape", "answers", "setup"))
    if not (isinstance(tape, list) and are_answers(answers) and len(tape) <= len(answers) and is_setup(setup)):
        raise damaged()
    if not (isinstance(base, list) and len(base) == layout.size and all(type(number) is int for number in base)):
        raise damaged()
    check_state(program, State(layout, base))


def are_answers(answers: Any) -> bool:
    """Whether a value is a list of what may be answered: keys, numbers, and lists of keys."""
    return isinstance(answers, list) and all(
        type(each) in (str, int) or (isinstance(each, list) and all(isinstance(key, str) for key in each))
        for each in answers
    )


def is_setup(setup: Any) -> bool:
    """Whether a value has the parts of a setup, each of its type."""
    return (
        isinstance(setup, dict)
        and set(setup) == {"monsters", "seed", "options", "first"}
        and isinstance(setup["monsters"], list)
        and all(isinstance(name, str) for name in setup["monsters"])
        and type(setup["seed"]) is int
        and setup["seed"] >= 0
        and isinstance(setup["options"], dict)
        and (
            setup["first"] is None or (type(setup["first"]) is int and setup["first"] in range(len(setup["monsters"])))
        )
    )


# --- ranges --------------------------------------------------------------------------------------


def ranges(program: Program) -> dict[str, Range]:
    """The range of the numbers in each array of a state, those with rows of several meanings left out."""
    seats, pieces, faces = program.seats, len(program.pieces), len(program.faces)
    seat, nobody, mask = (0, seats - 1), (-1, seats - 1), (0, (1 << seats) - 1)
    piece, thing, face = (-1, pieces - 1), (-1, program.things - 1), (-1, faces - 1)
    found: dict[str, Range] = {
        **dict.fromkeys(("turn", "rng", "throws", "hidden", "decisions", "clock", "steps", "events"), COUNT),
        **dict.fromkeys(("seed", "stamp", "copied", "spent"), COUNT),
        **dict.fromkeys(("over", "alive", "orient", "done", "uses"), TRUTH),
        **dict.fromkeys(("active", "resume"), seat),
        **dict.fromkeys(("first", "owner", "dice_owner"), nobody),
        **dict.fromkeys(("winners", "seen"), mask),
        "copy": piece,
        **dict.fromkeys(("source", "at"), thing),
    }
    found |= {"phase": (0, max(0, len(program.phases) - 1)), "step": (0, 5), "side": (0, DICE - DICE_IN_ROLL)}
    found |= {"monster": (0, max(0, pieces - 1)), "rank": (0, max(0, pieces - 1)), "dice": face}
    found |= {"loc": (0, program.locations + program.things - 1), "edges": (0, UNSEEN), "totals": ANY}
    return found | {f"counter {each.id}": (min(0, each.least), MOST) for each in program.counters}


def rows(program: Program) -> dict[str, list[Range]]:
    """The ranges in arrays of rows, and of options."""
    seats, things = program.seats, program.things
    effect: list[Range] = [(0, len(program.abilities)), (-1, seats - 1), (-1, things - 1), (-1, MOST), COUNT]
    return {
        "options": [(0, len(option.values) - 1) for option in program.options],
        "queue": [(0, seats), (0, things), COUNT],
        "effects": effect + [ANY] * EFFECT_VALUES,
    }


def check_state(program: Program, state: State) -> None:
    """Raises :class:`KaijuError` unless each number of a state is in its range, and each piece in a place."""
    known, several = ranges(program), rows(program)
    for name in state.layout.lengths:
        numbers = state.array(name)
        wanted = several[name] if name in several else [known[name]]
        for index, number in enumerate(numbers):
            least, most = wanted[index % len(wanted)]
            if not least <= number <= most:
                raise damaged(f"{number} is no number for '{name}'")
    check_places(program, state)
    check_effects(program, state)


def check_places(program: Program, state: State) -> None:
    """The pieces of each zone have the ranks from 0 on; on a space ranks mean nothing."""
    ranks: dict[int, list[int]] = {}
    for location, rank in zip(state.array("loc"), state.array("rank"), strict=True):
        if location < program.locations:
            ranks.setdefault(location, []).append(rank)
    for found in ranks.values():
        if sorted(found) != list(range(len(found))):
            raise damaged("two pieces lie in one place")


def check_effects(program: Program, state: State) -> None:
    """What lasts is the ability of an effect that can last."""
    for number in state.array("effects")[::EFFECT_WIDTH]:
        ability = program.abilities[number - 1] if number else None
        if ability is not None and not ability.lasts:
            raise damaged("an effect lasts that has no end")


def check_seats(program: Program, state: State, monsters: list[int], options: list[int]) -> None:
    """Who sits where, and by which options it is played, is what the setup says."""
    seats = range(program.seats)
    found = [state.get("monster", seat) for seat in range(len(monsters))]
    strangers = any(state.get("alive", seat) for seat in seats[len(monsters) :])
    if found != monsters or strangers or state.array("options") != options:
        raise damaged("its players or options are not those of its setup")
