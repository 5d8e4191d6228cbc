"""Resolving: the drafts of all four systems, the nodes of small effects, and what is said about wrong ones.

``cases/resolve/*.eff`` hold sections ``## title (system owner)``, a text, and what is expected of it on lines
that begin with ``>> ``: problems in ``errors.eff``, program nodes in ``nodes.eff``.
``KAIJU_UPDATE=1 pytest tests/test_resolve.py`` writes the expected lines anew.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fixtures_scope import SYSTEMS, scope_of
from kaiju_compiler import syntax
from kaiju_compiler.parse import parse_checks, parse_claims, parse_effect, parse_expression, parse_statements
from kaiju_compiler.resolve import (
    RESOLVE_CODES,
    Context,
    Numbering,
    Problem,
    Resolved,
    resolve_checks,
    resolve_claims,
    resolve_condition,
    resolve_effect,
    resolve_expression,
    resolve_procedures,
    resolve_statements,
)
from kaiju_compiler.resolve import words as registry_words
from kaiju_compiler.source import Source, Text
from kaiju_compiler.symbols import Scope, Type

CASES = Path(__file__).parent / "cases"
PROCEDURES = {
    "duel": "define pull(steps, mark):\n  repeat steps times: move mark 1 toward you\n"
    "define buy(item):\n  pay item.cost energy\n  discard item\n",
    "base": "define yield(): move you to outside\ndefine enter(): move you to tokyo\n"
    "define buy(item):\n  pay item.cost energy\n  discard item\n",
}
DRAFTS = {
    "duel": ("duel_mode", "duel_cards", "duel_monsters", "duel_tokens"),
    "base": ("base_mode", "base_cards"),
    "wicked": ("base_mode", "wicked_mode", "wicked_tiles"),
    "bay": ("duel_mode", "bay_mode", "bay_monsters"),
}
"""Files of each system; a procedure of a later file replaces that of an earlier one."""

OWN_THIS = {"kraken token": "trap", "king_stop_1": "stopper"}
"""Drafts that stand on something else than a card."""


class Case(NamedTuple):
    title: str
    system: str
    owner: str
    text: str
    expected: list[str]


def read_cases(name: str) -> list[Case]:
    text = (CASES / "resolve" / f"{name}.eff").read_text(encoding="utf-8")
    found = []
    parts = re.split(r"^## (.*) \((\w+) ([\w-]+)\)\n", text, flags=re.M)[1:]
    for title, system, owner, body in zip(*(parts[i::4] for i in range(4)), strict=True):
        lines = body.rstrip("\n").split("\n")
        expected = [line[3:] for line in lines if line.startswith(">> ")]
        found.append(
            Case(title, system, owner, "\n".join(each for each in lines if not each.startswith(">> ")), expected)
        )
    return found


def write_cases(name: str, cases: list[Case]) -> None:
    parts = [
        f"## {each.title} ({each.system} {each.owner})\n{each.text}\n"
        + "".join(f">> {line}\n" for line in each.expected)
        for each in cases
    ]
    (CASES / "resolve" / f"{name}.eff").write_text("\n".join(parts), encoding="utf-8")


def scope_with_procedures(system: str, numbering: Numbering) -> Scope:
    scope = scope_of(system)
    effect, problems = parse_effect(Text.plain(PROCEDURES[system]))
    assert effect is not None and not problems
    assert not resolve_procedures(effect, scope, Context("procedure", numbering)).problems
    return scope


def resolve_case(case: Case) -> tuple[Any, tuple[Problem, ...]]:
    """What the text of a case becomes, and its problems."""
    numbering = Numbering()
    scope = scope_with_procedures(case.system, numbering)
    owner, _, passing = case.owner.partition("-")
    context = Context(
        owner if owner != "claims" else "example",
        Numbering(),
        this=this_of(owner),
        you=owner != "mode",
        stays=not passing,
    )
    text = Text.plain(case.text, "case")
    if owner == "claims":
        tree, problems = parse_claims(text)
        assert tree is not None, problems
        scope.whole, scope.labels = True, {"Yield", "X"}
        return resolve_claims(tree, scope, context)
    if owner == "example":
        block, problems = parse_statements(text)
        assert block is not None, problems
        return as_result(resolve_statements(block, scope, context))
    effect, problems = parse_effect(text)
    assert effect is not None, problems
    make = resolve_procedures if owner == "procedure" else resolve_effect
    return as_result(make(effect, scope, context))


def this_of(owner: str) -> Type | None:
    return Type("piece", of="card") if owner == "piece" else None


def as_result(resolved: Resolved) -> tuple[Any, tuple[Problem, ...]]:
    body = [] if resolved.body is None else [resolved.body]
    return [*resolved.procedures, *resolved.abilities, *body], resolved.problems


def show_problems(problems: tuple[Problem, ...]) -> list[str]:
    lines = []
    for each in problems:
        span = each.span
        lines.append(f"{span.line}:{span.column} {each.code} '{span.text}': {each.message}")
        if each.help:
            lines.append(f"  help: {each.help}")
        if each.fix is not None:
            lines.append(f"  fix: {each.fix}")
        lines.extend(f"  {other.line}:{other.column} '{other.text}': {caption}" for other, caption in each.related)
    return lines


PLAIN = {
    "first": False,
    "once": -1,
    "stage": 0,
    "on": None,
    "if": None,
    "offer": None,
    "cost": None,
    "window": "",
    "label": "",
    "body": [],
    "locals": 0,
    "stat": None,
    "of": None,
    "for": None,
    "changes": [],
    "self": False,
    "until": [],
    "reads": [],
    "writes": [],
    "table": False,
    "tests": {},
    "key": None,
    "arguments": [],
    "slot": -1,
    "bound": "",
    "whole": False,
}
"""What an ability or pattern says where it says nothing; left out of the expected lines."""


def brief(data: Any) -> Any:
    if isinstance(data, list):
        return [brief(each) for each in data]
    if isinstance(data, dict):
        kept = {key: brief(each) for key, each in data.items() if key not in PLAIN or PLAIN[key] != each}
        return {key: each for key, each in kept.items() if key not in ("id", "where", "reads", "writes")}
    return data


def check_cases(name: str, shown: Any) -> None:
    """Compares every case of a file with what is expected; or writes it anew."""
    cases = read_cases(name)
    made = [case._replace(expected=shown(case)) for case in cases]
    if os.environ.get("KAIJU_UPDATE"):
        write_cases(name, made)
    wrong = [
        (new.title, new.expected, old.expected)
        for new, old in zip(made, cases, strict=True)
        if new.expected != old.expected
    ]
    assert not wrong or os.environ.get("KAIJU_UPDATE"), wrong[0]


def test_what_is_said_about_errors() -> None:
    check_cases("errors", lambda case: show_problems(resolve_case(case)[1]))


def test_every_error_case_has_problems_in_the_order_of_the_text() -> None:
    for case in read_cases("errors"):
        _, problems = resolve_case(case)
        assert problems, case.title
        starts = [each.span.start for each in problems]
        assert starts == sorted(starts), case.title
        assert all(
            (each.message[-1] != "." and each.message[0].islower()) or each.message[0] == "`" for each in problems
        )


def test_every_code_has_a_case() -> None:
    codes = {each.code for case in read_cases("errors") for each in resolve_case(case)[1]}
    assert codes == set(RESOLVE_CODES)


def mended(case: Case, problem: Problem) -> tuple[Problem, ...]:
    """The problems of a case after the fix of one is carried out."""
    span, text = problem.span, case.text
    return resolve_case(case._replace(text=f"{text[: span.start]}{problem.fix}{text[span.end :]}"))[1]


def test_a_fix_leaves_nothing_wrong_at_its_place() -> None:
    fixed = [(case, each) for case in read_cases("errors") for each in resolve_case(case)[1] if each.fix is not None]
    assert len(fixed) > 30
    for case, each in fixed:
        place = range(each.span.start, each.span.start + len(each.fix or ""))
        left = [left for left in mended(case, each) if left.span.start in place]
        assert not left, (case.title, each.fix, show_problems(tuple(left)))


def slips(text: str) -> Iterator[str]:
    """A text with one slip in one of its words: a letter left out, or two changed over."""
    for found in re.finditer(r"[a-z_]{3,}", text):
        word, before, after = found[0], text[: found.start()], text[found.end() :]
        middle = len(word) // 2
        for slip in {word[:middle] + word[middle + 1 :], word[0] + word[2] + word[1] + word[3:]} - {word}:
            yield before + slip + after


def test_a_fix_of_one_slip_makes_the_text_right() -> None:
    fixed = 0
    for case in read_cases("nodes"):
        for text in slips(case.text):
            slipped = case._replace(text=text)
            try:
                problems = resolve_case(slipped)[1]
            except AssertionError:
                continue  # the slip is one of the grammar's words
            for each in problems:
                if each.fix is not None:
                    fixed += 1
                    before = Counter((problem.code, problem.message) for problem in problems)
                    left = Counter((problem.code, problem.message) for problem in mended(slipped, each))
                    assert left.total() < before.total() and not left - before, (text, each.fix, left - before)
    assert fixed > 100


def test_nodes_of_small_effects() -> None:
    def shown(case: Case) -> list[str]:
        made, problems = resolve_case(case)
        assert not problems, (case.title, show_problems(problems))
        return [json.dumps(brief(each)) for each in made]

    check_cases("nodes", shown)


# --- the drafts ----------------------------------------------------------------------------------


def sections(name: str) -> Iterator[tuple[str, Text]]:
    """The drafts of a file, each with its text at its place in the file."""
    path = CASES / "drafts" / f"{name}.eff"
    text = path.read_text(encoding="utf-8")
    source = Source(path.name, text)
    heads = [(match.start(), match.end(), match[1]) for match in re.finditer(r"^## (.*)\n", text, re.M)]
    for (_, start, title), (end, _, _) in zip(heads, [*heads[1:], (len(text), 0, "")], strict=True):
        yield title, Text(text[start:end], source, range(start, end + 1))


def draft_context(file: str, title: str, numbering: Numbering, totals: list[dict[str, Any]]) -> Context:
    if "mode" not in file:
        kind = OWN_THIS.get(title) or ("token" if file.endswith("tokens") else "")
        return Context("piece", numbering, totals, Type("piece", of=kind))
    if title.startswith("debris"):
        return Context("space", numbering, totals, Type("piece"))
    owner = next((each for each in ("face", "counter") if title.startswith(each)), "rule")
    return Context(owner, numbering, totals)


def draft_procedures(system: str) -> syntax.Effect:
    defines: dict[str, syntax.Define] = {}
    for file in DRAFTS[system]:
        for title, text in sections(file):
            effect = None if title == "invariants" else parse_effect(text)[0]
            defines.update(
                {each.name.id: each for each in getattr(effect, "items", ()) if isinstance(each, syntax.Define)}
            )
    return syntax.Effect(next(iter(defines.values())).span, tuple(defines.values()))


def resolve_drafts(system: str) -> Iterator[tuple[str, Any, tuple[Problem, ...]]]:
    """Every draft of a system with what it became."""
    numbering, totals, scope = Numbering(), [], scope_of(system)
    made = resolve_procedures(draft_procedures(system), scope, Context("procedure", numbering, totals))
    yield "procedures", made.procedures, made.problems
    for file in DRAFTS[system]:
        for title, text in sections(file):
            context = draft_context(file, title, numbering, totals)
            if title == "invariants":
                tree = parse_checks(text)[0]
                assert tree is not None
                yield title, *resolve_checks(tree, scope, context)
                continue
            effect = parse_effect(text)[0]
            assert effect is not None
            items = tuple(item for item in effect.items if not isinstance(item, syntax.Define))
            yield title, *as_result(resolve_effect(syntax.Effect(effect.span, items), scope, context))
    yield "totals", totals, ()


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_drafts_resolve(system: str) -> None:
    for title, _, problems in resolve_drafts(system):
        assert not problems, (title, show_problems(problems))


@pytest.mark.parametrize("system", SYSTEMS)
def test_resolving_is_deterministic(system: str) -> None:
    first, second = (json.dumps([made for _, made, _ in resolve_drafts(system)]) for _ in range(2))
    assert first == second


def check_nodes(data: Any) -> None:
    """Every node has the operands that the registry declares."""
    if isinstance(data, dict):
        for key, each in data.items():
            if key == "changes":
                check_nodes([value for _, value in each])
            elif key != "stat":
                check_nodes(each)
    elif isinstance(data, list):
        if data and isinstance(data[0], str) and (operands := registry_words.operands_of(data[0])) is not None:
            assert len(data) == len(operands) + 1, data
        for each in data:
            check_nodes(each)


@pytest.mark.parametrize("system", SYSTEMS)
def test_nodes_have_the_shape_of_the_registry(system: str) -> None:
    numbers: list[int] = []
    for title, made, _ in resolve_drafts(system):
        bodies = [[each["body"] for each in made]] if title != "totals" and title != "invariants" else []
        check_nodes(bodies)
        numbers += [int(each) for each in re.findall(r'\["(?:gain|lose|if|call|choose)", (\d+)', json.dumps(made))]
    assert len(numbers) == len(set(numbers))


# --- the rest of the interface --------------------------------------------------------------------


def test_expressions_of_a_mode() -> None:
    scope = scope_of("duel")
    tree = parse_expression(Text.plain("count(smash) + 1"))[0]
    assert resolve_expression(tree, scope, Context("mode"), Type("number")) == (
        ["+", ["count_face", ["face", "smash"], ["you"]], ["int", 1]],
        (),
    )
    _, problems = resolve_expression(tree, scope, Context("mode"), Type("player"))
    assert [each.code for each in problems] == ["value-wrong-kind"]


def test_the_condition_of_a_kind_is_about_it() -> None:
    tree = parse_expression(Text.plain("type = keep and it.cost > 2"))[0]
    context = Context("mode", it=Type("piece", of="card"), you=False)
    node, problems = resolve_condition(tree, scope_of("duel"), context)
    assert not problems
    assert node == [
        "and",
        ["=", ["data", "type", ["it"]], ["word_ref", "keep"]],
        [">", ["data", "cost", ["it"]], ["int", 2]],
    ]


def test_checks_over_a_selection() -> None:
    text = "for each card where type = discard: always cost >= 2\nfor each c in cards: always c.cost >= 1"
    tree = parse_checks(Text.plain(text))[0]
    assert tree is not None
    made, problems = resolve_checks(tree, scope_of("duel"), Context("mode", you=False))
    assert not problems
    assert all(each["table"] for each in made)
    assert made[1]["condition"] == [
        "every",
        ["pieces", "card", None, ""],
        0,
        [">=", ["data", "cost", ["local", 0, "c", "piece"]], ["int", 1]],
    ]


def test_nodes_know_their_place() -> None:
    numbering = Numbering()
    effect = parse_effect(Text.plain("gain 1 life\nif you.life > 2: lose 1 life", "x"))[0]
    assert effect is not None
    resolve_effect(effect, scope_of("duel"), Context("piece", numbering, this=Type("piece")))
    assert {number: (span.line, span.column) for number, span in numbering.source_map.items()} == {
        1: (1, 1),
        2: (2, 1),
        3: (2, 18),
    }


def test_used_names_are_noted() -> None:
    scope = scope_of("duel")
    effect = parse_effect(Text.plain("gain count(cards of market) energy"))[0]
    assert effect is not None
    resolve_effect(effect, scope, Context("rule"))
    assert scope.used == {("kind", "card"), ("zone", "market"), ("counter", "energy")}


WORDS = (
    "you",
    "life",
    "market",
    "3",
    "of",
    "where",
    "it",
    "a",
    "this",
    "to",
    "discard",
    "fame",
    "x",
    "amount",
    "in",
    "pull",
    "rolls",
    "until turn ends",
    "=",
    "count(smash)",
    "any",
    "others",
    "as x",
    "not",
    "energy.max",
    "none",
)


def mangled(rng: random.Random, text: str) -> str:
    """A text with a few of its words replaced, dropped or doubled."""
    parts = re.split(r"(\s+)", text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(parts))
        if parts[at].strip():
            parts[at] = rng.choice(["", rng.choice(WORDS), parts[at] + " " + rng.choice(WORDS), rng.choice(parts)])
    return "".join(parts)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_text_makes_it_raise(system: str) -> None:
    """Whatever parses is resolved or reported, each problem with a place and something to say."""
    rng = random.Random(7)
    texts = [text.value for file in DRAFTS[system] for title, text in sections(file) if title != "invariants"]
    scope = scope_of(system)
    resolve_procedures(draft_procedures(system), scope, Context("procedure"))
    parsed = 0
    for _ in range(600):
        effect, _ = parse_effect(Text.plain(mangled(rng, rng.choice(texts))))
        if effect is not None:
            parsed += 1
            made = resolve_effect(effect, scope, Context(rng.choice(["piece", "rule", "face"]), this=Type("piece")))
            assert all(each.code in RESOLVE_CODES and each.span.text for each in made.problems)
            if not made.problems:
                json.dumps([made.abilities, made.body])
    assert parsed > 100


@pytest.mark.parametrize(
    "text",
    [
        "gain " + "(" * 60 + "1" + ")" * 60 + " life",
        "if " + "count(cards of market where " * 15 + "cost = 1" + ") = 1" * 15 + ": win",
        "gain " + "1 + " * 60 + "1 life",
        "define p(): gain 1 life\n" + "".join(f"define p{i}(): p{i + 1 if i < 599 else ''}\n" for i in range(600)),
        "".join("  " * i + "if you.life > 2:\n" for i in range(60)) + "  " * 60 + "win",
    ],
)
def test_depth_and_length_do_no_harm(text: str) -> None:
    effect, problems = parse_effect(Text.plain(text))
    assert effect is not None, problems
    make = resolve_procedures if text.startswith("define") else resolve_effect
    assert not make(effect, scope_of("duel"), Context("rule")).problems
