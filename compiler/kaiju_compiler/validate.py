"""Documents against the schemas of the format: from a tree to diagnostics in the format's own words.

The schemas are JSON Schema 2020-12, ours only, found by file name and never fetched. Two annotations of
ours help to say what is wrong:

``x-wanted``
    what a value should be, as a noun phrase: ``"an id of small letters, digits and _"``.
``x-kind``
    on a schema with ``oneOf``: the field that tells the branches apart. Without it the field is found by
    looking for one that is ``const`` or ``enum`` in every branch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from kaiju_compiler.diagnostics import Diagnostic, in_file_order
from kaiju_compiler.document import Node
from kaiju_compiler.schema_branches import Branches
from kaiju_compiler.schema_words import Words

_ONE_PER_PLACE = frozenset({"schema-bad-value", "schema-wrong-type", "schema-wrong-length"})
_SUFFIX = ".schema.json"


@dataclass(frozen=True)
class SchemaSet:
    """Schemas by name; ``cards`` is the file ``cards.schema.json``. They refer to each other by file name."""

    schemas: Mapping[str, Any]

    @classmethod
    def load(cls, folder: Path) -> SchemaSet:
        """All schemas of a folder."""
        files = sorted(folder.glob(f"*{_SUFFIX}"))
        texts = {path.name.removesuffix(_SUFFIX): path.read_text(encoding="utf-8") for path in files}
        return cls({name: json.loads(text) for name, text in texts.items()})

    def validate(self, name: str, root: Node) -> list[Diagnostic]:
        """What is wrong with a document by the schema of that name, one diagnostic a fault, in file order.

        Values about which the loader has complained already are passed over.
        """
        branches = Branches(self.resolve)
        words = Words(root, branches)
        found: list[Diagnostic] = []
        for error in self._validators[name].iter_errors(root.to_data()):
            for leaf in branches.leaves(error):
                found += words.explain(leaf)
        return _one_per_place(in_file_order(found))

    def resolve(self, schema: Any) -> dict[str, Any]:
        """The schema that a reference means, or the schema itself; an empty one for true and false."""
        while isinstance(schema, dict) and "$ref" in schema:
            address, _, pointer = schema["$ref"].partition("#")
            schema = self._absolute[address.removesuffix(_SUFFIX)]
            for step in pointer.split("/")[1:]:
                schema = schema[step.replace("~1", "/").replace("~0", "~")]
        return schema if isinstance(schema, dict) else {}

    @cached_property
    def _absolute(self) -> dict[str, Any]:
        """The schemas with every reference naming its file."""
        return {name: _with_full_references(schema, name + _SUFFIX) for name, schema in self.schemas.items()}

    @cached_property
    def _validators(self) -> dict[str, Draft202012Validator]:
        resources = [
            (name + _SUFFIX, Resource.from_contents(schema, default_specification=DRAFT202012))
            for name, schema in self._absolute.items()
        ]
        registry: Registry[Any] = Registry().with_resources(resources)
        return {name: Draft202012Validator(schema, registry=registry) for name, schema in self._absolute.items()}


def _with_full_references(schema: Any, address: str) -> Any:
    if isinstance(schema, list):
        return [_with_full_references(item, address) for item in schema]
    if not isinstance(schema, dict):
        return schema
    full = {key: _with_full_references(value, address) for key, value in schema.items()}
    if isinstance(full.get("properties"), dict):
        # jsonschema does not tell where a value is that `false` forbids; it does for `not`.
        full["properties"] = {key: {"not": {}} if each is False else each for key, each in full["properties"].items()}
    if isinstance(full.get("$ref"), str) and full["$ref"].startswith("#"):
        full["$ref"] = address + full["$ref"]
    return full


def _one_per_place(found: list[Diagnostic]) -> list[Diagnostic]:
    """Drops what a second rule says about a value that a first one has refused."""
    seen: set[tuple[int, int]] = set()
    kept = []
    for each in found:
        place = (each.span.start, each.span.end) if each.span is not None else (-1, -1)
        if each.code in _ONE_PER_PLACE:
            if place in seen:
                continue
            seen.add(place)
        kept.append(each)
    return kept
