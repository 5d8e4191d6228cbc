"""Random legal games with the invariants of play checked on the way.

The invariants are those of reliability gate G3; the costly ones (clone, save, replay, refusal of what is
not offered) are checked at a sample of the decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kaiju_runtime import Game, IllegalMove
from kaiju_runtime.decisions import Decision
from kaiju_runtime.dice import Stream
from kaiju_runtime.frames import NONE, Frame
from kaiju_runtime.machine import Machine
from kaiju_runtime.machine.pieces import AREA
from kaiju_runtime.primitives.values import holds
from kaiju_runtime.program import Program

MUCH = 20
"""So many of something that has no upper end are plenty."""
HERE = -1
"""In place of a location: where the setup has put a piece, but on top."""


@dataclass
class Played:
    """One game that came to an end."""

    game: Game
    decisions: int


def random_answer(decision: Decision, stream: Stream) -> Any:
    keys = decision.keys()
    if decision.kind == "pick some":
        number = decision.least + stream.below(decision.most - decision.least + 1)
        pool, chosen = keys[:], []
        for _ in range(number):
            chosen.append(pool.pop(stream.below(len(pool))))
        return chosen
    return keys[stream.below(len(keys))]


def random_position(question: Any, stream: Stream) -> Any:
    """A position by chance, or positions, knowing no more than how many options there are."""
    if question.kind != "pick some":
        return stream.below(question.count)
    number = question.least + stream.below(question.most - question.least + 1)
    pool, chosen = list(range(question.count)), []
    for _ in range(number):
        chosen.append(pool.pop(stream.below(len(pool))))
    return sorted(chosen)


def counting_agent(stream: Stream) -> Callable[[Any, Any], Any]:
    """A bot called from inside the run."""
    return lambda machine, question: random_position(question, stream)


def may_lie_about(program: Program, piece: int) -> bool:
    """Whether a piece has a place like a card: it is no monster, belongs to none, and has no stops on a track."""
    found = program.pieces[piece]
    return piece not in program.monsters and found.monster < 0 and not found.stops


def may_be_kept(program: Program, piece: int) -> bool:
    """Whether a piece is a card to keep: one with abilities of its own, and nothing that is earned in a game."""
    found = program.definition_of(piece)
    return may_lie_about(program, piece) and bool(found.abilities) and program.kinds[found.kind].kept == NONE


def deal_cards(game: Game, stream: Stream, number: int, *, raised: bool = True) -> None:
    """Puts some cards to keep in front of every player before the first turn, silently, and raises one counter.

    The counter makes what is dear or waits far up come more often.
    """
    program = game.program
    deck = [piece for piece in range(len(program.pieces)) if may_be_kept(program, piece)]
    area = program.zones[AREA]
    dealt = [
        (deck.pop(stream.below(len(deck))), area.location(seat))
        for seat in range(len(game.setup["monsters"]))
        for _ in range(min(number, len(deck)))
    ]
    lay_out(game, dealt)
    if raised:
        for counter, seat, number in raised_counter(game.machine, stream):
            game.machine.st.set_counter(counter, seat, number)
        game.machine.see_conditions()
        game.base = game.machine.st.copy()


def lay_out(game: Game, lying: Iterable[tuple[int, int]], counters: Iterable[tuple[int, int, int]] = ()) -> None:
    """Plays the setup of a game that has not begun, then lays pieces in locations; nobody reacts to it.

    Players may get other numbers of counters too, each given as counter, seat, number.
    """
    game.machine.set_up()
    lay(game, lying, counters)


def lay(game: Game, lying: Iterable[tuple[int, int]], counters: Iterable[tuple[int, int, int]] = ()) -> None:
    """Lays pieces and sets counters in a game that will go on from here."""
    machine = game.machine
    machine.silent = True
    for piece, location in lying:
        machine.place(piece, machine.st.get("loc", piece) if location == HERE else location)
    for counter, seat, number in counters:
        machine.st.set_counter(counter, seat, number)
    machine.silent = False
    machine.see_conditions()
    game.base = machine.st.copy()


def raised_counter(machine: Machine, stream: Stream) -> list[tuple[int, int, int]]:
    """A chance number for every player of something of which they have nothing yet and that does nothing itself.

    Each is given as counter, seat, number; a number is sooner near its upper end than far from it.
    """
    program, seats = machine.p, machine.players()
    found = [
        index
        for index, counter in enumerate(program.counters)
        if counter.holder == "player"
        and not program.data["counters"][index]["bookkeeping"]
        and not counter.abilities
        and machine.st.counter(index, 0) == counter.least
    ]
    if not found:
        return []
    raised = found[stream.below(len(found))]
    unlimited = program.counters[raised].most is None
    most = [MUCH if unlimited else machine.upper_end(raised, seat) for seat in seats]
    return [(raised, seat, most[seat] - 1 - low(most[seat], stream)) for seat in seats]


def low(limit: int, stream: Stream) -> int:
    """A number from 0 to ``limit - 1``, sooner a low one than a high one: its size is as much chance as itself."""
    return stream.below(max(1, limit >> stream.below(limit.bit_length())))


def prepare(
    program: Program,
    monsters: list[str],
    seed: int,
    *,
    dealt: int = 0,
    options: dict[str, Any] | None = None,
    executor: str = "fast",
) -> Game:
    """A game of a seed before its first turn, with so many cards dealt to every player."""
    game = Game.prepare(program, monsters=monsters, seed=seed, options=options, executor=executor)
    if dealt:
        deal_cards(game, Stream("deal", seed), dealt)
    return game


def play_randomly(
    program: Program,
    monsters: list[str],
    seed: int,
    *,
    dealt: int = 0,
    options: dict[str, Any] | None = None,
    sample: int = 100,
) -> Played:
    """Plays one game to its end with random answers; raises ``AssertionError`` when an invariant breaks."""
    stream = Stream("tests", seed)
    game = prepare(program, monsters, seed, dealt=dealt, options=options).start()
    number = 0
    while (decision := game.decision) is not None:
        check_cheap(game, decision)
        if sample and stream.below(sample) == 0:
            check_costly(game, decision)
        game.answer(random_answer(decision, stream))
        number += 1
    check_end(game)
    return Played(game, number)


def play_in_batch(
    program: Program,
    monsters: list[str],
    seed: int,
    *,
    dealt: int = 0,
    options: dict[str, Any] | None = None,
    executor: str = "fast",
) -> Game:
    """Plays one game to its end in one go, without a look at it on the way."""
    game = prepare(program, monsters, seed, dealt=dealt, options=options, executor=executor)
    game.machine.agent = counting_agent(Stream("batch", seed))
    return game.start()


def check_cheap(game: Game, decision: Decision) -> None:
    """Invariants 1, 2, 4 (shape of the options) and 8 (no draw while asking)."""
    keys = decision.keys()
    assert keys, "a decision without options"
    assert len(set(keys)) == len(keys), f"two options with one key: {keys}"
    # One who is just being eliminated may still order the last words of their pieces.
    assert game.state.get("alive", decision.player) or decision.prompt == "order", "somebody who is out is asked"
    check_state(game)


def check_state(game: Game) -> None:
    """Invariants 1 and 2, and those that the mode declares."""
    machine, program, st = game.machine, game.program, game.state
    places = list(zip(st.array("loc"), st.array("rank"), strict=True))
    zones = [place for place in places if place[0] < program.locations]
    lying = set(zones)
    assert len(lying) == len(zones), "two pieces lie in one place"
    for piece, (location, rank) in enumerate(places):
        assert 0 <= location < program.locations + program.things, f"piece {piece} lies nowhere"
        # In a zone pieces lie one behind the other; those on things have no rank.
        assert rank == 0 or (location, rank - 1) in lying, f"nothing lies before piece {piece} in {location}"
    for index, counter in enumerate(program.counters):
        if counter.holder == "player":
            for seat in machine.players():
                number = st.counter(index, seat)
                assert number >= counter.least, f"{counter.id} of seat {seat} is {number}"
                # No upper end is below nothing, and one with modifiers takes long to find.
                assert number <= 0 or number <= machine.upper_end(index, seat), f"{counter.id} of {seat} is {number}"
    for invariant in program.invariants:
        for seat in [-1] if invariant.table else machine.players():
            assert holds(machine, Frame(seat), invariant.condition), f"broken: {invariant.text}"


def check_costly(game: Game, decision: Decision) -> None:
    """Invariants 4 (what is not offered is refused), 5 and 6 (save, load and clone give the same game)."""
    before = game.state_hash()
    for bad in ("no such key", 7, ["no such key"]):
        try:
            game.answer(bad)  # type: ignore[arg-type]
        except IllegalMove:
            pass
        else:
            raise AssertionError(f"{bad!r} was accepted")
    assert game.state_hash() == before
    saved = game.save()
    loaded = Game.load(game.program, saved)
    assert loaded.save() == saved, "a save is not equal when saved again"
    assert loaded.decision == decision
    twin = game.clone()
    assert twin.state_hash() == before == loaded.state_hash()
    answer = random_answer(decision, Stream("check", len(game.answers)))
    twin.answer(answer)
    loaded.answer(answer)
    assert twin.state_hash() == loaded.state_hash()
    assert game.state_hash() == before, "a clone changed its original"


def check_end(game: Game) -> None:
    """Invariant 9: a legal result, nothing after the end; 7: events are numbered in order."""
    result = game.result
    assert result is not None
    assert set(result.winners) <= set(range(len(game.setup["monsters"])))
    numbers = [record.number for record in game.events]
    assert numbers == sorted(set(numbers))
    try:
        game.answer("pass")
    except IllegalMove:
        return
    raise AssertionError("an answer was accepted after the end")


def replay(program: Program, game: Game) -> Game:
    """The same game again from its setup and answers."""
    again = Game.new(
        program,
        monsters=game.setup["monsters"],
        seed=game.setup["seed"],
        options=game.setup["options"],
        first=game.setup["first"],
    )
    for answer in game.answers:
        again.answer(answer)
    return again


def hashes_after(game: Game, answers: Iterable[Any]) -> list[str]:
    """The state hash of a game after each of some more answers."""
    hashes = []
    for answer in answers:
        game.answer(answer)
        hashes.append(game.state_hash())
    return hashes
