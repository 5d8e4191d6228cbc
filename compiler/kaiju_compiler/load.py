"""From the text of a YAML file to a tree of located values: the one loader of content.

It reads a strict part of YAML 1.2: maps with text keys, lists, text, whole numbers, true, false and
nothing; one document a file. Whatever is wrong becomes a diagnostic, never an exception, and as much of
the file as can still be understood is checked in the same run.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import events as yaml_events

from kaiju_compiler.diagnostics import Diagnostic, Fix, error, in_file_order
from kaiju_compiler.document import Mapping, Node, Scalar, Sequence
from kaiju_compiler.limits import DEFAULT_LIMITS, ReadLimits
from kaiju_compiler.read import read
from kaiju_compiler.source import Source, Span
from kaiju_compiler.yaml_problems import explain
from kaiju_compiler.yaml_scalars import Fault, Unreadable
from kaiju_compiler.yaml_scanner import Events, too_deep
from kaiju_compiler.yaml_values import Doubt, plain_value, quoted


@dataclass(frozen=True)
class Loaded:
    """What a file holds. ``root`` is ``None`` where the file could not be read to its end."""

    root: Node | None
    source: Source | None
    diagnostics: tuple[Diagnostic, ...]


def load(source: Source, limits: ReadLimits = DEFAULT_LIMITS) -> Loaded:
    """The tree of a file and all that is wrong with it. Never raises."""
    builder = _Builder(source, limits)
    root = builder.build()
    return Loaded(root, source, tuple(in_file_order(builder.diagnostics())))


def load_bytes(path: str, data: bytes, limits: ReadLimits = DEFAULT_LIMITS) -> Loaded:
    """The tree of a file as it lies on disk; ``path`` is how the user knows it. Never raises."""
    source, diagnostics = read(path, data, limits)
    return Loaded(None, None, tuple(diagnostics)) if source is None else load(source, limits)


@dataclass
class _Open:
    """A list or map whose end has not come yet."""

    is_map: bool
    start: int
    flow: bool
    items: list[Node] = field(default_factory=list)
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)
    seen: dict[str, Scalar] = field(default_factory=dict)
    key: Node | None = None


class _Builder:
    """Builds the tree from the parser's events, with a stack of its own instead of recursion."""

    def __init__(self, source: Source, limits: ReadLimits) -> None:
        self.source = source
        self.limits = limits
        self.events = Events(source, limits.depth)
        self.stack: list[_Open] = []
        self.found: list[Diagnostic] = []
        self.nodes = 0
        self.root: Node | None = None

    def build(self) -> Node | None:
        try:
            while (event := self.events.next()) is not None:
                self.take(event)
        except Unreadable as failure:
            self.report(failure.fault)
            return None
        except Exception as failure:  # whatever the YAML library trips over is the file's fault
            self.report(explain(failure, self.source, self.events.offset))
            return None
        return Scalar(None, self.span(0, 0)) if self.root is None else self.root

    def diagnostics(self) -> list[Diagnostic]:
        for fault in self.events.faults:
            self.report(fault)
        return self.found + self.references()

    # --- events ---

    def take(self, event: Any) -> None:
        match event:
            case yaml_events.ScalarEvent():
                self.count(event.start_mark.index)
                self.add(self.scalar(event))
            case yaml_events.MappingStartEvent() | yaml_events.SequenceStartEvent():
                self.open(event)
            case yaml_events.MappingEndEvent() | yaml_events.SequenceEndEvent():
                self.close(event)
            case yaml_events.DocumentStartEvent() if self.root is not None:
                raise Unreadable(_second_document(event.start_mark.index))

    def open(self, event: Any) -> None:
        start = event.start_mark.index
        self.count(start)
        if len(self.stack) >= self.limits.depth:
            raise Unreadable(too_deep(start, self.limits.depth))
        is_map = isinstance(event, yaml_events.MappingStartEvent)
        self.stack.append(_Open(is_map, start, bool(event.flow_style)))

    def close(self, event: Any) -> None:
        done = self.stack.pop()
        children: list[Node] = [value for _, value in done.entries] if done.is_map else done.items
        end = event.end_mark.index if done.flow else max((each.span.end for each in children), default=done.start)
        span = self.span(done.start, max(end, done.start))
        self.add(Mapping(tuple(done.entries), span) if done.is_map else Sequence(tuple(done.items), span))

    def add(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if not parent.is_map:
            parent.items.append(node)
        elif parent.key is None:
            parent.key = node
        else:
            self.add_entry(parent, parent.key, node)
            parent.key = None

    def count(self, offset: int) -> None:
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            message = f"the file holds more than {self.limits.nodes:,} keys and values"
            fault = Fault("yaml-too-many-values", offset, offset + 1, message, "split it into several files")
            raise Unreadable(fault)

    # --- scalars ---

    def scalar(self, event: Any) -> Scalar:
        start = event.start_mark.index
        text = self.events.texts.get(start) if event.end_mark.index > start else None
        if text is None:
            return Scalar(None, self.span(start, start))
        end = text.offsets[-1] + (event.style in ("'", '"'))
        span = self.span(start, end)
        too_long = len(text.value) * 4 > self.limits.scalar_bytes and (
            len(span.text.encode()) > self.limits.scalar_bytes
        )
        if too_long:
            message = f"this text is longer than {self.limits.scalar_bytes:,} bytes"
            self.report(Fault("yaml-text-too-long", start, start + 1, message, "split it"))
        if event.style is not None or too_long:
            return Scalar(text.value, span, text, faulty=too_long or event.style == "*")
        value = plain_value(text.value)
        if isinstance(value, Doubt):
            # No fix: whether a text is wanted here, and one of this form, only the format knows.
            self.found.append(error(value.code, value.message, span, help=value.help))
            return Scalar(text.value, span, text, faulty=True)
        return Scalar(value, span, text)

    # --- keys ---

    def add_entry(self, parent: _Open, key: Node, value: Node) -> None:
        name = self.key_name(key)
        if name is None or not isinstance(key, Scalar):
            return
        first = parent.seen.setdefault(name, key)
        if first is key:
            parent.entries.append((key, value))
            return
        message = (
            f"the key {_shown(name)} stands twice in this map: in line {first.span.line} and in line {key.span.line}"
        )
        related = [(first.span, "here first")]
        self.found.append(
            error("yaml-duplicate-key", message, key.span, related=related, help="keep one of them, or rename one")
        )

    def key_name(self, key: Node) -> str | None:
        """The text of a key, or ``None`` after a complaint that it is none."""
        if isinstance(key, Scalar) and isinstance(key.value, str):
            if key.value == "<<" and key.span.text == "<<":
                message = "'<<' would merge another map into this one, which is not used here"
                self.found.append(error("yaml-merge-key", message, key.span, help="write the keys out"))
                return None
            return key.value
        fix = None
        if isinstance(key, Scalar) and key.text is not None:
            fix = Fix(key.span, quoted(key.text.value))
            message = f"a key must be a text, and {key.text.value} is none"
            advice = f"quote it: {quoted(key.text.value)}"
        else:
            kind = "nothing" if isinstance(key, Scalar) else "a list" if isinstance(key, Sequence) else "a map"
            message, advice = f"a key must be a text, and this is {kind}", "write the key before the ':'"
        span = self.span(key.span.start, max(key.span.end, key.span.start + 1))
        self.found.append(error("yaml-key-not-text", message, span, help=advice, fix=fix))
        return None

    # --- reporting ---

    def span(self, start: int, end: int) -> Span:
        length = len(self.source.text)
        return Span(self.source, min(start, length), min(max(start, end), length))

    def report(self, fault: Fault) -> None:
        self.found.append(error(fault.code, fault.message, self.span(fault.start, fault.end), help=fault.help))

    def references(self) -> list[Diagnostic]:
        """One diagnostic for all anchors and aliases of the file."""
        spans = [self.span(start, end) for start, end in self.events.references]
        if not spans:
            return []
        more = f"; there are {len(spans) - 1} more in this file" if len(spans) > 1 else ""
        message = f"{_shown(spans[0].text)} is an anchor or alias of YAML, which are not used here{more}"
        advice = "write the value out where it is wanted; to mean the character itself, quote the text"
        return [error("yaml-alias", message, spans[0], help=advice)]


def _second_document(offset: int) -> Fault:
    message = "a second document begins here, and a file holds one"
    return Fault("yaml-several-documents", offset, offset + 3, message, "delete the line, or use a second file")


def _shown(name: str) -> str:
    return name if len(name) <= 60 else name[:57] + "..."
