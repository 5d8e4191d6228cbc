"""A text for the grammar in which every bad line is replaced by a harmless one of the same shape.

So one parse after the other finds the next independent error, and a broken header does not spoil its
block. The margins are made anew from the levels, two spaces each.
"""

from __future__ import annotations

from kaiju_compiler.parse.scan import Line

INDENT = "  "


def stand_in_text(text: str, lines: list[Line], start: str) -> str:
    """The text of ``lines``, one line each, fit for the start symbol; ends with a line feed."""
    written = []
    for index, line in enumerate(lines):
        content = _stand_in(lines, index, start) if line.bad else text[line.start() : line.end()]
        written.append(INDENT * line.level + content + "\n")
    return "".join(written)


def children(lines: list[Line], index: int) -> list[Line]:
    """The lines of the block that the line opens, without those further in."""
    level = lines[index].level
    found = []
    for line in lines[index + 1 :]:
        if line.level <= level:
            break
        if line.level == level + 1:
            found.append(line)
    return found


def parent(lines: list[Line], index: int) -> int | None:
    """The place of the line that opens the block in which a line stands."""
    return next((i for i in range(index - 1, -1, -1) if lines[i].level < lines[index].level), None)


def is_label(line: Line) -> bool:
    return line.words[0].kind in ("label", "quote", "unclosed")


def _stand_in(lines: list[Line], index: int, start: str) -> str:
    below = children(lines, index)
    if start in ("claims", "expression"):
        return "x"
    if start == "checks":
        return _stand_in_check(lines, index, bool(below))
    header = _stand_in_header(lines, index, below)
    if below:
        return header
    return f"{header} x" if header not in ("may:", "choose one:") else "x"


def _stand_in_check(lines: list[Line], index: int, has_block: bool) -> str:
    return "for each x in x:" if has_block else "always x"


def _stand_in_header(lines: list[Line], index: int, below: list[Line]) -> str:
    above = parent(lines, index)
    if above is not None and asks_for_options(lines, above):
        return '"x":'
    if lines[index].head == "else" and _sibling_before(lines, index) == "if":
        return "else:"
    if below and all(is_label(line) for line in below):
        return "choose one:"
    return "if x:" if _is_followed_by_else(lines, index) else "may:"


def asks_for_options(lines: list[Line], index: int) -> bool:
    """Whether the block of a line holds options, as far as one can tell."""
    line = lines[index]
    if line.bad:
        return all(is_label(child) for child in children(lines, index))
    return [word.text.removesuffix("s") for word in line.words[-3:]] == ["choose", "one", ":"]


def _sibling_before(lines: list[Line], index: int) -> str | None:
    for line in reversed(lines[:index]):
        if line.level <= lines[index].level:
            return line.head if line.level == lines[index].level else None
    return None


def _is_followed_by_else(lines: list[Line], index: int) -> bool:
    following = next((line for line in lines[index + 1 :] if line.level <= lines[index].level), None)
    return (
        following is not None
        and following.level == lines[index].level
        and following.head == "else"
        and not following.bad
    )
