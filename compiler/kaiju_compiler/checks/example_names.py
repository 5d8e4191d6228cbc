"""Do the examples exist that rules and rulings point to?"""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.examples import examples_of
from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping
from kaiju_compiler.suggest import did_you_mean


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """An error for each ``RECORD/NAME`` or ``FILE/NAME`` that is none."""
    names = {pack.id: [f"{each.topic}/{each.name}" for each in examples_of(pack)] for pack in packs.packs.values()}
    for pack in packs.packs.values():
        # Rules that several modes share are proven where they are played, so any pack may have the example.
        known = [name for each in packs.packs.values() for name in names[each.id]]
        for file in (*pack.of("rules"), *pack.of("rulings")):
            for entry in file.root.sequence(file.role):
                for cited in entry.sequence("examples") if isinstance(entry, Mapping) else ():
                    if cited.to_data() not in known:
                        message = f"there is no example '{cited.to_data()}'"
                        help = did_you_mean(str(cited.to_data()), known)
                        yield error("name-cited-unknown", message, cited.span, help=help)
