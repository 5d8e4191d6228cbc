"""How a record works: what each ability listens to, what it looks at and changes, and its limits; from the program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kaiju_compiler.wording import Wording
from kaiju_compiler.wording.abilities import event_of, window_text
from kaiju_compiler.wording.blocks import cost_text
from kaiju_compiler.wording.clauses import clause
from kaiju_compiler.wording.events import event
from kaiju_compiler.wording.runs import runs_of
from kaiju_compiler.wording.sentences import label, tidy
from kaiju_runtime.nodes import abilities_in, mappings_in, nodes_in
from kaiju_runtime.primitives import FORMS, OPERATIONS, VERBS
from kaiju_site.games import Game, Link
from kaiju_site.text import capital

Data = dict[str, Any]

RESOURCES = {
    "dice": "dice",
    "chance": "chance",
    "spent": "spent symbols",
    "loc": "where pieces lie",
    "at": "where players stand",
    "owner": "whose piece it is",
    "alive": "who is still in the game",
    "stats": "numbers that effects modify",
    "totals": "what has happened this turn",
    "turn": "the turn",
    "phase": "the phase",
    "queue": "who takes the next turn",
    "copy": "what is copied",
    "event": "the event at hand",
    "seen": "who may see a card",
    "result": "who wins",
}
"""What the registry calls state, in words."""

_VERB_OF = {form.op: verb for verb in VERBS.values() for form in verb.forms}


@dataclass(frozen=True)
class Working:
    """One ability taken apart."""

    when: Wording
    """What sets it off; empty for what simply holds, or happens when the record is resolved."""
    kind: str
    changes: tuple[Link, ...]
    looks_at: tuple[Link, ...]
    limits: tuple[str, ...]
    place: str


KINDS = {
    "resolve": "Happens when it is resolved",
    "modify": "Holds as long as it is in play",
    "cannot": "Forbids, as long as it is in play",
    "action": "May be used",
    "soon": "Watches a condition",
    "when": "Answers what has happened",
    "before": "Comes before what is about to happen",
    "always": "Is checked all the time",
}


def workings(game: Game, definition: Data) -> list[Working]:
    """The abilities of a record in the order of its file."""
    abilities = [each for each in (definition["body"], *definition["abilities"]) if each is not None]
    return [_working(game, each) for each in abilities if each["body"] or each["form"] != "resolve"]


def _working(game: Game, ability: Data) -> Working:
    looks = [each for each in reads(ability) if each not in writes(ability)]
    return Working(
        _when(game, ability),
        KINDS.get(ability["form"], capital(ability["form"])),
        tuple(_named(game, each) for each in writes(ability)),
        tuple(_named(game, each) for each in looks),
        tuple(_limits(game, ability)),
        str(ability["where"]),
    )


def _when(game: Game, ability: Data) -> Wording:
    speaker = game.printer.speaker()
    if ability["on"] is not None:
        heard = ability["form"] == "before"
        return _phrase(event_of(speaker, ability) if heard else event(speaker, ability["on"], "when"))
    if ability["form"] == "soon" and ability["if"] is not None:
        return _phrase(game.printer.language.say("abilities.soon", condition=clause(speaker, ability["if"]), body="…"))
    if ability["form"] == "action":
        return _phrase(window_text(speaker, ability["window"]))
    return Wording(())


def _limits(game: Game, ability: Data) -> Iterator[str]:
    """Costs, conditions, budgets, order."""
    speaker = game.printer.speaker()
    if ability["cost"] is not None:
        yield f"costs: {_plain(cost_text(speaker, ability['cost']))}"
    if ability["if"] is not None and ability["form"] not in ("soon",):
        yield f"only if {_plain(clause(speaker, ability['if']))}"
    if ability["once"] >= 0:
        yield "once per turn"
    if ability["offer"] is not None or any(_holds(node, "may") for node in ability["body"]):
        yield "may be declined"
    if ability["first"]:
        yield "comes before what else answers the same event"
    if ability["until"]:
        yield "ends by itself"
    if ability["table"]:
        yield "belongs to the table and runs once"


def _phrase(text: str) -> Wording:
    """A part of a sentence, with a capital."""
    return Wording((runs_of(tidy(text)),))


def _plain(text: str) -> str:
    """A part of a sentence that goes on a line."""
    said = label(text)
    return said[:1].lower() + said[1:]


def _holds(value: Any, operation: str) -> bool:
    if isinstance(value, list):
        return (bool(value) and value[0] == operation) or any(_holds(each, operation) for each in value)
    return isinstance(value, dict) and any(_holds(each, operation) for each in value.values())


# --- what it reads and writes --------------------------------------------------------------------


def writes(ability: Data) -> list[str]:
    """What an ability changes: ``counters:id``, ``stats:id``, ``faces:id`` (their number), or a resource."""
    found: dict[str, None] = {}
    for node in nodes_in([ability["body"], ability["offer"], ability["cost"]]):
        if node[0] in FORMS:
            counters = _operands(node, "counters")
            found |= dict.fromkeys(f"counters:{each}" for each in counters)
            if not counters:
                found |= dict.fromkeys(each for each in FORMS[node[0]].writes if each != "counter")
        elif node[0] == "call":
            found[f"procedures:{node[3]}"] = None
    stat = ability["stat"]
    if isinstance(stat, list):
        found |= dict.fromkeys(_stat(stat))
    for cost in costs([ability["cost"], ability["offer"], ability["body"]]):
        if isinstance(cost["what"], str):
            found[f"counters:{cost['what']}"] = None
        else:
            found["spent"] = None
    return [each for each in found if each != "chance"]


def reads(ability: Data) -> list[str]:
    """What an ability looks at, in the same way."""
    found: dict[str, None] = {}
    for node in nodes_in(
        [ability["body"], ability["if"], ability["of"], ability["for"], ability["changes"], ability["on"]]
    ):
        operation = OPERATIONS.get(node[0])
        if node[0] == "get":
            found[f"counters:{node[1]}"] = None
        elif node[0] in ("stat", "value"):
            found[f"{'stats' if node[0] == 'stat' else 'values'}:{node[1]}"] = None
        elif node[0] in ("count_face", "unspent"):
            found |= dict.fromkeys(
                f"faces:{each[1]}" for each in node[1:2] if isinstance(each, list) and each[0] == "face"
            )
            found["dice"] = None
        elif operation is not None:
            found |= dict.fromkeys(each for each in operation.reads if each not in ("counter", "stats"))
    return list(found)


def costs(value: Any) -> Iterator[Data]:
    """Every price in a piece of a program."""
    return (each for each in mappings_in(value, "verb", "what") if each["verb"] in ("pay", "spend"))


def _operands(node: list[Any], table: str) -> list[str]:
    """The operands of a verb's node that are ids of a table."""
    operands = (("node", "r"), ("who", "e?"), *FORMS[node[0]].operands)
    return [
        str(operand)
        for (_, storage), operand in zip(operands, node[1:], strict=False)
        if storage == f"c:{table}" and isinstance(operand, str)
    ]


def _stat(stat: list[Any]) -> Iterator[str]:
    if stat[0] == "count" and isinstance(stat[1], list) and stat[1][0] == "face":
        yield f"faces:{stat[1][1]}"
    elif stat[0] in ("stat", "most"):
        yield f"{'stats' if stat[0] == 'stat' else 'counters'}:{stat[1]}"
    elif stat[0] == "price":
        yield "price"


def _named(game: Game, about: str) -> Link:
    """What is read or written, by the name that the mode gives it."""
    table, colon, _ = about.partition(":")
    if not colon:
        return Link(RESOURCES.get(about, about))
    if table == "faces":
        return Link(f"number of {game.name(about)}", game.find(about))
    if table == "procedures":
        return Link(f"“{game.name(about)}”", game.find(about))
    return Link(game.name(about).partition("@")[0], game.find(about))


# --- keywords ------------------------------------------------------------------------------------

FORM_WORDS = {"soon": "as soon as", "next": "next time", "next_before": "next time", "resolve": ""}
"""How a form of ability is written, where that is not its name."""


def keywords(definition: Data) -> list[str]:
    """The verbs and forms of the language in the abilities of a record, in order."""
    found: dict[str, None] = {}
    for ability in abilities_in([definition["body"], *definition["abilities"]]):
        found[FORM_WORDS.get(ability["form"], ability["form"])] = None
        if ability["once"] >= 0:
            found["once per turn"] = None
        if ability["first"]:
            found["first"] = None
        for node in nodes_in(ability["body"]):
            if node[0] in _VERB_OF:
                found[_VERB_OF[node[0]].name] = None
            elif OPERATIONS[node[0]].role == "control" if node[0] in OPERATIONS else False:
                word = OPERATIONS[node[0]].word
                found[word] = None
        found |= dict.fromkeys(cost["verb"] for cost in costs([ability["cost"], ability["offer"], ability["body"]]))
    return [each for each in found if each and each not in ("call", "until")]
