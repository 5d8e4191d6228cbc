"""``kaiju text``: the rules text of a record."""

from __future__ import annotations

import click

from kaiju_compiler.cli.common import finish, say, text_width
from kaiju_compiler.display import safe


@click.command("text")
@click.argument("names", nargs=-1, required=True, metavar="ID...")
@click.option("--in", "mode", metavar="MODE", help="Look in this mode, built file or folder only.")
def command(names: tuple[str, ...], mode: str | None) -> None:
    """Print the rules text of records, as it is derived from their programs.

    ID is an id such as my_card, with its pack (my_pack:my_card), rule:ID, face:ID, counter:ID, or a name.
    """
    from kaiju_compiler.cli.records import find_all, modes_of
    from kaiju_runtime.play.text import wrapped

    modes = modes_of(mode)
    for name in names:
        for found in find_all(name, modes):
            say(f"{safe(found.name)} ({safe(found.id)})")
            for paragraph in found.wording().split("\n"):
                for line in wrapped(paragraph or "It has no effect of its own.", text_width() - 2):
                    say(f"  {safe(line)}")
    finish(0)
