"""Programs as files: canonical bytes in the envelope that the runtime reads."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import __version__
from kaiju_compiler.collect.program import FORMAT
from kaiju_runtime.canonical import envelope
from kaiju_runtime.game import program_hash

__all__ = ["KIND", "SUFFIX", "file_name", "program_bytes", "program_hash"]

KIND = "program"
SUFFIX = ".kaiju.json"


def program_bytes(program: dict[str, Any], examples: list[dict[str, Any]]) -> bytes:
    """The file of a program with its examples: the same bytes for the same content, wherever it lies."""
    return envelope(KIND, FORMAT, {"program": program, "examples": examples}, tool=f"kaiju-rules {__version__}")


def file_name(mode_id: str) -> str:
    """How the file of a mode's program is called; mode ids are safe as names of files."""
    return f"{mode_id}{SUFFIX}"
