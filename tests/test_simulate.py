"""Many games: the same sums on any workers, nothing lost but by name, stopped cleanly, and told well."""

from __future__ import annotations

import errno
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import kaiju_runtime.files as kaiju_files
from kaiju_compiler.cli import cli, programs, simulate_command
from kaiju_runtime import Game, KaijuError
from kaiju_runtime.bots import make_bot
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.program import Program
from kaiju_runtime.report import statistics_file as kaiju_report_file
from kaiju_runtime.report.statistics_file import load_statistics, read_statistics
from kaiju_runtime.simulate import (
    BACKENDS,
    Bounds,
    Plan,
    Sums,
    Workers,
    make_plan,
    run,
    statistics_bytes,
    statistics_of,
)
from kaiju_runtime.simulate import crews as kaiju_crews
from kaiju_runtime.simulate import play as kaiju_play
from kaiju_runtime.simulate.outcome import Lost
from kaiju_runtime.simulate.plan import Jobs
from kaiju_runtime.simulate.play import Player
from kaiju_runtime.simulate.supervise import WORKER_DIED, Supervisor, WorkerDied
from kaiju_runtime.simulate.tasks import Part, Task, play_task
from kaiju_runtime.simulate.watching import Watching
from support.packs import write_pack
from support.programs import concrete_modes, program
from support.shop import DEADLY, deadly, shop, shop_pack

ROOT = Path(__file__).parent.parent
needs_joblib = pytest.mark.skipif(find_spec("joblib") is None, reason="the extra `batch` is not installed")


def planned(**more: Any) -> Plan:
    return make_plan(shop(), **{"games": 40, "seed": 3, "bots": ["random"]} | more)


def played(plan: Plan, **more: Any) -> dict[str, Any]:
    """The statistics of a plan."""
    ran = run(shop(), plan, **more)
    return statistics_of(shop(), plan, ran.sums, stopped=ran.stopped)


# --- plans ---------------------------------------------------------------------------------------


def test_two_players_meet_in_all_orders_in_turn() -> None:
    jobs = Jobs(shop(), planned(games=24))
    tables = [jobs[number].monsters for number in range(24)]
    assert sorted(tables[:12]) == sorted(permutations(["ape", "bat", "cat", "dog"], 2)) and tables[:12] == tables[12:]
    for start in range(0, 12, 4):
        assert all(len({table[seat] for table in tables[start : start + 4]}) == 4 for seat in (0, 1))
    assert len({jobs[number].seed for number in range(24)}) == 24


def test_more_players_sit_everywhere_equally_often() -> None:
    plan = planned(games=40, players=3)
    tables = [Jobs(shop(), plan)[number].monsters for number in range(40)]
    assert all(len(set(table)) == 3 for table in tables) and len(set(tables)) > 8
    seated = [[table[seat] for table in tables] for seat in range(3)]
    assert {row.count(name) for row in seated for name in ("ape", "bat", "cat", "dog")} == {10}


def test_bots_change_seats_and_seats_may_be_kept() -> None:
    plan = planned(games=8, bots=["greedy", "random"], monsters=["cat", "ape"])
    jobs = Jobs(shop(), plan)
    seen = [(jobs[number].monsters, jobs[number].bots) for number in range(4)]
    assert len(set(seen)) == 4 and {bots for _, bots in seen} == {("greedy", "random"), ("random", "greedy")}
    kept = Jobs(shop(), planned(games=8, bots=["greedy", "random"], monsters=["cat", "ape"], swap=False))
    assert {(kept[number].monsters, kept[number].bots) for number in range(8)} == {
        (("cat", "ape"), ("greedy", "random"))
    }


def test_seeds_come_from_the_number_alone() -> None:
    few, many = Jobs(shop(), planned(games=5)), Jobs(shop(), planned(games=500))
    assert [few[number] for number in range(5)] == [many[number] for number in range(5)]
    assert few[0].seed != Jobs(shop(), planned(games=5, seed=4))[0].seed


@pytest.mark.parametrize(
    "wrong, code",
    [
        ({"bots": ["clever"]}, "bot-unknown"),
        ({"bots": ["random"] * 3, "players": 2}, "game-players"),
        ({"players": 9}, "game-players"),
        ({"players": 0}, "game-players"),
        ({"monsters": ["ape", "cow"]}, "game-monster"),
        ({"monsters": ["ape", "ape"]}, "game-monster"),
        ({"monsters": ["ape"]}, "game-players"),
        ({"monsters": ["ape", "bat", "cat"], "swap": False}, "game-players"),
        ({"options": {"weather": True}}, "game-option"),
        ({"trials": ["ape"]}, "simulate-trial"),
        ({"seed": -1}, "game-seed"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(KaijuError) as refused:
        planned(**wrong)
    assert refused.value.code == code


# --- sums ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_outcomes_sum_up_to_games(players: int) -> None:
    """Invariant 13: every rate comes with its count."""
    plan = planned(games=60, players=players, trials=["all"], pairs=3)
    found = played(plan)
    games, decided = found["games"], found["games"] - found["ties"]
    assert games == 60 and not found["lost"] and not found["stopped"]
    assert sum(found["victories"].values()) == games
    for name in ("turns", "decisions", "changes"):
        assert sum(found[name].values()) == games
    for entries in (found["seats"], found["bots"].values(), found["monsters"].values()):
        assert sum(each["games"] for each in entries) == games * players
        assert sum(each["wins"] for each in entries) == decided
    assert found["first"]["games"] == decided >= found["first"]["wins"] > 0
    assert sum(each["games"] for each in found["pairs"]) == games * players * (players - 1) // 2
    for each in found["cards"].values():
        assert each["wins"] <= each["games"] <= each["offered"] <= games
        assert sum(each["turns"].values()) == each["bought"] >= each["games"]
    for each in found["trials"].values():
        assert each["pairs"] == 3 == each["both"] + each["with"] + each["without"] + each["neither"]
    read_statistics(statistics_bytes(found, "test"))


def test_the_statistics_are_those_of_the_games() -> None:
    """Each game of the plan played again by itself, as anybody would play it."""
    plan = planned(games=20)
    jobs, wins, lengths, bought = Jobs(shop(), plan), 0, [], 0
    for number in range(20):
        job = jobs[number]
        game = Game.new(shop(), monsters=job.monsters, seed=job.seed)
        bots = [make_bot(name, job.seed, seat) for seat, name in enumerate(job.bots)]
        result = game.play(lambda position, decision, bots=bots: bots[decision.player](position, decision))
        wins += result.winners == (0,)
        lengths.append(result.turns)
        bought += sum(answer.startswith("gadget:") for answer in game.answers)
    found = played(plan)
    assert found["seats"][0]["wins"] == wins and found["seats"][0]["seat"] == 0
    assert {int(turns): times for turns, times in found["turns"].items()} == {
        each: lengths.count(each) for each in lengths
    }
    assert sum(each["bought"] for each in found["cards"].values()) == bought > 20
    for key, price in {"medal": 2, "prize": 3, "purse": 1, "stone": 4, "crown": 90}.items():
        assert found["cards"][key]["price"] == price * found["cards"][key]["bought"]
    assert found["cards"]["crown"]["bought"] == 0 < found["cards"]["crown"]["offered"]


def test_the_condition_by_which_a_game_ends_is_read_from_its_cause() -> None:
    found = played(planned(games=6, trials=["crown", "stone"], pairs=6))
    assert set(found["victories"]) <= {"goal", "dusk", "crown"}
    assert found["trials"]["crown"]["both"] + found["trials"]["crown"]["with"] == 6
    assert found["trials"]["stone"]["with"] == 0
    player = Player(shop(), planned(games=1))
    for over, label in (({"points": 8}, "goal"), ({"turn": 60}, "dusk")):
        assert ended(player, over) == label


def ended(player: Player, over: dict[str, int]) -> str:
    """The label of a game that is brought near its end."""
    game = player.prepared(player.jobs[0])
    game.start()
    if "turn" in over:
        game.base.set_one("turn", over["turn"] - 1)
    else:
        game.base.set_counter([each.id for each in shop().counters].index("points"), 0, over["points"])
    bot = make_bot("random", 1, 0)
    while game.decision is not None:
        game.answer(bot(game, game.decision))
    return kaiju_play.Seen(player.watching, game).victory


@pytest.mark.parametrize("mode", concrete_modes())
def test_every_mode_sells_its_cards(mode: str) -> None:
    """What is for sale, and by what procedure, is found in each program."""
    watching = Watching(program(mode))
    assert watching.sales and watching.shops and watching.purchase >= 0 and len(watching.tried) >= 50
    plan = make_plan(program(mode), games=2, bots=["random"], trials=list(watching.tried)[:1], pairs=1)
    ran = run(program(mode), plan)
    found = statistics_of(program(mode), plan, ran.sums)
    assert not found["lost"] and sum(each["offered"] for each in found["cards"].values()) > 10


def test_a_tried_card_is_given_as_if_bought_and_is_else_out_of_the_game() -> None:
    player = Player(shop(), planned(games=0, trials=["medal", "prize"], pairs=2))
    seen = []
    for number in (0, 2):
        job = player.jobs[number]
        for given in (True, False):
            game = player.prepared(job, first=job.seat)
            kaiju_play.take_out(game, player.watching.tried[job.trial])
            if given:
                game.machine.opening = kaiju_play.give(player.watching, job)
            game.start()
            me = game.view(job.seat)["players"][job.seat]
            lying = [each["id"] for each in me["pieces"]]
            cards = [each["id"] for zone in game.view(0)["zones"].values() for each in zone["pieces"]]
            counts = sum(zone["count"] for zone in game.view(0)["zones"].values())
            seen.append((job.trial, given, lying, job.trial in cards, counts, me["counters"]["points"] >= 3))
    assert [each[:4] for each in seen] == [
        ("medal", True, ["medal"], False),
        ("medal", False, [], False),
        ("prize", True, [], True),
        ("prize", False, [], False),
    ]
    assert [each[4] for each in seen] == [4, 4, 5, 4] and seen[2][5] and not seen[3][5]


# --- workers -------------------------------------------------------------------------------------


def crews() -> Iterator[Any]:
    for workers in (Workers("loky", 1), Workers("loky", 2), Workers("loky", 4), Workers("dask", 2), Workers("ray", 2)):
        lacking = kaiju_crews.missing(workers.backend)
        why = f"not installed: {', '.join(lacking)}"
        yield pytest.param(
            workers, id=f"{workers.backend}-{workers.number}", marks=pytest.mark.skipif(bool(lacking), reason=why)
        )


@pytest.mark.parametrize("workers", list(crews()))
def test_statistics_are_the_same_bytes_on_any_workers(workers: Workers) -> None:
    plan = planned(games=150, trials=["medal"], pairs=10)
    assert statistics_bytes(played(plan, workers=workers), "x") == statistics_bytes(played(plan), "x")


def test_sums_of_parts_are_the_sums_of_the_whole() -> None:
    player = Player(shop(), planned(games=30))
    whole, parts = Sums(), [Sums() for _ in range(4)]
    for number in range(30):
        whole.fold(player.play(number))
        parts[number * 7 % 4].fold(player.play(number))
    together = Sums()
    for part in reversed(parts):
        together.add(part)
    assert together.counts == whole.counts and together.jobs == whole.jobs == 30


def workers_of_this_process() -> list[int]:
    """The processes that loky has started."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text(encoding="ascii").split()
    return [int(each) for each in children if b"popen_loky" in Path(f"/proc/{each}/cmdline").read_bytes()]


@needs_joblib
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not list children of a process")
def test_a_killed_worker_loses_no_game() -> None:
    plan, killed = planned(games=400), []

    def kill(sums: Sums) -> None:
        if not killed and sums.jobs > 20:
            killed.append(workers_of_this_process()[0])
            os.kill(killed[0], signal.SIGKILL)

    found = played(plan, workers=Workers("loky", 2), tell=kill)
    assert killed and statistics_bytes(found, "x") == statistics_bytes(played(plan), "x")


@needs_joblib
def test_a_game_that_kills_its_workers_is_lost_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kaiju_crews, "play_task", deadly)
    plan = planned(games=40)
    found = played(plan, workers=Workers("loky", 2))
    job = Jobs(shop(), plan)[DEADLY]
    assert found["lost"] == [{"job": DEADLY, "seed": job.seed, "monsters": list(job.monsters), "why": WORKER_DIED}]
    assert found["games"] == 39


class Mortal:
    """A crew in this process that dies of some jobs, so and so often."""

    def __init__(self, deaths: dict[int, int]) -> None:
        self.deaths = deaths
        self.handed_out: list[tuple[int, ...]] = []

    def play(self, tasks: Iterator[Task], singly: bool = False) -> Iterator[Part]:
        for task in tasks:
            self.handed_out.append(task.numbers)
            for number in task.numbers:
                if self.deaths.get(number, 0) > 0:
                    self.deaths[number] -= 1
                    raise WorkerDied
            yield play_task(task)


@pytest.mark.parametrize("deaths, lost", [({}, []), ({3: 1}, []), ({3: 2, 9: 1}, []), ({3: 3, 20: 9}, [3, 20])])
def test_jobs_are_played_again_and_lost_after_dying_twice(deaths: dict[int, int], lost: list[int]) -> None:
    plan, crew, sums = planned(games=25), Mortal(deaths), Sums()
    for part in Supervisor(shop(), plan, Bounds(), crew).parts():
        sums.add(part)
    assert [each.job.number for each in sums.lost] == lost and sums.jobs == 25
    whole = Sums()
    player = Player(shop(), plan)
    for number in set(range(25)) - set(lost):
        whole.fold(player.play(number))
    assert sums.counts == whole.counts


def test_without_joblib_there_is_a_word_about_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kaiju_crews, "find_spec", lambda name: None)
    for backend, extra in (("loky", "batch"), ("dask", "cluster"), ("ray", "cluster")):
        with pytest.raises(KaijuError) as refused:
            run(shop(), planned(games=1), workers=Workers(backend, 2))
        assert refused.value.code == "simulate-backend" and f"kaiju-rules[{extra}]" in refused.value.help


@needs_joblib
def test_a_cluster_that_is_not_there_is_told() -> None:
    with pytest.raises(KaijuError) as refused:
        run(shop(), planned(games=1), workers=Workers("loky", 2, "nowhere:1"))
    assert refused.value.code == "simulate-workers" and "nowhere:1" in refused.value.message


# --- limits --------------------------------------------------------------------------------------


def test_games_over_their_limits_are_lost_by_name() -> None:
    plan = planned(games=12)
    lengths = [
        each.turns for number in range(12) if isinstance(each := Player(shop(), plan).play(number), kaiju_play.Outcome)
    ]
    limit = sorted(lengths)[5]
    found = played(plan, bounds=Bounds(Limits(turns=limit)))
    assert [each["job"] for each in found["lost"]] == [at for at, turns in enumerate(lengths) if turns > limit]
    assert {each["why"] for each in found["lost"]} == {"limit-turns"}
    assert found["games"] == 12 - len(found["lost"]) > 0
    again = Jobs(shop(), plan)[found["lost"][0]["job"]]
    assert (again.seed, list(again.monsters)) == (found["lost"][0]["seed"], found["lost"][0]["monsters"])
    assert kaiju_report_file.statistics_of(found).data["lost"] == found["lost"], "a report with lost games is read, too"


def test_a_bot_that_thinks_for_ever_costs_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = kaiju_play.make_bot

    def maker(name: str, seed: int, seat: int) -> Any:
        def think(game: Game, decision: Any) -> Any:
            while True:
                time.sleep(0.01)

        return think if seed == Jobs(shop(), plan)[2].seed else plain(name, seed, seat)

    plan = planned(games=4)
    monkeypatch.setattr(kaiju_play, "make_bot", maker)
    found = played(plan, bounds=Bounds(DEFAULT, 0.3))
    assert [(each["job"], each["why"]) for each in found["lost"]] == [(2, "over 0.3 s")] and found["games"] == 3


def test_a_mistake_of_a_bot_costs_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kaiju_play, "make_bot", lambda name, seed, seat: lambda game, decision: 1 // 0)
    result = Player(shop(), planned(games=1)).play(0)
    assert isinstance(result, Lost) and "ZeroDivisionError" in result.why


# --- the command line ----------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    shop_pack(tmp_path)
    return "tiny"


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["simulate", *arguments, "--backend", "serial"])


def test_what_the_terminal_shows(pack: str) -> None:
    result = simulate(
        pack, "--games", "48", "--bots", "random", "--trials", "Medal", "--pairs", "4", "--json", "s.json"
    )
    assert result.exit_code == 0, result.output + result.stderr
    for title in (
        "48 games",
        "Monsters",
        "Who begins",
        "How games end",
        "Turns",
        "Cards",
        "Never bought: crown",
        "s.json",
    ):
        assert title in result.output, result.output
    assert re.search(r"medal +2 +\d+", result.output) and not result.stderr
    written = load_statistics(Path("s.json"))
    assert written.games == 48 and written.data["trials"]["medal"]["pairs"] == 4


def test_sentences_of_a_terminal_break_between_words(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many games there were, and the list of what was never bought, which may be long."""
    monkeypatch.setenv("COLUMNS", "50")
    lines = simulate(pack, "--games", "6", "--bots", "random").output.splitlines()
    assert max(map(len, lines)) <= 50
    never = next(number for number, line in enumerate(lines) if line.startswith("Never bought"))
    assert not lines[never - 1].strip()


def test_json_for_programs_and_equal_files(pack: str) -> None:
    first = simulate(pack, "--games", "10", "--bots", "random", "--seed", "5", "--json", "a.json", "--format", "json")
    simulate(pack, "--games", "10", "--bots", "random", "--seed", "5", "--json", "b.json")
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()
    assert json.loads(first.output) == load_statistics(Path("a.json")).data


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        (["tinny"], "mode-unknown", "did you mean 'tiny'"),
        (["tiny", "--bots", "gredy"], "bot-unknown", "greedy"),
        (["tiny", "--monsters", "ape,bta"], "game-monster", "bat"),
        (["tiny", "--option", "wind=1"], "option-unknown", "no options"),
        (["tiny", "--trials", "medl"], "simulate-trial", "medal"),
        (["tiny", "--players", "7"], "game-players", "2 to 4"),
        (["tiny", "--players", "0"], "game-players", "2 to 4"),
        (["tiny", "--games", "0"], "usage", "--games"),
        (["tiny", "--time-limit", "99999999999"], "usage", "--time-limit"),
        (["tiny", "--workers", "3"], "usage", "serial"),
        (["tiny", "--address", "here:1"], "usage", "--address"),
        (["tiny", "--json", "tiny"], "file-problem", "folder"),
        (["tiny", "--json", "tiny/pack.yaml"], "usage", "is no statistics"),
        (["tiny", "--json", "/dev/full"], "file-problem", "no ordinary file"),
    ],
)
def test_what_cannot_be_is_told(
    pack: str, arguments: list[str], code: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "shipped_modes", lambda: {"tiny": None})
    result = simulate(*arguments)
    assert result.exit_code == 2 and f"error[{code}]" in result.stderr and said in result.stderr, result.stderr
    assert "Traceback" not in result.stderr and not result.output.replace(result.stderr, "").strip()


def test_why_games_were_not_finished_is_told(tmp_path: Path) -> None:
    """Nobody wins this one."""
    folder = write_pack(tmp_path, rules={"r": "when your turn starts: gain 1 coins"})
    result = simulate(str(folder), "--games", "2")
    assert "2 of 2 games were not finished (limit-turns: 2)" in result.stderr


def test_a_full_disk_loses_nothing(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(target: Path, data: bytes, private: bool) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(kaiju_files, "_replace", full)
    result = simulate(pack, "--games", "10", "--bots", "random", "--json", "s.json")
    assert result.exit_code == 2 and "the disk is full" in result.stderr and not Path("s.json").exists()
    told = json.loads(next(line for line in result.stdout.splitlines() if line.startswith("{")))
    plan = make_plan(shop(), games=10, bots=["random"])
    assert told == json.loads(json.dumps(played(plan))) and "Monsters" in result.stdout


@pytest.mark.parametrize("backend", ["serial", pytest.param("loky", marks=needs_joblib)])
def test_ctrl_c_keeps_what_there_is(pack: str, backend: str) -> None:
    """A terminal sees a bar with rate and time left; Ctrl-C ends with the statistics so far, and status 2."""
    master, slave = pty.openpty()
    paths = os.pathsep.join(str(ROOT / part) for part in ("compiler", "runtime", "site"))
    command = [sys.executable, "-m", "kaiju_compiler.cli", "simulate", pack, "--games", "1000000", "--bots", "random"]
    command += ["--json", "s.json", "--backend", backend, *(["--workers", "2"] if backend == "loky" else [])]
    env = os.environ | {"PYTHONPATH": paths, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=slave, start_new_session=True) as process:
        os.close(slave)
        shown = read_until(master, rb"games/s")
        os.killpg(process.pid, signal.SIGINT)
        rest = read_until(master, rb"error\[stopped\][^\n]*\n[^\n]*\n")
        assert process.stdout is not None
        told = process.stdout.read().decode()
        assert process.wait(timeout=60) == 2
    os.close(master)
    assert b"/1000000" in shown and b"Traceback" not in shown + rest, rest
    found = load_statistics(Path("s.json"))
    assert found.data["stopped"] is True and 0 < found.games < 1_000_000 and not found.data["lost"]
    assert sum(found.data["victories"].values()) == found.games and "Monsters" in told
    assert f"stopped after {found.games} of 1000000 games".encode() in rest


def read_until(terminal: int, pattern: bytes) -> bytes:
    """What a terminal shows until the pattern comes, or it is closed."""
    shown = b""
    while not re.search(pattern, shown):
        try:
            shown += os.read(terminal, 65536)
        except OSError:
            break
    return shown


def test_the_program_type_is_what_workers_rebuild() -> None:
    """A worker's program, rebuilt from its packed data, is the same one."""
    from kaiju_runtime.simulate.tasks import player_of, work_of

    rebuilt: Program = player_of(work_of(shop(), planned(games=1), Bounds())).program
    assert rebuilt is not shop() and rebuilt.hash == shop().hash


def test_the_page_of_the_guide_names_every_option() -> None:
    page = (ROOT / "site/docs/guide/ask_your_game.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(--[a-z-]+)", page, re.MULTILINE))
    known = {each.opts[0] for each in simulate_command.command.params if each.opts[0].startswith("--")}
    assert told == known
    assert all(f"`{each}`" in page for each in BACKENDS) and set(BACKENDS) == set(simulate_command.BACKENDS)
