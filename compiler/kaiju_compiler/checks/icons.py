"""Is there a drawing for every icon that a mode names?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.data_files import site_templates_dir
from kaiju_compiler.diagnostics import Diagnostic, Fix, warning
from kaiju_compiler.document import Mapping, Node, Scalar, Sequence
from kaiju_compiler.source import Text
from kaiju_compiler.suggest import near

_WORD = re.compile(r"\S+")


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """A warning for each icon of a given pack that is not drawn: a plain disc would stand there on cards and pages."""
    drawn = sorted(path.stem for path in (site_templates_dir() / "icons").glob("*.svg"))
    for pack in packs.packs.values():
        for file in pack.of("mode") if pack.given else ():
            for text in _icons(file.root):
                for word in _WORD.finditer(text.value):
                    if word[0] not in drawn:
                        yield _unknown(text, word, drawn)


def _icons(node: Node) -> Iterator[Text]:
    """The texts of all keys called ``icon``, in file order."""
    if isinstance(node, Sequence):
        for each in node:
            yield from _icons(each)
    elif isinstance(node, Mapping):
        for key, value in node:
            if key.value == "icon" and isinstance(value, Scalar) and value.text is not None:
                yield value.text
            else:
                yield from _icons(value)


def _unknown(text: Text, word: re.Match[str], drawn: list[str]) -> Diagnostic:
    span, meant = text.span(word.start(), word.end()), near(word[0], drawn, 1)
    hint = f"did you mean '{meant[0]}'? " if meant else ""
    message = f"no icon is called '{word[0]}': a plain disc is drawn in its place"
    fix = Fix(span, meant[0]) if meant else None
    return warning("icon-unknown", message, span, help=f"{hint}the icons are {', '.join(drawn)}", fix=fix)
