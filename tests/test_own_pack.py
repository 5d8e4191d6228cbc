"""A pack of one's own on top of a finished one: what the commands say of mine, and of what it stands on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kaiju_compiler.cli import cli
from kaiju_compiler.cli.programs import load_mode
from kaiju_compiler.cli.simulate_command import read_trials
from kaiju_runtime.simulate.watching import Watching
from support.packs import records, write_pack

BASE_EXAMPLE = """\
    examples:
      - name: a bell rings at the end of a turn
        given: move bell to you
        do: end turn
        then: you.coins = 1
"""
MY_EXAMPLE = """\
    examples:
      - name: a drum is heard twice
        given: move drum to you
        do: end turn
        then: you.coins = 2
"""


def run(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=input)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a pack ``mine`` with a drum, beside the pack ``tiny`` with a bell, which it extends."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    base = write_pack(
        tmp_path,
        rules={"work": 'action in act "Work": gain 1 coins', "won": "as soon as you.coins = 9: win"},
        gadgets={"bell": "when turn ends: gain 1 coins"},
    )
    with (base / "gadgets.yaml").open("a", encoding="utf-8") as file:
        file.write(BASE_EXAMPLE)
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "pack.yaml").write_text("id: mine\ntitle: Mine\nversion: 1.0.0\nrequires: [tiny]\n", encoding="utf-8")
    (pack / "mode.yaml").write_text("id: my_tiny\ntitle: My own\nextends: tiny\n", encoding="utf-8")
    write_gadgets(pack, {"drum": "when turn ends: gain 2 coins"}, MY_EXAMPLE)
    return pack


def write_gadgets(pack: Path, gadgets: dict[str, str], more: str = "") -> None:
    (pack / "gadgets.yaml").write_text(f"kind: gadget\nrecords:\n{records(gadgets)}{more}", encoding="utf-8")


# --- examples ------------------------------------------------------------------------------------


def test_only_the_examples_of_the_pack_that_was_named_are_run(mine: Path) -> None:
    own = run("test", "mine")
    assert own.exit_code == 0 and "1 passed, 0 failed" in own.stdout
    assert "note: 1 example of the required pack tiny is left out; 'kaiju test mine --all' runs them too" in own.stderr
    every = run("test", "mine", "--all")
    assert "2 passed, 0 failed" in every.stdout and every.stderr == ""
    other = run("test", "mine", "--filter", "bell")
    assert "0 passed, 0 failed" in other.stdout and "1 example of the required pack tiny" in other.stderr


def test_coverage_speaks_of_the_modes_that_were_named(mine: Path) -> None:
    covered = run("test", "mine", "--coverage").stdout
    assert "coverage of my_tiny: 1 of 1 (100 %)" in covered and "coverage of tiny" not in covered
    assert "coverage of tiny" in run("test", "mine", "--coverage", "--all").stdout


def test_records_of_the_required_pack_are_as_proven_as_there(mine: Path) -> None:
    """Their examples are played in the mode of their own pack; lists and pages of records count them all the same."""
    counted = {each["id"]: each["examples"] for each in json.loads(run("list", "mine", "--format", "json").stdout)}
    assert counted["tiny:bell"] == counted["mine:drum"] == 1
    alone = {each["id"]: each["examples"] for each in json.loads(run("list", "tiny", "--format", "json").stdout)}
    assert alone["tiny:bell"] == 1 and "mine:drum" not in alone
    shown = run("show", "bell", "--in", "mine").output
    assert "examples (1)" in shown and "bell/a bell rings at the end of a turn (tiny/gadgets.yaml:" in shown


def test_shipped_records_are_as_proven_in_an_expansion_as_in_their_game() -> None:
    """From programs that are kept as well as from those just made."""
    for _ in range(2):
        base, larger = (
            {each["id"]: each["examples"] for each in json.loads(run("list", mode, "--format", "json").stdout)}
            for mode in ("king_of_tokyo", "even_more_wicked")
        )
        assert base["king_of_tokyo:corner_store"] > 0
        assert all(larger[each] >= number for each, number in base.items() if each in larger)


def test_a_pack_that_is_played_by_nothing_else_is_tested_with_the_one_that_plays_it(mine: Path) -> None:
    mode = Path("tiny/mode.yaml")
    mode.write_text(mode.read_text(encoding="utf-8") + "abstract: true\n", encoding="utf-8")
    own = run("test", "mine")
    assert "2 passed, 0 failed" in own.stdout and own.stderr == ""


# --- what has errors -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["text", "gong", "--in", "mine"],
        ["show", "mine:gong", "--in", "mine"],
        ["simulate", "mine", "--games", "1", "--trials", "gong"],
        ["simulate", "mine", "--games", "1", "--monsters", "gong,ape"],
        ["play", "mine", "--monsters", "gong,ape", "--seat", "all=random"],
    ],
)
def test_a_record_with_errors_is_said_to_be_there(mine: Path, arguments: list[str]) -> None:
    write_gadgets(mine, {"drum": "when turn ends: gain 2 coins", "gong": "when turn ends: gian 2 coins"})
    found = run(*arguments)
    assert found.exit_code == 2 and "error[record-broken]" in found.stderr
    assert "'mine:gong' is left out of my_tiny: it has errors (mine/gadgets.yaml:7)" in found.stderr
    assert "kaiju check" in found.stderr


def test_a_record_of_no_kind_is_not_called_unknown_as_well(mine: Path) -> None:
    write_gadgets(mine, {"drum": "when turn ends: gain 2 coins"}, MY_EXAMPLE)
    path = mine / "gadgets.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("kind: gadget", "kind: gadgte"), encoding="utf-8")
    found = run("check", "mine").stdout
    assert "error[record-unknown-kind] mine/gadgets.yaml:1:7" in found and "1 error in" in found
    told = run("text", "drum", "--in", "mine").stderr
    assert "left out of my_tiny: it is of no kind of the mode (mine/gadgets.yaml:3)" in told


def test_a_monster_is_called_by_its_full_id_too(mine: Path) -> None:
    played = run("simulate", "mine", "--games", "1", "--bots", "random", "--monsters", "tiny:ape,Bat")
    assert played.exit_code == 0, played.stderr


@pytest.mark.parametrize(
    "claim, found",
    [
        ("you.coins = 3", "you.coins is 2"),
        ("you.coins + 1 > rival.heart", "you.coins + 1 is 3; rival.heart is 10"),
        ("not you.coins = 2", "you.coins is 2"),
        ("(you.coins = 2 and rival.coins = 1)", "you.coins is 2; rival.coins is 0"),
        ("count(gadgets where owner = you) >= 2", "count(gadgets where owner = you) is 1"),
        ("drum.owner = rival", "drum.owner is Ape; rival is Bat"),
        ("bell.owner = you", "bell.owner is none; you is Ape"),
        ("drum in pile", "it is not so"),
        ('offered "bell"', 'offered were: "Done", "Work"'),
        ("winner = you", "the game is not over"),
    ],
)
def test_what_a_claim_finds_is_said_in_its_words(mine: Path, claim: str, found: str) -> None:
    example = MY_EXAMPLE.replace("then: you.coins = 2", f"then: |\n          {claim}")
    write_gadgets(mine, {"drum": "when your turn ends: gain 2 coins"}, example)
    mode = Path("tiny/mode.yaml")
    mode.write_text(mode.read_text(encoding="utf-8").replace("least: 2, most: 4", "least: 2, most: 2"), "utf-8")
    told = run("test", "mine").stdout
    assert f"expected  {claim}\n       found     {found}\n" in told


# --- words ---------------------------------------------------------------------------------------

PROCEDURES = """\
procedures: |
  define strike(often, what):
    repeat often times:
      discard what
"""


def test_a_verb_of_the_mode_is_explained(mine: Path) -> None:
    with (mine / "mode.yaml").open("a", encoding="utf-8") as file:
        file.write(PROCEDURES)
    told = run("explain", "strike", "--in", "mine").stdout
    assert told.startswith("strike (procedure in my_tiny)\n\n  strike {often:number} {what:piece}\n\n")
    assert "Do this as many times as the often: discard the what." in told and "Written in mine/mode.yaml:5\n" in told
    noun = run("explain", "hearts", "--in", "mine").stdout
    assert noun.startswith("heart (counter in my_tiny)\n")
    both = run("explain", "discard", "--in", "mine").stdout
    assert both.startswith("discard (verb)\n") and "in my_tiny" not in both
    near = run("explain", "strik", "--in", "mine")
    assert near.exit_code == 2 and "did you mean 'strike'?" in near.stderr
    phrase = run("explain", "strike a Bell", "--in", "mine").stderr
    assert "'kaiju explain bell' may help" in phrase


def test_every_meaning_of_a_word_has_its_line_in_the_list() -> None:
    lines = run("explain").stdout.splitlines()
    assert len([line for line in lines if line.startswith("  count  ")]) == 2
    assert any(line.startswith("  gain  ") and "Raises a counter" in line for line in lines)


# --- many games ----------------------------------------------------------------------------------


def test_tables_show_what_is_mine_first_and_who_never_played(mine: Path) -> None:
    (mine / "monsters.yaml").write_text("kind: monster\nrecords: [{id: eel, name: Eel}]\n", encoding="utf-8")
    simulate = ("simulate", "mine", "--bots", "random", "--backend", "serial", "--games")
    many = run(*simulate, "20").stdout
    table = many.split("\n\n")[1].splitlines()
    assert table[1].split() == ["Monster", "Games", "Wins", "Balanced?"]
    assert table[2].startswith(" Eel *") and table[-1].strip() == "* of the pack mine"
    assert len(table) == 8 and "In no finished game" not in many
    few = run(*simulate, "1").stdout
    names = few.split("In no finished game: ")[1].splitlines()[0].split(", ")
    assert len(names) == 3 and {*names} < {"Ape", "Bat", "Cat", "Dog", "Eel"}
    chosen = run(*simulate, "1", "--monsters", "ape,bat").stdout
    assert "In no finished game" not in chosen


def test_statistics_of_my_mode_ask_for_its_program(mine: Path) -> None:
    run("simulate", "mine", "--games", "1", "--bots", "random", "--backend", "serial", "--json", "games.json")
    told = run("report", "games.json")
    assert told.exit_code == 2 and "error[mode-unknown] games.json" in told.stderr
    assert "'my_tiny', which is no shipped mode" in told.stderr and "--program" in told.stderr
    assert run("report", "games.json", "--program", "mine").exit_code == 0


def test_a_trial_is_asked_for_by_id_full_id_or_name() -> None:
    harbour = load_mode(str(Path(__file__).parent / "packs" / "harbour"))
    program = harbour.link()
    key, definition = next(iter(Watching(program).tried.items()))
    found = program.definitions[definition]
    for name in (key, found.id, found.id.upper(), found.name):
        assert read_trials(program, name, harbour) == [key]


def test_games_that_are_all_lost_are_no_success(mine: Path) -> None:
    mode = Path("tiny/mode.yaml")
    mode.write_text(mode.read_text(encoding="utf-8").replace("you.coins = 9", "you.coins = 900000"), encoding="utf-8")
    lost = run("simulate", "mine", "--games", "1", "--bots", "random", "--backend", "serial", "--json", "games.json")
    assert lost.exit_code == 1 and "1 of 1 games were not finished (limit-turns: 1)" in lost.stderr
    assert "no game was finished, so that nothing is known of My own" in lost.stderr
    assert Path("games.json").is_file()


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1", "127.0.0.1:99999", "http://a b:1", ":8786"])
def test_what_is_no_address_is_refused_at_once(mine: Path, address: str) -> None:
    found = run("simulate", "mine", "--games", "1", "--backend", "dask", "--address", address)
    assert found.exit_code == 2 and f"'{address}' is no address of a cluster" in found.stderr
    assert "HOST:PORT" in found.stderr and "Traceback" not in found.stderr


@pytest.mark.parametrize("option", [("--json", "file/games.json"), ("--report", "file/report"), ("--json", "mine")])
def test_what_cannot_be_written_is_refused_before_the_games(mine: Path, option: tuple[str, str]) -> None:
    Path("file").write_text("", encoding="utf-8")
    found = run("simulate", "mine", "--games", "1", "--bots", "random", "--backend", "serial", *option)
    assert found.exit_code == 2 and "error[file-problem]" in found.stderr and found.stdout == ""


@pytest.mark.parametrize(
    "arguments, where",
    [
        (["check", ""], "behind 'check'"),
        (["play", " "], "behind 'play'"),
        (["simulate", "mine", "--json="], "--json= is empty"),
        (["text", "drum", "--in", ""], "behind '--in'"),
    ],
)
def test_an_empty_name_is_refused(mine: Path, arguments: list[str], where: str) -> None:
    found = run(*arguments)
    assert found.exit_code == 2 and where in found.stderr and "error[usage]" in found.stderr
    assert run("test", "mine", "--filter", "").exit_code == 0


# --- at the table --------------------------------------------------------------------------------


def test_the_table_understands_words_and_says_which(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(mine.parent / "data"))
    played = run("play", "mine", "--seat", "1=human,2=random", "--seed", "1", input="help\nundo\nhelpp\nquit\n")
    told = " ".join(played.stdout.split())
    assert "Or type: ? or help for these rules, ? and the name of a card" in told
    assert "? help ? CARD text u undo" in told
    assert "That cannot be taken back" in told and "There is no option 'helpp'." in told
    assert "or ?." in told and played.exit_code == 0


def test_texts_of_what_is_on_offer_are_shown_whole(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(mine.parent / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    mode = mine / "mode.yaml"
    slots = "zones:\n  - {id: shelf, name: shelf, order: row, slots: 2}\nsetup: |\n  move top 2 of pile to shelf\n"
    mode.write_text(mode.read_text(encoding="utf-8") + slots, encoding="utf-8")
    long = "\n".join(f"when you lose heart if amount >= {number}: gain {number} coins" for number in range(1, 9))
    write_gadgets(mine, {"drum": long})
    shown = run("play", "mine", "--seat", "1=human,2=random", "--seed", "1", input="quit\n").stdout
    assert "gain 8 coins." in " ".join(shown.split()), shown


# --- pages ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_pages_say_which_examples_fail(mine: Path) -> None:
    failing = MY_EXAMPLE.replace("heard twice", "heard three times").replace("= 2", "= 3").partition("\n")[2]
    write_gadgets(mine, {"drum": "when turn ends: gain 2 coins"}, MY_EXAMPLE + failing)
    built = run("site", "build", "mine", "-o", "out")
    assert built.exit_code == 1 and "failing example: my_tiny: drum/a drum is heard three times" in built.stdout
    pages = {each: each.read_text(encoding="utf-8") for each in Path("out/site/my_tiny").rglob("index.html")}
    assert any("<b>2</b> examples, <b>1</b> of them fails" in text for text in pages.values())
    fine = Path("out/site/tiny/index.html").read_text(encoding="utf-8")
    assert "examples, all pass" in fine


# --- what strangers write ------------------------------------------------------------------------


@pytest.mark.parametrize("name", [r"two\n    lines", r"one\n"])
def test_a_name_is_of_one_line(mine: Path, name: str) -> None:
    """Names go into generated code as remarks: what stood on a second line would be run."""
    (mine / "gadgets.yaml").write_text(
        f'kind: gadget\nrecords:\n  - {{id: drum, name: "{name}", effect: "when turn ends: gain 1 coins"}}\n', "utf-8"
    )
    found = run("check", "mine")
    assert found.exit_code == 1 and "'name' wants a text of one line" in found.stdout
    assert "error[schema-bad-value] mine/gadgets.yaml:3:" in found.stdout


def test_files_are_written_before_anything_is_told(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads one line of the tables has the report nevertheless."""

    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("kaiju_compiler.cli.simulated.show", closed)
    simulate = ("simulate", "mine", "--games", "1", "--bots", "random", "--backend", "serial")
    run(*simulate, "--json", "games.json", "--report", "first")
    assert Path("games.json").is_file() and Path("first/report.md").is_file()
    monkeypatch.setattr("kaiju_compiler.cli.report_command.tell_findings", closed)
    run("report", "games.json", "--program", "mine", "-o", "second")
    assert Path("second/report.md").is_file()
