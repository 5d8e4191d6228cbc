"""Does every rule, ruling and example have a name of its own?"""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.examples import examples_of
from kaiju_compiler.collect.files import Role
from kaiju_compiler.collect.packs import Pack, Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping
from kaiju_compiler.source import Span

_LISTS: tuple[Role, ...] = ("rules", "rulings")


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """An error for each name that is given twice in a pack."""
    for pack in packs.packs.values():
        for role in _LISTS:
            yield from _twice(role.removesuffix("s"), _listed(pack, role), "rule-duplicate")
        named = [(f"{each.topic}/{each.name}", each.name, each.span) for each in examples_of(pack)]
        yield from _twice("example", named, "example-duplicate")


def _listed(pack: Pack, role: Role) -> list[tuple[str, str, Span]]:
    found = []
    for file in pack.of(role):
        for node in file.root.sequence(role):
            id_node = node.get("id") if isinstance(node, Mapping) else None
            if id_node is not None:
                found.append((str(id_node.to_data()), str(id_node.to_data()), id_node.span))
    return found


def _twice(what: str, named: list[tuple[str, str, Span]], code: str) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    for key, name, span in named:
        first = seen.setdefault(key, span)
        if first is not span:
            message = f"there are two {what}s '{name}'"
            related = [(first, "here first")]
            yield error(code, message, span, related=related, help="call one of them otherwise")
