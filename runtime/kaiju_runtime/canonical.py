"""Canonical JSON: one value, one sequence of bytes; and the sealed files made of it.

Programs, saves and replays are values of text, whole numbers, true, false, nothing, lists and maps with
text keys. The same value always gives the same bytes (UTF-8, keys sorted, no blanks), so that its hash
names it. A file of ours is such a value with a header around it: what kind it is, the version of its
format, and a hash over all of it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from kaiju_runtime.record import Record

MAX_INTEGER = 2**53 - 1
"""Largest absolute value of a number; every reader of JSON knows it exactly."""

MAX_DEPTH = 200
MAX_BYTES = 64 << 20

CODES: Mapping[str, str] = MappingProxyType(
    {
        "saved-not-json": "the file is no JSON text",
        "saved-wrong-kind": "the file is not of the kind that is wanted",
        "saved-damaged": "the file has been changed or cut since it was written",
        "saved-newer": "the file was written by a newer version",
        "saved-older": "the file was written by a version too old to be read",
        "saved-too-large": "the file is larger than such a file may be",
        "saved-too-deep": "lists and maps stand too deep inside each other",
        "saved-bad-number": "the file holds a number that is not whole, or too large",
    }
)
"""Why a sealed file may be refused, by the code of :class:`DamagedFile`."""


class NotCanonical(ValueError):
    """A value that canonical JSON cannot hold: a mistake of the program, not of a user."""


class DamagedFile(Exception):
    """A file that cannot be trusted or understood."""

    def __init__(self, code: str, message: str, help: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help


class Envelope(Record):
    """What a sealed file holds."""

    kind: str
    format_version: int
    meta: Mapping[str, Any]
    payload: Any


# --- values --------------------------------------------------------------------------------------


def dumps(value: object) -> bytes:
    """The canonical bytes of a value. Raises ``NotCanonical`` for floats, other types and huge numbers."""
    _check(value, 0)
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return text.encode("utf-8")
    except UnicodeEncodeError as failure:
        raise NotCanonical("a text holds half of a surrogate pair") from failure


def content_hash(value: object) -> str:
    """The SHA-256 of a value's canonical bytes, in hexadecimal."""
    return hashlib.sha256(dumps(value)).hexdigest()


def loads(data: bytes, most_bytes: int = MAX_BYTES) -> Any:
    """The value that JSON bytes stand for. Raises ``DamagedFile`` and nothing else."""
    if len(data) > most_bytes:
        raise _refused("saved-too-large", f"it has {len(data):,} bytes, and at most {most_bytes:,} are read")
    bare = b"".join(data.replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')[::2])
    _check_depth(bare)
    try:
        return json.loads(
            data.decode("utf-8"),
            parse_int=_whole if _LONG.search(bare) else None,
            parse_float=_no_float,
            parse_constant=_no_float,
            object_pairs_hook=_map,
        )
    except (ValueError, RecursionError) as failure:
        raise _refused("saved-not-json", "it is no JSON text, or only a part of one") from failure


_WHOLE = {int}


def _check(value: object, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise NotCanonical(f"more than {MAX_DEPTH} lists and maps inside each other")
    kind = type(value)
    if kind is int:
        assert isinstance(value, int)
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise NotCanonical(f"{value} is beyond {MAX_INTEGER}")
    elif kind is list:
        assert isinstance(value, list)
        if set(map(type, value)) == _WHOLE and depth < MAX_DEPTH:  # a state: at once, since games are hashed often
            value = [min(value), max(value)]
        for item in value:
            _check(item, depth + 1)
    elif kind is dict:
        assert isinstance(value, dict)
        for key, item in value.items():
            if type(key) is not str:
                raise NotCanonical(f"the key {key!r} is no text")
            _check(item, depth + 1)
    elif value is not None and kind is not str and kind is not bool:
        raise NotCanonical(f"{kind.__name__} is no kind of value that is stored")


_LONG = re.compile(rb"[0-9]{16}")
"""In numbers of fewer digits there is nothing to check."""
_AS_SQUARE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def _check_depth(bare: bytes) -> None:
    """Refuses what is nested too deep. ``bare`` is JSON without its texts; each round takes innermost brackets away."""
    brackets = bare.translate(_AS_SQUARE, _NO_BRACKETS)
    for _ in range(MAX_DEPTH + 2):
        shorter = brackets.replace(b"[]", b"")
        if len(shorter) == len(brackets):
            break
        brackets = shorter
    deepest = max(map(len, re.findall(rb"\[+", brackets)), default=0)
    if b"[]" in brackets or deepest > MAX_DEPTH + 2:
        raise _refused("saved-too-deep", f"more than {MAX_DEPTH} lists and maps stand inside each other")


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise _refused("saved-bad-number", f"it holds a number beyond {MAX_INTEGER:,}")
    return int(digits)


def _no_float(number: str) -> NoReturn:
    raise _refused("saved-bad-number", f"it holds {number[:40]}, which is no whole number")


def _map(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _refused("saved-damaged", "it holds one key twice")
    return value


# --- sealed files --------------------------------------------------------------------------------


def envelope(kind: str, format_version: int, payload: object, **meta: object) -> bytes:
    """The bytes of a sealed file. ``meta`` is for what helps to judge it, such as the tool's version."""
    content = {"kaiju": kind, "format": format_version, "meta": meta, "payload": payload}
    data, start = dumps(content), f'{{"format":{format_version}'.encode()
    assert data.startswith(start + b',"kaiju":')
    return b'%s,"hash":"%s"%s\n' % (start, hashlib.sha256(data).hexdigest().encode(), data[len(start) :])


def open_envelope(data: bytes, kind: str, newest: int, oldest: int = 1, most_bytes: int = MAX_BYTES) -> Any:
    """The payload of a sealed file of that kind. Raises ``DamagedFile`` and nothing else."""
    return read_envelope(data, kind, newest, oldest, most_bytes).payload


def read_envelope(data: bytes, kind: str, newest: int, oldest: int = 1, most_bytes: int = MAX_BYTES) -> Envelope:
    """A sealed file of that kind, with its header. Raises ``DamagedFile`` and nothing else.

    ``oldest`` and ``newest`` are the versions of the format that the caller understands.
    """
    value = loads(data, most_bytes)
    if not isinstance(value, dict) or not isinstance(value.get("kaiju"), str):
        raise _refused("saved-wrong-kind", "it is no file of Kaiju")
    found, version = value["kaiju"], value.get("format")
    if found != kind:
        raise _refused("saved-wrong-kind", f"it is a {_shown(found)}, and a {kind} is wanted")
    if not isinstance(version, int) or isinstance(version, bool):
        raise _refused("saved-damaged", "its header does not name the version of its format")
    if version > newest:
        raise _refused("saved-newer", f"its format is version {version}, and this Kaiju reads up to {newest}")
    if version < oldest:
        raise _refused("saved-older", f"its format is version {version}, and this Kaiju reads from {oldest} on")
    return _unsealed(value, kind, version, data)


_WRITTEN = re.compile(rb'\{"format":[0-9]+(,"hash":"[0-9a-f]{64}")')


def _hash_as_written(data: bytes) -> str | None:
    """The hash of a sealed file of which every byte is as it was written, without making the bytes anew."""
    header = _WRITTEN.match(data)
    if header is None or not data.endswith(b"\n"):
        return None
    digest = hashlib.sha256(data[: header.start(1)])
    digest.update(memoryview(data)[header.end(1) : -1])
    return digest.hexdigest()


def _unsealed(value: dict[str, Any], kind: str, version: int, data: bytes) -> Envelope:
    seal = value.pop("hash", None)
    if set(value) != {"kaiju", "format", "meta", "payload"} or not isinstance(value["meta"], dict):
        raise _refused("saved-damaged", "its header is not whole")
    try:
        right = seal == _hash_as_written(data) or seal == content_hash(value)
    except NotCanonical as failure:
        raise _refused("saved-damaged", str(failure)) from failure
    if not right:
        raise _refused("saved-damaged", "it is not what was written: its hash does not fit")
    return Envelope(kind, version, MappingProxyType(value["meta"]), value["payload"])


_HELP = {
    "saved-not-json": "use another copy of the file, or make it again",
    "saved-wrong-kind": "check the name of the file",
    "saved-damaged": "use another copy of the file, or make it again; files like this are not edited by hand",
    "saved-newer": "install the newer version of Kaiju",
    "saved-older": "make the file again with this version",
    "saved-too-large": "check the name of the file",
    "saved-too-deep": "check the name of the file",
    "saved-bad-number": "use another copy of the file, or make it again",
}


def _refused(code: str, message: str) -> DamagedFile:
    return DamagedFile(code, message, _HELP[code])


def _shown(kind: str) -> str:
    return re.sub(r"[^a-z ]", "?", kind[:40])
