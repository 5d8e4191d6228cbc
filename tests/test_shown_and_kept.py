"""Fields that are read from effects, and kinds of piece that players keep."""

from __future__ import annotations

import pytest

from test_collect import by_id, compiled, files, ids, one

SHOWN = ("small/mode.yaml", "      partner: card\n", "      partner: card\n      sparks: {kind: number, shows: %s}\n")


def sparks(shows: str, *changes: tuple[str, str, str]) -> dict[str, int]:
    """What the three cards show, by their ids."""
    program = compiled(files((*SHOWN[:2], SHOWN[2] % shows), *changes)).modes["small"].program
    at = ids(program["fields"]).index("sparks")
    names = ("knife", "fork", "spoon")
    return {name: by_id(program["definitions"], f"small:{name}")["data"][at] for name in names}


def test_a_field_is_read_from_the_effect() -> None:
    assert sparks("{gains: energy}") == {"knife": 0, "fork": 1, "spoon": 0}
    assert sparks("{gains: poison, face: claw}") == {"knife": 1, "fork": 1, "spoon": 0}
    assert (
        sparks("{loses: life}", ("small/cards.yaml", "gain 1 energy; gain 1 poison", "others lose 3 life"))["fork"] == 3
    )


def test_a_number_that_is_not_plain_shows_one_and_a_price_none() -> None:
    change = (
        "small/cards.yaml",
        '"when your turn starts: this gains 1 energy"',
        '"action in roll pay 2 energy: gain you.life energy"',
    )
    assert sparks("{gains: energy}", change)["spoon"] == 1


def test_a_record_that_states_the_field_is_believed() -> None:
    assert (
        sparks("{gains: energy}", ("small/cards.yaml", "    wide: true\n", "    wide: true\n    sparks: 7\n"))["fork"]
        == 7
    )


@pytest.mark.parametrize("shows", ["{gains: enrgy}", "{loses: lfe}", "{face: clw}"])
def test_a_field_cannot_show_what_there_is_not(shows: str) -> None:
    found = one(compiled(files((*SHOWN[:2], SHOWN[2] % shows))))
    assert found.code == "mode-unknown-name"
    assert "did you mean" in found.help


def test_what_is_kept_needs_a_counter_of_pieces() -> None:
    kept = ("small/mode.yaml", "    starts: deck\n", "    starts: deck\n    kept: poison\n")
    assert one(compiled(files(kept))).code == "mode-unknown-name"
    good = compiled(files((*kept[:2], "    starts: deck\n    kept: energy\n"))).modes["small"].program
    assert by_id(good["kinds"], "card")["kept"] == "energy@piece"
    assert by_id(good["kinds"], "keep")["kept"] == "energy@piece"
    assert "kept" not in by_id(good["kinds"], "tile")
