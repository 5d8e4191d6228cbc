"""The base game as a good Python programmer would write it by hand: the yardstick of the generated executor.

It plays the same rules and the same 66 cards as ``content/king_of_tokyo``, asks the same questions with the same
options, and knows nothing of programs: classes, conditions, and ``random``. ``tests/test_handwritten.py`` plays it in
lock-step with the reference executor.
"""

from bench.handwritten.game import Game, Result, play

__all__ = ["Game", "Result", "play"]
