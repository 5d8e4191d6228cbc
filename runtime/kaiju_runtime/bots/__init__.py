"""Players that are no people: each is made by name, for one seat of one game, with a seed of its own."""

from kaiju_runtime.bots.greedy import Greedy
from kaiju_runtime.bots.random_bot import RandomBot
from kaiju_runtime.bots.registry import BOTS, Agent, make_bot

__all__ = ["BOTS", "Agent", "Greedy", "RandomBot", "make_bot"]
