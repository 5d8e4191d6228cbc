"""The files that MkDocs reads: generated and hand-written pages, written only where they have changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kaiju_compiler.pipeline import Compilation
from kaiju_runtime.files import FileProblem
from kaiju_site.cache import Cache
from kaiju_site.documents import FIRST, PARTS, Document, documents
from kaiju_site.example_format import example_page
from kaiju_site.games import Game, games_of
from kaiju_site.language import language_pages
from kaiju_site.mode_pages import Nav, game_pages
from kaiju_site.pages import error_page, face_files, gallery_pages, games_page, home_page
from kaiju_site.render import Page, Renderer


@dataclass(frozen=True)
class Sources:
    """All files by path, the table of contents, and the modes that they are about."""

    files: dict[str, str] = field(repr=False)
    nav: Nav = field(repr=False)
    outside: tuple[str, ...] = field(repr=False)
    """Pages that are not in the table of contents."""
    games: list[Game] = field(repr=False)
    problems: tuple[str, ...] = ()
    """Files of packs that could not be shown."""


def make_sources(compilation: Compilation, cache: Cache | None = None) -> Sources:
    """The text of every page; plays what the cache does not know, reads no content but what is compiled."""
    renderer, cache = Renderer(), cache or Cache()
    games = games_of(compilation, cache)
    written = list(documents())
    home = home_page(renderer, games)
    pages: list[Page] = [home]
    nav: Nav = [home.path]
    parts: Nav = []
    problems: list[str] = []
    for game in games:
        made, part, faults = game_pages(renderer, game, cache)
        problems += faults
        pages += made
        parts.append({game.title: part})
    if games:
        pages.insert(1, games_page(renderer, games))
        nav.append({"Games": [pages[1].path, *parts]})
    shelves = gallery_pages(renderer, games)
    pages += shelves
    if shelves:
        nav.append({"Gallery": [page.path for page in shelves]})
    for folder, title in PARTS:
        generated = _generated(renderer, folder, written, games)
        pages += generated
        paths = _in_order(folder, [page.path for page in generated], written)
        if paths:
            nav.append({title: paths})
    files = {document.path: _inside(document) for document in written}
    files |= {page.path: page.markdown() for page in pages}
    outside = [page.path for page in pages if page.within]
    outside += [document.path for document in written if _is_code(document)]
    files |= dict(face_files(games, cache))
    return Sources(files, nav, tuple(outside), games, tuple(problems))


def _is_code(document: Document) -> bool:
    """Whether it is the page of an error code; there are too many of them for a table of contents."""
    return document.path.startswith("errors/")


def _inside(document: Document) -> str:
    if not _is_code(document):
        return document.text
    return f"---\nwithin: errors/index.md\n---\n\n{document.text}"


def _generated(renderer: Renderer, folder: str, written: list[Document], games: list[Game]) -> list[Page]:
    """The generated pages that stand among the hand-written ones of a folder."""
    if folder == "guide":
        return [example_page(renderer)]
    if folder == "language":
        return language_pages(renderer, games)
    if folder == "errors":
        return [error_page(renderer, (each.path[7:-3] for each in written if each.path.startswith("errors/")))]
    return []


def _in_order(folder: str, generated: list[str], written: list[Document]) -> list[str]:
    """The pages of a folder as ``FIRST`` has them; what it does not name follows."""
    paths = [*generated, *(each.path for each in written if each.path.startswith(f"{folder}/") and not _is_code(each))]
    known = {path: number for number, path in enumerate(FIRST)}
    return sorted(dict.fromkeys(paths), key=lambda path: known.get(path, len(known)))


def _put(path: Path, data: bytes) -> None:
    """Writes a page. It can be made again at any time, so nobody waits for the disk. Raises ``FileProblem``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as failure:
        raise FileProblem.from_error(path, failure, "write") from failure


def write_sources(sources: Sources, folder: Path) -> int:
    """Makes a folder hold exactly these files; returns how many were written anew.

    What is unchanged is left alone, so that a server which watches the folder does not start again.
    """
    written = 0
    for name, text in sources.files.items():
        path, data = folder / name, text.encode("utf-8", "replace")
        if not path.is_file() or path.read_bytes() != data:
            _put(path, data)
            written += 1
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and path.relative_to(folder).as_posix() not in sources.files:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    return written
