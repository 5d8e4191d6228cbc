"""Pages from templates: values are escaped unless they are markup of ours."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kaiju_compiler.data_files import site_templates_dir
from kaiju_compiler.wording import Run, Wording
from kaiju_site import text
from kaiju_site.addresses import Addresses
from kaiju_site.icons import icon, spelled
from kaiju_site.names import anchor, relative

WIDE = ("balance.html", "gallery.html", "tracker.html", "home.html", "games.html")
"""Templates of pages that are no running text."""


@dataclass(frozen=True)
class Page:
    """One generated page: where it is written, and its text for MkDocs."""

    path: str
    """From the top of the pages, with ``.md``."""
    title: str
    body: Markup = field(repr=False)
    contents: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Anchors and titles of its parts, for the list beside it."""
    within: str = ""
    """The page of the table of contents that it belongs to, for pages that are not in the table themselves."""
    wide: bool = False
    """Whether it may take more room than a text should."""
    beside: tuple[tuple[str, str], tuple[str, str]] = (("", ""), ("", ""))
    """Titles and addresses of the pages before and after it, for such pages."""

    def markdown(self) -> str:
        """The file: settings for MkDocs, and one block of HTML that Markdown leaves alone."""
        contents = [{"anchor": where, "title": title} for where, title in self.contents]
        settings: dict[str, Any] = {"title": self.title, "generated": True, "contents": contents}
        if self.wide:
            settings["wide"] = True
        if self.within:
            settings["within"] = self.within.removesuffix(".html") + ".md"
        if any(target for _, target in self.beside):
            settings["beside"] = [{"title": title, "url": target} for title, target in self.beside]
        head = "\n".join(f"{key}: {_yaml(value)}" for key, value in settings.items())
        return f'---\n{head}\n---\n\n<div class="generated">\n{text.for_markdown(self.body)}\n</div>\n'


def _yaml(value: Any) -> str:
    """A value as JSON that YAML reads alike, whatever characters are in it."""
    return "".join(
        char if char.isprintable() or ord(char) > 0xFFFF else f"\\u{ord(char):04x}"
        for char in json.dumps(value, ensure_ascii=False)
    )


class Renderer:
    """Makes pages from the templates in ``templates/pages``."""

    def __init__(self) -> None:
        self.environment = Environment(
            loader=FileSystemLoader(site_templates_dir() / "pages"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
        )
        self.environment.globals |= {"icon": icon, "anchor": anchor}
        self.environment.filters |= {
            "code": text.code,
            "inline_code": text.inline_code,
            "paragraphs": text.paragraphs,
            "capital": text.capital,
            "label": text.label,
            "ticks": text.ticks,
            "yaml": text.yaml,
        }

    def page(
        self,
        template: str,
        path: str,
        title: str,
        addresses: Addresses | None = None,
        contents: tuple[tuple[str, str], ...] = (),
        within: str = "",
        beside: tuple[tuple[str, str], tuple[str, str]] = (("", ""), ("", "")),
        **context: Any,
    ) -> Page:
        """The page at ``path`` (with ``.html``); links are made from there."""

        def href(target: str) -> str:
            return relative(path, target)

        def words(wording: Wording, linked: bool = True) -> Markup:
            return wording_markup(wording, addresses, path if linked else "")

        body = self.environment.get_template(template).render(
            here=path, title=title, href=href, words=words, contents=contents, **context
        )
        return Page(path.removesuffix(".html") + ".md", title, Markup(body), contents, within, template in WIDE, beside)


def _term(run: Run) -> Markup:
    """A name of the game; its icon stays with its first word."""
    if not run.icon or spelled(run.icon) == run.text:
        return Markup('<span class="term">{}</span>').format(run.text)
    first, space, rest = run.text.partition(" ")
    return Markup('<span class="term"><span class="together">{}{}</span>{}{}</span>').format(
        icon(run.icon), first, space, rest
    )


def wording_markup(wording: Wording, addresses: Addresses | None, here: str) -> Markup:
    """Rules text with icons; names lead to where they are explained unless ``here`` is empty."""
    shown = []
    for paragraph in wording.paragraphs:
        runs = []
        for run in paragraph:
            if run.kind == "text":
                runs.append(Markup("{}").format(run.text))
                continue
            inside = _term(run)
            target = addresses.find(run.about) if addresses is not None and here else ""
            runs.append(
                Markup('<a class="quiet" href="{}">{}</a>').format(relative(here, target), inside) if target else inside
            )
        shown.append(Markup("<p>{}</p>").format(Markup("").join(runs)))
    return Markup('<div class="rules-text">{}</div>').format(Markup("\n").join(shown))
