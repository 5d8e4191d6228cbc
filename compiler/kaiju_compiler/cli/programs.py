"""Programs by name: a mode of the shipped content, a built file, or the folder of a pack.

Shipped modes are compiled once and kept in the user's cache folder, sealed, under a hash of everything that
they are made from. A cache that cannot be read or written is done without.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kaiju_compiler import __version__
from kaiju_compiler.cli.common import CommandError, placed, warn
from kaiju_compiler.data_files import content_dir, data_root
from kaiju_compiler.suggest import did_you_mean

if TYPE_CHECKING:
    from kaiju_compiler.pipeline import Compilation
    from kaiju_runtime.program import Program

CACHE_KIND, CACHE_FORMAT = "cache", 1


@dataclass(frozen=True)
class Loaded:
    """A program's data with its examples, and how many records are missing in it because of errors."""

    data: dict[str, Any] = field(repr=False)
    examples: list[dict[str, Any]] = field(repr=False)
    left_out: int = 0

    def link(self) -> Program:
        """The program, ready to play."""
        from kaiju_runtime.game import program_from_data

        return program_from_data(self.data, keep=True)


def load_mode(name: str) -> Loaded:
    """The program that a name means. Raises :class:`CommandError`."""
    path = Path(name)
    if path.is_dir():
        return from_folder(path)
    if path.is_file() or os.sep in name or "/" in name or name.endswith(".json"):
        return from_file(path)
    return shipped(name)


def from_file(path: Path) -> Loaded:
    """The program of a built file, whose data may be those of a stranger."""
    from kaiju_runtime.files import load_envelope
    from kaiju_runtime.game import program_from_data
    from kaiju_runtime.program import FORMAT

    try:
        payload = load_envelope(path, "program", FORMAT).payload
        if not isinstance(payload, dict) or not isinstance(payload.get("program"), dict):
            raise CommandError("program-damaged", "the file holds no program", "build it again from its packs")
        program_from_data(payload["program"])
    except Exception as failure:
        raise placed(failure, str(path)) from failure
    examples = payload.get("examples")
    return Loaded(payload["program"], examples if isinstance(examples, list) else [])


def from_folder(path: Path) -> Loaded:
    """The one mode of a pack's folder."""
    compilation = compile_paths([str(path)])
    given = {pack.id for pack in compilation.packs.packs.values() if pack.given}
    modes = [mode for mode in compilation.modes.values() if mode.pack in given]
    if len(modes) == 1:
        mode = modes[0]
        return Loaded(mode.program, mode.examples, len(compilation.left_out.get(mode.mode, ())))
    if modes:
        listed = ", ".join(mode.mode for mode in modes)
        raise CommandError(
            "mode-several", f"there are several modes here: {listed}", "give the folder of one pack", str(path)
        )
    raise broken(compilation, str(path))


def broken(compilation: Compilation, place: str) -> CommandError:
    """Why a place has no mode that can be played."""
    if compilation.failed:
        return CommandError(
            "mode-broken",
            "there is no mode here that can be played: it has errors",
            f"'kaiju check {place}' shows them",
            place,
        )
    return CommandError("mode-unknown", "there is no mode here", "a pack with a mode.yaml of its own is wanted", place)


def compile_paths(paths: Iterable[str]) -> Compilation:
    """The compilation of some paths, of the shipped content if there are none."""
    from kaiju_compiler.pipeline import compile_packs

    return compile_packs(list(paths) or [shipped_path()])


def shipped_path() -> str:
    """The shipped content, as short as it can be said from here."""
    folder = content_dir()
    with contextlib.suppress(ValueError, OSError):
        relative = os.path.relpath(folder)
        if not relative.startswith(".."):
            return relative.replace(os.sep, "/")
    return folder.as_posix()


# --- shipped modes -------------------------------------------------------------------------------


def shipped(name: str) -> Loaded:
    """A mode of the shipped content, from the cache if it is there."""
    modes = shipped_modes()
    if name not in modes:
        near = did_you_mean(name, modes)
        known = f"there are {', '.join(modes)}; or give a built file or the folder of a pack"
        raise CommandError("mode-unknown", f"there is no mode '{name}'", f"{near} {known}".strip())
    return modes[name]


def shipped_modes() -> dict[str, Loaded]:
    """All modes of the shipped content by id."""
    cache = cache_file()
    modes = read_cache(cache)
    if modes is None:
        compilation = compile_paths([])
        modes = {
            mode.mode: Loaded(mode.program, mode.examples, len(compilation.left_out.get(mode.mode, ())))
            for mode in compilation.modes.values()
        }
        write_cache(cache, modes)
    return modes


def note_left_out(loaded: Loaded) -> None:
    """Says on standard error that something is missing in a program."""
    if loaded.left_out:
        what = "1 record or example is" if loaded.left_out == 1 else f"{loaded.left_out} records or examples are"
        warn(f"note: {what} left out because of errors; 'kaiju check' shows them")


def cache_file() -> Path | None:
    """Where the compiled content lies if it has been compiled before."""
    from platformdirs import user_cache_dir

    with contextlib.suppress(OSError):
        return Path(user_cache_dir("kaiju", appauthor=False)) / f"content-{content_key()[:32]}.json"
    return None


def content_key() -> str:
    """A hash over everything that the shipped programs are made from: content, language, and our own code."""
    import kaiju_compiler
    import kaiju_runtime

    digest = hashlib.sha256(__version__.encode())
    code = [Path(package.__file__).parent for package in (kaiju_compiler, kaiju_runtime) if package.__file__]
    sources = [(content_dir(), "*.yaml"), (data_root() / "grammar", "*"), *((each, "*.py") for each in code)]
    for folder, pattern in sources:
        for path in sorted(folder.rglob(pattern)):
            if path.is_file():
                digest.update(f"\n{path.relative_to(folder).as_posix()}\n".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def read_cache(path: Path | None) -> dict[str, Loaded] | None:
    from kaiju_runtime.canonical import DamagedFile
    from kaiju_runtime.files import FileProblem, load_envelope

    if path is None:
        return None
    try:
        payload = load_envelope(path, CACHE_KIND, CACHE_FORMAT).payload
        return {name: Loaded(each["program"], each["examples"], each["left_out"]) for name, each in payload.items()}
    except (DamagedFile, FileProblem, KeyError, TypeError, AttributeError):
        return None


def write_cache(path: Path | None, modes: dict[str, Loaded]) -> None:
    """Keeps the compiled content, and drops what was kept before."""
    from kaiju_runtime.files import FileProblem, save_envelope

    if path is None:
        return
    payload = {
        name: {"program": each.data, "examples": each.examples, "left_out": each.left_out}
        for name, each in modes.items()
    }
    with contextlib.suppress(FileProblem, OSError, ValueError):
        save_envelope(path, CACHE_KIND, CACHE_FORMAT, payload)
        for old in path.parent.glob("content-*.json"):
            if old != path:
                old.unlink()
