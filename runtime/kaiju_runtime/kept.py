"""What takes long to make, kept on disk, so that a machine makes it once and not in every process.

That is code generated for a program, what was read from a file, the tables of the parser. It may be code, and code does
what it says. So it is read only if it carries a seal over every byte, made with a key that lies in a file of the user's
own: apart from the cache, readable by nobody else. Whoever can write to the cache folder but not read that file cannot
make code that would be run. The seal covers what it was made from as well (the program, our own code, the Python that
compiled it), so that code of another version is no code of ours.

Nothing here fails: what cannot be read, or is not ours, is made again; what cannot be written is done without.
"""

from __future__ import annotations

# ruff: noqa: PTH111, PTH116, PTH117, PTH118, PTH120 - the module of paths takes as long to import as all this to run
import contextlib
import hashlib
import hmac
import marshal
import os
import stat
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from kaiju_runtime.files import FileProblem, open_at_once, read_bytes, write_bytes

if TYPE_CHECKING:
    from pathlib import Path

MOST_FILES = 64
MOST_BYTES = 64 << 20
KEY_BYTES = 32
SEAL_BYTES = 32
SUFFIX = ".code"


def read(kind: str, name: str) -> Any:
    """What was kept of a kind under a name by this version of our code on this Python, or ``None``."""
    about, key = identity(kind, name), read_key(key_file())
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


def write(kind: str, name: str, value: Any) -> None:
    """Keeps plain values and code; ``name`` is a hash of what they are made from."""
    about, key = identity(kind, name), own_key()
    if about is None or key is None:
        return
    try:
        kept = marshal.dumps(value)
    except ValueError:
        return
    from pathlib import Path

    path = Path(file_of(about))
    with contextlib.suppress(FileProblem):
        write_bytes(path, sealed(key, about, kept) + kept)
        drop_oldest(path.parent)


def sealed(key: bytes, about: bytes, kept: bytes) -> bytes:
    """The seal of what is kept; it cannot be made without the key."""
    return hmac.digest(key, len(about).to_bytes(8, "big") + about + kept, "sha256")


def drop_oldest(folder: Path) -> None:
    """Leaves the latest few files."""
    with contextlib.suppress(OSError):
        files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda each: each.stat().st_mtime)
        for path in files[:-MOST_FILES]:
            path.unlink()


# --- what code is made from ----------------------------------------------------------------------


def identity(kind: str, name: str) -> bytes | None:
    """Everything that code is made from: the program, our own code, and the Python that compiles and runs it."""
    ours = own_code()
    if ours is None:
        return None
    python = (sys.implementation.name, sys.version, sys.flags.optimize, marshal.version)
    return repr((kind, name, ours, python)).encode()


@cache
def own_code() -> str | None:
    """A hash over which sources the engine has, or ``None`` where they are no files.

    As Python does for its own compiled files it looks at sizes and times, not at every byte; at the time of the last
    change of the file's entry too, since installers may set the other one to the same day for every version.
    """
    found = []
    try:
        for folder, folders, names in os.walk(os.path.dirname(__file__), onerror=_raise):
            folders.sort()
            for name in sorted(each for each in names if each.endswith(".py")):
                about = os.stat(os.path.join(folder, name))
                found.append((name, about.st_size, about.st_mtime_ns, about.st_ctime_ns))
    except OSError:
        return None
    return hashlib.sha256(repr(found).encode()).hexdigest()


def _raise(problem: OSError) -> None:
    raise problem


# --- places, and the key -------------------------------------------------------------------------


def file_of(about: bytes) -> str:
    return os.path.join(folder_of("cache"), "code", hashlib.sha256(about).hexdigest()[:32] + SUFFIX)


def key_file() -> str:
    return os.path.join(folder_of("data"), "code-key")


def folder_of(kind: str) -> str:
    """The user's folder for caches or data, where ``platformdirs`` says; on Linux without its 6 ms of import."""
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        chosen = os.environ.get(f"XDG_{kind.upper()}_HOME", "").strip()
        usual = {"cache": "~/.cache", "data": "~/.local/share"}[kind]
        return os.path.join(chosen or os.path.expanduser(usual), "kaiju")
    import platformdirs

    return str(getattr(platformdirs, f"user_{kind}_dir")("kaiju", appauthor=False))


def own_key() -> bytes | None:
    """The key of this user, a new one if there is none that is safe; ``None`` if none can be kept.

    Two processes may make one at the same time: the later one stays, and what the other sealed is made again.
    """
    path = key_file()
    found = read_key(path)
    if found is None and os.path.isabs(path):
        from pathlib import Path

        with contextlib.suppress(FileProblem):
            write_bytes(Path(path), os.urandom(KEY_BYTES), private=True)
            found = read_key(path)
    return found


def read_key(path: str) -> bytes | None:
    """The key in a file, if it is whole and the file is the user's own and of nobody else.

    Where the user's folders are unknown or named from here on, the file would be whatever came with this folder.
    """
    if not os.path.isabs(path):
        return None
    try:
        with open(path, "rb", opener=open_at_once) as file:
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
