"""What a player may not see changes nothing for that player; looking draws nothing (invariants 3, 8, 10, 11)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kaiju_runtime import Game, KaijuError
from kaiju_runtime.dice import DicePool, Stream
from kaiju_runtime.hosts import Waiting
from kaiju_runtime.layout import State
from kaiju_runtime.machine import Machine
from kaiju_runtime.program import Program
from kaiju_runtime.stats import Stats
from support.programs import program
from support.random_play import deal_cards, random_answer

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
GAMES = 60 if NIGHTLY else 2
MODES = [("duel", "content"), ("king_of_tokyo", "content"), ("harbour", "tests/packs"), ("quarry", "tests/packs")]
over_modes = pytest.mark.parametrize(("mode", "folder"), MODES, ids=[mode for mode, _ in MODES])


def decisions(played: Program, seed: int, every: int = 1, most: int = 90, executor: str = "fast") -> Iterator[Game]:
    """A random game with cards dealt, at every so manieth of its decisions."""
    stream = Stream("hidden", seed)
    game = Game.prepare(played, seed=seed, executor=executor)
    deal_cards(game, stream, 4)
    game.start()
    for number in range(most):
        if game.decision is None:
            return
        if number % every == 0:
            yield game
        game.answer(random_answer(game.decision, stream))


# --- what is hidden (11) -----------------------------------------------------------------------------


def seats(game: Game) -> range:
    return range(len(game.setup["monsters"]))


def unseen(game: Game, viewer: int | None) -> list[int]:
    """Pieces that lie in a hidden zone and that the viewer has not been shown."""
    state, everybody = game.state, (1 << game.program.seats) - 1
    found = []
    for piece in range(len(game.program.pieces)):
        zone = game.machine.zone_of(piece)
        mask = state.get("seen", piece)
        known = mask == everybody if viewer is None else bool(mask >> viewer & 1)
        if zone is not None and zone.hidden and not known:
            found.append(piece)
    return found


def apart(game: Game) -> Game:
    """A copy whose states may be written into: a clone shares them until somebody answers."""
    twin = game.clone()
    twin.base, twin.machine.st = game.base.copy(), game.state.copy()
    return twin


def otherwise(game: Game, viewer: int, stream: Stream) -> Game:
    """The game as it might be as well for all that the viewer knows: unseen pieces in another order, other chance."""
    twin = apart(game)
    hidden = unseen(game, viewer)
    places: dict[int, list[int]] = {}
    for piece in hidden:
        places.setdefault(game.state.get("loc", piece), []).append(piece)
    for pieces in places.values():
        ranks = [game.state.get("rank", piece) for piece in pieces]
        order = ranks[:]
        for last in range(len(order) - 1, 0, -1):
            other = stream.below(last + 1)
            order[last], order[other] = order[other], order[last]
        for state in (twin.base, twin.machine.st):
            for piece, rank in zip(pieces, order, strict=True):
                state.put("rank", piece, rank)
    for state in (twin.base, twin.machine.st):
        state.set_one("seed", state.one("seed") + 1)
        state.set_one("rng", 0)
    return twin


def check_nothing_leaks(game: Game, viewer: int, stream: Stream) -> None:
    twin = otherwise(game, viewer, stream)
    assert twin.view(viewer) == game.view(viewer)
    if not game.machine.tape and not game.decision.nested:  # type: ignore[union-attr]
        twin._rerun()  # asks anew, from the changed state
        assert twin.decision == game.decision
        assert twin.view(viewer) == game.view(viewer)


@over_modes
def test_what_one_may_not_see_changes_nothing_that_one_sees(mode: str, folder: str) -> None:
    stream, compared = Stream("otherwise", 1), 0
    for seed in range(GAMES):
        for game in decisions(program(mode, folder), seed, every=3):
            for viewer in seats(game):
                compared += len(unseen(game, viewer)) > 1
                check_nothing_leaks(game, viewer, stream)
    assert compared > 10


def texts(value: Any) -> set[str]:
    """Every text in a value."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*map(texts, value.values()))
    return set().union(*map(texts, value)) if isinstance(value, list) else set()


def secret_names(game: Game, viewer: int | None) -> set[str]:
    """Names and ids that only pieces have which the viewer has not seen."""
    hidden = set(unseen(game, viewer))
    names: tuple[set[str], set[str]] = (set(), set())
    for number, piece in enumerate(game.program.pieces):
        definition = game.program.definitions[piece.definition]
        names[number in hidden].update((piece.id, piece.key, piece.name, definition.id))
    words = {counter.id for counter in game.program.counters} | {face.id for face in game.program.faces}
    return names[1] - names[0] - words


def check_no_names(game: Game, viewer: int | None) -> None:
    view = game.view(viewer)
    assert not secret_names(game, viewer) & texts(view)
    asked = game.decision.player if game.decision is not None else None
    assert (view["decision"] is None) == (viewer is None or viewer != asked)


@over_modes
def test_views_do_not_name_hidden_pieces(mode: str, folder: str) -> None:
    named = 0
    for seed in range(GAMES):
        for game in decisions(program(mode, folder), seed, every=2):
            for viewer in (None, *seats(game)):
                named += len(secret_names(game, viewer))
                check_no_names(game, viewer)
    assert named > 100


def looking() -> Game:
    """A game of harbour in which one player has looked at the topmost card of the pile, and is asked about it."""
    played = program("harbour", "tests/packs")
    game = Game.prepare(played, seed=1, first=0)
    machine = game.machine
    machine.set_up()
    machine.silent = True
    nest = next(i for i, piece in enumerate(played.pieces) if piece.key == "crows_nest")
    machine.place(nest, machine.destination(0, "player"))
    gold = next(i for i, counter in enumerate(played.counters) if counter.id == "gold")
    machine.st.set_counter(gold, 0, 9)
    machine.silent = False
    game.base = machine.st.copy()
    game.start()
    while not any("crows_nest" in key for key in game.decision.keys()):  # type: ignore[union-attr]
        assert game.decision is not None and game.state.one("turn") == 1
        game.answer("pass" if "pass" in game.decision.keys() else game.decision.keys()[0])
    game.answer(next(key for key in game.decision.keys() if "crows_nest" in key))  # type: ignore[union-attr]
    return game


def test_a_secret_look_is_for_one_alone() -> None:
    game = looking()
    (secret,) = set(unseen(game, 1)) - set(unseen(game, 0))
    name = game.program.pieces[secret].id
    assert game.decision is not None and game.decision.player == 0 and game.decision.nested
    assert name in texts(game.view(0)["zones"])
    for viewer in (None, *seats(game)[1:]):
        assert name not in texts(game.view(viewer))
        check_no_names(game, viewer)
    for viewer in seats(game):
        check_nothing_leaks(game, viewer, Stream("look", viewer))


def test_two_secrets_look_alike_to_others() -> None:
    """Which card was seen, and who saw it, is nothing that the others can tell by their views."""
    game = looking()
    (secret,) = set(unseen(game, 1)) - set(unseen(game, 0))
    twin = apart(game)
    other = next(piece for piece in unseen(game, 0) if piece in unseen(game, 1))
    for piece in (secret, other):
        twin.state.put("seen", piece, 1 - game.state.get("seen", piece))
    assert twin.view(0) != game.view(0)
    for viewer in (None, *seats(game)[1:]):
        assert twin.view(viewer) == game.view(viewer)


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: a view that shows the topmost card of a pile to everybody."""
    monkeypatch.setattr("kaiju_runtime.views.may_see", lambda game, piece, player: game.state.get("rank", piece) > 3)
    game = next(decisions(program("duel"), 1))
    with pytest.raises(AssertionError):
        check_no_names(game, 0)
    with pytest.raises(AssertionError):
        check_nothing_leaks(game, 0, Stream("leak", 1))


# --- looking draws nothing and changes nothing (8) ---------------------------------------------------


def look_around(game: Game) -> None:
    """Everything that can be asked of a game."""
    for viewer in (None, *seats(game)):
        game.view(viewer)
    assert game.decision is not None
    game.decision.to_data()
    game.state_hash()
    Game.load(game.program, game.save())
    twin = game.clone()
    assert twin.view(0) == game.view(0) and twin.result == game.result and twin.events == []


def check_looking_is_free(game: Game) -> None:
    before = (game.state.s[:], game.base.s[:], list(game.events), game.save())
    look_around(game)
    assert (game.state.s, game.base.s, list(game.events), game.save()) == before


@over_modes
def test_looking_draws_nothing_and_changes_nothing(mode: str, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Invariant 8; a draw while somebody looks would raise, but for those that a half-done effect repeats."""
    for seed in range(GAMES):
        for game in decisions(program(mode, folder), seed, every=5):
            with monkeypatch.context() as patch:
                if not game.decision.nested:  # type: ignore[union-attr]
                    patch.setattr(DicePool, "below", no_chance)
                check_looking_is_free(game)


def no_chance(pool: DicePool, limit: int) -> int:
    raise AssertionError("a chance number was drawn")


def test_draws_are_logged() -> None:
    """The stream moves only where the log tells of an event, or at the setup."""
    for game in decisions(program("duel"), 2):
        before = game.state.one("rng"), len(game.events)
        twin = game.clone()
        twin.machine.logging = True
        assert game.decision is not None
        twin.answer(random_answer(game.decision, Stream("draws", len(game.answers))))
        if twin.state.one("rng") != before[0]:
            assert {each.name for each in twin.events} & {"roll", "reroll", "shuffle", "move_piece", "turn_starts"}


def test_a_draw_while_looking_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from kaiju_runtime import game as module

    real = module.view_of

    def drawing(game: Game, player: int | None) -> dict[str, Any]:
        game.machine.dice_pool.below(6)
        return real(game, player)

    monkeypatch.setattr(module, "view_of", drawing)
    with pytest.raises(AssertionError):
        check_looking_is_free(next(decisions(program("duel"), 1)))


# --- numbers are what their modifiers make of them (3) -----------------------------------------------


def numbers(machine: Machine) -> dict[tuple[str, int, int], int]:
    """Every stat, count, price and upper end, of everybody."""
    found = {}
    for seat in machine.players():
        for name, table in (("stat", machine.p.stats), ("count", machine.p.faces), ("most", machine.p.counters)):
            for index, entry in enumerate(table):  # type: ignore[arg-type,var-annotated]
                if name != "most" or entry.holder == "player":  # type: ignore[attr-defined]
                    found[name, index, seat] = machine.stats.read((name, index), seat, seat)
        for piece in filter(machine.printed_price, range(len(machine.p.pieces))):
            found["price", piece, seat] = machine.stats.read(("price", 0), piece, seat)
    return found


def from_nothing(game: Game) -> dict[tuple[str, int, int], int]:
    """The same numbers by a machine that remembers nothing."""
    fresh = Machine(game.program, game.machine.layout, State(game.machine.layout, game.state.s[:]))
    fresh.running = game.machine.running[:]
    return numbers(fresh)


@over_modes
def test_numbers_are_recomputed_alike(mode: str, folder: str) -> None:
    seen: set[int] = set()
    for seed in range(GAMES):
        for game in decisions(program(mode, folder), seed, every=3):
            found = numbers(game.machine)
            assert found == from_nothing(game)
            seen |= set(found.values())
    assert len(seen) > 3


def test_a_stale_number_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: stats that are remembered and never forgotten."""
    real, kept = Stats.read, {}

    def stale(stats: Stats, key: Any, of: int, buyer: int) -> int:
        at = (id(stats), key, of, buyer)
        if at not in kept:
            kept[at] = real(stats, key, of, buyer)
        return kept[at]

    monkeypatch.setattr(Stats, "read", stale)
    with pytest.raises(AssertionError):
        for game in decisions(program("duel"), 1):
            assert numbers(game.machine) == from_nothing(game)


# --- triggers (10) -----------------------------------------------------------------------------------


class Watch:
    """Looks on while triggers run: each once for its event, offers only where their piece still is."""

    def __init__(self, real: Callable[[Machine, Waiting], None]) -> None:
        self.real = real
        self.done: list[tuple[Any, Any]] = []
        self.keys: set[tuple[int, Any]] = set()
        self.run = 0

    def __call__(self, machine: Machine, waiting: Waiting) -> None:
        host = waiting.host
        if waiting.event is not None and not machine.trial and host.ability.form in ("when", "before"):
            key = (id(waiting.event), (host.key, host.stamp, host.copied))
            assert key not in self.keys, f"{host.ability.where} handles one event twice"
            self.keys.add(key)
            self.done.append((waiting.event, host))  # keeps the event alive, so that no other gets its number
            self.run += 1
            if host.layer == "piece" and host.ability.offer is not None:
                assert machine.still_there(host), f"{host.ability.where} was offered by a piece that is gone"
        self.real(machine, waiting)


def watch(monkeypatch: pytest.MonkeyPatch, real: Callable[[Machine, Waiting], None]) -> Watch:
    watching = Watch(real)
    monkeypatch.setattr(Machine, "run_waiting", lambda machine, waiting: watching(machine, waiting))
    return watching


@over_modes
def test_each_trigger_is_handled_once(mode: str, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    watching = watch(monkeypatch, Machine.run_waiting)
    for seed in range(100, 100 + GAMES):
        for _ in decisions(program(mode, folder), seed, executor="reference"):
            pass
    assert watching.run > 10


def test_a_trigger_that_runs_twice_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    watch(monkeypatch, Machine.run_waiting)
    real = Machine.triggers
    monkeypatch.setattr(Machine, "triggers", lambda machine, events: twice(real(machine, events)))
    with pytest.raises((AssertionError, KaijuError), match="twice"):
        for _ in decisions(program("harbour", "tests/packs"), 100, executor="reference"):
            pass


def twice(batch: list[Waiting]) -> list[Waiting]:
    return [*batch, *(Waiting(each.host, each.event, each.bound) for each in batch)]
