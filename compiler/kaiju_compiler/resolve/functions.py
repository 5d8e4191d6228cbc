"""Functions: `count`, `unspent`, `min`, `max`, `sum`, `next`, `fits`; `total` has a module of its own."""

from __future__ import annotations

from kaiju_compiler import syntax
from kaiju_compiler.resolve import attributes, expressions, names, samples, selections, totals, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import NUMBER, PLAYER, UNKNOWN, WORDS, Node, Value, Want, say_type
from kaiju_compiler.superlatives import function_of
from kaiju_compiler.symbols import Type

COUNTED = Want(("face", "player", "piece", "die", "space"), "any")
NUMBERS = {"min": "min", "max": "max_of"}
"""Functions of some numbers, with their operations."""
OF_EACH = {"sum": "sum_each", "min": "min_each", "max": "max_each"}
"""Functions of a property of a set, such as ``max(gold of players)``."""

PLAIN: dict[str, tuple[str, tuple[Want, ...], Type]] = {
    "next": ("next", (Want(("piece",)), PLAYER), Type("space")),
    "fits": ("fits", (Want(("piece",)),), Type("space", True)),
}
"""Functions of some things: operation, arguments, result."""

FUNCTIONS = ("count", "unspent", "total", *OF_EACH, *PLAIN)


def resolve_call(run: Run, env: Env, expr: syntax.Call, want: Want) -> Value:
    """The value of a function."""
    name = expr.function.id
    if name == "total":
        return totals.resolve_total(run, env, expr)
    if name in FUNCTIONS and (said := next((x for x in expr.arguments if isinstance(x, syntax.Phrase)), None)):
        help = _what_one_has(name, said) or "only `total(…)` does"
        run.report("value-wrong-kind", f"`{name}` takes no event", expr.span, help)
        return Value(["none"], UNKNOWN, expr.span)
    if name in ("count", "unspent"):
        return _count(run, env, expr)
    if name in OF_EACH:
        return _of_numbers(run, env, expr)
    if name in PLAIN:
        return _plain(run, env, expr)
    if meant := function_of([name]):
        message = f"nothing here is called `{name}`; a function is wanted"
        run.report("name-unknown", message, expr.function.span, f"write `{meant}`", fix=meant)
    else:
        names.report_unknown(run, expr.function, "a function", list(FUNCTIONS))
    return Value(["none"], UNKNOWN, expr.span)


def _what_one_has(name: str, said: syntax.Phrase) -> str:
    """How ``count(cards you have)`` is said; or nothing."""
    texts = [each.span.text for each in said.items]
    if len(texts) < 3 or texts[-1] not in ("have", "has", "own", "owns"):
        return ""
    whose = "them" if texts[-2] == "they" else texts[-2]
    return f"what somebody has is said with `of`: `{name}({' '.join(texts[:-2])} of {whose})`"


def _arguments(run: Run, expr: syntax.Call, number: int) -> bool:
    """Whether a function has as many arguments as it takes; reports it if not."""
    given = len(expr.arguments)
    if given == number:
        return True
    code = "sentence-incomplete" if given < number else "sentence-left-over"
    takes = "one argument" if number == 1 else f"{number} arguments"
    run.report(code, f"`{expr.function.id}` takes {takes}, not {given}", expr.span)
    return False


def _count(run: Run, env: Env, expr: syntax.Call) -> Value:
    """`count(F)`, `count(F of P)`, `unspent(F)`: symbols; `count(SELECTION)`: how many there are."""
    failed = Value(["none"], UNKNOWN, expr.span)
    if not _arguments(run, expr, 1):
        return failed
    argument = expr.arguments[0]
    symbols = _symbols_of(run, env, expr, argument)
    if symbols is not None:
        return symbols
    value = expressions.resolve(run, env, argument, COUNTED)
    if value.type.name == "unknown":
        return failed
    if value.type.name == "face" and not value.type.many:
        return _of_face(run, expr, value.node, _you(run, expr))
    if expr.function.id == "unspent" or not value.type.many:
        wanted = "a face" if expr.function.id == "unspent" else "a set or a face"
        run.report(
            "value-wrong-kind",
            f"`{expr.function.id}` takes {wanted}, and this is {say_type(value.type)}",
            value.span,
            f"for instance `count({samples.name(run, 'face')})` or `count({samples.pieces(run)})`",
        )
        return failed
    return Value(["size", value.node], Type("number"), expr.span)


def _symbols_of(run: Run, env: Env, expr: syntax.Call, argument: object) -> Value | None:
    """``count(F of P)``, or ``None`` if it is not of that form."""
    if not isinstance(argument, syntax.Of) or run.scope.find("face", argument.name.id) is None:
        return None
    if run.scope.find("kind", argument.name.id) is not None:
        return None
    face = expressions.resolve(run, env, argument.name, Want(("face",)))
    player = expressions.resolve(run, env, argument.of, PLAYER)
    return _of_face(run, expr, face.node, player.node)


def _of_face(run: Run, expr: syntax.Call, face: Node, player: Node) -> Value:
    op = "count_face" if expr.function.id == "count" else "unspent"
    return Value([op, face, player], Type("number"), expr.span)


def _you(run: Run, expr: syntax.Call) -> Node:
    if not run.context.you:
        run.report(
            "pronoun-you", "there is no `you` here whose Roll could be meant", expr.span, "write `count(F of P)`"
        )
    return ["you"]


def _of_numbers(run: Run, env: Env, expr: syntax.Call) -> Value:
    """``max(you.gold, 3)``, or ``max(gold of players)``."""
    if len(expr.arguments) == 1:
        return _of_each(run, env, expr, expr.arguments[0])
    if expr.function.id not in NUMBERS:
        _arguments(run, expr, 1)
        return Value(["none"], UNKNOWN, expr.span)
    nodes = [expressions.resolve(run, env, each, NUMBER).node for each in expr.arguments]
    return Value([NUMBERS[expr.function.id], nodes], Type("number"), expr.span)


def _of_each(run: Run, env: Env, expr: syntax.Call, argument: syntax.Expression | syntax.Phrase) -> Value:
    """``max(gold of players)``, ``sum(cost of cards of you where type = keep)``."""
    name, failed = expr.function.id, Value(["none"], UNKNOWN, expr.span)
    noun = argument.noun if isinstance(argument, syntax.Select) else argument
    over = None
    if isinstance(noun, syntax.Of):
        over = selections.selected(run, env, noun.of, argument.where if isinstance(argument, syntax.Select) else None)
        if over.type.name == "unknown":
            return failed
    if isinstance(noun, syntax.Attribute):
        of = selections.selected(run.probe(), env, noun.of, None)
        if of.type.many:
            meant = f"{noun.name.id} of {noun.of.span.text}"
            message = f"{WORDS.get(of.type.name, ('', 'these'))[1]} have no `{noun.name.id}` together: here are several"
            run.report("value-several", message, noun.span, f"write `{name}({meant})`", fix=meant)
            return failed
    if over is None or not isinstance(noun, syntax.Of) or _is_noun(run, noun.name.id):
        several = f"something that each of a set has, as in `{name}({samples.counter(run)} of players)`"
        numbers = f"two numbers or more, as in `{name}(you.{samples.counter(run)}, 3)`, or "
        help = f"name {numbers if name in NUMBERS else ''}{several}"
        run.report("sentence-incomplete", f"`{name}` is taken of several numbers", expr.span, help)
        return failed
    if not over.type.many:
        run.report(
            "value-one",
            f"`{name}` wants something of each of a set, and this is {say_type(over.type)}",
            over.span,
            f"name a set, such as `players`; of one alone write `{noun.of.span.text}.{noun.name.id}`",
        )
        return failed
    number = attributes.of_candidate(run, over.type.one(), noun.name, NUMBER)
    return Value([OF_EACH[name], over.node, number.node], Type("number"), expr.span)


def _is_noun(run: Run, name: str) -> bool:
    """Whether a name before `of` stands for things, not for a property of each."""
    return name in words.NOUNS or any(run.scope.find(table, name) for table in ("kind", "zone"))


def _plain(run: Run, env: Env, expr: syntax.Call) -> Value:
    op, wants, result = PLAIN[expr.function.id]
    least = 1 if expr.function.id == "next" else len(wants)
    if not least <= len(expr.arguments) <= len(wants) and not _arguments(run, expr, len(wants)):
        return Value(["none"], UNKNOWN, expr.span)
    given = [expressions.resolve(run, env, each, want) for each, want in zip(expr.arguments, wants, strict=False)]
    nodes: list[Node | None] = [each.node for each in given]
    return Value([op, *nodes, *[None] * (len(wants) - len(nodes))], result, expr.span)
