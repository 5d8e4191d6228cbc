"""Labels of a game in derived wording: what an option does, what a card says."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kaiju_compiler import wording
from kaiju_runtime.decisions import NO, PASS, Decision, Option
from kaiju_runtime.game import Game
from kaiju_runtime.nodes import abilities_in, nodes_in
from kaiju_runtime.play import Labels
from kaiju_runtime.program import Program


class WordedLabels(Labels):
    """Labels for people, from the wording of the program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.data = program.data
        self.texts: dict[str, str] = {}

    def text(self, record: str) -> str:
        """The rules text of a record or rule; kept, as tables ask for it again and again."""
        if record not in self.texts:
            self.texts[record] = self.derived(record)
        return self.texts[record]

    def derived(self, record: str) -> str:
        kind, _, rest = record.partition(":")
        if kind == "rule" and rest in {rule.id for rule in self.program.rules}:
            return wording.of_rule(self.data, rest).plain()
        return wording.of_record(self.data, record).plain() if record in self.definitions else ""

    def face(self, face: str) -> str:
        return wording.of_face(self.data, face).plain()

    @cached_property
    def abilities(self) -> dict[int, dict[str, Any]]:
        """The data of every ability by its number."""
        tables = {key: part for key, part in self.data.items() if key != "catalog"}
        return {each["id"]: each for each in abilities_in(tables)}

    @cached_property
    def price_counter(self) -> str:
        """The counter in which prices are paid: that of a cost which reads a price."""
        for ability in self.abilities.values():
            for node in nodes_in(ability["body"]):
                if node[0] == "pay" and any(each[0] == "price" for each in nodes_in([node[3]])):
                    return str(node[4])
        return ""

    def option(self, game: Game, decision: Decision, option: Option) -> str:
        """``Resolve Claw``, ``Buy Lizard (3 gold)``, ``Lizard: gain 1 gold``."""
        if option.key == PASS:
            return "Done" if not decision.nested else "Nothing more"
        if decision.nested:
            return self.nested(decision, option)
        host, slot, chosen = option.value
        ability = self.abilities[host.ability.id]
        if slot < 0:
            does = wording.label_of_action(self.data, ability)
            return does if ability["label"] else f"{option.label}: {does[:1].lower()}{does[1:]}"
        if ability["label"]:
            return f"{ability['label']}: {option.label}"
        return wording.of_option(self.data, ability["body"][1:], {slot: option.label}, self.price(game, chosen, option))

    def answer(self, game: Game, decision: Decision, option: Option) -> str:
        """As :meth:`option`, but what is used is only named."""
        if decision.nested or option.key == PASS:
            return option.label
        host, slot, _ = option.value
        if slot < 0 and not host.ability.label:
            return f"use {option.label}"
        return self.option(game, decision, option)

    def nested(self, decision: Decision, option: Option) -> str:
        if option.key == NO:
            return "No"
        return option.label

    def price(self, game: Game, chosen: Any, option: Option) -> tuple[int, str] | None:
        """The price of a piece that is chosen, where it has one."""
        if not option.source or not self.price_counter or not isinstance(chosen, int):
            return None
        machine = game.machine
        if chosen >= len(self.program.pieces) or not machine.printed_price(chosen) > 0:
            return None
        return machine.stats.read(("price", 0), chosen, game.active), self.price_counter
