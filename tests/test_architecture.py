"""The invariants of the architecture, read off the code. Each test says which one it holds."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = ("compiler", "runtime", "site")
FILES = sorted(path for part in CODE for path in (ROOT / part).rglob("*.py") if "docs" not in path.parts)
RUNTIME = sorted((ROOT / "runtime").rglob("*.py"))

LANGUAGE_WORDS = set(
    """
    action active adjust board bonus buying cards count death discard discards effect
    elimination energy_cost enter event marker markers market monster monsters number outside piece
    place placing player players power price pulling reach refilling reserve resolve resolving
    rolls setup space spaces start state supply three token tokens track turn
    turns value victory
    """.split()
)
"""Words that packs use as ids and that are the field's own terms, or plain English: phases, zones, fields, rules."""


def content_ids(folder: Path) -> set[str]:
    """Every id of five letters or more of what is played with: records, counters, faces, zones, rules of a mode."""
    ids: set[str] = set()
    for path in folder.rglob("*.yaml"):
        if path.name in ("rules.yaml", "rulings.yaml") or "examples" in path.relative_to(folder).parts:
            continue
        text = path.read_text(encoding="utf-8")
        ids |= set(re.findall(r"(?m)^\s*-?\s*\{?\s*id:\s*([a-z][a-z0-9_]{4,})\b", text))
    return ids - LANGUAGE_WORDS


def named(text: str, ids: set[str]) -> list[tuple[int, str]]:
    """Lines of a text on which an id stands as a word."""
    pattern = re.compile(r"(?<![A-Za-z0-9_])(" + "|".join(sorted(map(re.escape, ids))) + r")(?![A-Za-z0-9_])")
    return [(text.count("\n", 0, match.start()) + 1, match[1]) for match in pattern.finditer(text)]


def test_code_names_no_content() -> None:
    """Invariant 1, for code, comments and texts alike."""
    ids = content_ids(ROOT / "content")
    assert len(ids) > 40
    hits = [
        f"{path.relative_to(ROOT)}:{line} {word}"
        for path in FILES
        for line, word in named(path.read_text(encoding="utf-8"), ids)
    ]
    assert not hits, hits


def test_a_named_card_would_be_seen() -> None:
    """The check above can fail: it finds a planted card."""
    assert named('if card == "acid_attack": hits += 1', content_ids(ROOT / "content")) == [(1, "acid_attack")]


FORBIDDEN_IN_RUNTIME = {
    "kaiju_compiler",
    "kaiju_site",
    "lark",
    "ruamel",
    "jsonschema",
    "jinja2",
    "yaml",
    "mkdocs",
    "click",
}


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_runtime_imports_no_compiler() -> None:
    """Invariant 2: the program is the only bridge."""
    hits = [
        f"{path.name}:{line} {name}"
        for path in RUNTIME
        for line, name in imports(parsed(path))
        if name.partition(".")[0] in FORBIDDEN_IN_RUNTIME
    ]
    assert not hits, hits


def test_runtime_loads_without_parser_and_yaml() -> None:
    """Invariant 2, in a process of its own."""
    path = str(ROOT / "runtime")
    code = f"import sys; sys.path.insert(0, {path!r}); import kaiju_runtime.examples; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    assert "kaiju_runtime.game" in loaded
    assert not [name for name in FORBIDDEN_IN_RUNTIME if f"'{name}'" in loaded]


SLOW_TO_IMPORT = {"dataclasses", "inspect", "pathlib", "platformdirs", "multiprocessing", "asyncio"}


def test_the_way_to_a_game_imports_little() -> None:
    """The engine starts fast: no module of which the making takes longer than what it is used for."""
    path = str(ROOT / "runtime")
    code = f"import sys; sys.path.insert(0, {path!r}); before = set(sys.modules); import kaiju_runtime"
    code += "; print(*sorted(set(sys.modules) - before))"
    run = [sys.executable, "-S", "-c", code]
    loaded = set(subprocess.run(run, capture_output=True, text=True, check=True, timeout=60).stdout.split())
    assert "kaiju_runtime.game" in loaded
    assert not loaded & SLOW_TO_IMPORT
    assert "kaiju_runtime.fast.generate" not in loaded, "templates are needed only where nothing is kept"


def test_every_word_is_declared_once() -> None:
    """Invariant 3: verbs, operations and forms have one name space, and each says what it means."""
    from kaiju_runtime.primitives import FORMS, OPERATIONS, VERBS

    assert not set(FORMS) & set(OPERATIONS)
    assert all(verb.meaning.endswith(".") and verb.third for verb in VERBS.values())
    assert all(operation.meaning.endswith(".") for operation in OPERATIONS.values())


NOT_DETERMINISTIC = {"random", "time", "datetime", "uuid", "secrets", "pickle", "marshal", "shelve"}


GENERATED = ROOT / "runtime" / "kaiju_runtime" / "fast" / "code.py"
"""The one place that executes source: what our own templates made of a program whose data were checked."""
KEPT = ROOT / "runtime" / "kaiju_runtime" / "kept.py"
"""The one place that reads compiled code back, behind a seal (site/docs/contributing/executors.md says why)."""


def test_no_chance_clock_or_pickle() -> None:
    """Invariants 4 and 5: our own chance only, no clock, no pickle, nothing evaluated."""
    hits = []
    for path in FILES:
        tree = parsed(path)
        hits += [
            f"{path.name}:{line} import {name}"
            for line, name in imports(tree)
            if name.partition(".")[0] in NOT_DETERMINISTIC
            and not allowed_clock(path, name)
            and not (path == KEPT and name == "marshal")
        ]
        forbidden = ("eval", "exec", "id") if path in RUNTIME else ("eval", "exec")
        if path == GENERATED:
            forbidden = ("eval", "id")
        hits += [
            f"{path.name}:{node.lineno} {node.func.id}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in forbidden
        ]
    assert not hits, hits


def allowed_clock(path: Path, name: str) -> bool:
    """The command line may look at the clock; nothing that decides a game or a page may."""
    return name == "time" and ("cli" in path.parts or path in TIMED)


TIMED = [
    *(ROOT / "runtime" / "kaiju_runtime" / "simulate" / name for name in ("play.py", "tasks.py")),
    ROOT / "runtime" / "kaiju_runtime" / "bots" / "budget.py",
]
"""A game of a batch that takes too long is given up, and a bot may be given a time; no other clock steers a game."""


def test_no_floats_in_rules() -> None:
    """Invariant 5: the runtime's rules hold no float."""
    parts = ("primitives", "machine")
    hits = [
        f"{path.name}:{node.lineno}"
        for path in RUNTIME
        if set(parts) & set(path.parts)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert not hits, hits


def test_compiler_phases_do_not_touch_files() -> None:
    """Only the command line and the reader open files of the user; grammar and schemas are our own data."""
    may = {"read.py", "data_files.py", "reader.py", "files.py", "packs.py", "grammar.py", "validate.py"}
    hits = []
    for path in sorted((ROOT / "compiler").rglob("*.py")):
        if path.name in may or "cli" in path.parts:
            continue
        hits += [
            f"{path.name}:{node.lineno}"
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.Call)
            and (
                getattr(node.func, "id", "") == "open"
                or getattr(node.func, "attr", "") in ("read_text", "write_text", "read_bytes", "write_bytes")
            )
        ]
    assert not hits, hits


MOST_LINES = 400
MOST_FUNCTION_LINES = 60


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_a_thicket(path: Path) -> None:
    """Style rule 14: short files, short functions."""
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= MOST_LINES
    long = [
        f"{node.name} ({node.end_lineno - node.lineno + 1})"
        for node in ast.walk(parsed(path))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > MOST_FUNCTION_LINES
    ]
    assert not long, long


def test_pages_for_contributors_name_existing_files() -> None:
    """Every path that the contributing pages name in backquotes exists."""
    pages = sorted((ROOT / "site/docs/contributing").glob("*.md"))
    assert pages
    missing = []
    for page in pages:
        for name in re.findall(
            r"`((?:compiler|runtime|site|grammar|content|tests)/[\w./*-]+)`", page.read_text(encoding="utf-8")
        ):
            if not list(ROOT.glob(name)):
                missing.append(f"{page.name}: {name}")
    assert not missing, missing
