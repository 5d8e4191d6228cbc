"""The page of a record: everything that is known about it."""

from __future__ import annotations

from kaiju_site.balance_pages import in_games
from kaiju_site.chances import ROLLS, chances
from kaiju_site.galleries import keyword_names
from kaiju_site.games import Game
from kaiju_site.interactions import Interactions
from kaiju_site.records import Gallery, RecordView, other_examples, own_examples, used_by
from kaiju_site.render import Page, Renderer
from kaiju_site.workings import workings


def record_page(
    renderer: Renderer,
    game: Game,
    gallery: Gallery,
    number: int,
    interactions: Interactions,
    dice: int,
    filters: dict[str, list[str]],
) -> Page:
    """The page of one record of a gallery, between its neighbours there; ``filters`` are those of the gallery."""
    record = gallery.records[number]
    definition = game.definition(record.full_id)
    examples, others = own_examples(game, record), other_examples(game, record)
    abilities = [each for each in (definition["body"], *definition["abilities"]) if each is not None]
    parts = {
        "workings": workings(game, definition),
        "chances": chances(game, dice, abilities) if dice else [],
        "rulings": game.ruling_links(record.catalog["rulings"], record.catalog["pack"]),
        "used": used_by(game, record),
        "interactions": interactions.groups(record.full_id),
        "in_games": in_games(game, record.full_id),
        "examples": examples,
        "others": others,
    }
    titles = [
        ("effect", "As it is written", record.catalog["effect"]),
        ("workings", "How it works", parts["workings"]),
        ("chances", "Chances", parts["chances"]),
        ("rulings", "Rulings", parts["rulings"]),
        ("examples", "Examples", examples),
        ("others", "More examples", others),
        ("in-games", "In many games", parts["in_games"]),
        ("interactions", "Works together with", parts["interactions"]),
        ("used", "Where it is used", parts["used"]),
        ("origin", "Where it comes from", True),
    ]
    return renderer.page(
        "record.html",
        record.page,
        record.name,
        game.addresses,
        tuple((where, title) for where, title, there in titles if there),
        gallery.page,
        (_neighbour(gallery, number - 1), _neighbour(gallery, number + 1)),
        game=game,
        gallery=gallery,
        record=record,
        record_sources=[game.source_link(each) for each in record.catalog["sources"]],
        chips=[("Tag", str(each), str(each) in filters.get("Tag", [])) for each in record.catalog["tags"]]
        + [("Keyword", each, each in filters.get("Keyword", [])) for each in keyword_names(game, record.full_id)],
        roll_numbers=ROLLS,
        usual_dice=dice,
        **parts,
    )


def _neighbour(gallery: Gallery, number: int) -> tuple[str, str]:
    """The name and the page of a record of the gallery, or nothing."""
    if not 0 <= number < len(gallery.records):
        return "", ""
    record: RecordView = gallery.records[number]
    return record.name, record.page
