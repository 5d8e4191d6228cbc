"""Tokyo Bay is balanced between greedy players: by the games that lie in its pack, which are of what it is now."""

from __future__ import annotations

from functools import cache

from kaiju_runtime.report.balance import Balance, balance_of
from kaiju_runtime.report.cast import cast_of
from kaiju_runtime.report.compare import compare
from kaiju_runtime.report.statistics_file import load_statistics
from kaiju_runtime.report.verdicts import EVEN
from kaiju_site.balance_pages import BEFORE, NOW
from support.programs import ROOT, program

MODE = "tokyo_bay"
ITS_OWN = {"hades", "gigarex", "pagura", "iron_back", "kraken", "cyber_bunny"}
"""The monsters of the box; the six of Duel and The King may sit at its table, but are not measured here."""
FOR_A_PAIR = 100
"""Games in which two monsters met, at least."""


@cache
def stored(name: str = NOW) -> Balance:
    return balance_of(load_statistics(ROOT / "content" / MODE / name), cast_of(program(MODE).data))


def off_balance(found: Balance) -> dict[str, list[str]]:
    """What misses the mark, by which mark."""
    return {
        "pairs outside 40 to 60 %": [
            f"{one} {each.rate.value / 100} {other}"
            for each in found.pairs
            for one, other in (each.names,)
            if not EVEN.low <= each.rate.value <= EVEN.high
        ],
        "cards never bought": [each.key for each in found.cards if not each.times],
        "cards that win clearly over 60 %": [each.key for each in found.cards if each.buyers.clear_above(EVEN.high)],
    }


def test_the_games_are_of_the_program_as_it_is() -> None:
    games = stored().statistics
    assert games.program == program(MODE).hash, (
        "Tokyo Bay has changed since its games were played. Play them again, with the command on its page of balance, "
        "which writes content/tokyo_bay/balance.json in half an hour or more; the old file becomes balance_before.json"
    )


def test_enough_games_of_all_pairs_of_its_own_monsters_between_greedy_players() -> None:
    found = stored()
    assert set(found.statistics.plan["bots"]) == {"greedy"}
    assert {each.key for each in found.monsters} == ITS_OWN and len(found.pairs) == 15
    assert min(each.games for each in found.pairs) >= FOR_A_PAIR
    assert not found.statistics.data["lost"] and not found.statistics.data["stopped"]


def test_no_pair_and_no_card_is_out_of_balance() -> None:
    assert not any(off_balance(stored()).values()), off_balance(stored())


def test_every_card_was_offered() -> None:
    assert len(stored().cards.all) == 50 and not stored().cards.never_offered


def test_the_marks_tell_what_was_out_of_balance_before() -> None:
    pairs, unbought, winning = off_balance(stored(BEFORE)).values()
    assert len(pairs) == 2 and not unbought
    assert set(winning) == {
        "breakwater",
        "counterattack",
        "salt_in_the_wound",
        "typhoon",
        "victory_lap",
        "whirlpool",
    }


def test_before_and_after_can_be_compared() -> None:
    changed = compare(stored(BEFORE), stored())
    assert changed.real, "the games before are those of another program"
