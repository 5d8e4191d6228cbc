"""The reference site shows what a pack says and nothing else: markup in texts and odd names do no harm."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kaiju_site import SiteResult, build_site, check_site
from kaiju_site.samples import fixture_files
from support.programs import program
from support.statistics import statistics
from support.statistics import write as write_statistics

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


def hostile_statistics() -> dict[str, Any]:
    """Statistics that claim to be of that pack, with attacks wherever a file may hold a text."""
    made = statistics(program("quarry", "tests/packs"), 1_200)
    lines = [each.replace("\n", " ") for each in ATTACKS]
    made |= {"mode": "harbour", "title": lines[0], "program": lines[1]}
    for name in ("monsters", "cards"):
        made[name] = {attack: next(iter(made[name].values())) for attack in lines}
    made["victories"] = dict.fromkeys(lines, 80)
    made["bots"] = {attack: {"games": 100, "wins": 50} for attack in lines}
    made["lost"] = [{"job": 1, "seed": 2, "monsters": lines, "why": attack} for attack in lines]
    made["pairs"] = [{"monsters": [lines[0], attack], "games": 100, "wins": [60, 40]} for attack in lines[1:]]
    made["plan"] |= {"bots": lines[:2], "options": dict.fromkeys(lines, lines[0]), "monsters": lines, "trials": lines}
    return made


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[SiteResult, Path]:
    folder = tmp_path_factory.mktemp("hostile")
    for name, text in hostile_files().items():
        path = folder / "pack" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    write_statistics(folder / "pack" / "balance.json", hostile_statistics())
    write_statistics(folder / "pack" / "balance_before.json", hostile_statistics())
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
        assert all(attrs.get("type") == "application/json" for attrs in scripts if "src" not in attrs), path
        names = [Path(attrs["src"] or "").name for attrs in scripts if "src" in attrs]
        assert names[:2] == ["mode.js", "kaiju.js"], path
        assert set(names[2:]) <= {"gallery.js", "tracker.js"}, path
        for tag, attrs in page.elements:
            assert tag not in ("iframe", "object", "embed", "base", "frame"), path
            assert not [name for name in attrs if name.startswith("on")], (path, tag, attrs)
            assert not (attrs.get("href") or "").strip().lower().startswith("javascript"), (path, attrs)
        seen += sum(attrs.get("id") == "content" for _, attrs in page.elements)
    assert seen == len(list(site.rglob("*.html")))
    assert (site / "harbour/balance.html").is_file() and (site / "harbour/balance-before.html").is_file()


def test_faces_hold_shapes_and_texts_only(hostile: tuple[SiteResult, Path]) -> None:
    """A face is a file that a browser may open by itself: nothing in it can run or fetch."""
    _, site = hostile
    faces = sorted(site.rglob("harbour/**/*.svg"))
    assert len(faces) >= len(ATTACKS) + len(NAMES)
    allowed = set("svg style clipPath g rect path circle ellipse polygon polyline text linearGradient stop".split())
    for face in faces:
        for element in ElementTree.fromstring(face.read_text(encoding="utf-8")).iter():
            assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in allowed, face
            assert not [name for name in element.attrib if name.startswith("on") or "href" in name], face
    shown = (site / f"harbour/card/hostile_{len(ATTACKS) + NAMES.index('Fire & Ice')}.svg").read_text(encoding="utf-8")
    assert ">Fire &amp; Ice</text>" in shown


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
        assert page.texts["title"] == [f"{name} · {ATTACKS[4].replace(chr(10), ' ')} A & B · Cards · Kaiju"]
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
