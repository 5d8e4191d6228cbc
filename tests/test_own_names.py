"""Samples beside errors of form: in the names of the author's mode, and right in it; or said to be of another game."""

from __future__ import annotations

import pytest

from fixtures_scope import SYSTEMS, scope_of
from kaiju_compiler.own_names import names_of, own_name
from kaiju_compiler.parse import NO_MODE, SyntaxProblem, limits, parse_effect
from kaiju_compiler.parse.advice import _OPERATORS
from kaiju_compiler.parse.places import MADE_UP
from kaiju_compiler.parse.samples import BY_WORD, RULEBOOK_HEADS, SENTENCE
from kaiju_compiler.resolve import Context, resolve_effect, resolve_procedures
from kaiju_compiler.resolve.rulebook_verbs import SAID
from kaiju_compiler.source import Text
from kaiju_compiler.symbols import Scope, Type

SAMPLES = sorted(
    {
        *BY_WORD.values(),
        *(sample for _, sample in RULEBOOK_HEADS.values()),
        *(sample for _, sample in _OPERATORS.values()),
        limits._SAMPLES["effect"],
        SENTENCE,
        *SAID.values(),
    }
)
MADE_UP_KINDS = {"name-unknown", "name-wrong-kind", "attribute-unknown", "name-holder", "event-unknown", "verb-unknown"}
OF_EVENTS = {"amount", "item"}
"""What a sample may speak of without saying where it comes from: it is what an ability of an event has."""


def told(scope: Scope, sample: str, help: str = "") -> SyntaxProblem:
    return names_of(scope).problem("syntax-empty", "", Text.plain("x").span(0, 1), help, sample or None)


def wrong_names(scope: Scope, sample: str) -> list[str]:
    effect, problems = parse_effect(Text.plain(sample))
    assert effect is not None and not problems, sample
    define = sample.startswith("define")
    context = Context("procedure" if define else "piece", this=Type("piece", of="card"))
    found = (resolve_procedures if define else resolve_effect)(effect, scope, context)
    wrong = [each for each in found.problems if each.code in MADE_UP_KINDS and each.span.text not in OF_EVENTS]
    return [f"{each.message} in: {sample}" for each in wrong]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sample_names_nothing_that_the_mode_has_not(system: str) -> None:
    scope = scope_of(system)
    for sample in SAMPLES:
        made = told(scope, sample)
        if own_name(scope, "counter of a piece") is None and "counter of a piece" in sample:
            assert made.sample is None and "in a game with other names" in made.help
        else:
            assert made.sample is not None and not wrong_names(scope, made.sample)


def with_procedure(system: str, define: str) -> Scope:
    scope = scope_of(system)
    effect, _ = parse_effect(Text.plain(define))
    assert effect is not None
    resolve_procedures(effect, scope, Context("procedure"))
    return scope


def test_an_event_is_what_a_procedure_of_the_mode_does_with_a_piece() -> None:
    scope = with_procedure("duel", "define scrap(item):\n  if item.cost > 2: discard item")
    assert told(scope, "when {event}: win").sample == "when you scrap a card: win"
    assert not wrong_names(scope, "when you scrap a card: win")
    assert told(scope_of("duel"), "when {event}: win").sample == "when your turn starts: win"


def test_what_is_said_of_a_rival_is_said_of_others_where_there_are_several() -> None:
    sample = "{rival loses|others lose} 2 {counter}"
    assert told(scope_of("duel"), sample).sample == "rival loses 2 life"
    assert told(scope_of("base"), sample).sample == "others lose 2 life"


def test_a_mode_without_anything_is_told_of_another_game() -> None:
    bare = Scope("bare", two_players=True)
    made = told(bare, "gain 1 {counter}", help="write two")
    assert made.help == f"write two; in a game with other names, for example: gain 1 {MADE_UP['counter']}"
    assert made.sample is None
    assert told(bare, "if amount = 1: win").sample == "if amount = 1: win"


def test_every_place_is_filled_by_each_mode_and_without_any() -> None:
    for place in MADE_UP:
        assert NO_MODE.fill(f"{{{place}}}") == MADE_UP[place]
        assert all(own_name(scope_of(system), place) != "" for system in SYSTEMS)
    with pytest.raises(KeyError):
        NO_MODE.fill("{shop}")


@pytest.mark.parametrize("place", [*MADE_UP, "rival loses|others lose"])
@pytest.mark.parametrize("form", ['when "{}"', 'may "{}"', 'gain 1 life "{}"', "gain {} life", "# {}"])
def test_words_of_the_author_are_never_taken_for_places(place: str, form: str) -> None:
    text = form.format(f"{{{place}}}")
    _, problems = parse_effect(Text.plain(text), names_of(scope_of("duel")))
    assert problems
    for each in problems:
        said = f"{each.message} {each.help} {each.sample}"
        assert ("{" in said) <= (f"{{{place}}}" in said or "sign {" in said)
    if form.startswith("may"):
        assert f'`"{{{place}}}"`' in problems[0].message
