"""Who does it, as rulebooks say that: `each other player`, `an opponent`, `the player with the most gold`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.parse.samples import RULEBOOK_HEADS
from kaiju_compiler.resolve import samples
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.superlatives import RANKS, function_of

OPPONENTS = frozenset(("opponents", "enemies", "foes", "rivals", "opponent", "enemy", "foe"))
ANOTHER = frozenset(("other", "others", "another", "else", *OPPONENTS))
ALL = frozenset(("all", "each", "every", "everybody", "everyone"))
PEOPLE = frozenset(("player", "players", "everybody", "everyone", "anybody", "anyone", "monster", "monsters"))
ANYBODY = frozenset(("anybody", "anyone"))
NOBODY = frozenset(("nobody", "no_one"))
RANKED = (
    "go through them: `for each one in players:`, and below it `if count(players where {0} > one.{0}) = 1:` "
    "and what `one` does"
)
"""How those are found of whom one other has more."""


def who_is_meant(run: Run, words: Sequence[str], event: bool) -> str:
    """What the language says instead of a subject of rulebooks: ``players``, ``others``, ``other``; or nothing.

    ``words`` are the subject's, in small letters; ``event`` tells whether it is that of an event.
    """
    said = set(words)
    if not said & (ANOTHER | PEOPLE):
        return ""
    if said & ANOTHER:
        if run.scope.two_players:
            return "rival"
        several = not event and (said & ALL or any(each.endswith("s") for each in said & ANOTHER))
        return "others" if several else "other"
    return "a player" if event or said & ANYBODY else "players"


def report_subject_of_rulebooks(run: Run, items: Sequence[Any], verbs: Sequence[tuple[str, str]], event: bool) -> bool:
    """Reports a subject of several words, or one word, before a verb of the mode; whether there is one."""
    at = next((i for i, each in enumerate(items[1:], 1) if _is_verb(each, verbs)), None)
    if at is None or not all(_is_wordy(each) for each in items[:at]):
        return False
    span = items[0].span.to(items[at - 1].span)
    words = span.text.casefold().split()
    base, third = next(pair for pair in verbs if items[at].id in pair)
    who = who_is_meant(run, words, event)
    message = f"nobody here is called `{span.text}`"
    head = " ".join(words[:2]) if " ".join(words[:2]) in RULEBOOK_HEADS else words[0]
    if head in RULEBOOK_HEADS and not who:
        message, help = f"`{head}` begins no ability and no sentence", f"write `{RULEBOOK_HEADS[head][0]}`"
        run.report("name-unknown", message, span, help)
        return True
    if function := function_of(words):
        counter = next((each for each in words if run.scope.find("counter", each)), samples.counter(run))
        help = f"write `players where {counter} = {function}({counter} of players) {base} …`; several may have as many"
        help = RANKED.format(counter) if RANKS & set(words) else help
    elif {"left", "right"} & set(words):
        help = f"`neighbours of you` are the players on both sides: write `neighbours of you {base} …`"
    elif who == "other" and not event:
        help = f"write `others {base} …`, or `choose an other as NAME` on the line before and `NAME {third} …`"
    elif who:
        help = f"write `{who} {base if who in ('players', 'others') else third} …`"
    elif {"attacker", "aggressor"} & set(words):
        help = f"in most games it is `active`, whose turn it is: write `active {third} …`"
    elif "their" in words:
        help = samples.filled(run, "say of whom, as in `turn of {rival|NAME} ends`; NAME is who was chosen before")
    else:
        help = "who does it is one word, such as `you`, `others` or `players`, or `others where …`"
    run.report("name-unknown", message, span, help)
    return True


def _is_wordy(item: Any) -> bool:
    """A name, a preposition, `any other`, or `player of your choice`."""
    chosen = isinstance(item, syntax.Select) and item.quantifier is not None and item.where is None
    return chosen or isinstance(item, syntax.Name | syntax.Preposition | syntax.Of)


def _is_verb(item: Any, verbs: Sequence[tuple[str, str]]) -> bool:
    return isinstance(item, syntax.Name) and any(item.id in pair for pair in verbs)


def help_for_name(run: Run, name: syntax.Name) -> str:
    """The help for one word that names a player in rulebooks, and nobody here; or nothing."""
    if name.id in NOBODY:
        return "count those who are: `count(players where …) = 0`"
    who = who_is_meant(run, [name.id], event=False)
    return f"write `{who}`" if who and who != name.id else ""
