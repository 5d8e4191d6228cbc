"""Where the files of packs are read from: the disk, or a dict of texts in tests and editors."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from kaiju_runtime.files import FileProblem, read_bytes

EntryKind: TypeAlias = Literal["file", "folder", "link"]


class Reader(Protocol):
    """Reads files and folders. Paths have forward slashes and are those that the user is shown."""

    def entries(self, folder: str) -> dict[str, EntryKind] | None:
        """The names in a folder, sorted, or ``None`` if it is no folder that can be read."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, or ``None`` if there is no file that can be read."""

    def identity(self, path: str) -> str:
        """The same text for two spellings of one place."""


@dataclass(frozen=True)
class DiskReader:
    """Reads the real files. At most ``file_bytes`` and one more of each, so that a huge file is only seen to be."""

    file_bytes: int = 1 << 20

    def entries(self, folder: str) -> dict[str, EntryKind] | None:
        try:
            found = sorted(os.scandir(folder or "."), key=lambda entry: entry.name)
        except (OSError, ValueError):
            return None
        return {entry.name: _kind(entry) for entry in found}

    def read(self, path: str) -> bytes | None:
        try:
            return read_bytes(path, self.file_bytes)
        except FileProblem:
            return None

    def identity(self, path: str) -> str:
        try:
            return Path(path).resolve().as_posix()
        except (OSError, ValueError, RuntimeError):
            return posixpath.normpath(path)


def _kind(entry: os.DirEntry[str]) -> EntryKind:
    if entry.is_symlink():
        return "link"
    return "folder" if entry.is_dir() else "file"


@dataclass(frozen=True)
class MemoryReader:
    """Reads from texts by path; what is not there is asked of ``beneath`` (open editor buffers over the disk)."""

    files: Mapping[str, str | bytes | None]
    """``None``: a file that cannot be read."""
    beneath: Reader | None = None
    links: frozenset[str] = frozenset()
    """Paths among the files that are links."""

    def entries(self, folder: str) -> dict[str, EntryKind] | None:
        prefix = "" if folder in ("", ".") else folder.rstrip("/") + "/"
        found: dict[str, EntryKind] = {}
        if self.beneath is not None:
            found |= self.beneath.entries(folder) or {}
        for path in self.files:
            if path.startswith(prefix):
                name, _, rest = path[len(prefix) :].partition("/")
                found[name] = "folder" if rest else "link" if path in self.links else "file"
        return dict(sorted(found.items())) if found else None

    def read(self, path: str) -> bytes | None:
        name = posixpath.normpath(path)
        if name not in self.files:
            return None if self.beneath is None else self.beneath.read(path)
        text = self.files[name]
        return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text

    def identity(self, path: str) -> str:
        return posixpath.normpath(path) if self.beneath is None else self.beneath.identity(path)


def join(*parts: str) -> str:
    """The path made of these parts; an empty or ``.`` beginning leaves no trace."""
    return posixpath.normpath(posixpath.join(*parts)) if any(parts) else "."


def shown(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Paths as they are shown: forward slashes, no detours, each once."""
    return list(dict.fromkeys(posixpath.normpath(Path(path).as_posix()) for path in paths))
