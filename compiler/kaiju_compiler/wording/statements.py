"""Plain statements: a verb with its objects, ready for any subject and mood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from kaiju_compiler.wording.choices import chosen, remember
from kaiju_compiler.wording.idioms import first_match
from kaiju_compiler.wording.language import BARE, MANY, ONE, Noun, Phrase, fill
from kaiju_compiler.wording.names import Node
from kaiju_compiler.wording.numbers import bare, face_noun, plus_each, quantity, unit_of
from kaiju_compiler.wording.runs import marked, unmarked
from kaiju_compiler.wording.speaker import YOU, Referent, Speaker, about, idiom_values, known, operands, phrase
from kaiju_runtime.primitives import FORMS


@dataclass(frozen=True)
class Clause:
    """One statement. Either a subject with its predicate in three forms, or a ``whole`` sentence."""

    forms: tuple[str, str, str] = ("", "", "")
    who: Phrase | None = None
    """The subject; ``None``: you, unsaid."""
    subject: Node | None = None
    whole: str = ""
    long: bool = False
    """Whether it stands as a sentence of its own, not in a list of several."""
    scoped: bool = False
    """Whether it holds a block, so that what comes after it must be told apart: "then …"."""
    op: str = ""
    """The verb, by which clauses in a row are seen to be alike."""

    def plain(self, s: Speaker, named: bool = False) -> str:
        """As a main clause: an order to you, or what somebody else does. ``named``: where an order would be theirs."""
        if self.whole:
            return self.whole
        if self.who is None and named:
            return s.say("subject", who=phrase(s, YOU), predicate=self.forms[MANY])
        if self.who is None:
            return self.forms[BARE]
        return s.say("subject", who=self.who, predicate=self.forms[MANY if self.who.many else ONE])

    def bare(self, s: Speaker, actor: Node) -> str:
        """After "may": what the actor does, or has somebody do."""
        if self.whole:
            return s.say("have_whole", sentence=self.whole)
        if (self.subject is None and (actor == YOU or self.who is None)) or self.subject == actor:
            return self.forms[BARE]
        who = self.who or phrase(s, YOU)
        return s.say("have", who=who, predicate=self.forms[BARE])


Write: TypeAlias = Callable[[Speaker, Node], Clause]
STATEMENTS: dict[str, Write] = {}
"""Statements that need more than their template, by operation."""


def writes(*ops: str) -> Callable[[Write], Write]:
    """Enter the function for some operations that are statements."""

    def enter(function: Write) -> Write:
        for op in ops:
            STATEMENTS[op] = function
        return function

    return enter


def statement(s: Speaker, node: Node) -> Clause:
    """The clause of a statement."""
    found = first_match(s.idioms("statements"), node)
    if found is not None:
        return predicated(s, node[2], found[0].text, idiom_values(s, found[1]))
    special = STATEMENTS.get(node[0])
    return special(s, node) if special is not None else formed(s, node, node[0], {})


def formed(s: Speaker, node: Node, template: str, extra: dict[str, object]) -> Clause:
    """A form of a verb by its template."""
    inner = about(s, node[2])
    entry = s.language.find(f"statements.{template}")
    text = entry["text"] if isinstance(entry, dict) else entry
    values = {**operands(inner, node), **counted(inner, node, entry), **extra}
    return predicated(s, node[2], text, values)


def predicated(s: Speaker, who: Node | None, template: str, values: dict[str, object], long: bool = False) -> Clause:
    forms = tuple(fill(template, values, form) for form in (MANY, ONE, BARE))
    subject = None if who is None else known(s, who)[1]
    name = None if subject is None or subject == YOU else subject_phrase(s, who or YOU)
    return Clause((forms[0], forms[1], forms[2]), name, subject, long=long)


def subject_phrase(s: Speaker, who: Node) -> Phrase:
    return phrase(s, who)


def counted(s: Speaker, node: Node, entry: Any) -> dict[str, object]:
    """``what``: the number of a counter, face or thing that the form names."""
    fields = dict(zip((name for name, _ in FORMS[node[0]].operands), node[3:], strict=True))
    if "n" not in fields:
        return {}
    if "counter" in fields:
        return {"what": quantity(s, fields["n"], s.names.noun("counters", fields["counter"]))}
    if "face" in fields:
        return {"what": quantity(s, fields["n"], face_noun(s, fields["face"])), "symbols": symbols(s, fields["n"])}
    if isinstance(entry, dict) and "count" in entry:
        return {"what": things(s, fields["n"], s.names.thing(entry["count"]))}
    return {}


def things(s: Speaker, number: Node, noun: Noun) -> str:
    """So many of a thing; a stat that is called like it is "your dice"."""
    inner, node = known(s, number)
    if node[0] == "stat" and unmarked(inner.names.noun("stats", node[1]).many) == noun.many:
        return s.say("groups.own_all", own=phrase(inner, node[2]).own, many=noun.many)
    if unit_of(s, number) is None and node[0] not in ("int", "amount"):
        return s.say("quantities.as_many", many=noun.many, value=phrase(s, number))
    return quantity(s, number, noun)


def symbols(s: Speaker, number: Node) -> str:
    noun: Noun = s.names.thing("symbol")
    return noun.by(number[1] if number[0] == "int" else 2)


# --- verbs whose wording depends on their operands ------------------------------------------------------------------


@writes("move_piece")
def move_piece(s: Speaker, node: Node) -> Clause:
    kind, toward, to = node[5], node[6], known(s, node[4])[1]
    if toward is not None:
        return formed(s, node, "move_piece_toward", {})
    if kind == "player":
        mover = YOU if node[2] is None else known(s, node[2])[1]
        return formed(s, node, "move_piece_you" if to == mover else "move_piece_player", {})
    if kind == "zone" and to[0] == "zone_ref" and s.names.entry("zones", to[1]).get("order") == "stack":
        return formed(s, node, "move_piece_top", {})
    return formed(s, node, "move_piece", {})


@writes("move_player")
def move_player(s: Speaker, node: Node) -> Clause:
    return formed(s, node, "move_yourself" if known(s, node[3])[1] == YOU else "move_player", {})


@writes("step")
def step(s: Speaker, node: Node) -> Clause:
    return formed(s, node, "step" if node[5] is None else "step_toward", {})


@writes("shift")
def shift(s: Speaker, node: Node) -> Clause:
    base, other = node[4].partition("@")[0], node[7].partition("@")[0]
    if base != other:
        return formed(s, node, "shift_to", {})
    mover = YOU if node[2] is None else known(s, node[2])[1]
    source, to = (known(s, each)[1] for each in (node[5], node[6]))
    given = source == mover and not s.names.on_piece(node[7])
    return formed(s, node, "shift_you" if to == mover else "shift_player" if given else "shift", {})


@writes("gain", "lose")
def gain_or_lose(s: Speaker, node: Node) -> Clause:
    """Players gain and lose; on a piece something is put, and removed from it."""
    if node[0] == "lose" and loses_all(s, node):
        return lose_all(s, node)
    if not s.names.on_piece(node[4]):
        return formed(s, node, node[0], {})
    what = quantity(s, node[3], s.names.noun("counters", node[4]))
    template = s.language.find("statements.put_on" if node[0] == "gain" else "statements.remove_from")
    return predicated(s, None, template, {"what": what, "piece": phrase(s, node[2])})


def loses_all(s: Speaker, node: Node) -> bool:
    """Whether as much of a counter is lost as the loser has."""
    _, number = known(s, node[3])
    who = YOU if node[2] is None else node[2]
    return number[0] == "get" and number[1] == node[4] and number[2] in (who, known(s, who)[1])


def lose_all(s: Speaker, node: Node) -> Clause:
    many = s.names.noun("counters", node[4]).many
    if s.names.on_piece(node[4]):
        values: dict[str, object] = {"counter": many, "of": phrase(s, node[2])}
        return predicated(s, None, s.language.find("statements.remove_all"), values)
    owner = phrase(about(s, node[2]), known(s, node[3])[1][2])
    return formed(s, node, "lose_all", {"own": owner.own, "many": many})


@writes("set_counter")
def set_counter(s: Speaker, node: Node) -> Clause:
    """A counter of a piece: put on it while the piece is new, all of them removed for 0."""
    number = known(s, node[5])[1]
    if s.names.on_piece(node[3]) and number == ["int", 0]:
        return formed(s, node, "remove_all", {})
    if s.names.on_piece(node[3]) and number[0] == "int" and s.fresh and node[4] == ["this"]:
        what = quantity(s, number, s.names.noun("counters", node[3]))
        return formed(s, node, "put_on", {"what": what, "piece": phrase(s, node[4])})
    return formed(s, node, "set_counter", {})


@writes("reveal")
def reveal(s: Speaker, node: Node) -> Clause:
    if node[4] is None:
        return formed(s, node, "reveal", {})
    return formed(s, node, "reveal_to" if known(s, node[4])[1] == YOU else "reveal_other", {})


@writes("resolve_thing")
def resolve_thing(s: Speaker, node: Node) -> Clause:
    """Something to be resolved; of what has bonuses, the bonus is applied."""
    bound = s.locals.get(node[3][1]) if node[3][0] == "local" else None
    noun = bound.noun if isinstance(bound, Referent) else s.heads.get(node[3][1]) if bound is not None else None
    return formed(s, node, "resolve_bonus" if noun in s.names.bonus_nouns else "resolve_thing", {})


@writes("roll_aside")
def roll_aside(s: Speaker, node: Node) -> Clause:
    s.locals[node[4]] = Referent(s.names.thing("die"), True, "die")
    return formed(s, node, "roll_aside", {})


@writes("prevent")
def prevent(s: Speaker, node: Node) -> Clause:
    name = s.event["event"] if s.event is not None else ""
    form = {"phase_starts": "prevent_phase", "turn_starts": "prevent_turn"}.get(name, "prevent")
    return formed(s, node, form, {})


@writes("prevent_some")
def prevent_some(s: Speaker, node: Node) -> Clause:
    amount = known(s, node[3])[1]
    if amount[0] == "-" and known(s, amount[1])[1] == ["amount"] and amount[2][0] == "int":
        return formed(s, node, "prevent_beyond", {"n": amount[2][1]})
    name = of_counter(s)
    if name and s.event is not None and s.event["key"]:
        noun = s.names.noun("counters", s.event["key"])
        return changed_number(s, node, f"fewer.{name}_{'amount' if noun.one == noun.many else 'counted'}")
    number, each = bare(s, node[3])
    return formed(s, node, "prevent_each" if each else "prevent_some", {"n": number, "each": each})


@writes("add")
def add(s: Speaker, node: Node) -> Clause:
    return changed_number(s, node, f"added.{of_counter(s) or 'other'}")


def of_counter(s: Speaker) -> str:
    """The event at hand, if somebody gains or loses by it."""
    name = s.event["event"] if s.event is not None else ""
    return name if name in ("gain", "lose") else ""


def changed_number(s: Speaker, node: Node, path: str) -> Clause:
    """The event at hand with so many more or fewer, said of whoever gains or loses."""
    number, each = bare(s, node[3])
    if known(s, node[3])[1][0] == "amount":
        number = s.say("added.amount")
    template = str(s.language.find(path)) + (str(s.language.find("added.each")) if each else "")
    subject = ["they"] if of_counter(s) and s.they != phrase(s, YOU) else None
    return predicated(s, subject, template, {"n": number, "each": each})


@writes("eliminate")
def eliminate(s: Speaker, node: Node) -> Clause:
    if known(s, node[3])[1] == YOU:
        return Clause(whole=s.say("statements.eliminate_you"))
    return formed(s, node, "eliminate", {})


@writes("end_game")
def end_game(s: Speaker, node: Node) -> Clause:
    return Clause(whole=s.say("statements.end_game"))


@writes("pay")
def pay(s: Speaker, node: Node) -> Clause:
    return formed(s, node, "pay" if node[5] is None else "pay_from", {})


@writes("call")
def call(s: Speaker, node: Node) -> Clause:
    """A procedure: its verb with what it is about, then by how much."""
    inner = about(s, node[2])
    entry = s.names.entry("procedures", node[3])
    name = s.names.verb(node[3])
    kinds = entry.get("kinds", [""] * len(node[4]))
    numbers = [each for each, kind in zip(node[4], kinds, strict=True) if kind == "number"]
    faces = [each for each, kind in zip(node[4], kinds, strict=True) if kind == "face"]
    others = [phrase(inner, each).object for each, kind in zip(node[4], kinds, strict=True) if kind != "number"]
    forms = []
    for verb in (name, s.language.third(name), name):
        if len(node[4]) == 2 and len(numbers) == len(faces) == 1:
            forms.append(called_faces(inner, marked(f"procedures:{node[3]}", "", verb), numbers[0], faces[0]))
            continue
        forms.append(called(inner, marked(f"procedures:{node[3]}", "", verb), s.language.listed(others), numbers))
    subject = None if node[2] is None else known(s, node[2])[1]
    who = None if subject is None or subject == YOU else phrase(s, node[2])
    return Clause((forms[0], forms[1], forms[2]), who, subject)


def called(s: Speaker, verb: str, things: str, numbers: list[Node]) -> str:
    if not numbers:
        return s.say("calls.things" if things else "calls.plain", verb=verb, things=things)
    more = plus_each(*known(s, numbers[0]))
    if more is not None:
        number = s.say("quantities.plus", q=more[0], k=more[1].k, each=more[1].text)
        return s.say("calls.number" if things else "calls.alone", verb=verb, things=things, n=number)
    unit = unit_of(s, numbers[0])
    number, each = bare(s, numbers[0])
    literal = known(s, numbers[0])[1][0] == "int"
    if not things:
        return s.say("calls.alone_unit" if unit else "calls.alone", verb=verb, n=number, each=each)
    form = "unit" if unit else ("literal" if literal else "number")
    return s.say(f"calls.{form}", verb=verb, things=things, n=number, each=each)


def called_faces(s: Speaker, verb: str, number: Node, face: Node) -> str:
    """So many of a face; of the one that is being resolved, all."""
    if s.face_body and number == ["amount"] and s.event is not None and face == ["face", s.event["key"]]:
        return s.say("calls.all_of_face", verb=verb, many=face_noun(s, face).many)
    return s.say("calls.of_face", verb=verb, q=quantity(s, number, face_noun(s, face)))


# --- choices -------------------------------------------------------------------------------------------------------


@writes("choose", "choose_at_random")
def choose(s: Speaker, node: Node) -> Clause:
    inner = about(s, node[2])
    what = chosen(inner, node)
    remember(s, node)
    return predicated(s, node[2], s.language.find(f"statements.{node[0]}"), {"what": what}, long=True)
