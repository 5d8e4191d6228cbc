"""The pages of the site that belong to no single mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kaiju_compiler.catalogue import CATALOGUE
from kaiju_runtime.canonical import content_hash
from kaiju_site.cache import Cache, code_hash
from kaiju_site.faces import face_svg
from kaiju_site.galleries import shelves_of_all
from kaiju_site.games import Game
from kaiju_site.icons import icons_hash
from kaiju_site.records import RecordView, galleries, own_examples, record_view
from kaiju_site.render import Page, Renderer
from kaiju_site.text import capital

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


def gallery_pages(renderer: Renderer, games: list[Game]) -> list[Page]:
    """The gallery of everything, and that of each pack."""
    return [
        renderer.page("gallery.html", shelf.page, shelf.title, None, game=None, shelf=shelf)
        for shelf in shelves_of_all(games)
    ]


def face_files(games: list[Game], cache: Cache) -> Iterator[tuple[str, str]]:
    """The face of every record as a file of its own; what has been drawn before is not drawn again."""
    drawn = cache.part("faces", [code_hash(), icons_hash()])
    for game in games:
        for gallery in galleries(game):
            for record in gallery.records:
                key = content_hash(repr(record.face))
                face = drawn.get(key)
                if face is None:
                    face = str(face_svg(record.face))
                    drawn.keep(key, face)
                yield record.face_file, face
    drawn.save()


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
        fan=[
            gallery.records[0]
            for each in games[:1]
            for gallery in galleries(each)
            if gallery.records[0].wording.paragraphs
        ][:3],
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
