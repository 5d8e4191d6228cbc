"""Every rule of a rulebook is proven by examples, and examples run every part of every record."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.load import load
from kaiju_compiler.source import Source
from kaiju_runtime.coverage import cover_items
from kaiju_runtime.examples import run_example
from support.programs import compiled, concrete_modes, examples, program

ROOT = Path(__file__).parent.parent
RULEBOOKS = {
    "duel": ("S1", 105),
    "king_of_tokyo": ("S2", 102),
    "even_more_wicked": ("S4", 55),
    "tokyo_bay": ("S0", 174),
}
"""Pack → source of its rulebook, and how many numbered lines that has."""


def read(path: Path) -> Any:
    return load(Source(path.name, path.read_text(encoding="utf-8"))).root.to_data()  # type: ignore[union-attr]


def rules_of(pack: str) -> list[dict[str, Any]]:
    return list(read(ROOT / "content" / pack / "rules.yaml")["rules"])


@pytest.mark.parametrize("pack", RULEBOOKS)
def test_rules_cover_every_line_of_the_rulebook(pack: str) -> None:
    source, lines = RULEBOOKS[pack]
    wanted = {f"{source}-{number:02}" for number in range(1, lines + 1)}
    cited = {each for rule in rules_of(pack) for each in rule["sources"] if re.fullmatch(rf"{source}-\d+", each)}
    assert wanted <= cited, sorted(wanted - cited)
    assert cited <= wanted, sorted(cited - wanted)


@pytest.mark.parametrize("pack", RULEBOOKS)
def test_every_rule_has_a_proof_or_needs_none(pack: str) -> None:
    """A rule names its examples, or says that it is a component or advice."""
    bare = [
        rule["id"]
        for rule in rules_of(pack)
        if not rule.get("examples") and rule.get("kind", "rule") not in ("component", "advice")
    ]
    assert not bare, bare


@pytest.mark.parametrize("pack", RULEBOOKS)
def test_a_rule_is_proven_by_examples_about_it(pack: str) -> None:
    """Among the examples that a rule names, at least one cites one of its sources or its id."""
    by_name = {}
    modes = [mode for mode in concrete_modes() if pack in compiled().modes[mode].own_packs]
    for each in [each for mode in modes for each in examples(mode)]:
        about = (each["record"] or "").rpartition(":")[2] or each["topic"]
        by_name[f"{about}/{each['name']}"] = set(each["proves"])
    doubtful = []
    for rule in rules_of(pack):
        proofs = [by_name.get(name, set()) for name in rule.get("examples", [])]
        if proofs and not any(set(rule["sources"]) & proof or rule["id"] in proof for proof in proofs):
            doubtful.append(rule["id"])
    assert not doubtful, doubtful


@pytest.mark.parametrize("mode", concrete_modes())
def test_examples_pass_and_run_everything(mode: str) -> None:
    """Every example of the mode passes; none of its abilities, condition sides, options or offers is left unrun.

    What a mode has from another that is played by itself is run by the examples of that one.
    """
    found = program(mode)
    covered: set[tuple[int, str]] = set()
    failures = []
    for each in examples(mode):
        result = run_example(found, each)
        covered |= result.covered
        failures += [
            f"{each['file']}:{one.line} {each['name']}: expected {one.expected}; found {one.found}"
            for one in result.failures
        ]
    assert not failures, failures
    wanted = cover_items(found.data, compiled().modes[mode].own_packs)
    left = [f"{item.record}: {item.what} ({item.where})" for item in wanted if item.item not in covered]
    assert not left, left
