"""What a decision offers, as the steps of examples name it and failures tell it."""

from __future__ import annotations

from kaiju_runtime.decisions import NO, PASS, Decision


def id_of(key: str) -> str:
    """The id alone of a key, or of a full id."""
    return key.partition(":")[2].partition("#")[0]


def face_keys(decision: Decision) -> list[str]:
    return [key for key in decision.keys() if key.startswith("face:")]


def labels_of(decision: Decision) -> list[str]:
    """What could be taken instead of passing, dice aside."""
    free = [
        option for option in decision.options if option.key not in (PASS, NO) and not option.key.startswith("dice:")
    ]
    return [] if decision.nested else [option.label for option in free]


def shown(decision: Decision) -> str:
    """A decision in one line, for a failure."""
    keys = decision.keys()
    return f"seat {decision.player + 1} may answer {', '.join(keys[:10])}{' …' if len(keys) > 10 else ''}"
