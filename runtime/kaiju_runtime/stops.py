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
    """``win`` or ``end game``, and what it follows from."""

    def __init__(self, winners: list[int], cause: Any) -> None:
        super().__init__(winners)
        self.winners = winners
        self.cause = cause


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


class WrongThrow(KaijuError):
    """An example scripts a throw of more or fewer dice than are thrown."""

    def __init__(self, throw: int, message: str, help: str) -> None:
        super().__init__("example-dice", message, help)
        self.throw = throw


class IllegalMove(KaijuError):
    """An answer that was not offered; the game is as before."""


class BudgetExceeded(KaijuError):
    """A limit was reached; the game is as before the answer."""


def too_deep(place: str = "") -> BudgetExceeded:
    """What is told of a recursion; ``place`` is `` (file:line)`` of an effect, or nothing."""
    message = f"effects run too deep inside each other{place}"
    return BudgetExceeded("limit-depth", message, "Look for effects that keep setting each other off.")


def translate(problem: Exception) -> None:
    """Raises what users are told in place of what came out of the work on a program, if that is not told already."""
    if isinstance(problem, (KaijuError, Suspend)):
        return
    if isinstance(problem, RecursionError):
        raise too_deep() from None
    raise KaijuError(
        "program-damaged",
        f"the program cannot be played here ({type(problem).__name__}: {problem})",
        "Build the program again from its packs; if that does not help, it is a mistake of Kaiju.",
    ) from problem


class Guard:
    """Nothing but :class:`KaijuError` and :class:`Suspend` leaves the work on a program, whatever the program says."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: object) -> None:
        if isinstance(problem, Exception):
            translate(problem)


GUARD = Guard()


def guard() -> Guard:
    """The guard of all work on a program: it holds nothing, so there is one."""
    return GUARD
