"""Names of files and anchors, made from ids: the only place where one becomes the other."""

from __future__ import annotations

import hashlib
import posixpath
import re
from functools import lru_cache

_NOT_FOR_FILES = re.compile(r"[^a-z0-9_-]")
_NOT_FOR_ANCHORS = re.compile(r"[^A-Za-z0-9_~-]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|index)(?:\..*)?")
_LONGEST = 80


def written_out(text: str, odd: re.Pattern[str] = _NOT_FOR_FILES) -> str:
    """The text in small letters, digits, ``_`` and ``-``; everything else as its number between dots.

    Different texts stay different, also where capital and small letters are the same to a disk.
    """
    return odd.sub(lambda match: f".{ord(match.group()):x}.", text)


def file_name(identity: str) -> str:
    """The name of the page of an id, without ending: safe on every disk, and its own for every id."""
    name = written_out(identity)
    if not name or not name[0].isalnum() or _RESERVED.fullmatch(name):
        name = f"x.{name}"
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}.{digest(identity)}"
    return name


def anchor(kind: str, identity: str) -> str:
    """The anchor of something on a page, for example ``counter-gold``; capitals matter in it, and ``~`` is a space."""
    return f"{kind}-{written_out(identity.replace('~', '.').replace(' ', '~'), _NOT_FOR_ANCHORS)}"


def example_anchor(name: str) -> str:
    """The anchor of an example; it stays when other examples come or go."""
    return f"example-{digest(name)}"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]


@lru_cache(maxsize=65536)
def relative(here: str, target: str) -> str:
    """The link from one page to another (or to an anchor), both named from the top of the site."""
    path, mark, fragment = target.partition("#")
    if not path or path == here:
        return mark + fragment if mark else posixpath.basename(here)
    return posixpath.relpath(path, posixpath.dirname(here) or ".") + mark + fragment
