"""``kaiju check``: everything that is wrong with packs."""

from __future__ import annotations

import click

from kaiju_compiler.cli.common import colour_wanted, finish, say, warn
from kaiju_compiler.diagnostics import Diagnostic, exit_status


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="text for people, json for programs, github for annotations of a workflow.",
)
def command(paths: tuple[str, ...], form: str) -> None:
    """Report everything that is wrong with packs or files. Without PATH: the shipped content.

    Exit status 1 when there are errors or warnings; notes are no findings.
    """
    from kaiju_compiler.cli.programs import compile_paths
    from kaiju_compiler.render import render_json, render_summary, render_text

    compilation = compile_paths(paths)
    found = compilation.diagnostics
    if form == "json":
        say(render_json(found), end="")
    elif form == "github":
        say("".join(annotation(each) for each in found), end="")
    else:
        say(render_text(found, colour=colour_wanted()), end="")
        summary = render_summary(found)
        files = sum(len(pack.files) for pack in compilation.packs.packs.values())
        say(f"{summary} in {files} {'file' if files == 1 else 'files'}")
    if form != "text":
        warn(render_summary(found))
    finish(exit_status(found))


def annotation(each: Diagnostic) -> str:
    """One line that a GitHub workflow shows at its place."""
    path, line, column = each.position
    kind = {"error": "error", "warning": "warning", "note": "notice"}[each.severity]
    place = f"file={escaped(path, True)}" + (f",line={line},col={column}" if line else "")
    text = f"{each.message}. {each.help}".strip() if each.help else each.message
    return f"::{kind} {place},title={escaped(each.code, True)}::{escaped(text, False)}\n"


def escaped(text: str, inside: bool) -> str:
    """Text as workflow commands take it; ``inside`` for values of properties."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if inside else text
