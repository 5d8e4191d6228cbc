"""The procedures of a mode: those of all files of its chain, some defined anew by a later one."""

from __future__ import annotations

from kaiju_compiler import parse
from kaiju_compiler.collect.merge import Mode
from kaiju_compiler.collect.tables import Row
from kaiju_compiler.collect.texts import Texts
from kaiju_compiler.diagnostics import error
from kaiju_compiler.source import Text
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.syntax import Define


def procedures(mode: Mode, texts: Texts) -> list[Row]:
    """The procedures as programs have them, in the order of their definitions."""
    defined: dict[str, Define] = {}
    for text in mode.texts["procedures"]:
        for each in defines(text, texts):
            first = defined.setdefault(each.name.id, each)
            if first is not each:
                message = f"the procedure '{each.name.id}' is defined already"
                help = "give this one another name"
                if first.span.path != each.span.path:
                    help += f", or define it anew under 'replace: procedures: {each.name.id}:'"
                texts.found.append(
                    error(
                        "mode-entry-duplicate",
                        message,
                        each.name.span,
                        related=[(first.name.span, "here first")],
                        help=help,
                    )
                )
    _replace(mode, texts, defined)
    rows = texts.procedures(list(defined.values()), texts.context("procedure"))
    return [
        {"id": row["id"], "name": row["name"], "params": row["parameters"], "kinds": row["kinds"], "body": row["body"]}
        for row in rows
    ]


def defines(text: Text, texts: Texts) -> list[Define]:
    """The definitions in a text; anything else in it is told."""
    tree = texts.parsed(parse.parse_effect, text)
    texts.verbs_missing = texts.verbs_missing or tree is None
    found = []
    for item in () if tree is None else tree.items:
        if isinstance(item, Define):
            found.append(item)
        else:
            texts.found.append(
                error(
                    "procedure-text",
                    "only definitions stand in 'procedures'",
                    item.span,
                    help="what always holds is a rule: write it under 'rules'",
                )
            )
    return found


def _replace(mode: Mode, texts: Texts, defined: dict[str, Define]) -> None:
    for name, (key, text) in mode.replaced_procedures.items():
        anew = defines(text, texts)
        if name not in defined and texts.verbs_missing:
            continue
        if name not in defined:
            message = f"no mode that this one extends defines '{name}', so it cannot be replaced"
            help = did_you_mean(name, defined) or "to add it, write it under 'procedures' itself"
            texts.found.append(error("mode-unknown-name", message, key.span, help=help))
        elif len(anew) == 1 and anew[0].name.id == name:
            defined[name] = anew[0]
        elif anew:
            message = f"the definition of '{name}' must stand here, and nothing else"
            texts.found.append(error("procedure-text", message, anew[0].name.span))
