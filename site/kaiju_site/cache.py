"""What is slow to work out, kept between builds: by a hash of everything that it depends on."""

from __future__ import annotations

from functools import cache as once
from pathlib import Path
from typing import Any

import kaiju_runtime
from kaiju_runtime.canonical import DamagedFile, content_hash, dumps, loads
from kaiju_runtime.files import FileProblem, write_bytes

_MOST_BYTES = 256 * 1024 * 1024


class Cache:
    """A folder of files, each with results by key. Without a folder, nothing is kept.

    A file that cannot be read is as good as none: everything in it can be worked out again.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def part(self, name: str, about: object) -> Part:
        """The results that depend on ``about`` (plain data) and on the code of the engine."""
        path = None if self.folder is None else self.folder / f"{name}.json"
        return Part(path, content_hash([engine_hash(), about]))


class Part:
    """Results that are all about one thing: if that changes, all of them are forgotten."""

    def __init__(self, path: Path | None, stamp: str) -> None:
        self.path = path
        self.stamp = stamp
        self.found: dict[str, Any] = self._read()
        self.kept: dict[str, Any] = {}

    def _read(self) -> dict[str, Any]:
        if self.path is None or not self.path.is_file():
            return {}
        try:
            data = loads(self.path.read_bytes(), _MOST_BYTES)
        except (OSError, DamagedFile):
            return {}
        fits = isinstance(data, dict) and data.get("stamp") == self.stamp and isinstance(data.get("results"), dict)
        return data["results"] if fits else {}

    def get(self, key: str) -> Any:
        """A result, or ``None``."""
        found = self.found.get(key)
        if found is not None:
            self.kept[key] = found
        return found

    def keep(self, key: str, result: Any) -> None:
        self.kept[key] = result

    def save(self) -> None:
        """Writes what this build has used, and nothing older."""
        if self.path is None or self.kept == self.found:
            return
        try:
            write_bytes(self.path, dumps({"stamp": self.stamp, "results": self.kept}))
        except FileProblem:
            return  # a build without a memory is slow, not wrong


@once
def engine_hash() -> str:
    """A hash of the code that plays."""
    return _hash_of(Path(kaiju_runtime.__file__).parent)


@once
def code_hash() -> str:
    """A hash of the code that makes the site."""
    return _hash_of(Path(__file__).parent)


def _hash_of(folder: Path) -> str:
    texts = [[path.relative_to(folder).as_posix(), path.read_text("utf-8")] for path in sorted(folder.rglob("*.py"))]
    return content_hash(texts)
