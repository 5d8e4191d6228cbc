"""Values from packs as markup. Everything that is no markup of ours is escaped here, once."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from markupsafe import Markup, escape
from pygments import highlight  # type: ignore[import-untyped, unused-ignore]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped, unused-ignore]
from pygments.lexers import YamlLexer  # type: ignore[import-untyped, unused-ignore]

from kaiju_site.lexer import KaijuLexer

_LINE = re.compile(r"\n\s*\n")


@cache
def _formatter() -> Any:
    return HtmlFormatter(nowrap=True)


def code(text: str) -> Markup:
    """A text of the effect language with its colours, as a block."""
    return Markup('<pre class="code"><code>{}</code></pre>').format(_coloured(text.rstrip("\n"), KaijuLexer))


def inline_code(text: str) -> Markup:
    """A short text of the effect language within a line."""
    return Markup('<code class="code">{}</code>').format(_coloured(text, KaijuLexer))


def yaml(text: str) -> Markup:
    """A piece of a content file with its colours."""
    return Markup('<pre class="code"><code>{}</code></pre>').format(_coloured(text.strip("\n"), YamlLexer))


def _coloured(text: str, lexer: Any) -> Markup:
    shown: str = highlight(text, lexer(stripnl=False, ensurenl=False), _formatter())
    return Markup(shown.removesuffix("\n"))


def ticks(text: str) -> Markup:
    """Plain text in which words between backquotes are code."""
    parts = text.split("`")
    shown = [
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    ]
    return Markup("").join(shown)


def paragraphs(text: str) -> Markup:
    """Plain text as paragraphs; an empty line stands between two."""
    parts = [part for part in _LINE.split(text.strip()) if part]
    return Markup("\n").join(Markup("<p>{}</p>").format(part) for part in parts)


def label(identity: str) -> str:
    """An id as a heading: ``most_gold`` reads "Most gold"."""
    words = identity.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def for_markdown(markup: Markup) -> str:
    """Markup as one block that Markdown hands through as it is: it must begin and end with one ``div``."""
    return str(markup).replace("`", "&#96;").replace("~~~", "&#126;~~")
