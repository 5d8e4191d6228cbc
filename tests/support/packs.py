"""Tiny packs written by tests: a bare mode or a roomier one, and whatever a test adds to it."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from ruamel.yaml import YAML

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

ROOMY = """\
id: tiny
title: Tiny
players: {least: 2, most: 4, start: meadow}
counters:
  - {id: coins, name: coins, one: coin, holder: player, most: 1000000}
  - {id: hp, name: hearts, one: heart, holder: player, most: 20, start: 10}
  - {id: log, name: logs, one: log, holder: player, most: 1000000}
  - {id: idle, name: idles, one: idle, holder: player, most: 1000000}
  - {id: gems, name: gems, one: gem, holder: piece}
faces:
  - {id: moon, name: Moon, effect: gain amount coins}
  - {id: sun, name: Sun, effect: gain amount hp}
  - {id: claw, name: Claw, effect: others lose you.hits hp}
stats:
  - {id: hits, name: hits, one: hit, base: count(claw)}
  - {id: size, name: sizes, one: size, base: 3}
places:
  - {id: meadow, name: Meadow, crowd: true}
  - {id: hill, name: Hill, spaces: [{id: hill_top, name: Hilltop}]}
zones:
  - {id: pile, name: pile, order: stack, hidden: true, refill_from: heap}
  - {id: heap, name: heap, order: stack}
  - {id: shelf, name: shelf, order: row, slots: 3}
  - {id: hand, name: hand, order: bag, holder: player, hidden: true}
kinds:
  - {id: monster, name: monster, plural: monsters}
  - id: gadget
    name: gadget
    plural: gadgets
    starts: pile
    home: heap
    fields: {cost: {kind: number, optional: true}}
phases:
  - {id: act, name: Acting, ends: pass}
  - {id: late, name: Late, ends: pass}
"""

MONSTERS = """\
kind: monster
records:
  - {id: ape, name: Ape}
  - {id: bat, name: Bat}
  - {id: cat, name: Cat}
  - {id: dog, name: Dog}
"""


def roomy_mode(setup: str = "shuffle pile", procedures: str = "", **more: list[dict[str, Any]]) -> str:
    """The roomier mode with a test's own entries: one with a known id takes its place, others are added."""
    mode: dict[str, Any] = YAML(typ="safe").load(ROOMY)
    for section, entries in more.items():
        merged = {each["id"]: each for each in [*mode.get(section, []), *entries]}
        mode[section] = list(merged.values())
    lines = "".join(f"{key}: {json.dumps(value)}\n" for key, value in mode.items())
    blocks = {"procedures": procedures, "setup": setup}
    lines += "".join(f"{key}: |\n{indent(text.strip(), '  ')}\n" for key, text in blocks.items() if text)
    return lines + "rules:\n"


def record(name: str, content: str | dict[str, Any]) -> str:
    """One record of a file: its effect alone, or its fields with the effect among them."""
    fields = {"effect": content} if isinstance(content, str) else content
    lines = f"  - id: {name}\n    name: {name}\n"
    lines += "".join(f"    {key}: {json.dumps(value)}\n" for key, value in fields.items() if key != "effect")
    return lines + f"    effect: |\n{indent(dedent(fields['effect']).strip(), ' ' * 6)}\n"


def records(contents: dict[str, Any]) -> str:
    return "".join(record(name, content) for name, content in contents.items())


def write_pack(
    folder: Path, *, rules: dict[str, str], gadgets: dict[str, Any] | None = None, extra: str = "", mode: str = MODE
) -> Path:
    """A pack folder with some rules (id → effect) and gadgets (id → effect, or fields with an effect)."""
    pack = folder / "tiny"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text(PACK, encoding="utf-8")
    (pack / "mode.yaml").write_text(mode + records(rules) + extra, encoding="utf-8")
    (pack / "monsters.yaml").write_text(MONSTERS, encoding="utf-8")
    if gadgets:
        (pack / "gadgets.yaml").write_text(f"kind: gadget\nrecords:\n{records(gadgets)}", encoding="utf-8")
    return pack


def compile_tiny(
    folder: Path, *, rules: dict[str, str], gadgets: dict[str, Any] | None = None, mode: str = MODE
) -> Program:
    """The program of a tiny pack; its rules must be free of errors."""
    result = compile_packs([str(write_pack(folder, rules=rules, gadgets=gadgets, mode=mode))])
    problems = errors_of(result)
    assert not problems, problems
    return program_from_data(result.modes["tiny"].program)


def errors_of(result: Compilation) -> list[str]:
    return [f"{each.code}: {each.message}" for each in result.diagnostics if each.severity == "error"]
