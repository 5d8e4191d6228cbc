"""Whoever speaks: the names, the language, and what the words of one ability stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from kaiju_compiler.wording.idioms import Idiom, Match, first_match
from kaiju_compiler.wording.language import Language, Noun, Phrase, fill
from kaiju_compiler.wording.names import Names, Node, Record
from kaiju_runtime.primitives import FORMS, OPERATIONS

SUBJECT, OWN = "\x05", "\x06"
"""Stand for the candidate of a selection until it is known whether a relative clause can begin with it."""

YOU: Node = ["you"]


@dataclass(frozen=True)
class Deferred:
    """A name for an expression: read where it was bound."""

    node: Node
    speaker: Speaker


@dataclass(frozen=True)
class Referent:
    """Something chosen or bound before: "that card", "those dice"."""

    noun: Noun
    many: bool
    kind: str = ""


Binding: TypeAlias = "Phrase | Deferred | Referent"


@dataclass
class Speaker:
    """What is known where a node stands. ``locals`` belongs to one ability; all else is replaced, never changed."""

    names: Names
    language: Language
    this: Phrase
    locals: dict[int, Binding] = field(default_factory=dict)
    heads: dict[int, Noun] = field(default_factory=dict)
    """The bare noun of what a name stands for, where the name is said in other words."""
    event: Record | None = None
    """The pattern of the event at hand; a face that is being resolved counts as one."""
    ahead: bool = False
    """Whether this event is still to come, so that no total counts it."""
    face_body: bool = False
    it: Phrase | None = None
    among: Node | None = None
    """What ``it`` is one of, within a condition on it."""
    they: Phrase | None = None
    soon: bool = False
    """Whether the condition at hand is waited for."""
    fresh: bool = False
    """Whether the piece at hand is new, so that nothing lies on it."""
    within: bool = False
    """Whether a condition or a loop stands before the sentence, so that "otherwise" must not leave it."""
    inside: bool = False
    """Whether the sentences of a block must stay in one, because what comes after that is not of the block."""
    compared: Node | None = None
    """The comparison that the statement at hand depends on: the difference of its sides is that."""
    alone: bool = False
    """Whether the only player who is left is spoken of."""
    antecedent: Node | None = None
    """The subject of the sentence: named again, it is "they"."""

    def having(self, **changes: Any) -> Speaker:
        return replace(self, **changes)

    def say(self, path: str, **values: object) -> str:
        return self.language.say(path, **values)

    def idioms(self, sort: str) -> list[Idiom]:
        """The special cases for ``clauses`` or ``phrases``."""
        return self.language.idioms[sort]

    def of(self, path: str, **values: object) -> Phrase:
        """The noun phrase at ``section.name``."""
        return self.language.phrase(self.language.find(path), values)


Say: TypeAlias = Callable[[Speaker, Node], Phrase]
PHRASES: dict[str, Say] = {}
"""Phrases that need more than their template, by operation."""


def says(*ops: str) -> Callable[[Say], Say]:
    """Enter the function for some operations that are values."""

    def enter(function: Say) -> Say:
        for op in ops:
            PHRASES[op] = function
        return function

    return enter


def known(s: Speaker, node: Node) -> tuple[Speaker, Node]:
    """The expression that a name stands for, with the speaker who bound it; else the node itself."""
    while node[0] == "local" and isinstance(bound := s.locals.get(node[1]), Deferred):
        s, node = bound.speaker.having(antecedent=s.antecedent), bound.node
    return s, node


def phrase(s: Speaker, node: Node) -> Phrase:
    """The noun phrase of an expression."""
    s, node = known(s, node)
    if s.antecedent is not None and node == s.antecedent and node != YOU:
        return s.of("reference.again")
    if s.compared is not None and node == ["-", *s.compared[1:]]:
        return s.of("reference.difference")
    found = first_match(s.idioms("phrases"), node)
    if found is not None:
        return s.language.noun_phrase(fill(found[0].text, idiom_values(s, found[1])))
    special = PHRASES.get(node[0])
    if special is not None:
        return special(s, node)
    return s.language.phrase(s.language.find("phrases." + node[0]), operands(s, node))


def operands(s: Speaker, node: Node) -> dict[str, object]:
    """The operands of a node by name, as they read."""
    declared = (
        OPERATIONS[node[0]].operands
        if node[0] in OPERATIONS
        else (("node", "r"), ("who", "e?"), *FORMS[node[0]].operands)
    )
    said = {name: operand(s, storage, value) for (name, storage), value in zip(declared, node[1:], strict=True)}
    return {"token": s.names.token_noun.one, "card": s.names.card_noun.one, **said}


def operand(s: Speaker, storage: str, value: Any) -> object:
    kind, _, table = storage.partition(":")
    if value is None:
        return ""
    if kind in ("e", "e?", "E1"):
        return phrase(s, value)
    if kind == "E":
        return s.language.listed([str(phrase(s, each)) for each in value])
    if kind == "c":
        return named(s, table, value)
    return value if isinstance(value, str | int) else ""


def named(s: Speaker, table: str, name: str) -> object:
    """An entry of a table: counters, stats and kinds as nouns in the plural, pieces as phrases."""
    if table in ("counters", "stats"):
        return s.names.noun(table, name).many
    if table == "kinds":
        return s.names.noun(table, name).one
    if table == "pieces":
        return s.names.piece(name)
    entry = s.names.entry(table, name) if table == "fields" else {}
    if entry.get("kind") == "piece" and "name" not in entry and s.names.has_tokens:
        return s.names.token_noun.one
    return s.names.name(table, name)


def idiom_values(s: Speaker, found: Match) -> dict[str, object]:
    """What the names of a special case read as; ``op`` is a comparison with ``n``."""
    values: dict[str, object] = {"token": s.names.token_noun.one, "card": s.names.card_noun.one}
    values["it"] = s.it or s.of("reference.candidate")
    values["they"] = s.they or s.of("phrases.they")
    for pattern, node in found.items():
        name, _, table = pattern[1:].partition(":")
        if table == "#":
            values[name] = s.say(f"numbers.{node}", n=found.get("$n", ""))
        elif table:
            values[name] = named(s, table, node)
            values[f"{name}_many"] = s.names.noun(table, node).many
        else:
            values[name] = phrase(s, node) if isinstance(node, list) else node
    return values


def about(s: Speaker, who: Node | None) -> Speaker:
    """The speaker inside a sentence with that subject."""
    if who is None or who == YOU:
        return s
    return s.having(antecedent=known(s, who)[1])


def conjuncts(node: Node | None) -> list[Node]:
    """The parts of a condition that must all be true, less "has a bonus" beside "has a bonus other than …"."""
    found = conjoined(node)
    other = [each[1] for each in found if each[0] == "!=" and each[2][0] == "bonus_ref"]
    return [each for each in found if not (each[0] == "!=" and each[2] == ["none"] and each[1] in other)]


def conjoined(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return [*conjoined(node[1]), *conjoined(node[2])] if node[0] == "and" else [node]


def conjunction(parts: list[Node]) -> Node | None:
    """One condition of several parts."""
    found: Node | None = None
    for part in parts:
        found = part if found is None else ["and", found, part]
    return found


@says("local")
def local(s: Speaker, node: Node) -> Phrase:
    """A bound name: as it was said first, or "that card", "those dice"."""
    bound = s.locals.get(node[1])
    if isinstance(bound, Phrase):
        return bound
    if isinstance(bound, Referent):
        form = "several" if bound.many else "one"
        return s.of(f"reference.{form}", noun=bound.noun.many if bound.many else bound.noun.one)
    return s.language.noun_phrase(str(node[2]).replace("_", " "))


@says("this")
def this(s: Speaker, node: Node) -> Phrase:
    return s.this


@says("players")
def players(s: Speaker, node: Node) -> Phrase:
    return s.of("reference.alone" if s.alone else "phrases.players")


@says("it")
def candidate(s: Speaker, node: Node) -> Phrase:
    return s.it or s.of("reference.candidate")


@says("they")
def they(s: Speaker, node: Node) -> Phrase:
    return s.they or s.of("phrases.they")


@says("piece_ref")
def piece_ref(s: Speaker, node: Node) -> Phrase:
    return s.names.piece(node[1])
