"""Whether anything in a mode is called what an example calls an option, by label, by key or by id."""

from __future__ import annotations

import re

from kaiju_compiler.resolve.problems import Problem
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.symbols import Scope

OF_THE_ENGINE = ("Yes", "No", "Done", "Nothing", "None", "yes", "no", "pass", "none")
"""What options are called by themselves, as labels and as keys."""
KEYS = ("dice", "die", "face", "space", "counter", "phase", "choice", "player", "seat", "rule")
"""First parts of keys that are no kind of piece."""
TURNED = "turned round"
"""What is said behind the name of a space in which a token may lie that way."""
NAMED = ("face", "piece", "space", "counter", "phase", "bonus", "track")
"""The kinds of symbols whose ids stand in the keys of options."""
_PARTS = re.compile(r", |: | \(|\)|[+:/]")
_NUMBER = re.compile(r"^-?\d+ ?|[#~]\d*$")


def unknown_label(scope: Scope, text: str, span: Span) -> Problem | None:
    """The problem with a text between quotes that is no label, name, id or key of the mode.

    The engine puts texts together: ``2 FACE, FACE``, ``CARD (SPACE)``, ``dice:FACE+FACE``, ``KIND:CARD#2``. So a
    text of several parts is known if each of them is; the first part of a key is no name of anything by itself.
    """
    if not scope.whole or text in scope.labels or text in scope.titles:
        return None
    whole = known_texts(scope)
    parts = [part for part in _PARTS.split(text) if part]
    known = whole if len(parts) < 2 else whole | _known_parts(scope, whole)
    if text in known or all(_is_known(part, known) for part in parts):
        return None
    help = did_you_mean(text, whole) or "an option is named by its label, its key or the id of what it is about"
    return Problem("label-unknown", f'no option in the mode is called "{text}"', span, help)


def known_texts(scope: Scope) -> set[str]:
    """Labels, names and ids of all that an option can be about, and the keys of labels."""
    keys = {_NO_KEY.sub("_", label.lower()).strip("_") for label in scope.labels}
    ids = {name for kind in NAMED for name in scope.names(kind)}
    return {*scope.labels, *scope.titles, *keys, *ids, *OF_THE_ENGINE}


def _known_parts(scope: Scope, whole: set[str]) -> set[str]:
    """What stands in texts of several parts only."""
    return {*KEYS, TURNED, *scope.names("kind"), *(part for each in whole for part in _PARTS.split(each))}


def _is_known(part: str, known: set[str]) -> bool:
    bare = _NUMBER.sub("", part)
    return not bare or part in known or bare in known


_NO_KEY = re.compile(r"[^a-z0-9]+")
