"""The game in a terminal: the table as text, questions and answers, undo, save and resume."""

from kaiju_runtime.play.console import Console
from kaiju_runtime.play.labels import Labels
from kaiju_runtime.play.look import Look
from kaiju_runtime.play.session import Seat, Session
from kaiju_runtime.play.table import draw_table

__all__ = ["Console", "Labels", "Look", "Seat", "Session", "draw_table"]
