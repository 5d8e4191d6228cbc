"""Who uses which word of the language: operations, forms and events in the records of all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kaiju_runtime.nodes import abilities_in, nodes_in
from kaiju_runtime.primitives import FORMS, VERBS
from kaiju_site.games import Game, Link
from kaiju_site.workings import costs

Data = dict[str, Any]
Users = dict[str, list[Link]]


def users_of_words(games: Iterable[Game]) -> Users:
    """By operation, verb, form of ability or ``event NAME``: the records that use it, each once."""
    found: dict[str, dict[str, Link]] = {}
    for game in games:
        for definition in game.program["definitions"]:
            link = game.link(f"definitions:{definition['id']}")
            for word in words_of(definition):
                found.setdefault(word, {}).setdefault(definition["id"], link)
    return {word: list(links.values()) for word, links in found.items()}


FILED = {"next": "next_time", "next_before": "next_time"}
"""The forms of ability that the reference does not call as programs do: `next` is a function there."""


def words_of(definition: Data) -> Iterator[str]:
    """Everything that the abilities of a record are made of."""
    for ability in abilities_in([definition["body"], *definition["abilities"]]):
        yield FILED.get(ability["form"], str(ability["form"]))
        if ability["first"]:
            yield "first"
        if ability["once"] >= 0:
            yield "once"
        yield from _parts(ability)


def _parts(value: Any) -> Iterator[str]:
    yield from (node[0] for node in nodes_in(value))
    yield from (VERB_OF[node[0]] for node in nodes_in(value) if node[0] in VERB_OF)
    yield from (cost["verb"] for cost in costs(value))
    yield from (f"event {each}" for each in _events(value))


def _events(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "event" in value and "tests" in value:
            yield value["event"]
        for each in value.values():
            yield from _events(each)
    elif isinstance(value, list):
        for each in value:
            yield from _events(each)


def _verbs() -> dict[str, str]:
    return {form.op: verb.name for verb in VERBS.values() for form in verb.forms if form.op in FORMS}


VERB_OF = _verbs()
"""The verb that an operation is a form of."""
