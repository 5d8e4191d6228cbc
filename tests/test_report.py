"""Reports on balance: their mathematics against published values, planted faults, equal bytes, and comparisons."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from kaiju_compiler.cli import cli, simulate_command
from kaiju_compiler.cli.programs import Loaded
from kaiju_compiler.pipeline import compile_packs
from kaiju_runtime.files import FileProblem
from kaiju_runtime.report.balance import Balance, balance_of
from kaiju_runtime.report.cast import Cast, cast_of
from kaiju_runtime.report.charts import charts
from kaiju_runtime.report.compare import THRESHOLDS, compare, threshold_of
from kaiju_runtime.report.compared import comparison_files, comparison_lines
from kaiju_runtime.report.findings import findings, summary
from kaiju_runtime.report.markdown import plain
from kaiju_runtime.report.paint import DARK, svg
from kaiju_runtime.report.prices import Point, hints, line_through
from kaiju_runtime.report.rates import (
    Bins,
    bins,
    bonferroni,
    equal_rates,
    fisher,
    holm,
    newcombe,
    newcombe_paired,
    rate,
    spread,
    wilson,
)
from kaiju_runtime.report.statistics_file import load_statistics, read_statistics, statistics_of
from kaiju_runtime.report.words import BLANK, listed, percent, rate_text, tenths
from kaiju_runtime.report.write import check_folder, report_files, report_texts, write_report
from kaiju_runtime.simulate import make_plan
from kaiju_runtime.stops import KaijuError
from kaiju_site.balance_pages import BEFORE, NOW, balance_pages, in_games
from kaiju_site.cache import Cache
from kaiju_site.games import games_of
from kaiju_site.render import Renderer
from support.packs import write_pack
from support.programs import program
from support.statistics import Planted, prices, statistics, write

ROOT = Path(__file__).parent.parent
CASES = Path(__file__).parent / "cases" / "report"
UPDATE = bool(os.environ.get("KAIJU_UPDATE"))
PACKS = "tests/packs"

Data = dict[str, Any]


# --- mathematics ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wins, of, low, high",
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_published(wins: int, of: int, low: float, high: float) -> None:
    """Newcombe, Stat. Med. 17 (1998) 857-872, table I, method 3."""
    assert wilson(wins, of) == pytest.approx((low, high), abs=6e-5)
    assert wilson(of - wins, of) == pytest.approx((1 - high, 1 - low), abs=6e-5)


@pytest.mark.parametrize(
    "counts, low, high",
    [
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((6, 7, 2, 7), 0.0582, 0.8062),
        ((5, 56, 0, 29), -0.0381, 0.1926),
        ((0, 10, 0, 20), -0.1611, 0.2775),
        ((0, 10, 0, 10), -0.2775, 0.2775),
        ((10, 10, 0, 20), 0.6791, 1.0),
        ((10, 10, 0, 10), 0.6075, 1.0),
    ],
)
def test_differences_as_published(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    """Newcombe, Stat. Med. 17 (1998) 873-890, table II, method 10."""
    assert newcombe(*counts) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(
    "counts, low, high",
    [((36, 12, 2, 0), 0.0569, 0.3404), ((18, 12, 2, 18), 0.0562, 0.3290), ((1, 1, 7, 12), -0.5069, -0.0256)],
)
def test_differences_of_pairs_as_published(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    """Newcombe, Stat. Med. 17 (1998) 2635-2650, method 10; the last: Fagerland et al., Stat. Med. 33 (2014) 2850."""
    assert newcombe_paired(*counts) == pytest.approx((low, high), abs=6e-5)


def test_tests_as_published() -> None:
    """Fisher's lady tasting tea and convictions of twins, as in the manual of R; Holm as in its ``p.adjust``."""
    assert fisher(3, 4, 1, 4) == pytest.approx(0.4857, abs=5e-5)
    assert fisher(2, 12, 15, 18) == pytest.approx(0.0005367, abs=5e-8)
    assert equal_rates(1, 12, 0, 18) == fisher(1, 12, 0, 18)  # too few for chi squared
    assert equal_rates(60, 100, 40, 100) == pytest.approx(0.004782, abs=5e-7)  # chi squared 8 * 199 / 200, one degree
    assert holm([0.01, 0.04, 0.03, 0.02]) == pytest.approx([0.04, 0.06, 0.06, 0.06])
    assert holm([0.5, 0.001]) == pytest.approx([0.5, 0.002])
    assert bonferroni(1) == pytest.approx(1.959964) and bonferroni(10) == pytest.approx(2.807034)


def test_numbers_beyond_all_games_take_no_time() -> None:
    """A file may claim any number of games up to its limit."""
    most = 10**12
    assert 0 <= equal_rates(most // 2, most, most // 2 - 1, most) <= 1
    assert 0 <= equal_rates(1, most, most - 1, most) <= 1
    assert 0 <= equal_rates(0, most, 1, 5) <= 1
    assert rate(most, most).low <= 10_000 and rate(0, 0).value == 0


def test_a_spread_is_that_of_its_values() -> None:
    found = spread({3: 1, 5: 2, 10: 1})
    assert found is not None and (found.games, found.mean, found.low, found.high) == (4, 575, 3, 10)
    assert (found.quarter, found.middle, found.three_quarters) == (3, 5, 5)
    assert found.error == round(100 * (26.75 / 3 / 4) ** 0.5)
    assert spread({}) is None and spread({4: 0}) is None


def test_bars_hold_every_game_once() -> None:
    assert bins({3: 1, 5: 2}) == Bins(1, {3: 1, 5: 2})
    many = {value: value % 7 for value in range(10, 400)}
    found = bins(many)
    assert found.wide == 7 and len(found.games) <= 60 and sum(found.games.values()) == sum(many.values())
    assert min(found.games) == 10 and max(found.games) + found.wide > 399


def test_a_line_is_the_one_of_least_squares() -> None:
    points = [Point(str(price), price, 250, 50 + 10 * price, 50, 650 - 10 * price) for price in range(1, 9)]
    line = line_through(points)
    assert line.at(0) == pytest.approx(0, abs=2e-3) and line.slope == pytest.approx(0.01, abs=5e-4) and line.rises
    level = [Point(str(number), 3, 250, 60, 50, 640) for number in range(4)]
    assert line_through(level).slope == 0


# --- a game of many games --------------------------------------------------------------------------


def balance(planted: Planted | None = None, of_mode: str = "harbour", games: int = 6_000, **changes: Any) -> Balance:
    of = program(of_mode, PACKS)
    return balance_of(statistics_of(statistics(of, games, 2, planted) | changes), cast_of(of.data))


def told(found: Balance, weight: str = "") -> str:
    """The findings in one text, with common blanks."""
    return "\n".join(each.text for each in findings(found) if weight in ("", each.weight)).replace(BLANK, " ")


def some(number: int) -> list[str]:
    return list(prices(program("harbour", PACKS)))[:number]


def test_nothing_is_said_to_be_wrong_where_nothing_is() -> None:
    found = balance()
    assert not told(found, "act") and "Nothing is clearly out of balance." in summary(found)
    assert "All monsters win between" in told(found) and "All 15 pairs lie within" in told(found)


def test_few_games_are_no_clean_bill() -> None:
    found = balance(games=60)
    assert not told(found, "act") and "too few games to say what is out of balance" in summary(found)
    assert "Nothing is clearly" not in summary(found)


def test_a_monster_out_of_balance_is_named_with_its_limit() -> None:
    strong, weak = (program("harbour", PACKS).pieces[each] for each in program("harbour", PACKS).monsters[:2])
    found = balance(Planted(strength={strong.key: 66, weak.key: 42}))
    assert re.search(rf"{strong.name} wins 6\d\.\d % of its games \(.*\), clear of 60\.0 %", told(found, "act"))
    assert re.search(rf"{weak.name} wins 3\d\.\d % .*: below 40\.0 %, but not clear of it", told(found, "look"))
    assert re.search(
        rf"pairs are clear of 40\.0 % to 60\.0 %: {strong.name} beats {weak.name} in 7", told(found, "act")
    )


def test_what_may_be_chance_among_many_calls_for_no_action() -> None:
    """Of 51 cards one is clear of 60 % by chance now and then; of one card it would be a find."""
    of = program("harbour", PACKS)
    payload = statistics(of, 6_000)
    payload["cards"][some(1)[0]] |= {"offered": 100, "games": 30, "bought": 30, "wins": 24, "price": 60}
    found = balance_of(statistics_of(payload), cast_of(of.data))
    assert re.search(r"wins 80\.0 % .*, clear of 60\.0 %; among 51 cards that may be chance\.", told(found, "look"))
    payload["cards"] = {some(1)[0]: payload["cards"][some(1)[0]]}
    alone = balance_of(statistics_of(payload), cast_of(of.data))
    assert re.search(r"wins 80\.0 % .*, clear of 60\.0 %\.", told(alone, "act"))


def test_to_begin_is_an_advantage_where_it_is() -> None:
    assert "To begin is no clear advantage" in told(balance())
    assert re.search(r"Who begins wins 5[67]\.\d % .* more than 50\.0 %", told(balance(Planted(first=57)), "look"))
    assert re.search(r"Who begins wins 6\d\.\d % .* more than 50\.0 %", told(balance(Planted(first=66)), "act"))


def test_cards_that_nobody_buys_or_sees_are_named() -> None:
    never, unseen, strong, weak, *_ = some(9)
    cast = cast_of(program("harbour", PACKS).data)
    found = balance(Planted(bought={never: 0, unseen: -1}, buyers={strong: 70, weak: 30}))
    acting = told(found, "act")
    assert f"One card was never bought: {cast.name(never)}." in acting
    assert f"One card was never offered, so that nothing is known there: {cast.name(unseen)}" in told(found, "look")
    assert re.search(rf"Who buys {cast.name(strong)} wins 70\.0 % .*, clear of 60\.0 %", acting)
    assert re.search(rf"Who buys {cast.name(weak)} wins \d\d\.\d % .*, clear of 40\.0 %", acting)
    assert [each.key for each in found.cards.never_bought] == [never]
    assert [each.key for each in found.cards.never_offered] == [unseen]


def test_a_card_that_was_hardly_offered_is_no_wonder() -> None:
    of = program("harbour", PACKS)
    payload = statistics(of, 6_000)
    payload["cards"][some(1)[0]] |= {"offered": 20, "games": 0, "bought": 0, "wins": 0, "price": 0, "turns": {}}
    found = balance_of(statistics_of(payload), cast_of(of.data))
    assert not told(found, "act") and "One card was never bought, but offered too rarely" in told(found, "look")


def of_price(price: int) -> list[str]:
    return [key for key, each in prices(program("harbour", PACKS)).items() if each == price]


def test_a_card_is_dominated_by_one_that_costs_no_more_and_is_clearly_better() -> None:
    bad, good = of_price(3)[:2]
    [worst] = balance(Planted(buyers={bad: 30}, bought={bad: 10})).cards.dominated
    assert worst.key == bad and prices(program("harbour", PACKS))[worst.dominated] <= 3
    only_rarer = balance(Planted(bought={bad: 10, good: 60}))
    assert not only_rarer.cards.dominated
    by_trials = balance(Planted(gains={bad: -2, good: 12}))
    assert [(each.key, each.dominated) for each in by_trials.cards.dominated] == [(bad, good)]
    assert not balance(Planted(gains={bad: 5, good: 6})).cards.dominated


def test_a_better_card_that_costs_more_dominates_nothing() -> None:
    cheap, dear = of_price(2)[0], of_price(4)[0]
    assert not balance(Planted(gains={cheap: 2, dear: 20})).cards.dominated
    assert [each.key for each in balance(Planted(gains={cheap: 20, dear: 2})).cards.dominated] == [dear]


def test_a_price_in_the_middle_is_that_of_cards_that_bring_as_much() -> None:
    of = prices(program("harbour", PACKS))
    odd, harmful = of_price(1)[0], of_price(4)[0]
    gains = {key: 4 * price for key, price in of.items()} | {odd: 16, harmful: -10}
    found = balance(Planted(gains=gains, pairs=4_000))
    card, other = found.cards.find(odd), found.cards.find(of_price(3)[0])
    assert card is not None and card.hint is not None and card.hint.price == 4 and card.hint.low >= 3
    assert other is not None and other.hint is not None and other.hint.change == 0
    assert f"By its trials {card.name} should cost 4 (3 to 6) instead of 1." in told(found, "act")
    assert f"{cast_of(program('harbour', PACKS).data).name(harmful)} harms who has it" in told(found, "act")


def test_there_are_no_hints_where_gains_say_nothing_about_prices() -> None:
    of = prices(program("harbour", PACKS))
    assert hints([]) == ({}, "no card was tried: prices can only be judged by trials")
    assert "at least 6 cards" in balance(Planted(gains=dict.fromkeys(some(4), 5))).cards.why_no_hints
    level = balance(Planted(gains=dict.fromkeys(of, 5)))
    assert "do not bring clearly more" in level.cards.why_no_hints and not any(each.hint for each in level.cards)


def test_no_game_at_all_makes_a_report_too() -> None:
    empty = balance(games=0)
    assert told(empty) == "No game was finished, so that nothing can be said."
    assert set(report_texts(empty)) >= {"report.md", "turns.csv"} and not list(charts(empty))


def test_lost_games_are_told_with_their_seeds() -> None:
    found = balance(lost=[{"job": 17, "seed": 123, "monsters": [], "why": "limit-steps"}], stopped=True)
    assert "One game was lost (limit-steps)" in told(found, "act") and "stopped before" in summary(found)
    assert "| 17 | 123 |" in report_texts(found)["report.md"]


# --- files ---------------------------------------------------------------------------------------


def small() -> Planted:
    """What the stored statistics show: a strong monster, a card nobody buys, one that is too good, trials."""
    of = prices(program("quarry", PACKS))
    first, second, third, *_ = of
    gains = {key: 3 * price for key, price in of.items()}
    return Planted({"plough": 60}, 54, {first: 68}, {second: 0, third: -1}, gains, 900)


def test_the_stored_statistics_give_the_stored_report() -> None:
    """``KAIJU_UPDATE=1`` writes the report anew; the statistics are as an older version may have written them."""
    stored = CASES / "quarry.json"
    if UPDATE and not stored.exists():
        write(stored, statistics(program("quarry", PACKS), 1_200, 2, small()))
    found = balance_of(load_statistics(stored), cast_of(program("quarry", PACKS).data))
    files = report_texts(found)
    assert {"report.md", "cards.csv", "trials.csv", "pairs_by_seat.csv", "purchases.csv"} <= set(files)
    for name, text in files.items():
        if UPDATE:
            (CASES / name).write_text(text, "utf-8")
        assert text == (CASES / name).read_text("utf-8"), name
    assert {path.name for path in CASES.iterdir()} == {*files, "quarry.json"}


def test_tables_in_files_hold_whole_numbers_that_fit(tmp_path: Path) -> None:
    rows = list(csv.DictReader(report_texts(balance())["monsters.csv"].splitlines()))
    assert len(rows) == 6
    for row in rows:
        wins, of = int(row["wins_wins"]), int(row["wins_of"])
        assert int(row["wins_rate"]) == round(10_000 * wins / of)
        assert int(row["wins_low"]) < int(row["wins_rate"]) < int(row["wins_high"])


def everything_planted() -> Planted:
    return Planted(gains={key: 3 * price for key, price in prices(program("quarry", PACKS)).items()})


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    """All files of a report."""
    return report_files(balance(everything_planted(), of_mode="quarry"))


def test_equal_statistics_give_equal_bytes(tmp_path: Path, drawn: dict[str, str]) -> None:
    """Also in another process, with another seed of its hashes, another locale and the user's own style."""
    path = write(tmp_path / "games.json", statistics(program("quarry", PACKS), 6_000, 2, everything_planted()))
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\nfont.size: 20\naxes.grid: False\n")
    more = {"PYTHONHASHSEED": "5", "MATPLOTLIBRC": str(tmp_path), "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    folders = [str(ROOT / part) for part in ("compiler", "runtime", "site")]
    more["PYTHONPATH"] = os.pathsep.join([*folders, os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "kaiju_compiler.cli", "report", str(path), "--program", f"{PACKS}/quarry"]
    command += ["-o", str(tmp_path / "report")]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | more, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    written = {each.name: each.read_text("utf-8") for each in (tmp_path / "report").iterdir()}
    tool = re.compile(r"^- Kaiju: .*$", re.MULTILINE)
    assert {name: tool.sub("", text) for name, text in written.items()} == {
        name: tool.sub("", text) for name, text in drawn.items()
    }


def test_every_chart_is_a_picture_for_everybody(drawn: dict[str, str]) -> None:
    """Well-formed, named for who cannot see it, with nothing fetched; each colour has another one for dark pages."""
    charts = {name: text for name, text in drawn.items() if name.endswith(".svg")}
    assert set(charts) == {f"{name}.svg" for name in "monsters pairs cards gains prices victories turns lead".split()}
    for name, text in charts.items():
        root = ElementTree.fromstring(text)
        space = "{http://www.w3.org/2000/svg}"
        assert root.get("role") == "img" and root.get("aria-labelledby") == "title about"
        assert root.findtext(f"{space}title") and root.findtext(f"{space}desc")
        assert "prefers-color-scheme: dark" in text and "metadata" not in text and "<text" in text
        assert not re.findall(r'href="(?!#)', text) and "Date" not in text
        colours = set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", text.partition("</style>")[2]))
        assert colours <= set(DARK), (name, colours - set(DARK))
        assert f"]({name})" in drawn["report.md"]


def test_texts_of_a_pack_stay_texts(tmp_path: Path) -> None:
    """Names mean nothing to Markdown, HTML, a spreadsheet, the formulas of matplotlib or SVG."""
    names = [
        "<b>x</b> | *y* [z](http://w) `v`",
        '=HYPERLINK("x")',
        "$\\frac{1}{0}$ $",
        "& <script>",
        "# 1\n# 2",
        "東京",
    ]
    of = program("harbour", PACKS)
    keys = [*(of.pieces[each].key for each in of.monsters), *prices(of)]
    names = {key: names[number % len(names)] for number, key in enumerate(keys)}
    found = balance_of(statistics_of(statistics(of, 6_000, 2)), Cast("<i>t</i>", names, {}, prices(of), {}))
    files = report_texts(found)
    text = files["report.md"]
    assert "<b>" not in text and "<script>" not in text and "<i>" not in text and "\n# 2" not in text
    assert r"&lt;b&gt;x&lt;/b&gt; \| \*y\* \[z\](http://w) \`v\`" in text
    assert not re.search(r"(?m)(^|,)\"?=", files["cards.csv"]) and "'=HYPERLINK" in files["cards.csv"]
    [drawn] = [svg(each.draw, each.title, each.about) for each in charts(found) if each.id == "monsters"]
    assert "$\\frac{1}{0}$ $" in drawn and "&lt;script&gt;" in drawn and "東京" in drawn
    ElementTree.fromstring(drawn)
    assert plain("1. a") == "1\\. a" and plain("- a") == "\\- a" and plain("a - b. c") == "a - b. c"


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("mine")
    with pytest.raises(FileProblem, match="no report"):
        write_report(tmp_path, balance())
    assert [each.name for each in tmp_path.iterdir()] == ["cards.csv"]
    check_folder(tmp_path / "new")


def test_an_older_report_is_replaced_as_a_whole(tmp_path: Path) -> None:
    write_report(tmp_path, balance(everything_planted(), of_mode="quarry"))
    assert (tmp_path / "gains.svg").exists()
    page = write_report(tmp_path, balance(of_mode="quarry"), {"comparison.md": "# Both\n"})
    assert page == tmp_path / "report.md" and not (tmp_path / "gains.svg").exists()
    assert (tmp_path / "comparison.md").read_text() == "# Both\n"


def test_the_page_comes_after_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a write fails, there is no page that shows what is not there."""
    import kaiju_runtime.report.write as module

    done: list[str] = []

    def failing(path: Path, text: str) -> None:
        if len(done) == 5:
            raise FileProblem(path, "the disk is full", "make room", "write")
        done.append(path.name)

    monkeypatch.setattr(module, "write_text", failing)
    with pytest.raises(FileProblem):
        write_report(tmp_path / "report", balance(of_mode="quarry"))
    assert "report.md" not in done


# --- reading -------------------------------------------------------------------------------------


def set_in(payload: Data, way: str, value: Any) -> None:
    *steps, last = way.split("/")
    place: Any = payload
    for step in steps:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if value is None:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value


@pytest.mark.parametrize(
    "way, value",
    [
        ("games", None),
        ("games", -1),
        ("games", 10**13),
        ("games", True),
        ("plan", []),
        ("plan/players", 0),
        ("plan/bots", ["greedy"]),
        ("monsters", {"a": 5}),
        ("turns", {"-1": 5}),
        ("turns", {"01": 5}),
        ("turns", {"²": 5}),
        ("turns", {"9" * 5000: 5}),
        ("seats/0/seat", 2),
        ("seats/0/wins", 10**6),
        ("first/wins", 10**6),
        ("ties", 10**6),
        ("pairs/0/wins", [10**6, 0]),
        ("pairs/0/monsters", ["a"]),
        ("pairs/0/wins/0", "5"),
        ("lead/0/leader_won", 10**6),
        ("trials", {"a": {"pairs": 5, "both": 1, "with": 1, "without": 1, "neither": 1}}),
        ("cards/brake/wins", 10**6),
        ("cards/brake/turns", None),
        ("lost", [{"job": 1}]),
        ("victories", {"a": 1.5}),
        ("monsters", {str(number): {"games": 1, "wins": 0, "seats": []} for number in range(201)}),
        ("victories", {str(number): 1 for number in range(1_001)}),
    ],
)
def test_statistics_that_make_no_sense_are_refused(way: str, value: Any) -> None:
    payload = statistics(program("quarry", PACKS), 1_200)
    statistics_of(payload)
    set_in(payload, way, value)
    with pytest.raises(KaijuError) as stop:
        statistics_of(payload)
    assert stop.value.code == "statistics-damaged" and stop.value.help


def test_very_many_cards_make_a_report_in_moderate_time() -> None:
    """Cards are compared with each other, and each has a row; a chart shows the ends of a long list only."""
    of = program("harbour", PACKS)
    payload = statistics(of, 6_000)
    one = payload["cards"][some(1)[0]]
    payload["cards"] = {f"card{number}": one for number in range(5_000)}
    payload["lost"] = [{"job": number, "seed": 1, "monsters": [], "why": "slow"} for number in range(5_000)]
    made = balance_of(statistics_of(payload), cast_of(of.data))
    assert len(compare(made, made).changes) > 10_000
    page = report_texts(made)["report.md"]
    assert "The first 100 of 5,000" in page and page.count("| slow |") == 100
    assert "Shown are the 60 highest and the 60 lowest of 5,000" in page


def test_what_a_newer_version_adds_is_passed_over() -> None:
    payload = statistics(program("quarry", PACKS), 1_200) | {"weather": "fine"}
    assert statistics_of(payload).games == 1_200


# --- comparing -----------------------------------------------------------------------------------


def test_nothing_has_changed_where_only_chance_differs() -> None:
    before, now = balance(), balance(games=6_600)
    found = compare(before, now, dict.fromkeys(THRESHOLDS, 0))
    assert len(found.changes) > 100 and not found.real and not found.exceeded
    assert "Nothing has changed beyond noise." in list(comparison_lines(found, now))


def test_what_has_changed_is_listed_and_held_against_its_threshold() -> None:
    strong = program("harbour", PACKS).pieces[program("harbour", PACKS).monsters[0]]
    card = some(1)[0]
    now = balance(Planted(strength={strong.key: 62}, bought={card: 5}), turns={"15": 4_000, "18": 2_000})
    found = compare(balance(), now, {"win-rate": 900, "length": 2_000})
    keys = [each.key for each in found.real]
    assert f"monster {strong.key}" in keys and f"bought {card}" in keys and "turns" in keys
    assert f"monster {strong.key}" in [each.key for each in found.exceeded]
    assert not [each for each in found.exceeded if each.threshold != "win-rate"]
    lines = "\n".join(comparison_lines(found, now)).replace(BLANK, " ")
    assert re.search(rf"{strong.name} wins: .* -> 6\d\.\d % .*  over win-rate=9", lines)
    assert re.search(r"Turns of a game: 14\.0 -> 16\.0, \+14\.\d \(\+13\.\d to \+1\d\.\d\) %", lines)
    files = comparison_files(found, now)
    assert "## Over the thresholds" in files["comparison.md"]
    rows = list(csv.DictReader(files["comparison.csv"].splitlines()))
    assert len(rows) == len(found.changes)
    assert {row["verdict"] for row in rows} == {"over the threshold", "changed", "noise"}


def test_a_change_of_a_gain_is_seen() -> None:
    key = some(1)[0]
    before, now = (balance(Planted(gains={key: gain}, pairs=4_000)) for gain in (2, 14))
    assert [(each.key, each.change.value) for each in compare(before, now).real] == [(f"gain {key}", 1200)]


def test_other_versions_bots_and_cards_are_said() -> None:
    before = balance()
    payload = dict(before.statistics.data)
    payload["program"], payload["plan"] = "0" * 64, payload["plan"] | {"bots": ["random", "greedy"]}
    payload["cards"] = {key: each for key, each in payload["cards"].items() if key != some(1)[0]}
    notes = compare(balance_of(statistics_of(payload), before.cast), before).notes
    assert ["version" in notes[0], "bots" in notes[1], "new since" in notes[2]] == [True] * 3


def test_different_games_are_not_compared() -> None:
    for changes in ({"mode": "other"}, {"plan": statistics(program("harbour", PACKS), 600, 4)["plan"]}):
        with pytest.raises(KaijuError) as stop:
            compare(balance(**changes), balance())
        assert stop.value.code == "statistics-not-comparable"


def test_thresholds_are_read_without_fractions() -> None:
    assert threshold_of("win-rate=5") == ("win-rate", 500) and threshold_of("length=7.25") == ("length", 725)
    assert threshold_of("cards=0.5") == ("cards", 50)
    for wrong in (
        "win-rate",
        "win-rate=",
        "win-rate=x",
        "win-rate=-1",
        "win-rate=1e3",
        "speed=5",
        "cards=5.",
        "cards=²",
    ):
        with pytest.raises(ValueError):
            threshold_of(wrong)


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with statistics: of the quarry as it is, with another rate of wins, and of another program."""
    folder = tmp_path_factory.mktemp("report")
    of = program("quarry", PACKS)
    write(folder / "now.json", statistics(of, 4_000))
    write(folder / "first.json", statistics(of, 4_000, planted=Planted(first=62)))
    write(folder / "older.json", statistics(of, 4_000) | {"program": "0" * 64})
    write(folder / "other.json", statistics(program("harbour", PACKS), 600))
    (folder / "torn.json").write_bytes((folder / "now.json").read_bytes()[:-40])
    return folder


def run(home: Path, *arguments: str) -> Result:
    named = [str(home / each) if each.endswith(".json") else each for each in arguments]
    return CliRunner().invoke(cli, ["report", *named, "--program", str(ROOT / PACKS / "quarry")])


def test_the_command_tells_what_to_act_on(home: Path) -> None:
    done = run(home, "now.json")
    assert done.exit_code == 0 and "Out of balance:" in done.output and "How a game goes:" in done.output
    told = json.loads(run(home, "now.json", "--format", "json").stdout)
    assert told["games"] == 4_000 and {each["weight"] for each in told["findings"]} <= {"act", "look", "know"}


def test_the_command_is_a_test_of_a_pack(home: Path, tmp_path: Path) -> None:
    """Status 1 only for a change beyond noise that is over its threshold."""
    for arguments, status in [
        (["now.json", "--compare", "now.json", "--threshold", "win-rate=0"], 0),
        (["first.json", "--compare", "now.json"], 0),
        (["first.json", "--compare", "now.json", "--threshold", "win-rate=30"], 0),
        (["first.json", "--compare", "now.json", "--threshold", "length=1"], 0),
        (["first.json", "--compare", "now.json", "--threshold", "win-rate=5"], 1),
        (["first.json", "--compare", "older.json", "--threshold", "win-rate=5"], 1),
        (["first.json", "--compare", "now.json", "--threshold", "win-rate=5", "--format", "json"], 1),
        (["first.json", "--compare", "now.json", "--threshold", "win-rate=5", "-o", str(tmp_path / "out")], 1),
    ]:
        done = run(home, *arguments)
        assert done.exit_code == status, (arguments, done.output, done.stderr)
    assert {"report.md", "comparison.md", "comparison.csv"} <= {each.name for each in (tmp_path / "out").iterdir()}
    assert "played with another version" in run(home, "now.json", "--compare", "older.json").output


@pytest.mark.parametrize(
    "arguments, code, word",
    [
        (["older.json"], "statistics-other-program", "--program FILE"),
        (["torn.json"], "saved-not-json", "make it again"),
        (["none.json"], "file-problem", "does not exist"),
        (["other.json"], "statistics-other-program", "harbour"),
        (["now.json", "--compare", "other.json"], "statistics-not-comparable", "same mode"),
        (["now.json", "--compare", "torn.json"], "saved-not-json", "torn.json"),
        (["now.json", "--compare", "now.json", "--threshold", "speed=4"], "usage", "win-rate"),
        (["now.json", "--threshold", "win-rate=4"], "usage", "--compare"),
    ],
)
def test_bad_input_is_refused_with_advice(home: Path, arguments: list[str], code: str, word: str) -> None:
    done = run(home, *arguments)
    assert done.exit_code == 2 and f"error[{code}]" in done.stderr and word in done.stderr, done.stderr
    assert "help:" in done.stderr and "Traceback" not in done.stderr


def test_without_matplotlib_all_but_the_charts_is_told(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run(home, "now.json").exit_code == 0
    done = run(home, "now.json", "-o", str(tmp_path / "report"))
    assert done.exit_code == 2 and "kaiju-rules[report]" in done.stderr and not (tmp_path / "report").exists()


# --- with games that are played --------------------------------------------------------------------


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """A game of a few turns: whoever has pushed three times wins."""
    rules = {"push": 'action in act "Push": gain 1 coins', "won": "as soon as you.coins = 3: win"}
    return write_pack(tmp_path, rules=rules)


def simulate(race: Path, *arguments: str) -> Result:
    played = ["simulate", str(race), "--games", "60", "--bots", "random", "--backend", "serial"]
    return CliRunner().invoke(cli, [*played, *arguments])


def test_games_are_played_reported_and_compared_in_one_go(race: Path, tmp_path: Path) -> None:
    games, folder = tmp_path / "games.json", tmp_path / "report"
    done = simulate(race, "--json", str(games), "--report", str(folder))
    assert done.exit_code == 0 and f"Report: {folder / 'report.md'}" in done.output, done.output + done.stderr
    assert "60 games of 2 players" in (folder / "report.md").read_text("utf-8")
    same = simulate(race, "--compare", str(games), "--threshold", "win-rate=0")
    assert same.exit_code == 0 and "Nothing has changed beyond noise." in same.output
    quiet = simulate(race, "--compare", str(games), "--format", "json")
    assert json.loads(quiet.stdout)["games"] == 60 and "Nothing has changed" in quiet.stderr
    other = simulate(race, "--seed", "1", "--compare", str(games), "--threshold", "length=0")
    assert other.exit_code == 0, other.output


def test_a_report_that_cannot_be_written_loses_no_statistics(
    race: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(folder: Path, *more: object) -> Path:
        raise FileProblem(folder, "the disk is full", "make room, or choose another folder", "write")

    monkeypatch.setattr("kaiju_runtime.report.write.write_report", full)
    done = simulate(race, "--report", str(tmp_path / "report"))
    assert done.exit_code == 2 and "the disk is full" in done.stderr and "Traceback" not in done.stderr
    payload = next(line for line in done.output.splitlines() if line.startswith("{"))
    assert statistics_of(json.loads(payload)).games == 60
    games = tmp_path / "games.json"
    kept = simulate(race, "--report", str(tmp_path / "report"), "--json", str(games))
    assert kept.exit_code == 2 and load_statistics(games).games == 60


def test_what_would_go_wrong_later_is_told_before_a_game_is_played(race: Path, tmp_path: Path, home: Path) -> None:
    for arguments, code in [
        (["--compare", str(home / "now.json")], "statistics-not-comparable"),
        (["--compare", str(home / "torn.json")], "saved-not-json"),
        (["--report", str(home)], "file-problem"),
        (["--threshold", "win-rate=5"], "usage"),
    ]:
        done = simulate(race, *arguments)
        assert done.exit_code == 2 and f"error[{code}]" in done.stderr and not done.stdout, (done.stdout, done.stderr)


# --- pages of the site -----------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the quarry into which tests put statistics."""
    return Path(shutil.copytree(ROOT / PACKS / "quarry", tmp_path / "quarry"))


def pages_of(pack: Path) -> tuple[dict[str, str], list[str]]:
    """The pages on balance by path, and what could not be shown."""
    [game] = games_of(compile_packs([str(pack)]), Cache())
    made, problems = balance_pages(Renderer(), game)
    return {page.path: str(page.body) for page in made}, problems


def test_a_pack_without_statistics_has_no_page(pack: Path) -> None:
    assert pages_of(pack) == ({}, [])


def test_a_page_says_what_the_statistics_say(pack: Path) -> None:
    of = program("quarry", PACKS)
    write(pack / NOW, statistics(of, 4_000, planted=small()))
    pages, problems = pages_of(pack)
    assert list(pages) == ["quarry/balance.md"] and not problems
    page = pages["quarry/balance.md"].replace(BLANK, " ")
    assert "The game has changed since" not in page and "as it is now" in page
    assert "One card was never bought" in page and "What has changed" not in page
    first = next(iter(prices(of)))
    assert f'<a href="tool/{first}.html">' in page and page.count('<svg class="whisker') > 10
    assert 'class="whisker clear-above"' in page
    [histogram] = re.findall(r"<svg viewBox.*?</svg>", page, re.DOTALL)
    assert histogram.count("<rect") == len(statistics(of, 4_000)["turns"])


def test_pages_of_records_have_their_numbers(pack: Path) -> None:
    """Where the pack has statistics: those of the record, and no others."""
    of = program("quarry", PACKS)
    first = next(iter(prices(of)))
    for payload in (None, statistics(of, 4_000, planted=small())):
        if payload is not None:
            write(pack / NOW, payload)
        [game] = games_of(compile_packs([str(pack)]), Cache())
        balance_pages(Renderer(), game)
        shown = {key: dict(in_games(game, full_id)) for key, full_id in cast_of(of.data).records.items()}
        if payload is None:
            assert not any(shown.values())
    assert list(shown[first]) == ["Bought in", "Buyers win", "Gain in points", "Price in the middle"]
    card = balance_of(statistics_of(payload), cast_of(of.data)).cards.find(first)
    assert card is not None and shown[first]["Buyers win"] == rate_text(card.buyers)
    assert list(shown[of.pieces[of.monsters[0]].key]) == ["Wins"]


def test_a_page_compares_with_what_was_before_and_says_when_it_is_old(pack: Path) -> None:
    of = program("quarry", PACKS)
    write(pack / NOW, statistics(of, 4_000) | {"program": "1" * 64})
    write(pack / BEFORE, statistics(of, 4_000, planted=Planted(first=62)))
    pages, problems = pages_of(pack)
    assert list(pages) == ["quarry/balance.md", "quarry/balance-before.md"] and not problems
    now, before = (page.replace(BLANK, " ") for page in pages.values())
    assert "The game has changed since these games were played" in now and "What has changed" in now
    assert "Who begins wins" in now and 'href="balance-before.html"' in now
    assert "before the game was last changed" in before and 'href="balance.html"' in before


def test_a_page_of_an_older_program_tells_no_price_of_today(pack: Path) -> None:
    write(pack / NOW, statistics(program("quarry", PACKS), 4_000))
    write(pack / BEFORE, statistics(program("quarry", PACKS), 4_000) | {"program": "1" * 64})
    first = re.compile(r'brake.html">Brake</a></th><td class="amount"><span class="together">(.*?)</span></td>')
    assert [first.findall(page)[0] for page in pages_of(pack)[0].values()] == ["2", "–"]


def test_the_command_on_a_page_asks_for_the_same_games(pack: Path) -> None:
    of = program("quarry", PACKS)
    plan = make_plan(of, games=40, seed=9, bots=["random", "greedy"], trials=["brake"], pairs=6, swap=True)
    write(pack / NOW, statistics(of, 1_200) | {"plan": plan.to_data()})
    page = next(iter(pages_of(pack)[0].values()))
    [said] = re.findall(r"To play them again: <code>(.*?)</code>", page)
    words = shlex.split(said)
    assert words[:3] == ["kaiju", "simulate", pack.as_posix()] and words[-2:] == ["--json", str(pack / NOW)]
    context = simulate_command.command.make_context("simulate", words[2:])
    assert simulate_command.read_plan(of, Loaded(of.data), context.params) == plan


def test_statistics_that_cannot_be_shown_are_named_and_do_no_harm(pack: Path, tmp_path: Path) -> None:
    of = program("quarry", PACKS)
    good = write(tmp_path / "good.json", statistics(of, 1_200))
    (pack / NOW).write_bytes(good.read_bytes()[:-9])
    assert pages_of(pack) == ({}, [f"{pack / NOW}: it is no JSON text, or only a part of one"])
    write(pack / NOW, statistics(of, 1_200) | {"mode": "other"})
    assert pages_of(pack) == ({}, [f"{pack / NOW}: these games are of 'other', not of 'quarry'"])
    (pack / NOW).unlink()
    (pack / NOW).symlink_to(good)
    assert pages_of(pack) == ({}, [f"{pack / NOW}: links are not followed out of a pack"])


# --- words ---------------------------------------------------------------------------------------


def test_numbers_are_read_as_they_should_be() -> None:
    assert [tenths(each) for each in (4813, -4, -6, 5, 0, 10_000)] == ["48.1", "0.0", "−0.1", "0.1", "0.0", "100.0"]
    assert percent(3800) == f"38.0{BLANK}%"
    assert listed([]) == "" and listed(["a"]) == "a" and listed("abc") == "a, b and c"
    assert listed("abcdef", 3) == "a, b and 4 more"


def test_pieces_of_one_name_are_told_apart() -> None:
    """By the id of their records; rules and what is unknown have names too."""
    data = dict(program("quarry", PACKS).data)
    twin = next(each for each in data["definitions"] if each["kind"] == "tool")
    data["definitions"] = [
        each | ({"name": twin["name"]} if each["kind"] == "tool" else {}) for each in data["definitions"]
    ]
    cast = cast_of(data)
    key = twin["id"].partition(":")[2]
    assert cast.name(key) == f"{twin['name']} ({twin['id']})" and cast.name("nobody") == "nobody"
    assert cast.label("third_slab") == "Three captured slabs" and cast.label("some_thing") == "Some thing"
    assert cast.prices[key] == prices(program("quarry", PACKS))[key]


def test_reading_is_bounded(home: Path) -> None:
    """A file that is too large is refused before it is read as a whole."""
    from kaiju_runtime.canonical import DamagedFile
    from kaiju_runtime.report.statistics_file import MOST_BYTES

    with pytest.raises(DamagedFile) as stop:
        read_statistics(b"x" * (MOST_BYTES + 1))
    assert stop.value.code == "saved-too-large"
