"""Do the checks that a pack sets for its own records hold?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_compiler import parse, resolve
from kaiju_compiler.collect.evaluate import Facts, NeedsGame
from kaiju_compiler.collect.packs import Pack, Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.collect.texts import Code, diagnostic
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.own_names import names_of
from kaiju_compiler.source import Span
from kaiju_compiler.syntax import Always, Effect, Node


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """An error for each record that breaks a check, or one for a check that is broken as a whole."""
    for pack in packs.packs.values():
        text = pack.manifest.text("checks")
        if text is None:
            continue
        modes = modes_of(pack, built)
        names = names_of(modes[0].scope) if modes else parse.NO_MODE
        tree, problems = parse.parse_checks(text, names)
        yield from (diagnostic(each) for each in problems)
        if tree is not None:
            for each in modes:
                yield from _in_mode(tree, each)


def modes_of(pack: Pack, built: list[Built]) -> list[Built]:
    """The modes that a pack's records are checked in: its own, else all that play with it."""
    own = [each for each in built if each.mode.chain.top.pack is pack]
    return own or [each for each in built if pack in each.mode.chain.packs]


def _in_mode(tree: Effect, built: Built) -> Iterator[Diagnostic]:
    rows, problems = resolve.resolve_checks(tree, built.scope, resolve.Context("mode", you=False))
    if problems:
        yield from (diagnostic(each) for each in problems)
        return
    sound = {
        kind: [each for each in ids if each not in built.records.broken] for kind, ids in built.known.kinds.items()
    }
    short = {kind for kind, ids in sound.items() if len(ids) < len(built.known.kinds[kind])}
    facts = Facts(built.known.data, sound, built.known.leaving)
    for item, row in zip(tree.items, rows, strict=True):
        if short & kinds_counted(row["condition"]):
            continue  # records with errors are left out: what is counted is judged when they are mended
        try:
            yield from _one(row["condition"], item, facts, built)
        except NeedsGame:
            message = "this can only be known in a game, and a check of a pack is about its records alone"
            help = "what must hold in games stands under 'invariants' of the mode"
            yield error("record-check-needs-game", message, first_line(item.span), help=help)


def kinds_counted(condition: Code) -> set[str]:
    """The kinds whose records a check looks at together; one about each of some looks at one at a time."""
    inside = condition[2:] if condition[0] == "every" else condition
    return set(_kinds_in(inside))


def _kinds_in(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        if node and node[0] == "pieces":
            yield str(node[1])
        for part in node:
            yield from _kinds_in(part)


def _one(condition: Code, item: Node, facts: Facts, built: Built) -> Iterator[Diagnostic]:
    """What breaks one check: the records, if it is about each of some, else the check itself."""
    if facts.value(condition):
        return
    span = item.span
    words = " ".join(span.text.split())
    match condition:
        case ["every", over, slot, holds] if isinstance(item, Always):
            for record_id in facts.offenders(over, slot, holds):
                record = built.records.records[record_id]
                message = f"'{record_id}' breaks a check of the pack: for each {words}"
                related = [(first_line(span), "the check")]
                yield error("record-check-failed", message, record.span, related=related)
        case _:
            message = f"the records of the pack break this check: {words}{_found(condition, facts)}"
            yield error("record-check-failed", message, first_line(span))


def _found(condition: Code, facts: Facts) -> str:
    """What a comparison compares, as it is."""
    match condition:
        case ["=" | "!=" | "<" | "<=" | ">" | ">=", left, right]:
            return f"; it is {_shown(facts.value(left))} against {_shown(facts.value(right))}"
    return ""


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)


def first_line(span: Span) -> Span:
    """The part of a span that is on its first line."""
    return Span(span.source, span.start, span.start + len(span.text.partition("\n")[0]))
