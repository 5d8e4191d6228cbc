"""Tiny packs written by tests: a bare mode for two, and whatever a test adds to it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_runtime import program_from_data
from kaiju_runtime.program import Program

PACK = """\
id: tiny
title: Tiny
version: 1.0.0
"""

MODE = """\
id: tiny
title: Tiny
players: {least: 2, most: 4}
counters:
  - {id: coins, name: coins, one: coin, holder: player, most: 1000000}
  - {id: heart, name: hearts, one: heart, holder: player, most: 20, start: 10}
faces:
  - {id: moon, name: Moon, effect: gain amount coins}
  - {id: sun, name: Sun, effect: gain amount heart}
zones:
  - {id: pile, name: pile, order: stack, hidden: true}
kinds:
  - id: monster
    name: monster
    plural: monsters
  - id: gadget
    name: gadget
    plural: gadgets
    starts: pile
    home: pile
phases:
  - {id: act, name: Acting, ends: pass}
setup: |
  shuffle pile
rules:
"""

MONSTERS = """\
kind: monster
records:
  - {id: ape, name: Ape}
  - {id: bat, name: Bat}
  - {id: cat, name: Cat}
  - {id: dog, name: Dog}
"""


def write_pack(folder: Path, *, rules: dict[str, str], gadgets: dict[str, str] | None = None, extra: str = "") -> Path:
    """A pack folder with some rules (id → effect) and gadgets (id → effect)."""
    pack = folder / "tiny"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text(PACK, encoding="utf-8")
    lines = "".join(
        f"  - id: {name}\n    name: {name}\n    effect: |\n{indent(dedent(effect).strip(), ' ' * 6)}\n"
        for name, effect in rules.items()
    )
    (pack / "mode.yaml").write_text(MODE + lines + extra, encoding="utf-8")
    (pack / "monsters.yaml").write_text(MONSTERS, encoding="utf-8")
    if gadgets:
        records = "".join(
            f"  - id: {name}\n    name: {name}\n    effect: |\n{indent(dedent(effect).strip(), ' ' * 6)}\n"
            for name, effect in gadgets.items()
        )
        (pack / "gadgets.yaml").write_text(f"kind: gadget\nrecords:\n{records}", encoding="utf-8")
    return pack


def compile_tiny(folder: Path, *, rules: dict[str, str], gadgets: dict[str, str] | None = None) -> Program:
    """The program of a tiny pack; its rules must be free of errors."""
    result = compile_packs([str(write_pack(folder, rules=rules, gadgets=gadgets))])
    problems = errors_of(result)
    assert not problems, problems
    return program_from_data(result.modes["tiny"].program)


def errors_of(result: Compilation) -> list[str]:
    return [f"{each.code}: {each.message}" for each in result.diagnostics if each.severity == "error"]
