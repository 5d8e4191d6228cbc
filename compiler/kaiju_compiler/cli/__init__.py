"""The command line: ``kaiju COMMAND …``.

Exit status: 0 clean, 1 findings in content, 2 wrong use or failure. Commands are loaded when they are called, so
that ``kaiju --help`` is quick. Each is a module of this package with a function ``command``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

import click

from kaiju_compiler import __version__
from kaiju_compiler.cli.common import FAILURE, OK, CommandError, failure_of, prepare_streams, report, shut_down
from kaiju_compiler.suggest import did_you_mean

COMMANDS: dict[str, str] = {
    "check": "Report everything that is wrong with packs.",
    "build": "Write the programs of packs.",
    "test": "Run the examples beside cards and rulings.",
    "play": "Play a game in the terminal, or watch bots play.",
    "replay": "Play a recorded game again.",
    "simulate": "Let bots play many games, and add up how they go.",
    "report": "Say how balanced a game is, from the statistics of many games.",
    "list": "List modes, or the records of a mode or pack.",
    "text": "Print the rules text of a record.",
    "show": "Show the program, rules text and examples of a record.",
    "explain": "Explain a code of an error, or a word of the language.",
    "site": "Build or serve the reference site.",
}


NAMED = {
    "explain": "name a code or a word; without one, 'kaiju explain' lists all",
    "text": "name a record; 'kaiju list MODE' tells which there are",
    "show": "name a record; 'kaiju list MODE' tells which there are",
}
"""What a command wants that takes no path first."""
EMPTY = re.compile(r"(--[a-z-]+=)?\s*")
FREE_TEXT = ("--filter",)
"""Options whose argument may be empty, since it names nothing."""


class Commands(click.Group):
    """The commands, each imported when it is wanted; whatever goes wrong in one is told, never traced back."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"kaiju_compiler.cli.{cmd_name}_command")
        found: click.Command = module.command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = did_you_mean(args[0], COMMANDS) or "kaiju --help lists the commands"
            raise click.UsageError(f"there is no command '{args[0]}': {near}", ctx)
        for before, each in pairwise(args):
            if EMPTY.fullmatch(each) and before not in FREE_TEXT:
                path = "name a file, a folder or a mode; '.' is the folder that you are in"
                help = NAMED.get(before, path)
                where = each.strip() or f"what stands behind '{before}'"
                raise CommandError("usage", f"{where} is empty in 'kaiju {args[0]}'", help)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.Abort, KeyboardInterrupt, OSError):
            raise
        except Exception as failure:
            raise click.exceptions.Exit(report(failure_of(failure))) from failure


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="kaiju", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Kaiju compiles the rules of dice-and-card monster games, plays them, and prints their reference."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit status. Nothing but a status comes out of it."""
    prepare_streams()
    try:
        status = cli.main(args=None if arguments is None else list(arguments), prog_name="kaiju", standalone_mode=False)
        status = status if isinstance(status, int) else OK
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click itself ends with SystemExit where the pipe is closed
        status = OK
    except (click.Abort, KeyboardInterrupt):
        status = report(failure_of(KeyboardInterrupt()))
    except Exception as failure:
        status = report(failure_of(failure))
    return shut_down(status)


__all__ = ["COMMANDS", "FAILURE", "OK", "cli", "main"]
