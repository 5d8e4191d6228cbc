"""Does a record that is said to be from somewhere say from where?"""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.catalog import INVENTED
from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic, warning

SOURCED = ("rulebook", "reference")
"""What wants to be looked up."""


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """A warning for each record that is said to be from somewhere and names no source."""
    for each in built:
        for record in each.records.records.values():
            stated = record.node.string("provenance")
            if stated in SOURCED and not record.node.sequence("sources") and record.pack.given:
                node = record.node.get("provenance")
                message = f"'{record.id}' is said to be from a {stated}, and not from which"
                help = f"add 'sources:', or say 'provenance: {INVENTED}'"
                yield warning("provenance-without-source", message, None if node is None else node.span, help=help)
