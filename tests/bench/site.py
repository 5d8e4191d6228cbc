"""How long the reference site of a pack with 2,000 records takes, once it is known what examples do."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

from kaiju_site import build_site
from kaiju_site.samples import fixture_files

RECORDS = 2_000
LIMIT = 15.0
"""Seconds of this process, so that what else runs on the machine does not count."""

EFFECTS = (
    "gain 2 gold",
    "when you resolve wave if amount >= 3: gain 1 rum",
    "before you lose hull:\n  may pay 1 gold: prevent 1",
    "once per turn, when your turn starts: gain 1 gold; rival loses 1 hull",
    "modify rolls: +1",
    "action in resolve spend 2 coin: gain 1 hull",
)


def write_pack(folder: Path, number: int = RECORDS) -> Path:
    """The pack of the language reference with so many cards, one in a hundred with an example."""
    for name, data in fixture_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    pack = folder / name.partition("/")[0]
    records = [record(each) for each in range(number)]
    (pack / "many.yaml").write_text(json.dumps({"kind": "card", "records": records}, indent=1), encoding="utf-8")
    return pack


def record(number: int) -> dict[str, object]:
    identity = f"card_{number}"
    example = {"name": f"number {number} is bought", "proves": [identity], "do": "play to buy", "then": "you.rum >= 0"}
    made: dict[str, object] = {
        "id": identity,
        "name": f"Card {number}",
        "cost": number % 9,
        "type": "crew" if number % 3 else "order",
        "provenance": "house",
        "tags": [f"tag{number % 7}"],
        "effect": EFFECTS[number % len(EFFECTS)],
    }
    return made if number % 100 else {**made, "examples": [example]}


def seconds(folder: Path, number: int = RECORDS) -> tuple[list[tuple[float, float]], int]:
    """The first build and the next, in seconds of the process and on the clock, and how many files they have."""
    pack = write_pack(folder, number)
    times = []
    for _ in range(2):
        begun = time.process_time(), time.perf_counter()
        result = build_site([pack], folder / "out")
        times.append((time.process_time() - begun[0], time.perf_counter() - begun[1]))
        assert result.ok, result.problems[:3]
    return times, result.pages


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        (first, next_one), pages = seconds(Path(folder))
    print(
        f"site of {RECORDS:,} records ({pages:,} files): first build {first[0]:.1f} s, next {next_one[0]:.1f} s "
        f"(on the clock {first[1]:.1f} s and {next_one[1]:.1f} s)"
    )
    if next_one[0] > LIMIT:
        raise SystemExit(f"that is more than {LIMIT:.0f} s")


if __name__ == "__main__":
    main()
