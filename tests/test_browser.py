"""The reference site in a real browser: nothing is fetched, nothing fails, everything can be used, by everybody.

Needs Debian's chromium (``make browser`` installs it where it is missing); the driver comes with the dev extras.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from kaiju_compiler.data_files import content_dir
from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_site import build_site
from kaiju_site.addresses import Addresses

pytestmark = pytest.mark.slow

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def shipped() -> Compilation:
    return compile_packs([content_dir()])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, shipped: Compilation) -> Path:
    """The site of the shipped content."""
    out = tmp_path_factory.mktemp("browsed")
    result = build_site(shipped, out)
    assert result.ok, result.problems
    return out / "site"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "there is no chromium here: run `make browser`, or install Debian's package chromium"
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


class Visit:
    """A page under watch: what it asks for, and what it complains about."""

    def __init__(self, browser: Browser, site: Path, **settings: Any) -> None:
        self.site = site
        self.context: BrowserContext = browser.new_context(**{"viewport": DESK, **settings})
        self.page: Page = self.context.new_page()
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, name: str) -> Page:
        self.page.goto(f"{self.site.as_uri()}/{name}")
        return self.page

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *failure: object) -> None:
        self.context.close()
        if failure[0] is None:
            assert not self.complaints
            assert not [url for url in self.asked if not url.startswith(("file://", "data:"))]


@pytest.fixture(scope="module")
def names(site: Path, shipped: Compilation) -> list[str]:
    """A page of every sort, for each mode."""
    found = [
        "index.html",
        "games.html",
        "gallery/index.html",
        "errors/index.html",
        "guide/add_a_card.html",
        "guide/first_card.html",
        "language/grammar.html",
        "language/glossary.html",
    ]
    found += ["language/verbs.html", "errors/name-unknown.html"]
    for compiled in shipped.modes.values():
        addresses = Addresses(compiled.program)
        found += [addresses.home, addresses.rulebook, addresses.questions, addresses.tracker, addresses.reference]
        found += [*list(addresses.sections.values())[:2], *addresses.galleries.values()]
        found += list(addresses.records.values())[:: max(1, len(addresses.records) // 4)]
        found.append(addresses.examples)
        found += [page for page in (addresses.balance, addresses.balance_before) if (site / page).is_file()]
    assert all((site / name).is_file() for name in found)
    return found


def test_every_sort_of_page_is_quiet_and_fits(browser: Browser, site: Path, names: list[str]) -> None:
    """No request leaves, no error is logged, and at 390 px nothing sticks out at the side."""
    wide = []
    with Visit(browser, site, viewport=PHONE) as visit:
        for name in names:
            page = visit.open(name)
            over = page.evaluate("document.documentElement.scrollWidth - document.body.clientWidth")
            if over > 0:
                wide.append((name, over))
    assert not wide


AXE = "axe.run(document, {preload: false, resultTypes: ['violations']}).then(found => found.violations)"


def faults(page: Page) -> list[tuple[str, str, str]]:
    """What axe-core calls serious or critical on a page: rule, element, and how to mend it."""
    page.add_script_tag(path=AXE_FILE_PATH)
    return [
        (fault["id"], str(node["target"]), node.get("failureSummary", "")[:200])
        for fault in page.evaluate(AXE)
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:2]
    ]


def test_every_part_of_the_site_is_seen_on_a_phone(browser: Browser, site: Path) -> None:
    """None of them is behind an edge where nothing says that one can scroll."""
    with Visit(browser, site, viewport=PHONE) as visit:
        page = visit.open("index.html")
        rights = page.locator(".parts a").evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
        assert len(rights) > 4 and max(rights) <= page.evaluate("document.documentElement.clientWidth")


def test_what_was_found_is_seen_on_a_phone(browser: Browser, site: Path) -> None:
    """Nothing of the page lies over the list of the search."""
    with Visit(browser, site, viewport=PHONE) as visit:
        page = visit.open("index.html")
        page.keyboard.press("/")
        page.keyboard.type("monster")
        links = page.locator("#search-results a")
        links.nth(4).wait_for()
        box = page.locator("#search-results").bounding_box()
        assert box is not None
        inside = "([x, y]) => document.getElementById('search-results').contains(document.elementFromPoint(x, y))"
        places = [[box["x"] + box["width"] * part / 9, box["y"] + n] for part in (1, 4, 8) for n in range(20, 500, 30)]
        assert not [place for place in places if not page.evaluate(inside, place)]


def test_what_was_found_says_of_which_game_it_is(browser: Browser, site: Path) -> None:
    """Cards and rulings of the same title, in the list and as titles of windows."""
    with Visit(browser, site) as visit:
        page = visit.open("index.html")
        page.keyboard.press("/")
        page.keyboard.type("camouflage")
        page.locator("#search-results a").nth(3).wait_for()
        found = page.locator("#search-results a").evaluate_all(
            "all => all.map(a => a.textContent.slice(0, 90).replace('… ', ''))"
        )
        assert len(found) == len(set(found))
        titles = [page.title() for name in ("duel", "king_of_tokyo") if visit.open(f"{name}/card/camouflage.html")]
        titles += [page.title() for name in ("rulebook", "examples") if visit.open(f"duel/{name}/setup.html")]
        assert len(titles) == len(set(titles)) == 4


def test_boards_on_a_phone_have_tracks_of_one_size(browser: Browser, site: Path) -> None:
    """A ring with its list of effects takes a row of its own, and squeezes no track."""
    sizes = "all => all.map(each => each.getBoundingClientRect().width / each.getAttribute('width'))"
    with Visit(browser, site, viewport=PHONE) as visit:
        for mode in ("duel", "tokyo_bay"):
            drawn = visit.open(f"{mode}/index.html").locator("#board .track.tall").evaluate_all(sizes)
            assert len(drawn) > 1 and min(drawn) == max(drawn) == 1


def test_tables_of_balance_fit_and_say_where_they_go_on(browser: Browser, site: Path) -> None:
    """On a desk nothing is cut at the right, on a phone what is cut fades out until one has scrolled there."""
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth + 2).length"
    with Visit(browser, site) as visit:
        assert visit.open("tokyo_bay/balance.html").locator(".scroller").evaluate_all(cut) == 0
    with Visit(browser, site, viewport=PHONE) as visit:
        table = visit.open("tokyo_bay/balance.html").locator(".scroller").first
        page = visit.page
        page.wait_for_function("document.querySelector('.scroller').classList.contains('goes-on')")
        table.evaluate("each => { each.scrollLeft = 9999; }")
        page.wait_for_function("!document.querySelector('.scroller').classList.contains('goes-on')")


def test_galleries_lead_to_what_their_games_share(browser: Browser, site: Path) -> None:
    """Whoever looks for a monster in the gallery of a game finds the way, and in that of all sees the game."""
    with Visit(browser, site, viewport=PHONE) as visit:
        page = visit.open("gallery/duel.html")
        page.get_by_role("link", name="Rules shared by the Duel line").last.click()
        page.get_by_role("searchbox", name="Words").fill("hades")  # as the search of the site takes it
        assert page.locator("#gallery > li:visible").count() > 0
        assert not page.locator("select[name=Game]").count()  # all of them belong to the same games
        page = visit.open("gallery/index.html")
        kings = page.locator("#gallery > li", has=page.locator("b", has_text="The King")).locator(".games")
        assert len(set(kings.all_inner_texts())) == kings.count() > 1


def test_nothing_is_cut_on_paper(browser: Browser, site: Path) -> None:
    """Diagrams and tables fit a sheet of A4 between its margins, and nothing fades out there."""
    over = "all => all.filter(each => each.getBoundingClientRect().right > innerWidth + 2).length"
    faded = "all => all.filter(each => getComputedStyle(each).maskImage !== 'none').length"
    with Visit(browser, site, viewport={"width": 718, "height": 1000}) as visit:
        visit.page.emulate_media(media="print")
        for name in ("language/grammar.html", "tokyo_bay/balance.html", "guide/read_a_report.html", "duel/index.html"):
            page = visit.open(name)
            assert page.locator("main svg, main table").evaluate_all(over) == 0, name
            assert page.locator("pre, table, .scroller").evaluate_all(faded) == 0, name
        ring = visit.page.locator(".track.ring").evaluate("each => each.clientWidth / each.getAttribute('width')")
        assert ring <= 1, "a ring is not blown up to the width of the sheet"


HEADINGS = "[...document.querySelectorAll('main :is(h1,h2,h3,h4,h5,h6)')].map(each => +each.tagName[1])"


def test_headings_leave_no_level_out(browser: Browser, site: Path, shipped: Compilation) -> None:
    """Who goes from heading to heading sees how a page is made: examples on pages of their own as well."""
    with Visit(browser, site) as visit:
        for compiled in shipped.modes.values():
            topics = {
                Addresses(compiled.program).topic(each["topic"]) for each in compiled.examples if not each["record"]
            }
            for name in sorted(topics)[:2]:
                levels = visit.open(name).evaluate(HEADINGS)
                assert levels[0] == 1 and all(b <= a + 1 for a, b in pairwise(levels)), (name, levels[:5])


def test_the_two_ends_of_a_filter_stand_together(browser: Browser, site: Path) -> None:
    with Visit(browser, site) as visit:
        page = visit.open("gallery/duel.html")
        ends = page.locator("select[data-end]").evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
        assert len(ends) >= 4 and ends[::2] == ends[1::2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it(browser: Browser, site: Path, names: list[str], scheme: str) -> None:
    """axe-core finds nothing serious, in either colour mode."""
    with Visit(browser, site, color_scheme=scheme) as visit:
        found = {name: faults(visit.open(name)) for name in names}
        assert not {name: each for name, each in found.items() if each}


def test_a_fault_would_be_seen(browser: Browser, site: Path) -> None:
    with Visit(browser, site) as visit:
        page = visit.open("games.html")
        page.evaluate("document.body.append(Object.assign(document.createElement('button'), {style: 'color: #eee'}))")
        assert [rule for rule, *_ in faults(page)] == ["button-name"]


def test_colours_follow_the_reader(browser: Browser, site: Path) -> None:
    """The machine's mode, and the switch that overrules it and is remembered."""

    def paper(page: Page) -> int:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))

    with Visit(browser, site, color_scheme="dark") as visit:
        page = visit.open("index.html")
        dark = paper(page)
        page.get_by_role("button", name="Show light colours").click()
        assert paper(page) > 600 > 150 > dark
        assert paper(visit.open("games.html")) > 600
    with Visit(browser, site, color_scheme="light") as visit:
        assert paper(visit.open("index.html")) > 600


@pytest.fixture(scope="module")
def program(shipped: Compilation) -> dict[str, Any]:
    """The mode with the most records."""
    return max((each.program for each in shipped.modes.values()), key=lambda each: len(each["definitions"]))


@pytest.fixture(scope="module")
def addresses(program: dict[str, Any]) -> Addresses:
    return Addresses(program)


def test_search_finds_a_card(browser: Browser, site: Path, addresses: Addresses, program: dict[str, Any]) -> None:
    full_id = next(each for each in reversed(addresses.records) if "card" in addresses.records[each])
    name = program["catalog"]["records"][full_id]["name"]
    with Visit(browser, site) as visit:
        page = visit.open("index.html")
        page.keyboard.press("/")
        page.keyboard.type(name)
        page.locator("#search-results a", has_text=name).first.wait_for()
        page.keyboard.press("Enter")
        page.get_by_role("heading", level=1, name=name, exact=True).wait_for()


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("hades", "H.A.D.E.S."),  # an abbreviation without its dots
        ("hors d\u2019oeuvres", "Hors d'Oeuvres"),  # as a phone types an apostrophe
        ("lose 10 life points", "Natural Selection"),  # a phrase of a text goes before its words in other order,
        ("pull fame 1", "Breaking News"),  # and before a title that is one of its words
    ],
)
def test_search_takes_what_people_type(browser: Browser, site: Path, typed: str, first: str) -> None:
    with Visit(browser, site) as visit:
        page = visit.open("index.html")
        page.get_by_role("searchbox").fill(typed)
        page.locator("#search-results > *").first.wait_for()
        assert page.locator("#search-results b").first.inner_text() == first


def test_search_is_fetched_when_it_is_used_and_goes_by_arrows(browser: Browser, site: Path) -> None:
    """The index is most of what a page would weigh, and most visits never search."""
    with Visit(browser, site) as visit:
        page = visit.open("index.html")
        assert not [url for url in visit.asked if "search_index" in url]
        page.keyboard.press("/")
        page.keyboard.type("fame")
        links = page.locator("#search-results a")
        links.nth(1).wait_for()
        for key, number in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0)):
            page.keyboard.press(key)
            assert links.nth(number).evaluate("node => node === document.activeElement")
        page.keyboard.press("ArrowUp")
        assert page.get_by_role("searchbox").evaluate("node => node === document.activeElement")


def test_filters_work_and_stay(browser: Browser, site: Path, addresses: Addresses) -> None:
    """A filter hides what does not fit, stands in the address, survives a reload, and can be cleared."""
    gallery = max(
        addresses.galleries.values(), key=lambda page: sum(page[:-10] in each for each in addresses.records.values())
    )
    with Visit(browser, site) as visit:
        page = visit.open(gallery)
        shown = page.locator("#gallery > li:visible")
        everything = shown.count()
        kind = page.locator("select[name=Kind]")
        kind.select_option(index=1)
        fitting = shown.count()
        assert 0 < fitting < everything and "#Kind=" in page.url
        page.locator("select[name=sort]").select_option("name")
        page.reload()
        assert shown.count() == fitting and kind.evaluate("node => node.selectedIndex") == 1
        names = [each.lower() for each in page.locator("#gallery > li:visible b").all_text_contents()]
        assert names == sorted(names)
        page.get_by_role("searchbox", name="Words").fill("no such words anywhere")
        assert shown.count() == 0
        page.get_by_role("button", name="Clear the filters").click()
        assert shown.count() == everything and "#" not in page.url


def test_galleries_by_keyboard(browser: Browser, site: Path) -> None:
    with Visit(browser, site) as visit:
        page = visit.open("gallery/index.html")
        links = page.locator("#gallery > li > a")
        links.first.focus()
        page.keyboard.press("ArrowRight")
        assert links.nth(1).evaluate("node => node === document.activeElement")
        page.keyboard.press("Enter")
        page.locator("#origin").wait_for()


def test_without_scripts_it_is_all_there(browser: Browser, site: Path, addresses: Addresses) -> None:
    """Galleries are plain lists, and pages are whole."""
    with Visit(browser, site, java_script_enabled=False) as visit:
        page = visit.open("gallery/index.html")
        assert page.locator("#gallery > li > a:visible").count() >= len(addresses.records)
        assert not page.locator("#filters").is_visible()
        assert not page.locator("#search").is_visible()  # nothing would answer
        assert visit.open(addresses.home).locator("h2:visible").count() > 5


def test_the_tracker_counts_undoes_and_remembers(
    browser: Browser, site: Path, addresses: Addresses, program: dict[str, Any]
) -> None:
    counter = next(each for each in program["counters"] if each["holder"] == "player" and not each["bookkeeping"])
    with Visit(browser, site, viewport=PHONE) as visit:
        page = visit.open(addresses.tracker)
        shown = page.locator(".t-value").first

        def value() -> int:
            return int(shown.inner_text().split()[0])

        start = value()
        less = page.get_by_role("button", name="one less").first
        assert counter["name"] in (less.get_attribute("aria-label") or "")
        less.click()
        less.click()
        assert value() == start - 2
        page.get_by_role("button", name="Roll the dice").click()
        dice = page.locator(".t-die")
        assert dice.count() > 0
        dice.first.click()
        kept = dice.first.get_attribute("aria-label")
        page.get_by_role("button", name="Roll the others again").click()
        assert dice.first.get_attribute("aria-label") == kept
        page.reload()
        assert value() == start - 2 and dice.first.get_attribute("aria-label") == kept
        for _ in range(5):
            page.get_by_role("button", name="Undo", exact=True).click()
        assert value() == start and dice.count() == 0
        assert page.get_by_role("button", name="Undo", exact=True).is_disabled()
        damaged = (
            'for (const key of Object.keys(localStorage)) localStorage.setItem(key, \'{"state":{"players":[1]}}\')'
        )
        page.evaluate(damaged)
        page.reload()
        assert value() == start


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        return


def test_the_tracker_shows_what_is_in_this_game(browser: Browser, site: Path) -> None:
    """A counter that a monster can have none of, and the track of a monster that nobody plays, are not there."""
    with Visit(browser, site) as visit:
        page = visit.open("duel/tracker.html")
        assert page.locator(".t-track").count() == 2 and page.get_by_text("Shield tokens").count() == 0
        page.get_by_label("Monster of seat 2").select_option("H.A.D.E.S.")
        assert page.locator(".t-track").count() == 3
        page.get_by_label("Monster of seat 2").select_option("Iron Back")
        assert page.locator(".t-track").count() == 2 and page.get_by_text("Shield tokens").count() == 1


def test_the_tracker_keeps_its_place_among_namesakes(browser: Browser, site: Path) -> None:
    """While two seats have the same monster, a button pressed twice counts twice for its own seat."""
    with Visit(browser, site) as visit:
        page = visit.open("duel/tracker.html")
        page.get_by_label("Monster of seat 2").select_option(index=0)
        less = page.get_by_role("button", name="Life Points of Gigazaur: one less")
        less.nth(1).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        values = [
            each.split()[0]
            for each in page.locator("[aria-label^='Life Points of Gigazaur'].t-value").all_inner_texts()
        ]
        assert int(values[0]) - int(values[1]) == 2


def test_two_windows_of_a_tracker_do_not_undo_each_other(browser: Browser, site: Path, addresses: Addresses) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context(viewport=DESK)
    try:
        one, other = context.new_page(), context.new_page()
        for page in (one, other):
            page.goto(f"http://127.0.0.1:{server.server_port}/{addresses.tracker}")
        start = int(one.locator(".t-value").first.inner_text().split()[0])
        one.get_by_role("button", name="one less").first.click()
        other.wait_for_function(f"parseInt(document.querySelector('.t-value').textContent) === {start - 1}")
        other.get_by_role("button", name="one less").first.click()
        one.wait_for_function(f"parseInt(document.querySelector('.t-value').textContent) === {start - 2}")
    finally:
        context.close()
        server.shutdown()
        server.server_close()


def test_a_served_tracker_works_without_its_server(browser: Browser, site: Path, addresses: Addresses) -> None:
    """Once it has been seen, it can be opened, also anew, when the network is gone; and it knows its state."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context(viewport=PHONE)
    try:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/{addresses.tracker}")
        page.locator("#tracker[data-offline=ready]").wait_for()
        page.get_by_role("button", name="one less").first.click()
        seen = page.locator(".t-value").first.inner_text()
        server.shutdown()
        server.server_close()
        page.reload()
        assert page.locator(".t-value").first.inner_text() == seen
        assert page.evaluate("getComputedStyle(document.querySelector('.t-player')).borderRadius") == "12px"
    finally:
        context.close()
        server.server_close()
