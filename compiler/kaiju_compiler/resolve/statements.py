"""Statements and blocks: each statement becomes a node (or two), and its names are bound for those behind it."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import expressions, lasting, operands, reach, samples, selections, verbs
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Binding, Env
from kaiju_compiler.resolve.types import ANYTHING, NUMBER, PLAYER, UNKNOWN, Node, Value, Want, say_type
from kaiju_compiler.symbols import Type
from kaiju_runtime.primitives.registry import FORMS

CHOSEN = ("player", "piece", "die", "face", "space", "bonus")
"""Kinds that can be chosen from."""


def resolve_block(run: Run, env: Env, block: syntax.Block) -> list[Node]:
    """The statements of a block, with names of its own."""
    inner = env.block()
    nodes = resolve_all(run, inner, block.statements)
    report_unused(run, [each for name, each in inner.names.items() if env.names.get(name) is not each])
    return nodes


def resolve_all(run: Run, env: Env, statements: tuple[Any, ...]) -> list[Node]:
    """The nodes of some statements of one block; binds their names in ``env``."""
    nodes: list[Node] = []
    for statement in statements:
        nodes.extend(resolve_statement(run, env, statement))
    _set_uses(nodes)
    return nodes


def report_unused(run: Run, bindings: list[Binding]) -> None:
    """Reports names that were given and never used."""
    for binding in bindings:
        if not binding.used and binding.type.name != "none":
            run.report(
                "bound-name-unused",
                f"`{binding.name}` is never used",
                binding.span,
                "use it, or leave out what gives it its name",
            )


def _set_uses(nodes: list[Node]) -> None:
    """Enters into each ``choose`` how far behind it the statement is that acts on the choice."""
    for index, node in enumerate(nodes):
        if node[0] in ("choose", "choose_at_random"):
            local = ["local", node[7], node[8]]
            later = nodes[index + 1 :]
            node[9] = next((i + 1 for i, each in enumerate(later) if _acts_on(each, local)), 0)


def _acts_on(node: Node, local: Node) -> bool:
    given = [node[2], *node[4]] if node[0] == "call" else node[2:] if node[0] in FORMS else []
    return any(isinstance(each, list) and each[:3] == local for each in given)


def resolve_statement(run: Run, env: Env, statement: Any) -> list[Node]:
    """The nodes of one statement; none if it was reported."""
    match statement:
        case syntax.Say():
            return verbs.resolve_say(run, env, statement.phrase)
        case syntax.Modify():
            return lasting.modify_statement(run, env, statement)
        case syntax.Cannot():
            return lasting.cannot_statement(run, env, statement)
        case syntax.NextTime():
            return lasting.next_time(run, env, statement)
        case syntax.Choose():
            return [_choose(run, env, statement)]
        case syntax.ChooseOne():
            return [_choose_one(run, env, statement)]
        case syntax.May():
            return [_may(run, env, statement)]
        case syntax.If():
            return [_if(run, env, statement)]
        case syntax.ForEach():
            return [_for_each(run, env, statement)]
        case syntax.Repeat():
            number = run.context.numbering.node(statement.span)
            times = expressions.number(run, env, statement.times)
            return [["repeat", number, times, resolve_block(run, env, statement.body)]]
        case syntax.Let():
            return [_let(run, env, statement)]
    return []


def who_of(run: Run, env: Env, who: Any) -> Node | None:
    """The node of who is asked; ``None``: it is `you`."""
    return None if who is None else expressions.resolve(run, env, who, PLAYER).node


def _if(run: Run, env: Env, statement: syntax.If) -> Node:
    number = run.context.numbering.node(statement.span)
    condition = expressions.condition(run, env, statement.condition)
    then = resolve_block(run, env, statement.then)
    otherwise = None if statement.otherwise is None else resolve_block(run, env, statement.otherwise)
    return ["if", number, condition, then, otherwise]


def _for_each(run: Run, env: Env, statement: syntax.ForEach) -> Node:
    number = run.context.numbering.node(statement.span)
    over = _several(run, env, statement.selection)
    inner = env.block()
    binding = verbs.bind(run, inner, statement.name, over.type.one())
    body = resolve_block(run, inner, statement.body)
    report_unused(run, [binding])
    return ["for", number, binding.slot, statement.name.id, over.node, body]


def _several(run: Run, env: Env, expr: Any) -> Value:
    """A set that is gone through."""
    found = _candidates(run, env, expr)
    return expressions.fit(run, found, Want((), "set"))


def _candidates(run: Run, env: Env, expr: Any) -> Value:
    if isinstance(expr, syntax.Select):
        return selections.selected(run, env, expr.noun, expr.where)
    return selections.selected(run, env, expr, None)


def _let(run: Run, env: Env, statement: syntax.Let) -> Node:
    number = run.context.numbering.node(statement.span)
    value = expressions.resolve(run, env, statement.value, ANYTHING)
    binding = verbs.bind(run, env, statement.name, value.type)
    return ["let", number, binding.slot, statement.name.id, value.node]


def _choose(run: Run, env: Env, statement: syntax.Choose) -> Node:
    number = run.context.numbering.node(statement.span)
    who = None if statement.at_random else who_of(run, env, statement.who)
    count = None
    mode = "one"
    if statement.count is not None:
        mode = "up to" if statement.up_to else "some"
        wanted = expressions.resolve(run, env, statement.count, NUMBER)
        count = wanted.node
    elif isinstance(statement.selection, syntax.Select) and statement.selection.quantifier == "any":
        mode = "any"
    found = _choosable(run, env, statement, mode)
    if statement.at_random:
        _report_chance(run, statement, mode)
    op = "choose_at_random" if statement.at_random else "choose"
    type = found.type.one() if mode == "one" else found.type.several()
    binding = verbs.bind(run, env, statement.as_name, type if found.type.name != "unknown" else UNKNOWN)
    return [op, number, who, mode, count, found.node, found.type.name, binding.slot, statement.as_name.id, 0]


def _report_chance(run: Run, statement: syntax.Choose, mode: str) -> None:
    """Reports what chance has no say in: who chooses, and how many."""
    if statement.who is not None:
        message, help = "chance chooses, and so does somebody here", "leave out who chooses, or `at random`"
        run.report("choose-by-chance", message, statement.who.span, help)
    if mode == "any":
        message, help = "it is not said how many chance chooses", "write `a`, a number, or `up to` and a number"
        run.report("choose-by-chance", message, statement.selection.span, help)


def _choosable(run: Run, env: Env, statement: syntax.Choose, mode: str) -> Value:
    """The candidates of a choice; reports what cannot be chosen from."""
    selection = statement.selection
    quantified = isinstance(selection, syntax.Select) and selection.quantifier is not None
    found = _candidates(run, env, selection)
    if found.type.name == "unknown":
        return found
    if found.type.name not in CHOSEN or not found.type.many:
        run.report(
            "choose-nothing",
            f"one cannot choose from {say_type(found.type)}",
            selection.span,
            f"choose from a set, as in `choose any {samples.pieces(run)} as picked`",
        )
        return Value(found.node, UNKNOWN, found.span)
    if mode == "one" and not quantified:
        run.report(
            "choose-nothing",
            "it is not said how many are chosen",
            selection.span,
            "write `a` for one, `any` for any number, a number, or `up to` and a number",
        )
    return found


def _choose_one(run: Run, env: Env, statement: syntax.ChooseOne) -> Node:
    number = run.context.numbering.node(statement.span)
    who = who_of(run, env, statement.who)
    options = [[run.label(each.label), resolve_block(run, env, each.body)] for each in statement.options]
    return ["choose_one", number, who, options]


def _may(run: Run, env: Env, statement: syntax.May) -> Node:
    number = run.context.numbering.node(statement.span)
    who = who_of(run, env, statement.who)
    label = run.label(statement.label)
    cost = resolve_cost(run, env, statement.cost)
    return ["may", number, who, label, cost, resolve_block(run, env, statement.body)]


def _is_other_price(run: Run, cost: syntax.Cost) -> bool:
    """Reports a face that is to be paid, and a counter that is to be spent."""
    counter, face = (run.scope.find(kind, cost.what.id) is not None for kind in ("counter", "face"))
    if counter == face or counter == (cost.verb == "pay"):
        return False
    what, right = ("a face of the dice", "spend") if face else ("a counter", "pay")
    message = f"`{cost.what.id}` is {what}, and `{cost.verb}` is not said of that"
    help = f"write `{right} {cost.amount.span.text} {cost.what.id}`"
    run.report("name-wrong-kind", message, cost.what.span, help)
    return True


def resolve_cost(run: Run, env: Env, cost: syntax.Cost | None) -> dict[str, Any] | None:
    """``pay N COUNTER [from X]`` or ``spend N FACE``."""
    if cost is None:
        return None
    amount = expressions.resolve(run, env, cost.amount, NUMBER)
    known = expressions.literal(amount.node)
    if known is not None and known <= 0:
        run.report(
            "amount-not-positive",
            f"`{cost.verb}` takes a number of 1 or more, not {known}",
            amount.span,
            "write a number of 1 or more, or leave the price out",
        )
    source = None if cost.from_ is None else expressions.resolve(run, env, cost.from_, Want(("piece", "player")))
    if _is_other_price(run, cost):
        what: Any = cost.what.id
    elif cost.verb == "pay":
        holder = source.type if source is not None else Type("player")
        symbol = operands.find_counter(run, cost.what, holder)
        what = run.use(symbol).id if symbol else cost.what.id
        reach.note_price(run, amount, what)
    else:
        what = expressions.resolve(run, env, cost.what, Want(("face",))).node
    return {"verb": cost.verb, "number": amount.node, "what": what, "source": source.node if source else None}
