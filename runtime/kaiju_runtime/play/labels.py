"""What questions and options are called for people. The command line brings a subclass that knows the wording."""

from __future__ import annotations

from kaiju_runtime.decisions import NO, YES, Decision, Option
from kaiju_runtime.game import Game
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.program import Program
from kaiju_runtime.trace import Names, players_of


class Labels:
    """Labels and rules text from the program alone."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.definitions = {each.id: each for each in program.definitions}

    def text(self, record: str) -> str:
        """The rules text of a record (by its full id), or of a rule (``rule:id``); empty where there is none."""
        catalog = self.program.data.get("catalog", {})
        found = catalog.get("records", {}).get(record, {})
        return str(found.get("note") or found.get("effect") or "").strip()

    def face(self, face: str) -> str:
        """The rules text of a face."""
        return ""

    def name(self, source: str) -> str:
        """The name of a record or rule by what decisions call their source."""
        kind, _, rest = source.partition(":")
        if kind == "rule":
            return next((rule.name for rule in self.program.rules if rule.id == rest), rest)
        return self.definitions[source].name if source in self.definitions else ""

    def named(self, text: str) -> list[tuple[str, str]]:
        """Names and texts of the records, faces and rules that are called so; else of those whose name begins so."""
        known = [(each.name, each.id, each.id) for each in self.program.definitions]
        known += [(each.name, each.id, f"face:{each.id}") for each in self.program.faces]
        known += [(each.name, each.id, f"rule:{each.id}") for each in self.program.rules]
        word = text.lower()
        called = [each for each in known if word in (each[0].lower(), each[1].rpartition(":")[2])]
        found = called or [each for each in known if each[0].lower().startswith(word)]
        return list(dict.fromkeys((name, self.text_of(source)) for name, _, source in found))

    def text_of(self, source: str) -> str:
        """The text of a record, ``rule:id`` or ``face:id``."""
        kind, _, rest = source.partition(":")
        return self.face(rest) if kind == "face" and source not in self.definitions else self.text(source)

    def option(self, game: Game, decision: Decision, option: Option) -> str:
        """What choosing an option means."""
        if decision.nested or not isinstance(option.value, tuple):
            return option.label
        host, slot, _ = option.value
        return f"{host.ability.label}: {option.label}" if slot >= 0 and host.ability.label else option.label

    def answer(self, game: Game, decision: Decision, option: Option) -> str:
        """What choosing an option is called in the log."""
        return option.label if decision.nested else self.option(game, decision, option)

    def about(self, game: Game, decision: Decision) -> str:
        """What a question inside an effect is about: the call that is under way, else the record that asks."""
        if not decision.nested:
            return ""
        call = under_way(game)
        if call is None:
            return self.name(decision.source)
        procedure = self.program.procedures[call.key]
        names = Names(self.program, players_of(game))
        arguments = [names.argument(kind, value) for kind, value in zip(procedure.kinds, call.arguments, strict=False)]
        return " ".join([procedure.name, *arguments])

    def question(self, game: Game, decision: Decision) -> str:
        """The question in words, without the name of who is asked."""
        source = self.about(game, decision)
        phase = next((phase.name for phase in self.program.phases if phase.id == decision.phase), "")
        if not decision.nested:
            return (phase or "Your move") + self.left(game, decision)
        if decision.prompt == "order":
            return "Which effect comes first?"
        if decision.prompt == "use":
            return "Use one of these?"
        number = f"{decision.least} to {decision.most}" if decision.least != decision.most else str(decision.least)
        asked = f"Choose {number}" if decision.kind == "pick some" else "Choose"
        if {YES, NO} & {option.key for option in decision.options}:
            asked = "Do it?"
        return f"{source}: {asked[0].lower()}{asked[1:]}" if source else asked

    def of_call(self, game: Game) -> list[str]:
        """The records of the pieces that the call under way is about."""
        call = under_way(game)
        kinds = () if call is None else self.program.procedures[call.key].kinds
        pieces = [
            value
            for kind, value in zip(kinds, () if call is None else call.arguments, strict=False)
            if kind == "piece" and isinstance(value, int) and 0 <= value < len(self.program.pieces)
        ]
        return [self.program.definition_of(piece).id for piece in pieces]

    def left(self, game: Game, decision: Decision) -> str:
        """How much is left of what is only kept for the actions on offer: `` (2 tries left)``."""
        names, found = Names(self.program), {}
        for option in decision.options:
            cost = option.value[0].ability.cost if isinstance(option.value, tuple) else None
            if cost is not None and cost.verb == "pay" and self.program.data["counters"][cost.what]["bookkeeping"]:
                found[cost.what] = names.amount(cost.what, game.state.counter(cost.what, decision.player))
        return f" ({', '.join(found.values())})" if found else ""

    def explained(self, game: Game, decision: Decision) -> list[tuple[str, str]]:
        """Names and rules texts of what is on offer: each only once."""
        found: dict[str, tuple[str, str]] = {}
        for source in (decision.source, *self.of_call(game), *(option.source for option in decision.options)):
            if source and source not in found and self.text(source):
                found[source] = (self.name(source), self.text(source))
        faces = {face.id: face.name for face in self.program.faces}
        for option in decision.options:
            kind, _, rest = option.key.partition(":")
            named = rest.partition("#")[0].split("+") if kind in ("face", "dice") else []
            found |= {f"face:{face}": (faces[face], self.face(face)) for face in named if face in faces}
        return list(found.values())


def under_way(game: Game) -> EventRecord | None:
    """The call that has just begun, if nothing has happened since."""
    last = game.events[-1] if game.events else None
    return last if last is not None and last.name == "call" else None
