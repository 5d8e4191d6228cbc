"""Effects that last: `modify … until`, `P cannot … until`, `next time EVENT:`, and their standing forms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import events, expressions, samples, statements, stats
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.records import ability, finish, stage_of
from kaiju_compiler.resolve.scopes import UNKNOWN_EVENT, Env, Frame, remember
from kaiju_compiler.resolve.types import PLAYERS, Node, Want
from kaiju_runtime.layout import EFFECT_VALUES


def inside(env: Env) -> Env:
    """Where a lasting effect reads names: what is outside of it is remembered when it starts."""
    return replace(env, frame=Frame(outer=env.frame), it=None, bare=False, names=dict(env.names))


def modify_ability(run: Run, env: Env, statement: syntax.Modify) -> dict[str, Any] | None:
    """A standing `modify`; ``None`` if it was reported."""
    if not run.context.stays:
        report_duration(run, statement.span, "modify")
    return _modify(run, env, statement, standing=True)


def modify_statement(run: Run, env: Env, statement: syntax.Modify) -> list[Node]:
    """A `modify` that a statement starts."""
    number = run.context.numbering.node(statement.span)
    if not statement.until:
        report_duration(run, statement.span, "modify")
    inner = inside(env)
    made = _modify(run, inner, statement, standing=False, outer=env)
    return [] if made is None else [_record(run, inner, number, made)]


def _modify(
    run: Run, env: Env, statement: syntax.Modify, standing: bool, outer: Env | None = None
) -> dict[str, Any] | None:
    stat, symbol = stats.resolve_stat(run, env, statement.stat)
    made = ability(run, "modify", statement.span)
    made["for"] = _for(run, env, statement.for_, outer)
    if stat is not None:
        made["stat"] = stat
        made["of"] = stats.resolve_of(run, env, statement, stat)
    if statement.while_ is not None:
        made["if"] = expressions.condition(run, env, statement.while_)
    changes = stats.resolve_changes(run, outer or env, statement, stat or ["stat", ""], symbol)
    for operator, value in changes:
        kept = standing or expressions.literal(value.node) is not None
        made["changes"].append([operator, value.node if kept else remember(env, "change", value)])
    if stat is None:
        return None
    made["self"] = stats.reads_itself(made["if"], stat)
    if made["self"]:
        stats.check_itself(run, statement)
    made["until"] = _until(run, env, statement.until)
    return finish(run, made, env.frame)


def _for(run: Run, env: Env, expr: Any, outer: Env | None) -> Node | None:
    """Whose stat it is: live in an ability, remembered by a statement."""
    if expr is None:
        return None
    if outer is None:
        return expressions.resolve(run, env, expr, PLAYERS).node
    value = expressions.resolve(run, outer, expr, Want(("player",), "any"))
    return remember(env, "for", value)


def _until(run: Run, env: Env, phrases: tuple[syntax.Phrase, ...]) -> list[dict[str, Any]]:
    found = [events.resolve_event(run, env, each, "until") for each in phrases]
    return [each for each in found if each is not None]


def cannot_ability(run: Run, env: Env, statement: syntax.Cannot) -> dict[str, Any] | None:
    """A standing prohibition; ``None`` if it was reported."""
    if not run.context.stays:
        report_duration(run, statement.span, "cannot")
    return _cannot(run, env, statement)


def cannot_statement(run: Run, env: Env, statement: syntax.Cannot) -> list[Node]:
    """A prohibition that a statement starts."""
    number = run.context.numbering.node(statement.span)
    if not statement.until:
        report_duration(run, statement.span, "cannot")
    inner = inside(env)
    made = _cannot(run, inner, statement)
    return [] if made is None else [_record(run, inner, number, made)]


def _cannot(run: Run, env: Env, statement: syntax.Cannot) -> dict[str, Any] | None:
    made = ability(run, "cannot", statement.span)
    phrase = syntax.Phrase(statement.span, (statement.who, *statement.phrase.items), statement.phrase.as_name)
    made["on"] = events.resolve_event(run, env, phrase, "cannot")
    if statement.while_ is not None:
        made["if"] = expressions.condition(run, env, statement.while_)
    made["until"] = _until(run, env, statement.until)
    return None if made["on"] is None else finish(run, made, env.frame)


def next_time(run: Run, env: Env, statement: syntax.NextTime) -> list[Node]:
    """A trigger for the next time that something happens, or what comes before the next time that it would."""
    number = run.context.numbering.node(statement.span)
    inner = inside(env)
    _keep_all(env, inner, statement)
    made = ability(run, "next_before" if statement.before else "next", statement.span)
    word = "before" if statement.before else "next"
    made["on"] = events.resolve_event(run, inner, statement.event, word)
    body_env = replace(inner, event=word if made["on"] else UNKNOWN_EVENT, event_frame=inner.frame)
    if statement.condition is not None:
        made["if"] = expressions.condition(run, body_env, statement.condition)
    made["body"] = statements.resolve_block(run, body_env, statement.body)
    if statement.before:
        made["stage"] = stage_of(made)
    return [] if made["on"] is None else [_record(run, inner, number, finish(run, made, inner.frame))]


def _keep_all(env: Env, inner: Env, statement: syntax.NextTime) -> None:
    """Remembers, before the effect takes locals of its own, every outer name that it uses."""
    for name in names_in(statement):
        binding = env.names.get(name)
        if binding is not None:
            inner.local(binding)


def names_in(tree: Any) -> list[str]:
    """The bare names of a syntax tree, in order."""
    if isinstance(tree, syntax.Name):
        return [tree.id]
    if isinstance(tree, syntax.Attribute):
        return names_in(tree.of)
    if isinstance(tree, tuple):
        return [name for each in tree for name in names_in(each)]
    if isinstance(tree, syntax.Node):
        parts = [getattr(tree, part) for part in tree.__dataclass_fields__ if part != "span"]
        return names_in(tuple(parts))
    return []


def _record(run: Run, inner: Env, number: int, made: dict[str, Any]) -> Node:
    """The node that starts a lasting effect; reports what it cannot remember."""
    if len(inner.frame.captures) > EFFECT_VALUES:
        span = run.context.numbering.source_map[number]
        message = f"a lasting effect can remember {EFFECT_VALUES} values, and this one uses {len(inner.frame.captures)}"
        run.report("captured-many", message, span, "bind fewer names before it, or work out one number first")
    for span, name in inner.frame.several:
        run.report(
            "captured-several",
            f"a lasting effect can remember one, and `{name}` is several",
            span,
            "go through them (`for each x in …`) and start one for each",
        )
    return ["record", number, made, inner.frame.captures, made["until"]]


def report_duration(run: Run, span: Any, verb: str) -> None:
    """Reports a change that lasts and does not say until when."""
    if verb == "modify":
        sample = f"modify {samples.name(run, 'stat')}: -1 until turn ends"
    else:
        sample = f"you cannot lose {samples.counter(run)} until turn ends"
    run.report(
        "duration-missing",
        "it is not said until when this lasts",
        span,
        "add `until` and the event that ends it",
        sample=sample,
    )
