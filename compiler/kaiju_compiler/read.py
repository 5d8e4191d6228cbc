"""From bytes to a ``Source``: the one reader of text files.

A file is UTF-8 without control characters. The byte-order mark is dropped and line ends become LF, so
that a file means the same however an editor stores it. Characters that a reader cannot see but that
change what is shown (bidirectional controls, foreign line separators) are refused.
"""

from __future__ import annotations

import re

from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.limits import DEFAULT_LIMITS, ReadLimits
from kaiju_compiler.source import Source, Span

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_NONCHARACTERS = "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
FORBIDDEN = re.compile(
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufdd0-\ufdef\ufff9-\ufffb\ud800-\udfff{_BIDI}{_NONCHARACTERS}]"
)
"""Matches a character that no content file may hold, neither as typed nor by an escape."""

_MOST_REPORTED = 20


def read(path: str, data: bytes, limits: ReadLimits = DEFAULT_LIMITS) -> tuple[Source | None, list[Diagnostic]]:
    """The decoded file, or ``None`` with the reasons why it cannot be read. Never raises."""
    if len(data) > limits.file_bytes:
        message = f"the file has {len(data):,} bytes; at most {limits.file_bytes:,} are allowed"
        return None, [error("file-too-large", message, path=path, help="split it into several files")]
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as failure:
        return None, [_not_utf8(path, data, failure)]
    source = Source(path, text.replace("\r\n", "\n").replace("\r", "\n"))
    faults = [_forbidden(source, found) for found in FORBIDDEN.finditer(source.text)]
    return (None if faults else source), faults[:_MOST_REPORTED]


def describe(char: str) -> str:
    """A character's code point, the way it is named in tables."""
    return f"U+{ord(char):04X}"


def _forbidden(source: Source, found: re.Match[str]) -> Diagnostic:
    char = found.group()
    kind = (
        "an invisible character that changes the direction of text"
        if re.match(f"[{_BIDI}]", char)
        else ("a control character")
    )
    message = f"{describe(char)} is {kind}, which a content file may not hold"
    return error(
        "file-forbidden-character",
        message,
        Span(source, found.start(), found.end()),
        help="delete it",
    )


def _not_utf8(path: str, data: bytes, failure: UnicodeDecodeError) -> Diagnostic:
    """Points at the first bad byte, in a stand-in text where every bad byte is shown as U+FFFD."""
    before = data[: failure.start].decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    rest = data[failure.start :].decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    span = Span(Source(path, before + rest), len(before), len(before) + 1)
    message = f"the file is not UTF-8: byte {failure.start + 1} is {data[failure.start]:#04x}"
    return error("file-not-utf8", message, span, help="save it as UTF-8 in your editor")
