"""Examples as the runtime plays them: where they stand, what they set, do and claim, all as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from kaiju_compiler.collect.modes import Chain
from kaiju_compiler.collect.packs import Pack
from kaiju_compiler.collect.places import with_places
from kaiju_compiler.collect.program import Built
from kaiju_compiler.collect.scope import option_values
from kaiju_compiler.collect.steps import Steps
from kaiju_compiler.collect.tables import Row
from kaiju_compiler.diagnostics import Diagnostic, Fix, error, has_errors
from kaiju_compiler.document import Mapping, Scalar, Sequence
from kaiju_compiler.resolve.types import SECOND_SEAT
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.symbols import MONSTER
from kaiju_runtime.nodes import nodes_in


@dataclass(frozen=True)
class Example:
    """One example as it stands in a file."""

    node: Mapping = field(repr=False)
    pack: Pack = field(repr=False)
    path: str
    record: str | None
    """Id of the record beside which it stands."""
    mode: Scalar | None = None
    """Where the example or its file names a mode."""

    @property
    def name(self) -> str:
        return self.node.string("name")

    @property
    def span(self) -> Span:
        node = self.node.get("name")
        return self.node.span if node is None else node.span

    @property
    def topic(self) -> str:
        """What references begin with: the record, or the file's name."""
        return self.record or self.path.rpartition("/")[2].removesuffix(".yaml")


def examples_of(pack: Pack) -> Iterator[Example]:
    """All examples of a pack in file order."""
    for file in (*pack.of("records"), *pack.of("examples")):
        if file.role == "examples":
            yield from _listed(file.root, pack, file.path, None, file.root.get("mode"))
        for record in file.root.sequence("records") if file.role == "records" else ():
            if isinstance(record, Mapping):
                yield from _listed(record, pack, file.path, record.string("id"), None)


def _listed(node: Mapping, pack: Pack, path: str, record: str | None, mode: object) -> Iterator[Example]:
    for each in node.sequence("examples"):
        if isinstance(each, Mapping):
            own = each.get("mode") or mode
            yield Example(each, pack, path, record, own if isinstance(own, Scalar) else None)


def plays(example: Example, chain: Chain, chains: list[Chain]) -> bool:
    """Whether an example is played in a mode: the one that it names, else its pack's, else all that have its pack."""
    if example.pack not in chain.packs:
        return False
    if example.mode is not None:
        return example.mode.value == chain.id
    own = [each.id for each in chains if each.top.pack is example.pack]
    return chain.id in own if own else True


def unknown_modes(packs: list[Pack], chains: list[Chain]) -> list[Diagnostic]:
    """Examples that name a mode which is not played, or not with their pack.

    A pack that is only required may be shared with modes that were not given, so its examples are not judged.
    """
    found = []
    for pack in packs:
        if not pack.given:
            continue
        known = [chain.id for chain in chains if pack in chain.packs]
        for example in examples_of(pack):
            if example.mode is not None and known and example.mode.value not in known:
                message = f"no mode '{example.mode.value}' is played with this pack"
                help = did_you_mean(str(example.mode.value), known)
                found.append(error("example-unknown-name", message, example.mode.span, help=help))
    return found


def lower(example: Example, built: Built) -> tuple[Row | None, list[Diagnostic]]:
    """The data of an example for one mode, or ``None`` if something is wrong with it."""
    lowering = _Lowering(example, built)
    row = lowering.row()
    return (None if has_errors(lowering.found) else row), lowering.found


class _Lowering:
    """One example on its way to data."""

    def __init__(self, example: Example, built: Built) -> None:
        self.example = example
        self.node = example.node
        self.built = built
        self.found: list[Diagnostic] = []

    def row(self) -> Row:
        """The example as data, as far as it could be understood."""
        monsters = self.monsters()
        given, locals_ = self.given()
        proves = self.node.get("proves")
        source_map = self.built.texts.numbering.source_map
        chain = self.built.mode.chain
        row = {
            "name": self.example.name,
            "record": None if self.example.record is None else f"{self.example.pack.id}:{self.example.record}",
            "topic": self.example.topic,
            "file": chain.file_of(self.example.path),
            "line": self.example.span.line,
            "lines": {
                "given": [source_map[each[1]].line for each in given],
                "dice": [throw.span.line for throw in self.node.sequence("dice")],
                "proves": self.node.span.line if proves is None else proves.span.line,
            },
            "mode": chain.id,
            "monsters": monsters,
            "players": max(len(monsters), self.node.integer("players")),
            "options": self.options(),
            "seed": self.node.integer("seed", 1),
            "turn": self.node.integer("turn", 2),
            "given": given,
            "locals": locals_,
            "dice": self.dice(),
            "do": self.steps(monsters),
            "then": self.claims(),
            "error": self.node.string("error") or None,
            "proves": [str(each.value) for each in self.node.sequence("proves") if isinstance(each, Scalar)],
        }
        if row["players"] == 1:
            self.refuse_rival(row)
        return cast(Row, with_places(row, chain))

    # --- who plays ---

    def refuse_rival(self, row: dict[str, Any]) -> None:
        """Reports a second seat in an example for one."""
        for part in ("given", "do", "then"):
            written = self.node.get(part)
            if written is not None and any(each[:2] == SECOND_SEAT for each in nodes_in(row[part])):
                message = "only one monster takes part in this example, so there is no `rival`"
                help = "name two of them under `monsters`, or write whom you mean"
                self.found.append(error("pronoun-rival", message, written.span, help=help))

    def monsters(self) -> list[str]:
        """The monsters by seat: those that are named, else the first of the mode."""
        playable = self.built.known.kinds.get(MONSTER, [])
        named = [node for node in self.node.sequence("monsters") if isinstance(node, Scalar)]
        for node in named:
            if node.value not in playable:
                self.unknown("monster", node, playable)
        players = self.built.mode.singles.get("players")
        least = players.integer("least", 1) if players else 1
        most = players.integer("most", least) if players else least
        wanted = self.node.integer("players", len(named) or least)
        fits = not players or least > most or least <= wanted <= most
        if (named and len(named) != wanted) or not fits:
            place = self.node.get("players") or self.node.get("monsters") or self.node
            message = f"this does not make a game: {wanted} to play, {len(named)} monsters named"
            help = f"the mode is for {least} to {most}; name one monster for each player"
            self.found.append(error("example-players", message, place.span, help=help))
        return [str(node.value) for node in named] or playable[:wanted]

    def options(self) -> dict[str, Any]:
        """The options that the example sets."""
        declared = {entry.id: option_values(entry) for entry in self.built.mode.table("options")}
        found = {}
        for key, node in self.node.mapping("options") or ():
            name = str(key.value)
            if name not in declared:
                self.unknown("option", key, list(declared))
            elif node.to_data() not in declared[name]:
                self.unknown(f"value of '{name}'", node, [str(each) for each in declared[name]])
            else:
                found[name] = node.to_data()
        return found

    # --- what happens ---

    def given(self) -> tuple[list[Any], int]:
        """The statements that set the scene, and how many locals they need."""
        text = self.node.text("given")
        if text is None:
            return [], 0
        texts = self.built.texts
        mark = len(texts.found)
        resolved = texts.given(text)
        self.found += texts.found[mark:]
        if resolved is None or resolved.body is None:
            return [], 0
        return resolved.body["body"], resolved.body["locals"]

    def dice(self) -> list[list[str]]:
        """The scripted throws; faces that there are not are told."""
        throws = []
        for throw in self.node.sequence("dice"):
            nodes = [node for node in throw if isinstance(node, Scalar)] if isinstance(throw, Sequence) else []
            self.throw(nodes)
            throws.append([str(node.value) for node in nodes])
        return throws

    def throw(self, nodes: list[Scalar]) -> None:
        """Tells of faces that there are not; once of the whole throw, if they are written by their names."""
        faces = self.built.mode.table("faces")
        ids = [face.id for face in faces]
        wrong = [node for node in nodes if node.value not in ids]
        by_name = {face.node.string("name").casefold(): face.id for face in faces} | {each: each for each in ids}
        meant = [by_name.get(str(node.value).casefold(), "") for node in nodes]
        if len(wrong) > 1 and all(meant):
            message = f"there is no face '{wrong[0].value}' here: faces are written by their ids"
            fixed = ", ".join(meant)
            fix = Fix(nodes[0].span.to(nodes[-1].span), fixed) if _in_brackets(nodes) else None
            help = f"write [{fixed}]"
            self.found.append(error("example-unknown-name", message, wrong[0].span, help=help, fix=fix))
            return
        first = {str(node.value): node for node in reversed(wrong)}
        for node in wrong:
            if node is first[str(node.value)]:
                own = by_name.get(str(node.value).casefold())
                self.unknown("face", node, ids, f"did you mean '{own}'?" if own else "")

    def steps(self, monsters: list[str]) -> list[Row]:
        """What is done."""
        text = self.node.text("do")
        steps = Steps(self.built.scope, monsters)
        if text is not None:
            steps.read(text)
        self.found += steps.found
        return steps.data

    def claims(self) -> list[Row]:
        """What must be so at the end."""
        text = self.node.text("then")
        if text is None:
            if "error" not in self.node and "then" not in self.node:
                message = "the example claims nothing"
                self.found.append(
                    error(
                        "example-no-claim",
                        message,
                        self.example.span,
                        help="say under 'then' what must be so at the end",
                    )
                )
            return []
        texts = self.built.texts
        mark = len(texts.found)
        rows = texts.claims(text)
        self.found += texts.found[mark:]
        return rows or []

    def unknown(self, what: str, node: Any, known: list[str], help: str = "") -> None:
        value = node.to_data()
        help = (
            help or did_you_mean(str(value), known) or (f"there are {', '.join(known)}" if 0 < len(known) <= 8 else "")
        )
        self.found.append(error("example-unknown-name", f"there is no {what} '{value}' here", node.span, help=help))


def _in_brackets(nodes: list[Scalar]) -> bool:
    """Whether scalars stand in one line with nothing but commas between them, so that one text can replace all."""
    whole = nodes[0].span.to(nodes[-1].span).text
    return [each.strip() for each in whole.split(",")] == [node.span.text for node in nodes]
