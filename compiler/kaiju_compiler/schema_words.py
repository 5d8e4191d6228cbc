"""What an error of the schema library means, in the words of the format, at its place in the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeGuard

from kaiju_compiler.diagnostics import Diagnostic, Fix, error
from kaiju_compiler.document import Mapping, Node, Scalar, Sequence
from kaiju_compiler.schema_advice import advice, meant, of_a_list
from kaiju_compiler.schema_branches import Branches, Fault
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import nearest
from kaiju_compiler.yaml_values import plain_value, quoted

_TYPE_NAMES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
    "null": "nothing",
}

_FEW = 6
"""So many values are listed in an advice."""


class Words:
    """Explains errors about one document."""

    def __init__(self, root: Node, branches: Branches) -> None:
        self.root = root
        self.branches = branches
        self.rules: dict[str, Callable[[Fault, Place], Iterator[Diagnostic]]] = {
            "type": self.wrong_type,
            "oneOf": self.no_branch,
            "anyOf": self.no_branch,
            "enum": self.not_listed,
            "const": self.not_listed,
            "required": self.missing,
            "dependentRequired": self.missing_too,
            "additionalProperties": self.unknown,
            "unevaluatedProperties": self.unknown,
            "uniqueItems": self.twice,
            "minimum": self.out_of_range,
            "maximum": self.out_of_range,
        }

    def explain(self, problem: Fault) -> Iterator[Diagnostic]:
        """One diagnostic a fault; none where the loader has already complained about the value."""
        place = Place.find(self.root, list(problem.absolute_path))
        if "propertyNames" in problem.absolute_schema_path and isinstance(place.node, Mapping):
            yield from self.bad_key(problem, place.node)
        elif isinstance(place.node, Scalar) and place.node.faulty:
            return
        elif problem.validator == "not" and problem.validator_value == {}:
            message = f"{place.name} may not stand here"
            yield error("schema-unknown-field", message, place.key_span, help=_wanted(problem, ""))
        elif problem.validator in ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"):
            yield from self.wrong_length(problem, place)
        else:
            yield from self.rules.get(str(problem.validator), self.bad_value)(problem, place)

    # --- values ---

    def wrong_type(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        types = problem.validator_value
        if types == "array" and _lists_are_missing(place.parent):
            if place.parent.items[0] is place.node:
                yield self._no_lists(problem, place)
            return
        yield self._wrong_type(problem, place, [types] if isinstance(types, str) else types)

    def _wrong_type(self, problem: Fault, place: Place, types: list[str]) -> Diagnostic:
        wanted = _wanted(problem, _alternatives([_TYPE_NAMES[name] for name in dict.fromkeys(types)]))
        name = f"'{place.key.value}'" if place.key is not None else place.name
        message = f"{name} wants {wanted}, and this is {_kind(place.node)}"
        help, fix = advice(place.node, types, lambda text: self.branches.takes_text(problem.schema, text))
        help = help or of_a_list(place.node, types, place.key is None and place.parent is None)
        return error("schema-wrong-type", message, place.span, help=help, fix=fix)

    def _no_lists(self, problem: Fault, place: Place) -> Diagnostic:
        """All items of a list are plain values where each should be a list: brackets were forgotten."""
        whole = place.parent
        assert isinstance(whole, Sequence)
        name = place.name.removeprefix("item 1 of ")
        message = f"{name} wants lists in a list, and this is one list of {len(whole.items)} items"
        text = f"[[{', '.join(each.span.text for each in whole.items)}]]"
        one_line = whole.span.text.startswith("[") and "\n" not in whole.span.text
        fix = Fix(whole.span, f"[{whole.span.text}]") if one_line else None
        help = f"if these belong together, write {text}"
        return error("schema-wrong-type", message, whole.items[0].span, help=help, fix=fix)

    def no_branch(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        """None of several shapes: a kind that is missing or unknown, or a value of quite another sort."""
        kind = self.branches.kind(problem)
        if kind is None or not isinstance(place.node, Mapping):
            types = self.branches.types(problem)
            yield self._wrong_type(problem, place, types) if types else self._bad_value(problem, place)
            return
        name, values = kind
        value = place.node.get(name)
        if value is None:
            yield self._missing(place, name, place.node, values)
        elif not (isinstance(value, Scalar) and value.faulty):
            yield _not_listed(place.child(name), values)

    def not_listed(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        values = [problem.validator_value] if problem.validator == "const" else problem.validator_value
        yield _not_listed(place, values)

    def out_of_range(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        side = "at least" if problem.validator == "minimum" else "at most"
        message = f"{place.name} is {side} {problem.validator_value}, and this is {problem.instance}"
        yield error("schema-bad-value", message, place.span)

    def bad_value(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        yield self._bad_value(problem, place)

    def _bad_value(self, problem: Fault, place: Place) -> Diagnostic:
        wanted = _wanted(problem, "")
        message = f"{place.name} wants {wanted}" if wanted else f"{place.name} does not have the form that it must have"
        if isinstance(place.node, Scalar) and isinstance(place.node.value, str):
            message += f", and this is {_quote(place.node.value)}"
        fix = _as_id(problem, place.node)
        help = f"write {fix.replacement}" if fix else ""
        return error("schema-bad-value", message, place.span, help=help, fix=fix)

    def wrong_length(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        side, what = str(problem.validator)[:3], str(problem.validator)[3:]
        unit = {"Length": "characters", "Items": "items", "Properties": "fields"}[what]
        limit, size = problem.validator_value, len(problem.instance)
        if side == "min" and limit == 1:
            message = f"{place.name} must not be empty"
        else:
            message = (
                f"{place.name} has {size} {unit}, and at {'least' if side == 'min' else 'most'} {limit} are wanted"
            )
        yield error("schema-wrong-length", message, place.span)

    def twice(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        assert isinstance(place.node, Sequence)
        first: list[tuple[object, Node]] = []
        for item in place.node:
            earlier = next((node for data, node in first if data == item.to_data()), None)
            if earlier is None:
                first.append((item.to_data(), item))
                continue
            message = f"the same item stands twice in {place.name}"
            yield error("schema-duplicate-item", message, item.span, related=[(earlier.span, "here first")])

    # --- fields ---

    def missing(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        assert isinstance(place.node, Mapping)
        slips = self._slips(problem, place.node).values() if _is_closed(problem.schema) else ()
        for name in problem.validator_value:
            if name not in problem.instance and name not in slips and f"'{name}'" in problem.message:
                yield self._missing(
                    place, name, place.node, self._values(problem.schema, name), self._says(problem, name)
                )

    def _values(self, schema: Any, name: str) -> list[Any]:
        """The values that a field may have, if its schema lists them."""
        field = self.branches.resolve(self.branches.resolve(schema).get("properties", {}).get(name))
        return list(field.get("enum", ()))

    def _says(self, problem: Fault, name: str) -> str:
        """What the schema says that a field is for."""
        says = str(self.branches.resolve(problem.schema).get("properties", {}).get(name, {}).get("description", ""))
        return f"what belongs there: {says[:1].lower()}{says[1:].rstrip('.')}" if says else ""

    def _missing(self, place: Place, name: str, node: Mapping, values: list[Any], says: str = "") -> Diagnostic:
        where = node.key("id") or (node.entries[0][0] if node.entries else None)
        span = where.span if where is not None else place.key_span
        texts = [f"'{name}: {value}'" for value in values if isinstance(value, str)]
        help = f"write {_alternatives(texts)}" if 0 < len(texts) <= _FEW else meant(name, (), node) or says
        return error("schema-missing-field", f"the field '{name}' is missing in {place.name}", span, help=help)

    def missing_too(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        assert isinstance(place.node, Mapping)
        for name, others in problem.validator_value.items():
            key = place.node.key(name)
            for other in others if key is not None else ():
                if other not in problem.instance and key is not None:
                    message = f"the field '{other}' is missing: it goes together with '{name}'"
                    yield error("schema-missing-field", message, key.span)

    def unknown(self, problem: Fault, place: Place) -> Iterator[Diagnostic]:
        assert isinstance(place.node, Mapping)
        known = self.branches.fields(problem.schema)
        slips = self._slips(problem, place.node)
        for key, _ in place.node:
            name = str(key.value)
            if name in known or _is_allowed_by_pattern(problem, name):
                continue
            near = slips.get(name)
            fields = ", ".join(known) if len(known) <= 12 else ""
            help = f"did you mean '{near}'?" if near else meant(name, known, place.node)
            help = help or (f"the fields here are {fields}" if fields else "")
            fix = Fix(key.span, near) if near else None
            yield error("schema-unknown-field", f"{place.name} has no field '{name}'", key.span, help=help, fix=fix)

    def _slips(self, problem: Fault, node: Mapping) -> dict[str, str]:
        """The keys that are no fields here, with the missing field that each probably means; no field twice."""
        known = self.branches.fields(problem.schema)
        found: dict[str, str] = {}
        for key, _ in node:
            free = [name for name in known if name not in node and name not in found.values()]
            name = str(key.value)
            if name not in known and not _is_allowed_by_pattern(problem, name) and (near := nearest(name, free)):
                found[name] = near
        return found

    def bad_key(self, problem: Fault, node: Mapping) -> Iterator[Diagnostic]:
        key = node.key(str(problem.instance))
        if key is not None and not key.faulty:
            wanted = _wanted(problem, "a name of the form that is used here")
            yield error("schema-bad-value", f"a key here is {wanted}, and this is {_quote(str(key.value))}", key.span)


class Place:
    """A value in the document, its key if it has one, and how to speak of it."""

    def __init__(self, node: Node, key: Scalar | None, name: str, parent: Node | None = None) -> None:
        self.node = node
        self.parent = parent
        self.key = key
        self.name = name

    @classmethod
    def find(cls, root: Node, path: list[str | int]) -> Place:
        """The value at a path of keys and positions."""
        place = cls(root, None, "this file")
        for step in path:
            place = place.child(step)
        return place

    def child(self, step: str | int) -> Place:
        if isinstance(self.node, Mapping):
            value = self.node.get(str(step))
            assert value is not None
            return Place(value, self.node.key(str(step)), _spoken(str(step), value), self.node)
        assert isinstance(self.node, Sequence) and isinstance(step, int)
        item = self.node.items[step]
        name = _spoken(f"item {step + 1} of {self.name}", item, is_key=False)
        return Place(item, None, name, self.node)

    @property
    def span(self) -> Span:
        """The value, or its key where nothing is written or the value is a whole list or map."""
        empty = self.node.span.start == self.node.span.end
        if self.key is not None and (empty or not isinstance(self.node, Scalar)):
            return self.key.span
        if empty:
            at = self.node.span.start
            return Span(self.node.span.source, max(at - 1, 0), at)
        if not isinstance(self.node, Scalar):
            return _beginning(self.node)
        return self.node.span

    @property
    def key_span(self) -> Span:
        return self.key.span if self.key is not None else self.span


def _beginning(node: Mapping | Sequence) -> Span:
    """The first key or item of a block, instead of all its lines."""
    if isinstance(node, Mapping) and node.entries:
        return node.entries[0][0].span
    return Span(node.span.source, node.span.start, min(node.span.start + 1, node.span.end))


def _spoken(name: str, node: Node, is_key: bool = True) -> str:
    if isinstance(node, Mapping) and node.string("id"):
        return f"'{node.string('id')}'"
    return f"'{name}'" if is_key else name


def _not_listed(place: Place, values: list[Any]) -> Diagnostic:
    shown = _alternatives([_quote(value) if isinstance(value, str) else str(value).lower() for value in values])
    typed = place.node.value if isinstance(place.node, Scalar) else None
    this = _quote(typed) if isinstance(typed, str) else _kind(place.node)
    texts = [value for value in values if isinstance(value, str)]
    near = nearest(typed, texts) if isinstance(typed, str) else None
    help = f"did you mean '{near}'?" if near else ""
    fix = Fix(place.span, near if plain_value(near) == near else quoted(near)) if near else None
    message = f"{place.name} is {shown}, and this is {this}"
    if not values:
        message = f"nothing is declared that {place.name} could be, and this is {this}"
    return error("schema-bad-value", message, place.span, help=help, fix=fix)


def _is_closed(schema: Any) -> bool:
    """Whether a key that is none of the fields is told as such."""
    return isinstance(schema, dict) and (
        schema.get("additionalProperties") is False or schema.get("unevaluatedProperties") is False
    )


def _is_allowed_by_pattern(problem: Fault, name: str) -> bool:
    return any(re.search(pattern, name) for pattern in problem.schema.get("patternProperties", ()))


def _wanted(problem: Fault, otherwise: str) -> str:
    schema = problem.schema
    return str(schema["x-wanted"]) if isinstance(schema, dict) and "x-wanted" in schema else otherwise


def _kind(node: Node) -> str:
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a map"
    if isinstance(node.value, bool):
        return str(node.value).lower()
    if node.value is None:
        return "nothing"
    return f"the number {node.value}" if isinstance(node.value, int) else "a text"


def _lists_are_missing(node: Node | None) -> TypeGuard[Sequence]:
    """Whether a list of lists has several plain values instead."""
    return isinstance(node, Sequence) and len(node.items) > 1 and all(isinstance(each, Scalar) for each in node.items)


def _as_id(problem: Fault, node: Node) -> Fix | None:
    """The id that was meant by ``Toll-Booth``, where an id is wanted and it can be told."""
    if problem.validator != "pattern" or not isinstance(node, Scalar) or not isinstance(node.value, str):
        return None
    if re.search(problem.validator_value, "two words"):
        return None
    meant = re.sub(r"\W+", "_", node.value.strip().lower(), flags=re.ASCII).strip("_")
    is_id = re.search(problem.validator_value, meant) and re.search(problem.validator_value, f"{meant}_")
    fits = is_id and len(meant) <= problem.schema.get("maxLength", len(meant))
    return Fix(node.span, meant) if fits and plain_value(meant) == meant else None


def _alternatives(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _quote(value: str) -> str:
    return f"'{value if len(value) <= 40 else value[:37] + '...'}'"
