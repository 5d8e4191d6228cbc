"""The last touch: capitals, full stops and spaces of a finished paragraph."""

from __future__ import annotations

import re

from kaiju_compiler.wording.runs import CLOSE, MARK, MIDDLE, OPEN, Wording, runs_of

START = re.compile(
    rf"(^|[.!?] (?![^{OPEN}{CLOSE}]*{CLOSE}))((?:{OPEN}[^{MIDDLE}]*{MIDDLE}[^{MIDDLE}]*{MIDDLE})?[(“]?)(\w)"
)


def finished(texts: list[str]) -> Wording:
    """The paragraphs with capitals and full stops."""
    return Wording(tuple(runs_of(sentence(text)) for text in texts if text))


def sentence(text: str) -> str:
    """A paragraph as it is printed."""
    text = tidy(text)
    return text if text.endswith((".", "!", "?", ".)")) else text + "."


def tidy(text: str) -> str:
    """One space between words, none before a comma, a capital at the start of each sentence."""
    text = re.sub(r" {2,}", " ", text).strip()
    text = re.sub(r" ([,.;:])", r"\1", text)
    text = re.sub(r",([.,;:]|$)", r"\1", text)
    return START.sub(lambda start: start[1] + start[2] + start[3].upper(), text)


def label(text: str) -> str:
    """A label: the same without marks and full stop."""
    return MARK.sub(r"\3", tidy(text)).rstrip(".")
