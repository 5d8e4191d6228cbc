"""What a designer is told about a slip: one cause, no mistakes that only follow from it, and a mend that mends.

A case is a file ``tests/cases/advice/<slip>.yaml`` with what is done to the packs of ``tests/cases/collect``, and the
diagnostics beside it in ``<slip>.txt``. ``KAIJU_UPDATE=1 pytest tests/test_advice.py`` writes those anew.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.collect.files import PackLimits
from kaiju_compiler.collect.reader import MemoryReader
from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.load import load_bytes
from kaiju_compiler.pipeline import compile_packs
from kaiju_compiler.render import render_text

CASES = Path(__file__).parent / "cases"
SLIPS = sorted((CASES / "advice").glob("*.yaml"))
FILES = sorted((CASES / "check").glob("*/case.yaml"))


def case_of(path: Path) -> tuple[dict[str, Any], dict[str, str | None]]:
    """A case, and the files of the packs after its changes."""
    root = load_bytes("case.yaml", path.read_bytes()).root
    assert root is not None
    case: Any = root.to_data()
    packs = CASES / "collect"
    files: dict[str, str | None] = {
        each.relative_to(packs).as_posix(): each.read_text(encoding="utf-8") for each in packs.rglob("*.yaml")
    }
    for edit in case.get("edits", []):
        text = files[edit["file"]]
        assert text is not None and edit["old"] in text, edit
        files[edit["file"]] = text.replace(edit["old"], edit["new"])
    files |= case.get("files", {}) | dict.fromkeys(case.get("unreadable", []))
    return case, files


def found_in(case: dict[str, Any], files: dict[str, str | None]) -> tuple[Diagnostic, ...]:
    reader = MemoryReader(files, links=frozenset(case.get("links", [])))
    limits = PackLimits(**case.get("limits", {}))
    return compile_packs(case.get("paths", ["small", "more"]), reader, "nowhere", limits).diagnostics


@pytest.mark.parametrize("path", SLIPS, ids=lambda path: path.stem)
def test_a_slip_is_told_once_and_with_the_advice_that_helps(path: Path) -> None:
    shown, expected = render_text(found_in(*case_of(path))), path.with_suffix(".txt")
    assert shown
    if os.environ.get("KAIJU_UPDATE"):
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")


def of_weight(found: Iterable[Diagnostic], code: str) -> Counter[tuple[str, str]]:
    """The errors, and the warnings of a code."""
    return Counter((each.code, each.message) for each in found if each.severity == "error" or each.code == code)


@pytest.mark.parametrize("path", [*SLIPS, *FILES], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_fix_carried_out_as_it_stands_brings_no_error(path: Path) -> None:
    """There are fewer errors then, or warnings of that code, and no other ones."""
    case, files = case_of(path)
    before = found_in(case, files)
    for each in before:
        if each.fix is None:
            continue
        text, span = files[each.fix.span.path], each.fix.span
        assert text is not None
        mended = {**files, span.path: text[: span.start] + each.fix.replacement + text[span.end :]}
        known, after = (of_weight(found, each.code) for found in (before, found_in(case, mended)))
        assert after.total() < known.total(), (each.message, each.fix.replacement, after - known)
        assert not after - known, (each.message, each.fix.replacement)
