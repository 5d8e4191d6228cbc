"""What the hooks of MkDocs do: make the pages where nobody has, give the search its words, drop unused files."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.lexers import LEXERS  # type: ignore[import-untyped, unused-ignore]

from kaiju_compiler.data_files import content_dir, data_root, site_docs_dir
from kaiju_compiler.diagnostics import exit_status
from kaiju_compiler.pipeline import compile_packs
from kaiju_compiler.render import render_summary
from kaiju_site.build import set_contents
from kaiju_site.cache import Cache
from kaiju_site.lexer import KaijuLexer
from kaiju_site.search import Entry, entries_of, script
from kaiju_site.sources import make_sources, write_sources

LOGGER = logging.getLogger("mkdocs")


def prepare(config: MkDocsConfig) -> None:
    """Makes the pages, unless somebody has already and has set the table of contents."""
    name = KaijuLexer.__name__
    LEXERS[name] = (KaijuLexer.__module__, KaijuLexer.name, KaijuLexer.aliases, KaijuLexer.filenames, ())
    if config.nav is None:
        folder = out_folder(config) / "site-src"
        compilation = compile_packs(content_paths(config))
        if exit_status(compilation.diagnostics):
            LOGGER.warning("%s in the content; 'kaiju check' shows them", render_summary(compilation.diagnostics))
        sources = make_sources(compilation, Cache(out_folder(config) / "site-cache"))
        for problem in sources.problems:
            LOGGER.warning(problem)
        write_sources(sources, folder)
        config.docs_dir = str(folder)
        set_contents(config, sources)
    config.extra["search"] = []


def out_folder(config: MkDocsConfig) -> Path:
    return Path(config.extra.get("out") or data_root() / "build")


def content_paths(config: MkDocsConfig) -> list[str]:
    return [str(path) for path in config.extra.get("content") or [content_dir()]]


def watched(config: MkDocsConfig) -> list[str]:
    """What a server watches: content, hand-written pages, templates and the grammar."""
    root = data_root()
    return [*content_paths(config), str(site_docs_dir()), str(root / "site" / "templates"), str(root / "grammar")]


def own_files(files: Files) -> Files:
    """The files without those of the built-in theme, which no page of ours uses."""
    import mkdocs.themes

    themes = [Path(path) for path in mkdocs.themes.__path__]
    return Files([file for file in files if not _is_of_theme(file, themes)])


def _is_of_theme(file: File, themes: list[Path]) -> bool:
    path = Path(file.abs_src_path or "/")
    return any(theme in path.parents for theme in themes)


def put_aside(markdown: str, page: Page) -> str:
    """Keeps a generated page from Markdown: it is HTML already, and Markdown would take long to leave it alone."""
    if not page.meta.get("generated"):
        return markdown
    page.meta["aside"] = markdown.strip()
    return ""


def take_back(html: str, page: Page) -> str:
    return str(page.meta.pop("aside", html))


def remember(html: str, page: Page, config: MkDocsConfig) -> None:
    """Notes what can be found on a page, and what tells it from pages of the same title."""
    found: list[tuple[str, Entry]] = config.extra["search"]
    about = " · ".join(str(each.title) for each in reversed(list(page.ancestors)))
    entries = entries_of(html, str(page.title or ""), page.url or "index.html", about)
    page.meta["about"] = entries[0].about
    found += [(page.file.src_uri, entry) for entry in entries]


def write_search(config: MkDocsConfig) -> None:
    """Writes the words of the search beside the script that reads them."""
    found: list[tuple[str, Entry]] = config.extra["search"]
    path = Path(config.site_dir) / "assets" / "search_index.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script(entry for _, entry in found), "utf-8", newline="\n")


def theme_environment(environment: Any) -> Any:
    """Templates of the theme escape what they print, like all others."""
    environment.autoescape = True
    return environment


def enter(page: Page, files: Files) -> None:
    """Opens the table of contents where a page that is not in it belongs."""
    _within(page, files, True)


def leave(page: Page, files: Files) -> None:
    _within(page, files, False)


def _within(page: Page, files: Files, active: bool) -> None:
    file = files.get_file_from_path(str(page.meta.get("within", "")))
    if file is not None and file.page is not None:
        file.page.active = active
