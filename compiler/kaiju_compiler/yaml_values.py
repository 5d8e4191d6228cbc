"""What a plain scalar means: a text, a number, true, false or nothing.

YAML's older versions read ``no`` as false, ``010`` as 8 and ``1.10`` as 1.1. Here a word means what a
reader thinks, or is refused with the advice to quote it; it never becomes something else in silence.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kaiju_compiler.limits import MAX_INTEGER

_FIXED: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_AMBIGUOUS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER_LIKE = re.compile(
    r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?0x[0-9a-fA-F_]+|[-+]?0o[0-7_]+|[-+]?0b[01_]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?")


class Doubt(NamedTuple):
    """Why a plain scalar is refused."""

    code: str
    message: str
    help: str


def plain_value(typed: str) -> str | int | bool | None | Doubt:
    """The value of a plain scalar as it was typed, or why it is refused."""
    if typed in _FIXED:
        return _FIXED[typed]
    if typed.casefold() in _AMBIGUOUS:
        message = f"the bare word {typed} means true, false or nothing to some readers of YAML, and a text to others"
        return Doubt("yaml-ambiguous-word", message, _advice(typed))
    if _INTEGER.fullmatch(typed):
        return _integer(typed)
    if _NUMBER_LIKE.fullmatch(typed):
        message = f"{_shortened(typed)} is no whole number in its plain form, such as 7 or -7"
        return Doubt("yaml-number-form", message, "write a whole number, or put a text into quotes")
    if _DATE.fullmatch(typed):
        message = f"{_shortened(typed)} is a date to some readers of YAML, and a text to others"
        return Doubt("yaml-date", message, _quote(typed))
    return typed


def quoted(typed: str) -> str:
    """The text as YAML writes it in quotes."""
    return '"' + typed.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _integer(typed: str) -> int | Doubt:
    too_large = len(typed) > 17 or abs(int(typed)) > MAX_INTEGER
    if typed == "-0" or too_large:
        message = f"{_shortened(typed)} is beyond the numbers that Kaiju reckons with, which end at {MAX_INTEGER:,}"
        if typed == "-0":
            return Doubt("yaml-number-form", "-0 is no whole number in its plain form, such as 0 or -7", _quote(typed))
        return Doubt("yaml-number-too-large", message, _quote(typed))
    return int(typed)


def _advice(typed: str) -> str:
    if typed.casefold() in ("true", "false", "null"):
        return f"write {typed.casefold()}, or quote it if the word itself is meant: {quoted(typed)}"
    return f"quote it if the word itself is meant: {quoted(typed)}; otherwise write true or false"


def _quote(typed: str) -> str:
    return "quote it if it is a text" + (f": {quoted(typed)}" if len(typed) <= 40 else "")


def _shortened(typed: str) -> str:
    return typed if len(typed) <= 40 else typed[:37] + "..."
