"""Questions of generated code: asked first, put into words only when somebody looks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NoReturn

from kaiju_runtime.decisions import NO, PASS, YES, Kind, Option, Options
from kaiju_runtime.fast.chance import FastChance
from kaiju_runtime.fast.questions import DiceSets, Question
from kaiju_runtime.frames import NONE, Frame
from kaiju_runtime.hosts import Host, Waiting
from kaiju_runtime.stops import BudgetExceeded, Suspend

DONE = Option(PASS, "Done", None)


@lru_cache(maxsize=1024)
def yes_or_no(label: str) -> Options:
    return Options((Option(YES, label or "Yes"), Option(NO, "No")))


class FastAsking(FastChance):
    """Decisions: the answer of the tape, of a bot that plays a batch, or everything waits."""

    __slots__ = ()

    def too_many_decisions(self) -> NoReturn:
        raise BudgetExceeded(
            "limit-decisions",
            f"more than {self.limits.idle} decisions in one turn",
            "Look for an action that costs nothing and can be repeated for ever.",
        )

    def options_of_phase(self, parts: list[Any]) -> Options:
        """The options of a phase's question; made once where they are dice or faces of one action and nothing else."""
        at: tuple[Any, ...] = ()
        code = self.code
        if len(parts) == 1:
            ability, host, choices = parts[0]
            s = self.st.s
            if host is None and choices.__class__ is DiceSets:
                at = (ability.id, s[code.phase], choices.known)
            elif host is None and choices is not None and ability.block[0][6] == "face":
                at = (ability.id, s[code.phase], s[code.active], *choices)
        known = code.options_of_phases
        found: Options | None = known.get(at)
        if found is None:
            found = Options(self.labelled(parts))
            if at:
                if len(known) >= 4096:
                    known.clear()
                known[at], found.decisions = found, {}
        return found

    def labelled(self, parts: list[Any]) -> list[Option]:
        """The options of a phase's question, perhaps with keys that are alike."""
        found: list[Option] = []
        passes = self.p.phases[self.st.phase].passes
        active = self.st.active
        known, loc, places = self.code.known_options, self.code.loc, self.p.locations
        for ability, host, choices in parts:
            if host is not None:
                option = self.option_of_host(host)
                found.append(Option(option.key, option.label, (host, NONE, None), option.source))
            elif choices is None:
                found.append(self.known_option(known, (ability.id, active, NONE), ability))
            elif isinstance(choices, DiceSets):
                found += choices.options(self, ability)
            else:
                kind = ability.block[0][6]
                for each in choices:
                    # What faces are called never changes, nor what pieces are called that lie on no space.
                    if kind == "face" or (kind == "piece" and type(each) is int and self.st.s[loc + each] < places):
                        found.append(self.known_option(known, (ability.id, active, each), ability))
                    else:
                        found.append(self.option_of_action(ability, active, each))
        if passes or not found:
            found.append(DONE)
        return found

    def known_option(self, known: dict[tuple[int, int, int], Option], at: tuple[int, int, int], ability: Any) -> Option:
        """The option of a rule's action, made once for a player and what is chosen."""
        found = known.get(at)
        if found is None:
            found = known[at] = self.option_of_action(ability, at[1], None if at[2] == NONE else at[2])
        return found

    def options_of_sets(self, ability: Any, sets: list[tuple[int, ...]]) -> Iterable[Option]:
        """The options to pick sets of faces, perhaps of a rule's action; made once for their faces."""
        known = self.code.options_of_sets.setdefault(NONE if ability is None else ability.id, {})
        new = [shown for shown in sets if shown not in known]
        if new:
            host = None if ability is None else Host(ability, self.layers[ability.id], NONE, NONE, NONE, NONE)
            value = None if host is None else (host, ability.block[0][7], None)
            for shown in new:
                known[shown] = Option(*self.named_dice(shown), value)
        return map(known.__getitem__, sets)

    def option_of_action(self, ability: Any, active: int, chosen: Any) -> Option:
        """The option of a rule's action, perhaps with what it begins by choosing."""
        host = Host(ability, self.layers[ability.id], active, NONE, NONE, active)
        if chosen is None:
            option = self.option_of_host(host)
            return Option(option.key, option.label, (host, NONE, None), option.source)
        option = self.option_for(chosen, ability.block[0][6])
        return Option(option.key, option.label, (host, ability.block[0][7], option.value), option.source)

    def option_for(self, candidate: Any, kind: str) -> Option:
        if kind == "die":
            option = self.dice_option(candidate if isinstance(candidate, list) else [candidate])
            return option if isinstance(candidate, list) else Option(option.key, option.label, candidate)
        if not isinstance(candidate, list):
            return self.option_of(candidate, kind)
        option = self.option_of(candidate[0], kind)
        return Option(option.key, option.label, candidate, option.source)

    def answered(self, question: Question) -> Any:
        """The answer of the tape, or of the bot that plays a batch; else everything waits."""
        known = self.told()
        if known is not None:
            return known
        if self.agent is None:
            raise Suspend(question)
        self.cursor += 1
        return self.agent(self, question)

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
        if kind == "pick one" and len(options) == 1 and (nested or not self.ask_forced):
            return 0
        source = (frame.this, frame.ability, node[1] if node else NONE)
        passes = bool(options) and options[-1].key == PASS
        return self.answered(
            Question(kind, player, prompt, len(options), lambda m: options, least, most, nested, source, passes)
        )

    def ask_which(self, player: int, share: list[Waiting], done: bool) -> int:
        number, host = len(share) + done, share[0].host
        if number == 1:
            return 0

        def build(m: Any) -> list[Option]:
            return [*m.waiting_options(share), *([Option(PASS, "Nothing")] if done else [])]

        prompt, source = "use" if done else "order", (host.this, host.ability.id, NONE)
        return int(self.answered(Question("pick one", player, prompt, number, build, source=source, passes=done)))

    def pick_yes(self, who: int, label: str, source: tuple[int, int, int]) -> bool:
        options = yes_or_no(label)
        return bool(self.answered(Question("yes or no", who, "may", 2, lambda m: options, source=source)) == 0)

    def pick_label(self, who: int, labels: list[str], source: tuple[int, int, int]) -> int:
        if len(labels) == 1:
            return 0

        def build(m: Any) -> list[Option]:
            return [Option(m.label_key(label), label) for label in labels]

        source = (source[0], source[1], NONE)
        return int(self.answered(Question("pick one", who, "choose", len(labels), build, source=source)))

    def choose_one(self, who: int, found: list[int], kind: str, source: tuple[int, int, int]) -> int:
        def build(m: Any) -> list[Option]:
            return [m.option_of(each, kind) for each in found]

        at: int = self.answered(Question("pick one", who, "choose", len(found), build, source=source))
        return found[at]

    def choose(
        self,
        who: int,
        found: list[int],
        kind: str,
        least: int,
        most: int,
        plural: bool,
        source: tuple[int, int, int],
    ) -> Any:
        """What a choice of several, or of dice, binds."""
        if kind == "die":
            s, start = self.st.s, self.code.dice
            sets = DiceSets(self, found, [s[start + die] for die in found], least, most)
            picked = sets[0]
            if len(sets) > 1:
                question = Question("pick one", who, "choose", len(sets), sets.options, source=source)
                picked = sets[self.answered(question)]
            return picked if plural else picked[0]
        if least == len(found):
            return found
        chosen = self.answered(
            Question(
                "pick some",
                who,
                "choose",
                len(found),
                lambda m: [m.option_of(each, kind) for each in found],
                least,
                most,
                source=source,
            )
        )
        return [found[position] for position in chosen]
