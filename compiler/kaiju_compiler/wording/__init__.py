"""The rules text of a game, printed from its program: cards, rules, faces, and the labels of decisions.

Everything here reads the program's data as it was emitted (nothing is linked or played), and puts the templates of
``grammar/wording/`` together. From the bottom up: ``language`` (templates) and ``names`` (tables) · ``groups``,
``numbers``, ``clauses``, ``tracks``, ``events`` (phrases) · ``statements``, ``blocks`` (sentences) · ``abilities``.
"""

from __future__ import annotations

from kaiju_compiler.wording.printer import (
    Printer,
    label_of_action,
    label_of_offer,
    of_ability,
    of_bonus,
    of_counter,
    of_face,
    of_option,
    of_procedure,
    of_record,
    of_rule,
    of_space,
    of_statement,
)
from kaiju_compiler.wording.runs import Paragraph, Run, Wording

__all__ = [
    "Paragraph",
    "Printer",
    "Run",
    "Wording",
    "label_of_action",
    "label_of_offer",
    "of_ability",
    "of_bonus",
    "of_counter",
    "of_face",
    "of_option",
    "of_procedure",
    "of_record",
    "of_rule",
    "of_space",
    "of_statement",
]
