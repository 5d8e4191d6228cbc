"""What an effect runs in: the frame with its bindings, the event at hand, and the chain of causes."""

from __future__ import annotations

from typing import Any, NamedTuple

NONE = -1


class Cause(NamedTuple):
    """Why something happens: a face, piece, space, counter or rule, whose it is, and what it follows from.

    ``parent`` is the cause that ``from`` goes on to ask; a trigger starts afresh, so its ``parent`` is
    ``None``. ``event`` is the number of the logged event that set a trigger off, for the why-trace only.
    """

    kind: str
    id: int
    player: int
    ability: int = NONE
    parent: Cause | None = None
    event: int = NONE
    piece: int = NONE

    def chain(self) -> list[Cause]:
        """This cause and those it follows from, nearest first."""
        return chain_of(self)


def chain_of(cause: tuple[Any, ...] | None) -> list[Cause]:
    """A cause and those it follows from; generated code makes plain tuples of them."""
    found: list[Cause] = []
    while cause is not None:
        named = Cause._make(cause)
        found.append(named)
        cause = named.parent
    return found


NO_DICE: list[int] = []
NOT_ONE: frozenset[tuple[str, int, int]] = frozenset()
"""Shared by all events that have none, which are most of them."""


class Event:
    """One thing that is happening: fields as typed by the registry, and what the before window did to it."""

    __slots__ = (
        "actor",
        "amount",
        "args",
        "cause",
        "clock",
        "cut",
        "declined",
        "dice",
        "gone",
        "key",
        "name",
        "number",
        "player",
        "to",
        "used",
        "what",
        "who",
    )

    def __init__(
        self,
        name: str,
        key: int = NONE,
        who: int = NONE,
        *,
        player: int = NONE,
        actor: int = NONE,
        what: int = NONE,
        amount: int = 1,
        to: int = NONE,
        cause: Cause | None = None,
        args: tuple[Any, ...] = (),
        dice: list[int] | None = None,
        cut: bool = False,
    ) -> None:
        self.name = name
        self.key = key
        """Counter, face, procedure or phase that the event is about: abilities are listed by it."""
        self.who = who
        """Subject: a player, or a piece where the subject is a piece."""
        self.player = player
        """The player whom the event is about (``they``)."""
        self.actor = actor if actor != NONE else player
        """Who does it: ``you`` in an effect of a piece without owner."""
        self.what = what
        self.amount = amount
        self.to = to
        self.cause = cause
        self.args = args
        self.dice = NO_DICE if dice is None else dice
        self.gone = False
        self.cut = cut
        self.used: frozenset[tuple[str, int, int]] = NOT_ONE
        self.declined: frozenset[tuple[str, int, int]] = NOT_ONE
        self.clock = 0
        self.number = NONE


class Frame:
    """The bindings of a running effect."""

    __slots__ = (
        "ability",
        "acting",
        "block",
        "cause",
        "declined",
        "event",
        "host",
        "index",
        "it",
        "locals",
        "this",
        "you",
    )

    def __init__(
        self, you: int, this: int = NONE, event: Event | None = None, cause: Cause | None = None, size: int = 0
    ) -> None:
        self.you = you
        self.this = this
        self.it = NONE
        self.event = event
        self.cause = cause
        self.locals: list[Any] = [NONE] * size
        self.block: tuple[Any, ...] = ()
        self.index = 0
        self.ability = NONE
        self.acting = False
        """Whether statements are being carried out; else something is only being asked."""
        self.declined = False
        """Whether the offer made last was declined, or could not be made."""
        self.host: tuple[int, int, bool] = (NONE, NONE, False)
        """The piece that the effect belongs to, its incarnation when it began, and whether it is copied text."""
