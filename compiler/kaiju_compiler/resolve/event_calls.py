"""Events of procedures: `you buy a card`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import calls, event_fields
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.kinds import Test, is_class
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import PLAYERS, Node, Want, say_type
from kaiju_compiler.symbols import Symbol, Type

if TYPE_CHECKING:
    from kaiju_compiler.resolve.events import Pattern
    from kaiju_compiler.resolve.verbs import Sentence


def resolve(run: Run, env: Env, sentence: Sentence, use: str) -> Pattern | None:
    """The pattern of a procedure's event; its terms fall to parameters by their kinds."""
    from kaiju_compiler.resolve.events import Pattern, blank, check_agreement

    procedure = sentence.verb.procedure
    assert procedure is not None
    run.use(procedure)
    fields = event_fields.Fields(run, env, use)
    who = fields.test("who", sentence.subject, PLAYERS)
    check_agreement(run, sentence, who, use)
    data = blank("call")
    data["key"] = procedure.id
    data["tests"] = fields.tests
    arguments: list[Node | None] = [None] * len(procedure.parameters)
    bound, bound_type = -1, Type("piece")
    for item in sentence.items:
        found = _argument(run, env, item, procedure, arguments, fields)
        if found is None:
            return None
        index, test = found
        if bound < 0 or (is_class(run, env, item) and bound_type.name == ""):
            bound, bound_type = index, test.type
    data["arguments"] = arguments
    data["bound"] = f"argument:{bound}" if bound >= 0 else ""
    return Pattern(data, bound_type)


def _argument(
    run: Run, env: Env, item: Any, procedure: Symbol, arguments: list[Node | None], fields: event_fields.Fields
) -> tuple[int, Test] | None:
    """The parameter that a term falls to, and its test; reports a term that falls to none."""
    open_ones = [(i, type) for i, (_, type) in enumerate(procedure.parameters) if arguments[i] is None]
    if isinstance(item, syntax.Preposition) or not open_ones:
        run.report(
            "sentence-left-over",
            f"`{item.span.text}` has no meaning behind `{procedure.name}`",
            item.span,
            f"it is said so: `you {procedure.name} …`",
        )
        return None
    want = Want()
    kinds = tuple(dict.fromkeys(kind for _, type in open_ones for kind in calls.wanted(type).kinds))
    if all(type.name != "unknown" for _, type in open_ones):
        want = Want(kinds, "any")
    test = fields.test("argument", item, want)
    fields.tests.pop("argument", None)
    if test.type.name == "unknown":
        return open_ones[0][0], test
    for index, type in open_ones:
        if calls.wanted(type).takes(test.type):
            arguments[index] = _unless_always(test, type)
            return index, test
    run.report("sentence-left-over", f"`{procedure.name}` takes no {say_type(test.type)}", item.span)
    return None


def _unless_always(test: Test, type: Type) -> Node | None:
    """The test, or nothing where every argument of the parameter passes it."""
    node = test.node
    if node is not None and node[0] == "is_kind" and type.of == node[2]:
        return None
    return node
