"""The compiler of Kaiju: from packs of YAML to programs that ``kaiju_runtime`` plays."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kaiju_runtime.program import Program

__version__ = "0.1.0"


def compile_mode(mode_id: str, paths: Iterable[str | os.PathLike[str]] | None = None) -> Program:
    """The program of one mode, ready to play: of the shipped content unless paths of packs are given.

    Raises ``kaiju_compiler.pipeline.CompileError``: the content has errors, or no mode of that id.
    """
    from kaiju_compiler.pipeline import compile_mode as data_of  # the parser is loaded only where something compiles
    from kaiju_runtime import program_from_data

    return program_from_data(data_of(mode_id, paths))
