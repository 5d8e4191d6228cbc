"""Files on disk: read with a cap, and written so that the old or the new content is there, never half."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

from kaiju_runtime.canonical import MAX_BYTES, Envelope, envelope, read_envelope

if TYPE_CHECKING:
    from pathlib import Path

_REASONS: dict[int, tuple[str, str]] = {
    errno.ENOENT: ("it does not exist", "check the name"),
    errno.EACCES: ("you may not do that here", "check the rights of the file and its folder"),
    errno.EPERM: ("you may not do that here", "check the rights of the file and its folder"),
    errno.EROFS: ("the disk is read-only", "choose another folder"),
    errno.ENOSPC: ("the disk is full", "make room, or choose another folder"),
    errno.EDQUOT: ("your share of the disk is full", "make room, or choose another folder"),
    errno.EISDIR: ("it is a folder", "name a file in it"),
    errno.ENOTDIR: ("a part of the path is no folder", "check the name"),
    errno.EEXIST: ("a part of the path is no folder", "check the name"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
    errno.EFBIG: ("the file would be too large", "choose another disk"),
}

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)

_AT_ONCE = getattr(os, "O_NONBLOCK", 0)

_numbers = count()


class FileProblem(Exception):
    """A file that cannot be read or written, with the reason in plain words."""

    def __init__(self, path: Path | str, reason: str, advice: str, doing: str = "use") -> None:
        from pathlib import Path

        super().__init__(f"cannot {doing} {path}: {reason}")
        self.path = Path(path)
        self.reason = reason
        self.advice = advice

    @classmethod
    def from_error(cls, path: Path | str, failure: OSError, doing: str) -> FileProblem:
        """The problem behind an error of the operating system."""
        reason, advice = _REASONS.get(failure.errno or 0, (failure.strerror or str(failure), "try another folder"))
        return cls(path, reason, advice, doing)


def open_at_once(path: str, flags: int) -> int:
    """For ``open``: does not wait for somebody to write to a pipe, which is then seen to be no file."""
    return os.open(path, flags | _AT_ONCE)


def read_bytes(path: Path | str, most_bytes: int = MAX_BYTES) -> bytes:
    """The content of a file, up to one byte more than ``most_bytes``. Raises ``FileProblem``.

    Who asks for at most so many bytes sees from the length whether there were more.
    """
    try:
        with open(path, "rb", opener=open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FileProblem(path, "it is no ordinary file", "name a file", "read")
            return file.read(most_bytes + 1)
    except OSError as failure:
        raise FileProblem.from_error(path, failure, "read") from failure
    except ValueError as failure:  # a name with a NUL character
        raise FileProblem(path, "this is no name of a file", "check the name", "read") from failure


def write_bytes(path: Path, data: bytes, *, private: bool = False) -> None:
    """Puts the content at ``path`` at once: whoever reads sees the old file or the whole new one.

    Missing folders are made; a link is followed; the rights of an old file are kept, but a ``private`` one may be read
    and written by the user alone, whatever was there before. Raises ``FileProblem``, and then the old file is
    untouched and nothing is left beside it.
    """
    from pathlib import Path

    try:
        target = Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a directory")
        _replace(target, data, private)
    except OSError as failure:
        raise FileProblem.from_error(path, failure, "write") from failure
    except ValueError as failure:
        raise FileProblem(path, "this is no name of a file", "check the name", "write") from failure


def write_text(path: Path, text: str) -> None:
    """Like ``write_bytes``, as UTF-8 and with line ends as they are."""
    write_bytes(path, text.encode("utf-8"))


def save_envelope(path: Path, kind: str, format_version: int, payload: object, **meta: object) -> None:
    """Writes a sealed file. Raises ``FileProblem``."""
    write_bytes(path, envelope(kind, format_version, payload, **meta))


def load_envelope(path: Path, kind: str, newest: int, oldest: int = 1, most_bytes: int = MAX_BYTES) -> Envelope:
    """A sealed file from disk. Raises ``FileProblem`` or ``DamagedFile``."""
    return read_envelope(read_bytes(path, most_bytes), kind, newest, oldest, most_bytes)


def _replace(target: Path, data: bytes, private: bool) -> None:
    temporary, handle = _new_file(target, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            if not private:
                with contextlib.suppress(FileNotFoundError):
                    _keep_rights(file.fileno(), target)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)  # noqa: PTH105 - tests make exactly this call fail
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _new_file(target: Path, rights: int) -> tuple[Path, int]:
    """A new hidden file beside the target, open for writing; nobody takes its name for that of a save."""
    while True:
        temporary = target.parent / f".kaiju-{os.getpid()}-{next(_numbers)}.tmp"
        try:
            return temporary, os.open(temporary, _NEW_FILE, rights)
        except FileExistsError:
            continue


def _keep_rights(handle: int, target: Path) -> None:
    change: Callable[..., Any] | None = getattr(os, "fchmod", None)
    if change is not None:
        change(handle, stat.S_IMODE(target.stat().st_mode))


def _sync_folder(folder: Path) -> None:
    """Makes the new name last through a power cut, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
