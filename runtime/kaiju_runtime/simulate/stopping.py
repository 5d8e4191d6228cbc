"""Ctrl-C while many games are played: what is done counts, what is under way is dropped."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopping:
    """Whether somebody wants to stop. While games are waited for, the wish comes as ``KeyboardInterrupt`` at once;
    while sums are added up it is kept until they are whole again."""

    def __init__(self) -> None:
        self.wanted = False
        self.waiting = False

    def ask(self, number: int = 0, frame: Any = None) -> None:
        """Takes a signal."""
        self.wanted = True
        if self.waiting:
            raise KeyboardInterrupt

    @contextmanager
    def wait(self) -> Iterator[None]:
        """Around what may be left at any moment. Raises ``KeyboardInterrupt``."""
        self.waiting = True
        try:
            if self.wanted:
                raise KeyboardInterrupt
            yield
        finally:
            self.waiting = False

    @contextmanager
    def listen(self) -> Iterator[None]:
        """Takes the signals that end a program, in the main thread; elsewhere others take them."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.ask) for name in SIGNALS if (each := getattr(signal, name, None))}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
