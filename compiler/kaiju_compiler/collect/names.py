"""Names in a mode's tables that mean nothing: zones, faces, phases."""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.kinds import Kind, Kinds
from kaiju_compiler.collect.merge import Mode
from kaiju_compiler.collect.scope import UNKNOWN, VALUE_KINDS, value_type
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping, Scalar
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.symbols import AREA, BOX


def check_names(mode: Mode, kinds: Kinds) -> list[Diagnostic]:
    """What a mode's entries name that the mode does not have."""
    found: list[Diagnostic] = []
    zones = [BOX, AREA, *(entry.id for entry in mode.table("zones"))]
    faces = [entry.id for entry in mode.table("faces")]
    on_pieces = [entry.id for entry in mode.table("counters") if entry.node.string("holder") == "piece"]
    for kind in kinds:
        found += unknown(kind.entry.node, "kept", on_pieces, "counter of pieces")
        found += unknown(kind.entry.node, "starts", zones, "zone") + unknown(kind.entry.node, "home", zones, "zone")
        if not kind.plural:
            message = f"the kind '{kind.id}' has no plural, which effects need to speak of several"
            found.append(error("schema-missing-field", message, kind.entry.span, help=f"add 'plural: {kind.id}s'"))
        found += _shown(mode, kind)
    found += _plurals(kinds)
    for entry in mode.table("zones"):
        found += unknown(entry.node, "refill_from", [each for each in zones if each != entry.id], "other zone")
        if entry.node.string("order") == "row" and "slots" not in entry.node:
            message = f"the field 'slots' is missing in the zone '{entry.id}', whose order is a row"
            found.append(error("schema-missing-field", message, entry.span))
        if entry.id in (BOX, AREA):
            message = f"every mode has a zone '{entry.id}' of its own"
            found.append(error("mode-entry-duplicate", message, entry.span, help="give this one another id"))
    for entry in mode.table("values"):
        node = entry.node.get("kind")
        name = entry.node.string("kind").removesuffix("*")
        if node is not None and value_type(name) == UNKNOWN:
            help = did_you_mean(name, VALUE_KINDS) or f"write one of {', '.join(VALUE_KINDS)}; with * for several"
            found.append(error("mode-unknown-name", f"'{name}' is nothing that a value can be", node.span, help=help))
    first = mode.singles.get("first_player")
    found += [] if first is None else unknown(first, "most", faces, "face")
    return found + _needed(mode)


def _plurals(kinds: Kinds) -> Iterator[Diagnostic]:
    """Complains about a plural by which effects call another kind already."""
    called: dict[str, Kind] = {}
    for kind in kinds:
        for name in {kind.id, kind.plural} - {""}:
            first = called.setdefault(name, kind)
            if first is not kind and name == kind.plural:
                wrong, right = (first, kind) if name == f"{kind.id}s" else (kind, first)
                node = wrong.entry.node.get("plural") or wrong.entry.node
                message = f"'{name}' is what effects call the kind '{right.id}'"
                related = ((right.entry.span, "the other kind"),)
                help = f"write another plural, such as '{wrong.id}s'"
                yield error("mode-entry-duplicate", message, node.span, help=help, related=related)


def _shown(mode: Mode, kind: Kind) -> list[Diagnostic]:
    """Complains about fields that show counters or faces which the mode does not have."""
    counters = [entry.id for entry in mode.table("counters")]
    known = {"gains": counters, "loses": counters, "face": [entry.id for entry in mode.table("faces")]}
    fields = kind.entry.node.mapping("fields")
    shows = [each.mapping("shows") for _, each in fields or () if isinstance(each, Mapping)]
    what = {"gains": "counter", "loses": "counter", "face": "face"}
    return [each for one in shows if one for key in known for each in unknown(one, key, known[key], what[key])]


def _needed(mode: Mode) -> list[Diagnostic]:
    """What a mode that is played cannot do without."""
    top = mode.chain.top
    found = []
    for key in ("players", "faces", "phases"):
        if any(isinstance(file.root.get(key), Scalar) for file in mode.chain.files):
            continue  # of a wrong form, which is told by itself
        if not (mode.singles.get(key) if key == "players" else mode.tables[key]):
            message = f"the mode '{top.id}' is to be played and has no '{key}'"
            found.append(
                error(
                    "schema-missing-field",
                    message,
                    top.id_span,
                    help=f"add '{key}:', or say 'abstract: true' if it is only there to be extended",
                )
            )
    return found


def unknown(node: Mapping, key: str, known: list[str], what: str, otherwise: str = "") -> list[Diagnostic]:
    """A complaint if the name under a key is none of the known ones; with the advice ``otherwise`` if none is near."""
    value = node.get(key)
    if value is None or value.to_data() in known:
        return []
    name = str(value.to_data())
    help = did_you_mean(name, known) or otherwise.format(name)
    return [error("mode-unknown-name", f"there is no {what} '{name}'", value.span, help=help)]
