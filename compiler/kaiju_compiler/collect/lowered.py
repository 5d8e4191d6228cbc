"""All examples of all modes as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from kaiju_compiler.collect.examples import Example, examples_of, lower, plays, unknown_modes
from kaiju_compiler.collect.faults import Faults, not_following, not_naming
from kaiju_compiler.collect.left_out import pieces_in
from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.collect.tables import Row
from kaiju_compiler.diagnostics import Diagnostic


@dataclass
class Lowered:
    """The examples of one mode."""

    rows: list[Row] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    """Examples with errors, and those of records that are left out: ``topic/name`` and the reason."""
    diagnostics: list[Diagnostic] = field(default_factory=list)


def lower_examples(built: list[Built], packs: Packs, faults: Faults) -> dict[str, Lowered]:
    """The examples by mode, each in the modes that it is about."""
    chains = [each.mode.chain for each in built]
    strangers = unknown_modes(list(packs.packs.values()), chains)
    lowered = {}
    for each in built:
        result = lowered[each.mode.id] = Lowered()
        for pack in each.mode.chain.packs:
            for example in examples_of(pack):
                if plays(example, each.mode.chain, chains):
                    _lower(example, each, faults, result)
        result.diagnostics += strangers
        if faults.hides_names(each.mode.chain):
            result.diagnostics = not_following(result.diagnostics)
    return lowered


def _lower(example: Example, built: Built, faults: Faults, result: Lowered) -> None:
    row, problems = lower(example, built)
    result.diagnostics += not_naming(built.records.lost, problems)
    reason = "it has errors" if row is None or faults.inside(example.node.span) else _missing(example, row, built)
    if row is not None and not reason:
        result.rows.append(row)
    else:
        result.left_out[f"{example.topic}/{example.name}"] = reason


def _missing(example: Example, row: Row, built: Built) -> str:
    """Why an example without errors cannot be played: what it needs is left out. Empty if it can."""
    if built.mode.id in built.left_out:
        return built.left_out[built.mode.id]
    gone = {full_id.partition(":")[2] for full_id in built.left_out}
    named = [example.record or "", *row["monsters"], *pieces_in([row["given"], row["then"]])]
    return next((f"'{each}' is left out" for each in named if each in gone), "")
