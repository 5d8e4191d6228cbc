"""The reference site: whole, the same bytes every time, closed to the network; and the parts that it is made of."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from signal import SIGINT
from socket import socket
from threading import Timer
from typing import Any
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest

from kaiju_compiler.catalogue import CATALOGUE
from kaiju_compiler.data_files import content_dir, data_root
from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_site import KaijuLexer, SiteResult, build_site, check_site
from kaiju_site.addresses import Addresses
from kaiju_site.boards import legend, said_seats, seats, track_drawing
from kaiju_site.games import Game, games_of
from kaiju_site.names import anchor, file_name, relative, written_out
from kaiju_site.rulebook import home_context
from kaiju_site.search import entries_of, script
from kaiju_site.uses import uses

# --- names ---------------------------------------------------------------------------------------

IDS = [
    "a",
    "A",
    "aB",
    "ab",
    "con",
    "CON",
    "aux",
    "com1",
    "index",
    "x.con",
    "",
    ".",
    "..",
    "a/b",
    "a\\b",
    "ab.",
    "fame-3",
    "fame+3",
    "ä",
    "a" * 300,
    "a" * 299 + "b",
    "nul.txt",
    "dragon:fire",
    "x.61.",
    "%2e%2e",
    "a b",
]


def test_file_names_are_safe_and_different() -> None:
    names = [file_name(each) for each in IDS]
    assert len({each.lower() for each in names}) == len(IDS)
    for name in names:
        assert re.fullmatch(r"[a-z0-9_.-]{1,120}", name) and not name.startswith((".", "-"))
        assert name.partition(".")[0] not in ("con", "aux", "nul", "com1", "index")
    assert file_name("some_card") == "some_card"


def test_anchors_are_made_from_ids_and_stay() -> None:
    assert anchor("counter", "gold") == "counter-gold"
    assert anchor("section", "End of the game") == "section-End~of~the~game" and anchor("ruling", "R-1") == "ruling-R-1"
    assert len({anchor("x", each) for each in IDS}) == len(IDS)
    assert len({written_out(each) for each in IDS}) == len(IDS)
    assert relative("a/b.html", "a/c.html#x") == "c.html#x"
    assert relative("a/b.html", "a/b.html#x") == "#x"
    assert relative("index.html", "a/b.html") == "a/b.html"
    assert relative("a/b/c.html", "index.html") == "../../index.html"


def test_two_packs_may_have_a_record_of_one_id() -> None:
    kinds = [{"id": "card", "base": "card"}]
    tables = {
        name: []
        for name in (
            "counters",
            "faces",
            "bonuses",
            "stats",
            "values",
            "zones",
            "places",
            "tracks",
            "phases",
            "procedures",
            "options",
            "rules",
            "space_fields",
            "pieces",
            "spaces",
        )
    }
    definitions = [{"id": "one:wolf", "kind": "card"}, {"id": "two:wolf", "kind": "card"}]
    found = Addresses({"mode": "m", "kinds": kinds, "definitions": definitions, **tables})
    assert list(found.records.values()) == ["m/card/wolf.html", "m/card/two.3a.wolf.html"]


# --- search, links, lexer, uses ------------------------------------------------------------------


def test_search_has_an_entry_for_each_rule() -> None:
    html = (
        '<p data-search="about"><a href="g.html">Game</a> · Cards</p><h1>Page</h1><p>Top</p>'
        '<article id="r1" data-entry="1.1 A &amp; B"><p>x<br>y</p><div data-search="no">no</div></article>'
        "<p>End</p>"
    )
    rows = [each.row() for each in entries_of(html, "Page", "p.html", "Games")]
    above = "Game · Cards"  # what stands above the title tells it from others of that title
    assert rows == [["Page", "p.html", above, "Top End"], ["1.1 A & B", "p.html#r1", f"{above} · Page", "x y"]]
    assert entries_of("<p>x</p>", "Page", "p.html", "Guide")[0].about == "Guide"
    assert "</script" not in script(entries_of("<p>&lt;/script&gt;</p>", "</script>", "u", ""))


def test_link_checker_sees_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "ok.html").write_text('<a href="bad.html#there">x</a><a href="https://example.org">y</a>')
    (tmp_path / "bad.html").write_text(
        '<p id="there"></p><p id="there"></p><a href="gone.html">x</a><a href="ok.html#gone">x</a>'
        '<img src="https://example.org/x.png"><link href="//cdn/x.css"><script src="gone.js"></script>'
        '<a href="javascript:x">x</a>'
    )
    (tmp_path / "bad.css").write_text(
        '@import "http://x/y.css"; a { background: url(//x/y.png) } b { background: url(data:x) }'
    )
    assert check_site(tmp_path) == [
        "bad.html: the anchor there is there twice",
        "bad.html: fetches https://example.org/x.png",
        "bad.html: fetches //cdn/x.css",
        "bad.html: gone.js is missing",
        "bad.html: gone.html leads nowhere",
        "bad.html: ok.html#gone: there is no such anchor",
        "bad.html: the link javascript:x is of a kind that the site does not use",
        "bad.css: fetches http://x/y.css",
        "bad.css: fetches //x/y.png",
    ]


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "cases").rglob("*.eff")), ids=lambda path: path.name)
def test_lexer_loses_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "".join(value for _, value in KaijuLexer(stripnl=False, ensurenl=False).get_tokens(text)) == text


def test_lexer_knows_the_words() -> None:
    text = 'once per turn, when you lose gold: gain count(it) gold # why\n"Label" as soon as this.whenx = 2'
    kinds = {value: str(kind) for kind, value in KaijuLexer().get_tokens(text)}
    assert kinds["once per turn"] == kinds["when"] == kinds["as soon as"] == "Token.Keyword"
    assert kinds["lose"] == kinds["gain"] == "Token.Name.Function" and kinds["count"] == "Token.Name.Builtin"
    assert kinds["you"] == kinds["this"] == "Token.Name.Builtin.Pseudo" and kinds["gold"] == "Token.Name"
    assert kinds["whenx"] == "Token.Name.Attribute" and kinds["2"] == "Token.Literal.Number.Integer"
    assert kinds['"Label"'] == "Token.Literal.String" and kinds["# why"] == "Token.Comment.Single"


def test_uses_name_the_users() -> None:
    program = fixture_program()
    found = uses(program)
    assert "rules:hiring" in found["phases:buy"] and "rules:later_rolls" in found["counters:rolls_left"]
    assert found["stats:blows"] == ["faces:gale"] and "rules:hiring" in found["procedures:hire"]
    assert found["bonuses:find"] == ["definitions:harbour:shoal"]


def fixture_program() -> dict[str, Any]:
    compilation = compile_packs([data_root() / "site/docs/language/fixture"])
    assert not compilation.failed, [each.message for each in compilation.diagnostics]
    return compilation.modes["harbour"].program


def fixture_game() -> Game:
    return games_of(compile_packs([data_root() / "site/docs/language/fixture"]))[0]


def test_the_first_page_of_a_game_leaves_no_rule_out(tmp_path: Path) -> None:
    """A rule that stands under no phase and ends nothing is there too, and what the spaces of a track do."""
    folder = tmp_path / "harbour"
    shutil.copytree(data_root() / "site/docs/language/fixture", folder)
    mode = folder / "mode.yaml"
    text = mode.read_text(encoding="utf-8").replace(
        "rules:\n", "rules:\n  - {id: looting, name: Looting, effect: 'when rival loses hull: gain 1 gold'}\n", 1
    )
    winds = "{id: winds, name: Winds, form: ring, marker: vane, start: calm, spaces: [{id: calm, name: Calm}, SQUALL]}"
    squall = "{id: squall, name: Squall, effect: players lose 1 hull}"
    text = text.replace("tracks:\n", f"tracks:\n  - {winds.replace('SQUALL', squall)}\n", 1)
    mode.write_text(text, encoding="utf-8")
    records = folder / "pieces.yaml"
    records.write_text(f"{records.read_text(encoding='utf-8')}  - {{id: vane, name: Vane, kind: marker}}\n", "utf-8")
    game = games_of(compile_packs([folder]))[0]
    page = home_context(game, [], {})
    shown = [*page["always"], *page["endings"], *(rule for phase in page["phases"] for rule in phase.rules)]
    assert {each.data["id"] for each in shown} == {each["id"] for each in game.program["rules"]}
    assert [each.name for each in page["always"]] == ["Looting"]
    effects = {name: effect.plain() for *_, spaces in page["tracks"] for name, effect in spaces}
    assert effects == {"Squall": "All players lose 1 plank."}


def test_ends_of_one_side_are_said_once() -> None:
    """In a race all pull the same way; their names do not lie over each other."""
    assert [said_seats(seated, 4) for seated in ([2], [1, 3], [1, 2, 3, 4])] == [
        "player 2",
        "players 1 and 3",
        "all players",
    ]
    game = fixture_game()
    track = {**game.program["tracks"][0], "toward": [1, 1]}
    drawing = track_drawing(game, track)
    assert drawing.count("all players ▸") == 1 and ">player 1" not in drawing
    assert seats(game, track) == ["all players to the right"]


def test_tracks_are_drawn_from_data() -> None:
    """Spaces in a row, in a ring, or only to come; what is printed on them shows in their class and title."""
    game = fixture_game()
    track = game.program["tracks"][0]
    spaces = track["spaces"]
    for form, shown in (("fixed", spaces), ("ring", spaces), ("row", [])):
        drawing = str(track_drawing(game, {**track, "form": form, "spaces": shown, "name": "A & <b>"}))
        picture = ElementTree.fromstring(drawing)
        rects = [each for each in picture.iter() if each.tag == "rect" and each.get("class") != "start"]
        assert len(rects) == (len(shown) or 6) and picture.get("aria-label", "").startswith("The track A & <b>")
        width, height = int(picture.get("width", 0)), int(picture.get("height", 0))
        for each in rects:
            x, y, wide, high = (int(each.get(name, -1)) for name in ("x", "y", "width", "height"))
            assert 0 <= x <= width - wide and 0 <= y <= height - high
        assert drawing.count("mark-0 seat-1") == (1 if shown else 0)
        assert drawing.count('class="start"') == (1 if shown else 0)
        assert drawing.count(">◂ player 1<") == drawing.count(">player 2 ▸<") == (0 if form == "ring" else 1)
    assert [text for _, text in legend(game)] == ["home port of player 1", "home port of player 2"]


# --- the whole site -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Compilation, SiteResult, Path]:
    out = tmp_path_factory.mktemp("whole")
    compilation = compile_packs([content_dir()])
    return compilation, build_site(compilation, out), out / "site"


@pytest.mark.slow
def test_shipped_content_makes_a_whole_site(whole: tuple[Compilation, SiteResult, Path]) -> None:
    compilation, result, site = whole
    assert result.problems == () and result.ok
    assert result.index.is_file() and result.modes == tuple(compilation.modes)
    assert result.examples == sum(len(mode.examples) for mode in compilation.modes.values()) > 0
    assert result.failed_examples == ()
    assert not [path for path in site.rglob("*") if path.suffix in (".woff", ".woff2", ".ttf", ".gz")]


@pytest.mark.slow
def test_every_record_rule_and_code_has_its_place(whole: tuple[Compilation, SiteResult, Path]) -> None:
    compilation, _, site = whole
    for compiled in compilation.modes.values():
        addresses = Addresses(compiled.program)
        for full_id in compiled.program["catalog"]["records"]:
            assert (site / addresses.records[full_id]).is_file()
        places = [addresses.rule(each) for each in compiled.program["catalog"]["rules"]]
        places += [addresses.ruling(each) for each in compiled.program["catalog"]["rulings"]]
        for place in places:
            page, _, where = place.partition("#")
            assert f'id="{where}"' in (site / page).read_text(encoding="utf-8")
        for example in compiled.examples:
            page = addresses.records.get(example["record"] or "") or addresses.topic(example["topic"])
            assert (site / page).is_file()
    index = (site / "errors/index.html").read_text(encoding="utf-8")
    assert not [code for code in CATALOGUE if f"<code>{code}</code>" not in index]


@pytest.mark.slow
def test_a_game_counts_its_pieces_and_a_card_answers_its_questions(whole: tuple[Compilation, SiteResult, Path]) -> None:
    """Copies are pieces of the box; and who asks about a card need not go to another page for the answer."""
    compilation, _, site = whole
    told = 0
    for compiled in compilation.modes.values():
        addresses, catalog = Addresses(compiled.program), compiled.program["catalog"]
        home = re.sub(r"<[^>]+>", "", (site / addresses.home).read_text(encoding="utf-8"))
        for root in addresses.galleries:
            mine = [each["id"] for each in compiled.program["definitions"] if addresses.root[each["kind"]] == root]
            copies = sum(catalog["records"][each]["copies"] for each in mine)
            different = f", {len(mine)} different" if copies > len(mine) > 1 else ""
            assert re.search(rf"\b{copies} [\w' ]+{different}\n", home), (root, copies)
        for full_id, record in catalog["records"].items():
            page = html.unescape((site / addresses.records[full_id]).read_text(encoding="utf-8"))
            for ruling in record["rulings"]:
                own = [f"{record['pack']}:{ruling}", *catalog["rulings"]]
                full = next(each for each in own if each in catalog["rulings"] and each.partition(":")[2] == ruling)
                answer = catalog["rulings"][full]["pick"].split("\n")[0].split("`")[0].strip()
                assert answer in page, (full_id, ruling)
                told += 1
    assert told > 20


@pytest.mark.slow
def test_the_way_to_the_guide_that_the_readme_shows(whole: tuple[Compilation, SiteResult, Path]) -> None:
    """Every page that README and the guide's pages name by its address is in the site, and so is where these lead."""
    _, _, site = whole
    texts = [(data_root() / "README.md").read_text(encoding="utf-8")]
    texts += [path.read_text(encoding="utf-8") for path in (data_root() / "site/docs").rglob("*.md")]
    named = {name for text in texts for name in re.findall(r"(?:127\.0\.0\.1:8000|build/site)/([\w/]+\.html)", text)}
    assert {"guide/index.html", "language/index.html"} <= named
    assert not [name for name in named if not (site / name).is_file()]
    guide = (site / "guide/index.html").read_text(encoding="utf-8")
    for page in ("examples.html", "card_with_tokens.html", "../errors/index.html"):
        assert f'href="{page}"' in guide and (site / "guide" / page).is_file()


BUILD = """
import sys; from kaiju_site import build_site
result = build_site([sys.argv[1]], sys.argv[2]); assert result.ok, result.problems
"""


def built_bytes(folder: Path, seed: str, epoch: str | None, pack: Path) -> dict[str, bytes]:
    folder.mkdir()
    paths = os.pathsep.join(str(data_root() / part) for part in ("compiler", "runtime", "site"))
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": paths,
        "TZ": "Asia/Tokyo" if seed == "1" else "UTC",
    }
    environment.pop("SOURCE_DATE_EPOCH", None)
    if epoch:
        environment["SOURCE_DATE_EPOCH"] = epoch
    subprocess.run(
        [sys.executable, "-c", BUILD, str(pack), str(folder / "out")],
        cwd=folder,
        env=environment,
        check=True,
        timeout=300,
    )
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@pytest.mark.slow
def test_two_builds_are_the_same_bytes(tmp_path: Path) -> None:
    """Whatever the hash seed, folder, time zone and clock, with ``SOURCE_DATE_EPOCH`` and without."""
    pack = data_root() / "site/docs/language/fixture"
    one = built_bytes(tmp_path / "one", "1", "1700000000", pack)
    two = built_bytes(tmp_path / "another_name", "2", None, pack)
    assert one.keys() == two.keys()
    assert not [name for name in one if one[name] != two[name]]
    assert not [name for name, data in one.items() if str(tmp_path).encode() in data]


@pytest.mark.slow
def test_unchanged_pages_are_not_written_again(tmp_path: Path) -> None:
    """A server that watches the pages must not start again for ever."""
    from kaiju_site.sources import make_sources, write_sources

    sources = make_sources(compile_packs([data_root() / "site/docs/language/fixture"]))
    assert write_sources(sources, tmp_path) == len(sources.files)
    (tmp_path / "old.md").write_text("gone")
    assert write_sources(sources, tmp_path) == 0
    assert not (tmp_path / "old.md").exists()


def test_a_server_says_where_it_is_and_what_is_wrong(tmp_path: Path) -> None:
    """It takes a while until the site is there; somebody who writes a card sees a slip of it as well."""
    folder = data_root() / "site/docs/language/fixture"
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # Where tests run in the background SIGINT is ignored, and so by their children: Ctrl-C is heard again first.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{heard}; from kaiju_compiler.cli import main; raise SystemExit(main())"
    command = [sys.executable, "-c", program, "site", "serve", str(folder), "--port", str(port)]
    command += ["-o", str(tmp_path / "build")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        hang = Timer(300, server.kill)
        hang.start()
        try:
            assert server.stderr is not None
            told = list(takewhile(lambda line: "Serving on" not in line, server.stderr))
            assert told[0].startswith("Making the site") and f"http://127.0.0.1:{port}/" in told[0]
            assert any("warnings in the content; 'kaiju check' shows them" in line for line in told)
            with urlopen(f"http://127.0.0.1:{port}/index.html", timeout=60) as page:
                assert b"Kaiju" in page.read()
            server.send_signal(SIGINT)
            assert server.wait(timeout=60) in (0, 130)
        finally:
            hang.cancel()
            server.kill()


@pytest.mark.slow
def test_plain_mkdocs_builds_the_site(tmp_path: Path) -> None:
    """``mkdocs build`` alone, through the hooks."""
    config = data_root() / "mkdocs.yml"
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(config), "-d", str(tmp_path / "site")],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stderr
    assert check_site(tmp_path / "site") == []
