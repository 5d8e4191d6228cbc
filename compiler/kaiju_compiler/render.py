"""Diagnostics as a person reads them in a terminal, and as a program reads them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import click

from kaiju_compiler.diagnostics import Diagnostic, Severity, count
from kaiju_compiler.display import expand, safe
from kaiju_compiler.source import Span

_COLOURS: dict[Severity, str] = {"error": "red", "warning": "yellow", "note": "cyan"}
_LONGEST_LINE = 160


@dataclass(frozen=True)
class Style:
    """Paints parts of the text, or leaves them as they are."""

    colour: bool = False

    def paint(self, text: str, colour: str, bold: bool = False) -> str:
        return click.style(text, fg=colour, bold=bold) if self.colour else text


def render_text(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """All diagnostics with the lines they point at, a blank line between them; ends with a line end if any."""
    style = Style(colour)
    return "".join("\n".join(_one(each, style)) + "\n\n" for each in diagnostics)


def render_summary(diagnostics: Iterable[Diagnostic]) -> str:
    """The last line of a run: ``2 errors, 1 warning``, or ``no problems found``."""
    counts = count(diagnostics)
    parts = [f"{number} {name}{'s' * (number != 1)}" for name, number in counts.items() if number and name != "note"]
    return ", ".join(parts) or "no problems found"


def _one(each: Diagnostic, style: Style) -> Iterator[str]:
    colour = _COLOURS[each.severity]
    head = style.paint(f"{each.severity}[{each.code}]", colour, bold=True)
    yield f"{head} {_place(each)}"
    yield f"  {safe(each.message)}"
    places = [] if each.span is None else [(each.span, "", "^", colour)]
    places += [(span, caption, "-", "blue") for span, caption in each.related]
    gutter = max((len(str(span.line)) for span, *_ in places), default=0)
    if places:
        yield ""
    for i, (span, caption, mark, paint) in enumerate(places):
        if i:
            yield style.paint(" " * gutter + " :", "blue")
        if span.path != each.path:
            yield f"{' ' * gutter} {safe(span.path)}:{span.line}:{span.column}"
        yield from _excerpt(span, caption, mark, gutter, paint, style)
    if places and (each.help or each.fix):
        yield ""
    if each.help:
        help, *sample = each.help.split("\n")
        yield f"  {style.paint('help:', 'green')} {safe(help)}"
        yield from (f"    {safe(line)}" for line in sample)
    if each.fix is not None:
        yield f"  {style.paint('fix:', 'green')} {_fix_text(each.fix.span, each.fix.replacement)}"


def _place(each: Diagnostic) -> str:
    path, line, column = each.position
    return f"{safe(path)}:{line}:{column}" if line else safe(path)


def _fix_text(span: Span, replacement: str) -> str:
    if span.start == span.end:
        return f"insert {safe(replacement)}"
    return f"{safe(span.text)} -> {safe(replacement)}" if replacement else f"delete {safe(span.text)}"


def _excerpt(span: Span, caption: str, mark: str, gutter: int, colour: str, style: Style) -> Iterator[str]:
    """The line where the span begins, and under it a mark for each cell that the span covers there."""
    line = span.source.line(span.line)
    first = span.column - 1
    last = min(first + max(span.end - span.start, 1), max(len(line), first + 1))
    shown, columns = expand(line)
    left = columns[first] if first < len(columns) else columns[-1]
    right = columns[last] if last < len(columns) else columns[-1]
    shown, left, right = _window(shown, line, left, max(right, left + 1))
    number = style.paint(f"{span.line:>{gutter}} |", "blue")
    blank = style.paint(" " * gutter + " |", "blue")
    under = style.paint((mark * (right - left) + (f" {safe(caption)}" if caption else "")), colour)
    yield f"{number} {shown}".rstrip()
    yield f"{blank} {' ' * left}{under}"


def _window(shown: str, line: str, left: int, right: int) -> tuple[str, int, int]:
    """Cuts a very long line to the part around the mark, so that mark and text stay on one row."""
    if len(shown) <= _LONGEST_LINE:
        return shown, left, right
    from_cell = max(0, left - _LONGEST_LINE // 3)
    _, columns = expand(line)
    kept = [(char, column) for char, column in zip(line, columns, strict=False) if column >= from_cell]
    start = kept[0][1] if kept else 0
    cut = expand("".join(char for char, column in kept if column < start + _LONGEST_LINE))[0]
    more = "..." if start + _LONGEST_LINE < columns[-1] else ""
    prefix = "..." if start else ""
    left = left - start + len(prefix)
    return prefix + cut + more, left, min(right - start + len(prefix), _LONGEST_LINE + len(prefix))


# --- JSON ----------------------------------------------------------------------------------------


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """A JSON list with one object for each diagnostic; lines and columns count from 1, in code points."""
    return json.dumps([as_data(each) for each in diagnostics], ensure_ascii=True, indent=2) + "\n"


def as_data(each: Diagnostic) -> dict[str, object]:
    """One diagnostic as plain data. The keys are always all there."""
    fix = each.fix
    return {
        "code": each.code,
        "severity": each.severity,
        "message": each.message,
        "path": each.path,
        "range": None if each.span is None else _range(each.span),
        "related": [{"path": span.path, "range": _range(span), "message": caption} for span, caption in each.related],
        "help": each.help,
        "fix": None
        if fix is None
        else {"path": fix.span.path, "range": _range(fix.span), "replacement": fix.replacement},
    }


def _range(span: Span) -> dict[str, dict[str, int]]:
    """Start and end, the end exclusive."""
    end_line, end_column = span.source.position(span.end)
    return {"start": {"line": span.line, "column": span.column}, "end": {"line": end_line, "column": end_column}}
