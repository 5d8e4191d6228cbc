"""Can a game of the mode end?"""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.left_out import has_op
from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic, warning

ENDINGS = frozenset({"win", "end_game"})


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """A warning for each mode in which nobody ever wins and nothing ends the game."""
    for each in built:
        program = each.program
        if program is not None and not has_op(
            [program["rules"], program["definitions"], program["counters"], program["procedures"], program["faces"]],
            ENDINGS,
        ):
            message = f"nothing in the mode '{each.mode.id}' wins or ends a game"
            help = "add a rule, such as: as soon as count(players) = 1: players win"
            yield warning("mode-never-ends", message, each.mode.chain.top.id_span, help=help)
