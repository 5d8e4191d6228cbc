"""Whether the records that an example is said to prove take part in it.

A record takes part if the example stands beside it, names it or something that it alone brings into the game, or
names a record that names it; or if any of its effects ran.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kaiju_runtime.coverage import Item, abilities, cover_items

Data = dict[str, Any]


def strangers(program: Data, example: Data, covered: set[Item]) -> Iterator[str]:
    """Each record of ``proves``, as it is written there, that takes no part in the example that was played."""
    definitions = {name: each for each in program["definitions"] for name in names_of(each)}
    others = {name for name, each in definitions.items() if each["id"] != example["record"]}
    cited = [name for name in example["proves"] if name in others]
    if not cited:
        return
    acting = [each.record for each in cover_items(program) if each.item in covered]
    acting += [record for record, each in abilities(program) if (-1 - each["id"], "run") in covered]
    present = {*acting, *named(program, example)}
    for name in cited:
        if definitions[name]["id"] not in present:
            yield name


def names_of(definition: Data) -> tuple[str, str]:
    """The full id of a record, and the id alone."""
    return definition["id"], definition["id"].partition(":")[2]


def named(program: Data, example: Data) -> Iterator[str]:
    """Full ids of the records that an example names, of those that these name, and of those that it names tokens of."""
    of_piece = {each["id"]: each["definition"] for each in program["pieces"]}
    by_id = {each["id"].partition(":")[2]: each["id"] for each in program["definitions"]}
    by_name = {each["name"]: each["id"] for each in program["definitions"]}
    directly = {of_piece.get(word) or by_id.get(word) or by_name.get(word) for word in words_of(example)} - {None}
    for definition in program["definitions"]:
        if definition["id"] in directly:
            yield definition["id"]
            inside = [definition[part] for part in ("data", "abilities", "body")]
            yield from (by_id[word] for word in texts(inside) if word in by_id)
    told = set(texts([example["given"], example["then"]]))
    yield from (record for counter, record in own_counters(program).items() if counter in told)


def words_of(example: Data) -> Iterator[str]:
    """Everything in an example that may be the id of a piece or record, or its name."""
    yield from example["monsters"]
    for text in texts([example["given"], example["then"], [(each["words"], each["label"]) for each in example["do"]]]):
        yield text
        yield text.rpartition(":")[2].partition("#")[0].partition("/")[0]


def own_counters(program: Data) -> dict[str, str]:
    """The counters that the effects of exactly one record name, with that record."""
    counters = {each["id"] for each in program["counters"]}
    used = {
        each["id"]: counters & set(texts([each["data"], each["abilities"], each["body"]]))
        for each in program["definitions"]
    }
    times = Counter(counter for found in used.values() for counter in found)
    return {counter: record for record, found in used.items() for counter in found if times[counter] == 1}


def texts(data: Any) -> Iterator[str]:
    """Every text in program data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, tuple)):
        for each in data:
            yield from texts(each)
    elif isinstance(data, dict):
        for each in data.values():
            yield from texts(each)
