"""Events of the frame: a turn or a phase starts or ends."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import event_fields, names
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import PLAYERS
from kaiju_compiler.symbols import Type

BOUNDARIES = ("starts", "ends")


def resolve(run: Run, env: Env, phrase: syntax.Phrase, use: str) -> Any:
    """The pattern of ``your turn ends`` or ``roll of other starts``; ``None`` if it is no such event."""
    from kaiju_compiler.resolve.events import Pattern, blank

    items = phrase.items
    if len(items) != 2 or not isinstance(items[1], syntax.Name) or items[1].id not in BOUNDARIES:
        return None
    subject, boundary = items[0], items[1].id
    name = subject.name if isinstance(subject, syntax.Of) else subject
    if not isinstance(name, syntax.Name):
        run.report(
            "event-unknown",
            "only the turn and its phases start and end",
            subject.span,
            "write `your turn starts` or `turn ends`",
        )
        return Pattern(blank("turn_ends"), Type("player"))
    data = blank(("turn_" if name.id == "turn" else "phase_") + boundary)
    if name.id != "turn":
        data["key"] = _phase(run, name)
    if isinstance(subject, syntax.Of):
        fields = event_fields.Fields(run, env, use)
        fields.test("who", subject.of, PLAYERS)
        data["tests"] = fields.tests
        data["whole"] = use in ("when", "before", "next")
    return Pattern(data, Type("player"))


def _phase(run: Run, name: syntax.Name) -> str | None:
    symbol = run.scope.find("phase", name.id)
    if symbol is None:
        names.report_name(run, name, "`turn` or a phase", ["turn", *run.scope.names("phase")])
        return None
    return run.use(symbol).id
