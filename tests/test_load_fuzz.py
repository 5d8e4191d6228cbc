"""Made-up and damaged files: the loader agrees with another reader of YAML, and never raises."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from ruamel.yaml import YAML

from kaiju_compiler.document import Node, Scalar, Sequence
from kaiju_compiler.load import load_bytes
from loading import PACK, load_text

PIECES = [
    "a",
    "b",
    "c: ",
    "- ",
    "\n",
    "\n  ",
    "\n    ",
    "  ",
    " ",
    '"',
    "'",
    "|",
    ">",
    "|-\n   ",
    ">+\n    ",
    "|2\n",
    " # x",
]
PIECES += ["#", ":", "x: |\n  ", "y: >\n   ", "{", "}", "[", "]", ",", ", ", "é", "日", "\\", "\\n", "\\\n", "?", "k: "]
PIECES += [
    "\n- ",
    "\nq: ",
    '"a\n    b"',
    "''",
    "-",
    "1",
    "---\n",
    "...",
    "%",
    "\n\n",
    "\n  \n",
    "\n   z",
    "w v",
    "\t",
    "&a ",
    "*a",
]


# In brackets `a:}` is a key without a value by YAML 1.2, and the end of a document ends a block's text even
# in its first line; the other reader takes both for letters.
OTHER_IS_WRONG = re.compile(r":[,\[\]{}]|[|>][^\n]*\n\s*(?:\.\.\.|---)")


def _plain(node: Any) -> Any:
    """A tree of ruamel.yaml: texts as they are, lists, and maps as lists of pairs."""
    if node is None:
        return ""
    if isinstance(node.value, str):
        return node.value
    return [tuple(map(_plain, item)) if isinstance(item, tuple) else _plain(item) for item in node.value]


def _typed(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text.value if node.text else ""
    if isinstance(node, Sequence):
        return [_typed(item) for item in node]
    return [(_typed(key), _typed(value)) for key, value in node]


def _other_reader(text: str) -> Any:
    yaml = YAML(typ="safe", pure=True)
    yaml.allow_duplicate_keys = True
    return _plain(yaml.compose(text))


def soup(seed: int) -> str:
    draw = random.Random(seed)
    return "".join(draw.choice(PIECES) for _ in range(draw.randint(1, 14)))


def check_soup(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        text = soup(seed)
        mine = load_text(text)
        lines = text.count("\n") + 1
        for each in mine.diagnostics:
            assert each.span is not None and 1 <= each.position[1] <= lines and each.message, (seed, text)
        if OTHER_IS_WRONG.search(text):
            continue
        if mine.root is not None and all(each.code.startswith("yaml-number") for each in mine.diagnostics):
            try:
                other = _other_reader(text)
            except Exception:
                continue  # it refuses tabs and some blank lines that YAML allows
            compared += 1
            assert _typed(mine.root) == other, (seed, text)
    assert compared > len(seeds) // 10


def test_made_up_yaml_reads_as_another_reader_does() -> None:
    check_soup(range(6_000))


@pytest.mark.nightly
def test_made_up_yaml_reads_as_another_reader_does_in_full() -> None:
    check_soup(range(6_000, 300_000))


def test_any_bytes_give_diagnostics_and_no_exception() -> None:
    draw = random.Random(8)
    base = PACK.encode() * 3
    for _ in range(3_000):
        data = bytearray(base)
        for _ in range(draw.randint(1, 6)):
            at = draw.randrange(len(data))
            data[at : at + draw.randint(0, 3)] = draw.randbytes(draw.randint(0, 3))
        loaded = load_bytes("x.yaml", bytes(data))
        assert loaded.root is not None or loaded.diagnostics
