"""What the README shows is what happens: its card, its wording, its error, its Python, its commands."""

from __future__ import annotations

import re
from pathlib import Path

import click
from click.testing import CliRunner

from kaiju_compiler import wording
from kaiju_compiler.cli import cli
from kaiju_compiler.emit import program_bytes
from kaiju_compiler.load import load
from kaiju_compiler.pipeline import compile_packs
from kaiju_compiler.render import render_text
from kaiju_compiler.source import Source
from support.programs import compiled

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_card_is_the_one_in_the_pack() -> None:
    (shown,) = load(Source("README", blocks("yaml")[0])).root  # type: ignore[misc]
    cards = load(Source("cards", (ROOT / "content/duel/power_cards.yaml").read_text(encoding="utf-8"))).root
    (real,) = [each.to_data() for each in cards.get("records") if each.to_data()["id"] == "breaking_news"]  # type: ignore[union-attr]
    card = shown.to_data()
    for key in ("id", "name", "cost", "type", "effect"):
        assert card[key] == real[key]
    (example,) = card["examples"]
    same = next(each for each in real["examples"] if each["name"] == example["name"])
    assert example["given"] == same["given"] and example["do"] == same["do"]
    assert example["then"].strip() in same["then"]


def test_the_wording_is_the_derived_one() -> None:
    text = wording.of_record(compiled().modes["duel"].program, "duel:breaking_news").plain()
    assert f"  {text}\n" in blocks("console")[0]


def test_the_error_is_the_one_that_is_printed(tmp_path: Path) -> None:
    for pack in ("duel_common", "duel"):
        for path in (ROOT / "content" / pack).rglob("*.yaml"):
            copy = tmp_path / path.relative_to(ROOT / "content")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(
                path.read_text(encoding="utf-8").replace("buy a card: pull 1 fame", "buy a card: pull 1 fane"),
                encoding="utf-8",
            )
    found = compile_packs([str(tmp_path)]).diagnostics
    assert len(found) == 1
    shown = render_text(found, colour=False)
    shown = re.sub(r"\S*/duel/power_cards.yaml:\d+", "FILE", shown)
    wanted = re.sub(r"\S*/duel/power_cards.yaml:\d+", "FILE", blocks("console")[1].split("\n", 1)[1])
    drop_numbers = re.compile(r"(?m)^\s*\d*\s*\|")
    assert drop_numbers.sub("|", wanted).strip() in drop_numbers.sub("|", shown)


def test_the_python_sample_plays_a_game(tmp_path: Path) -> None:
    file = tmp_path / "duel.kaiju.json"
    duel = compiled().modes["duel"]
    file.write_bytes(program_bytes(duel.program, duel.examples))
    names: dict[str, object] = {}
    exec(compile(blocks("python")[0].replace("build/duel.kaiju.json", str(file)), "README", "exec"), names)
    assert names["game"].result is not None  # type: ignore[attr-defined]


def test_every_command_exists() -> None:
    commands = set(re.findall(r"kaiju (\w+)", README))
    known = set(cli.list_commands(click.Context(cli)))
    assert commands and commands <= known, commands - known
    for command in sorted(commands):
        assert CliRunner().invoke(cli, [command, "--help"]).exit_code == 0


def test_every_folder_and_file_exists() -> None:
    for name in re.findall(r"`((?:content|grammar|compiler|runtime|site|tests)/[\w./-]*)`", README):
        assert (ROOT / name).exists(), name


def test_the_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", README)
    assert len(pictures) == 3
    for text, name in pictures:
        data = (ROOT / name).read_bytes()
        assert len(text) > 20 and data.startswith(b"\x89PNG") and len(data) < 150_000
