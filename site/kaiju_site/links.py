"""Looks over the finished site: every link and anchor leads somewhere, and nothing is fetched from elsewhere."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from kaiju_site.markup import attributes, scan

_FETCHED = {"src", "srcset", "poster", "data"}
_STYLE_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


@dataclass
class _Found:
    """Links, fetched files and anchors of one page."""

    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    filters: dict[str, set[str]] = field(default_factory=dict)
    """The filters of a gallery with their values: its address may name them after ``#``."""
    twice: list[str] = field(default_factory=list)


def _read(path: Path) -> _Found:
    """What a page links to, fetches, and can be linked to."""
    found, select, in_option = _Found(), "", False
    for text, closing, tag, written in scan(path.read_text("utf-8")):
        if in_option:
            found.filters[select].add(unescape(text))
        if closing or not tag:
            in_option = in_option and tag != "option"
            continue
        in_option = tag == "option" and select in found.filters
        if tag == "select":
            select = attributes(written).get("name", "")
            found.filters[select] = set()
        if "=" in written:
            _note(found, tag, attributes(written))
    return found


def _note(found: _Found, tag: str, attrs: dict[str, str]) -> None:
    for name, value in attrs.items():
        if name == "id":
            if value in found.anchors:
                found.twice.append(value)
            found.anchors.add(value)
        elif name in _FETCHED or (name == "href" and tag in ("link", "image", "use")):
            found.fetched.append(value)
        elif name == "href":
            found.links.append(value)


def check_site(folder: Path) -> list[str]:
    """What is wrong with the links of the site in a folder, one line each, sorted by page."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    pages = {name: _read(folder / name) for name in sorted(files) if name.endswith(".html")}
    problems = []
    for name, found in pages.items():
        problems += [f"{name}: the anchor {each} is there twice" for each in found.twice]
        for target in found.fetched:
            if (elsewhere := _outside(target)) is not None:
                problems.append(f"{name}: fetches {elsewhere}")
            elif _resolved(name, target)[0] not in files:
                problems.append(f"{name}: {target} is missing")
        problems += [problem for target in found.links if (problem := _link_problem(name, target, files, pages))]
    for name in sorted(files):
        if name.endswith(".css"):
            problems += [f"{name}: fetches {url}" for url in _style_urls(folder / name) if _outside(url) is not None]
    return problems


def _outside(target: str) -> str | None:
    """The target if it is another machine's."""
    parts = urlsplit(target)
    return target if parts.netloc or parts.scheme not in ("", "data") else None


def _resolved(page: str, target: str) -> tuple[str, str]:
    """The file and the anchor that a link of a page means."""
    parts = urlsplit(target)
    path = unquote(parts.path)
    if not path:
        return page, unquote(parts.fragment)
    joined = (
        path.lstrip("/") if path.startswith("/") else posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    )
    return joined or "index.html", unquote(parts.fragment)


def _link_problem(page: str, target: str, files: set[str], pages: dict[str, _Found]) -> str | None:
    scheme = urlsplit(target).scheme
    if scheme in ("http", "https", "mailto"):
        return None
    if scheme:
        return f"{page}: the link {target} is of a kind that the site does not use"
    path, anchor = _resolved(page, target)
    if path not in files:
        return f"{page}: {target} leads nowhere"
    if anchor and path in pages and anchor not in pages[path].anchors and not _is_filter(anchor, pages[path]):
        return f"{page}: {target}: there is no such anchor"
    return None


def _is_filter(anchor: str, page: _Found) -> bool:
    """Whether what stands after ``#`` chooses a filter that the page has."""
    name, equals, value = anchor.partition("=")
    return bool(equals) and value in page.filters.get(name, ())


def _style_urls(path: Path) -> list[str]:
    return [first or second for first, second in _STYLE_URL.findall(path.read_text("utf-8"))]
