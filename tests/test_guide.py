"""The author's guide, step by step: files are written as it says, commands are run, and print what it shows."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
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
    return [line.rstrip() for line in text.strip().splitlines()]


def agree(wanted: list[str], found: list[str]) -> bool:
    """Whether the lines are the same; ``…`` stands for any number of lines, and within a line for a word or number."""
    if not wanted or not found:
        return [line.strip() for line in wanted] in ([], ["…"]) and (bool(wanted) or not found)
    if wanted[0].strip() == "…":
        return any(agree(wanted[1:], found[skip:]) for skip in range(len(found) + 1))
    line = r"\S+".join(re.escape(part) for part in wanted[0].split("…"))
    return re.fullmatch(line, found[0]) is not None and agree(wanted[1:], found[1:])


FEW = {"--games": ("2000", "4"), "--pairs": ("500", "1"), "--trials": ("all", "acid_attack")}
"""Options of commands that take minutes: what a page says, and what is tried instead."""
GOES_ON = {"read_a_report": "first_card"}
"""Pages whose steps go on with the files of another one."""


def in_short(arguments: list[str]) -> list[str]:
    """The same command for few games."""
    found = arguments[:]
    for position, (option, value) in enumerate(pairwise(arguments), 1):
        said, tried = FEW.get(option, (value, value))
        if value == said:
            found[position] = tried
    return found


def write_files(page: str, folder: Path) -> None:
    """The files of a page as its last steps leave them."""
    for step in STEP.finditer((GUIDE / f"{page}.md").read_text(encoding="utf-8")):
        if step[1]:
            write(folder / step[1], step[2])


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_pages_are_found() -> None:
    assert {
        "first_card",
        "card_with_tokens",
        "read_a_report",
        "add_a_monster",
        "add_a_tile",
        "add_an_expansion",
        "add_a_mode",
    } <= {each.stem for each in PAGES}
    assert agree(["a", "  …", "d"], ["a", "b", "c", "d"]) and not agree(["a", "…", "d"], ["a", "b"])
    assert not agree(["a"], ["a", "b"]) and not agree(["a", "b"], ["a"])
    assert agree(["in … files"], ["in 40 files"]) and not agree(["in … files"], ["in 4 0 files"])
    assert not agree(["3 files"], ["4 files"])


def test_commands_are_not_shown_where_no_test_runs_them() -> None:
    """Only blocks of the kind ``console`` are run; those of the card's page are held by ``test_docs.py``."""
    elsewhere = {
        page.stem
        for page in GUIDE.glob("*.md")
        for language, text in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.DOTALL)
        if language != "console" and re.search(r"^(\$ )?kaiju ", text, re.MULTILINE)
    }
    assert elsewhere == {"add_a_card"}


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_step_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if page.stem in GOES_ON:
        write_files(GOES_ON[page.stem], tmp_path)
    done = 0
    for step in STEP.finditer(page.read_text(encoding="utf-8")):
        name, text, console = step.groups()
        if name:
            write(tmp_path / name, text)
            continue
        for arguments, wanted in commands(console):
            result = CliRunner().invoke(cli, in_short(arguments))
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
