"""Does everything exist that records, rules and examples cite: rulings, sources, records, rules of the mode?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kaiju_compiler.collect.examples import examples_of
from kaiju_compiler.collect.merge import SINGLES, TEXTS
from kaiju_compiler.collect.packs import Pack, Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping, Node
from kaiju_compiler.suggest import did_you_mean

_NUMBERED = re.compile(r"([A-Z][A-Za-z0-9]*)-[0-9A-Za-z.]+")
"""A place in a source (``S1-42``): the part before the hyphen is the source's id."""


@dataclass(frozen=True)
class Known:
    """What a pack can cite: its own and what it requires."""

    sources: list[str]
    rulings: list[str]
    records: list[str]
    entries: list[str]
    read: dict[str, list[str]]
    """What players read, in small letters and without blanks, with the ids that it may stand for."""


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """An error for each citation of something that is not there."""
    for pack in packs.packs.values():
        known = _known(pack, packs, built)
        for node in _records(pack):
            yield from _all(node, "rulings", known.rulings, "ruling")
            yield from _sources(node.sequence("sources"), known)
        for entry in _entries(pack):
            yield from _sources(entry.sequence("sources"), known)
            yield from _entry(entry, "rule", known.entries)
            yield from _entry(entry, "option", known.entries)
        modes = {each.mode.id for each in built}
        for example in examples_of(pack):
            if example.mode is not None and example.mode.value not in modes:
                continue  # its mode, and what that plays with, was not given
            for cited in example.node.sequence("proves"):
                yield from _proven(cited, known)


def _known(pack: Pack, packs: Packs, built: list[Built]) -> Known:
    around = packs.closure(pack.id)
    playing = [each for each in built if pack in each.mode.chain.packs]
    entries = {entry.id for each in playing for table in each.mode.tables.values() for entry in table.values()}
    entries |= {name for each in playing for name in each.scope.names("procedure")}
    records = {record for each in playing for record in each.records.records}
    return Known(
        _ids(node for each in around for node in each.manifest.sequence("sources")),
        _ids(node for each in around for file in each.of("rulings") for node in file.root.sequence("rulings")),
        sorted(records),
        sorted(entries | records | {*SINGLES, *TEXTS} if playing else ()),
        {text: ids for each in playing for text, ids in each.scope.called.items()},
    )


def _ids(nodes: Iterable[Node]) -> list[str]:
    return [node.string("id") for node in nodes if isinstance(node, Mapping)]


def _records(pack: Pack) -> Iterator[Mapping]:
    for file in pack.of("records"):
        for node in file.root.sequence("records"):
            if isinstance(node, Mapping):
                yield node


def _entries(pack: Pack) -> Iterator[Mapping]:
    """The rules and rulings of a pack."""
    for file in (*pack.of("rules"), *pack.of("rulings")):
        for node in file.root.sequence(file.role):
            if isinstance(node, Mapping):
                yield node


def _all(node: Mapping, key: str, known: list[str], what: str) -> Iterator[Diagnostic]:
    for cited in node.sequence(key):
        if cited.to_data() not in known:
            yield _unknown(cited, f"there is no {what} '{cited.to_data()}'", known)


def _entry(node: Mapping, key: str, known: list[str]) -> Iterator[Diagnostic]:
    cited = node.get(key)
    if known and cited is not None and cited.to_data() is not None and cited.to_data() not in known:
        yield _unknown(cited, f"the mode has nothing called '{cited.to_data()}'", known)


def _sources(nodes: Iterable[Node], known: Known) -> Iterator[Diagnostic]:
    for cited in nodes:
        match = _NUMBERED.fullmatch(str(cited.to_data()))
        if match is not None and match[1] not in known.sources:
            yield _unknown(cited, f"'{match[1]}' is no source of the pack or of those it requires", known.sources)


def _proven(cited: Node, known: Known) -> Iterator[Diagnostic]:
    name = str(cited.to_data())
    if name in known.rulings or name.partition(":")[2] in known.records or name in known.records:
        return
    if _NUMBERED.fullmatch(name):
        yield from _sources([cited], known)
    elif known.records and ": " not in name:
        called = [each for each in known.read.get(name.casefold(), []) if each in known.records]
        help = f"it is called by its id: {called[0]}" if called else ""
        yield _unknown(cited, f"'{name}' is no record, source or ruling", [*known.records, *known.rulings], help)


def _unknown(cited: Node, message: str, known: list[str], help: str = "") -> Diagnostic:
    return error("name-cited-unknown", message, cited.span, help=help or did_you_mean(str(cited.to_data()), known))
