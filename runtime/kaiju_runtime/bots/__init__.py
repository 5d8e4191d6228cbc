"""Players that are no people: each is made by name, for one seat of one game, with a seed of its own."""

from kaiju_runtime.bots.greedy import Greedy
from kaiju_runtime.bots.mcts import Mcts
from kaiju_runtime.bots.random_bot import RandomBot
from kaiju_runtime.bots.registry import BOTS, SETTINGS, Agent, make_bot, read_bot

__all__ = ["BOTS", "SETTINGS", "Agent", "Greedy", "Mcts", "RandomBot", "make_bot", "read_bot"]
