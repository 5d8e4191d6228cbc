"""Reading an answer: which of the legal ones a key, a list of keys or a number names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kaiju_runtime.decisions import Decision
from kaiju_runtime.stops import IllegalMove

Answer = str | int | Sequence[str]


def read_answer(decision: Decision, answer: Answer) -> Any:
    """The position (or positions) that an answer names; one key may stand for a list of one.

    Raises :class:`IllegalMove`.
    """
    places = decision.options.places
    if decision.kind in ("pick one", "yes or no"):
        if isinstance(answer, str) and answer in places:
            return places[answer]
        raise refused(decision, answer)
    if decision.kind == "number":
        if type(answer) is int and decision.least <= answer <= decision.most:
            return answer
        raise refused(decision, answer)
    if isinstance(answer, str):
        answer = [answer]
    if not isinstance(answer, (list, tuple)) or not all(isinstance(key, str) and key in places for key in answer):
        raise refused(decision, answer)
    positions = [places[key] for key in answer]
    if len(set(positions)) != len(positions) or not decision.least <= len(positions) <= decision.most:
        raise refused(decision, answer)
    return sorted(positions) if decision.kind == "pick some" else positions


def refused(decision: Decision, answer: Any) -> IllegalMove:
    shown = ", ".join(decision.keys()[:12]) + (" …" if len(decision.keys()) > 12 else "")
    number = "" if decision.kind in ("pick one", "yes or no") else f" ({decision.least} to {decision.most} of them)"
    return IllegalMove("illegal-answer", f"{answer!r} is not offered", f"Answer with one of{number}: {shown}")
