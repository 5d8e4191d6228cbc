"""What is kept of program files: used when it is ours, made again when it is anything else, never run unchecked."""

from __future__ import annotations

import hashlib
import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.emit import program_bytes
from kaiju_compiler.parse import grammar
from kaiju_runtime import Game, KaijuError, load_program
from kaiju_runtime import kept as cache
from kaiju_runtime.canonical import DamagedFile, envelope
from kaiju_runtime.fast import generate
from kaiju_runtime.fast.code import code_of
from kaiju_runtime.fast.pack import packed, unpacked
from kaiju_runtime.files import FileProblem
from kaiju_runtime.game import layout_for
from kaiju_runtime.program import Program
from support.fuzzing import compiled, encoded, small_pack
from support.programs import concrete_modes, program
from support.random_play import play_randomly

ROOT = Path(__file__).parent.parent
PROBES = ("harbour", "tests/packs")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.fixture(scope="module")
def small() -> bytes:
    """The file of a small program."""

    mode = compiled(encoded(small_pack())).modes["duel"]
    return program_bytes(mode.program, mode.examples)


@pytest.fixture
def file(tmp_path: Path, small: bytes) -> Path:
    path = tmp_path / "small.kaiju.json"
    path.write_bytes(small)
    return path


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hashes of the programs for which code is generated from here on."""
    made: list[str] = []
    real = generate.generate

    def counting(program: Program, layout: Any) -> Any:
        made.append(program.hash)
        return real(program, layout)

    monkeypatch.setattr(generate, "generate", counting)
    return made


def played(file: Path, seed: int = 5) -> str:
    """How a game of the program of a file ends, the first option being taken always."""
    game = Game.new(load_program(file), seed=seed)
    while (decision := game.decision) is not None and len(game.answers) < 40:
        game.answer(decision.keys()[: decision.least] if decision.kind == "pick some" else decision.keys()[0])
    return game.state_hash()


def kept_files() -> list[Path]:
    return sorted(Path(cache.folder_of("cache")).rglob(f"*{cache.SUFFIX}"))


# --- used ----------------------------------------------------------------------------------------


def test_code_is_generated_once(file: Path, generated: list[str]) -> None:
    first = played(file)
    assert len(generated) == 1 and len(kept_files()) == 2
    assert played(file) == first
    assert len(generated) == 1


def test_nothing_is_kept_of_bytes_and_on_request(file: Path, small: bytes) -> None:
    Game.new(load_program(small), seed=1)
    Game.new(load_program(file, keep=False), seed=1)
    assert kept_files() == [] and not Path(cache.key_file()).exists()


@pytest.mark.parametrize(("mode", "folder"), [*((mode, "content") for mode in concrete_modes()), PROBES])
def test_what_is_kept_is_what_was_made(mode: str, folder: str) -> None:
    """Code and tables survive the disk, those included that are parts of the program."""
    found = program(mode, folder)
    made = generate.generate(found, layout_for(found))
    code = compile(made.source, "<test>", "exec")
    kept = packed(found, code, made.tables)
    assert kept is not None
    code_again, tables = unpacked(found, marshal.loads(marshal.dumps(kept)))
    assert tables == made.tables and list(map(type, tables.values())) == [type(made.tables[name]) for name in tables]
    assert code_again == code


def test_games_on_kept_code_are_the_same(tmp_path: Path, generated: list[str]) -> None:
    found = program(*PROBES)
    path = tmp_path / "probe.kaiju.json"
    path.write_bytes(program_bytes(found.data, []))
    ends = []
    for _ in range(2):
        again = load_program(path)
        monsters = [again.pieces[piece].key for piece in again.monsters][: again.least_players]
        games = [play_randomly(again, monsters, seed, dealt=3, sample=0).game for seed in range(4)]
        ends.append([game.state_hash() for game in games])
    assert ends[0] == ends[1] and len(generated) == 1


def test_a_kept_parser_reads_what_a_new_one_reads() -> None:
    records = [each for mode in ("duel", "king_of_tokyo") for each in program(mode).data["catalog"]["records"].values()]
    texts = [each["effect"] + "\n" for each in records if each["effect"]]
    parsers = []
    for _ in range(2):
        grammar.load.cache_clear()
        parsers.append(grammar.load())
    made, kept = parsers
    assert type(made.parser) is type(kept.parser) and Path(cache.folder_of("cache")).exists()
    assert [each.name for each in made.terminals] == [each.name for each in kept.terminals]
    for text in texts:
        trees = [each.parse(text, start="effect") for each in parsers]
        assert trees[0] == trees[1] and str(trees[0].meta.__dict__) == str(trees[1].meta.__dict__)
    grammar.load.cache_clear()


# --- never run unchecked -------------------------------------------------------------------------

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut in its seal": lambda data: data[:20],
    "cut behind its seal": lambda data: data[: cache.SEAL_BYTES],
    "cut": lambda data: data[: len(data) // 2],
    "the last byte missing": lambda data: data[:-1],
    "one byte more": lambda data: data + b"\0",
    "a bit of the seal": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "a bit of the code": lambda data: data[:-100] + bytes([data[-100] ^ 4]) + data[-99:],
    "other code": lambda data: data[: cache.SEAL_BYTES] + marshal.dumps({"code": compile("EVIL = 1", "", "exec")}),
    "sealed without the key": lambda data: hashlib.sha256(data[cache.SEAL_BYTES :]).digest() + data[cache.SEAL_BYTES :],
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_tampered_file_is_made_again(name: str, file: Path, generated: list[str]) -> None:
    first = played(file)
    for path in kept_files():
        path.write_bytes(DAMAGE[name](path.read_bytes()))
    assert played(file) == first and len(generated) == 2
    assert played(file) == first and len(generated) == 2, "it was not mended"


def test_no_bit_can_be_changed(file: Path) -> None:
    played(file)
    (path,) = (each for each in kept_files() if each.stat().st_size == max(p.stat().st_size for p in kept_files()))
    found, data = load_program(file), path.read_bytes()
    name = found.hash if cache.read("code", found.hash) else ""
    for at in range(0, len(data), max(1, len(data) // 300)):
        path.write_bytes(data[:at] + bytes([data[at] ^ (1 << at % 8)]) + data[at + 1 :])
        assert cache.read("code", name) is None
    path.write_bytes(data)
    assert cache.read("code", name) is not None


def test_planted_code_does_not_run(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever may write to the cache folder only cannot make code that is run: it says so itself if it is."""
    played(file)
    evil = compile(f"open({str(tmp_path / 'ran')!r}, 'w').close()", "", "exec")
    planted = marshal.dumps({"code": evil, "plain": {}, "abilities": {}, "nodes": {}})
    hash_of_program = load_program(file).hash
    about = cache.identity("code", hash_of_program)
    assert about is not None
    Path(cache.file_of(about)).write_bytes(cache.sealed(b"a key of somebody else".ljust(32), about, planted) + planted)
    played(file)
    assert not (tmp_path / "ran").exists()
    key = cache.own_key()
    assert key is not None
    Path(cache.file_of(about)).write_bytes(cache.sealed(key, about, planted) + planted)
    with pytest.raises(KaijuError):
        played(file)
    assert (tmp_path / "ran").exists(), "the test above could not have seen it"


def test_a_file_under_another_name_is_refused(tmp_path: Path, generated: list[str]) -> None:
    """The code of one program is not run as that of another."""
    files = []
    for mode, folder in (PROBES, ("duel", "content")):
        files.append(tmp_path / f"{mode}.kaiju.json")
        files[-1].write_bytes(program_bytes(program(mode, folder).data, []))
        played(files[-1])
    abouts = [cache.identity("code", load_program(each).hash) for each in files]
    first, second = (Path(cache.file_of(each)) for each in abouts if each is not None)
    first.write_bytes(second.read_bytes())
    played(files[0])
    assert len(generated) == 3


@pytest.mark.parametrize("what", ["python", "optimised", "our code"])
def test_code_of_another_version_is_not_used(
    what: str, file: Path, generated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = played(file)
    about = cache.identity("code", load_program(file).hash)
    assert about is not None
    data = Path(cache.file_of(about)).read_bytes()
    if what == "python":
        monkeypatch.setattr(cache.sys, "version", "3.99.0 (another one)")
    elif what == "optimised":
        monkeypatch.setattr(cache.marshal, "version", 99)
    else:
        monkeypatch.setattr(cache, "own_code", lambda: "another version")
    other = cache.identity("code", load_program(file).hash)
    assert other is not None and other != about
    Path(cache.file_of(other)).write_bytes(data)
    assert played(file) == first and len(generated) == 2


def test_a_change_of_our_code_is_seen(tmp_path: Path) -> None:
    """The engine's sources by size and time: a copy of them, one changed without a change of size."""
    import shutil

    copy = tmp_path / "kaiju_runtime"
    shutil.copytree(ROOT / "runtime" / "kaiju_runtime", copy, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-c", "from kaiju_runtime.kept import own_code; print(own_code())"]

    def seen() -> str:
        env = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=60).stdout

    before, path = seen(), copy / "fast" / "stats.py"
    assert len(before) > 60 and seen() == before
    was = path.stat()
    path.write_bytes(path.read_bytes().replace(b"The", b"Teh", 1))
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert seen() != before


# --- the key -------------------------------------------------------------------------------------


def test_the_key_is_private(file: Path) -> None:
    played(file)
    key = Path(cache.key_file())
    assert len(key.read_bytes()) == cache.KEY_BYTES and key.stat().st_mode & 0o777 == 0o600
    assert not any(key.read_bytes() in each.read_bytes() for each in kept_files())
    assert Path(cache.folder_of("cache")) not in key.parents


KEYS: dict[str, Callable[[Path], object]] = {
    "missing": lambda key: key.unlink(),
    "readable by others": lambda key: key.chmod(0o644),
    "writable by the group": lambda key: key.chmod(0o620),
    "short": lambda key: key.write_bytes(b"x"),
    "long": lambda key: key.write_bytes(b"x" * 33),
    "a pipe": lambda key: (key.unlink(), os.mkfifo(key, 0o600)),
    "a folder": lambda key: (key.unlink(), key.mkdir(), (key / "x").touch()),
    "a link to a file of everybody": lambda key: (
        key.rename(key.with_name("elsewhere")),
        key.with_name("elsewhere").chmod(0o644),
        key.symlink_to(key.with_name("elsewhere")),
    ),
}


@pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")
@pytest.mark.parametrize("name", KEYS)
def test_a_key_that_is_not_safe_is_not_used(name: str, file: Path, generated: list[str]) -> None:
    first = played(file)
    key = Path(cache.key_file())
    old = key.read_bytes()
    KEYS[name](key)
    assert cache.read_key(str(key)) is None
    assert played(file) == first and len(generated) == 2
    if name != "a folder":
        assert cache.read_key(str(key)) not in (None, old)
        assert played(file) == first and len(generated) == 2


def test_a_key_that_came_with_the_folder_is_not_used(
    file: Path, tmp_path: Path, generated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the user's own folders are not known, they are looked for from the working folder."""
    monkeypatch.chdir(tmp_path)
    key = tmp_path / "here" / "kaiju" / "code-key"
    key.parent.mkdir(parents=True)
    key.write_bytes(b"x" * cache.KEY_BYTES)
    key.chmod(0o600)
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    assert played(file) == played(file) and len(generated) == 2
    key.unlink()
    played(file)
    assert not key.exists()


@pytest.mark.skipif(os.name != "posix", reason="owners of files are those of POSIX")
def test_a_key_of_somebody_else_is_not_used(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(file)
    monkeypatch.setattr(cache.os, "geteuid", lambda: os.getuid() + 1)
    assert cache.read_key(cache.key_file()) is None


def test_a_key_that_cannot_be_read(file: Path, generated: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(file)

    def refused(path: Any, *arguments: Any, **more: Any) -> Any:
        if path == cache.key_file():
            raise PermissionError(13, "no")
        return open(path, *arguments, **more)  # noqa: PTH123 - the very call that is replaced

    monkeypatch.setattr(cache, "open", refused, raising=False)
    assert played(file) == first and len(generated) == 2


# --- folders and processes -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["XDG_CACHE_HOME", "XDG_DATA_HOME"])
def test_a_folder_that_cannot_be_made(
    name: str, file: Path, generated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, str(file))
    assert played(file) == played(file) and len(generated) == 2


def test_a_folder_that_cannot_be_written(file: Path, generated: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, data: bytes, **more: Any) -> None:
        raise FileProblem(path, "the disk is read-only", "choose another folder", "write")

    monkeypatch.setattr(cache, "write_bytes", refused)
    assert played(file) == played(file) and len(generated) == 2 and kept_files() == []


def test_only_the_latest_files_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 3)
    for number in range(6):
        cache.write("code", str(number), number)
        about = cache.identity("code", str(number))
        assert about is not None
        os.utime(cache.file_of(about), (number, number))
    assert [cache.read("code", str(number)) for number in range(6)] == [None, None, None, 3, 4, 5]


def test_processes_at_the_same_time(file: Path) -> None:
    """Several processes that find nothing all play, and what they leave behind is whole."""
    code = "import sys; from test_code_cache import played; from pathlib import Path; print(played(Path(sys.argv[1])))"
    path = os.pathsep.join([*(str(ROOT / part) for part in ("compiler", "runtime", "site", "tests"))])
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(file)], env=os.environ | {"PYTHONPATH": path}, stdout=-1)
        for _ in range(3)
    ]
    ends = {each.communicate(timeout=120)[0].decode().strip() for each in running}
    assert ends == {played(file)}
    found = load_program(file)
    assert cache.read("code", found.hash) is not None or code_of(found, layout_for(found))
    assert not list(Path(cache.folder_of("cache")).rglob("*.tmp"))


def test_folders_are_those_of_platformdirs(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    for set_ in (True, False):
        for kind, function in (("cache", platformdirs.user_cache_dir), ("data", platformdirs.user_data_dir)):
            if not set_:
                monkeypatch.delenv(f"XDG_{kind.upper()}_HOME")
            assert cache.folder_of(kind) == function("kaiju", appauthor=False)


# --- program files -------------------------------------------------------------------------------


def forged(small: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The file of a program that somebody changed and sealed again."""
    import json

    data = json.loads(small)["payload"]["program"]
    change(data)
    return envelope("program", 1, {"program": data, "examples": []})


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "no catalog": lambda data: data.pop("catalog"),
    "a list for a catalog": lambda data: data.update(catalog=[]),
    "a list for records": lambda data: data["catalog"].update(records=[]),
    "a text for a record": lambda data: data["catalog"]["records"].update(x="y"),
    "a record without its name": lambda data: next(iter(data["catalog"]["records"].values())).pop("name"),
    "tags that are no texts": lambda data: next(iter(data["catalog"]["records"].values())).update(tags=[1]),
    "rules that are no tables": lambda data: data["catalog"].update(rules={"a": 1}),
    "a name of two lines": lambda data: data["definitions"][0].update(name="two\n    lines"),
    "a title with another end of a line": lambda data: data.update(title="two\rlines"),
    "a name with a line's end at its end": lambda data: data["rules"][0].update(name="one\n"),
    "a place in a file of two lines": lambda data: data["source_map"].update({"1": ["two\nlines", 1, 1]}),
    "a place without its line": lambda data: data["source_map"].update({"1": ["a.yaml", "1", 1]}),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_catalog_is_refused(name: str, small: bytes) -> None:
    with pytest.raises(KaijuError) as caught:
        load_program(forged(small, FORGED[name]))
    assert caught.value.code == "program-damaged" and caught.value.help


def test_a_program_of_another_version_says_so(small: bytes) -> None:
    def older(data: dict[str, Any]) -> None:
        del data["phases"]
        data["tool"] = "kaiju-rules 0.0.7"

    with pytest.raises(KaijuError, match=r"phases.*made by kaiju-rules 0\.0\.7"):
        load_program(forged(small, older))


def test_a_program_file_that_was_changed_is_not_taken_from_memory(file: Path, small: bytes) -> None:
    """What is kept is found by every byte of the file."""
    load_program(file)
    file.write_bytes(small.replace(b'"title"', b'"tilte"', 1))
    with pytest.raises(DamagedFile):
        load_program(file)
