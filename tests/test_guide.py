"""The author's guide, step by step: files are written as it says, commands are run, and print what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from kaiju_compiler.cli import cli
from kaiju_compiler.collect.reader import DiskReader, MemoryReader
from kaiju_compiler.data_files import content_dir, site_docs_dir
from kaiju_compiler.pipeline import compile_packs
from kaiju_compiler.wording import of_record

GUIDE = site_docs_dir() / "guide"
STEP = re.compile(r"^Write `([\w/.]+)`:\n\n```yaml\n(.*?)^```$|^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [page for page in sorted(GUIDE.glob("*.md")) if "```console" in page.read_text(encoding="utf-8")]


def commands(block: str) -> list[tuple[list[str], str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ kaiju ", block, flags=re.MULTILINE)[1:]
    return [(shlex.split(command), shown) for command, _, shown in (part.partition("\n") for part in parts)]


def shown(text: str) -> list[str]:
    """What is compared of an output: not how many files and examples the shipped packs have just now."""
    text = re.sub(r"\d+ (files|examples)", r"N \1", text.strip())
    return [line.rstrip() for line in text.splitlines()]


def agree(wanted: list[str], found: list[str]) -> bool:
    """Whether the lines are the same; ``…`` stands for any number of lines."""
    if not wanted or not found:
        return [line.strip() for line in wanted] in ([], ["…"]) and (bool(wanted) or not found)
    if wanted[0].strip() == "…":
        return any(agree(wanted[1:], found[skip:]) for skip in range(len(found) + 1))
    return wanted[0] == found[0] and agree(wanted[1:], found[1:])


def test_pages_are_found() -> None:
    assert {"first_card", "add_a_monster", "add_a_tile", "add_an_expansion", "add_a_mode"} <= {
        each.stem for each in PAGES
    }
    assert agree(["a", "  …", "d"], ["a", "b", "c", "d"]) and not agree(["a", "…", "d"], ["a", "b"])
    assert not agree(["a"], ["a", "b"]) and not agree(["a", "b"], ["a"])


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_step_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = 0
    for step in STEP.finditer(page.read_text(encoding="utf-8")):
        name, text, console = step.groups()
        if name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
            continue
        for arguments, wanted in commands(console):
            result = CliRunner().invoke(cli, arguments)
            assert result.exit_code in (0, 1), result.output
            assert agree(shown(wanted), shown(result.output)), f"kaiju {arguments} printed:\n{result.output}"
            done += 1
    assert done


ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.MULTILINE)


def test_wording_comes_out_as_shown() -> None:
    rows = ROW.findall((GUIDE / "wording.md").read_text(encoding="utf-8"))
    assert len(rows) >= 8
    records = "kind: card\nrecords:\n" + "".join(
        f"  - {{id: row_{number}, name: Row {number}, cost: 3, type: keep, provenance: house, effect: {effect!r}}}\n"
        for number, (effect, _) in enumerate(rows)
    )
    reader = MemoryReader({f"{content_dir().as_posix()}/duel/rows.yaml": records}, DiskReader())
    program = compile_packs([content_dir()], reader).modes["duel"].program
    found = {effect: of_record(program, f"duel:row_{number}").plain() for number, (effect, _) in enumerate(rows)}
    assert found == dict(rows)
