"""Canonical JSON, sealed files, and writing that survives a kill (B33)."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaiju_runtime import canonical, files
from kaiju_runtime.canonical import DamagedFile, NotCanonical, content_hash, dumps, envelope, loads, open_envelope
from kaiju_runtime.files import FileProblem, load_envelope, read_bytes, save_envelope, write_bytes, write_text

# --- canonical JSON ------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-canonical.MAX_INTEGER, canonical.MAX_INTEGER) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
).filter(lambda value: "\\ud" not in json.dumps(value))


@given(VALUES)
def test_a_value_comes_back_and_has_one_spelling(value: Any) -> None:
    data = dumps(value)
    assert loads(data) == value and dumps(loads(data)) == data
    assert loads(json.dumps(value, indent=2).encode()) == value


def test_the_order_of_keys_does_not_matter() -> None:
    assert dumps({"b": 1, "a": [True, None]}) == dumps({"a": [True, None], "b": 1}) == b'{"a":[true,null],"b":1}'
    assert content_hash({"é": 1}) == content_hash({"é": 1}) != content_hash({"é": 2})
    assert dumps("é") == '"é"'.encode()


@pytest.mark.parametrize(
    "value", [1.5, 1.0, float("nan"), (1,), {1: 2}, {None: 1}, b"x", {1}, 2**53, -(2**53), "\ud800", object()]
)
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(NotCanonical):
        dumps([value])


def test_depth_of_a_value() -> None:
    value: Any = 1
    for _ in range(canonical.MAX_DEPTH):
        value = [value]
    assert loads(dumps(value)) == value
    with pytest.raises(NotCanonical):
        dumps([value])


# --- sealed files --------------------------------------------------------------------------------

PAYLOAD = {
    "state": [0, 1, -7, 9007199254740991],
    "name": "Ёжик 怪獣",
    "flags": {"a": True, "b": None},
    "log": [[1, "x"]] * 9,
}


def sealed(**changes: Any) -> bytes:
    """A sealed file whose header has been changed, the seal made anew."""
    value = json.loads(envelope("save", 2, PAYLOAD, tool="0.1.0"))
    value.update(changes)
    del value["hash"]
    return dumps({**value, "hash": content_hash(value)})


def refusal(data: bytes, **limits: int) -> str:
    with pytest.raises(DamagedFile) as caught:
        open_envelope(data, "save", newest=2, oldest=2, **limits)
    assert caught.value.message and caught.value.help and caught.value.code in canonical.CODES
    return caught.value.code


def test_an_envelope_gives_back_what_was_put_in() -> None:
    data = envelope("save", 2, PAYLOAD, tool="0.1.0", program="abc")
    assert open_envelope(data, "save", newest=3) == PAYLOAD
    found = canonical.read_envelope(data, "save", newest=2)
    assert (found.kind, found.format_version, dict(found.meta)) == ("save", 2, {"tool": "0.1.0", "program": "abc"})
    assert envelope("save", 2, PAYLOAD, program="abc", tool="0.1.0") == data
    assert open_envelope(json.dumps(json.loads(data), indent=1).encode(), "save", newest=2) == PAYLOAD


REFUSED: list[tuple[bytes, str]] = [
    (b"", "saved-not-json"),
    (b"\x00\xff", "saved-not-json"),
    (b"{", "saved-not-json"),
    (b'{"a": 01}', "saved-not-json"),
    (b"[]", "saved-wrong-kind"),
    (b"null", "saved-wrong-kind"),
    (b'{"kaiju": 7}', "saved-wrong-kind"),
    (sealed(kaiju="replay"), "saved-wrong-kind"),
    (sealed(format=3), "saved-newer"),
    (sealed(format=1), "saved-older"),
    (sealed(format=True), "saved-damaged"),
    (sealed(format="2"), "saved-damaged"),
    (sealed(more=1), "saved-damaged"),
    (sealed(meta=[]), "saved-damaged"),
    (envelope("save", 2, PAYLOAD).replace(b"-7", b"-8"), "saved-damaged"),
    (envelope("save", 2, PAYLOAD, tool="1").replace(b'"tool":"1"', b'"tool":"2"'), "saved-damaged"),
    (envelope("save", 2, PAYLOAD).replace(b"-7", b"-7.0"), "saved-bad-number"),
    (envelope("save", 2, PAYLOAD).replace(b"-7", b"-7e1"), "saved-bad-number"),
    (envelope("save", 2, PAYLOAD).replace(b"-7", b"NaN"), "saved-bad-number"),
    (envelope("save", 2, PAYLOAD).replace(b"-7", b"9007199254740992"), "saved-bad-number"),
    (envelope("save", 2, PAYLOAD).replace(b"-7", b"9" * 100_000), "saved-bad-number"),
    (b'{"kaiju": "save", "kaiju": "save"}', "saved-damaged"),
    (b"[" * 100_000, "saved-too-deep"),
    (b'{"a":' * 100_000, "saved-too-deep"),
    (b'"' + b"\\" * 99_999, "saved-not-json"),
]


@pytest.mark.parametrize(("data", "code"), REFUSED, ids=range(len(REFUSED)))
def test_refusals(data: bytes, code: str) -> None:
    assert refusal(data) == code


def test_every_code_has_a_case() -> None:
    assert {code for _, code in REFUSED} | {"saved-too-large"} == set(canonical.CODES)


def test_size() -> None:
    data = envelope("save", 2, PAYLOAD)
    assert open_envelope(data, "save", newest=2, most_bytes=len(data)) == PAYLOAD
    assert refusal(data, most_bytes=len(data) - 1) == "saved-too-large"


def mutated(draw: random.Random, data: bytes) -> bytes:
    """The data with bits flipped, a part cut, doubled, or put elsewhere."""
    changed = bytearray(data)
    at, to = sorted(draw.sample(range(len(data)), 2))
    match draw.randrange(5):
        case 0:
            for _ in range(draw.randint(1, 4)):
                changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        case 1:
            del changed[at:]
        case 2:
            del changed[at : min(to, at + 20)]
        case 3:
            changed[at:at] = data[at:to]
        case _:
            changed[at : at + 3] = draw.choice([b"[[[", b"1e9", b'"\\u', b"-0.", b"\x00", b"{}", b"null"])
    return bytes(changed)


def check_mutations(seeds: range) -> None:
    data = envelope("save", 2, PAYLOAD, tool="0.1.0")
    right = canonical.read_envelope(data, "save", newest=2)
    for seed in seeds:
        try:
            found = canonical.read_envelope(mutated(random.Random(seed), data), "save", newest=2)
        except DamagedFile:
            continue
        assert found == right, seed


def test_a_damaged_file_is_refused_or_the_same() -> None:
    check_mutations(range(20_000))


@pytest.mark.nightly
def test_a_damaged_file_is_refused_or_the_same_in_full() -> None:
    check_mutations(range(20_000, 200_000))


# --- reading and writing -------------------------------------------------------------------------


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_write_makes_folders_replaces_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "x.json"
    write_bytes(path, b"one")
    write_text(path, "zwei\r\nЁ")
    assert read_bytes(path) == "zwei\r\nЁ".encode()
    assert names(path.parent) == ["x.json"]


def test_write_keeps_rights_and_follows_links(tmp_path: Path) -> None:
    path, link = tmp_path / "x", tmp_path / "link"
    write_bytes(path, b"1")
    path.chmod(0o640)
    link.symlink_to(path)
    write_bytes(link, b"2")
    assert link.is_symlink() and path.read_bytes() == b"2" and path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("call", ["open", "fdopen", "fsync", "replace"])
@pytest.mark.parametrize(("number", "reason"), [(errno.ENOSPC, "full"), (errno.EACCES, "may not"), (errno.EIO, "")])
def test_a_failing_step_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, reason: str
) -> None:
    path = tmp_path / "x.json"
    write_bytes(path, b"old")

    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(files.os, call, fail)
        with pytest.raises(FileProblem) as caught:
            write_bytes(path, b"new")
    assert reason in caught.value.reason and str(path) in str(caught.value) and caught.value.advice
    assert path.read_bytes() == b"old" and names(tmp_path) == ["x.json"]


def test_problems_name_path_and_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for act, path, reason in [
        (read_bytes, tmp_path / "absent", "does not exist"),
        (read_bytes, tmp_path, "folder"),
        (read_bytes, Path("/dev/null"), "no ordinary file"),
        (read_bytes, Path("a\0b"), "no name"),
        (lambda path: write_bytes(path, b""), tmp_path, "folder"),
        (lambda path: write_bytes(path, b""), tmp_path / "file" / "x", "no folder"),
        (lambda path: write_bytes(path, b""), tmp_path / ("x" * 300), "too long"),
        (lambda path: write_bytes(path, b""), Path("a\0b"), "no name"),
    ]:
        with pytest.raises(FileProblem) as caught:
            act(path)
        assert reason in caught.value.reason, path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_no_file_and_nobody_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileProblem, match="no ordinary file"):
        read_bytes(tmp_path / "pipe")


def test_reading_stops_behind_the_cap(tmp_path: Path) -> None:
    path = tmp_path / "x"
    save_envelope(path, "save", 2, PAYLOAD)
    assert load_envelope(path, "save", newest=2).payload == PAYLOAD
    assert len(read_bytes(path, 10)) == 11
    with pytest.raises(DamagedFile):
        load_envelope(path, "save", newest=2, most_bytes=10)


WRITER = """
import sys; from pathlib import Path; from kaiju_runtime.files import save_envelope
path, n = Path(sys.argv[1]), 0
while True:
    n += 1
    save_envelope(path, "save", 1, {"n": n, "filler": [n] * 20_000})
"""


def check_kills(tmp_path: Path, kills: int) -> None:
    path, draw = tmp_path / "game.save", random.Random(3)
    save_envelope(path, "save", 1, {"n": 0})
    for _ in range(kills):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        )
        time.sleep(0.1 + draw.random() / 10)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        assert "n" in load_envelope(path, "save", newest=1).payload
    assert [name for name in names(tmp_path) if not name.endswith(".tmp")] == ["game.save"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_killed_writer_leaves_a_whole_file(tmp_path: Path) -> None:
    check_kills(tmp_path, 20)


@pytest.mark.nightly
def test_a_killed_writer_leaves_a_whole_file_in_full(tmp_path: Path) -> None:
    check_kills(tmp_path, 500)
