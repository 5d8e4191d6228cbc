"""Questions about content that is well formed: one module for each question.

To add one: a module with ``check(built, packs)``, its line here, its code in ``collect/codes.py``, a page and a case.
"""

from __future__ import annotations

from kaiju_compiler.checks import (
    circles,
    citations,
    declared_but_unused,
    endings,
    example_names,
    icons,
    ids,
    never_resolved,
    out_of_reach,
    provenance,
    record_checks,
)
from kaiju_compiler.collect.codes import CHECK_CODES, CHECK_WARNINGS
from kaiju_compiler.collect.faults import Faults, not_following, not_naming
from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic

__all__ = ["CHECKS", "CHECK_CODES", "CHECK_WARNINGS", "run_checks"]

CHECKS = (
    record_checks.check,
    declared_but_unused.check,
    example_names.check,
    citations.check,
    ids.check,
    provenance.check,
    endings.check,
    never_resolved.check,
    out_of_reach.check,
    icons.check,
    circles.check,
)


def run_checks(built: list[Built], packs: Packs, faults: Faults) -> list[Diagnostic]:
    """What all checks find; where files could not be read, nothing about names that may stand in them."""
    lost = {name for each in built for name in each.records.lost}
    found = not_naming(lost, [each for check in CHECKS for each in check(built, packs)])
    return not_following(found) if faults.unread else found
