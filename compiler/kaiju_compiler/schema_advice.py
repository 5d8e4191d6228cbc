"""What to do about a value of another type, and about a key that is no field."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kaiju_compiler.diagnostics import Fix
from kaiju_compiler.document import Mapping, Node, Scalar, Sequence
from kaiju_compiler.suggest import in_figures
from kaiju_compiler.yaml_values import plain_value, quoted

OF_EXAMPLES = ("topic", "examples")
"""What a file of examples begins with."""
TEXTS = ("text", "texts", "description", "rules_text", "ability", "abilities", "power")
"""Fields in which rulebooks tell what a card does."""


def meant(name: str, known: Iterable[str], node: Mapping) -> str:
    """What to do about a key that is no field, and no slip of one."""
    fields = set(known)
    if "examples" in node and name in ("records", *OF_EXAMPLES) and fields <= {"kind", "records"}:
        return "a file of examples lies in the folder 'examples' of the pack"
    empty = next((str(key.value) for key, value in node if isinstance(value, Scalar) and value.value == ""), "")
    if " " in name and empty:
        return f"if this belongs to the text of '{empty}', indent it two spaces further than '{empty}'"
    if name in TEXTS and {"effect", "note"} <= fields:
        return "what it does is its 'effect', from which its text is made; a remark for readers is a 'note'"
    return ""


def advice(node: Node, types: list[str], fits: Callable[[str], bool]) -> tuple[str, Fix | None]:
    """How to make a value of another type of this one; ``fits`` tells whether a text would be right here."""
    lines = len(node.entries) if isinstance(node, Mapping) else len(node.items) - 1 if isinstance(node, Sequence) else 0
    if types == ["array"] and isinstance(node, Mapping):
        return "begin each entry with `- `, and its other fields two spaces further in", None
    if isinstance(node, Sequence) and lines == 0 and "string" in types:
        return "write the text itself, without `-` or brackets; of several lines behind a |", None
    if lines > 0 and "string" in types:
        return "if it is a text of several lines, put | behind the colon of its name, and the text below", None
    if not isinstance(node, Scalar) or node.text is None:
        return "", None
    typed = node.text.value
    if "integer" in types and (figures := in_figures(typed)):
        return f"write {figures}", Fix(node.span, figures)
    if "string" in types and not isinstance(node.value, str) and fits(typed):
        return f"quote it if it is a text: {quoted(typed)}", Fix(node.span, quoted(typed))
    if isinstance(node.value, str) and node.span.text != typed:
        value = plain_value(typed)
        if ("integer" in types and isinstance(value, int) and not isinstance(value, bool)) or (
            "boolean" in types and isinstance(value, bool)
        ):
            return "leave out the quotes", Fix(node.span, typed)
    if types == ["array"]:
        return f"write a list, even of one item: [{node.span.text}]", None
    return "", None


def of_a_list(node: Node, types: list[str], whole: bool) -> str:
    """How a list is made a map: the ``whole`` file is one of records, or each entry stands under its id."""
    first = node.items[0] if isinstance(node, Sequence) and node.items else None
    if types != ["object"] or not isinstance(first, Mapping) or not (id := first.string("id")):
        return ""
    if whole:
        return "begin the file with 'kind: KIND' and 'records:', and indent this list below it"
    return f"write each entry under its id: '{id}:' instead of '- id: {id}'"
