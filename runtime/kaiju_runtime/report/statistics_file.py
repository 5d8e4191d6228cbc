"""The statistics of many games, as a batch of them wrote them: read, and checked before anybody reckons with them.

The file may come from anybody. Its shape is checked as a whole here, so that nothing later meets a part
that is missing, a rate above one, or a number that takes for ever to reckon with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kaiju_runtime.canonical import MAX_INTEGER, Envelope, read_envelope
from kaiju_runtime.files import read_bytes
from kaiju_runtime.program import Program
from kaiju_runtime.stops import KaijuError

STATISTICS_FORMAT = 1
MOST_BYTES = 8 << 20
MOST = 10**12
"""More games than anybody plays; up to here no sum of ours grows out of hand."""

MOST_ENTRIES: Mapping[str, int] = MappingProxyType(
    {
        "monsters": 200,
        "pairs": 40_000,
        "cards": 10_000,
        "trials": 10_000,
        "victories": 1_000,
        "bots": 100,
        "seats": 1_000,
        "turns": 20_000,
        "decisions": 100_000,
        "changes": 20_000,
        "lead": 100,
    }
)
"""More of these than any pack can have; their tables and squares would be endless."""

COUNT, SEED, TEXT, TRUTH, ANY = "count", "seed", "text", "truth", "any"
"""The leaves of a shape; a list with one shape is a list of them, ``"*"`` and ``"#"`` stand for any text or number."""

_CARD = {"offered": COUNT, "games": COUNT, "bought": COUNT, "wins": COUNT, "price": COUNT, "turns": {"#": COUNT}}
SHAPE: Mapping[str, Any] = {
    "program": TEXT,
    "mode": TEXT,
    "title": TEXT,
    "plan": {
        "games": COUNT,
        "seed": SEED,
        "players": COUNT,
        "bots": [TEXT],
        "monsters": [TEXT],
        "options": {"*": ANY},
        "trials": [TEXT],
        "swap": TRUTH,
    },
    "games": COUNT,
    "stopped": TRUTH,
    "lost": [{"job": COUNT, "seed": SEED, "monsters": [TEXT], "why": TEXT}],
    "ties": COUNT,
    "first": {"games": COUNT, "wins": COUNT},
    "seats": [{"seat": COUNT, "bot": TEXT, "games": COUNT, "wins": COUNT}],
    "bots": {"*": {"games": COUNT, "wins": COUNT}},
    "monsters": {"*": {"games": COUNT, "wins": COUNT, "seats": [[COUNT]]}},
    "pairs": [{"monsters": [TEXT], "games": COUNT, "wins": [COUNT]}],
    "victories": {"*": COUNT},
    "turns": {"#": COUNT},
    "decisions": {"#": COUNT},
    "lead": [{"tenth": COUNT, "games": COUNT, "leader_won": COUNT}],
    "changes": {"#": COUNT},
    "cards": {"*": _CARD},
    "trials": {"*": {"pairs": COUNT, "both": COUNT, "with": COUNT, "without": COUNT, "neither": COUNT}},
}


@dataclass(frozen=True)
class Statistics:
    """Sums over many games, sound in shape."""

    tool: str
    """The version of Kaiju that played."""
    data: Mapping[str, Any] = field(repr=False)

    @property
    def program(self) -> str:
        """The hash of the program that was played."""
        return str(self.data["program"])

    @property
    def mode(self) -> str:
        return str(self.data["mode"])

    @property
    def games(self) -> int:
        """How many games were finished."""
        return int(self.data["games"])

    @property
    def plan(self) -> Mapping[str, Any]:
        return self.data["plan"]  # type: ignore[no-any-return]

    @property
    def players(self) -> int:
        return int(self.plan["players"])

    def counts(self, name: str) -> dict[int, int]:
        """How often each whole number occurred: ``turns``, ``decisions`` or ``changes``."""
        return dict(sorted((int(value), times) for value, times in self.data[name].items()))


def load_statistics(path: Path) -> Statistics:
    """The statistics in a file. Raises ``FileProblem``, ``DamagedFile`` or :class:`KaijuError`."""
    return read_statistics(read_bytes(path, MOST_BYTES))


def read_statistics(data: bytes) -> Statistics:
    """The statistics in a sealed file. Raises ``DamagedFile`` or :class:`KaijuError`."""
    found: Envelope = read_envelope(data, "statistics", STATISTICS_FORMAT, most_bytes=MOST_BYTES)
    return statistics_of(found.payload, str(found.meta.get("tool", "")))


def statistics_of(payload: Any, tool: str = "") -> Statistics:
    """The statistics that a payload holds. Raises :class:`KaijuError` unless all of it makes sense."""
    problem = next(_misshapen(payload, SHAPE, "the file"), None) or next(_impossible(payload), None)
    if problem is not None:
        raise damaged(problem)
    return Statistics(tool, payload)


def damaged(reason: str) -> KaijuError:
    return KaijuError(
        "statistics-damaged",
        f"the statistics make no sense: {reason}",
        "Simulate the games again; such a file is not edited by hand.",
    )


def check_program(program: Program, statistics: Statistics) -> None:
    """Raises :class:`KaijuError` unless the games were played with this very program."""
    if statistics.program != program.hash:
        raise KaijuError(
            "statistics-other-program",
            f"the games were played with another version of {statistics.mode} "
            f"(program {statistics.program[:12]}, here it is {program.hash[:12]})",
            "Simulate the games again, or give the program that they were played with (--program FILE).",
        )


# --- shapes --------------------------------------------------------------------------------------


def _misshapen(value: Any, shape: Any, where: str) -> Iterator[str]:
    """What has not the shape that it should have."""
    if isinstance(shape, str):
        if not _is_leaf(value, shape):
            yield f"{where} is no {shape}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where} is no list"
            return
        for number, each in enumerate(value):
            yield from _misshapen(each, shape[0], f"{where}[{number}]")
    elif not isinstance(value, dict):
        yield f"{where} is no map"
    elif "*" in shape or "#" in shape:
        (kind, inner), *_ = shape.items()
        for key, each in value.items():
            if kind == "#" and not (key.isascii() and key.isdigit() and str(int(key[:13])) == key):
                yield f"{where} has the key '{key[:40]}', which is no number"
            yield from _misshapen(each, inner, f"{where}.{key[:40]}")
    else:
        for key, inner in shape.items():
            if key not in value:
                yield f"{where} has no '{key}'"
            else:
                yield from _misshapen(value[key], inner, f"'{key}'" if where == "the file" else f"{where}.{key}")


def _is_leaf(value: Any, shape: str) -> bool:
    if shape in (COUNT, SEED):
        return type(value) is int and 0 <= value <= (MOST if shape == COUNT else MAX_INTEGER)
    if shape == TEXT:
        return isinstance(value, str)
    return shape == ANY or isinstance(value, bool)


def _impossible(data: Mapping[str, Any]) -> Iterator[str]:
    """Sums that no games can have."""
    for name, most in MOST_ENTRIES.items():
        if len(data[name]) > most:
            yield f"it has {len(data[name]):,} entries of '{name}', and at most {most:,} can be"
    players = data["plan"]["players"]
    if not 1 <= players <= 64 or len(data["plan"]["bots"]) != players:
        yield "its plan has not one bot for each player"
    if any(each["seat"] >= players for each in data["seats"]):
        yield "it has more seats than players"
    if data["ties"] > data["games"]:
        yield "more games ended without a winner than were played"
    yield from _too_many("seat", {number: (each["wins"], each["games"]) for number, each in enumerate(data["seats"])})
    yield from _too_many("player", {"who began": (data["first"]["wins"], data["first"]["games"])})
    for name in ("bots", "monsters", "cards"):
        yield from _too_many(name, {key: (each["wins"], each["games"]) for key, each in data[name].items()})
    for key, each in data["monsters"].items():
        if any(len(pair) != 2 or pair[1] > pair[0] for pair in each["seats"]) or len(each["seats"]) > players:
            yield f"the seats of '{key}' make no sense"
    for pair in data["pairs"]:
        if len(pair["monsters"]) != 2 or len(pair["wins"]) != 2 or sum(pair["wins"]) > pair["games"]:
            yield "a pair makes no sense"
    yield from _too_many("tenth", {each["tenth"]: (each["leader_won"], each["games"]) for each in data["lead"]})
    for key, trial in data["trials"].items():
        if trial["pairs"] != sum(trial[part] for part in ("both", "with", "without", "neither")):
            yield f"the outcomes of the trial '{key}' do not sum up to its pairs"


def _too_many(what: str, found: Mapping[Any, tuple[int, int]]) -> Iterator[str]:
    for key, (wins, games) in found.items():
        if wins > games:
            yield f"{what} {key}: more games won than played"
