"""The exceptions that leave an effect early, and the errors that a user may meet."""

from __future__ import annotations

from typing import Any


class CutTurn(Exception):
    """``end turn``: what is left of the turn is dropped."""


class CutProcedure(Exception):
    """``end PROCEDURE``: the innermost running call of it ends."""

    def __init__(self, procedure: int) -> None:
        super().__init__(procedure)
        self.procedure = procedure


class GameOver(Exception):
    """``win`` or ``end game``."""

    def __init__(self, winners: list[int]) -> None:
        super().__init__(winners)
        self.winners = winners


class Suspend(Exception):
    """A decision has no answer yet: everything waits at ``decision``."""

    def __init__(self, decision: Any) -> None:
        super().__init__(decision)
        self.decision = decision


class Matters(Exception):
    """Inside a trial of orders: a question, a draw or an end was met, so the order matters."""


class KaijuError(Exception):
    """An error that is told to the user: a code of the catalogue, what is wrong, and what to do."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help


class IllegalMove(KaijuError):
    """An answer that was not offered; the game is as before."""


class BudgetExceeded(KaijuError):
    """A limit was reached; the game is as before the answer."""
