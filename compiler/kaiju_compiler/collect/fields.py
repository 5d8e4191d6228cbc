"""What a field of a record or space may hold, as a mode declares it, and its schema."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.document import Data, Mapping, Node, Scalar, Sequence
from kaiju_compiler.source import Span
from kaiju_compiler.symbols import Type

PLAIN_KINDS = ("number", "truth", "text", "face", "bonus", "player")
_OPTIONAL = frozenset({"text", "face", "bonus", "player", "piece"})
"""Kinds of fields that may be left out unless the mode says otherwise: nothing is a value of them."""


@dataclass(frozen=True)
class FieldType:
    """The declared type of a field."""

    kind: str
    """``number truth text word face bonus player piece``, or empty if the declaration is none."""
    span: Span = field(compare=False, repr=False)
    words: tuple[str, ...] = ()
    of: str = ""
    """Pieces: the kind of piece."""
    default: Data = None
    required: bool = False
    least: int | None = None
    most: int | None = None
    name: str = ""
    shows: tuple[tuple[str, str], ...] = ()
    """Numbers that a record need not say, because its effect shows them: ``(gains loses face piece, id)``."""

    @property
    def type(self) -> Type:
        """What an expression that reads the field gives."""
        return Type(self.kind, of=self.of)

    @property
    def in_program(self) -> bool:
        """Whether games know the field; texts are for readers only."""
        return self.kind not in ("text", "")


def field_type(node: Node, kinds: frozenset[str]) -> FieldType:
    """The type that a declaration means: a kind, a list of words, or a map with more about it."""
    if not isinstance(node, Mapping):
        return _complete(_basic(node, kinds), None)
    inner = node.get("kind")
    words = node.get("words")
    basic = _basic(words if words is not None else inner if inner is not None else node, kinds)
    return _complete(basic, node)


def _basic(node: Node, kinds: frozenset[str]) -> FieldType:
    if isinstance(node, Sequence):
        words = tuple(each.value for each in node if isinstance(each, Scalar) and isinstance(each.value, str))
        return FieldType("word", node.span, words=words)
    name = node.value if isinstance(node, Scalar) and isinstance(node.value, str) else ""
    if name in PLAIN_KINDS:
        return FieldType(name, node.span)
    if name in kinds:
        return FieldType("piece", node.span, of=name)
    return FieldType("", node.span, name=name)


def _complete(basic: FieldType, node: Mapping | None) -> FieldType:
    node = Mapping((), basic.span) if node is None else node
    default = node.get("default")
    value = None if default is None else default.to_data()
    shows = tuple((str(key.value), str(each.to_data())) for key, each in node.mapping("shows") or ())
    if basic.kind == "truth" and default is None:
        value = False
    if shows and default is None:
        value = 0
    required = value is None and not node.flag("optional", basic.kind in _OPTIONAL)
    least = node.integer("least") if "least" in node else None
    most = node.integer("most") if "most" in node else None
    name = node.string("name", basic.name)
    return FieldType(basic.kind, basic.span, basic.words, basic.of, value, required, least, most, name, shows)


def fits(declared: FieldType, value: Data) -> bool:
    """Whether a default is a value of the field; what names a face, piece … cannot have one."""
    match declared.kind:
        case "number":
            if not isinstance(value, int) or isinstance(value, bool):
                return False
            least, most = declared.least, declared.most
            return (least is None or least <= value) and (most is None or value <= most)
        case "truth":
            return isinstance(value, bool)
        case "word":
            return value in declared.words
    return declared.kind in ("text", "") and isinstance(value, str)


def schema_of(declared: FieldType, names: MappingType[str, list[str]]) -> dict[str, Any]:
    """The schema of a field's value; ``names`` has the ids that there are of ``face``, ``bonus``, ``player``, kinds."""
    match declared.kind:
        case "number":
            limits = {"minimum": declared.least, "maximum": declared.most}
            return {"type": "integer", **{key: value for key, value in limits.items() if value is not None}}
        case "truth":
            return {"type": "boolean"}
        case "word":
            return {"enum": list(declared.words)}
        case "face" | "bonus":
            return {"enum": names.get(declared.kind, [])}
        case "piece":
            return {"enum": names.get(declared.of, [])}
        case "player":
            return {"type": "integer", "minimum": 1, "maximum": int(names["player"][0])}
    return {"type": "string"} if declared.kind == "text" else {}
