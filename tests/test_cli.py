"""The command line: status, output, errors with codes, and terminals that are not what one hopes for."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kaiju_compiler.cli import COMMANDS, cli, main, programs
from kaiju_compiler.cli.common import CODES, CommandError, failure_of
from kaiju_compiler.cli.programs import load_mode, shipped_modes
from kaiju_compiler.cli.seats import read_options, read_seats
from kaiju_runtime.canonical import envelope
from support.packs import write_pack

ROOT = Path(__file__).parent.parent
HARBOUR = "tests/packs/harbour"


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Caches and saves of the tests lie in a folder of the run; the working folder is the checkout."""
    home = tmp_path_factory.getbasetemp() / "home"
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home / name))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(ROOT)
    yield


def run(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=input)


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("compiler", "runtime", "site"))}
    env |= more.pop("env", {})
    command = [sys.executable, "-m", "kaiju_compiler.cli", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, timeout=300, **{"capture_output": True} | more)


def refused(result: Result, code: str, *words: str) -> None:
    """The command failed with a code, in words, without a traceback."""
    assert result.exit_code == 2, (result.output, result.stderr)
    assert f"error[{code}]" in result.stderr and "Traceback" not in result.stderr + result.output
    assert all(word in result.stderr for word in words), result.stderr


# --- help, and wrong use -------------------------------------------------------------------------


def test_help_lists_every_command_without_loading_any() -> None:
    text = run("--help").output
    assert all(f"  {name}" in text for name in COMMANDS)
    for name in COMMANDS:
        assert run(name, "--help").exit_code == 0
    code = "import sys; from kaiju_compiler.cli import main; main(['--help']); print(sorted(sys.modules))"
    loaded = (
        process("--version").returncode == 0
        and subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            env=os.environ | {"PYTHONPATH": f"{ROOT / 'compiler'}{os.pathsep}{ROOT / 'runtime'}"},
        ).stdout
    )
    for heavy in ("lark", "ruamel", "jsonschema", "rich", "kaiju_runtime.game", "kaiju_compiler.pipeline"):
        assert loaded and f"'{heavy}'" not in loaded


def test_the_help_of_the_list_is_that_of_the_commands() -> None:
    for name, short in COMMANDS.items():
        first = run(name, "--help").output.split("\n\n")[1].strip()
        assert short.rstrip(".").split()[0] == first.split()[0], (name, first)


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["chekc"], "did you mean 'check'?"),
        (["--nope"], "--nope"),
        (["check", "--format", "xml"], "xml"),
        (["text"], "ID"),
        (["replay", "x", "--to", "-1"], "-1"),
        (["play"], "kaiju play MODE"),
    ],
)
def test_wrong_use(arguments: list[str], word: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    told = capfd.readouterr().err
    assert "error[usage]" in told and word in told and "Traceback" not in told


def test_every_exception_becomes_an_error_with_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failure_of(KeyboardInterrupt()).code == "stopped"
    assert failure_of(ZeroDivisionError("no")).code == "internal"
    monkeypatch.setattr("kaiju_compiler.cli.list_command.modes_table", lambda: 1 // 0)
    refused(run("list"), "internal", "ZeroDivisionError", "report")


# --- check, build, test --------------------------------------------------------------------------


def good_pack(folder: Path) -> Path:
    pack = write_pack(
        folder,
        rules={"work": 'action in act "Work": gain 1 coins', "won": "as soon as you.coins = 9: win"},
        gadgets={"bell": "when turn ends: gain 1 coins"},
    )
    records = (pack / "gadgets.yaml").read_text(encoding="utf-8")
    (pack / "gadgets.yaml").write_text(records + EXAMPLES, encoding="utf-8")
    return pack


EXAMPLES = """\
    examples:
      - name: a bell rings at the end of a turn
        proves: [bell]
        given: move bell to you
        do: end turn
        then: |
          you.coins = 1
      - name: a bell rings twice
        given: move bell to you
        do: end turn
        then: |
          you.coins = 2
"""


def test_check_of_good_and_bad_packs(tmp_path: Path) -> None:
    pack = good_pack(tmp_path)
    good = run("check", str(pack))
    assert good.exit_code in (0, 1) and "in 4 files" in good.output
    (pack / "gadgets.yaml").write_text(
        "kind: gadget\nrecords: [{id: x, name: X, effect: gian 1 coins}]\n", encoding="utf-8"
    )
    bad = run("check", str(pack))
    assert bad.exit_code == 1 and "error[" in bad.output and "gadgets.yaml:2:" in bad.output


def test_check_for_programs(tmp_path: Path) -> None:
    pack = good_pack(tmp_path)
    (pack / "mode.yaml").write_text("id: [", encoding="utf-8")
    found = json.loads(run("check", str(pack), "--format", "json").stdout)
    assert found and {"code", "severity", "message", "path", "range"} <= set(found[0])
    lines = run("check", str(pack), "--format", "github").stdout.splitlines()
    assert lines and all(line.startswith(("::error ", "::warning ")) and "file=" in line for line in lines)


def test_check_of_nothing() -> None:
    missing = run("check", "no/such/folder")
    assert missing.exit_code == 1 and "pack-not-found" in missing.output


def test_build_writes_programs_that_can_be_played(tmp_path: Path) -> None:
    pack, out = good_pack(tmp_path), tmp_path / "out"
    built = run("build", str(pack), "-o", str(out))
    program = out / "tiny.kaiju.json"
    assert program.is_file() and "tiny.kaiju.json: " in built.output
    first = program.read_bytes()
    run("build", str(pack), "-o", str(out))
    assert program.read_bytes() == first and [path.name for path in out.iterdir()] == ["tiny.kaiju.json"]
    played = run("play", str(program), "--seat", "all=random", "--seed", "1")
    assert played.exit_code == 0 and "wins in turn" in played.output


def test_build_names_what_is_left_out(tmp_path: Path) -> None:
    pack = good_pack(tmp_path)
    (pack / "more.yaml").write_text(
        "kind: gadget\nrecords: [{id: x, name: X, effect: gian 1 coins}]\n", encoding="utf-8"
    )
    built = run("build", str(pack), "-o", str(tmp_path / "out"))
    assert built.exit_code == 1 and "left out of tiny: tiny:x" in built.output
    assert (tmp_path / "out" / "tiny.kaiju.json").is_file()


def test_build_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    refused(run("build", str(good_pack(tmp_path)), "-o", str(tmp_path / "file")), "file-problem", "file")


def test_examples_pass_and_fail(tmp_path: Path) -> None:
    pack = good_pack(tmp_path)
    result = run("test", str(pack))
    assert result.exit_code == 1 and "1 passed, 1 failed" in result.output
    assert "a bell rings twice" in result.output and "you.coins = 2" in result.output
    assert "you.coins is 1\n" in result.output and "gadgets.yaml:" in result.output and "what happened" in result.output
    one = run("test", str(pack), "--filter", "end of a turn")
    assert one.exit_code == 0 and "1 passed, 0 failed" in one.output
    traced = run("test", str(pack), "--filter", "end of a turn", "--trace")
    assert "Ape gains 1 coin" in traced.output and "because of bell (Ape)" in traced.output
    covered = run("test", str(pack), "--coverage")
    assert "coverage of tiny" in covered.output and "not run: rule:work" in covered.output
    nothing = run("test", str(pack), "--filter", "zzz")
    assert nothing.exit_code == 0 and "0 passed, 0 failed" in nothing.output and "no examples" in nothing.stderr


# --- list, text, show, explain -------------------------------------------------------------------


def test_lists() -> None:
    modes = json.loads(run("list", "--format", "json").stdout)
    assert {"id", "title", "pack", "players", "records", "examples"} <= set(modes[0])
    records = json.loads(run("list", HARBOUR, "--format", "json").stdout)
    wanted = {"id", "kind", "name", "pack", "cost", "type", "copies", "tags", "provenance", "wording", "examples"}
    assert records and all(wanted <= set(record) for record in records)
    rules = json.loads(run("list", HARBOUR, "--kind", "rule", "--format", "json").stdout)
    assert rules and all(each["file"].endswith("mode.yaml") and each["line"] > 0 for each in rules)
    monsters = json.loads(run("list", HARBOUR, "--kind", "monster", "--format", "json").stdout)
    assert 0 < len(monsters) < len(records) and {each["kind"] for each in monsters} == {"monster"}
    rules = run("list", HARBOUR, "--kind", "rule")
    assert rules.exit_code == 0 and "rule:" in rules.output
    refused(run("list", HARBOUR, "--kind", "monstre"), "record-unknown", "did you mean 'monster'?")


def test_texts(tmp_path: Path) -> None:
    pack = str(good_pack(tmp_path))
    for name in ("bell", "tiny:bell", "BELL"):
        text = run("text", name, "--in", pack)
        assert text.exit_code == 0 and "tiny:bell" in text.output and "coin" in text.output
    assert "rule:work" in run("text", "rule:work", "--in", pack).output
    refused(run("text", "bel", "--in", pack), "record-unknown", "did you mean 'bell'?")


def test_show(tmp_path: Path) -> None:
    pack = str(good_pack(tmp_path))
    shown = run("show", "bell", "--in", pack).output
    for part in ("effect", "rules text", "program", "examples (2)", "when turn ends: gain 1 coins", '["gain"'):
        assert part in shown, shown
    data = json.loads(run("show", "bell", "--in", pack, "--format", "json").stdout)
    assert data["id"] == "tiny:bell" and data["program"] and len(data["examples"]) == 2 and data["wording"]


def test_explanations() -> None:
    verb = run("explain", "gain").output
    assert "gain {n:number} {counter:counter}" in verb and "Events" in verb and "Changes counter" in verb
    assert "control" in run("explain", "choose").output
    assert "YAML" in run("explain", "yaml-date").output
    for code in CODES:
        assert run("explain", code).exit_code == 0
    assert "yaml-date" in run("explain").output
    refused(run("explain", "gian"), "word-unknown", "did you mean 'gain'?")
    refused(run("explain", "fewest"), "word-unknown", "'kaiju explain min' may help")
    refused(run("explain", "steal"), "word-unknown", "'kaiju explain move' may help")
    assert run("explain", "choose", "one").output == run("explain", "choose one").output
    for word, meant in (
        *(
            ("all", "players"),
            ("another", "others"),
            ("randomly", "at random"),
            ("instead", "before"),
            ("unless", "if"),
        ),
        *(("whenever", "when"), ("otherwise", "else"), ("once per game", "once per turn"), ("trade", "swap")),
        *(("during", "action"), ("extra", "modify"), ("twice", "repeat"), ("counter", "gain"), ("zone", "move")),
    ):
        refused(run("explain", word), "word-unknown", f"'kaiju explain {meant}' may help")


def test_every_word_that_authors_write_is_explained() -> None:
    from kaiju_compiler import parse
    from kaiju_compiler.cli.explain_command import all_words, explanation
    from kaiju_compiler.cli.explained_words import OF_EXAMPLES, SMALL
    from kaiju_compiler.parse.grammar import words
    from kaiju_compiler.source import Text

    listed = all_words()
    assert not {"game_ref", "turn_ref", "select", "call"} & set(listed)
    spelled = {word for spellings in words().values() for word in spellings}
    parts = {part for phrase in spelled for part in phrase.split()}
    assert {"at", "least", "once", "per"} <= parts
    for word in {*spelled, *parts, "as soon", *listed, "other", "them", "turn", "game"}:
        assert len(explanation(word)) > 2, word
    readers = (parse.parse_effect, parse.parse_expression, parse.parse_claims)
    for word, small in SMALL.items():
        text = Text.plain(small.sample)
        assert word in {*OF_EXAMPLES, "dice"} or any(read(text)[0] is not None for read in readers), small.sample
        assert not small.see or explanation(small.see)


def test_every_keyword_of_the_grammar_counts_as_a_word() -> None:
    """So that the test above sees a keyword that somebody adds."""
    from kaiju_compiler.parse.grammar import load, words

    spelled_freely = {"NAME", "FUNCTION", "NUMBER", "STRING", "COMMENT", "_NL"}
    lettered = {each.name for each in load().terminals if re.search(r"[a-z]", each.pattern.value.replace(r"\n", ""))}
    assert lettered - spelled_freely == set(words())


def test_a_part_of_a_phrase_leads_to_the_phrases_that_hold_it() -> None:
    assert "at least" in run("explain", "at").output and "at most" in run("explain", "at").output
    assert run("explain", "per").output == run("explain", "once").output == run("explain", "once per turn").output
    assert "choose one" in run("explain", "one").output
    assert "A trigger for once." in run("explain", "time").output
    assert "one (face of the dice in king_of_tokyo," in run("explain", "one").output


def test_counters_of_pieces_are_explained_by_their_name() -> None:
    told = run("explain", "smoke", "--in", "king_of_tokyo").output
    assert "smoke (counter of pieces in king_of_tokyo)" in told and "@" not in told
    assert "@" not in run("explain", "energy", "--in", "king_of_tokyo").output


def test_a_comment_is_no_use_of_a_word() -> None:
    from kaiju_compiler.cli.explain_command import uses

    assert all(" it" in each.partition("#")[0] or "(it" in each.partition("#")[0] for each in uses("it"))


# --- playing -------------------------------------------------------------------------------------


def test_bots_play_and_the_replay_is_the_same(tmp_path: Path) -> None:
    log = tmp_path / "game.replay.json"
    played = run(
        "play",
        HARBOUR,
        "--seat",
        "all=random",
        "--players",
        "3",
        "--seed",
        "5",
        "--log",
        str(log),
        "--option",
        "calm=yes",
    )
    assert played.exit_code == 0 and "After turn 1" in played.output and "seed 5" in played.output
    assert f"kaiju replay --program {HARBOUR} {log}" in played.output
    refused(run("replay", str(log)), "mode-unknown", "say with --program")
    checked = run("replay", str(log), "--verify", "--program", HARBOUR)
    assert checked.exit_code == 0 and "hashes are equal" in checked.output
    whole = run("replay", str(log), "--program", HARBOUR)
    assert whole.exit_code == 0 and whole.output.rstrip().endswith(played.output.rstrip().splitlines()[-2])
    part = run("replay", str(log), "--program", HARBOUR, "--to", "4")
    assert part.exit_code == 0 and "After answer 4" in part.output
    refused(run("replay", str(log), "--program", "tests/packs/quarry"), "replay-other-program", "another mode, harbour")
    data = json.loads(log.read_bytes())["payload"]
    data["hashes"] = dict.fromkeys(data["hashes"], "0" * 64)
    log.write_bytes(envelope("replay", 1, data))
    differs = run("replay", str(log), "--verify", "--program", HARBOUR)
    assert differs.exit_code == 1 and "error[replay-differs]" in differs.stderr


def test_the_same_seed_is_the_same_game() -> None:
    games = {run("play", HARBOUR, "--seat", "all=random", "--seed", "9").output for _ in range(2)}
    assert len(games) == 1


def test_without_a_terminal_bots_play() -> None:
    assert read_seats(None, 3, terminal=False) == ["greedy"] * 3
    assert read_seats(None, 2, terminal=True) == ["human", "greedy"]
    assert read_seats("all=random,2=human", 3, terminal=False) == ["random", "human", "random"]
    assert read_seats("random", 2, terminal=True) == ["random", "random"]


def test_a_person_saves_and_goes_on(tmp_path: Path) -> None:
    save, log = str(tmp_path / "my save.json"), str(tmp_path / "log.json")
    start = run(
        "play",
        HARBOUR,
        "--seat",
        "1=human,2=random,3=random",
        "--seed",
        "4",
        "--first",
        "1",
        "--save",
        save,
        input="1\nq\n",
    )
    assert start.exit_code == 0 and "Saved. To go on: kaiju play" in start.output and f"'{save}'" in start.output
    more = run("play", HARBOUR, "--resume", save, "--seat", "all=random", "--log", log)
    assert more.exit_code == 0
    assert run("replay", log, "--verify", "--program", HARBOUR).exit_code == 0
    refused(run("play", HARBOUR, "--resume", save, "--seed", "3"), "usage", "--resume")
    refused(run("play", "tests/packs/quarry", "--resume", save), "save-other-program")
    rules = run("play", HARBOUR, "--resume", save, "--seat", "1=human", input="?\nl\nu\n")
    assert rules.exit_code == 0


def test_monsters_by_id_and_name(tmp_path: Path) -> None:
    played = run("play", str(good_pack(tmp_path)), "--monsters", "cat, Bat", "--seat", "all=random", "--seed", "1")
    assert played.exit_code == 0 and "Cat" in played.output and "Ape" not in played.output


@pytest.mark.parametrize(
    "arguments, code, word",
    [
        (["habour"], "mode-unknown", "there is no mode"),
        (["deul"], "mode-unknown", "did you mean 'duel'?"),
        (["no/file.json"], "file-problem", "does not exist"),
        (["content"], "mode-several", "duel"),
        ([HARBOUR, "--monsters", "ganet,heron,osprey"], "game-monster", "did you mean 'gannet'?"),
        ([HARBOUR, "--monsters", "gannet,gannet,osprey"], "game-monster", "twice"),
        ([HARBOUR, "--players", "2"], "game-players", "3 to 6"),
        (["duel", "--monsters", "gigazaur"], "game-players", "is for 2 players, not 1"),
        ([HARBOUR, "--seed", "-1"], "game-seed", "whole number"),
        ([HARBOUR, "--first", "7"], "game-first", "player"),
        ([HARBOUR, "--option", "clam=yes"], "option-unknown", "did you mean 'calm'?"),
        ([HARBOUR, "--option", "calm=maybe"], "option-unknown", "it can be"),
        ([HARBOUR, "--seat", "1=gredy"], "seat-unknown", "did you mean 'greedy'?"),
        ([HARBOUR, "--seat", "9=human"], "seat-unknown", "seats are 1 to 3"),
        ([HARBOUR, "--seat", "1=mcts:playouts=0"], "bot-setting", "a whole number above 0"),
        ([HARBOUR, "--resume", "no/save"], "file-problem", "does not exist"),
        ([HARBOUR, "--log", "/dev/null/x"], "file-problem", "/dev/null"),
        ([HARBOUR, "--save", f"{HARBOUR}/pack.yaml"], "usage", "is no save: it is left as it is"),
        ([HARBOUR, "--log", f"{HARBOUR}/pack.yaml"], "usage", "is no replay: it is left as it is"),
    ],
)
def test_what_cannot_be_played(arguments: list[str], code: str, word: str) -> None:
    refused(run("play", *arguments), code, word)


def test_values_of_options() -> None:
    program = load_mode(HARBOUR).link()
    for text, value in (("yes", True), ("TRUE", True), ("no", False), ("off", False)):
        assert read_options(program, [f"calm={text}"]) == {"calm": value}
    assert read_options(program, ["calm"]) == {"calm": True}
    with pytest.raises(CommandError):
        read_options(program, ["calm=1"])


@pytest.mark.parametrize(
    "content, code",
    [
        (b"", "saved-not-json"),
        (b"{}", "saved-wrong-kind"),
        (b"[1, 2", "saved-not-json"),
        (b"\xff\xfe", "saved-not-json"),
        (envelope("save", 1, {}), "saved-wrong-kind"),
        (envelope("program", 99, {}), "saved-newer"),
        (envelope("program", 1, {}), "program-damaged"),
        (envelope("program", 1, [1]), "program-damaged"),
        (envelope("program", 1, {"mode": "x"})[:-9] + b"\n", "saved-not-json"),
    ],
)
def test_damaged_programs(content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.kaiju.json"
    path.write_bytes(content)
    refused(run("play", str(path)), code, str(path) if code.startswith("saved") else "")


@pytest.mark.parametrize(
    "content, code",
    [
        (b"", "saved-not-json"),
        (envelope("replay", 1, {}), "saved-wrong-kind"),
        (envelope("save", 99, {}), "saved-newer"),
        (envelope("save", 1, {}), "save-"),
        (envelope("save", 1, {"mode": "duel", "program": "x"}), "save-other-program"),
    ],
)
def test_damaged_saves(content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.save.json"
    path.write_bytes(content)
    result = run("play", "--resume", str(path))
    assert result.exit_code == 2 and f"error[{code}" in result.stderr and "Traceback" not in result.stderr


def test_the_site_command_needs_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kaiju_site", None)
    refused(run("site", "build"), "site-missing", "install")


# --- the cache -----------------------------------------------------------------------------------


def test_shipped_modes_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of them is read mode by mode, and made again when somebody touched it."""
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    compiled: list[str] = []
    real = programs.compiled_modes
    monkeypatch.setattr(programs, "compiled_modes", lambda key: compiled.append(key) or real(key))
    first = shipped_modes()
    assert len(compiled) == 1
    again = load_mode("duel")
    assert (again.data, again.examples) == (first["duel"].data, first["duel"].examples)
    assert shipped_modes().keys() == first.keys() and len(compiled) == 1
    for path in (tmp_path / "XDG_CACHE_HOME").rglob("*.code"):
        path.write_bytes(path.read_bytes()[:-1])
    assert load_mode("duel").data == first["duel"].data and len(compiled) == 2
    for path in (tmp_path / "XDG_CACHE_HOME").rglob("*.code"):
        path.unlink()
        path.mkdir()
    assert load_mode("duel").examples == first["duel"].examples and len(compiled) == 3


# --- terminals of all sorts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252:strict"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"},
    ],
    ids=["ascii", "cp1252", "C"],
)
def test_odd_encodings(env: dict[str, str], tmp_path: Path) -> None:
    pack = good_pack(tmp_path)
    monsters = (pack / "monsters.yaml").read_text(encoding="utf-8")
    (pack / "monsters.yaml").write_text(monsters.replace("name: Ape", "name: Жаба 怪獣 🦖"), encoding="utf-8")
    for arguments in (
        ["check", str(pack)],
        ["test", str(pack)],
        ["list", str(pack)],
        ["text", "ape", "--in", str(pack)],
        ["show", "ape", "--in", str(pack)],
        ["build", str(pack), "-o", str(tmp_path / "öut")],
        ["play", str(pack), "--seat", "all=random", "--seed", "1"],
        ["explain"],
    ):
        done = process(*arguments, env=env)
        assert done.returncode in (0, 1), (arguments, done.stderr)
        assert b"Traceback" not in done.stdout + done.stderr and b"Error" not in done.stderr, (arguments, done.stderr)


def test_a_closed_pipe_ends_quietly() -> None:
    for arguments in (
        ["explain"],
        ["list", HARBOUR],
        ["play", HARBOUR, "--seat", "all=random", "--seed", "2"],
        ["--help"],
    ):
        read, write = os.pipe()
        os.close(read)
        done = process(*arguments, stdout=write, stderr=subprocess.PIPE, capture_output=False)
        os.close(write)
        assert done.stderr == b"" or b"note:" in done.stderr, (arguments, done.stderr)
        assert done.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_device_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = process("explain", stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert done.returncode == 2 and b"error[output-failed]" in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.slow
def test_stopping_a_running_game_saves_it(tmp_path: Path) -> None:
    save = tmp_path / "game.save.json"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("compiler", "runtime", "site"))}
    for number in (signal.SIGINT, signal.SIGTERM):
        running = subprocess.Popen(
            [
                sys.executable,
                "-u",
                "-m",
                "kaiju_compiler.cli",
                "play",
                HARBOUR,
                "--seat",
                "1=human,2=greedy,3=greedy",
                "--seed",
                "3",
                "--first",
                "1",
                "--save",
                str(save),
            ],
            cwd=ROOT,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert running.stdin is not None
        deadline = time.monotonic() + 60
        while not save.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        running.stdin.write(b"pass\n1\n1\n1\n1\n1\n1\npass\n")
        running.stdin.flush()
        time.sleep(1.5)
        running.send_signal(number)
        out, err = running.communicate(timeout=120)
        assert b"Traceback" not in out + err and running.returncode in (0, 2), err
        resumed = run("play", HARBOUR, "--resume", str(save), "--seat", "all=random")
        assert resumed.exit_code == 0, resumed.stderr
        save.unlink()
