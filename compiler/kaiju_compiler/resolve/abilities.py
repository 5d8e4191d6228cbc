"""Abilities: triggers, replacements, conditions, actions; and the bare statements of an effect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import events, expressions, lasting, names, statements
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.kinds import both
from kaiju_compiler.resolve.records import ability, finish, stage_of
from kaiju_compiler.resolve.scopes import UNKNOWN_EVENT, Env, Frame

OWNERS_WITH_EVENT = ("face",)
"""Owners whose bare statements run in an event that has an amount."""


def top_env(run: Run, event: str = "") -> Env:
    """Where an ability begins: nothing is bound but what the context says."""
    frame = Frame()
    running = None if run.context.owner in ("procedure", "space", "piece", "face", "counter", "rule") else ()
    return Env(frame, {}, run.context.it, run.context.it is not None, event, frame if event else None, running)


def resolve_item(run: Run, item: Any) -> dict[str, Any] | None:
    """The ability that an item of an effect is; ``None`` if it was reported."""
    match item:
        case syntax.When():
            return _when(run, item)
        case syntax.AsSoonAs():
            return _as_soon_as(run, item)
        case syntax.Action():
            return _action(run, item)
        case syntax.Modify():
            return lasting.modify_ability(run, top_env(run), item)
        case syntax.Cannot():
            return lasting.cannot_ability(run, top_env(run), item)
    return None


def is_bare(item: Any) -> bool:
    """Whether an item of an effect is a bare statement, not an ability."""
    if isinstance(item, (syntax.Modify, syntax.Cannot)):
        return bool(item.until)
    return not isinstance(item, (syntax.When, syntax.AsSoonAs, syntax.Action, syntax.Define, syntax.Always))


def resolve_bare(run: Run, items: tuple[Any, ...], span: Any) -> dict[str, Any]:
    """The bare statements of an effect, as an ability of the form ``resolve``."""
    made = ability(run, "resolve", span)
    env = top_env(run, "when" if run.context.owner in OWNERS_WITH_EVENT else "")
    made["body"] = statements.resolve_all(run, env, items)
    statements.report_unused(run, list(env.names.values()))
    return finish(run, made, env.frame)


def _once(run: Run, once: bool) -> int:
    """The number of the ability's budget among those of its owner, or -1."""
    if not once:
        return -1
    run.once += 1
    return run.once - 1


def _when(run: Run, item: syntax.When) -> dict[str, Any]:
    made = ability(run, "before" if item.word == "before" else "when", item.span)
    env = replace(top_env(run), event=item.word)
    env = replace(env, event_frame=env.frame)
    made["first"] = item.first
    made["once"] = _once(run, item.once)
    made["on"] = events.resolve_event(run, env, item.event, item.word)
    if made["on"] is None:
        env = replace(env, event=UNKNOWN_EVENT)
    if item.condition is not None:
        made["if"] = expressions.condition(run, env, item.condition)
    made["body"] = statements.resolve_block(run, env, item.body)
    statements.report_unused(run, list(env.names.values()))
    _lift(made)
    if item.word == "before":
        made["stage"] = stage_of(made)
    return finish(run, made, env.frame)


def _lift(made: dict[str, Any]) -> None:
    """A body that is one `if` joins the condition; one that is one `may` becomes an offer."""
    body = made["body"]
    while len(body) == 1 and body[0][0] == "if" and body[0][4] is None:
        made["if"] = both(made["if"], body[0][2])
        body = body[0][3]
    if len(body) == 1 and body[0][0] == "may":
        _, _, who, label, cost, block = body[0]
        made["offer"] = {"who": who, "label": label, "cost": cost}
        body = block
    made["body"] = body


def _as_soon_as(run: Run, item: syntax.AsSoonAs) -> dict[str, Any]:
    made = ability(run, "soon", item.span)
    env = top_env(run)
    made["first"] = item.first
    made["if"] = expressions.condition(run, env, item.condition)
    made["body"] = statements.resolve_block(run, env, item.body)
    return finish(run, made, env.frame)


def _action(run: Run, item: syntax.Action) -> dict[str, Any]:
    made = ability(run, "action", item.span)
    env = replace(top_env(run), running=())
    made["once"] = _once(run, item.once)
    made["window"] = _window(run, item.window)
    made["label"] = run.label(item.label)
    made["cost"] = statements.resolve_cost(run, env, item.cost)
    if item.condition is not None:
        made["if"] = expressions.condition(run, env, item.condition)
    made["body"] = statements.resolve_block(run, env, item.body)
    return finish(run, made, env.frame)


def _window(run: Run, window: syntax.Name | None) -> str:
    if window is None:
        return "any"
    if window.id == "turn":
        return "turn"
    symbol = run.scope.find("phase", window.id)
    if symbol is None:
        names.report_name(run, window, "a phase or `turn`", [*run.scope.names("phase"), "turn"])
        return "turn"
    return run.use(symbol).id
