"""The parser of the effect language: what it takes, what it says about the rest, and where."""

from __future__ import annotations

import dataclasses
import logging
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from kaiju_compiler import syntax
from kaiju_compiler.data_files import grammar_file
from kaiju_compiler.parse import (
    NO_MODE,
    SYNTAX_CODES,
    SyntaxProblem,
    limits,
    parse_checks,
    parse_claims,
    parse_effect,
    parse_expression,
    parse_statements,
    samples,
)
from kaiju_compiler.parse.advice import _OPERATORS
from kaiju_compiler.parse.grammar import STARTS, LineIndenter, load, reserved_words, words
from kaiju_compiler.source import Source, Text
from kaiju_compiler.unparse import unparse

CASES = Path(__file__).parent / "cases"
PARSERS: dict[str, Callable[[Text], tuple[Any, tuple[SyntaxProblem, ...]]]] = {
    "effect": parse_effect,
    "statements": parse_statements,
    "claims": parse_claims,
    "checks": parse_checks,
    "expression": parse_expression,
}


class Case(NamedTuple):
    name: str
    start: str
    text: str


def read_cases(folder: str, default: str = "effect") -> list[Case]:
    """The sections of all files of a folder: ``## name``, or ``## name (start symbol)``, and a text."""
    found = []
    for path in sorted((CASES / folder).glob("*.eff")):
        sections = re.split(r"^## (.*)\n", path.read_text("utf-8"), flags=re.M)[1:]
        for title, text in zip(sections[::2], sections[1::2], strict=True):
            start = re.search(r"\((\w+)\)$", title)
            known = start is not None and start.group(1) in PARSERS
            found.append(Case(f"{path.stem}: {title}", start.group(1) if start and known else default, text))
    return found


DRAFTS = read_cases("drafts")
GOOD = read_cases("parse/good")
BAD = read_cases("parse/bad")


def ids(case: Case) -> str:
    return case.name


def parse(case: Case, text: Text | None = None) -> tuple[Any, tuple[SyntaxProblem, ...]]:
    return PARSERS[case.start](text or Text.plain(case.text))


def embedded(value: str, margin: int) -> Text:
    """The text as it would stand in a block scalar: every line behind a margin, other lines around it."""
    head, offsets, source = "effect: |\n", [], "effect: |\n"
    for line in value.split("\n"):
        source += " " * margin if line else ""
        offsets += range(len(source), len(source) + len(line) + 1)
        source += line + "\n"
    assert head in source
    return Text(value, Source("cards.yaml", source + "name: X\n"), tuple(offsets))


def nodes(node: Any) -> Iterator[syntax.Node]:
    """The node and all nodes in it."""
    if isinstance(node, syntax.Node):
        yield node
        for field in dataclasses.fields(node):
            yield from nodes(getattr(node, field.name))
    elif isinstance(node, tuple):
        for each in node:
            yield from nodes(each)


def effect(text: str) -> syntax.Effect:
    tree, problems = parse_effect(Text.plain(text))
    assert tree is not None, problems
    return tree


def codes(text: str, start: str = "effect") -> list[str]:
    return [problem.code for problem in PARSERS[start](Text.plain(text))[1]]


# --- what it takes --------------------------------------------------------------------------------


def test_there_are_cases() -> None:
    assert len(DRAFTS) == 219
    assert len(GOOD) >= 12
    assert len(BAD) >= 25


@pytest.mark.parametrize("case", DRAFTS + GOOD, ids=ids)
def test_unparse_is_the_inverse_of_parse(case: Case) -> None:
    tree, problems = parse(case)
    assert problems == ()
    text = unparse(tree)
    assert parse(case, Text.plain(text)) == (tree, ())


@pytest.mark.parametrize("case", DRAFTS + GOOD, ids=ids)
@pytest.mark.parametrize("margin", [0, 7])
def test_names_stand_where_their_span_says(case: Case, margin: int) -> None:
    tree, _ = parse(case, embedded(case.text, margin))
    found = list(nodes(tree))
    possessors = {id(node.of) for node in found if isinstance(node, syntax.Of) and node.possessive}
    for node in found:
        match node:
            case syntax.Name():
                assert node.span.text == ("your" if id(node) in possessors else node.id)
            case syntax.Number():
                assert int(node.span.text) == node.value
            case syntax.Label():
                assert node.span.text == f'"{node.value}"'
            case syntax.Preposition():
                assert node.span.text == node.word


@pytest.mark.parametrize("case", DRAFTS + GOOD, ids=ids)
def test_a_node_stands_in_its_parent(case: Case) -> None:
    tree, _ = parse(case)
    for node in nodes(tree):
        for child in (each for field in dataclasses.fields(node) for each in nodes(getattr(node, field.name))):
            assert node.span.start <= child.span.start <= child.span.end <= node.span.end
        assert node.span.text == node.span.text.strip()


def test_a_line_is_as_long_as_it_may_be() -> None:
    header = "when you buy a card if "
    fitting = header + "x" * (100 - len(header) - 5) + ": win"
    assert unparse(effect(fitting)) == fitting
    assert unparse(effect(fitting.replace("x:", "xx:"))) == fitting.replace("x: win", "xx:\n  win")


CANONICAL = {
    "modify price until x y while z: - 1 , = 2": "modify price while z: -1, = 2 until x y",
    "choose a other as foe": "choose an other as foe",
    "when you win:\n     if (x): yield": "when you win:\n  if x: yield",
    "may:\n  gain (1) life  # why": "may: gain 1 life",
    "gain 1 life; lose 1 life": "gain 1 life\nlose 1 life",
    "rival choose a card as x": "rival chooses a card as x",
    "others chooses a card as x": "others choose a card as x",
}


@pytest.mark.parametrize(("text", "canonical"), CANONICAL.items())
def test_there_is_one_way_to_write_a_thing(text: str, canonical: str) -> None:
    assert unparse(effect(text)) == canonical


EXPRESSIONS = {
    "1 - 2 - 3": "((1 - 2) - 3)",
    "1 + 2 * 3 / 4": "(1 + ((2 * 3) / 4))",
    "p and q and r": "((p and q) and r)",
    "p or q or r": "((p or q) or r)",
    "-1 * 2 + 3": "((-1 * 2) + 3)",
    "not p = b and c or d": "((not (p = b) and c) or d)",
    "not it in you.targets": "not (it in you.targets)",
    "p + 1 <= b - 1": "((p + 1) <= (b - 1))",
    "roll of owner of this": "roll of owner of this",
    "max(price - 1, 1) <= you.energy": "(max((price - 1), 1) <= you.energy)",
}


def brackets(node: Any) -> str:
    """The expression with every operator in parentheses."""
    match node:
        case syntax.Binary():
            return f"({brackets(node.left)} {node.operator} {brackets(node.right)})"
        case syntax.Unary():
            return f"{node.operator}{' ' if node.operator == 'not' else ''}{brackets(node.operand)}"
        case syntax.Call():
            return f"{node.function.id}({', '.join(map(brackets, node.arguments))})"
        case _:
            return unparse(node)


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items())
def test_operators_bind(text: str, expected: str) -> None:
    tree, problems = parse_expression(Text.plain(text))
    assert problems == ()
    assert brackets(tree) == expected


def test_phrases_keep_their_items() -> None:
    [say] = effect("neighbours of you where not it in you.targets lose 1 life").items
    assert isinstance(say, syntax.Say)
    assert [unparse(item) for item in say.phrase.items if not isinstance(item, syntax.Preposition)] == [
        "neighbours of you where not it in you.targets",
        "lose",
        "1",
        "life",
    ]
    [say] = effect("roll 2 dice as hide").items
    assert isinstance(say, syntax.Say)
    assert say.phrase.as_name is not None
    assert say.phrase.as_name.id == "hide"


def test_limits_of_a_modify_may_stand_on_either_side() -> None:
    texts = [
        "modify price while x until y z: -1",
        "modify price until y z while x: -1",
        "modify price while x: -1 until y z",
        "modify price until y z: -1 while x",
        "modify price: -1 while x until y z",
    ]
    assert len({effect(text) for text in texts}) == 1


def test_an_is_a() -> None:
    assert effect("choose an other as foe") == effect("choose a other as foe")


# --- words and names (B13) ------------------------------------------------------------------------

NAME_PLACES = [
    "gain 1 {}",
    "choose a card as {}",
    "let {} = 1",
    "gain you.{} life",
    "action in {}: win",
    "gain your {}",
]


@pytest.mark.parametrize("word", sorted(reserved_words()))
def test_a_name_may_begin_or_end_with_a_word(word: str) -> None:
    for name in (f"{word}x", f"x{word}", f"{word}1", f"{word}_", f"_{word}", f"{word}_{word}"):
        for place in NAME_PLACES:
            names = [node.id for node in nodes(effect(place.format(name))) if isinstance(node, syntax.Name)]
            assert name in names
        call = effect(f"gain {name}(x) life")
        assert [node.function.id for node in nodes(call) if isinstance(node, syntax.Call)] == [name]


@pytest.mark.parametrize("word", sorted(reserved_words()))
@pytest.mark.parametrize("place", ["choose a card as {}", "let {} = 1", "gain you.{} life", "define {}(): win"])
def test_a_word_is_no_name(word: str, place: str) -> None:
    [problem] = parse_effect(Text.plain(place.format(word)))[1]
    assert (problem.code, problem.span.text) == ("syntax-reserved-word", word)


@pytest.mark.parametrize("word", sorted(reserved_words()))
def test_capitals_are_refused(word: str) -> None:
    assert codes(f"gain 1 {word.upper()}") == ["syntax-upper-case"]


@pytest.mark.parametrize("name", ["soon", "one", "each", "time", "next", "once", "per", "turn", "least", "most", "at"])
def test_parts_of_longer_words_are_names(name: str) -> None:
    for place in NAME_PLACES:
        effect(place.format(name))


def test_the_reserved_words_are_those_of_the_vocabulary() -> None:
    assert reserved_words() == frozenset(
        "a action always an and any are as before cannot choose chooses define else first for from if in is let may "
        "modify not of or pay repeat spend times to top toward until when where while with your".split()
    )


@pytest.mark.parametrize("case", DRAFTS + GOOD, ids=ids)
def test_contextual_and_basic_lexer_agree(case: Case) -> None:
    assert load().parse(case.text + "\n", start=case.start) == contextual().parse(case.text + "\n", start=case.start)


def contextual(_made: list[Lark] = []) -> Lark:  # noqa: B006 - made once
    if not _made:
        grammar = grammar_file("effects.lark").read_text("utf-8")
        options = {"start": list(STARTS), "postlex": LineIndenter(), "maybe_placeholders": True}
        _made.append(Lark(grammar, parser="lalr", lexer="contextual", **options))
    return _made[0]


# --- the grammar ----------------------------------------------------------------------------------


def conflicts(grammar: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    logger = logging.getLogger("lark")
    logger.addHandler(caplog.handler)
    try:
        with caplog.at_level(logging.DEBUG, "lark"):
            caplog.clear()
            Lark(grammar, parser="lalr", lexer="basic", start=list(STARTS), postlex=LineIndenter(), debug=True)
    finally:
        logger.removeHandler(caplog.handler)
    return [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()]


def test_the_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    grammar = grammar_file("effects.lark").read_text("utf-8")
    assert conflicts(grammar, caplog) == []
    ambiguous = grammar.replace("until: _UNTIL end_event (_OR end_event)*", "until: _UNTIL event (_OR event)*")
    assert conflicts(ambiguous, caplog)


# --- what it says about the rest ------------------------------------------------------------------


class Expected(NamedTuple):
    line: int
    code: str
    word: str
    message: str


def expected_problems(text: str) -> list[Expected]:
    """``#! code @word: part of the message``, on the line of the word."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        for code, word, message in re.findall(r"#! (\S+) @(.+?): (.*?)(?= *#!|$)", line):
            found.append(Expected(number, code, word, message))
    return found


@pytest.mark.parametrize("case", BAD, ids=ids)
@pytest.mark.parametrize("margin", [0, 5])
def test_every_error_is_reported_where_it_stands(case: Case, margin: int) -> None:
    expected = expected_problems(case.text)
    tree, problems = parse(case, embedded(case.text, margin))
    assert tree is None
    shift = 1  # the line before the text
    found = [Expected(each.span.line - shift, each.code, each.span.text, each.message) for each in problems]
    assert [each[:3] for each in found] == [each[:3] for each in expected]
    for said, part in zip(found, expected, strict=True):
        assert part.message in said.message


@pytest.mark.parametrize("text", ['may "Stay: yield', 'choose one:\n  "A: win\n  "B": win'])
def test_a_quote_that_is_never_closed(text: str) -> None:
    [problem] = parse_effect(Text.plain(text))[1]
    assert (problem.code, problem.span.start, problem.span.text) == ("syntax-unclosed", text.index('"'), '"')


def test_every_code_has_a_case() -> None:
    shown = {each.code for case in BAD for each in expected_problems(case.text)}
    tested_below = {"syntax-too-long", "syntax-too-many-tokens", "syntax-too-deep"}
    assert shown | tested_below == set(SYNTAX_CODES)


@pytest.mark.parametrize("case", BAD, ids=ids)
def test_problems_have_help_and_a_sample_that_parses(case: Case) -> None:
    for problem in parse(case)[1]:
        assert problem.help
        assert not problem.message.endswith(".")
        if problem.sample is not None:
            starts = (case.start, "effect")
            assert any(PARSERS[start](Text.plain(problem.sample))[0] for start in starts), problem.sample


def test_all_samples_parse() -> None:
    listed = [*samples.BY_WORD.values(), *(sample for _, sample in _OPERATORS.values())]
    for sample in listed:
        effect(NO_MODE.fill(sample))
    for start, sample in limits._SAMPLES.items():
        assert PARSERS[start](Text.plain(NO_MODE.fill(sample)))[0]


def test_a_code_is_a_slug_with_a_summary() -> None:
    for code, summary in SYNTAX_CODES.items():
        assert re.fullmatch(r"syntax(-[a-z]+)+", code)
        assert summary and not summary.endswith(".")


# --- limits ---------------------------------------------------------------------------------------


def nested_blocks(depth: int) -> str:
    return "".join("  " * level + "if x:\n" for level in range(depth)) + "  " * depth + "win"


LARGE = {
    "syntax-too-long": "gain 1 life\n" * 1366,
    "syntax-too-many-tokens": "b;" * 2501,
    "syntax-too-deep": nested_blocks(65),
    "syntax-too-deep ": "gain " + "(" * 65 + "1" + ")" * 65 + " life",
    "syntax-too-deep  ": "gain 1" + " + 1" * 65 + " life",
    "syntax-too-deep   ": "if " + "not " * 65 + "x: win",
    "syntax-too-deep    ": nested_blocks(60) + " (((((1)))))",
}


@pytest.mark.parametrize("code", LARGE)
def test_a_text_over_a_limit_has_one_problem(code: str) -> None:
    assert codes(LARGE[code]) == [code.strip()]


def test_texts_at_the_limits_are_fine() -> None:
    effect("win\n" * (limits.MAX_CHARACTERS // 4))
    effect("b;" * 2499 + "b")
    for text in (nested_blocks(64), "gain " + "(" * 64 + "1" + ")" * 64 + " life", "let x = 1" + " + 1" * 63):
        tree = effect(text)
        assert effect(unparse(tree)) == tree
        hash(tree)
        repr(tree)


def test_at_most_twenty_problems_are_reported() -> None:
    assert len(codes("gain +\n" * 50)) == 20
    assert len(codes("gain ?\n" * 50)) == 20


# --- it never raises ------------------------------------------------------------------------------

PIECES = [*(word for spellings in words().values() for word in spellings), *"+-*/=<>(),.:;\"#\n\t !&'“”ü"]
PIECES += ["  ", "\n  ", "\n    ", "1", "99999999999999999999", "1.5", "==", "f(", "x", "none", "\x0c", "\u2028"]


def is_sound(text: str, start: str) -> None:
    tree, problems = PARSERS[start](Text.plain(text))
    assert (tree is None) == bool(problems)
    assert list(problems) == sorted(problems, key=lambda each: each.span.start)
    for problem in problems:
        assert problem.code in SYNTAX_CODES
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
    if tree is not None:
        assert PARSERS[start](Text.plain(unparse(tree))) == (tree, ())


@given(st.lists(st.sampled_from(PIECES)).map(" ".join) | st.text(), st.sampled_from(STARTS))
@settings(max_examples=300, deadline=None)
def test_any_text_gets_an_answer(text: str, start: str) -> None:
    is_sound(text, start)


def mutate(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 0, 1, 4, 8]))
        piece = rng.choice(["", rng.choice(PIECES), chr(rng.randrange(0x250))])
        text = text[:start] + piece + text[end:]
    return text


def check_mutations(seed: int, number: int) -> None:
    rng = random.Random(seed)
    cases = DRAFTS + GOOD
    for _ in range(number):
        case = rng.choice(cases)
        is_sound(mutate(case.text, rng), case.start)


def test_mutated_drafts_get_an_answer() -> None:
    check_mutations(seed=1, number=1_000)


@pytest.mark.nightly
def test_many_mutated_drafts_get_an_answer() -> None:
    check_mutations(seed=2, number=20_000)


# --- expressions at random: parse is the inverse of unparse, too -----------------------------------

NOWHERE = Text.plain("").span(0, 0)
NAMES = st.sampled_from(["x", "life", "you", "to_be"]).map(lambda id: syntax.Name(NOWHERE, id))


def compound(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    binary = ["+", "-", "*", "/", "=", "!=", "<", "<=", ">", ">=", "in", "and", "or"]
    return st.one_of(
        st.builds(syntax.Binary, st.just(NOWHERE), st.sampled_from(binary), inner, inner),
        st.builds(syntax.Unary, st.just(NOWHERE), st.sampled_from(["-", "not"]), inner),
        st.builds(syntax.Attribute, st.just(NOWHERE), inner, NAMES),
        st.builds(syntax.Of, st.just(NOWHERE), NAMES, inner),
        st.builds(syntax.Top, st.just(NOWHERE), st.none() | inner, inner),
        st.builds(syntax.Call, st.just(NOWHERE), NAMES, st.tuples(inner) | st.tuples(inner, inner)),
        st.builds(syntax.Select, st.just(NOWHERE), st.sampled_from(["a", "any"]), inner, st.none() | inner),
        st.builds(syntax.Select, st.just(NOWHERE), st.none(), inner, inner),
    )


TREES = st.recursive(NAMES | st.integers(0, 99).map(lambda n: syntax.Number(NOWHERE, n)), compound, max_leaves=12)


@given(TREES)
@settings(max_examples=500, deadline=None)
def test_any_expression_survives_being_written(tree: Any) -> None:
    assert parse_expression(Text.plain(unparse(tree))) == (tree, ())


@given(st.lists(TREES, min_size=1, max_size=3), TREES, st.booleans(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_any_sentence_survives_being_written(items: list[Any], value: Any, up_to: bool, by_chance: bool) -> None:
    phrase = syntax.Phrase(NOWHERE, (syntax.Name(NOWHERE, "gain"), *items))
    cards, pick = syntax.Name(NOWHERE, "cards"), syntax.Name(NOWHERE, "pick")
    choice = syntax.Choose(NOWHERE, None, value, up_to, cards, by_chance, pick)
    change = syntax.Modify(
        NOWHERE,
        syntax.Name(NOWHERE, "price"),
        value,
        value,
        value,
        tuple(syntax.Change(NOWHERE, sign, value) for sign in ("+", "-", "*", "=", "at most", "at least")),
        (phrase, phrase),
    )
    tree = syntax.Effect(NOWHERE, (syntax.Say(NOWHERE, phrase), choice, change))
    text = unparse(tree)
    if not codes(text):  # chance may exceed a limit
        assert effect(text) == tree
    else:
        assert codes(text) == ["syntax-too-deep"]
