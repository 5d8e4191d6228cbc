"""What an example claims at its end: conditions, what happened, what was offered or refused, who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kaiju_runtime.decisions import Option
from kaiju_runtime.example_play import ExamplePlay
from kaiju_runtime.frames import NONE, Event, Frame
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.primitives.values import holds


@dataclass(frozen=True)
class Failure:
    """One thing that an example found wrong: where, what was expected, what was found."""

    line: int
    expected: str
    found: str


class Claims:
    """The claims of an example that has been played."""

    def __init__(self, play: ExamplePlay) -> None:
        self.play = play

    def failures(self) -> Iterator[Failure]:
        """What is claimed and not so."""
        for claim in self.play.example["then"]:
            kind = next(kind for kind in ("holds", "happened", "offered", "refused", "winner") if kind in claim)
            problem = getattr(self, f"_{kind}")(claim)
            if problem is not None:
                line = int(claim["where"].rpartition(":")[2])
                yield Failure(line, claim["text"], problem)

    def _holds(self, claim: dict[str, Any]) -> str | None:
        node = claim["holds"]
        if holds(self.play.game.machine, Frame(0), self.play.linker.expression(node)) != claim["not"]:
            return None
        if len(node) == 3 and node[0] in ("=", "!=", "<", "<=", ">", ">="):
            left, right = self.play.evaluate(node[1]), self.play.evaluate(node[2])
            return f"it is {self.named(left, node[1])} and {self.named(right, node[2])}"
        return "it is not so"

    def named(self, found: Any, node: list[Any]) -> str:
        """A value as a person would say it, as far as its node tells its kind."""
        table = {
            "face": self.play.program.faces,
            "phase_now": self.play.program.phases,
            "phase_ref": self.play.program.phases,
        }.get(node[0])
        if table is not None and isinstance(found, int) and 0 <= found < len(table):
            return str(table[found].id)  # type: ignore[attr-defined]
        if node[0] in ("space_of", "space_ref", "piece_ref", "token_on", "model", "next") and isinstance(found, int):
            pieces = self.play.program.pieces
            return (
                "none"
                if found == NONE
                else pieces[found].id
                if found < len(pieces)
                else self.play.program.space(found).id
            )
        return str(found)

    def _offered(self, claim: dict[str, Any]) -> str | None:
        to = None if claim["to"] is None else self.play.evaluate(claim["to"])
        name = claim["offered"]
        found = any((to is None or player == to) and matches_name(option, name) for player, option in self.play.offered)
        if found == claim["not"]:
            return (
                "it was offered"
                if found
                else f"offered were: {', '.join(sorted({o.label for _, o in self.play.offered}))}"
            )
        return None

    def _refused(self, claim: dict[str, Any]) -> str | None:
        """Whether a step could not be done: an answer that was not among the options."""
        if self.play.refused == claim["not"]:
            return "a step was refused" if self.play.refused else "every step was possible"
        return None

    def _happened(self, claim: dict[str, Any]) -> str | None:
        pattern = self.play.linker.pattern(claim["happened"])
        found = any(self.happened(pattern, record) for record in self.play.game.events)
        if found == claim["not"]:
            return "it happened" if found else "it did not happen"
        return None

    def happened(self, pattern: Any, record: EventRecord) -> bool:
        event = Event(
            record.name,
            record.key,
            record.who,
            player=record.player,
            what=record.what,
            amount=record.amount,
            to=record.to,
            cause=record.cause,
            args=record.arguments,
        )
        return self.play.game.machine.matches(pattern, event, Frame(0))

    def _winner(self, claim: dict[str, Any]) -> str | None:
        result = self.play.game.result
        wanted = self.play.evaluate(claim["winner"])
        wanted = wanted if isinstance(wanted, list) else [wanted] if wanted != NONE else []
        if result is None:
            return None if claim["not"] or not wanted else "the game is not over"
        same = sorted(result.winners) == sorted(wanted)
        return f"winners are the seats {[seat + 1 for seat in result.winners]}" if same == claim["not"] else None


def matches_name(option: Option, name: str) -> bool:
    return name in (option.label, option.key, option.key.partition(":")[2].partition("#")[0])
