"""Icons: one SVG file each in ``templates/icons``, named as packs name them. An unknown icon is a plain disc."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from markupsafe import Markup

from kaiju_compiler.data_files import site_templates_dir
from kaiju_runtime.canonical import content_hash

_INSIDE = re.compile(r"</?svg[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_FALLBACK = '<circle cx="12" cy="12" r="6"/>'


@cache
def _drawings(folder: Path) -> Mapping[str, str]:
    """The inside of every icon, by name."""
    return {path.stem: _INSIDE.sub("", path.read_text("utf-8")).strip() for path in sorted(folder.glob("*.svg"))}


def icons_hash() -> str:
    """A hash of all icons."""
    return content_hash(dict(_drawings(site_templates_dir() / "icons")))


def drawing(name: str) -> Markup:
    """The inside of an icon, to be put into a drawing of 24 by 24."""
    return Markup(_drawings(site_templates_dir() / "icons").get(name, _FALLBACK))


def spelled(name: str) -> str:
    """What an icon spells out, if it is a letter or a number; such an icon says no more than a name of that text."""
    return _TAG.sub("", str(drawing(name))).strip() if name else ""


def icon(name: str) -> Markup:
    """The icons of a name such as ``star`` or ``star star``; nothing for an empty name."""
    drawings = _drawings(site_templates_dir() / "icons")
    shown = Markup("")
    for each in name.split():
        inside = drawings.get(each, _FALLBACK)
        kind = each if each in drawings else "plain"
        shown += Markup(
            f'<svg class="icon icon-{kind}" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">'
            f"{inside}</svg>"
        )
    return shown
