"""The site from packs to HTML: ``build_site`` makes it, ``serve_site`` shows it and follows changes."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from mkdocs.commands import build as mkdocs_build
from mkdocs.commands import serve as mkdocs_serve
from mkdocs.config import load_config
from mkdocs.config.config_options import PathSpec
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, ConfigurationError

from kaiju_compiler.data_files import content_dir, mkdocs_config
from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_site.cache import Cache
from kaiju_site.links import check_site
from kaiju_site.sources import Sources, make_sources, write_sources

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


@dataclass(frozen=True)
class SiteResult:
    """What became of a build. ``problems`` is empty where the site is whole."""

    index: Path
    """The first page."""
    pages: int
    modes: tuple[str, ...]
    examples: int
    failed_examples: tuple[str, ...]
    """``mode: topic/name``; they are shown as failed on their pages."""
    problems: tuple[str, ...] = field(default=())
    """Warnings of MkDocs, broken links, and anything that would be fetched from another machine."""

    @property
    def ok(self) -> bool:
        return not self.problems


def build_site(content: Compilation | Paths | None = None, out: str | os.PathLike[str] = "build") -> SiteResult:
    """Writes the pages to ``out/site-src`` and the site to ``out/site``; without content, that of the shipped packs.

    The same content gives the same bytes. Modes with errors are left out: look at the compilation's diagnostics first.
    Raises ``kaiju_runtime.files.FileProblem`` if a file cannot be written.
    """
    folder = Path(out).absolute()
    sources = make_sources(compiled(content), Cache(folder / "site-cache"))
    write_sources(sources, folder / "site-src")
    problems = _run_mkdocs(sources, folder)
    if not problems:
        problems = check_site(folder / "site")
    return _result(sources, folder, [*sources.problems, *problems])


def compiled(content: Compilation | Paths | None) -> Compilation:
    """The compilation of whatever was given."""
    if isinstance(content, Compilation):
        return content
    if content is None:
        content = content_dir()
    return compile_packs([content] if isinstance(content, (str, os.PathLike)) else content)


def _result(sources: Sources, folder: Path, problems: list[str]) -> SiteResult:
    examples = [(game, each) for game in sources.games for each in game.examples]
    failed = tuple(f"{game.id}: {each.reference}" for game, each in examples if not each.passed)
    return SiteResult(
        folder / "site" / "index.html",
        len(sources.files),
        tuple(game.id for game in sources.games),
        len(examples),
        failed,
        tuple(problems),
    )


def _run_mkdocs(sources: Sources, folder: Path) -> list[str]:
    """Builds the site in strict mode; what MkDocs complained about."""
    with _complaints() as complaints:
        try:
            config = configuration(sources, folder)
            mkdocs_build.build(config)
        except (Abort, ConfigurationError) as problem:
            complaints.append(str(problem))
    return list(dict.fromkeys(complaints))


def configuration(sources: Sources, folder: Path) -> MkDocsConfig:
    """The settings of ``mkdocs.yml`` for pages that are already written."""
    config: MkDocsConfig = load_config(
        config_file=str(mkdocs_config()), docs_dir=str(folder / "site-src"), site_dir=str(folder / "site"), strict=True
    )
    set_contents(config, sources)
    return config


def set_contents(config: MkDocsConfig, sources: Sources) -> None:
    """Puts the table of contents into the settings, and says which pages are not in it."""
    config.nav = sources.nav
    config.not_in_nav = PathSpec().run_validation("\n".join(f"/{path}" for path in sources.outside))


@contextmanager
def _complaints() -> Iterator[list[str]]:
    """Gathers the warnings of MkDocs instead of printing them."""
    found: list[str] = []

    class Gather(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record.getMessage())

    handler, logger = Gather(logging.WARNING), logging.getLogger("mkdocs")
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield found
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate


def serve_site(
    content: Paths | None = None,
    out: str | os.PathLike[str] = "build",
    address: str = "127.0.0.1:8000",
    open_in_browser: bool = False,
) -> None:
    """Shows the site in a server of this machine and makes it anew whenever content or pages change.

    Where it is, and what is wrong on the way, goes to standard error.
    """
    logger = logging.getLogger("mkdocs")
    logger.addHandler(logging.StreamHandler())
    logger.setLevel(logging.INFO)
    logger.info("Making the site; this takes a while. Then it is at http://%s/, until you press Ctrl-C.", address)
    paths = [content_dir()] if content is None else [content] if isinstance(content, (str, os.PathLike)) else content
    mkdocs_serve.serve(
        config_file=str(mkdocs_config()),
        dev_addr=address,
        strict=False,
        open_in_browser=open_in_browser,
        extra={"content": [str(Path(path).absolute()) for path in paths], "out": str(Path(out).absolute())},
    )
