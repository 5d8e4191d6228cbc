"""What an example claims at its end: conditions, what happened, what was offered or refused, who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kaiju_runtime.claimed import sides
from kaiju_runtime.decisions import Option
from kaiju_runtime.example_options import id_of
from kaiju_runtime.example_play import ExamplePlay
from kaiju_runtime.frames import NONE, Event, Frame
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.primitives.values import holds
from kaiju_runtime.trace import players_of

MOST_OFFERS = 10


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
        return "; ".join(sides(self.play, node, claim["text"])) or "it is not so"

    def _offered(self, claim: dict[str, Any]) -> str | None:
        to = None if claim["to"] is None else self.play.evaluate(claim["to"])
        name = claim["offered"]
        found = any((to is None or player == to) and matches_name(option, name) for player, option in self.play.offered)
        if found == claim["not"]:
            return "it was offered" if found else self.offers()
        return None

    def offers(self) -> str:
        """What was offered instead, as far as one reads on."""
        labels = sorted({f'"{option.label}"' for _, option in self.play.offered})
        if not labels:
            return "nothing was offered"
        more = f" and {len(labels) - MOST_OFFERS} more" if len(labels) > MOST_OFFERS else ""
        return f"offered were: {', '.join(labels[:MOST_OFFERS])}{more}"

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
        if same != claim["not"]:
            return None
        names = [players_of(self.play.game)[seat] for seat in result.winners]
        return f"the game was won by {' and '.join(names) or 'nobody'}"


def matches_name(option: Option, name: str) -> bool:
    return name in (option.label, option.key, id_of(option.key), id_of(option.source))
