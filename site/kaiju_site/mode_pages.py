"""The pages of one mode: how it is played, its rulebook, its questions, its records, its examples, its tracker."""

from __future__ import annotations

from typing import Any, TypeAlias

from kaiju_site.balance_pages import balance_pages
from kaiju_site.cache import Cache
from kaiju_site.chances import ROLLS, dice_table
from kaiju_site.galleries import shelf_of
from kaiju_site.games import Game
from kaiju_site.interactions import Interactions
from kaiju_site.opening import Opening, opening_of
from kaiju_site.record_pages import record_page
from kaiju_site.records import Gallery, galleries
from kaiju_site.render import Page, Renderer
from kaiju_site.rulebook import Section, home_context, reference_context, ruling_views, sections
from kaiju_site.text import capital
from kaiju_site.traces import ExampleView
from kaiju_site.tracker import tracker_data

Nav: TypeAlias = list[Any]
"""Pages and sections as MkDocs takes them."""


def game_pages(renderer: Renderer, game: Game, cache: Cache) -> tuple[list[Page], Nav, list[str]]:
    """The pages of one mode, their part of the table of contents, and what could not be shown."""
    shown = galleries(game)
    opening = opening_of(game, cache)
    dice = opening.dice
    balance, problems = balance_pages(renderer, game)
    pages = [_home(renderer, game, shown, opening, bool(balance))]
    nav: Nav = [pages[0].path]
    chapters = _rulebook(renderer, game)
    pages += chapters
    if chapters:
        nav.append({"Rulebook": [page.path for page in chapters]})
    for made in (_questions(renderer, game), _tracker(renderer, game, opening)):
        if made is not None:
            pages.append(made)
            nav.append(made.path)
    links = Interactions.of(game)
    for gallery in shown:
        shelf = shelf_of(game, gallery)
        index = renderer.page("gallery.html", shelf.page, shelf.title, game.addresses, game=game, shelf=shelf)
        pages.append(index)
        nav.append(index.path)
        filters = dict(shelf.filters)
        pages += [
            record_page(renderer, game, gallery, number, links, dice, filters) for number in range(len(gallery.records))
        ]
    topics = _topic_pages(renderer, game)
    pages += topics
    if topics:
        nav.append({"Examples": [page.path for page in topics]})
    reference = _reference(renderer, game)
    pages.append(reference)
    nav.append(reference.path)
    pages += balance
    nav += [page.path for page in balance[:1]]
    return pages, nav, problems


def _home(renderer: Renderer, game: Game, shown: list[Gallery], opening: Opening, has_balance: bool) -> Page:
    dice, context = opening.dice, home_context(game, shown, opening.paths)
    contents = [
        ("setup", "Setup"),
        ("board", "The board" if context["tracks"] or context["places"] else ""),
        *((f"worked-{number}", each.title) for number, each in enumerate(context["worked"])),
        ("turn", "A turn"),
        ("always", "What always holds" if context["always"] else ""),
        ("dice", "The dice"),
        ("count", "What is counted" if context["counters"] else ""),
        ("end", "Winning and losing" if context["endings"] else ""),
        ("options", "Options" if context["options"] else ""),
        ("pieces", "Cards and pieces" if shown else ""),
    ]
    return renderer.page(
        "mode.html",
        game.addresses.home,
        game.title,
        game.addresses,
        tuple((where, title) for where, title in contents if title),
        chances=dice_table(game, dice) if dice else [],
        usual_dice=dice,
        roll_numbers=ROLLS,
        has_balance=has_balance,
        **context,
    )


def _rulebook(renderer: Renderer, game: Game) -> list[Page]:
    """The contents of the rulebook and a page for each section."""
    found = sections(game)
    if not found:
        return []
    index = renderer.page(
        "rulebook.html",
        game.addresses.rulebook,
        f"{game.title}: the rulebook",
        game.addresses,
        game=game,
        sections=found,
    )
    return [index, *(_section(renderer, game, section) for section in found)]


def _section(renderer: Renderer, game: Game, section: Section) -> Page:
    return renderer.page(
        "section.html",
        section.page,
        section.title,
        game.addresses,
        tuple((rule.anchor, f"{rule.number} {rule.data['title']}") for rule in section.rules),
        game=game,
        section=section,
    )


def _questions(renderer: Renderer, game: Game) -> Page | None:
    rulings = ruling_views(game)
    if not rulings:
        return None
    return renderer.page(
        "questions.html", game.addresses.questions, "Questions and answers", game.addresses, game=game, rulings=rulings
    )


def _tracker(renderer: Renderer, game: Game, opening: Opening) -> Page:
    return renderer.page(
        "tracker.html",
        game.addresses.tracker,
        "Table tracker",
        game.addresses,
        game=game,
        data=tracker_data(game, opening),
    )


def _reference(renderer: Renderer, game: Game) -> Page:
    context = reference_context(game)
    contents = [
        ("counters", "Counters"),
        ("stats", "Numbers" if context["stats"] or context["values"] else ""),
        ("bonuses", "Bonuses" if context["bonuses"] else ""),
        ("zones", "Where pieces lie"),
        ("abilities", "What always holds"),
        ("procedures", "Verbs" if context["procedures"] else ""),
        ("marks", "Printed on spaces" if context["marks"] else ""),
        ("setup", "Setup, as written"),
        ("invariants", "Checks" if context["texts"]["invariants"] else ""),
        ("sources", "Sources"),
    ]
    return renderer.page(
        "reference.html",
        game.addresses.reference,
        "Declarations",
        game.addresses,
        tuple((where, title) for where, title in contents if title),
        **context,
    )


def _topic_pages(renderer: Renderer, game: Game) -> list[Page]:
    """A page for each file of examples that belong to no record, and their index."""
    topics: dict[str, list[ExampleView]] = {}
    for each in game.examples:
        if each.record is None:
            topics.setdefault(each.data["topic"], []).append(each)
    if not topics:
        return []
    index = game.addresses.examples
    listed = [
        (capital(examples[0].topic_title), game.addresses.topic(topic), examples) for topic, examples in topics.items()
    ]
    pages = [renderer.page("topics.html", index, "Examples", game.addresses, game=game, topics=listed)]
    pages += [
        renderer.page(
            "topic.html",
            page,
            title,
            game.addresses,
            tuple((each.anchor, capital(each.name)) for each in examples),
            game=game,
            examples=examples,
            index=index,
        )
        for title, page, examples in listed
    ]
    return pages
