"""The fields of an event: which counter or face it is about, and the tests of who, what, where and why."""

from __future__ import annotations

from typing import Any

from kaiju_compiler import syntax
from kaiju_compiler.resolve import expressions, operands
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.kinds import OTHERS, Test, is_class, test_of
from kaiju_compiler.resolve.patterns import Shape
from kaiju_compiler.resolve.scopes import Env, Frame
from kaiju_compiler.resolve.types import NUMBER, PLAYERS, UNKNOWN, Node, Value, Want, spec
from kaiju_compiler.resolve.words import VerbWord
from kaiju_compiler.symbols import Type
from kaiju_runtime.primitives.registry import EventForm

FREE_PLAYER: Node = ["local", 0, "who", "player"]
"""How the pattern of a total reads the player whom it is about."""


def split_amount(run: Run, items: list[Any], use: str, verb: VerbWord) -> tuple[Node | None, list[Any]]:
    """The number in `rival loses 2 life`, as a test: only an example may name one."""
    if not items or not isinstance(items[0], (syntax.Number, syntax.Binary, syntax.Call)):
        return None, items
    if use != "happened":
        number = items[0].span.text
        run.report(
            "event-amount",
            "an event is named without its number",
            items[0].span,
            f"leave it out and ask for it: `… {verb.word} … if amount = {number}`",
        )
        return None, items[1:]
    value = expressions.resolve(run, Env(Frame()), items[0], NUMBER)
    return ["=", ["it"], value.node], items[1:]


class Fields:
    """The fields of one event, as they are found."""

    def __init__(self, run: Run, env: Env, use: str) -> None:
        self.run, self.env, self.use = run, env, use
        self.key: str | None = None
        self.tests: dict[str, Node] = {}
        self.types: dict[str, Type] = {}

    def test(self, field: str, item: Any, want: Want) -> Test:
        """The test of one field; its type is remembered for what `as` binds."""
        found = test_of(self.run, self.env, item, want)
        node = found.node
        if self.env.free is not None and found.type.name == "player":
            node = self._free(item, found)
        if node == ["is_space", ["it"]] and want.kinds == ("space",):
            node = None
        if node is not None and found.type != UNKNOWN:
            self.tests[field] = node
        self.types[field] = found.type
        return found

    def _free(self, item: Any, found: Test) -> Node | None:
        """In a total: the player is the one whom the total is about."""
        if found.node is None:
            return None
        if isinstance(item, syntax.Name) and item.id in OTHERS:
            self.take_free(["you"], item)
            return ["!=", ["it"], FREE_PLAYER]
        if found.value is not None:
            self.take_free(found.value.node, item)
            return ["=", ["it"], FREE_PLAYER]
        return found.node

    def take_free(self, node: Node, item: Any) -> None:
        free = self.env.free
        assert free is not None
        if free.node is not None and free.node != node and free.clash is None:
            free.clash = item.span
        if free.node is None:
            free.node = node

    def narrow(self, index: int, forms: list[tuple[EventForm, Shape]], who: Test) -> list[tuple[EventForm, Shape]]:
        """Resolves the operand at one position; the forms that take its kind are left."""
        at = [(form, shape, *list(shape.found.items())[index]) for form, shape in forms]
        name, (part, item) = at[0][2], at[0][3]
        if part.spec == "counter":
            self._counter(item, who)
        elif part.spec == "source":
            self._cause(item)
        elif name == "to":
            self._to(at[0][0].event, item, part.spec)
        else:
            return self._narrow_plain(at)
        return forms

    def _narrow_plain(self, at: list[tuple[EventForm, Shape, str, tuple[Any, Any]]]) -> list[tuple[EventForm, Shape]]:
        specs = [part.spec for _, _, _, (part, _) in at]
        item = at[0][3][1]
        want = spec("|".join(specs))
        if not is_class(self.run, self.env, item) and "face" in want.kinds:
            want = self._prefer_face(item, want)
        field = at[0][2] if at[0][2] != "key" else "key"
        found = self.test(field, item, Want(want.kinds, "any"))
        kept = [(form, shape) for form, shape, _, (part, _) in at if spec(part.spec).takes(found.type)]
        if found.type.name == "face":
            self._face(found)
        elif field == "key" and "key" in self.tests:
            self.tests[at[-1][2]] = self.tests.pop("key")
        if field == "key" and found.type.name != "face":
            self.types[at[-1][2]] = found.type
        return kept or [(form, shape) for form, shape, _, _ in at]

    def _prefer_face(self, item: Any, want: Want) -> Want:
        """Of the meanings of a bare name, the face is meant."""
        if isinstance(item, syntax.Name) and self.run.scope.find("face", item.id) and item.id not in self.env.names:
            return Want(("face",), "any")
        return want

    def _face(self, found: Test) -> None:
        """A face by its name is the key of the event; any other is a test."""
        value = found.value
        if value is not None and value.node[0] == "face":
            self.key = value.node[1]
            self.tests.pop("key", None)

    def _counter(self, item: Any, who: Test) -> None:
        if not isinstance(item, syntax.Name):
            self.run.report("value-wrong-kind", "here the name of a counter is wanted", item.span)
            return
        symbol = operands.find_counter(self.run, item, who.type if who.type != UNKNOWN else Type("thing?"))
        if symbol is not None:
            self.key = self.run.use(symbol).id

    def _is_any(self, item: Any, joint: str, help: str) -> bool:
        """Reports `a card`, where one thing is named; whether it is that."""
        if not isinstance(item, syntax.Select) or item.quantifier is None:
            return False
        message = f"behind `{joint}` an event names one thing, and `{item.span.text}` is any of several"
        self.run.report("value-article", message, item.span, f"name the one that is meant, or {help}")
        return True

    def _to(self, event: str, item: Any, text: str) -> None:
        """Where something moves to."""
        if event in ("move_marker", "move_piece") and self._is_any(item, "to", "ask in a condition where it is"):
            return
        if event == "move_marker":
            value = expressions.resolve(self.run, self.env, item, spec(text))
            self.tests["to"] = ["touches", ["it"], value.node]
        elif event == "move_piece":
            value = expressions.resolve(self.run, self.env, item, spec(text))
            self.tests["to"] = ["at_location", ["it"], value.node, value.type.name]
        else:
            self.test("to", item, spec(text))

    def _cause(self, item: Any) -> None:
        """``from FACE``, ``from your FACE``, ``from you``, ``from this``."""
        if self._is_any(item, "from", "leave it out"):
            return
        node = self._face_cause(item)
        if node is None:
            value = expressions.resolve(self.run, self.env, item, Want(("face", "piece", "space", "player"), "any"))
            node = self._value_cause(item, value)
        self.tests["cause"] = node

    def _face_cause(self, item: Any) -> Node | None:
        if not isinstance(item, syntax.Of) or self.run.scope.find("face", item.name.id) is None:
            return None
        face = expressions.resolve(self.run, self.env, item.name, Want(("face",)))
        players = expressions.resolve(self.run, self.env, item.of, PLAYERS)
        return ["from_face", face.node, self._player(item.of, players)]

    def _player(self, item: Any, player: Value) -> Node:
        if self.env.free is None:
            return player.node
        self.take_free(player.node, item)
        return FREE_PLAYER

    def _value_cause(self, item: Any, value: Value) -> Node:
        if value.type.name == "player":
            return ["from_player", self._player(item, value)]
        if value.type.many:
            names_text = item.span.text
            self.run.report(
                "value-several",
                f"`{names_text}` are several; an event comes from one",
                item.span,
                "name one face, piece, space or player",
            )
        if value.type.name == "face":
            return ["from_face", value.node, None]
        return ["from_thing", value.node]
