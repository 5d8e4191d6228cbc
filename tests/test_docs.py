"""The hand-written pages say what is so: paths and commands exist, samples compile, the card of the guide works."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kaiju_compiler.catalogue import CATALOGUE
from kaiju_compiler.cli import COMMANDS
from kaiju_compiler.collect.reader import DiskReader, MemoryReader
from kaiju_compiler.collect.steps import SAMPLES as STEP_SAMPLES
from kaiju_compiler.data_files import content_dir, data_root, site_docs_dir
from kaiju_compiler.load import load_bytes
from kaiju_compiler.parse import parse_claims, parse_effect
from kaiju_compiler.pipeline import compile_packs
from kaiju_compiler.source import Text
from kaiju_compiler.wording import of_record
from kaiju_runtime.examples import run_example
from kaiju_runtime.game import program_from_data
from kaiju_runtime.primitives import FORMS, OPERATIONS, VERBS
from kaiju_site.example_format import CLAIMS, STEPS
from kaiju_site.language import FORMS_OF_ABILITY, FRAME
from kaiju_site.samples import Sample, fixture_files, samples

ROOT = data_root()
PAGES = [path for path in sorted(site_docs_dir().rglob("*.md")) if path.parent.name != "errors"]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"`((?:compiler|runtime|site|grammar|content|tests)/[\w./*<>-]+)`")
MADE_UP = {"site/docs/errors/<code>.md", "tests/cases/check/<code>/"}
"""Paths in which a reader puts a name."""


def names(path: Path) -> str:
    return path.relative_to(site_docs_dir()).as_posix()


# --- pages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_paths_exist(page: Path) -> None:
    missing = [
        name
        for name in PATH.findall(page.read_text(encoding="utf-8"))
        if name not in MADE_UP and not list(ROOT.glob(name))
    ]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_samples_in_pages_are_well_formed(page: Path) -> None:
    for language, text in FENCE.findall(page.read_text(encoding="utf-8")):
        if language == "kaiju":
            assert parse_effect(Text.plain(text))[1] == ()
        elif language == "yaml" and not text.startswith(" "):
            assert load_bytes("page.yaml", text.encode()).diagnostics == ()


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_commands_exist(page: Path) -> None:
    said = set(re.findall(r"(?:`|^\$ )kaiju ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert said <= set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_a_page_says_how_to_see_what_it_leads_to(page: Path) -> None:
    """Some pages are made with the site and lie nowhere as files; who reads on a disk must be told."""
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^):#]+\.md)", text)
    assert all((page.parent / each).is_file() for each in links) or "`kaiju site serve`" in text


def test_a_record_need_not_say_where_it_is_from_but_shipped_ones_do() -> None:
    """As ``content/README.md`` has it."""
    card = "kind: card\nrecords:\n  - {id: plain, name: Plain, cost: 3, type: keep, effect: gain 1 life}\n"
    reader = MemoryReader({f"{content_dir().as_posix()}/duel/plain.yaml": card}, DiskReader())
    compilation = compile_packs([content_dir()], reader)
    assert not [each for each in compilation.diagnostics if each.path.endswith("plain.yaml")]
    assert compilation.modes["duel"].program["catalog"]["records"]["duel:plain"]["provenance"] == "house"
    files = [load_bytes(path.name, path.read_bytes()).root for path in content_dir().rglob("*.yaml")]
    records = [each.to_data() for root in files if root is not None for each in root.sequence("records")]
    assert len(records) > 100
    assert not [each for each in records if not each.get("provenance")]


def test_what_you_write_is_written_so() -> None:
    """The table of effects in ``content/README.md``: each line of it is an effect in the games for two."""
    page = (content_dir() / "README.md").read_text(encoding="utf-8")
    table = page.partition("| you want | you write |")[2].partition("\n\n")[0]
    written = [code for row in table.splitlines() for code in re.findall(r"`([^`]+)`", row) if " " in code]
    effects = [code for code in written if code[-1] not in ":,"]
    assert len(effects) > 15
    plain = {"name": "Sample", "cost": 3, "type": "keep"}
    records = [{"id": f"sample_{number}", **plain, "effect": effect} for number, effect in enumerate(effects)]
    added = json.dumps({"kind": "card", "records": records})
    reader = MemoryReader({f"{content_dir().as_posix()}/duel/samples.yaml": added}, DiskReader())
    found = [each for each in compile_packs([content_dir()], reader).diagnostics if each.path.endswith("samples.yaml")]
    wrong = [each.message for each in found if each.severity == "error" and each.code != "bound-name-unused"]
    assert wrong == []  # what a choice is used for stands on the next line


def test_every_part_has_its_pages() -> None:
    wanted = {
        "guide/index.md",
        "guide/add_a_card.md",
        "guide/add_a_mode.md",
        "language/index.md",
        "contributing/architecture.md",
        "contributing/how_play_works.md",
        "contributing/add_a_verb.md",
        "contributing/add_a_check.md",
    }
    assert wanted <= {names(page) for page in PAGES}


def test_the_card_of_the_guide_works() -> None:
    """Its YAML compiles beside the shipped pack, reads as the page says, and its examples hold."""
    page = (site_docs_dir() / "guide/add_a_card.md").read_text(encoding="utf-8")
    record, examples = (text for language, text in FENCE.findall(page) if language == "yaml")
    pack = content_dir() / "duel"
    reader = MemoryReader({f"{pack.as_posix()}/guide.yaml": record + examples}, DiskReader())
    compilation = compile_packs([content_dir()], reader)
    assert not [
        each.message
        for each in compilation.diagnostics
        if each.path.endswith("guide.yaml") and each.severity == "error"
    ]
    mode = compilation.modes["duel"]
    said = re.search(r"^\$ kaiju text \w+\n(.*?)\n```", page, re.MULTILINE | re.DOTALL)
    text = of_record(mode.program, "duel:lucky_claw").plain()
    assert said and said[1] == f"Lucky Claw (duel:lucky_claw)\n  {text}"
    played = [
        run_example(program_from_data(mode.program), each) for each in mode.examples if each["topic"] == "lucky_claw"
    ]
    assert len(played) == 2 and all(each.passed for each in played), [each.failures for each in played]


# --- samples of the language -----------------------------------------------------------------------

MADE = samples()


@pytest.mark.parametrize("sample", MADE, ids=lambda sample: "-".join(sample.about) + ":" + sample.code[:20])
def test_a_sample_compiles_and_is_what_it_says(sample: Sample) -> None:
    assert not [f"{each.message} | {each.help}" for each in sample.diagnostics]
    if sample.part != "effect":
        mode = fixture_files()["harbour/mode.yaml"].decode()
        assert all(line in mode for line in sample.code.splitlines())
        return
    assert sample.wording is not None and sample.wording.paragraphs
    assert not [about for about in sample.about if about not in sample.operations]


NOT_SAMPLED = {"game_ref", "neg", "turned", "among", "every"}
"""Operations that no sentence of a card needs by itself."""


def test_every_word_has_a_sample() -> None:
    have = {about for sample in MADE for about in sample.about}
    operations = {op for op, each in OPERATIONS.items() if each.role != "reference"} - NOT_SAMPLED
    events = {f"event {each.event}" for verb in VERBS.values() for each in verb.events} | {
        f"event {name}" for name in FRAME
    }
    assert not (operations | set(FORMS) | events | set(FORMS_OF_ABILITY)) - have


def test_the_made_up_game_plays() -> None:
    compilation = compile_packs([ROOT / "site/docs/language/fixture"])
    mode = compilation.modes["harbour"]
    assert not compilation.failed
    played = [run_example(program_from_data(mode.program), each) for each in mode.examples]
    assert played and all(each.passed for each in played), [each.failures for each in played]


def test_the_guide_lists_the_icons() -> None:
    guide = (ROOT / "site/docs/guide/add_a_mode.md").read_text(encoding="utf-8")
    listed = guide[guide.index("An `icon` of") : guide.index("any other is drawn")]
    assert sorted(re.findall("`([a-z]+)`", listed)[1:]) == sorted(
        path.stem for path in (ROOT / "site/templates/icons").glob("*.svg")
    )


# --- the example format -----------------------------------------------------------------------------


def test_every_step_is_explained() -> None:
    assert set(STEPS) == set(STEP_SAMPLES)


@pytest.mark.parametrize("claim", [claim for claim, _ in CLAIMS])
def test_claims_are_well_formed(claim: str) -> None:
    assert parse_claims(Text.plain(claim))[1] == ()


# --- codes -------------------------------------------------------------------------------------------


def test_pages_of_codes_are_linked_by_their_codes() -> None:
    pages = {path.stem for path in (site_docs_dir() / "errors").glob("*.md")}
    assert pages <= set(CATALOGUE) | {"index"}
