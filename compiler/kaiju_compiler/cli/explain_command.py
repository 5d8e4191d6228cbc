"""``kaiju explain``: the page of a code, or of a word of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import click

from kaiju_compiler.cli.common import CODES, CommandError, finish, rows, say
from kaiju_compiler.cli.explained_words import IN_RULEBOOKS, SMALL, phrases_with, same_as, small_page, word_of
from kaiju_compiler.data_files import content_dir, site_docs_dir
from kaiju_compiler.display import safe
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.superlatives import function_of

SAMPLES = 4


@click.command("explain")
@click.argument("words", nargs=-1, metavar="[CODE|WORD]")
@click.option("--in", "mode", metavar="MODE", help="Say what it means in this mode, built file or folder.")
def command(words: tuple[str, ...], mode: str | None) -> None:
    """Explain the CODE of an error, a WORD of the effect language, or a name of a mode such as that of a procedure.

    Without either: list all codes and words. Names are looked for in all shipped modes, unless MODE is given.
    """
    lines = explanation(" ".join(words), mode) if words else contents()
    for line in lines:
        say(safe(line))
    finish(0)


def explanation(word: str, mode: str | None = None) -> list[str]:
    """The lines of a page. Raises :class:`CommandError` for what is neither code nor word, nor name of a mode."""
    codes = all_codes()
    lines: list[str] = []
    if word in codes:
        lines += code_page(word, codes[word])
    lines += page_of(word)
    whole = bool(lines)
    lines = lines or part_page(word)
    if not whole or mode is not None:
        lines += of_modes(word, mode, lines)
    return lines


def page_of(word: str) -> list[str]:
    """What the language has under a word, or under several that are one."""
    return form_page(word) or word_page(same_as(word)) or small_page(word)


def part_page(part: str) -> list[str]:
    """The page of the one phrase that a word is a part of, or one line for each: ``at`` leads to two."""
    phrases = phrases_with(part)
    if len(phrases) == 1:
        return page_of(phrases[0])
    heard = [f"{part} (part of {' and '.join(f'`{each}`' for each in phrases)})", ""] if phrases else []
    return heard + rows((f"  {each}", meaning) for each in phrases for meaning in meanings(each))


def of_modes(word: str, mode: str | None, before: list[str]) -> list[str]:
    """What a word means in one mode or all shipped ones, behind what the language says. Raises ``CommandError``."""
    from kaiju_compiler.cli.explained_modes import known, pages
    from kaiju_compiler.cli.records import modes_of

    modes = modes_of(mode).values()
    found = pages(word, modes)
    if not found and not before:
        words = [*all_codes(), *all_words(), *known(modes)]
        inside = [each for each in re.findall(r"[\w-]+", word.lower()) if each in words] if " " in word else []
        inside += [meant] if (meant := function_of([word.lower()]) or said_with(word.lower())) else []
        near = f"'kaiju explain {inside[-1]}' may help" if inside else did_you_mean(word, words)
        message = f"'{word}' is neither a code nor a word of the language, nor a name in {mode or 'the shipped modes'}"
        raise CommandError("word-unknown", message, near or "'kaiju explain' lists all codes and words")
    samples = list(uses(word)) if found and not before else []
    found += ["", "  In the shipped content", *samples] if samples else []
    return ["", *found] if found and before else found


def said_with(word: str) -> str:
    """The word with which the language says what a word of rulebooks says: of `steal` it is `move`; or nothing."""
    from kaiju_compiler.parse.samples import RULEBOOK_HEADS
    from kaiju_compiler.resolve.rulebook_verbs import SAID

    if word in IN_RULEBOOKS:
        return IN_RULEBOOKS[word]
    said = re.findall(r"[a-z]+", SAID.get(word) or RULEBOOK_HEADS.get(word, ("", ""))[0])
    return next((each for each in said if each in all_words()), "")


def contents() -> list[str]:
    """All codes and words."""
    codes = all_codes()
    width = max(map(len, codes))
    return [
        "Codes",
        *(f"  {code:<{width}}  {summary}" for code, summary in sorted(codes.items())),
        "",
        "Words",
        *rows((f"  {word}", meaning) for word in all_words() for meaning in meanings(word)),
        "",
        "'kaiju explain WORD --in MODE' knows the names of a mode as well.",
    ]


# --- codes ---------------------------------------------------------------------------------------


def all_codes() -> dict[str, str]:
    """Every code with its summary."""
    from kaiju_compiler.catalogue import CATALOGUE
    from kaiju_runtime.canonical import CODES as SEALED

    codes = dict(CODES) | dict(SEALED)
    for module, name in (("kaiju_compiler.resolve.problems", "RESOLVE_CODES"),):
        table: Mapping[str, str] = getattr(import_module(module), name, {})
        codes |= table
    return codes | {code: info.summary for code, info in CATALOGUE.items()}


def code_page(code: str, summary: str) -> list[str]:
    """The page that the site has of a code, or its summary."""
    page = site_docs_dir() / "errors" / f"{code}.md"
    if page.is_file():
        return page.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return [code, "", f"  {summary[:1].upper()}{summary[1:]}."]


# --- words ---------------------------------------------------------------------------------------


def all_words() -> list[str]:
    """Every word of the language that a text can hold."""
    from kaiju_runtime.primitives import OPERATIONS, VERBS

    words = {word_of(each) for each in OPERATIONS.values()} - {""}
    return sorted(words | set(VERBS) | set(FORM_WORDS) | set(SMALL))


FORM_WORDS = {
    "when": "when",
    "before": "before",
    "as soon as": "soon",
    "modify": "modify",
    "cannot": "cannot",
    "action": "action",
    "first": "first",
    "once per turn": "once",
    "until": "until",
    "next time": "next_time",
    "define": "define",
    "always": "always",
}
"""The words of abilities, and what their samples are filed under."""


def meanings(word: str) -> list[str]:
    """Every meaning of a word in one line each."""
    from kaiju_runtime.primitives import OPERATIONS, VERBS

    found = [f"{each['say'].partition('. ')[0].rstrip('.')}." for each in samples_of(FORM_WORDS.get(word))[:1]]
    found += [VERBS[word].meaning] if word in VERBS else []
    for each in OPERATIONS.values():
        if word_of(each) == word:
            found.append(f"{each.meaning} ({each.role}{f' of a {each.of}' if each.of else ''})")
    return found or [SMALL[word].meaning]


def samples_of(about: str | None) -> list[dict[str, Any]]:
    """The samples that the language reference has of an operation or form of ability."""
    return [sample for sample in all_samples() if about in sample["for"]]


@cache
def all_samples() -> list[dict[str, Any]]:
    from kaiju_compiler.load import load
    from kaiju_compiler.source import Source

    found: list[dict[str, Any]] = []
    for path in (site_docs_dir() / "language" / "samples" / f"{name}.yaml" for name in ("forms", "expressions")):
        root = load(Source(path.as_posix(), path.read_text(encoding="utf-8"))).root
        data: Any = root.to_data() if root is not None else {"samples": []}
        found += data["samples"]
    return found


def sample_lines(sample: dict[str, Any]) -> list[str]:
    """A sample as it is written."""
    text = sample.get("effect") or sample.get("procedures") or sample.get("invariants") or ""
    return [f"    {line}" for line in text.split("\n")]


def form_page(word: str) -> list[str]:
    """What the samples of the language reference say about a word that makes an ability."""
    lines = [f"{word} (form of ability)"]
    for sample in samples_of(FORM_WORDS.get(word)):
        lines += ["", *(f"  {sample[key]}" for key in ("title", "say") if key in sample), *sample_lines(sample)]
    return lines[1:] and lines


def word_page(word: str) -> list[str]:
    """What the registry says about a word, and where the shipped content uses it."""
    from kaiju_runtime.primitives import OPERATIONS, VERBS

    lines: list[str] = []
    verb = VERBS.get(word) or next((each for each in VERBS.values() if word in (each.third, each.participle)), None)
    if verb is not None:
        lines += [f"{verb.name} (verb)", "", f"  {verb.meaning}", "", "  Forms"]
        subject = f"[{verb.subject}] " if verb.subject else ""
        lines += [f"    {subject}{form.pattern}" for form in verb.forms]
        if verb.events:
            lines += ["  Events", *(f"    when {event.pattern}" for event in verb.events)]
        lines += effects(verb.reads, verb.writes)
    for operation in OPERATIONS.values():
        if word_of(operation) == word:
            of = f" of a {operation.of}" if operation.of else ""
            lines += ["", f"{word} ({operation.role}{of})", "", f"  {operation.meaning}"]
            operands = ", ".join(name for name, storage in operation.operands if storage[0] in "eEb")
            lines += [f"  Takes   {operands}"] if operands else []
            lines += [f"  Gives   {operation.result}"] if operation.result else []
            lines += effects(operation.reads, ())
            samples = [line for sample in samples_of(operation.op) for line in ("", *sample_lines(sample))]
            lines += ["  For example", *samples[1:]] if samples else []
    if lines:
        found = list(uses(verb.name if verb is not None else word))
        lines += ["", "  In the shipped content", *found] if found else []
    return lines[1:] if lines and not lines[0] else lines


def effects(reads: tuple[str, ...], writes: tuple[str, ...]) -> list[str]:
    lines = [f"  Reads   {', '.join(reads)}"] if reads else []
    return lines + ([f"  Changes {', '.join(writes)}"] if writes else [])


def uses(word: str) -> Iterator[str]:
    """Some lines of shipped effects that hold the word, each with its place."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    longer = "|".join(each for each in FORM_WORDS if word in each.split() and each != word) or "(?!)"
    number = 0
    for path in sorted(content_dir().rglob("*.yaml")):
        inside = -1
        for line_number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            indent = len(line) - len(line.lstrip())
            if re.match(r"\s*(- )?(effect|procedures|setup): \|", line):
                inside = indent
            elif line.strip() and indent <= inside:
                inside = -1
            elif inside >= 0 and pattern.search(re.sub(longer, "", _words_of(line))) and number < SAMPLES:
                number += 1
                yield f"    {line.strip()}    ({path.relative_to(content_dir()).as_posix()}:{line_number})"


def _words_of(line: str) -> str:
    """A line of an effect without its labels and comments."""
    return re.sub(r'"[^"]*"|#.*', "", line)
