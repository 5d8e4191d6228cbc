"""Tables as CSV: whole numbers and texts, one value in a cell."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Any

from kaiju_runtime.report.balance import Balance
from kaiju_runtime.report.tables import PARTS, Column, Table, numbers

_ACTIVE = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of texts that a spreadsheet would take for a formula."""


def csv_text(table: Table, balance: Balance) -> str:
    """The file of a table. A piece has its key and its name; a rate its wins, their total, and the interval."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([name for column in table.columns for name in _names(column)])
    for row in table.rows:
        writer.writerow(
            [
                _safe(value)
                for column, cell in zip(table.columns, row, strict=True)
                for value in _values(column, cell, balance)
            ]
        )
    return out.getvalue()


def _names(column: Column) -> list[str]:
    if column.kind == "piece":
        return [column.id, f"{column.id}_name"]
    return [f"{column.id}_{part}" for part in PARTS[column.kind]] if column.kind in PARTS else [column.id]


def _values(column: Column, cell: Any, balance: Balance) -> Sequence[Any]:
    if column.kind == "piece":
        return ("", "") if cell is None else (cell, balance.cast.name(cell))
    return numbers(column.kind, cell)


def _safe(value: Any) -> Any:
    """A text that no spreadsheet runs: before what looks like a formula stands a quotation mark."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_ACTIVE) else value
