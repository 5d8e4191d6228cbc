"""Procedures: their circle-free order, the kinds of their parameters, and their bodies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import attributes, statements, verbs, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.procedure_order import in_order
from kaiju_compiler.resolve.records import ability, finish
from kaiju_compiler.resolve.scopes import Binding, Env, Frame
from kaiju_compiler.resolve.types import UNKNOWN, Want, kind_text, listed, say_type
from kaiju_compiler.source import Span
from kaiju_compiler.symbols import Symbol, Type

PREFERRED = ("piece", "player", "face", "die", "space", "number")
"""Which kind a parameter is if its uses leave several."""


def resolve_procedures(run: Run, defines: list[syntax.Define]) -> list[dict[str, Any]]:
    """The procedures in the order of the text; enters them into the scope as verbs."""
    kept = _register(run, defines)
    order, circular = in_order(run, kept)
    for define in order:
        _infer(run, define, silent=define.name.id in circular)
    made = {define.name.id: _body(run, define) for define in order}
    return [made[define.name.id] for define in kept if define.name.id in made]


def _register(run: Run, defines: list[syntax.Define]) -> list[syntax.Define]:
    """Enters every name, its parameters still of unknown kind; reports names that are taken."""
    kept: list[syntax.Define] = []
    for define in defines:
        name = define.name.id
        taken = name in words.language_words()
        earlier = next((each for each in kept if each.name.id == name), None)
        if taken or earlier is not None:
            related = ((earlier.name.span, "it was defined here"),) if earlier else ()
            run.report(
                "procedure-twice",
                f"`{name}` is already a word of the language" if taken else f"`{name}` is defined twice",
                define.name.span,
                "choose another name",
                related=related,
            )
            continue
        parameters = tuple((each.id, UNKNOWN) for each in define.parameters)
        _enter(run, Symbol("procedure", name, name, define.name.span, parameters=parameters))
        kept.append(define)
    return kept


def _enter(run: Run, symbol: Symbol) -> None:
    run.scope.tables.setdefault("procedure", {})[symbol.name] = [symbol]


def _infer(run: Run, define: syntax.Define, silent: bool) -> None:
    """Finds out the kinds of the parameters from their uses, and enters them."""
    probe = run.probe()
    env, bindings = _env(define, [UNKNOWN] * len(define.parameters))
    for binding in bindings:
        binding.wants = []
    statements.resolve_block(probe, env, define.body)
    reporting = probe if silent else run
    types = tuple((binding.name, _type_of(reporting, binding)) for binding in bindings)
    symbol = run.scope.tables["procedure"][define.name.id][0]
    _enter(run, replace(symbol, parameters=types))


def _type_of(run: Run, binding: Binding) -> Type:
    """The one kind that all uses of a parameter take."""
    if not binding.used:
        run.report(
            "procedure-parameter",
            f"the parameter `{binding.name}` is never used",
            binding.span,
            "leave it out, or use it",
        )
        return UNKNOWN
    possible: list[str] = []
    for want, span in binding.wants or []:
        kept = [kind for kind in (possible or want.kinds) if kind in want.kinds]
        if not kept:
            _report_clash(run, binding, want, span, possible)
            return UNKNOWN
        possible = kept
    if not possible:
        run.report(
            "procedure-parameter",
            f"nothing tells what kind of thing `{binding.name}` is",
            binding.span,
            "use it where a kind is clear, for instance as what a verb acts on",
        )
        return UNKNOWN
    kind = next((each for each in PREFERRED if each in possible), possible[0])
    return Type(kind, of=_kind_of(run, binding)) if kind == "piece" else Type(kind)


def _report_clash(run: Run, binding: Binding, want: Want, span: Span, earlier: list[str]) -> None:
    """Reports a parameter that is used as things of different kinds."""
    first = next(span for _, span in binding.wants or [])
    used = listed([say_type(Type(kind)) for kind in earlier])
    run.report(
        "procedure-parameter",
        f"`{binding.name}` is used as {want.say()} here, and as {used} elsewhere",
        span,
        "a parameter is of one kind",
        related=((first, "its first use"),),
    )


def _kind_of(run: Run, binding: Binding) -> str:
    """The kind of piece that a parameter is, from the fields that are read of it; empty if none tells."""
    found = ""
    for parents, _ in binding.kinds:
        kind = parents[0]
        if len(parents) == 1 and (not found or attributes.is_part(run, kind, found)):
            found = kind
    return found


def _env(define: syntax.Define, types: list[Type]) -> tuple[Env, list[Binding]]:
    frame = Frame()
    env = Env(frame, {}, event="call", event_frame=frame)
    return env, [env.bind(name.id, type, name.span) for name, type in zip(define.parameters, types, strict=True)]


def _body(run: Run, define: syntax.Define) -> dict[str, Any]:
    """The procedure's entry in the program."""
    name = define.name.id
    symbol = run.scope.tables["procedure"][name][0]
    types = [type for _, type in symbol.parameters]
    env, bindings = _env(define, types)
    for binding, parameter in zip(bindings, define.parameters, strict=True):
        verbs.check_bound(run, parameter, binding)
    made = ability(run, "resolve", define.span)
    made["body"] = statements.resolve_block(run, env, define.body)
    finish(run, made, env.frame)
    run.context.numbering.effects[name] = (frozenset(made["reads"]), frozenset(made["writes"]))
    return {
        "id": name,
        "name": name,
        "kinds": [kind_text(type) for type in types],
        "parameters": [each for each, _ in symbol.parameters],
        "body": made,
    }
