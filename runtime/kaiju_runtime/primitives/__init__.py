"""The words of the language: importing this package fills the registry.

``CAN`` maps the function of a statement to the test whether it could do anything now.
"""

from collections.abc import Callable
from typing import Any

from kaiju_runtime.primitives import (
    attributes,
    conditions,
    control,
    operators,
    references,
    selections,
    verbs_of_counters,
    verbs_of_effects,
    verbs_of_pieces,
    verbs_of_play,
)
from kaiju_runtime.primitives.registry import FORMS, OPERATIONS, VERBS

DECLARING = (
    attributes,
    conditions,
    control,
    operators,
    references,
    selections,
    verbs_of_counters,
    verbs_of_effects,
    verbs_of_pieces,
    verbs_of_play,
)
"""The modules that declare words."""

CAN: dict[Callable[..., Any], Callable[..., Any]] = {
    **{form.run: form.can for form in FORMS.values() if form.can is not None},
    control.choose: control.can_choose,
    control.choose_at_random: control.can_choose,
    control.call: control.can_call,
    control.choose_one: control.can_choose_one,
    control.may: control.can_may,
}

__all__ = ["CAN", "DECLARING", "FORMS", "OPERATIONS", "VERBS"]
