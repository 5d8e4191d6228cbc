"""``kaiju show``: all about one record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from kaiju_compiler.cli.common import finish, rows, say, text_width
from kaiju_compiler.display import safe

if TYPE_CHECKING:
    from kaiju_compiler.cli.records import Found


@click.command("show")
@click.argument("name", metavar="ID")
@click.option("--in", "mode", metavar="MODE", help="Look in this mode, built file or folder only.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(name: str, mode: str | None, form: str) -> None:
    """Show the data, effect, rules text, program and examples of one record."""
    from kaiju_compiler.cli.records import find, modes_of

    found = find(name, modes_of(mode))
    if form == "json":
        say(json.dumps(as_data(found), ensure_ascii=True, indent=2))
    else:
        for line in as_text(found):
            say(line)
    finish(0)


def abilities_of(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """The abilities of an entry, its bare statements first."""
    return [each for each in [entry.get("body"), *entry.get("abilities", [])] if each is not None]


def as_written(value: Any) -> str:
    """A field's value as a record says it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_data(found: Found) -> dict[str, Any]:
    """Everything as plain data."""
    return {
        "id": found.id,
        "name": found.name,
        "mode": found.mode.data["mode"],
        "record": found.record,
        "wording": found.wording(),
        "program": abilities_of(found.entry),
        "examples": found.examples(),
    }


def as_text(found: Found) -> Iterator[str]:
    """Everything for people."""
    from kaiju_runtime.play.text import wrapped

    record = found.record
    yield f"{safe(found.name)} ({safe(found.id)})"
    if record:
        fields = {
            "kind": record["kind"],
            **record["fields"],
            "tags": ", ".join(record["tags"]),
            "copies": record["copies"] if record["copies"] != 1 else "",
            "provenance": record["provenance"],
            "sources": ", ".join(record["sources"]),
            "rulings": ", ".join(record["rulings"]),
            "note": record["note"],
            "place": f"{record['file']}:{record['line']}",
        }
        shown = {key: value for key, value in fields.items() if value not in ("", None)}
        yield from rows((f"  {key}", as_written(value)) for key, value in shown.items())
    if record.get("effect"):
        yield from ("", "effect", *(f"  {safe(line)}" for line in record["effect"].splitlines()))
    yield from ("", "rules text")
    yield from (f"  {safe(line)}" for part in found.wording().split("\n") for line in wrapped(part, text_width() - 2))
    yield from ("", "program")
    for ability in abilities_of(found.entry):
        yield from (f"  {safe(line)}" for line in outline(ability))
    examples = found.examples()
    yield from ("", f"examples ({len(examples)})")
    for each in examples:
        yield f"  {safe(each['topic'])}/{safe(each['name'])} ({safe(each['file'])}:{each['line']})"


USUAL: tuple[Any, ...] = (None, "", [], False, -1, 0)


def outline(ability: dict[str, Any]) -> Iterator[str]:
    """An ability with what is not empty in it, and its statements one a line."""
    yield f"{ability['form']} #{ability['id']} ({ability['where']})"
    for key, value in ability.items():
        if key not in ("id", "form", "where", "body", "reads", "writes") and not any(
            value is usual or value == usual for usual in USUAL
        ):
            yield f"  {key:<8}{json.dumps(value, ensure_ascii=False)}"
    for node in ability["body"]:
        yield f"  do      {json.dumps(node, ensure_ascii=False)}"
    for key in ("reads", "writes"):
        if ability[key]:
            yield f"  {key:<8}{', '.join(ability[key])}"
