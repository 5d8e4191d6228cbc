"""A small quick game in which things are bought: for tests that play many games. And workers that die."""

from __future__ import annotations

import os
import signal
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from kaiju_runtime.program import Program
from kaiju_runtime.simulate.tasks import Part, Task, play_task
from support.packs import compile_tiny, write_pack

SHOP = """\
id: tiny
title: Tiny
players: {least: 2, most: 4}
counters:
  - {id: coins, name: coins, one: coin, holder: player, most: 100}
  - {id: points, name: points, one: point, holder: player, most: 100}
faces:
  - {id: moon, name: Moon, effect: gain amount coins}
  - {id: sun, name: Sun, effect: gain 1 points}
zones:
  - {id: pile, name: pile, order: stack, hidden: true}
  - {id: shelf, name: shelf, order: row, slots: 3}
  - {id: heap, name: heap, order: stack}
kinds:
  - {id: monster, name: monster, plural: monsters}
  - id: gadget
    name: gadget
    plural: gadgets
    starts: pile
    home: heap
    fields: {cost: {kind: number}, once: {kind: truth, default: false}}
phases:
  - {id: act, name: Acting, ends: pass}
setup: |
  shuffle pile
  move top 3 of pile to shelf
procedures: |
  define purchase(item):
    buy item
    resolve item
    if item.once: discard item
    move top 1 of pile to shelf
  define buy(item):
    pay item.price coins
    move item to you
rules:
"""

RULES = {
    "income": "when your turn starts:\n  roll 2 dice\n  resolve moon\n  resolve sun",
    "shopping": "action in act:\n  choose a gadget of shelf where price <= you.coins as pick\n  purchase pick",
    "goal": "as soon as you.points >= 8: win",
    "dusk": "when turn ends if turn.number >= 60: end game",
}
GADGETS: dict[str, object] = {
    "medal": {"cost": 2, "effect": "when your turn starts: gain 1 points"},
    "prize": {"cost": 3, "once": True, "effect": "gain 3 points"},
    "purse": {"cost": 1, "effect": "when your turn starts: gain 1 coins"},
    "stone": {"cost": 4, "effect": "when your turn ends: lose 1 points"},
    "crown": {"cost": 90, "effect": "when your turn starts: win"},
}


def shop_pack(folder: Path) -> Path:
    """The folder of the pack."""
    return write_pack(folder, rules=RULES, gadgets=GADGETS, mode=SHOP)


@cache
def shop() -> Program:
    """The program, the same one in a run."""
    with TemporaryDirectory() as folder:
        return compile_tiny(Path(folder), rules=RULES, gadgets=GADGETS, mode=SHOP)


DEADLY = 7


def deadly(task: Task) -> Part:
    """Plays a task as a worker does, which one job kills."""
    if DEADLY in task.numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_task(task)
