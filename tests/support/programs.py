"""Compiled programs for the tests, each made once in a run."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_runtime import program_from_data
from kaiju_runtime.program import Program

ROOT = Path(__file__).parent.parent.parent


@cache
def compiled(folder: str = "content") -> Compilation:
    """Everything that the packs of a folder become."""
    return compile_packs([str(ROOT / folder)])


@cache
def program(mode: str, folder: str = "content") -> Program:
    """The linked program of a mode."""
    return program_from_data(compiled(folder).modes[mode].program)


def examples(mode: str, folder: str = "content") -> list[dict[str, Any]]:
    return compiled(folder).modes[mode].examples


def concrete_modes(folder: str = "content") -> list[str]:
    """Ids of the modes that can be played, in order."""
    return list(compiled(folder).modes)
