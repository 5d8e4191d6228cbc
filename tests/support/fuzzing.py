"""Damage for the tests of reliability: packs and effects with faults in them, files that were changed or forged.

Everything here is drawn from ``random.Random(seed)``: a seed of a failing test is the whole command to repeat it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kaiju_compiler.catalogue import CATALOGUE
from kaiju_compiler.collect.codes import CHECK_CODES, CHECK_WARNINGS, COLLECT_CODES, COLLECT_WARNINGS
from kaiju_compiler.collect.reader import MemoryReader
from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.parse import SYNTAX_CODES
from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_compiler.resolve import RESOLVE_CODES
from kaiju_compiler.source import Span
from kaiju_runtime.canonical import content_hash

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "corpus"
CODES = {*CATALOGUE, *COLLECT_CODES, *COLLECT_WARNINGS, *CHECK_CODES, *CHECK_WARNINGS, *SYNTAX_CODES, *RESOLVE_CODES}
"""Every code that a diagnostic of content may bear."""

Files = dict[str, bytes]

# --- a small pack -----------------------------------------------------------------------------------

PACK = CORPUS / "pack"
"""Duel with few records and without example files. It is a copy, so that a seed means the same for ever."""


@cache
def small_pack() -> dict[str, str]:
    """A small pack free of findings, by path: small, so that many can be compiled."""
    return {
        path.relative_to(PACK).as_posix(): path.read_text(encoding="utf-8") for path in sorted(PACK.rglob("*.yaml"))
    }


def encoded(files: dict[str, str]) -> Files:
    return {path: text.encode() for path, text in files.items()}


def compiled(files: Files) -> Compilation:
    """What the packs among some files become; nothing else is read."""
    folders = sorted({path.partition("/")[0] for path in files})
    return compile_packs(folders, MemoryReader(files), shipped="nowhere")  # type: ignore[arg-type]


# --- faults in texts ---------------------------------------------------------------------------------

ODD = [
    *"\t\0\x1b\r\x7f\u0085\u2028\u202e\ufeff\ufffd\u00a0é日\U0001f996'\"`|>#&*!%@:-?{}[](),;=<>+/\\~^$",
    "\r\n",
    "\n\n",
    "é",
]
VALUES = [
    "[]",
    "{}",
    "null",
    "~",
    "3",
    "-1",
    "0",
    "true",
    "no",
    '"x"',
    "''",
    "[[[1]]]",
    "{a: {b: c}}",
    "9007199254740992",
    "99999999999999999999999",
    "1.5",
    "1e3",
    "0x10",
    "2024-01-02",
    "*a",
    "&a b",
    "!!int 3",
    "|",
    ">-",
    "[a, a]",
    "<<",
    "- 1",
    "[null]",
    "[{}]",
    "{id: x}",
    "this text: is a map",
    "a" * 300,
    "é",
    "[" * 70,
    "{a: " * 70,
]
EFFECTS = [
    "(" * 100,
    "not " * 300,
    "1 + " * 3000 + "1",
    "- " * 200 + "1",
    "9007199254740992",
    "9007199254740991",
    "-1",
    "0",
    "you.monster.monster.monster",
    "count(count(count(1)))",
    "repeat 3 times:",
    "if you.life > 0:",
    "may pay 1 energy:",
    "when your turn starts:",
    "choose a card as x",
    "for each card:",
    '"',
    '"Label"',
    "as x",
    "until turn ends",
    "modify hits: +1",
    "cannot",
    "this.this",
    "it",
    "they",
    "amount",
    "else:",
    "; ; ;",
    ": : :",
    "of of of",
    "where where",
    "define x(y):",
    "end x",
    "total(you lose life)",
    "let x = x",
    "set x to x",
    "1 / 0",
    "1 * 1 * 1",
    "random",
    "$",
    "é",
]
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
Mutation = Callable[[random.Random, list[str]], None]


@cache
def words() -> list[str]:
    """Words and signs of the small pack."""
    return sorted({word for text in small_pack().values() for word in re.findall(r"[\w+-]+|[^\w\s]", text)})


def drop_line(draw: random.Random, lines: list[str]) -> None:
    del lines[draw.randrange(len(lines))]


def double_line(draw: random.Random, lines: list[str]) -> None:
    lines.insert(draw.randrange(len(lines) + 1), draw.choice(lines))


def swap_lines(draw: random.Random, lines: list[str]) -> None:
    one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def cut_line(draw: random.Random, lines: list[str]) -> None:
    at = draw.randrange(len(lines))
    lines[at] = lines[at][: draw.randrange(len(lines[at]) + 1)]


def odd_sign(draw: random.Random, lines: list[str]) -> None:
    at = draw.randrange(len(lines))
    where = draw.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:where] + draw.choice(ODD) + lines[at][where + draw.randrange(2) :]


def other_word(draw: random.Random, lines: list[str]) -> None:
    at = draw.randrange(len(lines))
    tokens = TOKEN.findall(lines[at]) or [""]
    tokens[draw.randrange(len(tokens))] = draw.choice(words())
    lines[at] = "".join(tokens)


def other_value(draw: random.Random, lines: list[str]) -> None:
    """A value of another type behind a key, or an entry of another type in a list."""
    at = draw.randrange(len(lines))
    lines[at] = re.sub(r"(:|-)( .*)?$", lambda found: f"{found[1]} {draw.choice(VALUES)}", lines[at], count=1)


def other_margin(draw: random.Random, lines: list[str]) -> None:
    at = draw.randrange(len(lines))
    lines[at] = " " * draw.randrange(12) + lines[at].lstrip(" ")


def nest(draw: random.Random, lines: list[str]) -> None:
    """Lists or maps inside each other, up to far beyond what is allowed."""
    at, depth = draw.randrange(len(lines)), draw.choice([5, 70, 400])
    margin = len(lines[at]) - len(lines[at].lstrip())
    lines[at : at + 1] = (
        [" " * (margin + level) + "a:" for level in range(depth)]
        if draw.randrange(2)
        else [lines[at] + " " + "[" * depth + "]" * depth]
    )


TEXT_MUTATIONS: tuple[Mutation, ...] = (
    drop_line,
    double_line,
    swap_lines,
    cut_line,
    odd_sign,
    other_word,
    other_word,
    other_value,
    other_value,
    other_margin,
    nest,
)


def mutated_text(draw: random.Random, text: str) -> str:
    lines = text.split("\n")
    for _ in range(draw.randint(1, 3)):
        draw.choice(TEXT_MUTATIONS)(draw, lines)
        lines = lines or [""]
    return "\n".join(lines)


def mutated_pack(seed: int, pack: dict[str, str]) -> Files:
    """A pack with one to three faults in its files, or among them."""
    draw = random.Random(f"pack {seed}")
    files = encoded(pack)
    for _ in range(draw.choice([1, 1, 2, 3])):
        name = draw.choice(sorted(files))
        match draw.randrange(12):
            case 0:
                files[name] = damaged(draw, files[name])
            case 1:
                files[name.replace(".yaml", draw.choice([".yml", "2.yaml"]))] = files.pop(name)
            case 2:
                files[name] = files[draw.choice(sorted(files))]
            case 3:
                draw_from = files[draw.choice(sorted(files))].split(b"\n")
                at = draw.randrange(len(draw_from))
                files[name] += b"\n".join(draw_from[at : at + draw.randrange(1, 9)])
            case _:
                files[name] = mutated_text(draw, files[name].decode("utf-8", "replace")).encode(
                    "utf-8", "surrogatepass"
                )
    return files


# --- faults in effects -------------------------------------------------------------------------------

BLOCK = re.compile(
    r"(?m)^( *)((?:effect|setup|checks|invariants|procedures|given|do|then|is|where|ends): \|\n)((?:\1 +.*\n|\n)+)"
)


def effects_of(pack: dict[str, str]) -> list[str]:
    """Lines of all effects, without their margins."""
    return [line.strip() for text in pack.values() for found in BLOCK.finditer(text) for line in found[3].splitlines()]


def mutated_effects(seed: int, pack: dict[str, str]) -> Files:
    """A pack whose effects have faults, those of records with one chance in two each: many trials in one compilation.

    A fault in the mode itself leaves no program, so in two packs of three the mode stays whole.
    """
    draw = random.Random(f"effects {seed}")
    pool = effects_of(pack)
    whole = draw.randrange(3) > 0
    files = {}
    for path, text in pack.items():
        one_in = (0 if whole else 12) if path.endswith("mode.yaml") else 8 if "monsters" in path else 2
        files[path] = BLOCK.sub(lambda found, one_in=one_in: changed_block(draw, found, pool, one_in), text)
    return encoded(files)


def changed_block(draw: random.Random, found: re.Match[str], pool: list[str], one_in: int) -> str:
    """The key and text of an effect, with a fault in it by one chance in so many (0: never)."""
    if not one_in or draw.randrange(one_in):
        return found[0]
    margin = " " * (len(found[3]) - len(found[3].lstrip(" ")))
    lines = [line.removeprefix(margin) for line in found[3].rstrip("\n").split("\n")]
    for _ in range(draw.randint(1, 2)):
        mutate_effect(draw, lines, pool)
    head = found[2].replace("|", f"|{len(margin) - len(found[1])}")  # the first line may have got a margin of its own
    return f"{found[1]}{head}" + "".join(f"{margin}{line}\n" for line in lines or ["x"])


def mutate_effect(draw: random.Random, lines: list[str], pool: list[str]) -> None:
    lines[:] = lines or [""]
    at = draw.randrange(len(lines))
    tokens = TOKEN.findall(lines[at]) or [""]
    where = draw.randrange(len(tokens))
    match draw.randrange(9):
        case 0:
            del tokens[where]
        case 1:
            tokens.insert(where, tokens[draw.randrange(len(tokens))])
        case 2:
            tokens[where] = draw.choice(words())
        case 3:
            tokens[where:where] = [" ", draw.choice(EFFECTS), " "]
        case 4:
            tokens[where:] = [" ", draw.choice(EFFECTS)]
        case 5:
            tokens[where:] = TOKEN.findall(draw.choice(pool))
        case 6:
            lines.insert(at, draw.choice(["", "  "]) + draw.choice(pool))
            return
        case 7:
            tokens[where : where + 1] = ["(", tokens[where], ")"]
        case _:
            tokens.insert(0, draw.choice(["  ", "    ", "first, ", "once per turn, ", "rival ", "others ", "may "]))
    lines[at] = "".join(tokens)


# --- what diagnostics have to be ---------------------------------------------------------------------


def check_diagnostics(found: Compilation, files: Files) -> None:
    """Each diagnostic has a code that is listed, a message, and a place that is in its file."""
    folders = {path.rpartition("/")[0] for path in files} | {path.partition("/")[0] for path in files}
    for each in found.diagnostics:
        assert each.code in CODES, f"{each.code} is not listed"
        assert each.message and each.severity in ("error", "warning", "note"), each
        assert each.path in files or each.path in folders, f"{each.code} is about {each.path!r}"
        for span in spans_of(each):
            check_span(span, files)


def spans_of(each: Diagnostic) -> Iterator[Span]:
    if each.span is not None:
        assert each.path == each.span.path
        yield each.span
    yield from (span for span, _ in each.related)
    if each.fix is not None:
        yield each.fix.span


def check_span(span: Span, files: Files) -> None:
    """A span lies inside the text of its file, at a line and column that the file has."""
    source = span.source
    assert source.path in files
    text = (
        files[source.path].decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    )
    assert source.text == text, f"a span of {source.path} points into another text"
    assert 0 <= span.start <= span.end <= len(text), span
    lines = text.split("\n")
    assert 1 <= span.line <= len(lines) and 1 <= span.column <= len(lines[span.line - 1]) + 1, span


# --- changed and forged files ------------------------------------------------------------------------

SNIPPETS = [b"[[[", b"1e9", b'"\\u', b"-0.", b"\x00", b"{}", b"null", b'"hash":""', b",,", b"\xff\xfe", b"9" * 30]


def damaged(draw: random.Random, data: bytes) -> bytes:
    """Bytes with bits flipped, cut off, parts cut out, doubled, or put elsewhere."""
    changed = bytearray(data)
    at, to = sorted((draw.randrange(len(data) + 1), draw.randrange(len(data) + 1)))
    match draw.randrange(6):
        case 0:
            for _ in range(draw.randint(1, 4)):
                if data:
                    changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        case 1:
            del changed[at:]
        case 2:
            del changed[at : min(to, at + 40)]
        case 3:
            changed[at:at] = data[at:to][:4000]
        case 4:
            part = changed[at : min(to, at + 60)]
            del changed[at : min(to, at + 60)]
            where = draw.randrange(len(changed) + 1)
            changed[where:where] = part
        case _:
            changed[at : at + draw.randrange(6)] = draw.choice(SNIPPETS)
    return bytes(changed)


LARGEST = 2**53 - 1
FORGED: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    -2,
    2,
    63,
    200,
    100_000,
    2**31,
    -(2**31),
    2**53 - 1,
    1 - 2**53,
    "",
    "x",
    "nowhere",
    [],
    {},
    [[]],
    [0],
    ["int", 1],
    ["none"],
    ["you"],
    ["this"],
    ["it"],
    ["players"],
    {"id": "x"},
]


def forged(draw: random.Random, value: Any, changes: int = 1) -> Any:
    """A copy of a value in which something deep inside is something else: another type, index or number."""
    copy = json.loads(json.dumps(value))
    for _ in range(changes):
        forge(draw, copy)
    return copy


def forged_value(draw: random.Random) -> Any:
    return json.loads(json.dumps(draw.choice(FORGED)))


def forge(draw: random.Random, value: Any) -> None:
    """Walks down to a random place and changes it there; every level is as likely as the next."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = draw.choice(keys)
        inner = value[key]
        if isinstance(inner, (list, dict)) and inner and draw.randrange(8):
            value = inner
            continue
        change_entry(draw, value, key)
        return


def change_entry(draw: random.Random, value: Any, key: Any) -> None:
    match draw.randrange(7):
        case 0:
            del value[key]
        case 1:
            other = value[draw.choice(list(value) if isinstance(value, dict) else range(len(value)))]
            value[key] = json.loads(json.dumps(other))
        case 2 if isinstance(value, list):
            value.insert(key, forged_value(draw))
        case 3 if isinstance(value[key], int) and not isinstance(value[key], bool):
            value[key] = max(-LARGEST, min(value[key] + draw.choice([1, -1, 7, -100, 1 << 40]), LARGEST))
        case _:
            value[key] = forged_value(draw)


def sealed_again(data: bytes, payload: Any) -> bytes:
    """A file with another payload and a seal that fits it: made by somebody who knows the format."""
    value = json.loads(data)
    value["payload"] = payload
    del value["hash"]
    value["hash"] = content_hash(value)
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
