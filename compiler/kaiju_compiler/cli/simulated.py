"""How far many games are, on a terminal; and what they came to, as tables."""

from __future__ import annotations

import sys
from textwrap import fill
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table as Grid
from rich.text import Text

from kaiju_compiler.cli.common import colour_wanted, say, text_width
from kaiju_compiler.cli.reporting import told

if TYPE_CHECKING:
    from kaiju_runtime.program import Program
    from kaiju_runtime.report.balance import Balance
    from kaiju_runtime.report.statistics_file import Statistics
    from kaiju_runtime.report.tables import Table
    from kaiju_runtime.simulate import Sums

SHOWN = {
    "monsters": ("monster", "games", "wins", "verdict"),
    "seats": ("who", "wins"),
    "bots": ("bot", "wins"),
    "victories": ("by", "share"),
    "course": ("what", "mean", "least", "middle", "most"),
    "cards": ("card", "price", "times", "turn", "buyers"),
    "trials": ("card", "price", "pairs", "with", "without", "gain"),
    "lost": ("job", "seed", "monsters", "why"),
}
"""Tables of a report that a terminal shows, with their columns."""
OWN = "*"
MOST_ROWS = 12
"""And one more, where a line that tells of it would take as much room."""


class Rate(ProgressColumn):
    """Games a second, or seconds a game."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:.1f} games/s" if speed >= 1 else f"{1 / speed:.1f} s/game")


class Progress:
    """A bar on standard error."""

    def __init__(self, jobs: int) -> None:
        console = Console(file=sys.stderr, no_color=not colour_wanted(sys.stderr))
        columns = (BarColumn(), MofNCompleteColumn(), Rate(), TextColumn("left"), TimeRemainingColumn())
        self.bar = Bar(*columns, TextColumn("{task.fields[lost]}"), console=console, transient=True)
        self.task = self.bar.add_task("", total=jobs, lost="")

    @staticmethod
    def wanted() -> bool:
        return sys.stderr is not None and sys.stderr.isatty()

    def tell(self, sums: Sums) -> None:
        lost = f"{len(sums.lost)} lost" if sums.lost else ""
        self.bar.update(self.task, completed=sums.jobs, lost=lost)

    def __enter__(self) -> Progress:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, at: TracebackType | None
    ) -> None:
        self.bar.stop()


# --- tables --------------------------------------------------------------------------------------


def show(program: Program, statistics: Statistics) -> None:
    """Tells what the games came to."""
    from kaiju_runtime.report.findings import played
    from kaiju_runtime.report.tables import tables
    from kaiju_runtime.report.write import make_report

    balance = make_report(program, statistics)
    say(told(program.title))
    say(fill(told(played(balance)), text_width()))
    if not balance.games:
        return
    console = Console(file=sys.stdout, width=text_width(), no_color=not colour_wanted(), highlight=False)
    for table in tables(balance):
        if table.id in SHOWN:
            console.print()
            console.print(grid(table, balance))
    for title, keys in unseen(balance):
        if keys:
            names = ", ".join(map(balance.cast.name, keys))
            say("\n" + fill(told(f"{title}: {names}"), text_width(), subsequent_indent="  "))
    say()


def grid(table: Table, balance: Balance) -> Grid:
    """A table as a terminal shows it: its main columns, and no more rows than one looks at, those of the pack first."""
    from kaiju_runtime.report.tables import shown

    columns = [at for at, each in enumerate(table.columns) if each.id in SHOWN[table.id]]
    rows = sorted(table.rows, key=lambda row: -row[4]) if table.id == "cards" else list(table.rows)
    mine = own(table, balance)
    rows.sort(key=lambda row: row[0] not in mine)
    hidden = len(rows) - MOST_ROWS if len(rows) > MOST_ROWS + 1 else 0
    notes = [f"and {hidden} more: --report DIR writes all"] if hidden else []
    notes += [f"{OWN} of the pack {balance.cast.pack}"] if mine else []
    caption = "\n".join(map(told, notes)) if notes else None
    title = Text(table.title, style="bold")
    drawn = Grid(box=None, title=title, title_justify="left", caption=caption, caption_justify="left")
    for at in columns:
        column = table.columns[at]
        drawn.add_column(told(column.title), justify="left" if column.kind in ("text", "piece") else "right")
    for row in rows[: len(rows) - hidden]:
        cells = [told(shown(table.columns[at].kind, row[at], balance)) for at in columns]
        drawn.add_row(*map(Text, [f"{cells[0]} {OWN}" if row[0] in mine else cells[0], *cells[1:]]))
    return drawn


def own(table: Table, balance: Balance) -> set[Any]:
    """The keys in a table that the mode's own pack brings to a game which it extends."""
    keys = [row[0] for row in table.rows] if table.columns[0].kind == "piece" else []
    found = {key for key in keys if balance.cast.is_own(key)}
    return found if len(found) * 2 < len(keys) else set()


def unseen(balance: Balance) -> list[tuple[str, list[Any]]]:
    """Cards that lay on offer in vain, and those that never did; monsters that were in no game."""
    cards = sorted(balance.cards, key=lambda each: not balance.cast.is_own(each.key))
    never = [each.key for each in cards if each.offered.wins and not each.times]
    return [
        ("Never bought", never),
        ("Never offered", [each.key for each in cards if not each.offered.wins]),
        ("In no finished game", list(balance.unplayed)),
    ]
