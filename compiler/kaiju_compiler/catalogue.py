"""Every code that a diagnostic may bear, with what it is about.

Each code has a page ``site/docs/errors/<code>.md`` and a bad case: ``tests/cases/check/<code>/`` if it is about
content, ``tests/cases/run/<code>.yaml`` if it is about a game, a file or a command. ``tests/test_catalogue.py``
holds codes, pages and cases equal. To add a code: a line here or in a table that is merged here, a page, a case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from kaiju_compiler.cli.common import CODES as COMMAND_CODES
from kaiju_compiler.collect.codes import CHECK_CODES, CHECK_WARNINGS, COLLECT_CODES, COLLECT_WARNINGS
from kaiju_compiler.diagnostics import Severity
from kaiju_compiler.parse.problems import SYNTAX_CODES
from kaiju_compiler.resolve.problems import RESOLVE_CODES
from kaiju_runtime.codes import FILE_CODES, RUN_CODES

Phase: TypeAlias = Literal[
    "read", "load", "validate", "syntax", "resolve", "collect", "check", "run", "file", "command"
]
"""When a code turns up: seven phases of a compilation, then a game, a file of a game, a command."""


@dataclass(frozen=True)
class CodeInfo:
    """What is fixed about a code."""

    severity: Severity
    summary: str
    """One line without a full stop, as it stands in lists of codes."""
    phase: Phase


def table(phase: Phase, severity: Severity, summaries: Mapping[str, str]) -> dict[str, CodeInfo]:
    """Codes of one phase and severity, from slug to summary."""
    return {slug: CodeInfo(severity, summary, phase) for slug, summary in summaries.items()}


READ_CODES = table(
    "read",
    "error",
    {
        "file-forbidden-character": "a control character or one that changes the direction of text stands in the file",
        "file-not-utf8": "the file is not stored as UTF-8",
        "file-too-large": "the file is larger than a content file may be",
    },
)

LOAD_CODES = table(
    "load",
    "error",
    {
        "yaml-alias": "the file uses anchors or aliases",
        "yaml-ambiguous-word": "a bare word that some readers of YAML take for true, false or nothing",
        "yaml-bad-escape": "a backslash in double quotes is followed by something that is no escape",
        "yaml-date": "a bare date, which some readers of YAML do not take for a text",
        "yaml-directive": "a line begins with '%', which gives orders to YAML",
        "yaml-duplicate-key": "one key stands twice in a map",
        "yaml-key-not-text": "a key is a number, true, false, nothing, a list or a map",
        "yaml-merge-key": "the key '<<' would merge another map into this one",
        "yaml-number-form": "something like a number, but not a whole number in its plain form",
        "yaml-number-too-large": "a number is beyond what Kaiju reckons with",
        "yaml-several-documents": "the file holds more than one document",
        "yaml-syntax": "the text does not follow the rules of YAML",
        "yaml-tab-indent": "a line is indented with a tab",
        "yaml-tag": "the file uses a tag of YAML",
        "yaml-text-too-long": "one text is longer than a text may be",
        "yaml-too-deep": "too many lists and maps stand inside each other",
        "yaml-too-many-values": "the file holds too many keys and values",
        "yaml-unclosed-quote": "a quoted text has no end",
    },
)

VALIDATE_CODES = table(
    "validate",
    "error",
    {
        "schema-bad-value": "a value of the right kind, but not one that is allowed here",
        "schema-duplicate-item": "one item stands twice in a list that holds each only once",
        "schema-missing-field": "a field that must be there is not",
        "schema-unknown-field": "a field that the format does not know",
        "schema-wrong-length": "a text, list or map is too short or too long",
        "schema-wrong-type": "a text where a number is wanted, a list where a map is wanted, and the like",
    },
)

TEXT_CODES = {**table("syntax", "error", SYNTAX_CODES), **table("resolve", "error", RESOLVE_CODES)}

PACK_CODES = {
    **table("collect", "error", COLLECT_CODES),
    **table("collect", "warning", COLLECT_WARNINGS),
    **table("check", "error", CHECK_CODES),
    **table("check", "warning", CHECK_WARNINGS),
}

STOP_CODES = {
    **table("run", "error", RUN_CODES),
    **table("file", "error", FILE_CODES),
    **table("command", "error", COMMAND_CODES),
}

TABLES = (READ_CODES, LOAD_CODES, VALIDATE_CODES, TEXT_CODES, PACK_CODES, STOP_CODES)
CATALOGUE: Mapping[str, CodeInfo] = MappingProxyType({code: info for each in TABLES for code, info in each.items()})
"""All codes by slug."""
