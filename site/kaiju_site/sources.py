"""The files that MkDocs reads: generated and hand-written pages, written only where they have changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kaiju_compiler.pipeline import Compilation
from kaiju_runtime.files import write_bytes
from kaiju_site.documents import FIRST, PARTS, Document, documents
from kaiju_site.example_format import example_page
from kaiju_site.games import Game, games_of
from kaiju_site.language import language_pages
from kaiju_site.pages import Nav, error_page, game_pages, games_page, home_page
from kaiju_site.render import Page, Renderer


@dataclass(frozen=True)
class Sources:
    """All files by path, the table of contents, and the modes that they are about."""

    files: dict[str, str] = field(repr=False)
    nav: Nav = field(repr=False)
    games: list[Game] = field(repr=False)


def make_sources(compilation: Compilation) -> Sources:
    """The text of every page; plays all examples, reads no content but what is compiled, writes nothing."""
    renderer = Renderer()
    games = games_of(compilation)
    written = list(documents())
    home = home_page(renderer, games)
    pages: list[Page] = [home]
    nav: Nav = [home.path]
    parts: Nav = []
    for game in games:
        made, part = game_pages(renderer, game)
        pages += made
        parts.append({game.title: part})
    if games:
        pages.insert(1, games_page(renderer, games))
        nav.append({"Games": [pages[1].path, *parts]})
    for folder, title in PARTS:
        generated = _generated(renderer, folder, written)
        pages += generated
        paths = _in_order(folder, [page.path for page in generated], written)
        if paths:
            nav.append({title: paths})
    files = {document.path: document.text for document in written}
    files |= {page.path: page.markdown() for page in pages}
    return Sources(files, nav, games)


def _generated(renderer: Renderer, folder: str, written: list[Document]) -> list[Page]:
    """The generated pages that stand among the hand-written ones of a folder."""
    if folder == "guide":
        return [example_page(renderer)]
    if folder == "language":
        return language_pages(renderer)
    if folder == "errors":
        return [error_page(renderer, (each.path[7:-3] for each in written if each.path.startswith("errors/")))]
    return []


def _in_order(folder: str, generated: list[str], written: list[Document]) -> list[str]:
    """The pages of a folder as ``FIRST`` has them; what it does not name follows."""
    paths = [*generated, *(each.path for each in written if each.path.startswith(f"{folder}/"))]
    known = {path: number for number, path in enumerate(FIRST)}
    return sorted(dict.fromkeys(paths), key=lambda path: known.get(path, len(known)))


def write_sources(sources: Sources, folder: Path) -> int:
    """Makes a folder hold exactly these files; returns how many were written anew.

    What is unchanged is left alone, so that a server which watches the folder does not start again.
    """
    written = 0
    for name, text in sources.files.items():
        path, data = folder / name, text.encode("utf-8", "replace")
        if not path.is_file() or path.read_bytes() != data:
            write_bytes(path, data)
            written += 1
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and path.relative_to(folder).as_posix() not in sources.files:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    return written
