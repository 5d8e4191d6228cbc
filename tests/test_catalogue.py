"""Codes, their pages and their bad cases are the same set; cases and pages show what they claim.

A case is a folder ``tests/cases/check/<code>/`` with bad input and ``expected.txt``, the diagnostics as a
terminal shows them. ``KAIJU_UPDATE=1 pytest tests/test_catalogue.py`` writes the expected texts anew.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from kaiju_compiler.catalogue import CATALOGUE
from kaiju_compiler.data_files import site_docs_dir
from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.limits import ReadLimits
from kaiju_compiler.load import load_bytes
from kaiju_compiler.render import render_text
from kaiju_compiler.validate import SchemaSet

CASES = Path(__file__).parent / "cases"
CHECK = CASES / "check"
PAGES = site_docs_dir() / "errors"
NO_CODES = {"index"}
"""Pages among those of the codes that are about something else."""

SECTIONS = ["## What it means", "## Wrong", "## Right"]
FENCE = re.compile(r"^```(yaml|kaiju)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def codes_of(*phases: str) -> list[str]:
    return [code for code, info in CATALOGUE.items() if info.phase in phases]


def test_catalogue_pages_and_cases_are_the_same_codes() -> None:
    pages = {path.stem for path in PAGES.glob("*.md")} - NO_CODES
    cases = {path.name for path in CHECK.iterdir() if path.is_dir()}
    assert set(CATALOGUE) == pages == cases


@pytest.mark.parametrize("code", CATALOGUE)
def test_an_entry_is_well_formed(code: str) -> None:
    info = CATALOGUE[code]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", code)
    assert info.summary and not info.summary.endswith(".") and info.summary[0] == info.summary[0].lower()


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_page_has_its_parts(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}\n")
    assert re.findall(r"^## .*$", text, re.MULTILINE) == SECTIONS
    assert len(FENCE.findall(text)) >= 2


def samples(code: str) -> tuple[str, str]:
    """The wrong and the right sample of a page."""
    fences = FENCE.findall((PAGES / f"{code}.md").read_text(encoding="utf-8"))
    return fences[0][1], fences[-1][1]


NEEDS_SIZE = {"yaml-too-deep", "yaml-too-many-values", "yaml-text-too-long"}
"""Codes that a sample on a page cannot show."""


@pytest.mark.parametrize("code", [code for code in codes_of("load") if code not in NEEDS_SIZE])
def test_the_samples_of_a_page_are_wrong_and_right(code: str) -> None:
    wrong, right = samples(code)
    assert code in {each.code for each in load_bytes("sample.yaml", wrong.encode()).diagnostics}
    assert load_bytes("sample.yaml", right.encode()).diagnostics == ()


# --- cases of the phases that need nothing but a file ---------------------------------------------

SCHEMAS = SchemaSet.load(CASES / "schema")


def run(code: str, folder: Path) -> list[Diagnostic]:
    """The diagnostics of a case: of reading and loading, and for codes about the format of validating."""
    special = folder / "limits.json"
    limits = ReadLimits(**json.loads(special.read_text(encoding="utf-8"))) if special.exists() else ReadLimits()
    found: list[Diagnostic] = []
    for path in sorted(folder.glob("*.yaml")):
        loaded = load_bytes(path.name, path.read_bytes(), limits)
        found += loaded.diagnostics
        if CATALOGUE[code].phase == "validate" and loaded.root is not None:
            found += SCHEMAS.validate("creature", loaded.root)
    return found


@pytest.mark.parametrize("code", codes_of("read", "load", "validate"))
def test_a_bad_case_gives_its_diagnostics(code: str) -> None:
    found = run(code, CHECK / code)
    assert code in {each.code for each in found}
    assert all(CATALOGUE[each.code].severity == each.severity for each in found)
    shown, expected = render_text(found), CHECK / code / "expected.txt"
    if os.environ.get("KAIJU_UPDATE"):
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")


# --- every code that the loader and the validator speak is in the catalogue ------------------------


def test_codes_in_the_source_are_in_the_catalogue() -> None:
    folder = Path(__file__).parents[1] / "compiler" / "kaiju_compiler"
    prefix = re.compile(r'"((?:file|yaml|schema)-[a-z0-9]+(?:-[a-z0-9]+)*)"')
    spoken = {code for path in folder.glob("*.py") for code in prefix.findall(path.read_text(encoding="utf-8"))}
    assert spoken == set(codes_of("read", "load", "validate"))
