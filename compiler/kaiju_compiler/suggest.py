"""Did you mean: the known name that a mistyped one is nearest to."""

from __future__ import annotations

from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""How rulebooks write numbers, by number."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that ``word`` probably means, or ``None``.

    Deterministic: the fewest changes win, then the common beginning, then the order of the alphabet.
    """
    return next(iter(near(word, known)), None)


def near(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Up to ``most`` known names that ``word`` may mean, the likeliest first."""
    typed = _folded(word)
    ranked = []
    for name in sorted(set(known)):
        if name == word:
            continue
        distance = _distance(typed, _folded(name), _allowed(typed, _folded(name)))
        if distance is not None and distance < max(len(typed), len(name)):  # of a slip something is left
            ranked.append((distance, -_common_beginning(typed, _folded(name)), name))
    return [name for _, _, name in sorted(ranked)[:most]]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help line such as ``did you mean 'cost'?``, empty where nothing is near."""
    best = nearest(word, known)
    return "" if best is None else f"did you mean '{best}'?"


def in_figures(word: str) -> str:
    """The number that a word is in rulebooks, as ``3`` for ``three``; or nothing."""
    return str(_NUMBERS.index(word)) if word in _NUMBERS else ""


def _folded(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def _allowed(word: str, name: str) -> int:
    """How many changes still count as a slip: one in short words, a third in long ones."""
    length = max(len(word), len(name))
    if length == 5 and word[:1] != name[:1]:
        return 1  # `pulls` is no slip of `rolls`
    return 1 if length <= 4 else 2 if length <= 8 else min(length // 3, 4)


def _common_beginning(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _distance(one: str, other: str, most: int) -> int | None:
    """How many letters must be added, dropped, changed or swapped with a neighbour; ``None`` if over ``most``."""
    if abs(len(one) - len(other)) > most:
        return None
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None
