"""What the compiler has to say to a designer: one type for every error, warning and note.

How a diagnostic looks is the business of ``render``; which codes exist, of ``catalogue``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kaiju_compiler.source import Span

Severity: TypeAlias = Literal["error", "warning", "note"]

_RANK: dict[Severity, int] = {"error": 0, "warning": 1, "note": 2}
Identity: TypeAlias = tuple[str, int, int, int, str, str]


@dataclass(frozen=True)
class Fix:
    """A change that a tool may make without asking: put ``replacement`` where ``span`` is."""

    span: Span
    replacement: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding. Its message is a sentence in the words of the format, without a final full stop."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    path: str = ""
    """The file or folder meant where there is no span; otherwise the span's path."""
    related: tuple[tuple[Span, str], ...] = ()
    """Other places that matter, each with a caption."""
    help: str = ""
    """What to do about it; may be empty."""
    fix: Fix | None = None

    def __post_init__(self) -> None:
        if self.span is not None and not self.path:
            object.__setattr__(self, "path", self.span.path)

    @property
    def position(self) -> tuple[str, int, int]:
        """Path, line and column, from 1; line and column are 0 where there is no span."""
        if self.span is None:
            return self.path, 0, 0
        return self.path, self.span.line, self.span.column


def error(
    code: str,
    message: str,
    span: Span | None = None,
    *,
    path: str = "",
    related: Iterable[tuple[Span, str]] = (),
    help: str = "",
    fix: Fix | None = None,
) -> Diagnostic:
    """A diagnostic that makes the content unusable."""
    return Diagnostic(code, "error", message, span, path, tuple(related), help, fix)


def warning(
    code: str,
    message: str,
    span: Span | None = None,
    *,
    path: str = "",
    related: Iterable[tuple[Span, str]] = (),
    help: str = "",
    fix: Fix | None = None,
) -> Diagnostic:
    """A diagnostic about content that works, but hardly as meant."""
    return Diagnostic(code, "warning", message, span, path, tuple(related), help, fix)


def note(code: str, message: str, span: Span | None = None, *, path: str = "", help: str = "") -> Diagnostic:
    """A diagnostic that only informs; notes are no findings and do not touch the exit status."""
    return Diagnostic(code, "note", message, span, path, (), help, None)


def in_file_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics by path and place, span-less ones first in their file, each only once.

    The order depends on nothing but the diagnostics themselves.
    """
    unique: dict[Identity, Diagnostic] = {}
    for each in sorted(diagnostics, key=lambda each: (each.message, each.help)):
        unique.setdefault(_identity(each), each)
    return [unique[key] for key in sorted(unique)]


def _identity(each: Diagnostic) -> Identity:
    """What two findings about one thing share. An error of form is one, though each mode tells it in its own names."""
    start, end = (-1, -1) if each.span is None else (each.span.start, each.span.end)
    message = "" if each.code.startswith("syntax-") else each.message
    return each.path, start, end, _RANK[each.severity], each.code, message


def count(diagnostics: Iterable[Diagnostic]) -> dict[Severity, int]:
    """How many of each severity, always with all three keys."""
    counts: dict[Severity, int] = {"error": 0, "warning": 0, "note": 0}
    for each in diagnostics:
        counts[each.severity] += 1
    return counts


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether the content is unusable."""
    return any(each.severity == "error" for each in diagnostics)


def exit_status(diagnostics: Iterable[Diagnostic]) -> int:
    """0 when there is nothing but notes, 1 when there are errors or warnings."""
    return int(any(each.severity != "note" for each in diagnostics))
