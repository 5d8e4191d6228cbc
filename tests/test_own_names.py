"""Samples beside errors of form: in the names of the author's mode, and right in it; or said to be of another game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fixtures_scope import SYSTEMS, scope_of
from kaiju_compiler.collect.own_names import in_own_names
from kaiju_compiler.parse import parse_effect
from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.parse.samples import BY_WORD, RULEBOOK_HEADS, SENTENCE
from kaiju_compiler.resolve import Context, resolve_effect, resolve_procedures
from kaiju_compiler.source import Text
from kaiju_compiler.symbols import Scope, Type

SAMPLES = sorted({*BY_WORD.values(), *(sample for _, sample in RULEBOOK_HEADS.values()), SENTENCE})
MADE_UP_KINDS = {"name-unknown", "name-wrong-kind", "attribute-unknown", "name-holder", "event-unknown", "verb-unknown"}


def told(scope: Scope, sample: str, message: str = "", help: str = "") -> SyntaxProblem:
    span = Text.plain(sample or "x").span(0, 1)
    return in_own_names(SyntaxProblem("syntax-empty", message, span, help, sample or None), scope)


def wrong_names(scope: Scope, sample: str) -> list[str]:
    effect, problems = parse_effect(Text.plain(sample))
    assert effect is not None and not problems, sample
    define = sample.startswith("define")
    context = Context("procedure" if define else "piece", this=Type("piece", of="card"))
    found = (resolve_procedures if define else resolve_effect)(effect, scope, context)
    return [f"{each.message} in: {sample}" for each in found.problems if each.code in MADE_UP_KINDS]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sample_names_nothing_that_the_mode_has_not(system: str) -> None:
    own = 0
    for sample in SAMPLES:
        scope = scope_of(system)
        made = told(scope, sample)
        if made.sample is None:
            assert "\n" in sample or "in a game with other names" in made.help
        else:
            own += 1
            assert not wrong_names(scope, made.sample)
    assert own > len(SAMPLES) / 2


def test_names_that_the_mode_has_stay() -> None:
    scope = scope_of("duel")
    scope.tables["counter"] = {name: scope.tables["counter"][next(iter(scope.tables["counter"]))] for name in ("gold",)}
    made = told(scope, "gain 1 gold", "a term is expected, such as `you.gold` or `2`", "`gold` ends here")
    assert (made.sample, made.message, made.help) == (
        "gain 1 gold",
        "a term is expected, such as `you.gold` or `2`",
        "`gold` ends here",
    )


def test_only_what_is_shown_as_a_sample_is_put_into_other_words() -> None:
    made = told(scope_of("duel"), "", "behind `victory` a price is expected, such as `2 gold`", "choose `gold`, or not")
    assert (
        made.message.startswith("behind `victory` a price is expected, such as `2 ") and "`2 gold`" not in made.message
    )
    assert made.help == "choose `gold`, or not"


def test_a_mode_without_anything_is_told_of_another_game() -> None:
    bare = Scope("bare", two_players=True)
    made = told(bare, "gain 1 gold", help="write two")
    assert made.help == "write two; in a game with other names, for example: gain 1 gold" and made.sample is None
    assert told(bare, "if amount = 1: win").sample == "if amount = 1: win"


def test_a_problem_without_sample_is_as_it_was() -> None:
    problem = told(scope_of("base"), "", "nothing", "do something")
    assert replace(problem) == problem and problem.sample is None and problem.help == "do something"
