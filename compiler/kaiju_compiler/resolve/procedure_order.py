"""The order of procedures, so that each comes behind those it calls; and the circles that have none."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve.context import Run


def in_order(run: Run, defines: list[syntax.Define]) -> tuple[list[syntax.Define], set[str]]:
    """The procedures, callees first, and the names of those in circles (reported)."""
    by_name = {define.name.id: define for define in defines}
    calls = {name: [each for each in called(define.body) if each in by_name] for name, define in by_name.items()}
    order: list[str] = []
    circular: set[str] = set()
    for name in by_name:
        for circle in _visit(name, calls, order):
            if not circular.intersection(circle):
                _report(run, circle, by_name)
            circular.update(circle)
    return [by_name[name] for name in order], circular


def _visit(start: str, calls: dict[str, list[str]], order: list[str]) -> list[list[str]]:
    """Appends what ``start`` calls, then itself, to ``order``; the circles met on the way."""
    done = set(order)
    if start in done:
        return []
    circles = []
    path, waiting = [start], [iter(calls[start])]
    while path:
        callee = next(waiting[-1], None)
        if callee is None:
            order.append(path[-1])
            done.add(path.pop())
            waiting.pop()
        elif callee in path:
            circles.append(path[path.index(callee) :])
        elif callee not in done:
            path.append(callee)
            waiting.append(iter(calls[callee]))
    return circles


def _report(run: Run, circle: list[str], by_name: dict[str, syntax.Define]) -> None:
    text = " calls ".join(f"`{each}`" for each in [*circle, circle[0]])
    message = f"`{circle[0]}` calls itself" if len(circle) == 1 else f"procedures call each other in a circle: {text}"
    run.report(
        "procedure-recursion",
        message,
        by_name[circle[0]].name.span,
        "let one of them do its part without the others; what goes on for long is a `repeat N times`",
        related=tuple((by_name[each].name.span, f"`{each}` is here") for each in circle[1:]),
    )


def called(tree: Any) -> list[str]:
    """The words of a syntax tree that stand where a verb stands in a sentence."""
    if isinstance(tree, syntax.Say):
        return [item.id for item in tree.phrase.items[:2] if isinstance(item, syntax.Name)]
    if isinstance(tree, tuple):
        return [name for each in tree for name in called(each)]
    if isinstance(tree, syntax.Node):
        return called(tuple(getattr(tree, part) for part in tree.__dataclass_fields__ if part != "span"))
    return []
