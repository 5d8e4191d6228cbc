"""Bare names: which of its meanings fits where it stands, and what to say if none does."""

from __future__ import annotations

from dataclasses import dataclass

from kaiju_compiler import syntax
from kaiju_compiler.resolve import attributes, samples, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.rulebook_pronouns import meant_by_it, meant_by_they, note_meant
from kaiju_compiler.resolve.rulebook_subjects import help_for_name
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import SECOND_SEAT, UNKNOWN, WORDS, Node, Value, Want, kind_text, listed, say_type
from kaiju_compiler.suggest import in_figures, near
from kaiju_compiler.superlatives import function_of
from kaiju_compiler.symbols import Symbol, Type

REFERENCES = {
    "face": "face",
    "counter": "counter_ref",
    "phase": "phase_ref",
    "bonus": "bonus_ref",
    "track": "track_ref",
    "piece": "piece_ref",
    "space": "space_ref",
}
"""Symbols that are things by themselves, and the operation that names each; in the order of looking up."""


@dataclass(frozen=True)
class Meaning:
    """One meaning of a name."""

    type: Type
    node: Node
    symbol: Symbol | None = None
    problem: tuple[str, str, str] | None = None
    """Code, message and help to report if this meaning is taken."""
    words: Symbol | None = None
    own: bool = False
    """A property of the candidate of a selection."""


def resolve_name(run: Run, env: Env, name: syntax.Name, want: Want) -> Value:
    """The value of a bare name, of the kinds that are wanted if it can be."""
    binding = env.names.get(name.id)
    if binding is not None:
        binding.used = True
        if binding.wants is not None and binding.type.name == "unknown" and want.kinds:
            binding.wants.append((want, name.span))
        return Value(env.local(binding), binding.type, name.span, binding=binding)
    if env.bare and env.it == UNKNOWN and name.id not in words.pronouns():
        return Value(["none"], UNKNOWN, name.span)  # perhaps a property of a candidate that is reported already
    found = meanings(run, env, name.id, want.words)
    fitting = [each for each in found if want.takes(each.type)]
    if not fitting:
        return _report_name(run, env, name, want, found)
    if not want.kinds and not fitting[0].own and len({each.type.name for each in fitting}) > 1:
        return _report_ambiguous(run, name, fitting)
    if fitting[0].problem is not None:
        note_meant(env, name.id)
    return take(run, name, fitting[0])


def take(run: Run, name: syntax.Name, meaning: Meaning) -> Value:
    """The value of one meaning; reports what speaks against it."""
    if meaning.symbol is not None:
        run.use(meaning.symbol)
    if meaning.problem is not None:
        code, message, help = meaning.problem
        run.report(code, message, name.span, help)
        return Value(["none"], UNKNOWN, name.span)
    return Value(meaning.node, meaning.type, name.span, meaning.words)


def meanings(run: Run, env: Env, name: str, field: Symbol | None = None) -> list[Meaning]:
    """Everything that a name means here, but for bound names; the nearest meaning first."""
    found: list[Meaning] = []
    if env.it is not None and env.bare:
        found.extend(
            Meaning(each.type, each.node, each.symbol, words=each.words, own=True)
            for each in attributes.find(run, env.it, ["it"], name)
        )
    if name in words.pronouns():
        found.append(_pronoun(run, env, name))
    if field is not None:
        found.extend(_word(run, name, field))
    found.extend(_symbols(run, name))
    found.extend(_nouns(run, name))
    if field is None:
        found.extend(
            Meaning(Type("word", of=each.id), ["word_ref", each.id], each)
            for each in run.scope.tables.get("word", {}).get(name, [])
        )
    return found


def _word(run: Run, name: str, field: Symbol) -> list[Meaning]:
    """The word of a field, where one of that field's is wanted."""
    if name not in field.words:
        return []
    symbol = run.scope.find("word", name)
    return [Meaning(Type("word", of=field.id), ["word_ref", symbol.id if symbol else name], symbol)]


def _symbols(run: Run, name: str) -> list[Meaning]:
    """What the mode calls by that name."""
    found = []
    for kind, op in REFERENCES.items():
        for symbol in run.scope.tables.get(kind, {}).get(name, [])[:1]:
            type = Type(kind, of=symbol.parents[0]) if kind == "piece" and symbol.parents else Type(kind)
            found.append(Meaning(type, [op, symbol.id], symbol))
    for symbol in run.scope.tables.get("place", {}).get(name, []):
        found.append(Meaning(Type("space", True), ["group", symbol.id], symbol))
    for symbol in run.scope.tables.get("zone", {}).get(name, []):
        problem = None
        if symbol.holder == "player":
            problem = ("name-holder", f"each player has a {name} of their own", f"write `your {name}` or `{name} of …`")
        found.append(Meaning(Type("zone"), ["zone_ref", symbol.id], symbol, problem))
    return found


def _nouns(run: Run, name: str) -> list[Meaning]:
    """All things that a noun names: `faces`, `cards`."""
    found = []
    if words.NOUNS.get(name) == "face":
        found.append(Meaning(Type("face", True), ["all_faces"]))
    symbol = run.scope.find("kind", name)
    if symbol is not None:
        found.append(Meaning(Type("piece", True, symbol.id), ["pieces", symbol.id, None, ""], symbol))
    return found


def _pronoun(run: Run, env: Env, name: str) -> Meaning:
    op, type = words.pronouns()[name]
    node: Node = [op]
    problem = None
    if op == "this":
        type = run.context.this or UNKNOWN
        if run.context.this is None:
            problem = (
                "pronoun-this",
                "there is no `this` here: no piece or space carries this effect",
                "name the piece, or say whose it is, such as `you`",
            )
    elif op == "it":
        type = env.it or UNKNOWN
        if env.it is None:
            problem = (
                "pronoun-it",
                "`it` is the candidate of a selection, and there is none here",
                meant_by_it(run, env) or "use it behind `where`, as in `faces where count(it) >= 2`",
            )
    elif op == "rival" and not run.scope.two_players and run.context.owner == "example":
        node = list(SECOND_SEAT)
    elif op == "rival" and not run.scope.two_players:
        problem = (
            "pronoun-rival",
            "there is no one rival in a mode for more than two players",
            "write `others` if all are meant; to mean one, `choose an other as NAME` on the line before, and use NAME",
        )
    elif op in ("they", "amount"):
        return _of_event(env, op, type)
    elif op in ("you", "rival", "others") and not run.context.you:
        so = "" if op == "you" else f", and so no `{name}`"
        problem = (
            "pronoun-you",
            f"there is no `you` here{so}",
            "say of whom, as in `count(players)`",
        )
    return Meaning(type, node, None, problem)


def _of_event(env: Env, op: str, type: Type) -> Meaning:
    """`they` and `amount`: of the event at hand, remembered by what lasts beyond it."""
    if not env.event:
        return Meaning(
            type,
            [op],
            None,
            (
                "pronoun-event",
                f"`{op}` belongs to an event, and nothing is happening here",
                meant_by_they(env, op) or "use it under `when`, `before` or `next time`, or in the effect of a face",
            ),
        )
    frame = env.frame
    if env.event_frame is frame or env.event_frame is None:
        return Meaning(type, [op])
    slot = frame.keep(op, [op])
    return Meaning(type, ["local", slot, op, kind_text(type)])


def _report_ambiguous(run: Run, name: syntax.Name, fitting: list[Meaning]) -> Value:
    kinds = listed(list(dict.fromkeys(say_type(each.type) for each in fitting)), "and")
    help = "use it where its kind is clear, for instance as what a verb acts on"
    if any(each.type.name == "counter" for each in fitting):
        help = f"if the counter is meant, write whose: `you.{name.id}`"
    run.report("name-ambiguous", f"`{name.id}` is {kinds}; nothing here tells which is meant", name.span, help)
    return Value(["none"], UNKNOWN, name.span)


def _report_name(run: Run, env: Env, name: syntax.Name, want: Want, found: list[Meaning]) -> Value:
    """Reports a name that does not fit: as what it is, or as unknown."""
    known = known_names(run, env, want)
    kind = _other_kind(run, name.id)
    if found or kind:
        counters = [each for each in found if each.type.name == "counter" and "number" in want.kinds]
        nearest = next(iter(counters or found), None)
        what = say_type(nearest.type) if nearest else WORDS.get(kind, (kind,))[0]
        help = _kind_help(name.id, nearest.type.name if nearest else kind, want) or _near_help(name.id, known)
        help = help or _player_help(name.id, found, want) or _pieces_help(run, name.id, found, want)
        help = help or samples.wanted(run, want, [each for each in known if each != name.id])
        run.report("name-wrong-kind", f"`{name.id}` is {what}; here {want.say()} is wanted", name.span, help)
    else:
        help = _owned_help(run, name, want) or _noun_help(name, want)
        help = help or (help_for_name(run, name) if want.takes(Type("player")) else "")
        report_unknown(run, name, want.say(), known, help or samples.wanted(run, want, known))
    return Value(["none"], UNKNOWN, name.span)


def _owned_help(run: Run, name: syntax.Name, want: Want) -> str:
    """A slip of what each player has of their own: a counter, stat or value where a number is wanted, or a zone."""
    if want.kinds == ("number",):
        owned = {each: f"you.{each}" for kind in ("counter", "stat", "value") for each in run.scope.names(kind)}
    elif want.takes(Type("zone")):
        owned = {each: f"your {each}" for each in _zones(run, of_players=True)}
    else:
        return ""
    guesses = near(name.id, owned)
    return samples.did_you_mean([owned[each] for each in guesses]) if guesses else ""


def _noun_help(name: syntax.Name, want: Want) -> str:
    """Dice and spaces by themselves, which are somebody's or of a track."""
    kind = words.NOUNS.get(name.id, "")
    whose = {"die": "your roll", "space": "TRACK"}.get(kind, "")
    return f"say of what, as in `{name.id} of {whose}`" if whose and want.takes(Type(kind, True)) else ""


def _zones(run: Run, of_players: bool) -> list[str]:
    """The zones that each player has, or those of the table."""
    tables = run.scope.tables.get("zone", {})
    return [name for name, found in tables.items() if (found[0].holder == "player") == of_players]


def _player_help(name: str, found: list[Meaning], want: Want) -> str:
    """A monster, or another piece, where its player is wanted."""
    alone = "player" in want.kinds and not {"piece", "thing"} & set(want.kinds)
    return f"write whose piece it is: `{name}.owner`" if alone and _is_piece(found) else ""


def _pieces_help(run: Run, name: str, found: list[Meaning], want: Want) -> str:
    """A zone, or the word of a field, where pieces are wanted."""
    if "piece" not in want.kinds or not found:
        return ""
    noun, kind = samples.noun(run), found[0].type.name
    if kind == "zone" and want.many == "one":
        return f"say what in it is meant: `top of {name}`, or one that is chosen first: `choose a … of {name} as NAME`"
    if kind == "zone":
        return f"say what in it is meant: `{noun} of {name}`, or `top of {name}`"
    word = found[0].symbol
    holder = "" if kind != "word" or word is None or word.type is None else word.type.of
    fields = (each for some in run.scope.tables.get("field", {}).values() for each in some)
    field = next((each for each in fields if each.id == holder and each.parents), None)
    if field is None:
        return ""
    owner = run.scope.find("kind", field.parents[0])
    noun = owner.plural if owner is not None else noun
    return f"say which pieces are so: `{noun} where {field.name} = {name}`"


def _is_piece(found: list[Meaning]) -> bool:
    return any(each.type.name == "piece" and not each.type.many for each in found)


def _near_help(name: str, known: list[str]) -> str:
    """The name that is one or several of what the name, which means something else, is several or one of."""
    guesses = [each for each in near(name, known) if each.rstrip("s") == name.rstrip("s")]
    return samples.did_you_mean(guesses) if guesses else ""


def report_name(run: Run, name: syntax.Name, wanted: str, known: list[str]) -> None:
    """Reports a name that should be one of ``known``: as what it is, or as unknown."""
    kind = next((kind for kind in (*REFERENCES, "zone", "place", "kind") if run.scope.find(kind, name.id)), "")
    kind = kind or _other_kind(run, name.id)
    if not kind:
        report_unknown(run, name, wanted, known)
        return
    run.report(
        "name-wrong-kind",
        f"`{name.id}` is {WORDS.get(kind, (kind,))[0]}; here {wanted} is wanted",
        name.span,
        _near_help(name.id, known) or samples.for_instance(known),
    )


def report_unknown(run: Run, name: syntax.Name, wanted: str, known: list[str], help: str = "") -> None:
    """Reports a name that means nothing, with the names that were probably meant."""
    read = run.scope.read_as(name.id, known)
    guesses = read or near(name.id, known)
    if read:
        help = samples.by_id(read, name.id)
    elif guesses:
        help = samples.did_you_mean(guesses)
    help = help or samples.for_instance(known)
    fix = guesses[0] if len(guesses) == 1 else None
    if name.id == "the":
        help, fix = "leave `the` out", None
    elif function := function_of([name.id]):
        help = f"the {name.id} is said with a condition: `… where N = {function}(N of …)`, N a number that each has"
        fix = None
    elif wanted == "a number" and (figures := in_figures(name.id)):
        help, fix = f"write `{figures}`", figures
    run.report("name-unknown", f"nothing here is called `{name.id}`; {wanted} is wanted", name.span, help, fix=fix)


def _other_kind(run: Run, name: str) -> str:
    """The kind of a symbol that is no value by itself: a stat, value, field or option."""
    kinds = ("stat", "value", "option", "field", "space_field", "procedure")
    found = next((kind for kind in kinds if run.scope.find(kind, name)), "")
    return found or ("verb" if name in words.verb_words() else "")


def _kind_help(name: str, kind: str, want: Want) -> str:
    """What to write instead, where a name of that kind can be made to fit."""
    if kind == "counter" and "number" in want.kinds:
        return f"write whose it is: `you.{name}`"
    return {
        "stat": f"write whose it is: `you.{name}`",
        "value": f"write whose it is: `you.{name}`",
        "option": f"write `option.{name}`",
        "field": f"write of which piece: `this.{name}`",
        "space_field": f"write of which space: `this.{name}`",
        "verb": "a verb begins a sentence of its own",
        "procedure": "a verb begins a sentence of its own",
    }.get(kind, "")


def known_names(run: Run, env: Env, want: Want) -> list[str]:
    """Every name that fits: bound names, properties of the candidate, pronouns, and names of the mode."""
    several = want.many in ("set", "noun")
    found = [name for name, each in env.names.items() if want.takes(each.type)]
    if env.it is not None and env.bare:
        found += [word for word, type in attributes.known(run, env.it) if want.takes(type)]
    for word in words.pronouns():
        meaning = _pronoun(run, env, word)
        in_number = want.many == "any" or meaning.type.many == several
        if meaning.problem is None and meaning.type != UNKNOWN and want.takes(meaning.type) and in_number:
            found.append(word)
    for kind in REFERENCES:
        if want.takes(Type(kind)) and not several:
            found += run.scope.names(kind)
    if want.takes(Type("zone")):
        found += _zones(run, of_players=False)
    if want.takes(Type("space")):
        found += run.scope.names("place")
    if want.many != "one" and want.takes(Type("face")):
        found += [noun for noun, kind in words.NOUNS.items() if kind == "face"]
    if want.many != "one" and want.takes(Type("piece")):
        found += run.scope.names("kind")
    if want.words is not None:
        return list(want.words.words)
    return found
