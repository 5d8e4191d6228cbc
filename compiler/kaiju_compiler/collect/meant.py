"""A tree as its author meant it: wrong values and keys for which a mend is known are read as if they were mended.

The error is told once, where it stands; whatever names the thing rightly is then no error that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.document import Mapping, Node, Scalar, Sequence

_MENDED = frozenset({"schema-bad-value", "schema-unknown-field"})


def as_meant(root: Node, problems: Iterable[Diagnostic]) -> Node:
    """The tree with the values and keys of the fixes of ``problems``; their places stay those of what was written."""
    mends = {each.fix.span.start: each.fix.replacement for each in problems if each.code in _MENDED and each.fix}
    return _mended(root, mends) if mends else root


def _mended(node: Node, mends: dict[int, str]) -> Node:
    if isinstance(node, Mapping):
        return Mapping(tuple((_mended_scalar(key, mends), _mended(value, mends)) for key, value in node), node.span)
    if isinstance(node, Sequence):
        return Sequence(tuple(_mended(item, mends) for item in node), node.span)
    return _mended_scalar(node, mends)


def _mended_scalar(node: Scalar, mends: dict[int, str]) -> Scalar:
    if isinstance(node.value, str) and node.span.start in mends:
        return replace(node, value=mends[node.span.start].strip('"'))
    return node
