"""Programs by name: a mode of the shipped content, a built file, or the folder of a pack.

Shipped modes are compiled once and kept in the user's cache folder, sealed, under a hash of everything that
they are made from.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kaiju_compiler import __version__
from kaiju_compiler.cli.common import CommandError, placed, warn
from kaiju_compiler.data_files import content_dir, data_root
from kaiju_compiler.suggest import did_you_mean
from kaiju_runtime import kept

if TYPE_CHECKING:
    from kaiju_compiler.pipeline import Compilation
    from kaiju_runtime.program import Program

KEPT = "shipped"


@dataclass(frozen=True)
class Loaded:
    """A program's data with its examples, and what is missing in it because of errors."""

    data: dict[str, Any] = field(repr=False)
    given_examples: list[dict[str, Any]] = field(default_factory=list, repr=False)
    left_out: dict[str, str] = field(default_factory=dict)
    """Records by their full ids, and examples, each with the reason."""
    kept_examples: str = ""
    """Under which name the examples are kept, if they have not been read."""
    beside: Callable[[], dict[str, Loaded]] = field(default=dict, repr=False)
    """The modes that were compiled together with it, by id."""

    @cached_property
    def examples(self) -> list[dict[str, Any]]:
        if not self.kept_examples:
            return self.given_examples
        found: list[dict[str, Any]] | None = kept.read(KEPT, self.kept_examples)
        return compiled_modes(content_key())[self.data["mode"]].given_examples if found is None else found

    @cached_property
    def proofs(self) -> list[dict[str, Any]]:
        """Its examples, and those of the modes whose packs it is played with: there the records of these are proven."""
        packs = set(self.data["catalog"]["packs"])
        known = {(each["file"], each["line"]) for each in self.examples}
        found = list(self.examples)
        for other in self.beside().values():
            if other.data["mode"] != self.data["mode"] and set(other.data["catalog"]["packs"]) <= packs:
                found += [each for each in other.examples if (each["file"], each["line"]) not in known]
                known |= {(each["file"], each["line"]) for each in other.examples}
        return found

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
        return together(compilation)[mode.mode]
    if modes:
        listed = ", ".join(mode.mode for mode in modes)
        raise CommandError(
            "mode-several", f"there are several modes here: {listed}", "give the folder of one pack", str(path)
        )
    raise broken(compilation, str(path))


def together(compilation: Compilation) -> dict[str, Loaded]:
    """The modes of a compilation by id, each of which knows the others."""
    found: dict[str, Loaded] = {}
    for mode in compilation.modes.values():
        lacks = missing(compilation, mode.mode)
        found[mode.mode] = Loaded(mode.program, mode.examples, lacks, beside=lambda: found)
    return found


def missing(compilation: Compilation, mode: str) -> dict[str, str]:
    """What is left out of a mode, each with the reason and, for a record, its place."""
    records = compilation.built[mode].records
    places = {each.full_id: each.span for each in records.records.values()} | dict(records.lost.values())
    return {
        name: f"{reason} ({places[name].path}:{places[name].line})" if name in places else reason
        for name, reason in compilation.left_out.get(mode, {}).items()
    }


def refuse_left_out(loaded: Loaded, name: str) -> None:
    """Refuses a record that is there, but left out of the program. Raises :class:`CommandError`."""
    for full_id, reason in loaded.left_out.items():
        if "/" not in full_id and name in (full_id, full_id.partition(":")[2]):
            message = f"the record '{full_id}' is left out of {loaded.data['mode']}: {reason}"
            raise CommandError("record-broken", message, "'kaiju check' with the folder of its pack shows the errors")


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
    """A mode of the shipped content; the others are not read if they have been compiled before."""
    key = content_key()
    known = kept_modes(key)
    found = kept_mode(key, name, known[name]) if name in known else None
    if found is not None:
        return found
    modes = shipped_modes()
    if name not in modes:
        near = did_you_mean(name, modes)
        listed = f"there are {', '.join(modes)}; or give a built file or the folder of a pack"
        raise CommandError("mode-unknown", f"there is no mode '{name}'", f"{near} {listed}".strip())
    return modes[name]


def shipped_modes() -> dict[str, Loaded]:
    """All modes of the shipped content by id."""
    key = content_key()
    known = kept_modes(key)
    found = {name: kept_mode(key, name, left_out) for name, left_out in known.items()}
    modes = {name: mode for name, mode in found.items() if mode is not None}
    return modes if modes and len(modes) == len(known) else compiled_modes(key)


def kept_modes(key: str) -> dict[str, dict[str, str]]:
    """The modes that were compiled before, each with what is left out of it."""
    found: dict[str, dict[str, str]] | None = kept.read(KEPT, key) if key else None
    return found or {}


def kept_mode(key: str, name: str, left_out: dict[str, str]) -> Loaded | None:
    """A mode that was compiled before; its examples are read when somebody asks for them."""
    data = kept.read(KEPT, f"{key} {name}")
    if data is None:
        return None
    return Loaded(data, left_out=left_out, kept_examples=f"{key} {name} examples", beside=shipped_modes)


def compiled_modes(key: str) -> dict[str, Loaded]:
    """All modes of the shipped content, compiled now and kept for the next process."""
    modes = together(compile_paths([]))
    if key:
        for name, mode in modes.items():
            kept.write(KEPT, f"{key} {name} examples", mode.examples)
            kept.write(KEPT, f"{key} {name}", mode.data)
        kept.write(KEPT, key, {name: mode.left_out for name, mode in modes.items()})
    return modes


def note_left_out(loaded: Loaded) -> None:
    """Says on standard error that something is missing in a program."""
    if loaded.left_out:
        number = len(loaded.left_out)
        what = "1 record or example is" if number == 1 else f"{number} records or examples are"
        warn(f"note: {what} left out because of errors; 'kaiju check' shows them")


def content_key() -> str:
    """A hash over everything that the shipped programs are made from: content, language, and our own code.

    Empty if something of it cannot be read.
    """
    import kaiju_compiler
    import kaiju_runtime

    digest = hashlib.sha256(__version__.encode())
    code = [Path(package.__file__).parent for package in (kaiju_compiler, kaiju_runtime) if package.__file__]
    sources = [(content_dir(), "*.yaml"), (data_root() / "grammar", "*"), *((each, "*.py") for each in code)]
    try:
        for folder, pattern in sources:
            for path in sorted(folder.rglob(pattern)):
                if path.is_file():
                    digest.update(f"\n{path.relative_to(folder).as_posix()}\n".encode())
                    digest.update(path.read_bytes())
    except OSError:
        return ""
    return digest.hexdigest()
