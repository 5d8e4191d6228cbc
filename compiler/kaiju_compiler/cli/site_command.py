"""``kaiju site``: the reference site."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from kaiju_compiler.cli.common import FINDINGS, OK, CommandError, finish, say, warn
from kaiju_compiler.display import safe


@click.group("site")
def command() -> None:
    """Build or serve the reference site."""


@command.command("build")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "-o",
    "--output",
    default="build",
    show_default=True,
    metavar="DIR",
    help="The site is DIR/site, its pages DIR/site-src.",
)
def build(paths: tuple[str, ...], output: str) -> None:
    """Write the site of packs. Without PATH: of the shipped content."""
    make = maker("build_site")
    from kaiju_compiler.cli.programs import compile_paths
    from kaiju_compiler.diagnostics import exit_status
    from kaiju_compiler.render import render_summary

    compilation = compile_paths(paths)
    status = exit_status(compilation.diagnostics)
    if status:
        warn(f"note: {render_summary(compilation.diagnostics)} in the content; 'kaiju check' shows them")
    if not compilation.modes:
        raise CommandError(
            "mode-unknown", "there is no mode here that a site could show", "name a pack with a mode.yaml"
        )
    result = make(compilation, output)
    for problem in result.problems:
        say(f"problem: {safe(problem)}")
    for example in result.failed_examples:
        say(f"failing example: {safe(example)}")
    say(f"{result.index}: {result.pages} pages of {', '.join(result.modes) or 'no mode'}, {result.examples} examples")
    finish(FINDINGS if result.problems or result.failed_examples or status else OK)


@command.command("serve")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-o", "--output", default="build", show_default=True, metavar="DIR", help="Folder of pages and site.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
def serve(paths: tuple[str, ...], output: str, port: int) -> None:
    """Show the site on this machine, made anew when files change."""
    maker("serve_site")(list(paths) or None, output, f"127.0.0.1:{port}")
    finish(OK)


def maker(function: str) -> Any:
    """A function of the part that makes sites. Raises :class:`CommandError` where that is missing."""
    try:
        return getattr(import_module("kaiju_site"), function)
    except (ImportError, AttributeError) as failure:
        raise CommandError(
            "site-missing",
            f"the part that makes the reference site is not whole ({failure})",
            "install kaiju-rules again",
        ) from failure
