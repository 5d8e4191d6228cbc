"""The statistics file: the sums of a plan as sealed canonical JSON. ``report.statistics_file`` reads it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kaiju_runtime.canonical import envelope
from kaiju_runtime.files import write_bytes
from kaiju_runtime.program import Program
from kaiju_runtime.report.statistics_file import STATISTICS_FORMAT
from kaiju_runtime.simulate.outcome import TENTHS, Lost
from kaiju_runtime.simulate.plan import Plan
from kaiju_runtime.simulate.sums import Sums
from kaiju_runtime.simulate.watching import Watching

KIND = "statistics"


def statistics_of(program: Program, plan: Plan, sums: Sums, *, stopped: bool = False) -> dict[str, Any]:
    """The payload of the file. Every number is a count (or a sum of what was paid), so that each rate has its count."""
    count = sums.counts
    return {
        "program": program.hash,
        "mode": program.mode,
        "title": program.title,
        "plan": plan.to_data(),
        "games": count["games",],
        "stopped": stopped,
        "lost": [lost_data(each) for each in sorted(sums.lost, key=lambda each: each.job.number)],
        "ties": count["ties",],
        "first": {"games": count["first", "games"], "wins": count["first", "wins"]},
        "seats": seats_data(sums),
        "bots": {
            name: {each: count["bots", name, each] for each in ("games", "wins")}
            for name in sorted({path[1] for path in count if path[0] == "bots"})
        },
        "monsters": monsters_data(plan, sums),
        "pairs": [
            {
                "monsters": [one, other],
                "games": count["pairs", one, other, "games"],
                "wins": [count["pairs", one, other, each] for each in ("first", "second")],
            }
            for one, other in sorted({path[1:3] for path in count if path[0] == "pairs"})
        ],
        "victories": histogram(sums, "victories"),
        "turns": histogram(sums, "turns"),
        "decisions": histogram(sums, "decisions"),
        "lead": [
            {"tenth": tenth + 1, **{each: count["lead", tenth, each] for each in ("games", "leader_won")}}
            for tenth in range(TENTHS)
        ],
        "changes": histogram(sums, "changes"),
        "cards": {key: card_data(sums, key) for key in Watching(program).cards.values()},
        "trials": {
            key: {each: count["trials", key, each] for each in ("pairs", "both", "with", "without", "neither")}
            for key in plan.trials
        },
    }


def histogram(sums: Sums, *path: Any) -> dict[str, int]:
    """The counts under a path by what follows it."""
    length = len(path)
    return {str(each[length]): number for each, number in sums.counts.items() if each[:length] == path}


def seats_data(sums: Sums) -> list[dict[str, Any]]:
    count = sums.counts
    return [
        {"seat": seat, "bot": bot, **{each: count["seats", seat, bot, each] for each in ("games", "wins")}}
        for seat, bot in sorted({path[1:3] for path in count if path[0] == "seats"})
    ]


def monsters_data(plan: Plan, sums: Sums) -> dict[str, Any]:
    found = {}
    for name in sorted({path[1] for path in sums.counts if path[0] == "monsters"}):
        seats = [
            [sums.counts["monsters", name, seat, each] for each in ("games", "wins")] for seat in range(plan.players)
        ]
        found[name] = {
            "games": sum(each[0] for each in seats),
            "wins": sum(each[1] for each in seats),
            "seats": seats,
        }
    return found


def card_data(sums: Sums, key: str) -> dict[str, Any]:
    numbers = {each: sums.counts["cards", key, each] for each in ("offered", "games", "bought", "wins", "price")}
    return {**numbers, "turns": histogram(sums, "cards", key, "turns")}


def lost_data(lost: Lost) -> dict[str, Any]:
    job = lost.job
    found = {"job": job.number, "seed": job.seed, "monsters": list(job.monsters), "why": lost.why}
    return {**found, "trial": job.trial} if job.trial else found


# --- files ---------------------------------------------------------------------------------------


def statistics_bytes(statistics: Mapping[str, Any], tool: str) -> bytes:
    """The sealed file; equal bytes for equal statistics and version of the tool."""
    return envelope(KIND, STATISTICS_FORMAT, dict(statistics), tool=tool)


def save_statistics(path: Path, statistics: Mapping[str, Any], tool: str) -> None:
    """Writes the file at once. Raises ``FileProblem``, and then an older file is as it was."""
    write_bytes(path, statistics_bytes(statistics, tool))
