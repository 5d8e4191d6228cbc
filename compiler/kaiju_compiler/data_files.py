"""Where the files lie that are no Python: grammar, shipped content, templates and pages of the site.

A checkout has them in its top folders; a wheel carries them in ``kaiju_compiler/_data`` under the same
relative names. This is the only module that knows.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def data_root() -> Path:
    """The folder that holds ``grammar/``, ``content/``, ``site/`` and ``mkdocs.yml``."""
    for root in (_PACKAGE / "_data", _PACKAGE.parents[1]):
        if (root / "grammar").is_dir():
            return root
    raise FileNotFoundError(f"kaiju's own files are missing next to {_PACKAGE}: please install kaiju-rules again")


def grammar_file(name: str) -> Path:
    """A file of the language, for example ``effects.lark`` or ``wording/en.yaml``."""
    return data_root() / "grammar" / name


def schema_dir() -> Path:
    """The folder of the JSON Schemas."""
    return data_root() / "grammar" / "schema"


def content_dir() -> Path:
    """The folder of the shipped packs."""
    return data_root() / "content"


def site_templates_dir() -> Path:
    """The folder of the templates of the reference site."""
    return data_root() / "site" / "templates"


def site_docs_dir() -> Path:
    """The folder of the hand-written pages; ``errors/`` in it has a page for each diagnostic code."""
    return data_root() / "site" / "docs"


def mkdocs_config() -> Path:
    """The settings of the reference site."""
    return data_root() / "mkdocs.yml"


def is_checkout() -> bool:
    """Whether we run from a source tree, so that shipped content may be edited in place."""
    return data_root() == _PACKAGE.parents[1]
