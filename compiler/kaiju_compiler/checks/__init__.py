"""Questions about content that is well formed: one module for each question."""

from __future__ import annotations

from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic


def run_checks(built: list[Built], packs: Packs) -> list[Diagnostic]:
    """What all checks find."""
    return []
