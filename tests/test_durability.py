"""What is on disk after a kill, or after a write that failed, can be read: the old or the new file (gate G9, B33)."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.cli import main
from kaiju_compiler.emit import program_bytes
from kaiju_runtime import Game, load_program, program_from_data
from kaiju_runtime import files as kaiju_files
from kaiju_runtime.files import FileProblem, read_bytes, write_bytes
from kaiju_runtime.program import Program
from kaiju_runtime.replay import Recorder, read_replay, verify
from support.fuzzing import ROOT, compiled, encoded, small_pack

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
KILLS = 100 if NIGHTLY else 10

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")

WRITER = """
import sys
from pathlib import Path
from kaiju_runtime import Game, load_program
from kaiju_runtime.canonical import envelope
from kaiju_runtime.files import read_bytes, write_bytes
from kaiju_runtime.replay import Recorder

out, number = Path(sys.argv[1]), 0
program = load_program(out.parent / "rules.kaiju.json")
while True:
    number += 1
    game, recorder = Game.new(program, seed=number), Recorder()
    data = program.data | {"title": f"Round {number}"}
    write_bytes(out / "small.kaiju.json", envelope("program", 1, {"program": data, "examples": []}))
    for _ in range(5):
        game.answer(game.decision.keys()[0] if game.decision.kind != "pick some" else game.decision.keys()[:1])
        recorder.note(game)
        write_bytes(out / "game.save", game.save())
        write_bytes(out / "game.replay", recorder.replay(game).to_bytes())
    print(number, flush=True)
"""
"""Writes a program, a save and a replay as the command line does, over and over."""


def lay_out(folder: Path) -> Path:
    for path, data in encoded(small_pack()).items():
        write_bytes(folder / path, data)
    return folder


@cache
def small_program() -> Program:
    return program_from_data(compiled(encoded(small_pack())).modes["duel"].program)


@contextmanager
def writing(out: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that writes the same files over and over; it is past its first round when it is handed out."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(out)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "runtime")},
    )
    try:
        assert writer.stdout is not None and writer.stdout.readline(), "the writer did not begin"
        yield writer
    finally:
        writer.kill()
        writer.wait()


def check_readable(out: Path) -> None:
    """Each file is whole; nothing that was left beside them is taken for one."""
    assert load_program(out / "small.kaiju.json").title.startswith("Round ")
    Game.load(small_program(), read_bytes(out / "game.save"))
    verify(small_program(), read_replay(read_bytes(out / "game.replay")))
    strangers = {path.name for path in out.iterdir()} - {"small.kaiju.json", "game.save", "game.replay"}
    assert all(name.startswith(".") and name.endswith(".tmp") for name in strangers), strangers


@needs_kill
def test_a_killed_writer_leaves_whole_files(tmp_path: Path) -> None:
    draw = random.Random(9)
    write_bytes(tmp_path / "rules.kaiju.json", program_bytes(small_program().data, []))
    for _ in range(KILLS):
        with writing(tmp_path / "out") as writer:
            time.sleep(draw.random() / 5)
            writer.send_signal(signal.SIGKILL)
            writer.wait()
        check_readable(tmp_path / "out")


@needs_kill
def test_a_plain_write_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: writing straight over the old file, cut short, is no longer readable."""
    write_bytes(tmp_path / "x", Game.new(small_program(), seed=1).save())

    def cut(target: Path, data: bytes, private: bool) -> None:
        target.write_bytes(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(kaiju_files, "_replace", cut)
    with pytest.raises(FileProblem):
        write_bytes(tmp_path / "x", Game.new(small_program(), seed=2).save())
    assert not readable(tmp_path / "x")


def readable(path: Path) -> bool:
    try:
        Game.load(small_program(), read_bytes(path))
    except Exception:
        return False
    return True


# --- the n-th call that fails ------------------------------------------------------------------------


OPEN = os.open


class Failing:
    """Lets a call that is to write fail the n-th time."""

    def __init__(self, real: Callable[..., Any], at: int) -> None:
        self.real, self.left = real, at

    def __call__(self, *args: Any, **named: Any) -> Any:
        if self.real is not OPEN or args[1] & os.O_CREAT:
            self.left -= 1
            if self.left == 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self.real(*args, **named)


class HalfWriter:
    """A file whose write stops in the middle."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def __enter__(self) -> HalfWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> int:
        self.file.write(data[: len(data) // 2])
        self.file.flush()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


CALLS = ["open", "fdopen", "fsync", "replace"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Packs of two modes, and the folder of their programs; the packs have changed since these were built."""
    folder = tmp_path_factory.mktemp("built")
    packs, out = lay_out(folder / "packs"), folder / "out"
    write_bytes(packs / "again/pack.yaml", b"id: again\ntitle: Again\nversion: 1.0.0\nrequires: [duel]\n")
    write_bytes(packs / "again/mode.yaml", b"id: again\ntitle: Again\nextends: duel\n")
    assert main(["build", str(packs), "-o", str(out)]) in (0, 1)
    mode = packs / "duel_common" / "mode.yaml"
    mode.write_text(mode.read_text(encoding="utf-8").replace("base: 3", "base: 4"), encoding="utf-8")
    return packs, out


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("at", [1, 2])
def test_a_build_that_fails_leaves_old_or_new(
    built: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, at: int
) -> None:
    """The n-th call fails while programs are built anew: each file is the old or the new one."""
    packs, before = built
    old, out = contents(before), tmp_path / "out"
    shutil.copytree(before, out)
    with monkeypatch.context() as patch:
        patch.setattr(kaiju_files.os, call, Failing(getattr(os, call), at))
        status = main(["build", str(packs), "-o", str(out)])
    found = contents(out)
    assert set(found) == set(old) and len(old) == 2, "something was left beside the programs"
    for path in out.iterdir():
        load_program(path)
    kept = [name for name in old if found[name] == old[name]]
    assert bool(kept) == (status == 2), "a failure is told, and what was not written is the old file"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_disk_that_is_full_in_the_middle_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, game, recorder = tmp_path / "x", Game.new(small_program(), seed=1), Recorder()
    write_bytes(path, game.save())
    before = path.read_bytes()
    assert game.decision is not None
    game.answer(game.decision.keys()[0])
    recorder.note(game)
    real = os.fdopen
    with monkeypatch.context() as patch:
        patch.setattr(kaiju_files.os, "fdopen", lambda *args: HalfWriter(real(*args)))
        with pytest.raises(FileProblem, match="disk is full"):
            write_bytes(path, game.save())
    assert contents(tmp_path) == {"x": before}
    write_bytes(path, game.save())
    assert Game.load(small_program(), path.read_bytes()).answers == game.answers
