"""The hand-written pages, and the order in which the table of contents has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kaiju_compiler.data_files import site_docs_dir

PARTS = (("guide", "Guide"), ("language", "Language"), ("contributing", "Contributing"), ("errors", "Error codes"))
"""The folders of ``site/docs`` with their titles."""

FIRST = (
    "guide/index.md",
    "guide/first_card.md",
    "guide/add_a_card.md",
    "guide/card_with_tokens.md",
    "guide/add_a_monster.md",
    "guide/add_a_tile.md",
    "guide/examples.md",
    "guide/read_a_diagnostic.md",
    "guide/wording.md",
    "guide/add_an_expansion.md",
    "guide/bots.md",
    "guide/extend_a_game.md",
    "guide/add_a_mode.md",
    "guide/read_a_report.md",
    "language/index.md",
    "language/forms.md",
    "language/verbs.md",
    "language/values.md",
    "language/words.md",
    "language/glossary.md",
    "language/grammar.md",
    "errors/index.md",
    "contributing/architecture.md",
    "contributing/how_play_works.md",
    "contributing/the_site.md",
    "contributing/add_a_verb.md",
    "contributing/add_a_check.md",
)
"""Pages in the order in which they are read; what is not named here follows by name."""


@dataclass(frozen=True)
class Document:
    """A hand-written file, by its path from the top of the pages."""

    path: str
    text: str


def documents() -> Iterator[Document]:
    """Every hand-written page, in order."""
    folder = site_docs_dir()
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    known = {path: number for number, path in enumerate(FIRST)}
    for path in sorted(paths, key=lambda each: (known.get(each, len(known)), each)):
        yield Document(path, (folder / path).read_text("utf-8"))
