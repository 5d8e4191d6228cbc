"""The operands of a verb: resolved once, for all forms whose shape fits; their kinds decide which form it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import attributes, checks, expressions, names, samples
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.patterns import Shape, say_pattern
from kaiju_compiler.resolve.scopes import Env
from kaiju_compiler.resolve.types import Node, Value, say_type, spec
from kaiju_compiler.symbols import Symbol, Type
from kaiju_runtime.primitives.registry import Form

if TYPE_CHECKING:
    from kaiju_compiler.resolve.verbs import Sentence

LATE = ("counter", "procedure")
"""Kinds that are names of the mode's tables; whose counter it is shows only when the others are known."""


class Operands:
    """The operands of one sentence, for the forms that its terms fit so far."""

    def __init__(
        self,
        run: Run,
        env: Env,
        sentence: Sentence,
        subject: Value | None,
        forms: list[tuple[Form, Shape]],
        number: int,
    ) -> None:
        self.run, self.env, self.sentence, self.subject = run, env, sentence, subject
        self.forms = forms
        self.number = number
        self.shape = forms[0][1]
        self.values: dict[str, Value] = {}
        self.symbols: dict[str, Symbol] = {}
        self.raw: dict[str, Any] = {}
        self.failed = False

    def resolve(self) -> Form | None:
        """The form that fits, with its operands resolved; ``None`` if something was reported."""
        for index in range(len(self.shape.found)):
            self._resolve_at(index)
        form, self.shape = self.forms[0]
        for name, (part, item) in self.shape.found.items():
            if part.spec in LATE:
                self._resolve_late(name, part.spec, item)
        if self.failed or any(value.type.name == "unknown" for value in self.values.values()):
            return form if self.run.probing and not self.failed else None
        checks.check_verb(self.run, self.env, self.sentence, form, self)
        return form

    def _resolve_at(self, index: int) -> None:
        """The operand at one position; forms that do not take its kind fall out."""
        at = [(form, shape, *list(shape.found.items())[index]) for form, shape in self.forms]
        specs = [part.spec for _, _, _, (part, _) in at]
        item = at[0][3][1]
        if any(each in LATE for each in specs):
            return
        if specs[0].startswith("binding"):
            self._bind(at[0][2], specs[0].split()[1], item)
            return
        if any(" of " in each for each in specs):
            self._resolve_place(item, [(form, shape, name, part.spec) for form, shape, name, (part, _) in at])
            return
        want = spec("|".join(specs))
        if any("*" in each for each in specs) and len(set(specs)) == 1:
            want = spec(specs[0])
        value = expressions.resolve(self.run, self.env, item, want)
        kept = [(form, shape) for form, shape, _, (part, _) in at if spec(part.spec).takes(value.type)]
        self.forms = kept or self.forms
        self.values[at[0][2]] = value
        for _, _, name, _ in at:
            self.values.setdefault(name, value)

    def _bind(self, name: str, kind: str, item: syntax.Name) -> None:
        from kaiju_compiler.resolve.verbs import bind

        binding = bind(self.run, self.env, item, Type(kind.rstrip("*"), kind.endswith("*")))
        self.raw.update({"slot": binding.slot, "name": item.id, name: binding.slot})

    def _resolve_place(self, item: Any, at: list[tuple[Form, Shape, str, str]]) -> None:
        """``X.counter`` or ``X.face``: what is set, and whose it is."""
        if not isinstance(item, syntax.Attribute):
            self._report_place(item)
            return
        base = attributes.resolve_base(self.run, self.env, item.of, item.name.id)
        if base.type.name == "unknown":
            self.failed = True
            return
        for form, shape, name, text in at:
            of = text.split(" of ")[1]
            if not spec(of).takes(base.type):
                continue
            if text.startswith("counter") and (symbol := attributes.counter(self.run, item.name.id, base.type.name)):
                self.symbols[name] = self.run.use(symbol)
                self.values["of"] = base
                self.forms = [(form, shape)]
                return
            if text.split(" of ")[0] == item.name.id:
                self.values[name] = base
                self.forms = [(form, shape)]
                return
        self._report_place(item, base)

    def _report_place(self, item: Any, base: Value | None = None) -> None:
        self.failed = True
        what = item.span.text
        if base is not None and isinstance(item, syntax.Attribute):
            found = attributes.find(self.run, base.type, base.node, item.name.id)
            if not found:
                attributes.report_attribute(self.run, base.type, item.name)
                return
        help = f"only a counter can, as in `set you.{samples.counter(self.run)} to 3`, or the face of a die"
        if what in ("active", "turn"):
            help = "whose turn it is comes of the game: `end turn`, `take a turn`; an example begins with seat 1"
        if {"die", "dice"} & set(what.split()):
            help = "choose it first, and use its name: `choose a die of your roll as picked`, `set picked.face to …`"
        self.run.report("set-nothing", f"`{what}` is nothing that can be set", item.span, help)

    def _resolve_late(self, name: str, kind: str, item: Any) -> None:
        if not isinstance(item, syntax.Name):
            self.failed = True
            wanted = "the name of a counter" if kind == "counter" else "the name of a procedure"
            usage = samples.quoted([say_pattern(form.pattern) for form, _ in self.forms])
            message = f"`{item.span.text}` stands where {wanted} is wanted"
            self.run.report("value-wrong-kind", message, item.span, f"it is used so: {usage}")
            return
        symbol = self._procedure(item) if kind == "procedure" else self._counter(item)
        if symbol is None:
            self.failed = True
        else:
            self.symbols[name] = self.run.use(symbol)

    def _procedure(self, item: syntax.Name) -> Symbol | None:
        symbol = self.run.scope.find("procedure", item.id)
        if symbol is None:
            known = [*self.run.scope.names("procedure"), "turn", "game", "copy"]
            names.report_unknown(self.run, item, "`turn`, `game`, `copy` or a procedure", known)
        return symbol

    def _counter(self, item: syntax.Name) -> Symbol | None:
        source = self.values.get("source")
        holder = source or self.subject
        return find_counter(self.run, item, holder.type if holder is not None else Type("player"))

    def node(self, name: str, storage: str) -> Any:
        """What stands in the program for one operand of the form."""
        if name in self.symbols:
            return self.symbols[name].id
        if name == "to_counter":
            counter = self.shape.found["counter"][1]
            symbol = find_counter(self.run, counter, self.values["to"].type)
            return symbol.id if symbol else counter.id
        if name.endswith("_kind"):
            return self.values[name.removesuffix("_kind")].type.name
        if storage == "r":
            return self.raw.get(name)
        value = self.values.get(name)
        node: Node | None = value.node if value is not None else None
        return node


def find_counter(run: Run, name: syntax.Name, holder: Type) -> Symbol | None:
    """The counter of that name that somebody of that kind holds; reports it if there is none."""
    kind = "piece" if holder.name in ("piece", "thing") else "player" if holder.name == "player" else ""
    known = run.scope.tables.get("counter", {})
    if kind and (symbol := attributes.counter(run, name.id, kind)):
        return symbol
    if not kind and name.id in known:
        return known[name.id][0]
    if name.id in known:
        owners, sample = ("players", "you gain") if kind == "piece" else ("pieces", "this gains")
        whose = ", or write `.owner` behind the piece if its player is meant" if kind == "piece" else ""
        run.report(
            "name-holder",
            f"`{name.id}` is a counter of {owners}, and this is {say_type(holder)}",
            name.span,
            f"name one of the {owners}, as in `{sample} 1 {name.id}`{whose}",
        )
        return None
    holders = [each for each in known if kind and attributes.counter(run, each, kind)]
    names.report_name(run, name, "a counter", holders or list(known))
    return None
