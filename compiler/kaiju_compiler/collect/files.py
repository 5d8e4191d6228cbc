"""The files of one pack: what each is for, loaded and checked against its schema."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Literal, TypeAlias

from kaiju_compiler.collect.meant import as_meant
from kaiju_compiler.collect.reader import EntryKind, Reader, join
from kaiju_compiler.data_files import schema_dir
from kaiju_compiler.diagnostics import Diagnostic, error, warning
from kaiju_compiler.document import Mapping
from kaiju_compiler.load import load_bytes
from kaiju_compiler.validate import SchemaSet

Role: TypeAlias = Literal["pack", "mode", "records", "rules", "rulings", "examples"]

_ROLES: dict[str, Role] = {
    "pack.yaml": "pack",
    "mode.yaml": "mode",
    "rules.yaml": "rules",
    "rulings.yaml": "rulings",
}
EXAMPLES = "examples"


@dataclass(frozen=True)
class PackLimits:
    """Caps of one pack."""

    files: int = 2_000
    total_bytes: int = 32 << 20


DEFAULT_LIMITS = PackLimits()


@dataclass(frozen=True)
class PackFile:
    """One file of a pack whose top level is a map, as it should be."""

    path: str
    role: Role
    root: Mapping = field(repr=False)


@cache
def schemas() -> SchemaSet:
    """The schemas of the format."""
    return SchemaSet.load(schema_dir())


def load_files(
    folder: str, reader: Reader, schemas: SchemaSet, limits: PackLimits
) -> tuple[tuple[PackFile, ...], list[Diagnostic]]:
    """The readable files of the pack in a folder, by path, and what is wrong with any of its files."""
    paths, found = _listed(folder, reader)
    if len(paths) > limits.files:
        message = f"the pack has {len(paths):,} files; at most {limits.files:,} are allowed"
        return (), [error("pack-too-many-files", message, path=folder, help="make several packs of it")]
    files = []
    left = limits.total_bytes
    for path, role in paths:
        data = reader.read(path)
        if data is None:
            found.append(
                error(
                    "file-unreadable",
                    "the file cannot be read",
                    path=path,
                    help="check its rights, and that it is an ordinary file",
                )
            )
            continue
        left -= len(data)
        if left < 0:
            message = f"the pack has more than {limits.total_bytes:,} bytes"
            return (), [*found, error("pack-too-large", message, path=folder, help="make several packs of it")]
        file, diagnostics = _load(path, role, data, schemas)
        found += diagnostics
        files += [] if file is None else [file]
    return tuple(files), found


def _load(path: str, role: Role, data: bytes, schemas: SchemaSet) -> tuple[PackFile | None, list[Diagnostic]]:
    loaded = load_bytes(path, data)
    found = list(loaded.diagnostics)
    if loaded.root is None:
        return None, found
    problems = schemas.validate(role, loaded.root) if role in schemas.schemas else []
    root = as_meant(loaded.root, problems)
    if not isinstance(root, Mapping):
        return None, found + problems
    return PackFile(path, role, root), found + problems


def _listed(folder: str, reader: Reader) -> tuple[list[tuple[str, Role]], list[Diagnostic]]:
    """The paths of a pack's files with their roles, and warnings about files that look misplaced."""
    paths: list[tuple[str, Role]] = []
    found: list[Diagnostic] = []
    for name, kind in (reader.entries(folder) or {}).items():
        path = join(folder, name)
        if kind == "folder" and not name.startswith("."):
            inside, misplaced = _inside(name, path, reader)
            paths += inside
            found += misplaced
        elif role := _role(name, kind):
            paths.append((path, role))
        else:
            found += _misplaced(path, name, kind)
    return sorted(paths), found


def _inside(name: str, folder: str, reader: Reader) -> tuple[list[tuple[str, Role]], list[Diagnostic]]:
    """The examples, if this is their folder; else complaints about content that nobody would read."""
    paths: list[tuple[str, Role]] = []
    found: list[Diagnostic] = []
    for each, kind in (reader.entries(folder) or {}).items():
        path = join(folder, each)
        if name == EXAMPLES and kind == "file" and each.endswith(".yaml"):
            paths.append((path, "examples"))
        elif name == EXAMPLES or each == "pack.yaml":
            found += _misplaced(path, each, kind)
        elif kind == "file" and each.endswith((".yaml", ".yml")):
            help = "put it into the pack's folder itself, or examples into its folder 'examples'"
            found.append(
                warning(
                    "pack-file-ignored", "this file is not read: it lies in a folder of the pack", path=path, help=help
                )
            )
    return paths, found


def _role(name: str, kind: EntryKind) -> Role | None:
    if kind != "file" or not name.endswith(".yaml") or name.startswith("."):
        return None
    return _ROLES.get(name, "records")


def _misplaced(path: str, name: str, kind: EntryKind) -> list[Diagnostic]:
    if kind == "link" and name.endswith((".yaml", ".yml")):
        message = "this file is a link, and a pack holds its own files only"
        return [error("pack-link", message, path=path, help="put a copy of the file in its place")]
    if name.endswith(".yml"):
        return [
            warning(
                "pack-file-ignored",
                "this file is not read: its name ends in .yml",
                path=path,
                help=f"call it {name.removesuffix('.yml')}.yaml",
            )
        ]
    return []
