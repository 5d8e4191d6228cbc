"""``kaiju site``: the reference site."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import click

from kaiju_compiler.cli.common import CommandError, finish


@click.group("site")
def command() -> None:
    """Build or serve the reference site."""


@command.command("build")
@click.option("-o", "--output", metavar="DIR", help="Folder of the site; by default build/site.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
def build(output: str | None, paths: tuple[str, ...]) -> None:
    """Write the site of packs. Without PATH: of the shipped content."""
    made = maker("build")
    status = made.build(list(paths), None if output is None else Path(output))
    finish(status if isinstance(status, int) else 0)


@command.command("serve")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
def serve(port: int, paths: tuple[str, ...]) -> None:
    """Show the site on this machine, made anew when files change."""
    status = maker("serve").serve(list(paths), port)
    finish(status if isinstance(status, int) else 0)


def maker(function: str) -> ModuleType:
    """The part that makes sites, if it is there. Raises :class:`CommandError`."""
    try:
        module = import_module("kaiju_site")
    except ImportError as failure:
        raise missing() from failure
    if not hasattr(module, function):
        raise missing()
    return module


def missing() -> CommandError:
    return CommandError("site-missing", "the part that makes the reference site is not installed",
                        "install kaiju-rules again, with kaiju_site")
