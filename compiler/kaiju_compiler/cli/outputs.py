"""Files that a command is to write: looked at before the work, so that it is not done in vain."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from kaiju_compiler.cli.common import CommandError


def check_writable(name: str | None) -> None:
    """Refuses a file that cannot be written before the game begins, not after it."""
    if name is None:
        return
    from kaiju_runtime.files import FileProblem

    path = Path(name)
    folder = next((each for each in path.absolute().parents if each.exists()), Path("/"))
    if path.is_dir():
        raise FileProblem(path, "it is a folder", "name a file in it", "write")
    if path.exists() and not path.is_file():
        raise FileProblem(path, "it is no ordinary file", "name a file", "write")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as failure:
        raise FileProblem.from_error(path, failure, "write") from failure


def check_kind(name: str | None, kind: str) -> None:
    """Only an older file of the same kind is written over, so that no pack or other game is lost by a slip."""
    if name is None or not (path := Path(name)).is_file() or path.stat().st_size == 0:
        return
    from kaiju_runtime.canonical import DamagedFile, read_envelope
    from kaiju_runtime.files import read_bytes

    try:
        read_envelope(read_bytes(path), kind, newest=sys.maxsize)
    except DamagedFile as failure:
        problem = f"{name} is there already, and is no {kind}: it is left as it is"
        raise CommandError("usage", problem, "name another file, or remove that one first") from failure
