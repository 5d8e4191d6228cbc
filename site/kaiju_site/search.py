"""What the search knows: for every page, and every rule on it, a title and its plain text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape

from kaiju_site.markup import attributes, scan

_MOST_TEXT = 1_500
_SILENT = frozenset(["pre", "script", "style", "svg"])
_HEADINGS = frozenset(["h1", "h2", "h3", "h4"])
_INLINE = frozenset(["a", "abbr", "b", "code", "em", "i", "small", "span", "strong"])
_VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"])


@dataclass
class Entry:
    """Something that can be found."""

    title: str
    url: str
    about: str
    words: list[str] = field(default_factory=list)

    def row(self) -> list[str]:
        return [self.title, self.url, self.about, " ".join("".join(self.words).split())[:_MOST_TEXT]]


class _Reader:
    """Gathers the text of a page; an element with ``data-entry`` becomes an entry of its own.

    What stands above the title (``data-search="about"``) tells the page from others of the same title.
    """

    def __init__(self, entry: Entry) -> None:
        self.entries = [entry]
        self.above = Entry("", "", "")
        self.open: list[tuple[str, Entry | None]] = []
        """The open elements, each with the entry that gets its text; ``None`` where text is not searched."""

    def read(self, html: str) -> None:
        for text, closing, tag, written in scan(html):
            current = self.open[-1][1] if self.open else self.entries[0]
            if text and current is not None:
                current.words.append(unescape(text))
            if closing:
                self.close(tag)
            elif tag:
                self.enter(tag, attributes(written) if "data-" in written else {}, current)

    def enter(self, tag: str, found: dict[str, str], current: Entry | None) -> None:
        if found.get("data-search") == "about":
            current = self.above
        elif found.get("data-search") == "no" or tag in _SILENT or tag == "h1":
            current = None
        elif "data-entry" in found and current is not None:
            page = self.entries[0]
            current = Entry(found["data-entry"], f"{page.url}#{found.get('id')}", page.title)
            self.entries.append(current)
        elif tag in _HEADINGS and current is not self.entries[0]:
            current = None  # its title says it already
        if current is not None and tag not in _INLINE:
            current.words.append(" ")
        if tag not in _VOID:
            self.open.append((tag, current))

    def close(self, tag: str) -> None:
        while self.open and tag in [name for name, _ in self.open]:
            if self.open.pop()[0] == tag:
                break


def entries_of(html: str, title: str, url: str, about: str) -> list[Entry]:
    """The entries of the content of one page; ``about`` is said of it where it says nothing itself."""
    reader = _Reader(Entry(title, url, about))
    reader.read(html)
    page, *others = reader.entries
    above = " ".join("".join(reader.above.words).split())
    page.about = above or about
    for each in others:
        each.about = " · ".join(filter(None, [above, title]))
    return reader.entries


def script(entries: Iterable[Entry]) -> str:
    """The index as a script, so that the search works from a disk too. No markup can end the script early."""
    rows = json.dumps([entry.row() for entry in entries], ensure_ascii=False, separators=(",", ":"))
    return (
        f"window.kaijuSearch = {rows};\n".replace("</", "<\\/")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )
