"""The syntax tree as canonical text: one way to write each thing, so that ``parse(unparse(t)) == t``.

Two spaces an indent; a block of one plain statement stands on its header's line where it fits into
``WIDTH`` columns. Comments are not part of the tree.
"""

from __future__ import annotations

from typing import TypeAlias

from kaiju_compiler.syntax import (
    Ability,
    Action,
    Always,
    AsSoonAs,
    Block,
    Cannot,
    Change,
    Choose,
    ChooseOne,
    Claim,
    Claims,
    Cost,
    Define,
    Effect,
    Expression,
    ForEach,
    If,
    Label,
    Let,
    May,
    Modify,
    Name,
    NextTime,
    Of,
    Option,
    Phrase,
    Repeat,
    Say,
    Select,
    Statement,
    When,
)
from kaiju_compiler.unparse_expression import Binding, end_event, expression, selection, sentence

WIDTH = 100
INDENT = "  "

Lines: TypeAlias = list[str]
PlainStatement: TypeAlias = Say | Modify | Cannot | Choose | Let


def unparse(node: Effect | Block | Claims | Ability | Statement | Expression | Phrase) -> str:
    """The canonical text of a tree, without a final line feed."""
    match node:
        case Effect():
            return "\n".join(line for item in node.items for line in _lines(item, 0))
        case Block():
            return "\n".join(line for statement in node.statements for line in _lines(statement, 0))
        case Claims():
            return "\n".join(_claim(claim) for claim in node.items)
        case Phrase():
            return sentence(node)
        case When() | AsSoonAs() | Action() | Define() | Always() | ChooseOne() | May() | If():
            return "\n".join(_lines(node, 0))
        case ForEach() | Repeat() | NextTime() | Say() | Modify() | Cannot() | Choose() | Let():
            return "\n".join(_lines(node, 0))
        case _:
            return expression(node)


def _claim(claim: Claim) -> str:
    text = sentence(claim.claim) if isinstance(claim.claim, Phrase) else expression(claim.claim)
    return f"not {text}" if claim.negated else text


def _lines(node: Ability | Statement, depth: int) -> Lines:
    match node:
        case Say() | Modify() | Cannot() | Choose() | Let():
            return [INDENT * depth + _plain(node)]
        case If():
            return _if(node, depth)
        case ChooseOne():
            head = f"{_chooser(node.who)} one:"
            return [INDENT * depth + head, *(line for option in node.options for line in _option(option, depth + 1))]
        case Always():
            return _always(node, depth)
        case _:
            return _headed(_header(node), node.body, depth)


def _headed(header: str, body: Block, depth: int) -> Lines:
    """A header and its block, on one line if it may be."""
    margin = INDENT * depth
    first = body.statements[0]
    if len(body.statements) == 1 and isinstance(first, PlainStatement):
        line = f"{margin}{header}: {_plain(first)}"
        if len(line) <= WIDTH:
            return [line]
    return [f"{margin}{header}:", *(line for each in body.statements for line in _lines(each, depth + 1))]


def _if(node: If, depth: int) -> Lines:
    lines = _headed(f"if {_condition(node.condition)}", node.then, depth)
    return lines if node.otherwise is None else lines + _headed("else", node.otherwise, depth)


def _option(option: Option, depth: int) -> Lines:
    return _headed(_label(option.label).strip(), option.body, depth)


def _always(node: Always, depth: int) -> Lines:
    check = f"always {_condition(node.condition)}"
    if node.over is None:
        return [INDENT * depth + check]
    name = "" if node.name is None else f"{node.name.id} in "
    header = f"for each {name}{selection(node.over)}:"
    line = f"{INDENT * depth}{header} {check}"
    return [line] if len(line) <= WIDTH else [INDENT * depth + header, INDENT * (depth + 1) + check]


# --- headers --------------------------------------------------------------------------------------


def _header(node: When | AsSoonAs | Action | Define | May | ForEach | Repeat | NextTime) -> str:
    match node:
        case When():
            return f"{_first(node.first)}{_once(node.once)}{node.word} {sentence(node.event)}{_if_any(node.condition)}"
        case AsSoonAs():
            return f"{_first(node.first)}as soon as {_condition(node.condition)}"
        case Action():
            window = "any time" if node.window is None else f"in {node.window.id}"
            offer = f"{_label(node.label)}{_cost(node.cost)}{_if_any(node.condition)}"
            return f"{_once(node.once)}action {window}{offer}"
        case Define():
            return f"define {node.name.id}({', '.join(name.id for name in node.parameters)})"
        case May():
            return f"{_who(node.who)}may{_label(node.label)}{_cost(node.cost)}"
        case ForEach():
            return f"for each {node.name.id} in {selection(node.selection)}"
        case Repeat():
            return f"repeat {expression(node.times, Binding.SIGNED_SUM)} times"
        case NextTime():
            word = "before " if node.before else ""
            return f"next time {word}{sentence(node.event)}{_if_any(node.condition)}"


def _first(first: bool) -> str:
    return "first, " if first else ""


def _once(once: bool) -> str:
    return "once per turn, " if once else ""


def _who(who: Expression | None) -> str:
    return "" if who is None else f"{selection(who)} "


def _label(label: Label | None) -> str:
    return "" if label is None else f' "{label.value}"'


def _cost(cost: Cost | None) -> str:
    if cost is None:
        return ""
    source = "" if cost.from_ is None else f" from {expression(cost.from_, Binding.TERM)}"
    return f" {cost.verb} {expression(cost.amount, Binding.SUM)} {cost.what.id}{source}"


def _condition(node: Expression) -> str:
    return expression(node, Binding.OR)


def _if_any(condition: Expression | None) -> str:
    return "" if condition is None else f" if {_condition(condition)}"


# --- plain statements -----------------------------------------------------------------------------


def _plain(node: PlainStatement) -> str:
    match node:
        case Say():
            return sentence(node.phrase)
        case Let():
            return f"let {node.name.id} = {expression(node.value)}"
        case Modify():
            return _modify(node)
        case Cannot():
            limits = f"{_while(node.while_)}{_until(node.until)}"
            return f"{selection(node.who)} cannot {sentence(node.phrase)}{limits}"
        case Choose():
            count = "" if node.count is None else f"{'up to ' * node.up_to}{expression(node.count, Binding.SUM)} "
            chance = " at random" * node.at_random
            return f"{_chooser(node.who)} {count}{_chosen(node)}{chance} as {node.as_name.id}"


def _modify(node: Modify) -> str:
    of = "" if node.of is None else f" of {selection(node.of)}"
    for_ = "" if node.for_ is None else f" for {selection(node.for_)}"
    changes = ", ".join(map(_change, node.changes))
    return f"modify {expression(node.stat)}{of}{for_}{_while(node.while_)}: {changes}{_until(node.until)}"


def _change(change: Change) -> str:
    if change.operator in ("+", "-"):
        return change.operator + expression(change.value, Binding.PRODUCT)
    least = Binding.PLAIN if change.operator == "*" else Binding.SIGNED_SUM
    return f"{change.operator} {expression(change.value, least)}"


def _while(condition: Expression | None) -> str:
    return "" if condition is None else f" while {_condition(condition)}"


def _until(events: tuple[Phrase, ...]) -> str:
    return f" until {' or '.join(map(end_event, events))}" if events else ""


def _chosen(node: Choose) -> str:
    chosen = node.selection
    if isinstance(chosen, Select) and not (node.count is not None and chosen.quantifier):
        return expression(chosen)
    return expression(chosen, Binding.TERM)


def _chooser(who: Expression | None) -> str:
    """Who chooses, and the verb in the form that fits: ``rival chooses``, ``others choose``."""
    if who is None:
        return "choose"
    return f"{selection(who)} {'choose' if _is_plural(who) else 'chooses'}"


def _is_plural(who: Expression) -> bool:
    match who:
        case Select():
            return who.quantifier != "a" and _is_plural(who.noun)
        case Of():
            return _is_plural(who.name)
        case Name():
            return who.id in ("you", "they", "them") or who.id.endswith("s")
        case _:
            return False
