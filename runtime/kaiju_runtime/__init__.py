"""The engine: plays programs that the compiler made. It knows no YAML, no grammar, no content."""

from kaiju_runtime.decisions import Decision, Option
from kaiju_runtime.game import Game, Result, load_program, program_from_data
from kaiju_runtime.stops import BudgetExceeded, IllegalMove, KaijuError

__all__ = [
    "BudgetExceeded",
    "Decision",
    "Game",
    "IllegalMove",
    "KaijuError",
    "Option",
    "Result",
    "load_program",
    "program_from_data",
]
