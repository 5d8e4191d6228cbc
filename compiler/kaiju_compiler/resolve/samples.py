"""Samples for help texts, made of names that the mode at hand has."""

from __future__ import annotations

from kaiju_compiler.own_names import fullest_kind, names_of, own_name
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.types import Want, listed

SHOWN = 12
"""How many names a help text lists at most; of more, none is of help."""


def counter(run: Run) -> str:
    """A counter of players."""
    return own_name(run.scope, "counter") or "COUNTER"


def filled(run: Run, text: str) -> str:
    """A text with places, in names of the mode."""
    return names_of(run.scope).fill(text)


def name(run: Run, kind: str) -> str:
    """The first name of a kind, or the kind in capitals."""
    return next(iter(run.scope.tables.get(kind, {})), kind.upper())


def noun(run: Run) -> str:
    """The plural of a kind of piece, such as `cards`."""
    kind = fullest_kind(run.scope)
    return "pieces" if kind is None else kind.plural or kind.name


def pieces(run: Run) -> str:
    """A set of pieces, such as `cards of market`."""
    return f"{noun(run)} of {own_name(run.scope, 'zone') or 'you'}"


def rival(run: Run) -> str:
    """How the other player is named here."""
    return own_name(run.scope, "rival") or "others"


def wanted(run: Run, want: Want, known: list[str]) -> str:
    """What could stand where ``want`` is: the names if they are few, else a sample."""
    if want.words is not None:
        return f"the words of `{want.words.name}` are {quoted(list(want.words.words))}"
    if want.many in ("set", "noun"):
        return f"name a set, such as `others` or `{pieces(run)}`"
    if want.kinds == ("truth",):
        return f"write a condition, such as `you.{counter(run)} > 0`"
    if want.kinds == ("number",):
        return f"write a number, or something that is one, such as `you.{counter(run)}`"
    if "face" in want.kinds and (faces := for_instance(run.scope.names("face"))):
        return faces
    if "player" in want.kinds:
        return f"name a player, such as `you` or `{rival(run)}`"
    if "piece" in want.kinds:
        return "name a piece, such as `this`, or choose one first: `choose a … as NAME`"
    return for_instance(known)


def for_instance(known: list[str]) -> str:
    """A list of names, if there are few."""
    names = sorted(set(known))
    return f"for instance {quoted(names)}" if 0 < len(names) <= SHOWN else ""


def quoted(names: list[str], joint: str = "or") -> str:
    return listed([f"`{each}`" for each in names], joint)


def by_id(read: list[str], word: str) -> str:
    """What to write where ``word`` is the name of something for players."""
    if "_" in word:
        return f"effects call it by its id, {quoted(read)}"
    return f"effects call it by its id, {quoted(read)}; `{word}` is what players read"


def did_you_mean(guesses: list[str]) -> str:
    """``did you mean `a` or `b`?``"""
    return f"did you mean {quoted(guesses)}?"
