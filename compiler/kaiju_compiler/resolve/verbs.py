"""Plain sentences: finds the verb, fits the terms into one of its forms, and makes the node."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import calls, expressions, names, operands, samples, words
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.patterns import Shape, furthest, match, parse_pattern, say_pattern
from kaiju_compiler.resolve.problems_of_sentences import (
    report_agreement,
    report_half,
    report_no_verb,
    report_shape,
    report_subject,
    report_verb_of_rulebooks,
)
from kaiju_compiler.resolve.scopes import Binding, Env
from kaiju_compiler.resolve.types import PLAYERS, UNKNOWN, Node, Value, spec
from kaiju_compiler.resolve.words import VerbWord
from kaiju_compiler.symbols import Type
from kaiju_runtime.primitives.registry import VERBS, Form, Verb


@dataclass
class Sentence:
    """A sentence whose verb is known."""

    verb: VerbWord
    subject: Any | None
    items: list[Any]
    """What stands behind the verb."""
    phrase: syntax.Phrase
    verb_name: syntax.Name
    operands: dict[str, Any] = field(default_factory=dict)


def verb_word(run: Run, word: str) -> VerbWord | None:
    """The verb that a word is, in its base form or the third person."""
    procedures = run.scope.tables.get("procedure", {})
    if word in procedures:
        return VerbWord(word, None, procedures[word][0], False)
    for name, symbols in procedures.items():
        if words.third_person(name) == word:
            return VerbWord(word, None, symbols[0], True)
    found = words.verb_words().get(word)
    return VerbWord(word, found[0], None, found[1]) if found else None


def all_verbs(run: Run) -> list[tuple[str, str]]:
    """Base form and third person of every verb, for suggestions."""
    of_language = [(verb.name, verb.third) for verb in VERBS.values()]
    return [*of_language, *((name, words.third_person(name)) for name in run.scope.names("procedure"))]


def read_sentence(run: Run, env: Env, phrase: syntax.Phrase) -> Sentence | None:
    """The verb, subject and terms of a phrase; ``None`` if there is no verb (reported)."""
    items = list(phrase.items)
    for index in (0, 1):
        item = items[index] if index < len(items) else None
        verb = verb_word(run, item.id) if isinstance(item, syntax.Name) else None
        if verb is not None and isinstance(item, syntax.Name):
            if index and not is_known(run, env, items[0]) and report_verb_of_rulebooks(run, items[0], phrase):
                return None
            return Sentence(verb, items[0] if index else None, items[index + 1 :], phrase, item)
    report_no_verb(run, phrase, all_verbs(run), lambda index, verb: _fits(run, env, phrase, index, verb))
    return None


def is_known(run: Run, env: Env, item: Any) -> bool:
    """Whether a term is more than a word that nobody declares."""
    return not isinstance(item, syntax.Name) or item.id in env.names or bool(names.meanings(run, env, item.id))


def _fits(run: Run, env: Env, phrase: syntax.Phrase, index: int, verb: str) -> bool:
    """Whether a phrase would have the form of a sentence with a verb in place of one of its words."""
    items = list(phrase.items)
    items[index] = syntax.Name(items[index].span, verb)
    probe = run.probe()
    _say(probe, env.block(), replace(phrase, items=tuple(items), as_name=None))
    of_verbs = ("sentence-agreement", "sentence-incomplete", "sentence-left-over")
    return not any(each.code in of_verbs for each in probe.problems)


def resolve_say(run: Run, env: Env, phrase: syntax.Phrase) -> list[Node]:
    """The statements that a plain sentence becomes; none if it cannot be understood."""
    mark = len(run.problems)
    nodes = _say(run, env, phrase)
    if len(run.problems) > mark and phrase.as_name is None and not run.probing:
        _report_order(run, env, phrase, mark)
    if phrase.as_name is not None and phrase.as_name.id not in env.names:
        bind_unknown(env, phrase.as_name)
    return nodes


def _say(run: Run, env: Env, phrase: syntax.Phrase) -> list[Node]:
    """The statements of a sentence that is understood."""
    sentence = read_sentence(run, env, phrase)
    nodes: list[Node] = []
    if sentence is not None and report_half(run, sentence):
        return nodes
    if sentence is not None and sentence.verb.procedure is not None:
        nodes = calls.resolve(run, env, sentence)
    elif sentence is not None and sentence.verb.verb is not None:
        nodes = _resolve_verb(run, env, sentence, sentence.verb.verb)
    return nodes


def _report_order(run: Run, env: Env, phrase: syntax.Phrase, mark: int) -> None:
    """Reports two words that stand the wrong way round, instead of what is wrong with each of them by itself."""
    for at in range(1, len(phrase.items) - 1):
        first, second = phrase.items[at : at + 2]
        if isinstance(first, syntax.Preposition) or isinstance(second, syntax.Preposition):
            continue
        turned = replace(phrase, items=(*phrase.items[:at], second, first, *phrase.items[at + 2 :]))
        probe = run.probe()
        if _say(probe, env, turned) and not probe.problems:
            del run.problems[mark:]
            right = f"{second.span.text} {first.span.text}"
            words = " ".join(each.span.text for each in turned.items)
            span = first.span.to(second.span)
            message = f"`{span.text}` stands the wrong way round"
            run.report("value-wrong-kind", message, span, f"write `{words}`", fix=right)
            return


def _resolve_verb(run: Run, env: Env, sentence: Sentence, verb: Verb) -> list[Node]:
    """The statements that a sentence with a verb of the language becomes."""
    number = run.context.numbering.node(sentence.phrase.span)
    subject = _subject(run, env, sentence)
    turned = _turned(run, sentence)
    as_name = sentence.phrase.as_name
    shapes = [(form, match(parse_pattern(form.pattern)[1:], sentence.items, as_name)) for form in verb.forms]
    full = [(form, shape) for form, shape in shapes if shape.full]
    full = [(form, shape) for form, shape in full if shape.named] or full
    if not full:
        patterns = [say_pattern(form.pattern) for form, _ in shapes]
        best = furthest([shape for _, shape in shapes])
        index = next(i for i, (_, shape) in enumerate(shapes) if shape is best)
        report_shape(run, sentence, best, patterns[index], patterns)
        return []
    nodes = _node(run, env, sentence, subject, full, number)
    return _lay_turned(run, turned, nodes) if turned is not None else nodes


def _turned(run: Run, sentence: Sentence) -> syntax.Name | None:
    """The word `turned` behind `move TOKEN to SPACE` in an example, taken off the sentence."""
    last = sentence.items[-1] if sentence.items else None
    if run.context.owner != "example" or not isinstance(last, syntax.Name) or last.id != "turned":
        return None
    sentence.items = sentence.items[:-1]
    return last


def _lay_turned(run: Run, turned: syntax.Name, nodes: list[Node]) -> list[Node]:
    """A token that is moved to a space lies the other way round there."""
    for node in nodes:
        if node[0] == "move_piece" and node[5] == "space":
            node[4] = ["turned", node[4]]
            return nodes
    if nodes:
        run.report(
            "sentence-left-over",
            "`turned` stands only behind `move TOKEN to SPACE`",
            turned.span,
            "as in `move X to SPACE turned`",
        )
    return nodes


def _subject(run: Run, env: Env, sentence: Sentence) -> Value | None:
    """Who does it, or ``None`` if it is not said."""
    verb = sentence.verb.verb
    if sentence.subject is None:
        if sentence.verb.third:
            report_agreement(run, sentence, None)
        return None
    kinds = spec(verb.subject) if verb is not None and verb.subject else PLAYERS
    if verb is not None and not verb.subject:
        report_subject(run, sentence)
        return None
    value = expressions.resolve(run, env, sentence.subject, kinds)
    report_agreement(run, sentence, value)
    return value


def _node(
    run: Run, env: Env, sentence: Sentence, subject: Value | None, full: list[tuple[Form, Shape]], number: int
) -> list[Node]:
    """The node of the form that the operands fit, after that which binds its object if it is named."""
    chosen = operands.Operands(run, env, sentence, subject, full, number)
    form = chosen.resolve()
    if form is None:
        return []
    node: Node = [form.op, number, who_node(run, form, sentence, subject)]
    node += [chosen.node(name, storage) for name, storage in form.operands]
    before: list[Node] = []
    as_name = sentence.phrase.as_name
    if as_name is not None and not chosen.shape.named:
        before = _bind_object(run, env, as_name, form, chosen, node)
    return [*before, node]


def _bind_object(
    run: Run, env: Env, name: syntax.Name, form: Form, chosen: operands.Operands, node: Node
) -> list[Node]:
    """``reveal X as NAME``: the object gets its name first, and is what the sentence is about then."""
    for position, (operand, _) in enumerate(form.operands):
        value = chosen.values.get(operand)
        if value is not None and value.type.name in ("piece", "die", "space", "player", "unknown"):
            binding = bind(run, env, name, value.type)
            let: Node = ["let", run.context.numbering.node(name.span), binding.slot, name.id, value.node]
            node[position + 3] = env.local(binding)
            return [let]
    run.report(
        "bound-name-nothing",
        f"`{form.pattern.split()[0]}` gives nothing that could be named",
        name.span,
        "leave out `as …`",
    )
    return []


def who_node(run: Run, form: Form, sentence: Sentence, subject: Value | None) -> Node | None:
    """The subject's node: `you` when it is not said, nothing where it does not matter."""
    if subject is not None:
        return subject.node
    verb = sentence.verb.verb
    if verb is None or not verb.subject or form.op in words.QUIET_FORMS:
        return None
    if not run.context.you:
        run.report(
            "pronoun-you",
            "nobody is named who does this, and there is no `you` here",
            sentence.verb_name.span,
            f"say who: `players gain 1 {samples.counter(run)}`",
        )
    return ["you"]


def bind(run: Run, env: Env, name: syntax.Name, type: Type) -> Binding:
    """Binds a name that the text gives; reports one that may not be given."""
    earlier = env.names.get(name.id)
    if earlier is not None:
        run.report(
            "bound-name-twice",
            f"`{name.id}` is a name already",
            name.span,
            "choose another name",
            related=((earlier.span, "it was given here"),),
        )
    binding = env.bind(name.id, type, name.span)
    check_bound(run, name, binding)
    return binding


def check_bound(run: Run, name: syntax.Name, binding: Binding) -> None:
    """Reports a bound name that is a verb or a word of the language."""
    if verb_word(run, name.id) is None and name.id not in words.language_words():
        return
    binding.used = True
    run.report(
        "bound-name-verb",
        f"`{name.id}` is a word of the language and cannot be a name here",
        name.span,
        f"choose another name, such as `{name.id}_chosen`",
    )


def bind_unknown(env: Env, name: syntax.Name) -> Binding:
    """Binds a name to something that was reported already, so that its uses are not reported again."""
    binding = env.bind(name.id, UNKNOWN, name.span)
    binding.used = True
    return binding
