"""The templates of a language: ``grammar/wording/en.yaml``, read once, and how one is filled.

A template is a text with

* ``{name}``: an operand; ``{name.own}`` its possessive ("your"), ``{name.object}`` its form as an object ("them");
* ``[have|has]``: agreement. The first alternative goes with *you*, with several and with the bare verb, the
  second with one; ``[are|is|be]`` has a third one for the bare verb. It agrees with what is passed as subject,
  else with the first operand of the template that can be one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from ruamel.yaml import YAML

from kaiju_compiler.data_files import grammar_file
from kaiju_compiler.wording.idioms import idiom_of
from kaiju_compiler.wording.runs import CLOSE, unmarked

TOKEN = re.compile(r"\{(\w+)(?:\.(\w+))?\}|\[([^\[\]]*\|[^\[\]]*)\]")

MANY, ONE, BARE, PAST = 0, 1, 2, 3


@dataclass(frozen=True)
class Phrase:
    """A noun phrase: as subject, as possessive, as object; and whether its verb is that of several."""

    text: str
    own: str
    object: str
    many: bool = False

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Noun:
    """A noun in singular and plural."""

    one: str
    many: str

    def by(self, number: int) -> str:
        return self.one if number == 1 else self.many


class Language:
    """One language: its templates by section and name, and the rules of its endings."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.idioms = {sort: [idiom_of(entry) for entry in entries] for sort, entries in data["idioms"].items()}

    def find(self, path: str) -> Any:
        """The entry at ``section.name``; ``None`` if there is none."""
        section, _, name = path.partition(".")
        found = self.data.get(section)
        return found.get(name) if name and isinstance(found, dict) else found

    def say(self, path: str, **values: object) -> str:
        """The filled template at ``section.name``; a missing one is an error of the language's file."""
        template = self.find(path)
        if not isinstance(template, str):
            raise KeyError(f"the wording has no template {path}")
        form = values.pop("form", None)
        return fill(template, values, form if isinstance(form, int) else None)

    def ending(self, rule: str, text: str) -> str:
        """The text with the first ending that fits: ``possessive``, ``plural``, ``third``, ``gerund`` …"""
        mark = CLOSE if text.endswith(CLOSE) else ""
        bare = text.removesuffix(CLOSE)
        for pattern, replacement in self.data["endings"][rule]:
            changed, count = re.subn(pattern, replacement, bare, count=1)
            if count:
                return str(changed) + mark
        return text

    def third(self, verb: str) -> str:
        """The third person of a verb, which may have more words behind it: *reaches level*."""
        first, space, more = verb.partition(" ")
        return self.ending("third", first) + space + more

    def past(self, verb: str) -> str:
        """What was done: *reached level*; "did" with the verb where its past is irregular."""
        first, space, more = verb.partition(" ")
        return self.ending("past", first) + space + more

    def phrase(self, entry: str | dict[str, Any], values: dict[str, object], many: bool = False) -> Phrase:
        """A noun phrase from its entry: a template, or a mapping of its forms."""
        if isinstance(entry, str):
            return self.noun_phrase(fill(entry, values), many)
        text = fill(entry["text"], values)
        own = fill(entry["own"], values) if "own" in entry else self.ending("possessive", text)
        return Phrase(text, own, fill(entry.get("object", entry["text"]), values), bool(entry.get("many", many)))

    def noun_phrase(self, text: str, many: bool = False) -> Phrase:
        return Phrase(text, self.ending("possessive", text), text, many)

    def indefinite(self, noun: str) -> str:
        """``a card``, ``an Energy die``."""
        vowel = re.match(self.data["vowels"], unmarked(noun)) is not None
        return self.say("article.vowel" if vowel else "article.other", noun=noun)

    def listed(self, parts: list[str], joint: str = "and") -> str:
        """``a, b and c``."""
        if len(parts) < 2:
            return "".join(parts)
        if joint == "and" and any(self.say("lists.and", first="", last="") in each for each in parts):
            joint = "and_comma"
        return self.say(f"lists.{joint}", first=self.say("lists.comma").join(parts[:-1]), last=parts[-1])


def fill(template: str, values: dict[str, object], form: int | None = None, default: int = ONE) -> str:
    """The template with its operands. ``form`` decides the agreement; else the first operand, else ``default``."""
    subject = next(
        (
            value
            for name, attribute, _ in TOKEN.findall(template)
            if name and not attribute and isinstance(value := values.get(name), Phrase)
        ),
        None,
    )
    agreed = default if subject is None else MANY if subject.many else ONE
    chosen = agreed if form is None else form

    def replace(token: re.Match[str]) -> str:
        name, attribute, alternatives = token.groups()
        if alternatives is not None:
            forms = alternatives.split("|")
            return str(forms[chosen] if chosen < len(forms) else forms[MANY])
        value = values[name]
        return str(getattr(value, attribute) if attribute else value)

    return TOKEN.sub(replace, template)


@cache
def language(name: str = "en") -> Language:
    """The language of that name."""
    with grammar_file(f"wording/{name}.yaml").open(encoding="utf-8") as file:
        return Language(YAML(typ="safe").load(file))
