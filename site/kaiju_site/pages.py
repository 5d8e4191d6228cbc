"""All generated pages and the table of contents of the site."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from kaiju_compiler.catalogue import CATALOGUE
from kaiju_site.games import Game
from kaiju_site.records import Gallery, RecordView, galleries, other_examples, own_examples, record_view, used_by
from kaiju_site.render import Page, Renderer
from kaiju_site.rulebook import mode_context
from kaiju_site.text import capital
from kaiju_site.traces import ExampleView

Nav: TypeAlias = list[Any]
"""Pages and sections as MkDocs takes them."""

GAMES_PAGE = "games.html"

_PHASES = {
    "read": "Reading files",
    "load": "YAML",
    "validate": "The shape of a file",
    "parse": "Sentences",
    "resolve": "Names and meanings",
    "check": "Checks",
    "lower": "Programs",
}


def game_pages(renderer: Renderer, game: Game) -> tuple[list[Page], Nav]:
    """The pages of one mode, and their part of the table of contents."""
    shown = galleries(game)
    pages = [_mode_page(renderer, game, shown)]
    nav: Nav = [pages[0].path]
    for gallery in shown:
        made = _gallery_pages(renderer, game, gallery)
        pages += made
        nav.append({gallery.title: [page.path for page in made]})
    made = _topic_pages(renderer, game)
    pages += made
    if made:
        nav.append({"Examples": [page.path for page in made]})
    return pages, nav


def _mode_page(renderer: Renderer, game: Game, shown: list[Gallery]) -> Page:
    context = mode_context(game, shown)
    contents = [
        ("setup", "Setup"),
        ("tracks", "Tracks and places" if context["tracks"] or context["places"] else ""),
        ("turn", "A turn"),
        ("dice", "The dice"),
        ("counters", "Counters"),
        ("stats", "Numbers" if context["stats"] or context["values"] else ""),
        ("bonuses", "Bonuses" if context["bonuses"] else ""),
        ("zones", "Where pieces lie"),
        ("abilities", "What always holds"),
        ("procedures", "Verbs" if context["procedures"] else ""),
        ("options", "Options" if context["options"] else ""),
        ("rules", "The rulebook" if context["sections"] else ""),
    ]
    contents += [(each.anchor, f"{each.number} {each.title}") for each in context["sections"]]
    contents += [
        ("rulings", "Questions and answers" if context["rulings"] else ""),
        ("invariants", "Checks" if context["texts"]["invariants"] else ""),
        ("sources", "Sources"),
    ]
    return renderer.page(
        "mode.html",
        game.addresses.home,
        game.title,
        game.addresses,
        tuple((where, title) for where, title in contents if title),
        **context,
    )


def _gallery_pages(renderer: Renderer, game: Game, gallery: Gallery) -> list[Page]:
    pages = [renderer.page("gallery.html", gallery.page, gallery.title, game.addresses, game=game, gallery=gallery)]
    pages += [_record_page(renderer, game, gallery, record) for record in gallery.records]
    return pages


def _record_page(renderer: Renderer, game: Game, gallery: Gallery, record: RecordView) -> Page:
    examples, others = own_examples(game, record), other_examples(game, record)
    used = used_by(game, record)
    rulings = game.ruling_links(record.catalog["rulings"], record.catalog["pack"])
    contents = [
        ("effect", "As it is written", record.catalog["effect"]),
        ("rulings", "Rulings", rulings),
        ("used", "Where it is used", used),
        ("examples", "Examples", examples),
        ("elsewhere", "More examples", others),
    ]
    return renderer.page(
        "record.html",
        record.page,
        record.name,
        game.addresses,
        tuple((where, title) for where, title, there in contents if there),
        game=game,
        gallery=gallery,
        record=record,
        examples=examples,
        others=others,
        used=used,
        rulings=rulings,
        record_sources=[game.source_link(each) for each in record.catalog["sources"]],
    )


def _topic_pages(renderer: Renderer, game: Game) -> list[Page]:
    """A page for each file of examples that belong to no record, and their index."""
    topics: dict[str, list[ExampleView]] = {}
    for each in game.examples:
        if each.record is None:
            topics.setdefault(each.data["topic"], []).append(each)
    if not topics:
        return []
    index = f"{game.addresses.folder}/examples/index.html"
    listed = [
        (capital(examples[0].topic_title), game.addresses.topic(topic), examples) for topic, examples in topics.items()
    ]
    pages = [renderer.page("topics.html", index, "Examples", game.addresses, game=game, topics=listed)]
    pages += [
        renderer.page("topic.html", page, title, game.addresses, game=game, examples=examples, index=index)
        for title, page, examples in listed
    ]
    return pages


def games_page(renderer: Renderer, games: list[Game]) -> Page:
    """All games side by side."""
    return renderer.page("games.html", GAMES_PAGE, "Games", modes=[(each, galleries(each)) for each in games])


def home_page(renderer: Renderer, games: list[Game]) -> Page:
    """The first page: the games, and one card from its source to its example."""
    sample = next(((game, record) for game in games for record in _samples(game)), None)
    game, record = sample or (None, None)
    examples = own_examples(game, record) if game is not None and record is not None else []
    return renderer.page(
        "home.html",
        "index.html",
        "Kaiju",
        game.addresses if game is not None else None,
        modes=[(each, galleries(each)) for each in games],
        sample=record,
        sample_game=game,
        sample_example=next((each for each in examples if each.passed), None),
    )


def _samples(game: Game) -> Iterable[RecordView]:
    """Records that show well what a card is: with a price, an effect of a few lines and a played example."""
    for definition in game.program["definitions"]:
        catalog = game.catalog["records"][definition["id"]]
        if 2 <= catalog["effect"].count("\n") + 1 <= 5 and catalog["examples"] and "when" in catalog["effect"]:
            view = record_view(game, definition)
            if view.corner and any(each.passed for each in own_examples(game, view)):
                yield view


def error_page(renderer: Renderer, documented: Iterable[str]) -> Page:
    """The index of the codes, by phase; ``documented`` are those that have a page."""
    have = set(documented)
    groups = []
    for phase in dict.fromkeys(info.phase for info in CATALOGUE.values()):
        codes = [
            (code, info.severity, info.summary, f"errors/{code}.html" if code in have else "")
            for code, info in CATALOGUE.items()
            if info.phase == phase
        ]
        groups.append((_PHASES.get(phase, capital(phase)), codes))
    return renderer.page("errors.html", "errors/index.html", "Error codes", groups=groups)
