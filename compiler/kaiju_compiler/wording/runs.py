"""What a wording is: paragraphs of runs, and the marks from which they are made.

While sentences are put together, they are plain strings; a name that a reader may want to follow (a counter, a
face, a phase) stands in them between two control characters. :func:`runs_of` takes the finished string apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

OPEN, MIDDLE, CLOSE = "\x02", "\x1f", "\x03"
MARK = re.compile(f"{OPEN}([^{MIDDLE}]*){MIDDLE}([^{MIDDLE}]*){MIDDLE}([^{CLOSE}]*){CLOSE}")

Kind = Literal["text", "icon", "keyword"]


@dataclass(frozen=True)
class Run:
    """A piece of a paragraph. ``text`` is what it reads as; it is never empty.

    An ``icon`` run is a counter, face or bonus that has an icon: ``icon`` names it. A ``keyword`` run names
    something else of the mode. Both say what they are about: ``about`` is ``table:id``, such as ``faces:id``.
    """

    kind: Kind
    text: str
    about: str = ""
    icon: str = ""


Paragraph = tuple[Run, ...]


@dataclass(frozen=True)
class Wording:
    """The rules text of something, one paragraph an ability; without paragraphs where it has no effect."""

    paragraphs: tuple[Paragraph, ...]

    def plain(self) -> str:
        """The text for a terminal, one line a paragraph."""
        return "\n".join("".join(run.text for run in paragraph) for paragraph in self.paragraphs)

    def to_html(self, escape: Callable[[str], str]) -> str:
        """``<p>`` elements; icons and keywords are ``<span>`` elements with data attributes."""
        return "\n".join(
            "<p>" + "".join(run_to_html(run, escape) for run in paragraph) + "</p>" for paragraph in self.paragraphs
        )


def run_to_html(run: Run, escape: Callable[[str], str]) -> str:
    if run.kind == "text":
        return escape(run.text)
    icon = f' data-icon="{escape(run.icon)}"' if run.icon else ""
    return f'<span class="wording-{run.kind}" data-about="{escape(run.about)}"{icon}>{escape(run.text)}</span>'


def marked(about: str, icon: str, text: str) -> str:
    """``text`` as a string that becomes a run of its own."""
    return f"{OPEN}{about}{MIDDLE}{icon}{MIDDLE}{text}{CLOSE}" if text else ""


def unmarked(text: str) -> str:
    """The text as it reads, without marks."""
    return MARK.sub(r"\3", text)


def runs_of(text: str) -> Paragraph:
    """The runs of a finished string."""
    runs: list[Run] = []
    position = 0
    for mark in MARK.finditer(text):
        if mark.start() > position:
            runs.append(Run("text", text[position : mark.start()]))
        about, icon, name = mark.groups()
        runs.append(Run("icon" if icon else "keyword", name, about, icon))
        position = mark.end()
    if position < len(text):
        runs.append(Run("text", text[position:]))
    return tuple(runs)
