"""Which modes there are, and what each extends: a chain of files from the most basic to the mode itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kaiju_compiler.collect.packs import Pack, Packs
from kaiju_compiler.diagnostics import Diagnostic, error, warning
from kaiju_compiler.document import Mapping, Scalar
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import did_you_mean


@dataclass(frozen=True)
class ModeFile:
    """One mode.yaml."""

    id: str
    root: Mapping = field(repr=False)
    pack: Pack

    @property
    def abstract(self) -> bool:
        return self.root.flag("abstract")

    @property
    def id_span(self) -> Span:
        node = self.root.get("id")
        return self.root.span if node is None else node.span

    @property
    def extends(self) -> Scalar | None:
        node = self.root.get("extends")
        return node if isinstance(node, Scalar) and isinstance(node.value, str) else None


@dataclass(frozen=True)
class Chain:
    """A mode with all that it extends, the most basic file first."""

    files: tuple[ModeFile, ...]
    packs: tuple[Pack, ...]
    """The packs whose records the mode plays with, in their order."""
    own_packs: tuple[str, ...]
    """Ids of those that are new here: no mode that it extends and that is played by itself has them."""

    @property
    def top(self) -> ModeFile:
        return self.files[-1]

    @property
    def id(self) -> str:
        return self.top.id

    def file_of(self, path: str) -> str:
        """How a path is called in programs."""
        for pack in self.packs:
            if any(file.path == path for file in pack.files):
                return pack.relative(path)
        return path


def find_modes(packs: Packs) -> tuple[list[Chain], list[Diagnostic]]:
    """The chains of all modes that are played, in the order of the packs, and what is wrong with any mode."""
    files, found = _files(packs.packs.values())
    chains = []
    for file in files.values():
        chain, problems = _chain(file, files, packs)
        found += problems
        if chain is not None and not file.abstract:
            chains.append(chain)
    found += _unplayed(packs, chains)
    return chains, found


def _files(packs: Iterable[Pack]) -> tuple[dict[str, ModeFile], list[Diagnostic]]:
    files: dict[str, ModeFile] = {}
    found: list[Diagnostic] = []
    for pack in packs:
        if pack.mode is None or not pack.mode.string("id"):
            continue
        file = ModeFile(pack.mode.string("id"), pack.mode, pack)
        first = files.setdefault(file.id, file)
        if first is not file:
            message = f"two modes are called '{file.id}'"
            related = [(first.id_span, "the other mode of that id")]
            help = f"give it another id; to change the other mode, write 'extends: {file.id}' under a new id"
            found.append(error("mode-duplicate", message, file.id_span, related=related, help=help))
    return files, found


def _chain(file: ModeFile, files: dict[str, ModeFile], packs: Packs) -> tuple[Chain | None, list[Diagnostic]]:
    """The chain of a mode, or ``None`` with the reason."""
    required = packs.closure(file.pack.id)
    chain = [file]
    while (wanted := chain[0].extends) is not None:
        name = str(wanted.value)
        base = files.get(name)
        if base is None:
            unnamed = f"if another pack has it, add that pack to 'requires' in {chain[0].pack.folder}/pack.yaml"
            help = did_you_mean(name, files) or unnamed
            return None, [error("mode-missing", f"there is no mode '{name}' to extend", wanted.span, help=help)]
        if base in chain:
            return None, [error("mode-circle", f"the mode '{name}' would extend itself", wanted.span)]
        if base.pack not in packs.closure(chain[0].pack.id):
            if any(str(each.value) not in packs.packs for each in chain[0].pack.requires):
                return None, []  # a requirement that cannot be found has been told
            message = f"the mode '{name}' is part of the pack '{base.pack.id}', which this pack does not require"
            help = f"add '{base.pack.id}' to 'requires' in {chain[0].pack.folder}/pack.yaml"
            return None, [error("mode-not-required", message, wanted.span, help=help)]
        chain.insert(0, base)
    extended = {each.pack.id for each in chain}
    playing = tuple(pack for pack in required if pack.id in extended or pack.mode is None)
    played = [each for each in chain[:-1] if not each.abstract]
    known = {pack.id for pack in packs.closure(played[-1].pack.id)} if played else set()
    return Chain(tuple(chain), playing, tuple(pack.id for pack in playing if pack.id not in known)), []


def _unplayed(packs: Packs, chains: list[Chain]) -> list[Diagnostic]:
    """A warning for each given pack with records that no mode plays with."""
    played = {pack.id for chain in chains for pack in chain.packs}
    found = []
    for pack in packs.packs.values():
        if pack.given and pack.mode is None and pack.of("records") and pack.id not in played:
            help = "give the pack a mode.yaml with its own id and 'extends:' the mode that it adds to"
            message = "no mode plays with the records of this pack, so they are not checked"
            found.append(warning("pack-without-mode", message, pack.id_span, help=help))
    return found
