"""What the errors that were found in files mean for what is in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kaiju_compiler.collect.modes import Chain
from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.document import Mapping
from kaiju_compiler.source import Span

FOLLOWING = frozenset(
    {
        "example-step",
        "example-unknown-name",
        "mode-unknown-name",
        "name-cited-unknown",
        "name-unknown",
        "record-unknown-kind",
        "record-unknown-name",
        "schema-bad-value",
    }
)
"""Codes that a file which could not be read may bring about elsewhere: names in it are missing."""


@dataclass(frozen=True)
class Faults:
    """The errors of files, asked about by place."""

    spans: tuple[Span, ...]
    unread: frozenset[str]
    """Paths of files whose content is not known."""

    @classmethod
    def of(cls, packs: Packs) -> Faults:
        """The faults behind the diagnostics of packs."""
        errors = [each for each in packs.diagnostics if each.severity == "error"]
        read = {file.path for pack in packs.packs.values() for file in pack.files}
        spans = tuple(each.span for each in errors if each.span is not None)
        return cls(spans, frozenset(each.path for each in errors) - read)

    def inside(self, span: Span, but: Span | None = None) -> bool:
        """Whether an error lies in a stretch of a file, that in another stretch not counted."""
        return any(contains(span, each) and not (but and contains(but, each)) for each in self.spans)

    def in_mode(self, chain: Chain) -> bool:
        """Whether a file that makes the mode itself has errors."""
        return any(self.inside(file.root.span) for file in chain.files)

    def in_record(self, node: Mapping) -> bool:
        """Whether a record has errors, those of its examples not counted."""
        examples = node.get("examples")
        return self.inside(node.span, None if examples is None else examples.span)

    def hides_names(self, chain: Chain) -> bool:
        """Whether a file of the mode's packs could not be read, so that names may be missing."""
        folders = tuple("" if pack.folder == "." else f"{pack.folder}/" for pack in chain.packs)
        return any(path.startswith(folders) for path in self.unread)


def contains(outer: Span, inner: Span) -> bool:
    return outer.path == inner.path and outer.start <= inner.start and inner.end <= outer.end


def not_following(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics without those that an unread file may have brought about."""
    return [each for each in found if each.code not in FOLLOWING]


def not_naming(lost: Collection[str], found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics without those that call a record unknown of which something else is told already."""
    return [each for each in found if each.code not in FOLLOWING or not each.span or each.span.text not in lost]
