"""Abilities: what stands before their body (event, condition, budget, window), and lasting effects."""

from __future__ import annotations

import re
from collections.abc import Callable

from kaiju_compiler.wording.blocks import cost_text, may_text, offered, replaced, sentences
from kaiju_compiler.wording.clauses import clause, shared
from kaiju_compiler.wording.events import (
    BOUNDARIES,
    OF_PIECES,
    all_subjects,
    boundary,
    counts,
    counts_faces,
    event,
    forbidden,
    is_of_piece,
    subject,
    takes_clause,
    they,
)
from kaiju_compiler.wording.language import Phrase, fill
from kaiju_compiler.wording.modifiers import modified, orders
from kaiju_compiler.wording.names import Node, Record, nodes_of
from kaiju_compiler.wording.runs import CLOSE, OPEN, marked
from kaiju_compiler.wording.speaker import (
    SUBJECT,
    YOU,
    Deferred,
    Referent,
    Speaker,
    about,
    conjunction,
    conjuncts,
    known,
    phrase,
)
from kaiju_compiler.wording.statements import Clause, predicated, writes
from kaiju_compiler.wording.totals import TOLD, counts_event, sums

ONE_IS_LEFT: Node = ["=", ["size", ["players"]], ["int", 1]]


def ability_text(s: Speaker, ability: Record) -> str:
    """One ability as a paragraph, without its capital and full stop."""
    form = ability["form"]
    if form in ("modify", "cannot"):
        text = lasting(s, ability, ability["until"])
    elif form == "action":
        text = action(s, ability)
    elif form == "soon":
        body = body_text(s.having(alone=ability["if"] == ONE_IS_LEFT), ability)
        text = s.say("abilities.soon", condition=clause(s.having(soon=True), ability["if"]), body=body)
    elif form == "resolve":
        text = sentences(s.having(fresh=True), ability["body"], separate=True)
    else:
        text = trigger(s, ability)
    return s.say("abilities.first", sentence=text) if ability["first"] else text


def ability_texts(speaker: Callable[[], Speaker], abilities: list[Record]) -> list[str]:
    """A paragraph for each ability; those that do the same at several moments are one."""
    found: list[tuple[str, list[str]]] = []
    for ability in abilities:
        text, moment = ability_text(speaker(), ability), moment_of(speaker(), ability)
        rest = text.replace(moment, SUBJECT, 1) if moment else text
        if found and moment and found[-1][0] == rest:
            found[-1][1].append(moment)
        else:
            found.append((rest, [moment] if moment else []))
    listed = speaker().language.listed
    return [rest.replace(SUBJECT, listed(moments), 1) if moments else rest for rest, moments in found]


def moment_of(s: Speaker, ability: Record) -> str:
    """When a trigger is, that answers to no more than a moment and may do so each time."""
    pattern = ability["on"]
    is_moment = ability["form"] == "when" and ability["once"] < 0 and pattern["event"] in BOUNDARIES
    return event_of(s, ability) if is_moment else ""


# --- triggers ------------------------------------------------------------------------------------------------------


def trigger(s: Speaker, ability: Record, way: str = "") -> str:
    """``when``, ``before`` and ``next time``: the event with the conditions that can be said in it, then the rest."""
    pattern = ability["on"]
    inner = s.having(event=pattern, they=they(s, pattern), ahead=ability["form"] in ("before", "next_before"))
    amount, extra, rest = folded(inner, ability)
    bind_event(inner, pattern)
    said = event_of(inner, ability, way, amount, extra)
    nth = [each for each in rest if how_often(inner, pattern, each)]
    if nth:
        said = s.say("abilities.again", event=said, ordinal=s.language.data["ordinals"][nth[0][2][1]])
    rest, sentence_once = budget(inner, ability, [each for each in rest if each not in nth])
    inner = about_subject(inner, pattern)
    condition = conjunction(rest)
    body = body_text(inner.having(within=condition is not None), ability)
    if condition is not None:
        form = "trigger_if_if" if ability["body"][:1] and ability["body"][0][0] == "if" else "trigger_if"
        text = s.say(f"abilities.{form}", event=said, condition=clause(inner, condition), body=body)
    else:
        text = s.say("abilities.trigger", event=said, body=body)
    return fill(sentence_once, {"sentence": text}) if sentence_once else text


def event_of(s: Speaker, ability: Record, way: str = "", amount: tuple[str, int] | None = None, extra: str = "") -> str:
    """The event of a trigger. What a body changes only would happen; whose moment it is is said if they matter."""
    pattern, form = ability["on"], ability["form"]
    if pattern["event"] in BOUNDARIES:
        they_matter = "who" not in pattern["tests"] and ["they"] in nodes_of([ability["if"], ability["body"]])
        return boundary(s, pattern, way or form, they_matter)
    return event(s, pattern, way or ("would" if form == "before" and changes_it(ability) else form), amount, extra)


def changes_it(ability: Record) -> bool:
    """Whether the event at hand may be prevented, or change its number, by what is done before it."""
    return any(
        node[0] in ("prevent", "prevent_some", "add")
        or (node[0] == "record" and node[2]["form"] == "cannot" and node[2]["on"]["event"] == ability["on"]["event"])
        for node in nodes_of(ability["body"])
    )


def how_often(s: Speaker, pattern: Record, condition: Node) -> bool:
    """Whether a condition says that the event is the second, third … one of its kind in this turn."""
    if (
        condition[:1] != ["="]
        or condition[1][0] != "total"
        or condition[2][0] != "int"
        or pattern["event"] in BOUNDARIES
        or has_amount(s, pattern)
    ):
        return False
    return counts_event(s, condition[1], pattern) and condition[2][1] in s.language.data["ordinals"]


def has_amount(s: Speaker, pattern: Record) -> bool:
    """Whether one event may count for several in a total: so many are lost, or a procedure takes a number."""
    return sums(s, pattern) or pattern["event"] in (*TOLD, "roll", "reroll")


def about_subject(s: Speaker, pattern: Record) -> Speaker:
    """Whom the event is about is "they" in what follows."""
    test = pattern["tests"].get("who")
    return about(s, test[2]) if test is not None and test[:2] == ["=", ["it"]] and test[2] != ["this"] else s


def bind_event(s: Speaker, pattern: Record) -> None:
    """The thing that the event binds is "that space" afterwards."""
    if pattern["slot"] < 0:
        return
    kind = bound_noun(s, pattern)
    s.locals[pattern["slot"]] = kind


def bound_noun(s: Speaker, pattern: Record) -> Referent:
    name, bound = pattern["event"], pattern["bound"]
    test = pattern["tests"].get(bound)
    many = bound == "dice"
    if bound.startswith("argument:"):
        position = int(bound.partition(":")[2])
        return Referent(s.names.parameter(pattern["key"], position), False, "piece")
    if many:
        return Referent(s.names.thing("die"), True, "die")
    for each in conjuncts(test):
        if each[0] == "is_kind":
            return Referent(s.names.noun("kinds", each[2]), False, "piece")
        if each[0] == "is_space":
            return Referent(s.names.thing("space"), False, "space")
    if bound == "who" and name not in OF_PIECES and not is_of_piece(s, pattern):
        return Referent(s.names.thing("player"), False, "player")
    kind = {"move_marker": "marker", "resolve_thing": "thing", "resolve_face": "face"}.get(name, "piece")
    return Referent(s.names.thing(kind), False, kind)


def folded(s: Speaker, ability: Record) -> tuple[tuple[str, int] | None, str, list[Node]]:
    """Conditions said within the event: on its number, and on what it binds; and those that are left."""
    pattern, rest = ability["on"], conjuncts(ability["if"])
    amount: tuple[str, int] | None = None
    clauses: list[str] = []
    left: list[Node] = []
    probe = s.having(locals={**s.locals, pattern["slot"]: Phrase(SUBJECT, "\x06", SUBJECT)})
    for each in rest:
        if (
            amount is None
            and (pattern["event"] in ("gain", "lose", "resolve_face") or counts_faces(s, pattern) or counts(s, pattern))
            and pattern["key"]
            and each[0] in ("=", "<", "<=", ">", ">=")
            and each[1] == ["amount"]
            and each[2][0] == "int"
        ):
            amount = (each[0], each[2][1])
        elif pattern["slot"] >= 0 and takes_clause(pattern) and (said := about_bound(probe, each)):
            clauses.append(said)
        else:
            left.append(each)
    return amount, s.language.listed(shared(s, clauses)), left


def about_bound(s: Speaker, condition: Node) -> str:
    """The condition as a relative clause of what the event binds; empty where it cannot be one."""
    if condition[0] == "or":
        return either(s, [about_bound(s, each) for each in condition[1:]])
    text = clause(s, condition)
    if not text.startswith(SUBJECT):
        return ""
    pronoun = s.of("reference.candidate")
    return (s.say("relative.subject") + text[1:]).replace(SUBJECT, pronoun.text).replace("\x06", pronoun.own)


def either(s: Speaker, parts: list[str]) -> str:
    """ "that has the bonus Energy or Dice token"; empty where one of the parts cannot be said so."""
    heads = {part[: part.rfind(OPEN)] if part.endswith(CLOSE) else part for part in parts}
    if "" in parts:
        return ""
    if len(heads) == 1:
        parts = [parts[0], *(part[part.rfind(OPEN) :] for part in parts[1:])]
    return s.language.listed(parts, "or")


def budget(s: Speaker, ability: Record, rest: list[Node]) -> tuple[list[Node], str]:
    """The template for "once per turn", and the conditions less the one on whose turn it is, if it says that too."""
    if ability["once"] < 0:
        return rest, ""
    for each in rest:
        if each[0] == "=" and each[1] == ["active"]:
            who = phrase(s, each[2])
            return [other for other in rest if other is not each], once_on(s, who)
    pattern = ability["on"]
    test = None if pattern is None else pattern["tests"].get("who")
    if pattern is not None and pattern["event"] in BOUNDARIES and test is not None and test[0] == "=":
        return rest, once_on(s, subject(s, pattern))
    return rest, str(s.language.find("abilities.once"))


def once_on(s: Speaker, who: Phrase) -> str:
    template = str(s.language.find("abilities.once_yours"))
    return template.replace("{who.own}", who.own)


def body_text(s: Speaker, ability: Record) -> str:
    """The body, or the offer of it."""
    offer = ability["offer"]
    body = ability["body"]
    if offer is not None:
        return may_text(s, offer["who"], offer["cost"], body)
    if replaced(s, body):
        return s.say("instead", block=sentences(s, body[1:], named=of_others(s)))
    return sentences(s, body)


def of_others(s: Speaker) -> bool:
    """Whether the event at hand is what another player does, so that an order instead of it would read as theirs."""
    if s.event is None or s.event["event"] not in ("gain", "lose", "call", "eliminate", "win"):
        return False
    test = s.event["tests"].get("who")
    return test is not None and test[-1] not in (YOU, ["this"])


# --- actions -------------------------------------------------------------------------------------------------------


def action(s: Speaker, ability: Record) -> str:
    """What somebody may do in a window, and at what price."""
    own_turn = ability["once"] >= 0 and ability["window"] == "turn"
    window = "" if own_turn else window_text(s, ability["window"])
    if ability["if"] is not None:
        window = s.say("abilities.prefix", window=window, condition=clause(s, ability["if"]))
    you, cost = phrase(s, YOU), ability["cost"]
    if cost is None:
        text = s.say(
            "abilities.action", window=window, who=you, body=offered(s.having(within=True), ability["body"], YOU)
        )
    else:
        form = "action_spend" if cost["verb"] == "spend" else "action_pay"
        text = s.say(
            f"abilities.{form}", window=window, who=you, cost=cost_text(s, cost), body=sentences(s, ability["body"])
        )
    return s.say("abilities.once_yours", who=you, sentence=text) if ability["once"] >= 0 else text


def window_text(s: Speaker, window: str) -> str:
    """``when buying Power Cards``, or ``during the Night phase``, from the name of the phase."""
    if window in ("turn", "any"):
        return s.say(f"windows.{window}")
    entry = s.names.entry("phases", window)
    name = entry["name"]
    if re.match(s.language.data["windows"]["prepositions"], name):
        return s.say("windows.named", phase=marked(f"phases:{window}", "", name[:1].lower() + name[1:]))
    first, _, others = name.partition(" ")
    words = s.language.data["windows"]
    if not first.lower().endswith("ing") and first.lower() not in words["verbs"]:
        name = re.sub(words["around"], "", name)  # "The Dusk Phase" is said as "the Dusk phase"
        return s.say("windows.during", phase=marked(f"phases:{window}", "", name))
    gerund = s.language.ending("gerund", first.lower())
    return s.say("windows.doing", gerund=marked(f"phases:{window}", "", f"{gerund} {others}".strip()))


# --- lasting effects -----------------------------------------------------------------------------------------------


def lasting(s: Speaker, ability: Record, until: list[Record], ordered: bool = False) -> str:
    """A modifier or prohibition, while a condition holds or until something happens; ``ordered``: by a statement."""
    condition = None if ability["if"] is None else clause(s, ability["if"])
    s = about_condition(s, ability, condition or "")
    if ability["form"] == "cannot":
        who = all_subjects(s, ability["on"])
        test = ability["on"]["tests"].get("who")
        others = test is not None and test[0] == "in" and known(s, test[2])[1] == ["others"]
        said = "abilities.none_other_can" if others else "abilities.cannot"
        text = s.say(said, who=who, base=forbidden(s, ability["on"]))
    else:
        text = modified(
            s, ability, standing=ability["if"] is None and not until, ordered=ordered and orders(s, ability)
        )
    if until:
        ends = [event(about(s, ability["for"]), pattern, "until") for pattern in until]
        text = s.say("abilities.until", sentence=text, until=s.language.listed(ends, "or_until"))
    return text if condition is None else s.say("abilities.while", condition=condition, sentence=text)


def about_condition(s: Speaker, ability: Record, condition: str) -> Speaker:
    """Whom the condition begins with is "they" in what lasts while it is true."""
    test = ability["on"]["tests"].get("who") if ability["form"] == "cannot" else None
    who = test[2] if test is not None and test[:2] == ["=", ["it"]] else ability["for"]
    named = who is not None and condition.startswith(f"{phrase(s, who).text} ")
    return about(s, who) if named else s


@writes("record")
def record(s: Speaker, node: Node) -> Clause:
    """An effect that a statement starts; what it captured is read where the statement stands."""
    ability = node[2]
    bound = {position: Deferred(each, s) for position, each in enumerate(node[3])}
    inner = s.having(locals=dict(bound))
    if (skipped := skips_next(inner, ability)) is not None:
        return skipped
    if ability["form"] in ("next", "next_before"):
        phase = phase_of_turn(ability)
        return Clause(whole=trigger(inner, ability) if phase is None else trigger(inner, phase, "turn"), long=True)
    text = lasting(inner, ability, node[4] or ability["until"], ordered=True)
    if ability["form"] == "modify" and orders(s, ability):
        return Clause(forms=(text, text, text), long=True)
    return Clause(whole=text, long=True)


def skips_next(s: Speaker, ability: Record) -> Clause | None:
    """``next time before turn of P starts: prevent``, and nothing else: P skips their next turn."""
    pattern, body = ability["on"], ability["body"]
    if ability["form"] != "next_before" or ability["if"] or [each[0] for each in body] != ["prevent"]:
        return None
    test = pattern["tests"].get("who")
    if pattern["event"] not in ("turn_starts", "phase_starts") or test is None or test[:2] != ["=", ["it"]]:
        return None
    who = test[2]
    own = (phrase(s, YOU) if known(s, who)[1] == YOU else s.of("reference.again")).own
    phase = pattern["key"] and s.names.name("phases", pattern["key"])
    template = s.language.find("statements.skip_next_phase" if phase else "statements.skip_next_turn")
    return predicated(s, who, template, {"own": own, "phase": phase})


def phase_of_turn(ability: Record) -> Record | None:
    """The trigger inside ``next time turn of P starts: next time PHASE of P ends: …``, and of nothing else."""
    body = ability["body"]
    if ability["on"]["event"] != "turn_starts" or ability["if"] or ability["offer"] or len(body) != 1:
        return None
    if "who" not in ability["on"]["tests"]:
        return None
    inner: Record | None = body[0][2] if body[0][0] == "record" and not body[0][3] else None
    if inner is None or inner["form"] != "next" or inner["on"]["event"] not in ("phase_starts", "phase_ends"):
        return None
    return inner if inner["on"]["tests"] == ability["on"]["tests"] else None


__all__ = ["ability_text", "action", "lasting", "known", "window_text"]
