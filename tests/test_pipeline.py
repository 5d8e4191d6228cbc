"""From packs to programs: what the shipped content becomes, and a bad case for each code of packs and modes.

A case is a folder ``tests/cases/check/<code>/`` with ``case.yaml``, which says what is done to the packs of
``tests/cases/collect``, and ``expected.txt``, the diagnostics as a terminal shows them.
``KAIJU_UPDATE=1 pytest tests/test_pipeline.py`` writes the expected texts anew.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kaiju_compiler
from kaiju_compiler.catalogue import CATALOGUE
from kaiju_compiler.collect.codes import CHECK_CODES, CHECK_WARNINGS, COLLECT_CODES, COLLECT_WARNINGS
from kaiju_compiler.collect.files import PackLimits
from kaiju_compiler.collect.reader import MemoryReader
from kaiju_compiler.data_files import content_dir
from kaiju_compiler.document import Mapping
from kaiju_compiler.emit import file_name, program_bytes, program_hash
from kaiju_compiler.load import load_bytes
from kaiju_compiler.pipeline import Compilation, CompileError, compile_mode, compile_packs
from kaiju_compiler.render import render_text
from kaiju_runtime import Game
from kaiju_runtime.assemble import link_program
from kaiju_runtime.canonical import open_envelope
from support.packs import roomy_mode, write_pack

CASES = Path(__file__).parent / "cases"
SEVERITIES = dict.fromkeys([*COLLECT_CODES, *CHECK_CODES], "error")
SEVERITIES |= dict.fromkeys([*COLLECT_WARNINGS, *CHECK_WARNINGS], "warning")


def small_packs() -> dict[str, str | None]:
    root = CASES / "collect"
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in root.rglob("*.yaml")}


# --- the shipped content ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def content() -> Compilation:
    return compile_packs([content_dir()])


def test_a_compiled_mode_can_be_played_at_once() -> None:
    """What the README shows beside ``load_program``."""
    program = kaiju_compiler.compile_mode("duel")
    game = Game.new(program, monsters=["gigazaur", "the_king"], seed=7)
    assert program.mode == "duel" and game.decision is not None


def test_the_shipped_content_has_no_findings(content: Compilation) -> None:
    assert render_text(content.diagnostics) == ""
    assert content.left_out == {}


def test_every_mode_links(content: Compilation) -> None:
    for each in content.modes.values():
        program = link_program(each.program, program_hash(each.program))
        assert program.mode == each.mode
        assert len(program.pieces) == len(each.program["pieces"])


def test_programs_do_not_tell_where_they_were_made(content: Compilation) -> None:
    for each in content.modes.values():
        data = program_bytes(each.program, each.examples)
        assert str(content_dir()).encode() not in data
        assert re.search(rb'"where":"(content|/)', data) is None


# --- programs as files -----------------------------------------------------------------------------


def test_a_program_file_holds_the_program_and_its_examples() -> None:
    mode = compile_packs([CASES / "collect"], shipped="nowhere").modes["small"]
    payload = open_envelope(program_bytes(mode.program, mode.examples), "program", 1)
    assert payload == {"program": mode.program, "examples": mode.examples}
    assert file_name(mode.mode) == "small.kaiju.json"


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_bytes_do_not_depend_on_hashes_or_folders(seed: str, tmp_path: Path) -> None:
    script = (
        "import sys; from kaiju_compiler.pipeline import compile_packs; from kaiju_compiler.emit import program_bytes\n"
        "for mode in compile_packs([sys.argv[1]], shipped='nowhere').modes.values():\n"
        "    sys.stdout.buffer.write(program_bytes(mode.program, mode.examples))"
    )
    packs = os.path.relpath(CASES / "collect", tmp_path)
    here = compile_packs([CASES / "collect"], shipped="nowhere").modes.values()
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run(
        [sys.executable, "-c", script, packs], cwd=tmp_path, env=environment, capture_output=True, check=True
    )
    assert run.stdout == b"".join(program_bytes(mode.program, mode.examples) for mode in here)


def test_a_mode_from_python() -> None:
    paths = [CASES / "collect"]
    assert compile_mode("small", paths)["mode"] == "small"
    with pytest.raises(CompileError, match="did you mean 'small'"):
        compile_mode("smal", paths)
    with pytest.raises(CompileError) as failure:
        compile_mode("small", ["nowhere"])
    assert [each.code for each in failure.value.diagnostics] == ["pack-not-found"]


# --- cases -----------------------------------------------------------------------------------------


def run(case: dict[str, Any]) -> Compilation:
    """What comes of the packs after the changes of a case."""
    files = small_packs()
    for edit in case.get("edits", []):
        text = files[edit["file"]]
        assert text is not None and edit["old"] in text, edit
        files[edit["file"]] = text.replace(edit["old"], edit["new"])
    files |= case.get("files", {})
    files |= dict.fromkeys(case.get("unreadable", []))
    reader = MemoryReader(files, links=frozenset(case.get("links", [])))
    return compile_packs(case.get("paths", ["small", "more"]), reader, "nowhere", PackLimits(**case.get("limits", {})))


@pytest.mark.parametrize("code", SEVERITIES)
def test_a_bad_case_gives_its_diagnostics(code: str) -> None:
    folder = CASES / "check" / code
    root = load_bytes("case.yaml", (folder / "case.yaml").read_bytes()).root
    assert isinstance(root, Mapping)
    found = run(root.to_data()).diagnostics  # type: ignore[arg-type]
    assert code in {each.code for each in found}
    assert all(SEVERITIES.get(each.code, each.severity) == each.severity for each in found)
    shown, expected = render_text(found), folder / "expected.txt"
    if os.environ.get("KAIJU_UPDATE"):
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")


def test_codes_in_the_source_are_listed() -> None:
    """Every code that collecting and checking speak is in their lists or in the catalogue, and none is idle."""
    folder = Path(__file__).parents[1] / "compiler" / "kaiju_compiler"
    texts = [
        path.read_text(encoding="utf-8") for part in ("collect", "checks") for path in (folder / part).glob("*.py")
    ]
    spoken = {code for text in texts for code in re.findall(r'(?:error|warning)\(\s*"([a-z-]+)"', text)}
    assert spoken - set(CATALOGUE) - set(SEVERITIES) == set()
    words = {code for text in texts for code in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', text)}
    assert set(SEVERITIES) <= words


@pytest.mark.parametrize("read", ["you.dbl", "you.twice"])
@pytest.mark.parametrize("change, refused", [("+1", False), ("-1", True)])
def test_a_condition_may_come_round_to_its_own_stat_only_to_add(
    tmp_path: Path, read: str, change: str, refused: bool
) -> None:
    """Through a stat or value that the mode declares, as where the condition names the stat itself."""
    stats = [{"id": "dbl", "name": "d", "one": "d", "base": "you.size"}]
    mode = roomy_mode(stats=stats, values=[{"id": "twice", "kind": "number", "is": "you.dbl"}])
    gadgets = {"ga": f"modify size while {read} >= 4: {change}", "gb": "modify size while you.hp > 2: -1"}
    found = compile_packs(
        [str(write_pack(tmp_path, rules={"r": 'action in act "x": gain 1 log'}, gadgets=gadgets, mode=mode))]
    )
    told = [(each.code, each.span.line) for each in found.diagnostics if each.severity == "error" and each.span]
    assert told == ([("modify-own-stat", 6)] if refused else [])


# --- whatever stands in the files ------------------------------------------------------------------


def mutated(seed: int) -> dict[str, str | None]:
    """The packs with a few lines lost, moved, cut or with a foreign word in them."""
    rng = random.Random(seed)
    files = small_packs()
    words = sorted({word for text in files.values() for word in re.findall(r"[\w+-]+|[^\w\s]", text or "")})
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(sorted(files))
        lines = (files[name] or "").splitlines(keepends=True)
        at = rng.randrange(len(lines))
        match rng.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(rng.randrange(len(lines)), lines[at])
            case 2:
                lines[at] = lines[at][: rng.randrange(len(lines[at]))] + "\n"
            case _:
                tokens = re.findall(r"[\w+-]+|\s+|.", lines[at])
                tokens[rng.randrange(len(tokens))] = rng.choice(words)
                lines[at] = "".join(tokens).rstrip("\n") + "\n"
        files[name] = "".join(lines) or "\n"
    return files


@pytest.mark.parametrize("seed", range(100))
def test_no_files_make_a_crash(seed: int) -> None:
    found = compile_packs(["small", "more"], MemoryReader(mutated(seed)), "nowhere")
    for each in found.diagnostics:
        assert each.span is None or each.span.end <= len(each.span.source.text)
    for mode in found.modes.values():
        link_program(open_envelope(program_bytes(mode.program, mode.examples), "program", 1)["program"], "")
