"""ruamel.yaml's scanner and parser, with our scalars and without what we refuse.

The parser yields events one by one and holds no recursion. Anchors, aliases, tags and directives are
reported where they stand and then skipped, so that the rest of the file is still checked. Tabs may
separate, as YAML has it, but not indent.
"""

from __future__ import annotations

import re
from typing import Any

from ruamel.yaml import tokens
from ruamel.yaml.error import FileMark
from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner

from kaiju_compiler import yaml_blocks
from kaiju_compiler import yaml_scalars as scalars
from kaiju_compiler.source import Source, Text
from kaiju_compiler.yaml_scalars import Fault, Unreadable

_BLANKS = re.compile(r"[ \t]*+")
_REST_OF_LINE = re.compile(r"[^\n]*+")
_WORD = re.compile(r"[^ \t\n,\[\]{}]++")
_LEADING_TAB = re.compile(r"[ ?-]*+\t")


class Events:
    """The events of a file. ``next`` raises ``Unreadable`` or an error of ruamel.yaml."""

    comment_handling = None  # read by ruamel.yaml: comments are dropped
    processing_version = (1, 2)

    def __init__(self, source: Source, most_depth: int) -> None:
        self.source = source
        self.faults: list[Fault] = []
        self.texts: dict[int, Text] = {}
        """The text of each scalar by the place where it begins."""
        self.references: list[tuple[int, int]] = []
        """Where anchors and aliases stand."""
        self._resolver = self
        self._reader = _Reader(source.text, self)
        self._scanner = _Scanner(self, most_depth)
        self._parser = Parser(self)

    def next(self) -> Any:
        """The next event, ``None`` behind the last."""
        return self._parser.get_event()

    @property
    def offset(self) -> int:
        """How far the file has been read."""
        return min(int(self._reader.index), len(self.source.text))


def tab_fault(text: str, offset: int) -> Fault | None:
    """The complaint about a tab among the leading blanks of the line of ``offset``, if there is one."""
    line = text.rfind("\n", 0, offset) + 1
    match = _LEADING_TAB.match(text, line)
    if match is None:
        return None
    message = "this line is indented with a tab, and YAML allows only spaces for that"
    return Fault("yaml-tab-indent", match.end() - 1, match.end(), message, "replace the tab by spaces")


class _Reader(Reader):
    """A reader over a text that is already checked and complete; much faster than the original."""

    def __init__(self, text: str, loader: Any) -> None:
        super().__init__(None, loader)
        self.buffer = text + "\0" * 4
        self.pointer = 0

    def forward(self, length: int = 1) -> None:
        end = self.pointer + length
        newlines = self.buffer.count("\n", self.pointer, end)
        if newlines:
            self.line += newlines
            self.column = end - self.buffer.rfind("\n", self.pointer, end) - 1
        else:
            self.column += length
        self.pointer = self.index = end

    def get_mark(self) -> FileMark:
        return FileMark("", self.index, self.line, self.column)


class _Scanner(Scanner):
    def __init__(self, events: Events, most_depth: int) -> None:
        super().__init__(events)
        self.events = events
        self.source = events.source
        self.text = events.source.text
        self.most_depth = most_depth

    # --- between tokens ---

    def scan_to_next_token(self) -> None:
        """Skips blanks, comments and line ends; a tab must not stand where the indent is counted."""
        reader = self.reader
        while True:
            start = reader.index
            end = _end(_BLANKS, self.text, start)
            if end > start:
                reader.forward(end - start)
            char = reader.peek()
            if char == "#":
                reader.forward(_end(_REST_OF_LINE, self.text, end) - end)
                char = reader.peek()
            if char != "\n":
                break
            reader.forward()
            if not self.flow_level:
                self.allow_simple_key = True
        if not self.flow_level and char != "\0" and "\t" in self.text[start:end]:
            self._check_tab(start)

    def _check_tab(self, start: int) -> None:
        line = self.text.rfind("\n", 0, start) + 1
        if not self.text[line:start].strip(" \t"):
            fault = tab_fault(self.text, start)
            if fault is not None:
                raise Unreadable(fault)
        self.allow_simple_key = False  # no list or map may begin behind a tab

    def fetch_flow_collection_start(self, TokenClass: Any, to_push: str) -> None:
        if self.flow_level >= self.most_depth:
            raise Unreadable(too_deep(self.reader.index, self.most_depth))
        super().fetch_flow_collection_start(TokenClass, to_push)

    # --- what is refused ---

    def fetch_directive(self) -> None:
        start, end = self._skip(_REST_OF_LINE)
        message = "lines that begin with '%' are directives to YAML, which are not used here"
        self.events.faults.append(Fault("yaml-directive", start, end, message, "delete the line, or indent the text"))

    def fetch_tag(self) -> None:
        self.save_possible_simple_key()
        self.allow_simple_key = False
        start, end = self._skip(_WORD)
        message = f"{self.text[start:end]} is a tag of YAML, which are not used here"
        advice = "delete it; to mean the character '!', quote the text"
        self.events.faults.append(Fault("yaml-tag", start, end, message, advice))

    def fetch_anchor(self) -> None:
        self.save_possible_simple_key()
        self.allow_simple_key = False
        self.events.references.append(self._skip(_WORD))

    def fetch_alias(self) -> None:
        self.save_possible_simple_key()
        self.allow_simple_key = False
        mark = self.reader.get_mark()
        start, end = self._skip(_WORD)
        self.events.references.append((start, end))
        self._add_scalar(Text(self.text[start:end], self.source, range(start, end + 1)), mark, "*")

    def _skip(self, pattern: re.Pattern[str]) -> tuple[int, int]:
        start = self.reader.index
        end = _end(pattern, self.text, start)
        self.reader.forward(end - start)
        return start, end

    # --- scalars ---

    def scan_plain(self) -> Any:
        start = self.reader.index
        text, end = scalars.plain(self.source, start, self.indent + 1, self.flow_level > 0)
        return self._scalar(text, end, None)

    def scan_flow_scalar(self, style: str) -> Any:
        start = self.reader.index
        least = 0 if self.flow_level else self.indent + 1
        text, end = scalars.quoted(self.source, start, least, self.events.faults.append)
        return self._scalar(text, end, style)

    def scan_block_scalar(self, style: str, rt: bool | None = False) -> Any:
        start = self.reader.index
        text, end = yaml_blocks.block(self.source, start, self.indent, self.events.faults.append)
        return self._scalar(text, end, style)

    def _scalar(self, text: Text, end: int, style: str | None) -> Any:
        mark = self.reader.get_mark()
        self.reader.forward(end - mark.index)
        return self._token(text, mark, style)

    def _token(self, text: Text, mark: FileMark, style: str | None) -> Any:
        self.events.texts[mark.index] = text
        return tokens.ScalarToken(text.value, style is None, mark, self.reader.get_mark(), style)

    def _add_scalar(self, text: Text, mark: FileMark, style: str | None) -> None:
        self.tokens.append(self._token(text, mark, style))


def too_deep(offset: int, most_depth: int) -> Fault:
    """The complaint about one list or map too many inside each other."""
    message = f"more than {most_depth} lists and maps stand inside each other here"
    return Fault("yaml-too-deep", offset, offset + 1, message, "nothing that Kaiju reads is nested so deeply")


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return start if match is None else match.end()
