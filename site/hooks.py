"""Hooks of MkDocs for the reference site; ``mkdocs.yml`` names this file. The work is done in ``kaiju_site``.

Plain ``mkdocs build`` and ``mkdocs serve`` work in a checkout, also if nothing is installed: then the
source folders are put on the path.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

try:
    from kaiju_site import hooks_support as support
except ImportError:
    ROOT = Path(__file__).resolve().parent.parent
    sys.path[:0] = [str(ROOT / part) for part in ("compiler", "runtime", "site")]
    from kaiju_site import hooks_support as support


FILES: list[Any] = []
"""The files of the build that is under way."""


def on_config(config: Any) -> Any:
    """The pages are made here, and anew at each build of a server."""
    support.prepare(config)
    return config


def on_files(files: Any, config: Any) -> Any:
    FILES[:] = [support.own_files(files)]
    return FILES[0]


def on_env(env: Any, config: Any, files: Any) -> Any:
    return support.theme_environment(env)


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    return support.put_aside(markdown, page)


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    html = support.take_back(html, page)
    support.remember(html, page, config)
    return html


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> Any:
    support.enter(page, FILES[0])
    return context


def on_post_page(output: str, page: Any, config: Any) -> str:
    support.leave(page, FILES[0])
    return output


def on_post_build(config: Any) -> None:
    support.write_search(config)


def on_serve(server: Any, config: Any, builder: Any) -> Any:
    for path in support.watched(config):
        server.watch(path)
    return server
