"""The language reference: every word of the registry with its patterns, its events and samples that compile."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from kaiju_compiler.data_files import grammar_file
from kaiju_compiler.parse.grammar import words
from kaiju_runtime.primitives import OPERATIONS, VERBS
from kaiju_runtime.primitives.registry import Operation, Verb
from kaiju_site.ebnf import read
from kaiju_site.games import Game, Link
from kaiju_site.names import anchor
from kaiju_site.railroad import diagram, rule_title
from kaiju_site.render import Page, Renderer
from kaiju_site.samples import Sample, samples
from kaiju_site.text import capital
from kaiju_site.usage import Users, users_of_words

_MOST_USERS = 10
_PART = re.compile(r"\{(\w+):([^}]*)\}|(\[)|(\])")
KINDS = {
    "number": "a whole number",
    "truth": "true or false",
    "face": "a face of the dice",
    "die": "a die",
    "space": "a space",
    "piece": "a card, token, marker or monster",
    "player": "a player",
    "thing": "a piece or a space",
    "counter": "a counter",
    "zone": "a zone",
    "track": "a track",
    "phase": "a phase",
    "bonus": "a bonus of a space",
    "location": "a zone, space, track or player",
    "source": "a face, piece, space or player",
}
"""What the kinds of values are, as the registry names them."""
FORMS_OF_ABILITY = (
    "resolve",
    "when",
    "before",
    "soon",
    "modify",
    "cannot",
    "action",
    "first",
    "once",
    "until",
    "next_time",
    "define",
    "always",
)
FRAME = {
    "turn_starts": "turn [of {player:player}] starts",
    "turn_ends": "turn [of {player:player}] ends",
    "phase_starts": "{phase:phase} [of {player:player}] starts",
    "phase_ends": "{phase:phase} [of {player:player}] ends",
    "call": "{player:player} {verb:procedure} …",
}
"""Events that no verb of the language raises: those of the turn, of phases and a mode's own procedures."""


@dataclass(frozen=True)
class WordView:
    """One entry of the reference."""

    anchor: str
    title: str
    meaning: str
    patterns: tuple[Markup, ...] = field(repr=False, default=())
    facts: tuple[str, ...] = ()
    samples: tuple[Sample, ...] = field(repr=False, default=())
    about: tuple[str, ...] = ()
    """What it is about, as the usage of words names it."""


def language_pages(renderer: Renderer, games: list[Game]) -> list[Page]:
    """The pages of the reference: words and forms, verbs and events, values, the glossary and the grammar."""
    made, users = samples(), users_of_words(games)
    parts = [
        (
            "forms.html",
            "Forms and statements",
            [("Forms of ability", form_views(made)), ("Statements", control_views(made))],
        ),
        ("verbs.html", "Verbs and events", [("Verbs", verb_views(made)), ("Events of the frame", frame_views(made))]),
        (
            "values.html",
            "Values",
            [
                (f"{capital(role)}s", operation_views(made, role))
                for role in ("pronoun", "attribute", "function", "operator")
            ],
        ),
    ]
    pages = [_page(renderer, f"language/{name}", title, views, users) for name, title, views in parts]
    kinds = renderer.page(
        "kinds.html",
        "language/words.html",
        "Reserved words and kinds",
        kinds=KINDS.items(),
        reserved=sorted({word for spellings in words().values() for word in spellings}),
    )
    return [*pages, kinds, _glossary(renderer, games, parts, users), _grammar(renderer)]


def _glossary(
    renderer: Renderer, games: list[Game], parts: list[tuple[str, str, list[tuple[str, list[WordView]]]]], users: Users
) -> Page:
    """Every icon and every word on one page, each with where it is explained and how many records use it."""
    listed = [
        (view.title, view.meaning, f"language/{name}#{view.anchor}", len(_users(view, users)))
        for name, _, views in parts
        for _, group in views
        for view in group
    ]
    listed.sort(key=lambda each: (each[0].strip("(").casefold(), each[0]))
    return renderer.page(
        "glossary.html", "language/glossary.html", "Glossary", icons=icon_meanings(games), words_listed=listed
    )


def icon_meanings(games: Iterable[Game]) -> list[tuple[str, list[tuple[str, list[Link]]]]]:
    """Every icon that a game uses, with what it stands for in each."""
    found: dict[str, dict[str, list[Link]]] = {}
    for game in games:
        for table in ("faces", "counters", "bonuses", "tracks"):
            for entry in game.program[table]:
                for name in dict.fromkeys((entry.get("icon") or "").split()):
                    link = game.link(f"{table}:{entry['id']}")
                    what = Link(f"{link.text} ({TABLE_NAMES[table]})", link.target)
                    links = found.setdefault(name, {}).setdefault(game.title, [])
                    if what not in links:
                        links.append(what)
    return [(name, list(by_game.items())) for name, by_game in sorted(found.items())]


TABLE_NAMES = {"faces": "face of the dice", "counters": "counter", "bonuses": "bonus", "tracks": "track"}


def _grammar(renderer: Renderer) -> Page:
    """The grammar with a diagram for each rule."""
    shown = [
        (section.title.partition(":")[0], [(rule, diagram(rule.part, rule_title(rule.name))) for rule in section.rules])
        for section in read(grammar_file("effects.lark").read_text("utf-8"))
    ]
    contents = [(anchor("part", name), capital(name)) for name, _ in shown]
    return renderer.page(
        "grammar.html",
        "language/grammar.html",
        "Grammar",
        contents=tuple(contents),
        sections=shown,
        title_of=rule_title,
    )


def _users(view: WordView, users: Users) -> list[Link]:
    return list(dict.fromkeys(link for about in view.about for link in users.get(about, [])))


def _page(renderer: Renderer, path: str, title: str, parts: list[tuple[str, list[WordView]]], users: Users) -> Page:
    contents = [(anchor("part", part.lower()), part) for part, _ in parts]
    contents = [
        entry
        for (where, part), (_, views) in zip(contents, parts, strict=True)
        for entry in [(where, part), *((view.anchor, view.title) for view in views if len(view.title) < 24)]
    ]
    used = {view.anchor: _users(view, users) for _, views in parts for view in views}
    return renderer.page(
        "language.html", path, title, contents=tuple(contents), parts=parts, used=used, most=_MOST_USERS
    )


def verb_views(made: list[Sample]) -> list[WordView]:
    return [_verb(verb, made) for verb in VERBS.values()]


def _verb(verb: Verb, made: list[Sample]) -> WordView:
    patterns = [pattern(each.pattern) for each in verb.forms]
    patterns += [Markup('<span class="caption">event</span> {}').format(pattern(each.pattern)) for each in verb.events]
    about = [*(each.op for each in verb.forms), verb.name, *(f"event {each.event}" for each in verb.events)]
    subject = f"subject: {_kinds(verb.subject)}" if verb.subject else "no subject"
    return WordView(
        anchor("verb", verb.name),
        verb.name,
        verb.meaning,
        tuple(patterns),
        (subject, f"event: {verb.third}" if verb.events else "no event"),
        _about(made, about),
        tuple(about),
    )


def frame_views(made: list[Sample]) -> list[WordView]:
    meanings = {
        "turn_starts": "A turn begins.",
        "turn_ends": "A turn ends, also one that was cut short.",
        "phase_starts": "A phase begins.",
        "phase_ends": "A phase ends.",
        "call": "Somebody carries out a procedure of the mode: every procedure is an event too.",
    }
    return [
        WordView(
            anchor("event", name),
            name.replace("_", " "),
            meanings[name],
            (pattern(shape),),
            (),
            _about(made, [f"event {name}"]),
            (f"event {name}",),
        )
        for name, shape in FRAME.items()
    ]


def form_views(made: list[Sample]) -> list[WordView]:
    """The forms of ability; their samples bring title and meaning."""
    found = []
    for form in FORMS_OF_ABILITY:
        mine = _about(made, [form])
        titles = dict.fromkeys(each.title for each in mine if each.title)
        for number, title in enumerate(titles):
            with_title = [each for each in mine if each.title == title]
            untitled = [each for each in mine if not each.title] if number == 0 else []
            found.append(
                WordView(
                    anchor("form", f"{form}{number or ''}"),
                    title,
                    with_title[0].say,
                    (),
                    (),
                    tuple(Sample(each.about, each.code, wording=each.wording) for each in with_title + untitled),
                    (form,) if number == 0 else (),
                )
            )
    return found


def control_views(made: list[Sample]) -> list[WordView]:
    skipped = {"record"}
    return [
        WordView(
            anchor("statement", each.op),
            each.word if each.op != "call" else "a procedure",
            each.meaning,
            (),
            (),
            _about(made, [each.op]),
            (each.op,),
        )
        for each in OPERATIONS.values()
        if each.role == "control" and each.op not in skipped
    ]


def operation_views(made: list[Sample], role: str) -> list[WordView]:
    return [
        _operation(each, made)
        for each in OPERATIONS.values()
        if each.role == role and (role == "operator" or not each.word.startswith("(turned"))
    ]


def _operation(operation: Operation, made: list[Sample]) -> WordView:
    title = operation.word.removesuffix("_ref")
    facts = [f"of {_kinds(operation.of)}"] if operation.of else []
    facts += [_kinds(operation.result)] if operation.result not in ("", "same", "none") else []
    return WordView(
        anchor(operation.role, operation.op),
        title,
        operation.meaning,
        (),
        tuple(facts),
        _about(made, [operation.op]),
        (operation.op,),
    )


def _about(made: list[Sample], about: Iterable[str]) -> tuple[Sample, ...]:
    wanted = set(about)
    return tuple(each for each in made if wanted & set(each.about))


def _kinds(text: str) -> str:
    """``player*|piece*`` in words."""
    return " or ".join(each.removesuffix("*") + ("s" if each.endswith("*") else "") for each in text.split("|"))


def pattern(shape: str) -> Markup:
    """A pattern of the registry with its holes and its optional parts."""
    shown, end = Markup(""), 0
    for match in _PART.finditer(shape):
        shown += shape[end : match.start()]
        if match[1]:
            shown += Markup('<span class="hole" title="{}">{}</span>').format(_meaning(match[2]), _hole(match[2]))
        else:
            shown += Markup('<span class="maybe">{}</span>').format(match[3] or match[4])
        end = match.end()
    return shown + shape[end:]


def _hole(kinds: str) -> str:
    return kinds.replace("*", "s").replace("|", " or ").removeprefix("binding ")


def _meaning(kinds: str) -> str:
    names: list[Any] = [KINDS.get(each.strip("*").partition(" ")[0], each) for each in kinds.split("|")]
    return " or ".join(names) + (", or several" if "*" in kinds else "")
