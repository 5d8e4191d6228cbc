"""The words that the registry declares, arranged for looking up: verbs, pronouns, attributes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from kaiju_compiler.resolve.types import type_of
from kaiju_compiler.symbols import Symbol, Type
from kaiju_runtime.primitives import FORMS, OPERATIONS, VERBS
from kaiju_runtime.primitives.registry import Operation, Verb

QUIET_FORMS = frozenset({"move_piece", "move_player", "shift"})
"""Forms of verbs with a subject that do the same whoever is the subject."""

ALIASES = {"other": "others", "player": "players", "them": "they"}
ENDINGS = "_ref"

NOUNS = {"face": "face", "faces": "face", "die": "die", "dice": "die", "space": "space", "spaces": "space"}
"""Nouns of the language for things that are no pieces, singular and plural."""


@dataclass(frozen=True)
class VerbWord:
    """A word that is a verb here: of the language or a procedure of the mode, base or third person."""

    word: str
    verb: Verb | None
    procedure: Symbol | None
    third: bool

    @property
    def base(self) -> str:
        return self.verb.name if self.verb else self.procedure.name if self.procedure else self.word

    @property
    def third_word(self) -> str:
        return self.verb.third if self.verb else third_person(self.base)


@cache
def third_person(name: str) -> str:
    """``buys``, ``passes``, ``carries``; of a name of several words the first is the verb: ``reaches_level``."""
    name, line, more = name.partition("_")
    if line:
        return third_person(name) + line + more
    if re.search("[^aeiou]y$", name):
        return name[:-1] + "ies"
    if name.endswith(("s", "x", "z", "ch", "sh", "o")):
        return name + "es"
    return name + "s"


@cache
def pronouns() -> dict[str, tuple[str, Type]]:
    """Every pronoun: its operation and type."""
    found = {}
    for op, declared in OPERATIONS.items():
        if declared.role == "pronoun":
            found[declared.word.removesuffix(ENDINGS)] = (op, type_of(declared.result))
    found.update({alias: found[word] for alias, word in ALIASES.items()})
    return found


@cache
def attributes() -> dict[tuple[str, str], Operation]:
    """The attributes that the language knows, by the kind they are read of and their word."""
    found: dict[tuple[str, str], Operation] = {}
    for declared in OPERATIONS.values():
        if declared.role == "attribute" and not declared.word.startswith("("):
            kinds = ("piece", "space") if declared.of == "thing" else (declared.of,)
            for kind in kinds:
                found.setdefault((kind, declared.word), declared)
    return found


@cache
def verb_words() -> dict[str, tuple[Verb, bool]]:
    """The verbs of the language by base form and third person."""
    found: dict[str, tuple[Verb, bool]] = {}
    for verb in VERBS.values():
        found[verb.third] = (verb, True)
        found[verb.name] = (verb, False)
    return found


@cache
def participles() -> dict[str, Verb]:
    return {verb.participle: verb for verb in VERBS.values() if verb.participle}


@cache
def verb_of_form() -> dict[str, Verb]:
    """Which verb a form belongs to."""
    return {form.op: verb for verb in VERBS.values() for form in verb.forms}


@cache
def language_words() -> frozenset[str]:
    """Words that no bound name may be: verbs, pronouns, functions and nouns of the language."""
    functions = {each.word for each in OPERATIONS.values() if each.role == "function" and each.word[0].isalpha()}
    return frozenset({*verb_words(), *pronouns(), *functions, *NOUNS, "option", "starts", "ends"})


def operands_of(op: str) -> tuple[tuple[str, str], ...] | None:
    """Names and storage codes of an operation's operands, or ``None`` if it is not known."""
    if op in FORMS:
        return (("node", "r"), ("who", "e?"), *FORMS[op].operands)
    declared = OPERATIONS.get(op)
    return declared.operands if declared else None
