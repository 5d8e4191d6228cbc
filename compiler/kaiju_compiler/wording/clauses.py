"""Conditions as clauses: "you have at least 3 Energy", and as relative clauses: "that shows Fame"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from kaiju_compiler.wording.idioms import COMPARISONS, first_match
from kaiju_compiler.wording.language import MANY, ONE, Phrase, fill
from kaiju_compiler.wording.names import Node
from kaiju_compiler.wording.runs import CLOSE, OPEN
from kaiju_compiler.wording.speaker import OWN, SUBJECT, Speaker, conjuncts, idiom_values, known, operands, phrase

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRROR = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

NONE: Node = ["none"]
IT: Node = ["it"]

Special: TypeAlias = Callable[[Speaker, Node, bool], str | None]
CLAUSES: dict[str, Special] = {}
"""Clauses that need more than their template; ``None`` falls back to it."""

Told: TypeAlias = tuple[str, Phrase, dict[str, object]]
"""A clause that can be said of several subjects at once: its template, its subject, its other operands."""
TELLERS: dict[str, Callable[[Speaker, Node], Told | None]] = {}
"""What finds such clauses; ``None`` for any other."""


def clause(s: Speaker, node: Node, positive: bool = True) -> str:
    """The condition, or its opposite, as a clause."""
    s, node = known(s, node)
    if node[0] == "in" and node[2][:1] == ["pieces"] and node[2][2] is None:
        node = ["is_kind", node[1], node[2][1]]  # among all of a kind, wherever they are
    op = node[0]
    if op == "not":
        return clause(s, node[1], not positive)
    if op in ("and", "or"):
        found = idiom(s, node, positive)
        if found is not None:
            return found
        joint = op if positive else ("or" if op == "and" else "and")
        parts = conjuncts(node) if op == "and" else node[1:]
        together = joined(s, op, parts, positive)
        if together is not None:
            return together
        clauses = merged(s, joint, parts) if positive else [clause(s, each, False) for each in parts]
        return mixed(s, joint, of_same(s, joint, clauses))
    if op in COMPARISONS:
        return comparison(s, node, positive)
    found = idiom(s, node, positive)
    if found is not None:
        return found
    special = CLAUSES.get(op)
    said = special(s, node, positive) if special is not None else None
    if said is not None:
        return said
    return fill(entry_of(s, f"clauses.{op}", positive), operands(s, node))


def mixed(s: Speaker, joint: str, parts: list[str]) -> str:
    """``and`` and ``or`` in one sentence, so that it is clear what belongs together: "A and either B or C"."""
    other = s.say("lists.or" if joint == "and" else "lists.and", first="", last="")
    if not any(other in each for each in parts):
        return s.language.listed(parts, joint)
    if joint == "or":
        return s.language.listed(parts, "or_comma")
    return s.language.listed([s.say("lists.either_of", of=each) if other in each else each for each in parts])


HAVE = re.compile(r"(.+? (?:have|has) )(.+)")


def of_same(s: Speaker, joint: str, parts: list[str]) -> list[str]:
    """What several parts begin or end with is said once: "you have no X and 3 Y", "they did X and Y this turn"."""
    words = s.language.data["totals"]
    joints = [s.say(f"lists.{each}", first="", last="") for each in ("and", "or")]
    if len(parts) < 2 or any(each in part for each in joints for part in parts):
        return parts
    if all(part.endswith(words["turn"]) for part in parts):
        parts = [*(part.removesuffix(words["turn"]) for part in parts[:-1]), parts[-1]]
        who = next((each for each in words["pronouns"] if all(part.startswith(each) for part in parts)), "")
        return [parts[0], *(part.removeprefix(who) for part in parts[1:])]
    found: list[str] = []
    start = ""
    for part in parts:
        has = HAVE.match(part)
        if has is not None and has[1] == start:
            found[-1] = s.language.listed([found[-1], has[2]], joint)
        else:
            found.append(part)
        start = has[1] if has is not None else ""
    return found


def joined(s: Speaker, op: str, parts: list[Node], positive: bool) -> str | None:
    """Parts that say the same of several things: "it is the A or B phase", "your Roll holds a 1, a 2 and a 3"."""
    if op == "or" and all(each[:2] == ["=", ["phase_now"]] and each[2][0] == "phase_ref" for each in parts):
        names = s.language.listed([s.names.name("phases", each[2][1]) for each in parts], "or")
        return fill(entry_of(s, "clauses.phase_in", positive), {"phases": names})
    if op == "and" and positive and all(some_of_face(each) and each[1][2] == parts[0][1][2] for each in parts):
        faces = [s.language.indefinite(s.names.name("faces", each[1][1][1])) for each in parts]
        return s.say("compares.count_face", of=phrase(s, parts[0][1][2]), q=s.language.listed(faces))
    return None


def told(s: Speaker, node: Node) -> Told | None:
    return next((found for tell in TELLERS.values() if (found := tell(s, node)) is not None), None)


def merged(s: Speaker, joint: str, parts: list[Node]) -> list[str]:
    """The clauses of some conditions; neighbours that say the same of different subjects are one."""
    found: list[str | list[Told]] = []
    for part in parts:
        said = told(s, part)
        last = found[-1] if found else ""
        if said is not None and isinstance(last, list) and (said[0], said[2]) == (last[0][0], last[0][2]):
            last.append(said)
        else:
            found.append(clause(s, part) if said is None else [said])
    return [each if isinstance(each, str) else of_several(s, joint, each) for each in found]


def of_several(s: Speaker, joint: str, said: list[Told]) -> str:
    """One clause of all their subjects."""
    path, subject, values = said[0]
    if len(said) > 1:
        names = s.language.listed([each[1].text for each in said], joint)
        subject = s.language.noun_phrase(names, many=joint == "and")
    return s.say(path, of=subject, **values)


def some_of_face(node: Node) -> bool:
    """Whether a condition is ``count(FACE) > 0``."""
    return node[0] == ">" and node[1][0] == "count_face" and node[1][1][0] == "face" and bool(node[2] == ["int", 0])


def entry_of(s: Speaker, path: str, positive: bool) -> str:
    """The template of a clause or of its opposite."""
    entry: Any = s.language.find(path)
    if isinstance(entry, dict):
        return str(entry["yes" if positive else "no"])
    return str(entry)


def idiom(s: Speaker, node: Node, positive: bool) -> str | None:
    """The condition by a special case; an unequal pair is also tried as the opposite of an equal one."""
    idioms = s.idioms("clauses")
    if node[0] in COMPARISONS and known(s, node[2])[1] == NONE:
        idioms = [each for each in idioms if each.node[-1] == NONE]
    for tried, sense in ((node, positive), (["=", *node[1:]], not positive)):
        if tried is not node and node[0] != "!=":
            break
        found = first_match(idioms, tried)
        if found is not None and (sense or found[0].no is not None):
            return fill(found[0].text if sense else str(found[0].no), idiom_values(s, found[1]))
    return None


def comparison(s: Speaker, node: Node, positive: bool) -> str:
    op, left, right = node
    if not positive:
        return clause(s, [OPPOSITE[op], left, right])
    found = idiom(s, node, True)
    if found is not None:
        return found
    of_track = told(s, node)
    if of_track is not None:
        return of_several(s, "and", [of_track])
    known_left, known_right = known(s, left)[1], known(s, right)[1]
    if known_right[0] == "none" and op in ("=", "!="):
        return absence(s, left, op == "=")
    if known_left[0] == "int" and known_right[0] != "int":
        return clause(s, [MIRROR[op], right, left])
    if known_right[0] == "int" and (special := CLAUSES.get("compare:" + known_left[0])) is not None:
        said = special(s, [op, known_left, known_right], True)
        if said is not None:
            return said
    if op == "<" and (below := still_below(s, known_left, known_right)) is not None:
        return below
    if known_left[0] == known_right[0] == "size" and (said := CLAUSES["versus:size"](s, node, True)) is not None:
        return said
    if (special := CLAUSES.get("extreme:" + known_right[0])) is not None:
        said = special(s, [op, known_left, known_right], True)
        if said is not None:
            return said
    if known_left[0] == "get" and known_right[0] in ("get", "most") and known_left[1] == known_right[1]:
        return versus(s, op, left, right)
    return s.say(f"clauses.{op}", left=phrase(s, left), right=phrase(s, right))


def still_below(s: Speaker, left: Node, right: Node) -> str | None:
    """What somebody has, plus what they would gain, less than they can have."""
    if s.event is None or s.event["event"] != "gain" or left[0] != "+" or left[2] != ["amount"]:
        return None
    if right[0] != "most" or left[1] != ["get", *right[1:]] or right[1] != s.event["key"]:
        return None
    return s.say("than.below", of=phrase(s, right[2]))


def versus(s: Speaker, op: str, left: Node, right: Node) -> str:
    """ "you have fewer Life Points than your rival", "… than your maximum"."""
    (s, left), (other, right) = known(s, left), known(s, right)
    of = phrase(other.having(antecedent=None), right[2])
    if right == ["most", *left[1:]] and op == "=":
        return s.say("than.full", of=phrase(s, left[2]), many=s.names.noun("counters", left[1]).many)
    against = of.text if right[0] == "get" else s.say("than.maximum", of=of)
    noun = s.names.noun("counters", left[1])
    return s.say("than.have", of=phrase(s, left[2]), q=s.say(f"than.{op}", many=noun.many, other=against))


def absence(s: Speaker, node: Node, positive: bool) -> str:
    """``X = none`` or its opposite, by what X is."""
    s, node = known(s, node)
    op = node[0]
    if s.language.find(f"absent.{op}") is None:
        return fill(entry_of(s, "absent.other", positive), {"thing": s.names.piece_noun.one, "of": phrase(s, node)})
    values = operands(s, node)
    field = str(values.get("field", ""))
    values |= {"token": s.names.token_noun.one, "a_field": s.language.indefinite(field) if field else ""}
    return fill(entry_of(s, f"absent.{op}", positive), values)


def relative(s: Speaker, where: Node, many: bool, person: bool = False) -> str:
    """The condition on ``it`` as a relative clause; ``person``: of a player."""
    candidate = Phrase(SUBJECT, OWN, SUBJECT, many)
    inner = s.having(it=candidate, antecedent=None)
    conditions = conjuncts(where)
    standing = [each for each in conditions if marker_elsewhere(each)]
    if len(standing) < 2:
        standing = []
    parts = [part_of_relative(inner, each, many, person) for each in conditions if each not in standing]
    if standing:
        names = [phrase(inner, marker) for each in standing if (marker := marker_elsewhere(each))]
        markers = s.language.listed([each.text for each in names], "nor")
        parts.append(s.say("relative.empty", markers=markers, form=ONE))
    return said_once(s, s.language.listed(one_pronoun(shared(s, parts))), person)


def marker_elsewhere(node: Node) -> Node | None:
    """The marker that does not stand on the candidate, by a condition that says this of a space or of a token."""
    if node[0] != "!=" or IT not in node[1:]:
        return None
    other = node[2] if node[1] == IT else node[1]
    if other[0] == "token_on":
        other = other[1]
    return other[1] if other[0] == "space_of" else None


def one_pronoun(parts: list[str]) -> list[str]:
    """Parts that all begin with the relative pronoun have it once: "that show Heal and belong to you"."""
    if not all(part.startswith(SUBJECT) for part in parts) or any(SUBJECT in part[1:] for part in parts):
        return parts
    return [*parts[:1], *(part[2:] for part in parts[1:])]


def said_once(s: Speaker, text: str, person: bool) -> str:
    """The relative clauses with their pronoun."""
    return text.replace(SUBJECT, s.say("relative.person" if person else "relative.subject"))


def shared(s: Speaker, parts: list[str]) -> list[str]:
    """Parts that begin alike become one: "that has a token and no bonus", "a bonus other than Smash or Heal"."""
    found: list[str] = []
    verbs = s.language.data["relative"]["shared"]
    for part in parts:
        words = part.split(" ", 2)
        start = part.rfind(" " + OPEN) + 1
        if found and start > 0 and part.endswith(CLOSE) and found[-1].startswith(part[:start] + OPEN):
            found[-1] = s.language.listed([found[-1], part[start:]], "or")
        elif found and len(words) == 3 and words[1] in verbs and found[-1].split(" ", 2)[:2] == words[:2]:
            found[-1] = s.language.listed([found[-1], words[2]])
        else:
            found.append(part)
    return found


def part_of_relative(s: Speaker, node: Node, many: bool, person: bool) -> str:
    fixed = fixed_relative(s, node, many)
    if fixed is not None:
        return fixed
    if node[0] == "or":
        parts = one_pronoun([part_of_relative(s, each, many, person) for each in node[1:]])
        return s.language.listed(parts, "or")
    return relative_clause(s, clause(s, node), many, person)


def relative_clause(s: Speaker, text: str, many: bool, person: bool = False) -> str:
    """A clause about the candidate, turned into a relative one, at whose start the candidate stands for the pronoun."""
    pronoun = s.of("reference.candidates" if many or person else "reference.candidate")
    if text.startswith(SUBJECT):
        return SUBJECT + text[1:].replace(SUBJECT, pronoun.text).replace(OWN, pronoun.own)
    if text.startswith(OWN):
        said = s.say("relative.own") + text[1:]
    else:
        said = prepositional(s, text)
    return said.replace(SUBJECT, pronoun.text).replace(OWN, pronoun.own)


def prepositional(s: Speaker, text: str) -> str:
    """ "… stands on it" becomes "on which … stands"."""
    for preposition in s.language.data["relative"]["prepositions"]:
        end = f" {preposition} {SUBJECT}"
        if text.endswith(end):
            return s.say("relative.which", preposition=preposition, clause=text.removesuffix(end))
    return s.say("relative.other", clause=text)


def fixed_relative(s: Speaker, node: Node, many: bool) -> str | None:
    """A special case that has its own relative clause, if it is about the candidate itself."""
    equal = ["=", *node[1:]] if node[0] == "!=" else node
    found = first_match(s.idioms("clauses"), equal)
    if found is None or found[1].get("$x", ["it"]) != ["it"]:
        return None
    template = found[0].relative if equal is node else found[0].relative_no
    if template is None:
        return None
    return fill(template, idiom_values(s, found[1]), default=MANY if many else ONE)


def existence(s: Speaker, node: Node, subject: str, many: bool) -> str | None:
    """``count(X where C) > 0``: the condition with "an X" as its subject, where it can be."""
    found = first_match(s.idioms("clauses"), node)
    if found is not None and found[0].exists is not None:
        said = fill(found[0].exists, idiom_values(s, found[1]), default=MANY if many else ONE)
        return s.say("clauses.exists", q=subject, clause=said)
    text = clause(s.having(it=Phrase(SUBJECT, OWN, SUBJECT, many), antecedent=None), node)
    if not text.startswith(SUBJECT) or text.count(SUBJECT) + text.count(OWN) > 1:
        return None
    return subject + text[1:]
