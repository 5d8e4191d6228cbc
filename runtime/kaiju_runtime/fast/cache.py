"""Compiled code kept on disk, so that a machine compiles a program once and not in every process.

What is kept is code, and does what it says. So it is read only if it carries a seal over every byte, made with a key
that lies in a file of the user's own: apart from the cache, readable by nobody else. Whoever can write to the cache
folder but not read that file cannot make code that would be run. The seal covers what the code was made from as well
(the program, our own code, the Python that compiled it), so that code of another version is no code of ours.

Nothing here fails: what cannot be read, or is not ours, is made again; what cannot be written is done without.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import marshal
import os
import stat
import sys
from functools import cache
from pathlib import Path
from typing import Any

from kaiju_runtime.files import FileProblem, read_bytes, write_bytes

MOST_FILES = 32
MOST_BYTES = 64 << 20
KEY_BYTES = 32
SEAL_BYTES = 32
SUFFIX = ".code"


def read(program_hash: str) -> Any:
    """What was kept for a program by this version of our code on this Python, or ``None``."""
    about, key = identity(program_hash), read_key(key_file())
    if about is None or key is None:
        return None
    try:
        data = read_bytes(file_of(about), MOST_BYTES)
    except FileProblem:
        return None
    kept, seal = data[SEAL_BYTES:], data[:SEAL_BYTES]
    if not hmac.compare_digest(seal, sealed(key, about, kept)):
        return None
    try:
        return marshal.loads(kept)
    except (EOFError, ValueError, TypeError):
        return None


def write(program_hash: str, value: Any) -> None:
    """Keeps code and the plain values beside it; a value that cannot be kept is none."""
    about, key = identity(program_hash), own_key()
    if about is None or key is None:
        return
    try:
        kept = marshal.dumps(value)
    except ValueError:
        return
    path = file_of(about)
    with contextlib.suppress(FileProblem):
        write_bytes(path, sealed(key, about, kept) + kept)
        drop_oldest(path.parent)


def sealed(key: bytes, about: bytes, kept: bytes) -> bytes:
    """The seal of what is kept; it cannot be made without the key."""
    return hashlib.blake2b(
        len(about).to_bytes(8, "big") + about + kept, key=key, digest_size=SEAL_BYTES, person=b"kaiju code"
    ).digest()


def drop_oldest(folder: Path) -> None:
    """Leaves the latest few files."""
    with contextlib.suppress(OSError):
        files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda each: each.stat().st_mtime)
        for path in files[:-MOST_FILES]:
            path.unlink()


# --- what code is made from ----------------------------------------------------------------------


def identity(program_hash: str) -> bytes | None:
    """Everything that code is made from: the program, our own code, and the Python that compiles and runs it."""
    ours = own_code()
    if ours is None:
        return None
    python = (sys.implementation.name, sys.version, sys.flags.optimize, marshal.version)
    return repr((program_hash, ours, python)).encode()


@cache
def own_code() -> str | None:
    """A hash over the sources of the engine, or ``None`` where they are no files."""
    digest = hashlib.blake2b(digest_size=32)
    try:
        for folder, folders, names in os.walk(Path(__file__).parent.parent, onerror=_raise):
            folders.sort()
            for name in sorted(each for each in names if each.endswith(".py")):
                data = (Path(folder) / name).read_bytes()
                digest.update(f"\n{name} {len(data)}\n".encode() + data)
    except OSError:
        return None
    return digest.hexdigest()


def _raise(problem: OSError) -> None:
    raise problem


# --- places, and the key -------------------------------------------------------------------------


def file_of(about: bytes) -> Path:
    from platformdirs import user_cache_dir

    name = hashlib.sha256(about).hexdigest()[:32]
    return Path(user_cache_dir("kaiju", appauthor=False)) / "code" / f"{name}{SUFFIX}"


def key_file() -> Path:
    from platformdirs import user_data_dir

    return Path(user_data_dir("kaiju", appauthor=False)) / "code-key"


def own_key() -> bytes | None:
    """The key of this user, a new one if there is none that is safe; ``None`` if none can be kept.

    Two processes may make one at the same time: the later one stays, and what the other sealed is made again.
    """
    path = key_file()
    found = read_key(path)
    if found is None:
        with contextlib.suppress(FileProblem):
            write_bytes(path, os.urandom(KEY_BYTES), private=True)
            found = read_key(path)
    return found


def read_key(path: Path) -> bytes | None:
    """The key in a file, if it is whole and the file is the user's own and of nobody else."""
    try:
        with path.open("rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) or not is_private(about):
                return None
            found = file.read(KEY_BYTES + 1)
    except (OSError, ValueError):
        return None
    return found if len(found) == KEY_BYTES else None


def is_private(about: os.stat_result) -> bool:
    """Whether only the user may read and write a file; Windows keeps the folders of a user private by itself."""
    if os.name != "posix":
        return True
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
