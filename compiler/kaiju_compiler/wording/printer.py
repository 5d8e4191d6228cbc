"""The wording of a program's entries, and the labels of its decisions."""

from __future__ import annotations

from typing import Any

from kaiju_compiler.wording import compares as compares  # enters the clauses that compare
from kaiju_compiler.wording import extremes as extremes  # enters what is said of numbers of a set
from kaiju_compiler.wording.abilities import ability_text, ability_texts
from kaiju_compiler.wording.blocks import price_text, sentences
from kaiju_compiler.wording.clauses import clause
from kaiju_compiler.wording.language import language
from kaiju_compiler.wording.names import Names, Node, Record
from kaiju_compiler.wording.numbers import quantity
from kaiju_compiler.wording.runs import Wording, unmarked
from kaiju_compiler.wording.sentences import finished, label
from kaiju_compiler.wording.speaker import Speaker
from kaiju_compiler.wording.tokens import stops_text


class Printer:
    """Prints the entries of one program in one language."""

    def __init__(self, program: Record, name: str = "en") -> None:
        self.program = program
        self.names = Names(program, language(name))
        self.language = self.names.language

    def speaker(self, kind: str = "card", face: str | None = None) -> Speaker:
        """Whoever speaks for something of that kind; ``face``: for the rule of a face."""
        this = self.language.phrase(self.language.find("phrases.this"), {"kind": kind})
        event = (
            None
            if face is None
            else {
                "event": "resolve_face",
                "key": face,
                "tests": {},
                "arguments": [],
                "slot": -1,
                "bound": "",
                "whole": False,
            }
        )
        return Speaker(self.names, self.language, this, event=event, face_body=face is not None)

    def ability(self, ability: Record, kind: str = "card", face: str | None = None) -> str:
        return ability_text(self.speaker(kind, face), ability)

    def record(self, record_id: str) -> Wording:
        """The rules text of a definition, by its full id or the part after the colon."""
        definition = self.definition(record_id)
        kind = self.names.noun("kinds", self.names.root_kind(definition["id"])).one
        abilities = [each for each in (definition["body"], *definition["abilities"]) if each is not None]
        worded = [each for each in abilities if each["form"] != "resolve" or each["body"]]
        texts = ability_texts(lambda: self.speaker(kind), worded)
        owned = [self.language.say("stops.owned", owner=name, kind=kind) for name in self.owners(definition)]
        return finished([*texts, *stops_text(self.speaker(kind), definition), *owned])

    def owners(self, definition: Record) -> set[str]:
        """The monster that a tile with an effect acts for, whoever comes onto it."""
        if definition["body"] is None or not self.names.entry("kinds", definition["kind"]).get("space"):
            return set()
        pieces = [each for each in self.program["pieces"] if each["definition"] == definition["id"]]
        return {self.names.name("pieces", each["monster"]) for each in pieces if each["monster"]}

    def definition(self, record_id: str) -> Record:
        known = self.names.tables["definitions"].get(record_id)
        if known is not None:
            return dict(known)
        for each in self.program["definitions"]:
            if record_id in (each["id"], each["id"].partition(":")[2]):
                return dict(each)
        raise KeyError(f"the program has no record {record_id}")

    def entry(self, table: str, name: str) -> Wording:
        """A rule, counter, face, bonus or space."""
        entry = self.names.tables[table][name]
        face = name if table == "faces" else None
        found: list[Record | None] = entry["abilities"] if "abilities" in entry else [entry["body"]]
        abilities = [each for each in found if each is not None]
        return finished(ability_texts(lambda: self.speaker(face=face), abilities))

    def procedure(self, name: str) -> Wording:
        """What a procedure of the mode does; its parameters are called by their names."""
        entry = self.names.tables["procedures"][name]
        speaker = self.speaker()
        for position, parameter in enumerate(entry["params"]):
            name = parameter.replace("_", " ")
            speaker.locals[position] = self.language.phrase(self.language.find("reference.parameter"), {"name": name})
        return finished([ability_text(speaker, entry["body"])])

    def end_of_phase(self, name: str) -> Wording:
        """When a phase is over that does not end by passing; no paragraphs for the others."""
        over = self.names.tables["phases"][name]["over"]
        speaker = self.speaker()
        said = [] if over is None else [speaker.say("windows.over", condition=clause(speaker, over))]
        return finished(said)

    def statement(self, block: list[Any], bindings: dict[int, str] | None = None) -> str:
        """A statement, or a block of them, as a short label."""
        nodes = [block] if block and isinstance(block[0], str) else block
        speaker = self.speaker()
        for slot, name in (bindings or {}).items():
            speaker.locals[slot] = self.language.noun_phrase(name)
        return label(sentences(speaker, nodes))


def printer(program: Record, name: str = "en") -> Printer:
    """A printer for a program. Who prints much keeps one."""
    return Printer(program, name)


def of_record(program: Record, record_id: str) -> Wording:
    """The rules text of a card, token or monster; ``record_id`` with or without its pack."""
    return printer(program).record(record_id)


def of_ability(program: Record, ability: Record) -> Wording:
    """One ability of the program."""
    return finished([printer(program).ability(ability)])


def of_rule(program: Record, rule_id: str) -> Wording:
    """The abilities of a rule of the mode."""
    return printer(program).entry("rules", rule_id)


def of_face(program: Record, face_id: str) -> Wording:
    """What a face of the dice does."""
    return printer(program).entry("faces", face_id)


def of_bonus(program: Record, bonus_id: str) -> Wording:
    """What a bonus of a space does."""
    return printer(program).entry("bonuses", bonus_id)


def of_space(program: Record, space_id: str) -> Wording:
    """What a space of a track does of its own; no paragraphs for most."""
    return printer(program).entry("spaces", space_id)


def of_counter(program: Record, counter_id: str) -> Wording:
    """The abilities of a counter; no paragraphs for most."""
    return printer(program).entry("counters", counter_id)


def of_procedure(program: Record, procedure_id: str) -> Wording:
    """What a procedure of the mode does."""
    return printer(program).procedure(procedure_id)


def of_statement(program: Record, block: list[Any], bindings: dict[int, str] | None = None) -> str:
    """A statement or block as a short label: ``Pull Fame 1``.

    ``bindings`` says what names bound before stand for, by slot: ``{0: "Acid Attack"}``.
    """
    return printer(program).statement(block, bindings)


def of_option(
    program: Record, block: list[Any], bindings: dict[int, str] | None = None, price: tuple[int, str] | None = None
) -> str:
    """The label of one option, with its price: ``Buy Acid Attack (6 Energy)``; ``price`` is a number and a counter."""
    said = of_statement(program, block, bindings)
    if price is None:
        return said
    made = printer(program)
    number, counter = price
    what = quantity(made.speaker(), ["int", number], made.names.noun("counters", counter))
    return made.language.say("labels.price", label=said, what=unmarked(what))


def label_of_action(program: Record, ability: Record) -> str:
    """The label of an action: its own, or what it does; with its price."""
    return labelled(program, ability["label"], ability["body"], ability["cost"])


def label_of_offer(program: Record, offer: Record, body: list[Node]) -> str:
    """The label of an offer (the ability's ``offer``, or ``{"label", "cost"}`` of a ``may``)."""
    return labelled(program, offer["label"], body, offer["cost"])


def labelled(program: Record, own: str, body: list[Node], cost: Record | None) -> str:
    made = printer(program)
    said = own or made.statement(body)
    if cost is None:
        return said
    return made.language.say("labels.cost", label=said, cost=unmarked(price_text(made.speaker(), cost)))
