"""Which records work together on the site, and what a page says that a record changes."""

from __future__ import annotations

from kaiju_site.addresses import Addresses
from kaiju_site.games import Game
from kaiju_site.interactions import Interactions
from kaiju_site.rulebook import entry_view
from kaiju_site.workings import workings
from support.harbour import harbour
from support.programs import compiled

ANSWERS, ANSWERED, SAME = "Answers what these do", "Is answered by", "Answers the same event"


def links_of(found: Interactions, full_id: str) -> dict[str, set[str]]:
    """The groups of a record's page: by their headings, the names in them."""
    return {title: {link.text for link in links} for title, links, _ in found.groups(full_id)}


def test_what_must_come_from_a_face_is_not_answered_by_what_a_card_does() -> None:
    """It is answered to cards that resolve that face, not to those that deal the same loss themselves."""
    effects = {
        "tar": "when rival loses hull from your gale: gain 1 rum",
        "pump": "when you lose hull: gain 1 rum",
        "cannon": "rival loses 2 hull",
        "signal": "resolve gale",
        "oracle": "choose a face where count(it) > 0 as seen\nresolve seen",
        "still": "resolve coin",
    }
    found = Interactions.of(harbour(effects))
    tar, pump, signal = (links_of(found, f"harbour:{name}") for name in ("tar", "pump", "signal"))
    assert tar[ANSWERS] == {"Signal", "Oracle"} and pump[ANSWERS] == {"Cannon", "Signal", "Oracle"}
    assert signal[ANSWERED] == {"Tar", "Pump"}
    assert links_of(found, "harbour:cannon")[ANSWERED] == {"Pump"}
    assert ANSWERED not in links_of(found, "harbour:still")
    assert tar[SAME] == {"Pump"} and pump[SAME] == {"Tar"}


def test_what_only_the_record_itself_can_cause_is_answered_to_nobody() -> None:
    effects = {
        "leak": "when this is discarded from this: gain 1 rum",
        "ballast": "when your turn ends: discard this",
        "wreck": "when card is discarded: gain 1 rum",
    }
    found = Interactions.of(harbour(effects))
    assert links_of(found, "harbour:ballast")[ANSWERED] == {"Wreck"}
    assert links_of(found, "harbour:wreck")[ANSWERS] == {"Ballast"} and not links_of(found, "harbour:leak")


def test_a_space_that_a_face_leads_to_acts_from_that_face() -> None:
    """A tile on which a marker stops deals what it deals from the face that moved it; a card does not."""
    mode = compiled().modes["tokyo_bay"]
    found = Interactions.of(Game(mode, None, (), Addresses(mode.program)))  # type: ignore[arg-type]
    raised = found.traits["tokyo_bay:kings_arena"].raises
    assert {face for name, key, face in raised if (name, key) == ("lose", "life")} == {"", "destruction", "fame"}
    spaces = {kind["id"] for kind in mode.program["kinds"] if kind["space"]}
    led_to = [each for each, traits in found.traits.items() if any(face for _, _, face in traits.raises)]
    assert led_to and all(found.game.definition(each)["kind"] in spaces for each in led_to)


def test_pages_say_what_the_ruling_on_damage_of_cards_says() -> None:
    """R-230 of King of Tokyo: only the attack brings the tokens of Poison Spit, never a card that deals damage."""
    mode = compiled().modes["king_of_tokyo"]
    found = Interactions.of(Game(mode, None, (), Addresses(mode.program)))  # type: ignore[arg-type]
    poison, flames = (links_of(found, f"king_of_tokyo:{name}") for name in ("poison_spit", "flame_thrower"))
    assert ANSWERS not in poison and "Jets" in poison[SAME]
    assert {"Camouflage", "Wings"} <= flames[ANSWERED]
    assert not {"Jets", "Poison Spit", "Shrink Ray"} & flames[ANSWERED]


def test_a_form_of_a_verb_changes_what_it_changes_and_no_more() -> None:
    """Discarding a card changes no dice, and neither does setting a counter."""
    game = harbour({"plank": "when your turn ends:\n  set you.rum to 2\n  discard this"})
    definition = game.definition("harbour:plank")
    (plank,) = workings(game, definition)
    assert [each.text for each in plank.changes] == ["barrels of rum", "where pieces lie"]


def test_procedures_and_seats_are_named_as_people_name_them() -> None:
    """A procedure as the rules texts call it; a rival only where there is one."""
    modes = compiled().modes
    tokyo, duel = (Game(modes[name], None, (), Addresses(modes[name].program)) for name in ("king_of_tokyo", "duel"))  # type: ignore[arg-type]
    assert tokyo.name("procedures:enter_tokyo") == "enter Tokyo"
    assert tokyo.link("procedures:enter_tokyo").text == "Enter Tokyo"
    assert entry_view(tokyo, "procedures", tokyo.tables["procedures"]["enter_tokyo"]).name == "Enter Tokyo"
    assert [tokyo.seat(number) for number in range(3)] == ["you", "seat 2", "seat 3"]
    assert [duel.seat(number) for number in range(2)] == ["you", "rival"]
