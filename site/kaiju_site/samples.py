"""The samples of the language reference: data files, compiled against a small game made up for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.collect.reader import MemoryReader
from kaiju_compiler.data_files import site_docs_dir
from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.load import load_bytes
from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_compiler.wording import Wording, of_record
from kaiju_site.usage import FILED

Data = dict[str, Any]

_FOLDER = "harbour"


@dataclass(frozen=True)
class Sample:
    """One sample and what became of it. ``code`` is what stands in the file."""

    about: tuple[str, ...]
    """Operations of the registry, ``event NAME``, or forms of abilities."""
    code: str
    title: str = ""
    say: str = ""
    part: str = "effect"
    """Where such a text stands: ``effect`` of a record, or ``procedures`` or ``invariants`` of a mode."""
    wording: Wording | None = field(default=None, repr=False)
    operations: frozenset[str] = field(default=frozenset(), repr=False)
    """Everything that its program is made of, as ``about`` would name it."""
    diagnostics: tuple[Diagnostic, ...] = ()


def samples() -> list[Sample]:
    """All samples in the order of their files, compiled."""
    written = list(_written())
    effects = [sample for sample in written if sample.part == "effect"]
    compilation = _compiled(effects)
    made = iter(_finished(compilation, effects))
    return [next(made) if sample.part == "effect" else sample for sample in written]


def _written() -> Iterator[Sample]:
    for path in sorted((site_docs_dir() / "language" / "samples").glob("*.yaml")):
        root = load_bytes(path.name, path.read_bytes()).root
        data: Any = {} if root is None else root.to_data()
        for each in data.get("samples", []):
            part = next(name for name in ("effect", "procedures", "invariants") if name in each)
            yield Sample(tuple(each["for"]), each[part], each.get("title", ""), each.get("say", ""), part)


def fixture_files() -> dict[str, bytes]:
    """The pack of the made-up game, by path."""
    folder = site_docs_dir() / "language" / "fixture"
    paths = sorted(folder.rglob("*.yaml"))
    return {f"{_FOLDER}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in paths}


def _compiled(effects: list[Sample]) -> Compilation:
    """The made-up game with a card for each sample."""
    records = [
        {
            "id": f"sample_{number}",
            "name": f"Sample {number}",
            "cost": 1,
            "type": "crew",
            "provenance": "house",
            "effect": sample.code,
        }
        for number, sample in enumerate(effects)
    ]
    cards = json.dumps({"kind": "card", "records": records}, indent=1).encode()
    reader = MemoryReader({**fixture_files(), f"{_FOLDER}/samples.yaml": cards})
    return compile_packs([_FOLDER], reader)


def _finished(compilation: Compilation, effects: list[Sample]) -> Iterator[Sample]:
    """Each sample with its wording, the operations in it, and what is wrong with it."""
    compiled = compilation.modes.get(_FOLDER)
    program: Data = {} if compiled is None else compiled.program
    definitions = {each["id"]: each for each in program.get("definitions", [])}
    lines = _lines(compilation)
    for number, sample in enumerate(effects):
        full_id = f"{_FOLDER}:sample_{number}"
        found = tuple(each for each in compilation.diagnostics if each.severity == "error" and lines(each) == number)
        definition = definitions.get(full_id)
        if definition is None:
            yield Sample(sample.about, sample.code, sample.title, sample.say, diagnostics=found)
            continue
        parts = frozenset(_parts([definition["abilities"], definition["body"], program["totals"]]))
        yield Sample(
            sample.about, sample.code, sample.title, sample.say, "effect", of_record(program, full_id), parts, found
        )


def _lines(compilation: Compilation) -> Any:
    """Tells the number of the sample that a diagnostic is about; -1 if it is about none."""
    starts = [
        each.span.line
        for file in compilation.packs.packs[_FOLDER].of("records")
        if "samples" in file.path
        for each in file.root.sequence("records")
    ]

    def number(diagnostic: Diagnostic) -> int:
        path, line, _ = diagnostic.position
        return sum(start <= line for start in starts) - 1 if "samples" in path else -1

    return number


def _parts(value: Any) -> Iterator[str]:
    """Operations, events and forms of abilities in a piece of a program."""
    if isinstance(value, dict):
        if "event" in value:
            yield f"event {value['event']}"
        if "form" in value and "body" in value:
            yield from (
                FILED.get(form := str(value["form"]), form),
                "until" if value["until"] else "",
                "first" if value["first"] else "",
                "once" if value["once"] >= 0 else "",
            )
        if "verb" in value:
            yield value["verb"]
        for each in value.values():
            yield from _parts(each)
    elif isinstance(value, list):
        if value and isinstance(value[0], str):
            yield value[0]
        for each in value:
            yield from _parts(each)
