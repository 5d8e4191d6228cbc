"""What a face shows."""

from __future__ import annotations

from dataclasses import dataclass

from kaiju_compiler.wording import Wording


@dataclass(frozen=True)
class Stop:
    """One of the spaces that a token has printed on it."""

    icons: tuple[str, ...]
    inserted: bool = False
    removed: bool = False


@dataclass(frozen=True)
class Face:
    """Everything on a face."""

    identity: str
    """Chooses the picture."""
    name: str
    kind: str
    corner: str
    fields: tuple[tuple[str, str], ...]
    wording: Wording
    icons: tuple[str, ...]
    """What the picture is about, the most telling first."""
    stops: tuple[Stop, ...] = ()
    beast: bool = False
    """Whether it is somebody whom a player plays: it gets a portrait."""
    tone: int = 0
