"""Which of several shapes an author meant: the errors that matter when a value may be one thing or another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

Fault: TypeAlias = Any
"""A ``jsonschema.ValidationError``. Its stubs say of every field that it may be unset; those that come out of
``iter_errors`` never are."""


@dataclass(frozen=True)
class Branches:
    """Picks among the branches of ``oneOf`` and ``anyOf``; ``resolve`` follows references."""

    resolve: Callable[[Any], dict[str, Any]]

    def leaves(self, error: Fault) -> Iterator[Fault]:
        """The errors to tell the author: the error itself, or those of the branch that was meant."""
        if error.validator not in ("oneOf", "anyOf") or not error.context:
            yield error
            return
        by_branch: dict[int, list[Fault]] = {}
        for each in error.context:
            by_branch.setdefault(int(each.schema_path[0]), []).append(each)
        meant = self._meant(error, by_branch)
        if meant is None:
            yield error  # none of the shapes is near
            return
        for each in by_branch[meant]:
            yield from self.leaves(each)

    def kind(self, error: Fault) -> tuple[str, list[Any]] | None:
        """The field that tells the branches of an error apart, with its possible values, if there is one."""
        schemas = [self.resolve(branch) for branch in error.validator_value]
        name = self._kind_name(error.schema, schemas)
        if name is None:
            return None
        return name, [value for schema in schemas for value in self._kind_values(schema, name)]

    def types(self, error: Fault) -> list[str]:
        """The types of all branches, each once, in their order."""
        names: dict[str, None] = {}
        for branch in error.validator_value:
            types = self.resolve(branch).get("type", ())
            names.update(dict.fromkeys([types] if isinstance(types, str) else types))
        return list(names)

    def takes_text(self, schema: Any, text: str) -> bool:
        """Whether a text is a value that a schema allows, as far as its form says so."""
        schema = self.resolve(schema)
        parts = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
        if parts:
            return any(self.takes_text(part, text) for part in parts)
        types = schema.get("type", "string")
        return (
            "string" in ([types] if isinstance(types, str) else types)
            and text in schema.get("enum", [text])
            and text == schema.get("const", text)
            and re.search(schema.get("pattern", ""), text) is not None
            and schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", len(text))
        )

    def fields(self, schema: Any) -> list[str]:
        """The names of all fields that a schema speaks of, also in what it refers to and combines."""
        schema = self.resolve(schema)
        names = dict.fromkeys(schema.get("properties", ()))
        parts = [*schema.get("allOf", ()), *schema.get("anyOf", ()), *schema.get("oneOf", ())]
        parts += [schema[key] for key in ("then", "else") if key in schema]
        for part in parts:
            names.update(dict.fromkeys(self.fields(part)))
        return list(names)

    def _meant(self, error: Fault, by_branch: dict[int, list[Fault]]) -> int | None:
        schemas = {i: self.resolve(error.validator_value[i]) for i in by_branch}
        fitting = [i for i, errors in by_branch.items() if not any(_is_about_all(each) for each in errors)]
        name = self._kind_name(error.schema, list(schemas.values()))
        if name is not None and isinstance(error.instance, dict):
            declared = error.instance.get(name)
            return next((i for i, schema in schemas.items() if declared in self._kind_values(schema, name)), None)
        return min(fitting, key=lambda i: (len(by_branch[i]), i), default=None)

    def _kind_name(self, schema: Any, branches: list[dict[str, Any]]) -> str | None:
        if isinstance(schema, dict) and isinstance(schema.get("x-kind"), str):
            return str(schema["x-kind"])
        objects = [branch for branch in branches if "properties" in branch]
        if len(objects) < 2:
            return None
        shared = (name for name in objects[0]["properties"] if all(self._kind_values(each, name) for each in objects))
        return next(shared, None)

    def _kind_values(self, schema: dict[str, Any], name: str) -> list[Any]:
        field = self.resolve(schema.get("properties", {}).get(name, {}))
        return [field["const"]] if "const" in field else list(field.get("enum", ()))


def _is_about_all(error: Fault) -> bool:
    """Whether an error of a branch says that the whole value is of another sort."""
    return error.validator in ("type", "const", "enum") and not error.path
