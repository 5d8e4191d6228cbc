"""Samples beside errors of form, in the names of the author's mode: the parser, which made them, knows no mode."""

from __future__ import annotations

import re
from dataclasses import replace

from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.symbols import Scope, Symbol

MADE_UP = {
    **dict.fromkeys(("life", "gold", "victory", "charm"), "counter of players"),
    "charge": "counter of pieces",
    **dict.fromkeys(("market", "pile"), "zone"),
    **dict.fromkeys(("price", "rolls"), "stat"),
    **dict.fromkeys(("card", "keep"), "kind"),
    **dict.fromkeys(("claw", "claws"), "face"),
    "bay": "place",
    "buy": "phase",
    "yield": "procedure",
}
"""The names of the samples that a mode may not have, and what each is the name of."""

_SHOWN = re.compile(r"(?:such as|as in) `[^`]*`(?:(?:,| or) `[^`]*`)*")
"""What a message or help gives as a sample; other words in quotes are the author's."""
_NAME = re.compile(r"[a-z_]+")
_ANOTHER = "in a game with other names, for example"


def in_own_names(problem: SyntaxProblem, scope: Scope) -> SyntaxProblem:
    """The problem with samples of what the mode has; one that needs more is said to be of another game."""
    phrases, names = _phrases(scope), _names(scope)

    def told(text: str) -> str:
        for made_up, own in phrases.items():
            text = text.replace(made_up, own)
        return _NAME.sub(lambda found: names.get(found[0]) or found[0], text)

    message = _SHOWN.sub(lambda found: told(found[0]), problem.message)
    help = _SHOWN.sub(lambda found: told(found[0]), problem.help)
    sample = None if problem.sample is None else told(problem.sample)
    if sample is not None and (set(_NAME.findall(sample)) & {each for each, own in names.items() if own is None}):
        other = "" if "\n" in sample else f"{_ANOTHER}: {problem.sample}"
        help, sample = "; ".join(filter(None, (help, other))), None
    return replace(problem, message=message, help=help, sample=sample)


def _phrases(scope: Scope) -> dict[str, str]:
    """What the samples say of a game with a shop, or with two players, said of a game without."""
    found = {}
    if scope.find("procedure", "buy") is None:
        found["you buy a card"] = "your turn starts"
    if scope.find("stat", "price") is None:
        found[" where price <= you.gold"] = ""
    if not scope.two_players:
        found |= {"rival loses": "others lose", "turn of rival": "your turn", "rival.gold": "you.gold"}
    return found


def _names(scope: Scope) -> dict[str, str | None]:
    """What each made-up name is here: itself if the mode has it, else another of its sort, or ``None``."""
    found: dict[str, str | None] = {} if scope.two_players else {"rival": None}
    for name, sort in MADE_UP.items():
        known = _of_sort(scope, sort)
        if name not in known:
            left = [each for each in known if each not in (*found.values(), *MADE_UP)] or known
            found[name] = next(iter(left), None)
    return found


def _of_sort(scope: Scope, sort: str) -> list[str]:
    kind, _, holder = sort.partition(" of ")

    def fits(symbol: Symbol) -> bool:
        if kind == "counter":
            return symbol.holder in ("", holder.removesuffix("s"))
        if kind == "procedure":
            return symbol.name == "yield"
        return kind != "zone" or (symbol.holder in ("", "table") and symbol.name not in ("box", "area"))

    return [name for name, symbols in scope.tables.get(kind, {}).items() if any(map(fits, symbols))]
