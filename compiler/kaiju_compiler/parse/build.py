"""From Lark's tree to the syntax tree: one small method for each node of ``effects.lark``."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from kaiju_compiler import syntax
from kaiju_compiler.parse.compared import comparison, told
from kaiju_compiler.parse.problems import SyntaxProblem
from kaiju_compiler.source import Span, Text

CLAIMED = ("happened", "offered", "refused")
"""What begins a claim that is no condition."""
Children = list[Any]
"""What became of a node's children: syntax nodes, tokens that are kept, and ``None`` for gaps."""


class Builder:
    """Builds the syntax tree of one text; what the grammar cannot see is put into ``problems``."""

    def __init__(self, text: Text, labels_in_sentences: bool) -> None:
        self.text = text
        self.labels_in_sentences = labels_in_sentences
        self.problems: list[SyntaxProblem] = []

    def build(self, root: Tree[Token]) -> Any:
        """The syntax node of ``root``. Goes from the leaves up without recursion."""
        built: dict[int, Any] = {}
        for tree in root.iter_subtrees():
            children = [built[id(child)] if isinstance(child, Tree) else child for child in tree.children]
            built[id(tree)] = getattr(self, f"on_{tree.data}")(self._span_of(tree), children)
        return built[id(root)]

    def _span_of(self, tree: Tree[Token]) -> Span:
        meta = tree.meta
        return self.text.span(0, 0) if meta.empty else self.text.span(meta.start_pos, meta.end_pos)

    def _report(self, code: str, message: str, span: Span, help: str, fix: str | None = None) -> None:
        self.problems.append(SyntaxProblem(code, message, span, help, fix=fix))

    def _name(self, token: Token) -> syntax.Name:
        return syntax.Name(self._token_span(token), str(token))

    def _name_or_none(self, token: Token | None) -> syntax.Name | None:
        return None if token is None else self._name(token)

    def _label_or_none(self, token: Token | None) -> syntax.Label | None:
        return None if token is None else self._label(token)

    def _label(self, token: Token) -> syntax.Label:
        return syntax.Label(self._token_span(token), str(token)[1:-1])

    def _token_span(self, token: Token) -> Span:
        assert token.start_pos is not None and token.end_pos is not None
        return self.text.span(token.start_pos, token.end_pos)

    # --- texts ------------------------------------------------------------------------------------

    def on_effect(self, span: Span, items: Children) -> syntax.Effect:
        return syntax.Effect(span, tuple(items))

    def on_statements(self, span: Span, items: Children) -> syntax.Block:
        return syntax.Block(span, tuple(items))

    def on_claims(self, span: Span, items: Children) -> syntax.Claims:
        return syntax.Claims(span, tuple(items))

    def on_checks(self, span: Span, items: Children) -> syntax.Effect:
        flat = [always for item in items for always in (item if isinstance(item, list) else [item])]
        return syntax.Effect(span, tuple(flat))

    def on_expression(self, span: Span, children: Children) -> Any:
        return children[0]

    # --- abilities --------------------------------------------------------------------------------

    def on_when(self, span: Span, children: Children) -> syntax.When:
        first, once, word, event, condition, body = children
        return syntax.When(span, str(word), first is not None, once is not None, event, condition, body)

    def on_as_soon_as(self, span: Span, children: Children) -> syntax.AsSoonAs:
        first, condition, body = children
        return syntax.AsSoonAs(span, first is not None, condition, body)

    def on_action(self, span: Span, children: Children) -> syntax.Action:
        once, window, label, cost, condition, body = children
        name = None if window.type == "ANY_TIME" else self._name(window)
        return syntax.Action(span, once is not None, name, self._label_or_none(label), cost, condition, body)

    def on_define(self, span: Span, children: Children) -> syntax.Define:
        name, parameters, body = children
        return syntax.Define(span, self._name(name), parameters, body)

    def on_parameters(self, span: Span, names: Children) -> tuple[syntax.Name, ...]:
        return tuple(self._name(name) for name in names)

    def on_always(self, span: Span, children: Children) -> syntax.Always:
        return syntax.Always(span, None, None, children[0])

    def on_checks_of_each(self, span: Span, children: Children) -> list[syntax.Always]:
        token, over, *checks = children
        name = self._name_or_none(token)
        start = over.span if name is None else name.span
        return [syntax.Always(start.to(check.span), over, name, check.condition) for check in checks]

    # --- statements -------------------------------------------------------------------------------

    def on_block(self, span: Span, statements: Children) -> syntax.Block:
        return syntax.Block(span, tuple(statements))

    def on_say(self, span: Span, children: Children) -> syntax.Say:
        return syntax.Say(span, self._phrase(span, children))

    def on_let(self, span: Span, children: Children) -> syntax.Let:
        name, value = children
        return syntax.Let(span, self._name(name), value)

    def on_modify(self, span: Span, children: Children) -> syntax.Modify:
        stat, of, for_, limits, changes, later_limits = children
        conditions, ends = self._limits([*limits, *later_limits])
        return syntax.Modify(span, stat, of, for_, conditions, changes, ends)

    def on_changes(self, span: Span, changes: Children) -> tuple[syntax.Change, ...]:
        return tuple(changes)

    def on_change(self, span: Span, children: Children) -> syntax.Change:
        sign, value = children
        return syntax.Change(span, " ".join(sign.split()), value)

    def on_limits(self, span: Span, limits: Children) -> Children:
        return limits

    def on_while(self, span: Span, children: Children) -> tuple[str, Span, Any]:
        return "while", span, children[0]

    def on_until(self, span: Span, events: Children) -> tuple[str, Span, Any]:
        return "until", span, tuple(events)

    def _limits(self, limits: Children) -> tuple[syntax.Expression | None, tuple[syntax.Phrase, ...]]:
        """The condition and the ending events of a ``modify`` or ``cannot``; each may be said once."""
        said: dict[str, Any] = {"while": None, "until": ()}
        for word, span, value in limits:
            if said[word]:
                head = Span(span.source, span.start, span.start + len(word))
                joint = "and" if word == "while" else "or"
                help = f"say it once and join the parts with `{joint}`"
                self._report("syntax-said-twice", f"`{word}` is said twice", head, help)
            said[word] = value
        return said["while"], said["until"]

    def on_cannot(self, span: Span, children: Children) -> syntax.Cannot:
        who, doing, limits = children
        condition, ends = self._limits(limits)
        return syntax.Cannot(span, who, doing, condition, ends)

    def on_doing(self, span: Span, items: Children) -> syntax.Phrase:
        return syntax.Phrase(span, tuple(items))

    def on_choose(self, span: Span, children: Children) -> syntax.Choose:
        who, *count, selection, by_chance, name = children
        number = count[-1] if count else None
        return syntax.Choose(span, who, number, len(count) > 1, selection, by_chance is not None, self._name(name))

    def on_choose_one(self, span: Span, children: Children) -> syntax.ChooseOne:
        who, *options = children
        return syntax.ChooseOne(span, who, tuple(options))

    def on_option(self, span: Span, children: Children) -> syntax.Option:
        label, body = children
        return syntax.Option(span, self._label(label), body)

    def on_may(self, span: Span, children: Children) -> syntax.May:
        who, label, cost, body = children
        return syntax.May(span, who, self._label_or_none(label), cost, body)

    def on_cost(self, span: Span, children: Children) -> syntax.Cost:
        verb, amount, what, from_ = children
        return syntax.Cost(span, str(verb), amount, self._name(what), from_)

    def on_if(self, span: Span, children: Children) -> syntax.If:
        return syntax.If(span, *children)

    def on_for_each(self, span: Span, children: Children) -> syntax.ForEach:
        name, selection, body = children
        return syntax.ForEach(span, self._name(name), selection, body)

    def on_repeat(self, span: Span, children: Children) -> syntax.Repeat:
        return syntax.Repeat(span, *children)

    def on_next_time(self, span: Span, children: Children) -> syntax.NextTime:
        before, event, condition, body = children
        return syntax.NextTime(span, before is not None, event, condition, body)

    # --- sentences and claims ---------------------------------------------------------------------

    def _phrase(self, span: Span, children: Children, event: bool = False) -> syntax.Phrase:
        *items, name = children
        texts = [item.span.text for item in items]
        for at in range(1, len(items)):
            if "than" in texts[at : at + 3] and self._report_comparison(items, at, event):
                break
        return syntax.Phrase(span, tuple(items), self._name_or_none(name))

    def _report_comparison(self, items: Children, at: int, event: bool = False) -> bool:
        """Reports a comparison in words that reads as a run of names: ``discard cards where cost more than 3``."""
        found = comparison([item.span.text for item in items[at:]])
        if found is None:
            return False
        count, sign = found
        span = items[at].span.to(items[at + count - 1].span)
        message, help = told(span.text, sign)
        if event and not any("where" in item.span.text.split() for item in items[:at]):
            help = f"an event has no number: ask for its `amount` behind it, as in `if amount {sign} 2`"
            self._report("syntax-comparison", f"an event holds no `{span.text}`", span, help)
            return True
        self._report("syntax-operator", message, span, help, sign)
        return True

    def on_event(self, span: Span, children: Children) -> syntax.Phrase:
        return self._phrase(span, children, event=True)

    def on_claimed(self, span: Span, children: Children) -> syntax.Phrase:
        problems = len(self.problems)
        phrase = self._phrase(span, children)
        texts = [item.span.text for item in phrase.items]
        if len(self.problems) > problems or texts[0] in CLAIMED:
            return phrase
        if texts[1] in ("is", "are") and texts[-1].endswith("ed"):
            message = f"`{phrase.span.text}` is no claim"
            self._report("syntax-unexpected-word", message, phrase.span, f"write `happened {phrase.span.text}`")
        else:
            self._report_comparison(list(phrase.items), 1)
        return phrase

    def on_end_event(self, span: Span, items: Children) -> syntax.Phrase:
        return syntax.Phrase(span, tuple(items))

    def on_claim(self, span: Span, children: Children) -> syntax.Claim:
        return syntax.Claim(span, len(children) == 2, children[-1])

    def on_word(self, span: Span, children: Children) -> syntax.Name:
        return self._name(children[0])

    def on_preposition(self, span: Span, children: Children) -> syntax.Preposition:
        return syntax.Preposition(span, span.text)

    def on_label(self, span: Span, children: Children) -> syntax.Label:
        if not self.labels_in_sentences:
            help = "a quoted label heads an option of `choose one:`, or stands after `may` or `action`"
            self._report("syntax-label", "a sentence of an effect holds no quoted text", span, help)
        return self._label(children[0])

    # --- expressions ------------------------------------------------------------------------------

    def on_plainly(self, span: Span, children: Children) -> syntax.Select:
        return self.on_quantified(span, [*children, None])

    def on_quantified(self, span: Span, children: Children) -> syntax.Select:
        quantifier, noun, condition = children
        return syntax.Select(span, "any" if quantifier == "any" else "a", noun, condition)

    def on_where(self, span: Span, children: Children) -> syntax.Select:
        noun, condition = children
        return syntax.Select(span, None, noun, condition)

    def on_or(self, span: Span, children: Children) -> syntax.Binary:
        return syntax.Binary(span, "or", *children)

    def on_and(self, span: Span, children: Children) -> syntax.Binary:
        return syntax.Binary(span, "and", *children)

    def on_in(self, span: Span, children: Children) -> syntax.Binary:
        return syntax.Binary(span, "in", *children)

    def on_binary(self, span: Span, children: Children) -> syntax.Binary:
        left, operator, right = children
        return syntax.Binary(span, str(operator), left, right)

    def on_unary(self, span: Span, children: Children) -> syntax.Unary:
        operator, operand = children
        return syntax.Unary(span, str(operator), operand)

    def on_of(self, span: Span, children: Children) -> syntax.Of:
        name, of = children
        return syntax.Of(span, self._name(name), of)

    def on_possessive(self, span: Span, children: Children) -> syntax.Of:
        your, name = children
        return syntax.Of(span, self._name(name), syntax.Name(self._token_span(your), "you"), possessive=True)

    def on_top(self, span: Span, children: Children) -> syntax.Top:
        return syntax.Top(span, *children)

    def on_number(self, span: Span, children: Children) -> syntax.Number:
        return syntax.Number(span, int(children[0]))

    def on_name(self, span: Span, children: Children) -> syntax.Name:
        return self._name(children[0])

    def on_attribute(self, span: Span, children: Children) -> syntax.Attribute:
        of, name = children
        return syntax.Attribute(span, of, self._name(name))

    def on_call(self, span: Span, children: Children) -> syntax.Call:
        function, *arguments = children
        return syntax.Call(span, self._name(function), tuple(arguments))
