"""The road from the files of packs to programs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.checks import run_checks
from kaiju_compiler.collect.faults import Faults
from kaiju_compiler.collect.files import DEFAULT_LIMITS, PackLimits, schemas
from kaiju_compiler.collect.lowered import Lowered, lower_examples
from kaiju_compiler.collect.modes import find_modes
from kaiju_compiler.collect.packs import Packs, find_packs
from kaiju_compiler.collect.program import Built, build
from kaiju_compiler.collect.reader import DiskReader, Reader, shown
from kaiju_compiler.data_files import content_dir
from kaiju_compiler.diagnostics import Diagnostic, has_errors, in_file_order
from kaiju_compiler.suggest import did_you_mean


@dataclass(frozen=True)
class Compiled:
    """One mode that can be played."""

    mode: str
    pack: str
    own_packs: tuple[str, ...]
    """The packs that no mode which it extends is played with: what its own examples have to show."""
    program: dict[str, Any] = field(repr=False)
    examples: list[dict[str, Any]] = field(repr=False)


@dataclass(frozen=True)
class Compilation:
    """What packs became, and all that is to be said about them."""

    modes: dict[str, Compiled]
    """The playable modes by id. Records with errors are not in them."""
    left_out: dict[str, dict[str, str]]
    """By mode: the records (by full id) and examples that are missing in it, or the mode itself, with the reason."""
    diagnostics: tuple[Diagnostic, ...]
    """In file order, each only once, also what several modes share."""
    packs: Packs = field(repr=False)
    built: dict[str, Built] = field(repr=False)
    """Every mode as it was understood, for tools that want to know more than the program says."""

    @property
    def failed(self) -> bool:
        return has_errors(self.diagnostics)


class CompileError(Exception):
    """Content that cannot be compiled, where Python code asked for a program."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.code = "compile-failed"
        self.message = message
        self.help = "run 'kaiju check' to see what is wrong"
        self.diagnostics = diagnostics


def compile_packs(
    paths: Iterable[str | os.PathLike[str]],
    reader: Reader | None = None,
    shipped: str | None = None,
    limits: PackLimits = DEFAULT_LIMITS,
) -> Compilation:
    """The programs of all modes at the paths, and what is wrong. Reads only through ``reader``; never raises."""
    packs = find_packs(shown(paths), reader or DiskReader(), schemas(), shipped or _shipped(), limits)
    chains, found = find_modes(packs)
    faults = Faults.of(packs)
    built = [build(chain, schemas(), faults) for chain in chains]
    lowered = lower_examples(built, packs, faults)
    found += run_checks(built, packs, faults)
    return _compilation(packs, built, lowered, found)


def compile_mode(mode_id: str, paths: Iterable[str | os.PathLike[str]] | None = None) -> dict[str, Any]:
    """The program of one mode, of the shipped content unless paths are given. Raises ``CompileError``."""
    compilation = compile_packs([_shipped()] if paths is None else paths)
    if compilation.failed:
        raise CompileError("the content has errors", compilation.diagnostics)
    if mode_id not in compilation.modes:
        known = list(compilation.modes)
        help = did_you_mean(mode_id, known) or f"there are {', '.join(known)}"
        raise CompileError(f"there is no mode '{mode_id}': {help}", compilation.diagnostics)
    return compilation.modes[mode_id].program


def _compilation(packs: Packs, built: list[Built], lowered: dict[str, Lowered], found: list[Diagnostic]) -> Compilation:
    diagnostics = [*packs.diagnostics, *found]
    modes: dict[str, Compiled] = {}
    left_out: dict[str, dict[str, str]] = {}
    for each in built:
        mode, examples = each.mode, lowered[each.mode.id]
        diagnostics += each.diagnostics + examples.diagnostics
        if each.program is not None:
            pack, own = mode.chain.top.pack.id, mode.chain.own_packs
            modes[mode.id] = Compiled(mode.id, pack, own, each.program, examples.rows)
        if each.left_out or examples.left_out:
            left_out[mode.id] = each.left_out | examples.left_out
    ordered = tuple(in_file_order(diagnostics))
    return Compilation(modes, left_out, ordered, packs, {each.mode.id: each for each in built})


def _shipped() -> str:
    """The folder of the shipped packs, as it is shown."""
    folder = content_dir()
    try:
        relative = os.path.relpath(folder)
    except (OSError, ValueError):
        return folder.as_posix()
    return folder.as_posix() if relative.startswith("..") else relative.replace(os.sep, "/")
