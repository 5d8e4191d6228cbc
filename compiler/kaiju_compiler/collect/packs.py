"""Which packs are meant, in which order: folders become packs, each with its loaded files.

The result does not depend on the order in which paths are given or files are listed.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from kaiju_compiler.collect.files import DEFAULT_LIMITS, PackFile, PackLimits, load_files
from kaiju_compiler.collect.reader import Reader, join
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping, Scalar
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.validate import SchemaSet

MANIFEST = "pack.yaml"
_UPWARDS = 4


@dataclass(frozen=True)
class Pack:
    """A pack: its manifest, its mode if it has one, and its other files."""

    id: str
    folder: str
    manifest: Mapping
    files: tuple[PackFile, ...] = field(repr=False)
    given: bool
    """Whether the user named it; else it is only required by one that was named."""

    def of(self, role: str) -> tuple[PackFile, ...]:
        """The files of a role (``mode records rules rulings examples``), by path."""
        return tuple(file for file in self.files if file.role == role)

    @cached_property
    def mode(self) -> Mapping | None:
        return next((file.root for file in self.of("mode")), None)

    @cached_property
    def requires(self) -> tuple[Scalar, ...]:
        return tuple(
            each
            for each in self.manifest.sequence("requires")
            if isinstance(each, Scalar) and isinstance(each.value, str)
        )

    @property
    def id_span(self) -> Span:
        node = self.manifest.get("id")
        return self.manifest.span if node is None else node.span

    def relative(self, path: str) -> str:
        """How a file of this pack is called in programs: the same wherever the pack lies."""
        return f"{self.id}/{posixpath.relpath(path, self.folder)}"


@dataclass(frozen=True)
class Packs:
    """Packs by id, those that are required before those that require them; and all that is wrong with them."""

    packs: dict[str, Pack]
    diagnostics: tuple[Diagnostic, ...]

    def closure(self, pack_id: str) -> tuple[Pack, ...]:
        """A pack and all that it requires, in the order of the packs."""
        wanted: set[str] = set()
        waiting = [pack_id]
        while waiting:
            current = waiting.pop()
            if current in self.packs and current not in wanted:
                wanted.add(current)
                waiting += [str(each.value) for each in self.packs[current].requires]
        return tuple(pack for pack in self.packs.values() if pack.id in wanted)


def find_packs(
    paths: Iterable[str],
    reader: Reader,
    schemas: SchemaSet,
    shipped: str | None,
    limits: PackLimits = DEFAULT_LIMITS,
) -> Packs:
    """The packs at the paths and those they require, looked up beside them and then in ``shipped``."""
    finder = _Finder(reader, schemas, limits)
    for path in sorted(set(paths)):
        finder.give(path)
    finder.complete(shipped)
    return Packs(finder.in_order(), tuple(finder.found))


class _Finder:
    """Collects packs; the user's come first, then those that they require."""

    def __init__(self, reader: Reader, schemas: SchemaSet, limits: PackLimits) -> None:
        self.reader = reader
        self.schemas = schemas
        self.limits = limits
        self.packs: dict[str, Pack] = {}
        self.seen: set[str] = set()
        self.found: list[Diagnostic] = []

    def give(self, path: str) -> None:
        """Adds the pack or packs at a path that the user named."""
        folders = self.folders(path)
        if not folders:
            message = "no pack is here: a pack is a folder with a file pack.yaml"
            if self.reader.entries(path) is None and self.reader.read(path) is None:
                message = "there is no such file or folder"
            self.found.append(error("pack-not-found", message, path=path))
        for folder in folders:
            self.add(folder, given=True)

    def folders(self, path: str) -> list[str]:
        """The folders of packs that a path means: itself, those in it, or the one around it."""
        names = self.reader.entries(path)
        if names is not None:
            if MANIFEST in names:
                return [path]
            inside = [join(path, name) for name, kind in names.items() if kind == "folder"]
            found = [folder for folder in inside if MANIFEST in (self.reader.entries(folder) or {})]
            if found:
                return found
        elif self.reader.read(path) is None:
            return []
        around = next((each for each in _around(path) if MANIFEST in (self.reader.entries(each) or {})), None)
        return [] if around is None else [around]

    def add(self, folder: str, given: bool) -> None:
        """Loads the pack of a folder, once."""
        identity = self.reader.identity(folder)
        if identity in self.seen:
            return
        self.seen.add(identity)
        files, diagnostics = load_files(folder, self.reader, self.schemas, self.limits)
        self.found += diagnostics
        manifest = next((file.root for file in files if file.role == "pack"), None)
        if manifest is None or not manifest.string("id"):
            return
        pack = Pack(manifest.string("id"), folder, manifest, files, given)
        first = self.packs.setdefault(pack.id, pack)
        if first is not pack:
            related = [(first.id_span, "the other pack of that id")]
            message = f"two packs are called '{pack.id}': {first.folder} and {pack.folder}"
            self.found.append(
                error("pack-duplicate", message, pack.id_span, related=related, help="give one of them another id")
            )

    # --- what is required ---

    def complete(self, shipped: str | None) -> None:
        """Adds what is required, from beside the packs and from the shipped content; tells what is missing."""
        known = self.known(shipped)
        waiting = list(self.packs.values())
        while waiting:
            pack = waiting.pop(0)
            for wanted in pack.requires:
                name = str(wanted.value)
                if name not in self.packs and name in known:
                    self.add(known[name], given=False)
                    if name in self.packs:
                        waiting.append(self.packs[name])
                if name not in self.packs:
                    near = did_you_mean(name, [*self.packs, *known])
                    advice = near or "give its folder on the command line too, or put it beside this pack"
                    message = f"this pack requires a pack '{name}', which cannot be found"
                    self.found.append(error("pack-missing", message, wanted.span, help=advice))

    def known(self, shipped: str | None) -> dict[str, str]:
        """Folders by the name of the folder, where a pack may be looked for that was not given."""
        beside = {join(pack.folder, "..") for pack in self.packs.values()}
        places = [*([] if shipped is None else [shipped]), *sorted(beside, reverse=True)]
        found: dict[str, str] = {}
        for place in places:
            for name, kind in (self.reader.entries(place) or {}).items():
                folder = join(place, name)
                if kind == "folder" and MANIFEST in (self.reader.entries(folder) or {}):
                    found[name] = folder
        return found

    def in_order(self) -> dict[str, Pack]:
        """The packs, required ones first, else by id; a circle is told and broken at its first pack."""
        done: dict[str, Pack] = {}
        for name in sorted(self.packs):
            self.visit(name, [], done)
        return done

    def visit(self, name: str, path: list[str], done: dict[str, Pack]) -> None:
        """Enters a pack behind those that it requires."""
        if name in done or name not in self.packs:
            return
        pack = self.packs[name]
        for wanted in sorted(pack.requires, key=lambda each: str(each.value)):
            if wanted.value in (*path, name):
                circle = [*path, name][[*path, name].index(str(wanted.value)) :]
                message = f"packs require each other in a circle: {' -> '.join([*circle, str(wanted.value)])}"
                self.found.append(error("pack-circle", message, wanted.span, help="drop one of these requirements"))
                continue
            self.visit(str(wanted.value), [*path, name], done)
        done[name] = pack


def _around(path: str) -> list[str]:
    """The folders around a path, nearest first, as far as it is written out, then a few more upwards."""
    folders = []
    current = posixpath.dirname(path)
    while current not in ("", "/", ".", ".."):
        folders.append(current)
        current = posixpath.dirname(current)
    if not path.startswith("/"):
        folders += [".", *(join(*[".."] * i) for i in range(1, _UPWARDS))]
    return folders
