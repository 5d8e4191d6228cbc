"""Comparisons in words, as rulebooks say them, and the sign that says the same."""

from __future__ import annotations

from collections.abc import Sequence

_SIGNS = {
    ("at", "least"): ">=",
    ("at", "most"): "<=",
    ("more", "than"): ">",
    ("greater", "than"): ">",
    ("less", "than"): "<",
    ("fewer", "than"): "<",
    ("equals",): "=",
    ("equal", "to"): "=",
}
_IN_WORDS = {
    **_SIGNS,
    **{(be, *words): sign for be in ("is", "are") for words, sign in _SIGNS.items()},
    ("is",): "=",
    ("is", "not"): "!=",
}
_LONGEST = max(map(len, _IN_WORDS))


def comparison(words: Sequence[str]) -> tuple[int, str] | None:
    """How many of the words in front are a comparison, and the sign for it; ``None`` where no value follows them."""
    for count in range(min(_LONGEST, len(words) - 1), 0, -1):
        if sign := _IN_WORDS.get(tuple(words[:count])):
            return (count, sign) if words[count][0].isalnum() or words[count][0] in "(-_" else None
    return None


def told(words: str, sign: str) -> tuple[str, str]:
    """What is wrong with a comparison in words, and the help."""
    return f"a comparison is a sign, not `{words}`", f"write `{sign}`"
