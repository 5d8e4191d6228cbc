"""Questions: who is asked, what the options are called, and how answers come back.

An answer is taken from the tape; when the tape is at its end, everything stops with ``Suspend`` and
the same code runs again from the last commit when the answer is there. A bot that plays a batch is
called directly.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from kaiju_runtime.decisions import Decision, Kind, Option
from kaiju_runtime.frames import NONE, Frame
from kaiju_runtime.hosts import COUNTER, PIECE, Host
from kaiju_runtime.machine.effects import Effects
from kaiju_runtime.nodes import abilities_in
from kaiju_runtime.record import replace
from kaiju_runtime.stops import BudgetExceeded, Matters, Suspend

if TYPE_CHECKING:
    from kaiju_runtime.hosts import Waiting
    from kaiju_runtime.program import Program, Rule


def name_of_faces(name: str, number: int) -> str:
    """``2 Heart``; but a face whose name is a number itself is named as often as it is there."""
    if name.isdigit():
        return ", ".join([name] * number)
    return name if number == 1 else f"{number} {name}"


@lru_cache(maxsize=16)
def rules_of(program: Program) -> dict[int, Rule]:
    """The rule of each ability, also of those that a rule makes for a while."""
    data = program.data["rules"]
    return {each["id"]: rule for rule, own in zip(program.rules, data, strict=True) for each in abilities_in(own)}


class Asking(Effects):
    """Decisions and their options."""

    __slots__ = ()

    def ask(
        self,
        kind: Kind,
        player: int,
        prompt: str,
        options: list[Option],
        frame: Frame,
        node: Any = None,
        *,
        least: int = 1,
        most: int = 1,
        nested: bool = True,
    ) -> Any:
        """The position of the picked option (a list of positions for ``pick some``)."""
        if kind == "pick one" and len(options) == 1 and (nested or not self.ask_forced):
            return 0
        known = self.told()
        if known is not None:
            return known
        place = self.p.data["source_map"].get(str(node[1])) if node else None
        decision = Decision(
            player,
            kind,
            prompt,
            options,
            least,
            most,
            self.source_of(frame.this, frame.ability),
            f"{place[0]}:{place[1]}" if place else "",
            self.p.phases[self.st.phase].id if self.p.phases else "",
            nested,
        )
        if self.agent is None:
            raise Suspend(decision)
        answer = self.agent(self, decision)
        self.tape.append(answer)
        self.cursor += 1
        return answer

    def told(self) -> Any:
        """The next answer of the tape, or ``None`` where somebody has to be asked now."""
        if self.trial:
            raise Matters
        if self.cursor < len(self.tape):
            self.cursor += 1
            return self.tape[self.cursor - 1]
        if self.cursor >= self.limits.questions:
            raise BudgetExceeded(
                "limit-questions",
                f"more than {self.limits.questions} questions for one answer",
                "Look for an effect that asks again and again.",
            )
        return None

    def ask_choice(
        self,
        player: int,
        candidates: list[int],
        kind: str,
        least: int,
        most: int,
        plural: bool,
        frame: Frame,
        node: Any,
    ) -> Any:
        """What a ``choose`` binds: one candidate, or a list of them."""
        if kind == "die":
            return self.ask_dice(player, candidates, least, most, plural, frame, node)
        if not plural:
            options = [self.option_of(candidate, kind) for candidate in candidates]
            return candidates[self.ask("pick one", player, "choose", options, frame, node)]
        if least == len(candidates):
            return candidates
        options = [self.option_of(candidate, kind) for candidate in candidates]
        picked = self.ask("pick some", player, "choose", options, frame, node, least=least, most=most)
        return [candidates[position] for position in picked]

    def ask_dice(
        self, player: int, dice: list[int], least: int, most: int, plural: bool, frame: Frame, node: Any
    ) -> Any:
        """Dice are told apart by what they show: each distinct set of faces is offered once."""
        sets = self.sets_of_dice(dice, least, most)
        options = [self.dice_option(each) for each in sets]
        picked = sets[self.ask("pick one", player, "choose", options, frame, node)]
        return picked if plural else picked[0]

    def sets_of_dice(self, dice: list[int], least: int, most: int) -> list[list[int]]:
        """Every set of faces that can be made of some dice, as dice; the smallest sets first."""
        by_face: dict[int, list[int]] = {}
        for die in dice:
            by_face.setdefault(self.st.get("dice", die), []).append(die)
        faces = sorted(by_face)
        if prod(len(found) + 1 for found in by_face.values()) > self.limits.steps:
            raise BudgetExceeded(
                "limit-dice",
                f"more than {self.limits.steps} sets could be chosen of {len(dice)} dice",
                "Let the choice be among fewer dice.",
            )
        found = []
        for numbers in product(*(range(len(by_face[face]) + 1) for face in faces)):
            if least <= sum(numbers) <= most:
                found.append(
                    [die for face, number in zip(faces, numbers, strict=True) for die in by_face[face][:number]]
                )
        return sorted(found, key=len)

    # --- what options are called -----------------------------------------------------------------

    def option_of(self, candidate: int, kind: str) -> Option:
        """The option for one candidate of a kind."""
        p = self.p
        if kind == "player":
            monster = self.st.get("monster", candidate)
            return Option(f"player:{p.pieces[monster].key}", p.pieces[monster].name, candidate)
        if kind == "face":
            return Option(f"face:{p.faces[candidate].id}", p.faces[candidate].name, candidate)
        if kind == "space" and candidate % p.things >= len(p.pieces):
            return self.space_option(candidate)
        if kind in ("piece", "space", "thing"):
            return self.piece_option(candidate % p.things)
        return Option(f"{kind}:{candidate}", str(candidate), candidate)

    def space_option(self, candidate: int) -> Option:
        space, turned = self.p.space(candidate % self.p.things), candidate >= self.p.things
        label = f"{space.name} (turned round)" if turned else space.name
        return Option(f"space:{space.id}{'~' if turned else ''}", label, candidate)

    def piece_option(self, piece: int) -> Option:
        found = self.p.pieces[piece]
        definition = self.p.definitions[found.definition]
        base = self.p.kinds[definition.kind].base
        space = self.board.space_of(piece)
        where = f" ({self.p.space(space).name})" if space >= len(self.p.pieces) else ""
        return Option(f"{base}:{found.key}", found.name + where, piece, definition.id)

    def dice_option(self, dice: list[int]) -> Option:
        return Option(*self.named_dice(tuple([self.st.get("dice", die) for die in dice])), dice)

    def named_dice(self, shown: tuple[int, ...]) -> tuple[str, str]:
        """Key and label of a set of faces, made once."""
        found = self.dice_names.get(shown)
        if found is None:
            found = self.dice_names[shown] = self.name_of_dice(shown)
        return found

    def name_of_dice(self, shown: tuple[int, ...]) -> tuple[str, str]:
        """Key and label of a set of faces."""
        if not shown:
            return "dice:none", "None"
        faces = [self.p.faces[face] for face in shown]
        counted = Counter(face.name for face in faces)
        label = ", ".join(name_of_faces(name, number) for name, number in counted.items())
        return "dice:" + "+".join(face.id for face in faces), label

    def waiting_options(self, share: list[Waiting]) -> list[Option]:
        """The options to use waiting effects, named by piece or rule; those alike also by what is befallen."""
        options = [self.option_of_host(waiting.host) for waiting in share]
        about = [self.about(waiting) for waiting in share]
        alike: dict[str, set[str]] = {}
        for option, name in zip(options, about, strict=True):
            alike.setdefault(option.key, set()).add(name)
        return [
            replace(option, label=f"{option.label}: {name}") if name and len(alike[option.key]) > 1 else option
            for option, name in zip(options, about, strict=True)
        ]

    def about(self, waiting: Waiting) -> str:
        """The name of the piece that an effect has bound, else of the player whom its event befalls, or nothing."""
        event, pattern = waiting.event, waiting.host.ability.pattern
        if event is None or pattern is None:
            return ""
        of_counter = event.name in ("gain", "lose") and self.p.counters[event.key].holder == "piece"
        of_piece = of_counter or event.name in ("move_piece", "discard")
        if pattern.slot >= 0 and (pattern.bound == "what" or (pattern.bound == "who" and of_piece)):
            bound = waiting.bound[pattern.slot]
            return self.p.pieces[bound].name if type(bound) is int and 0 <= bound < len(self.p.pieces) else ""
        return "" if of_piece or event.who == NONE else self.option_of(event.who, "player").label

    def option_of_host(self, host: Host) -> Option:
        ability = host.ability
        label = ability.label or (ability.offer.label if ability.offer else "")
        if label:
            return Option(self.label_key(label), label, host, self.source_of_host(host))
        if host.this != NONE and host.this < len(self.p.pieces):
            option = self.piece_option(host.this)
            return Option(option.key, option.label, host, option.source)
        if host.layer == COUNTER:
            counter = next(c for c in self.p.counters if ability in c.abilities)
            return Option(f"counter:{counter.id}", counter.name, host)
        rule = rules_of(self.p).get(ability.id)
        name = rule.id if rule else host.layer
        return Option(f"rule:{name}", rule.name if rule else name, host, f"rule:{name}")

    @staticmethod
    @lru_cache(maxsize=1024)
    def label_key(label: str) -> str:
        """``choice:wake_up`` for the label “Wake up”."""
        return "choice:" + (re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_") or "option")

    def source_of_host(self, host: Host) -> str:
        if host.layer == PIECE:
            return self.p.definition_of(host.this).id
        return self.source_of(NONE, host.ability.id)

    def source_of(self, this: int, ability: int) -> str:
        """Full id of the record that asks, or ``rule:id``, or nothing."""
        if 0 <= this < len(self.p.pieces):
            return self.p.definition_of(this).id
        rule = rules_of(self.p).get(ability)
        return f"rule:{rule.id}" if rule else ""
