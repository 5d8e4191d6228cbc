"""How long it takes until a game can be played: each figure from processes of its own, the best of some.

Time of the processor, so that what else runs on the machine counts little. Compiled modules (``.pyc``) are there, as
after the first start of an installed Kaiju.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.site import write_pack
from kaiju_compiler.emit import program_bytes
from kaiju_compiler.pipeline import compile_packs

ROOT = Path(__file__).parent.parent.parent
TIMES = 5
CARDS = 100

CLOCK = "import json, sys, time\nlaps = [time.process_time()]\nlap = lambda: laps.append(time.process_time())\n"
TOLD = "\nlap()\nprint(json.dumps([1000 * (b - a) for a, b in zip(laps, laps[1:])]))\n"

IMPORT = "import kaiju_runtime"
RUN = """
from kaiju_runtime import Game, load_program
lap()
Game.new(load_program(sys.argv[1]), seed=1)
"""
COMPILE = """
from kaiju_compiler.pipeline import compile_packs
from kaiju_runtime import Game, program_from_data
import kaiju_runtime.fast.generate
lap()
(mode,) = compile_packs([sys.argv[1]]).modes.values()
Game.new(program_from_data(mode.program), seed=1)
"""


def milliseconds(code: str, argument: object, home: Path, times: int = TIMES, fresh: bool = False) -> float:
    """The least time of the last part of a script; ``fresh``: nothing is kept from one process to the next."""
    least = float("inf")
    for number in range(times + 1):
        kept = home / f"kept-{number}" if fresh else home / "kept"
        env = os.environ | {
            "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("compiler", "runtime", "site", "tests")),
            "PYTHONPYCACHEPREFIX": str(home / "pyc"),
            "XDG_CACHE_HOME": str(kept / "cache"),
            "XDG_DATA_HOME": str(kept / "data"),
        }
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-c", CLOCK + code + TOLD, str(argument)]
        told = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
        if number:
            least = min(least, json.loads(told)[-1])
    return least


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        pack = write_pack(home / "packs", CARDS)
        (mode,) = compile_packs([str(pack)]).modes.values()
        cards = home / "cards.kaiju.json"
        cards.write_bytes(program_bytes(mode.program, mode.examples))
        print(f"import of the run path: {milliseconds(IMPORT, '', home):.0f} ms (floor 60, target 25)")
        first, cold = milliseconds(COMPILE, pack, home, fresh=True), milliseconds(COMPILE, pack, home)
        cached = milliseconds(RUN, cards, home)
        print(
            f"{CARDS} cards, source to runnable: cold {cold:.0f} ms (floor 400, target 150), "
            f"the very first time {first:.0f} ms; cached {cached:.1f} ms (floor 20, target 5)"
        )


if __name__ == "__main__":
    main()
