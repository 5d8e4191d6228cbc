"""Codes, their pages and their bad cases are the same set; cases and pages show what they claim.

A case about content is a folder ``tests/cases/check/<code>/`` with bad input and ``expected.txt``, the diagnostics as
a terminal shows them; a case about a game, a file or a command is a scenario ``tests/cases/run/<code>.yaml`` with the
message that it ends in. ``KAIJU_UPDATE=1 pytest tests/test_catalogue.py`` writes the expected texts anew.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from kaiju_compiler.catalogue import CATALOGUE, TABLES
from kaiju_compiler.cli import COMMANDS, explain_command, main
from kaiju_compiler.cli.explain_command import explanation
from kaiju_compiler.collect.files import DEFAULT_LIMITS
from kaiju_compiler.collect.reader import MemoryReader
from kaiju_compiler.data_files import site_docs_dir
from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.emit import program_bytes
from kaiju_compiler.limits import ReadLimits
from kaiju_compiler.load import load_bytes
from kaiju_compiler.pipeline import Compilation, CompileError, compile_mode, compile_packs
from kaiju_compiler.render import render_text
from kaiju_compiler.validate import SchemaSet
from kaiju_runtime.bots import make_bot
from kaiju_runtime.canonical import MAX_BYTES, DamagedFile, content_hash, dumps, envelope
from kaiju_runtime.examples import run_example
from kaiju_runtime.files import load_envelope
from kaiju_runtime.game import Game, load_program, program_from_data
from kaiju_runtime.limits import DEFAULT
from kaiju_runtime.profile import PROFILE_FORMAT, Profile
from kaiju_runtime.program import Program
from kaiju_runtime.record import replace as replaced
from kaiju_runtime.replay import Recorder, read_replay, verify
from kaiju_runtime.report.balance import balance_of
from kaiju_runtime.report.cast import cast_of
from kaiju_runtime.report.compare import compare as compare_balances
from kaiju_runtime.report.statistics_file import STATISTICS_FORMAT, read_statistics
from kaiju_runtime.report.write import make_report
from kaiju_runtime.simulate import Workers, crews
from kaiju_runtime.simulate.crews import crew_of
from kaiju_runtime.stops import KaijuError
from support.packs import write_pack
from support.statistics import statistics
from support.statistics import write as write_statistics

ROOT = Path(__file__).parent.parent
CASES = Path(__file__).parent / "cases"
CHECK, RUN = CASES / "check", CASES / "run"
PAGES = site_docs_dir() / "errors"
NO_CODES = {"index"}
"""Pages among those of the codes that are about something else."""

OF_FILES = ("read", "load", "validate")
OF_TEXTS = ("syntax", "resolve")
OF_PACKS = (*OF_TEXTS, "collect", "check")
OF_RUNS = ("run", "file", "command")

SECTIONS = ["## What it means", "## Wrong", "## Right"]
FENCE = re.compile(r"^```(yaml|kaiju|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
UPDATE = bool(os.environ.get("KAIJU_UPDATE"))

Data = dict[str, Any]


def codes_of(*phases: str) -> list[str]:
    return [code for code, info in CATALOGUE.items() if info.phase in phases]


def read_yaml(text: str) -> Any:
    return YAML(typ="safe").load(text)


def page(code: str) -> str:
    return (PAGES / f"{code}.md").read_text(encoding="utf-8")


def compare(path: Path, shown: str) -> None:
    """The text is what the file holds; or the file is written anew."""
    if UPDATE:
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


# --- the three are equal --------------------------------------------------------------------------


def test_catalogue_pages_and_cases_are_the_same_codes() -> None:
    pages = {path.stem for path in PAGES.glob("*.md")} - NO_CODES
    assert set(CATALOGUE) == pages
    assert set(codes_of(*OF_FILES, *OF_PACKS)) == {path.name for path in CHECK.iterdir() if path.is_dir()}
    assert set(codes_of(*OF_RUNS)) == {path.stem for path in RUN.glob("*.yaml")}


def test_no_code_is_in_two_tables() -> None:
    assert len(CATALOGUE) == sum(map(len, TABLES))


@pytest.mark.parametrize("code", CATALOGUE)
def test_an_entry_is_well_formed(code: str) -> None:
    info = CATALOGUE[code]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
    assert info.summary and not info.summary.endswith(".") and info.summary[0] == info.summary[0].lower()


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_page_has_its_parts(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code}\n")
    assert re.findall(r"^## .*$", text, re.MULTILINE) == SECTIONS
    assert len(FENCE.findall(text)) >= 2
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("code", CATALOGUE)
def test_explain_prints_the_page(code: str) -> None:
    lines = page(code).rstrip("\n").split("\n")
    assert explanation(code)[: len(lines)] == lines


SPOKEN = {
    "compiler/kaiju_compiler/*.py": (OF_FILES, r"(?:file|yaml|schema)"),
    "compiler/kaiju_compiler/parse/*.py": (("syntax",), r"syntax"),
    "runtime/kaiju_runtime/**/*.py": (
        ("run", "file"),
        r"(?:limit|game|illegal|bot|example|saved?|replay|profile|program|file|report|statistics|simulate)",
    ),
}
"""Where codes stand in the source, of which phases they are, and how they begin."""


@pytest.mark.parametrize("pattern", SPOKEN)
def test_codes_in_the_source_are_in_the_catalogue(pattern: str) -> None:
    phases, beginning = SPOKEN[pattern]
    code = re.compile(rf'"({beginning}-[a-z0-9]+(?:-[a-z0-9]+)*)"')
    paths = [path for path in sorted(ROOT.glob(pattern)) if path.name not in ("catalogue.py", "problems.py")]
    spoken = {found for path in paths for found in code.findall(path.read_text(encoding="utf-8"))}
    assert spoken == set(codes_of(*phases))


@pytest.mark.parametrize("phase, folder", [("resolve", "resolve"), ("command", "cli")])
def test_every_code_of_a_phase_is_spoken(phase: str, folder: str) -> None:
    paths = [*(ROOT / "compiler/kaiju_compiler" / folder).glob("*.py"), ROOT / "compiler/kaiju_compiler/pipeline.py"]
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in paths if path.name not in ("problems.py", "common.py")
    )
    source += (ROOT / "compiler/kaiju_compiler/cli/common.py").read_text(encoding="utf-8").partition("# --- errors")[2]
    assert not [code for code in codes_of(phase) if f'"{code}"' not in source]


# --- cases of the phases that need nothing but a file ---------------------------------------------

SCHEMAS = SchemaSet.load(CASES / "schema")


def findings_of_files(code: str, folder: Path) -> list[Diagnostic]:
    """The diagnostics of a case: of reading and loading, and for codes about the format of validating."""
    special = folder / "limits.json"
    limits = ReadLimits(**json.loads(special.read_text(encoding="utf-8"))) if special.exists() else ReadLimits()
    found: list[Diagnostic] = []
    for path in sorted(folder.glob("*.yaml")):
        loaded = load_bytes(path.name, path.read_bytes(), limits)
        found += loaded.diagnostics
        if CATALOGUE[code].phase == "validate" and loaded.root is not None:
            found += SCHEMAS.validate("creature", loaded.root)
    return found


@pytest.mark.parametrize("code", codes_of(*OF_FILES))
def test_a_bad_file_gives_its_diagnostics(code: str) -> None:
    claims_hold(code, findings_of_files(code, CHECK / code))


def claims_hold(code: str, found: list[Diagnostic]) -> None:
    assert code in {each.code for each in found}
    assert all(CATALOGUE[each.code].severity == each.severity for each in found)
    compare(CHECK / code / "expected.txt", render_text(found))


# --- cases of packs -------------------------------------------------------------------------------

NOWHERE = "no-shipped-content"
GOOD = {
    path.relative_to(CASES / "collect").as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((CASES / "collect").rglob("*.yaml"))
}
"""The packs to which the cases do something."""


def changed_packs(case: Data) -> dict[str, str | bytes | None]:
    """The packs of a case: ``edits`` put a text in place of another, ``files`` are more of them."""
    files: dict[str, str | bytes | None] = dict(GOOD)
    for edit in case.get("edits", ()):
        text = files[edit["file"]]
        assert isinstance(text, str) and edit["old"] in text, edit
        files[edit["file"]] = text.replace(edit["old"], edit["new"] * edit.get("times", 1))
    return files | case.get("files", {}) | dict.fromkeys(case.get("unreadable", ()))


def compile_case(case: Data) -> Compilation:
    reader = MemoryReader(changed_packs(case), links=frozenset(case.get("links", ())))
    limits = replace(DEFAULT_LIMITS, **case.get("limits", {}))
    return compile_packs(case.get("paths", ["small", "more"]), reader, NOWHERE, limits)


@pytest.mark.parametrize("code", codes_of(*OF_PACKS))
def test_a_bad_pack_gives_its_diagnostics(code: str) -> None:
    case = read_yaml((CHECK / code / "case.yaml").read_text(encoding="utf-8"))
    found = list(compile_case(case).diagnostics)
    claims_hold(code, found)
    if CATALOGUE[code].phase in OF_TEXTS:
        assert {each.code for each in found} == {code}


# --- samples of pages -----------------------------------------------------------------------------


def samples(code: str) -> list[tuple[str, str]]:
    """The wrong and the right sample of a page, each with its language."""
    fences = FENCE.findall(page(code))
    return [fences[0], fences[-1]]


NOT_ON_A_PAGE = {"yaml-too-deep", "yaml-too-many-values", "yaml-text-too-long"}
"""Codes of files whose sample would be too large for a page."""


@pytest.mark.parametrize("code", [code for code in codes_of("load") if code not in NOT_ON_A_PAGE])
def test_the_samples_of_files_are_wrong_and_right(code: str) -> None:
    (_, wrong), (_, right) = samples(code)
    assert code in {each.code for each in load_bytes("sample.yaml", wrong.encode()).diagnostics}
    assert load_bytes("sample.yaml", right.encode()).diagnostics == ()


FIXTURE = site_docs_dir() / "language" / "fixture"
HARBOUR = {
    f"harbour/{path.relative_to(FIXTURE).as_posix()}": path.read_text(encoding="utf-8")
    for path in sorted(FIXTURE.rglob("*.yaml"))
}
"""The made-up game that the samples of effects are about."""


def beside_harbour(language: str, text: str) -> list[Diagnostic]:
    """What is found in a sample: an effect, a part of a mode, or examples, each in a pack of its own."""
    card: Data = {"id": "sample", "name": "Sample", "cost": 1, "type": "crew"}
    mode: Data = {"id": "page", "title": "Page", "extends": "harbour"}
    if language == "kaiju":
        card["effect"] = text
    elif text.startswith("examples:"):
        card |= read_yaml(text)
    else:
        mode |= read_yaml(text)
    pack = {"id": "page", "title": "Page", "version": "1.0.0", "requires": ["harbour"]}
    files = {"pack": pack, "mode": mode, "cards": {"kind": "card", "records": [card]}}
    texts = HARBOUR | {f"page/{name}.yaml": json.dumps(data, indent=1) for name, data in files.items()}
    found = compile_packs(["page"], MemoryReader(texts), NOWHERE).diagnostics
    return [each for each in found if each.severity == "error" or each.path.startswith("page/")]


def placed(case: Data, language: str, text: str) -> list[Diagnostic]:
    """What is found in a sample that the case puts into a file of the good packs."""
    spec = case["sample"]
    files = changed_packs({"edits": spec.get("edits", ()), "files": spec.get("files", {})})
    whole = read_yaml(str(files.get(spec["file"]) or "{}"))
    put(whole, [part for part in spec.get("at", "").split("/") if part], sample_value(language, text))
    files[spec["file"]] = json.dumps(whole, indent=1)
    return list(compile_packs(spec.get("paths", ["small", "more"]), MemoryReader(files), NOWHERE).diagnostics)


def sample_value(language: str, text: str) -> Any:
    return {"effect": text} if language == "kaiju" else read_yaml(text)


def put(whole: Any, way: list[str], value: Any) -> None:
    """Puts a value where the way leads: entries into a list, in place of those of the same id, or keys into a map."""
    for step in way[:-1] if isinstance(value, list) else way:
        whole = entry(whole, step) if isinstance(whole, list) else whole.setdefault(step, {})
    if isinstance(value, list):
        old = whole.setdefault(way[-1], [])
        fresh = {each.get("id") for each in value}
        whole[way[-1]] = [each for each in old if each.get("id") not in fresh] + value
    else:
        whole |= value


def entry(entries: list[Data], name: str) -> Data:
    return next(each for each in entries if name in (each.get("id"), each.get("name")))


TOO_LARGE = {"syntax-too-long", "syntax-too-many-tokens", "syntax-too-deep"}
"""Codes of texts whose wrong sample would be too large for a page; it is well-formed as far as it goes."""


@pytest.mark.parametrize("code", codes_of(*OF_TEXTS))
def test_the_samples_of_texts_are_wrong_and_right(code: str) -> None:
    case = read_yaml((CHECK / code / "case.yaml").read_text(encoding="utf-8"))
    wrong, right = (placed(case, *sample) if "sample" in case else beside_harbour(*sample) for sample in samples(code))
    assert {each.code for each in wrong} == (set() if code in TOO_LARGE else {code}), render_text(wrong)
    assert not right, render_text(right)


NO_TEXT_SHOWS_IT = {
    "file-unreadable",
    "pack-file-ignored",
    "pack-link",
    "pack-not-found",
    "pack-too-large",
    "pack-too-many-files",
    "pack-without-mode",
}
"""Codes that are about folders, links and other packs; their samples only tell the difference."""


@pytest.mark.parametrize("code", [code for code in codes_of("collect", "check") if code not in NO_TEXT_SHOWS_IT])
def test_the_samples_of_packs_are_wrong_and_right(code: str) -> None:
    case = read_yaml((CHECK / code / "case.yaml").read_text(encoding="utf-8"))
    wrong, right = (placed(case, *sample) for sample in samples(code))
    assert code in {each.code for each in wrong}, render_text(wrong)
    assert not right, render_text(right)


@pytest.mark.parametrize("code", codes_of(*OF_RUNS))
def test_the_samples_of_runs_are_well_formed(code: str) -> None:
    for language, text in samples(code):
        if language == "kaiju":
            assert not beside_harbour(language, text), render_text(beside_harbour(language, text))
        elif language == "yaml":
            assert load_bytes("sample.yaml", text.encode()).diagnostics == ()
        else:
            assert set(re.findall(r"^\$ kaiju ([a-z]+)", text, re.MULTILINE)) <= {*COMMANDS, "chekc"}
    language, wrong = samples(code)[0]
    assert language != "console" or f"error[{code}]" in wrong or "Error: " in wrong


# --- scenarios ------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", codes_of(*OF_RUNS))
def test_a_scenario_ends_in_its_code(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = RUN / f"{code}.yaml"
    text = path.read_text(encoding="utf-8")
    scenario = read_yaml(text)
    write_pack(tmp_path, rules=rules_of(scenario), gadgets=scenario.get("gadgets"))
    for name, content in scenario.get("files", {}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")
    found, said = outcome(scenario, monkeypatch, capsys)
    assert found == code, said
    if UPDATE:
        path.write_text(f"{text.partition('says: ')[0]}says: {json.dumps(said, ensure_ascii=False)}\n", "utf-8")
    assert said == read_yaml(path.read_text(encoding="utf-8"))["says"]


def rules_of(scenario: Data) -> dict[str, str]:
    rules: dict[str, str] = scenario.get("rules", {"push": 'action in act "Push": gain 1 coins'})
    return rules | {"won": "as soon as you.coins = 1000: win"}


def outcome(scenario: Data, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """The code and the message in which a scenario ends."""
    if "command" in scenario:
        return command(scenario, monkeypatch, capsys)
    try:
        if "compile" in scenario:
            compile_mode(scenario["compile"], ["tiny"])
        elif "bot" in scenario:
            make_bot(scenario["bot"], 1, 0)
        elif "example" in scenario:
            return example(scenario["example"])
        elif "workers" in scenario:
            monkeypatch.setattr(crews, "find_spec", lambda name: name)
            with crew_of(Workers(*scenario["workers"])):
                pass
        elif "write" in scenario:
            read_file(scenario, Path("file"))
        else:
            play(scenario)
    except (KaijuError, DamagedFile, CompileError) as stop:
        assert stop.help
        return stop.code, stop.message
    return "", "nothing stopped it"


def tiny_program() -> Program:
    return program_from_data(compile_mode("tiny", ["tiny"]))


def play(scenario: Data) -> None:
    """A game that is stopped; it is as it was before the answer that stopped it."""
    limits = replaced(DEFAULT, **scenario.get("limits", {}))
    game = Game.new(
        tiny_program(), **{"seed": 1, "first": 0, "limits": limits, "executor": "reference"} | scenario.get("start", {})
    )
    for answer in answers(scenario):
        before, given = game.state_hash(), list(game.answers)
        try:
            game.answer(answer)
        except KaijuError:
            assert (game.state_hash(), game.answers) == (before, given)
            raise


def answers(scenario: Data) -> Iterator[str]:
    yield from scenario.get("answers", ())
    while "again" in scenario:
        yield scenario["again"]


def example(name: str) -> tuple[str, str]:
    """What stops an example of the pack."""
    mode = compile_packs(["tiny"]).modes["tiny"]
    found = next(each for each in mode.examples if each["name"] == name)
    [failure] = run_example(program_from_data(mode.program), found).failures
    code, _, said = failure.found.partition(": ")
    return code, said


MISSING = {"no site": "kaiju_site", "no matplotlib": "matplotlib", "no joblib": "joblib"}
"""Modules that a scenario does without."""


def command(scenario: Data, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """What a command says on standard error, perhaps under bad circumstances."""
    failures = {
        "stopped": KeyboardInterrupt(),
        "mistake": ZeroDivisionError("division by zero"),
        "full disk": OSError(errno.ENOSPC, "no space"),
    }
    failing = scenario.get("failing")
    if failing in MISSING:
        monkeypatch.setitem(sys.modules, MISSING[failing], None)
        monkeypatch.setattr(crews, "find_spec", lambda name: None)
        write_statistics(Path("games.json"), statistics(tiny_program(), games=120))
    elif failing:

        def fail() -> list[str]:
            raise failures[failing]

        monkeypatch.setattr(explain_command, "contents", fail)
    assert main(scenario["command"]) == 2
    told = re.search(r"^error\[([a-z-]+)\].*\n  (.*)$", capsys.readouterr().err, re.MULTILINE)
    return (told[1], told[2]) if told else ("", "nothing was said")


def read_file(scenario: Data, path: Path) -> None:
    """Writes a file, changes it, and reads it."""
    compiled = compile_packs(["tiny"]).modes["tiny"]
    program = program_from_data(compiled.program)
    game, recorder = Game.new(program, seed=1, first=0), Recorder()
    for _ in range(2):
        game.answer("pass")
        recorder.note(game)
    written = {
        "save": game.save(),
        "replay": recorder.replay(game).to_bytes(),
        "program": program_bytes(compiled.program, compiled.examples),
        "profile": envelope("profile", PROFILE_FORMAT, {"kept": {}}),
        "statistics": envelope("statistics", STATISTICS_FORMAT, statistics(program, games=120)),
    }
    data = changed(written[scenario["write"]], **scenario.get("change", {}))
    path.write_bytes(data)
    kind = scenario.get("read", scenario["write"])
    if kind == "baseline":
        compare_with_whole(program, written["statistics"], data)
    load_envelope(path, kind, 1, most_bytes=scenario.get("most_bytes", MAX_BYTES))
    if kind == "save":
        Game.load(program, data)
    elif kind == "replay":
        verify(program, read_replay(data))
    elif kind == "profile":
        Profile.load(path)
    elif kind == "statistics":
        make_report(program, read_statistics(data))
    else:
        load_program(data)


def compare_with_whole(program: Program, whole: bytes, baseline: bytes) -> None:
    """Compares statistics with a baseline that has been changed."""
    before, now = (balance_of(read_statistics(each), cast_of(program.data)) for each in (baseline, whole))
    compare_balances(before, now)


def changed(
    data: bytes,
    *,
    cut: int = 0,
    text: list[str] | None = None,
    whole: str = "",
    times: int = 1,
    values: Data | None = None,
) -> bytes:
    """A sealed file: cut, with a text in place of another, replaced, or with values set and sealed anew."""
    if whole:
        return whole.encode() * times
    if text:
        assert text[0].encode() in data
        data = data.replace(text[0].encode(), text[1].encode())
    if values:
        value = json.loads(data)
        del value["hash"]
        for way, new in values.items():
            *steps, last = way.split("/")
            place = value
            for step in steps:
                place = place[int(step)] if isinstance(place, list) else place[step]
            place[int(last) if isinstance(place, list) else last] = new
        data = dumps({**value, "hash": content_hash(value)})
    return data[: len(data) - cut]


def test_sealing_anew_makes_no_difference() -> None:
    """The files of the scenarios are refused for what is set in them, and for nothing else."""
    whole = envelope("save", 1, {"a": 1})
    assert changed(whole, values={"payload/a": 1}) + b"\n" == whole
