"""The reference site: whole, harmless whatever a pack says, the same bytes every time, and closed to the network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.catalogue import CATALOGUE
from kaiju_compiler.data_files import content_dir, data_root
from kaiju_compiler.pipeline import compile_packs
from kaiju_site import KaijuLexer, SiteResult, build_site, check_site
from kaiju_site.addresses import Addresses
from kaiju_site.names import anchor, file_name, relative, written_out
from kaiju_site.samples import fixture_files
from kaiju_site.search import entries_of, script
from kaiju_site.uses import uses

FIXTURE = fixture_files()

ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    "text {: onclick=alert(1) }",
    "</title><script>alert(2)</script>",
    "</script><b>bold</b>",
    "&lt;b&gt;",
    '" onmouseover="alert(1)" x=\'',
    "<!-- open",
    "{{ 7 * 7 }} {% if x %} {# c #}",
    "```\n# no heading\n```",
    "</div></main></body>",
    "| a | b |\n| --- | --- |",
    "<svg onload=alert(1)>",
    "*star* _under_ `tick` ~~~",
]
HARMLESS = ["<3", "A & B", "1 < 2", "&amp;", "a_b_c *d*", "x > y"]
NAMES = [
    "Огненный ящер",
    "火の竜",
    "تنين",
    "🐉🔥",
    "Fire & Ice",
    "Fire/Ice",
    "Fire # Ice",
    "What?",
    "100 % sure",
    "'\"quoted\"'",
    "a | b",
    "[brackets](x)",
    "`ticks`",
    "..dots",
    "!!!",
    "Fire  Ice",
    "fire ice",
    "FIRE ICE",
    "x" * 120,
    *HARMLESS,
]


# --- a pack that means harm -----------------------------------------------------------------------


def hostile_files() -> dict[str, str]:
    """The pack of the language reference with attacks in every text that a page shows."""
    files = {name.partition("/")[2]: data.decode() for name, data in FIXTURE.items()}
    all_attacks = "\n\n".join(ATTACKS)
    one_line = [each.replace("\n", " ") for each in ATTACKS]
    records = [
        hostile_record(f"hostile_{number}", name, all_attacks, one_line)
        for number, name in enumerate([*(each[:120] for each in one_line), *NAMES])
    ]
    files["hostile.yaml"] = json.dumps({"kind": "card", "records": records}, indent=1, ensure_ascii=False)
    files["rules.yaml"] = json.dumps(
        {
            "rules": [
                {"id": f"rule_{number}", "section": attack, "title": attack, "text": all_attacks, "sources": [attack]}
                for number, attack in enumerate(one_line)
            ]
        },
        ensure_ascii=False,
    )
    files["rulings.yaml"] = json.dumps(
        {
            "rulings": [
                {"id": f"R-{number}", "question": attack, "pick": all_attacks, "reason": all_attacks}
                for number, attack in enumerate(one_line, 1)
            ]
        },
        ensure_ascii=False,
    )
    files["pack.yaml"] += f"sources: {json.dumps([{'id': 'Z', 'title': one_line[0]}])}\n"
    mode = files["mode.yaml"].replace("title: Two Captains", f"title: {json.dumps(one_line[4] + ' A & B')}")
    for name, attack in (
        ("planks", one_line[1]),
        ("Gale", one_line[7][:60]),
        ("deck, order", "x, order"),
        ("Rolling", one_line[0]),
    ):
        mode = mode.replace(
            f"name: {name}", f"name: {json.dumps(attack)}" if name != "deck, order" else f"name: {name}"
        )
    files["mode.yaml"] = mode
    return files


def hostile_record(identity: str, name: str, text: str, lines: list[str]) -> dict[str, Any]:
    example = {
        "name": f"{lines[0]} {name}"[:120],
        "proves": [identity, lines[1]],
        "do": "play to buy",
        "then": "you.rum >= 0",
    }
    return {
        "id": identity,
        "name": name,
        "cost": 1,
        "type": "crew",
        "provenance": "house",
        "note": text,
        "flavour": text,
        "tags": lines[:3],
        "sources": lines,
        "effect": "gain 1 gold",
        "examples": [example],
    }


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[SiteResult, Path]:
    folder = tmp_path_factory.mktemp("hostile")
    for name, text in hostile_files().items():
        path = folder / "pack" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return build_site([folder / "pack"], folder / "out"), folder / "out" / "site"


class Parsed(HTMLParser):
    """Elements, attributes and texts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.stack: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.stack.append(tag)
        if tag in ("h1", "title"):
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        while tag in self.stack and self.stack.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        for tag in ("h1", "title"):
            if tag in self.stack and self.texts.get(tag):
                self.texts[tag][-1] += data


def pages(site: Path) -> Iterator[tuple[Path, Parsed]]:
    for path in sorted(site.rglob("*.html")):
        yield path, Parsed(path.read_text(encoding="utf-8"))


def test_attacks_are_harmless(hostile: tuple[SiteResult, Path]) -> None:
    result, site = hostile
    assert result.problems == ()
    assert result.modes == ("harbour",)
    seen = 0
    for path, page in pages(site):
        scripts = [attrs for tag, attrs in page.elements if tag == "script"]
        assert [Path(attrs["src"] or "").name for attrs in scripts] == ["search_index.js", "kaiju.js"], path
        for tag, attrs in page.elements:
            assert tag not in ("iframe", "object", "embed", "base", "frame"), path
            assert not [name for name in attrs if name.startswith("on")], (path, tag, attrs)
            assert not (attrs.get("href") or "").strip().lower().startswith("javascript"), (path, attrs)
        seen += sum(attrs.get("id") == "content" for _, attrs in page.elements)
    assert seen == len(list(site.rglob("*.html")))


def test_texts_read_as_they_were_written(hostile: tuple[SiteResult, Path]) -> None:
    """On the page, in its title, and in the search: nothing is lost, nothing is escaped twice."""
    _, site = hostile
    found = json.loads(
        (site / "assets/search_index.js")
        .read_text(encoding="utf-8")
        .removeprefix("window.kaijuSearch = ")
        .rstrip(";\n")
    )
    titles = {title for title, *_ in found}
    first = len(ATTACKS)
    for number, name in enumerate(NAMES, first):
        page = Parsed((site / f"harbour/card/hostile_{number}.html").read_text(encoding="utf-8"))
        assert page.texts["h1"] == [name]
        assert page.texts["title"] == [f"{name} · Kaiju"]
        assert name in titles
    for number, attack in enumerate(ATTACKS):
        page = Parsed((site / f"harbour/card/hostile_{number}.html").read_text(encoding="utf-8"))
        assert page.texts["h1"] == [attack.replace("\n", " ")[:120]]


def test_markdown_does_not_touch_what_a_pack_says(hostile: tuple[SiteResult, Path]) -> None:
    _, site = hostile
    html = (site / "harbour/card/hostile_0.html").read_text(encoding="utf-8")
    text = re.sub(r"<[^>]+>", "", html)
    for shown in ("{{ 7 * 7 }}", "[click](javascript:alert(1))", "*star* _under_ &#96;tick&#96;", "| --- | --- |"):
        assert shown in text
    assert "<em>star" not in html and "<table" not in html


def test_a_link_for_every_name(hostile: tuple[SiteResult, Path]) -> None:
    """Odd names break neither links nor anchors, and tables of contents name every page."""
    _, site = hostile
    assert check_site(site) == []
    gallery = (site / "harbour/card/index.html").read_text(encoding="utf-8")
    for number in range(len(ATTACKS) + len(NAMES)):
        assert f'href="hostile_{number}.html"' in gallery


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
        '<p>Top</p><article id="r1" data-entry="1.1 A &amp; B"><p>x<br>y</p><div data-search="no">no</div></article>'
        "<p>End</p>"
    )
    rows = [each.row() for each in entries_of(html, "Page", "p.html", "Game")]
    assert rows == [["Page", "p.html", "Game", "Top End"], ["1.1 A & B", "p.html#r1", "Page", "x y"]]
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


# --- the whole site -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[SiteResult, Path]:
    out = tmp_path_factory.mktemp("whole")
    return build_site(content_dir(), out), out / "site"


@pytest.mark.slow
def test_shipped_content_makes_a_whole_site(whole: tuple[SiteResult, Path]) -> None:
    result, site = whole
    assert result.problems == () and result.ok
    assert result.index.is_file() and result.examples > 0
    assert result.failed_examples == ()
    assert not [path for path in site.rglob("*") if path.suffix in (".woff", ".woff2", ".ttf", ".gz")]


@pytest.mark.slow
def test_every_record_rule_and_code_has_its_place(whole: tuple[SiteResult, Path]) -> None:
    _, site = whole
    for compiled in compile_packs([content_dir()]).modes.values():
        addresses = Addresses(compiled.program)
        home = (site / addresses.home).read_text(encoding="utf-8")
        for full_id in compiled.program["catalog"]["records"]:
            assert (site / addresses.records[full_id]).is_file()
        for full_id in compiled.program["catalog"]["rules"]:
            assert f'id="{addresses.rule(full_id).partition("#")[2]}"' in home
        for full_id in compiled.program["catalog"]["rulings"]:
            assert f'id="{addresses.ruling(full_id).partition("#")[2]}"' in home
        for example in compiled.examples:
            page = addresses.records.get(example["record"] or "") or addresses.topic(example["topic"])
            assert (site / page).is_file()
    index = (site / "errors/index.html").read_text(encoding="utf-8")
    assert not [code for code in CATALOGUE if f"<code>{code}</code>" not in index]


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
def test_unchanged_pages_are_not_written_again(hostile: tuple[SiteResult, Path], tmp_path: Path) -> None:
    """A server that watches the pages must not start again for ever."""
    from kaiju_site.sources import make_sources, write_sources

    sources = make_sources(compile_packs([data_root() / "site/docs/language/fixture"]))
    assert write_sources(sources, tmp_path) == len(sources.files)
    (tmp_path / "old.md").write_text("gone")
    assert write_sources(sources, tmp_path) == 0
    assert not (tmp_path / "old.md").exists()


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
