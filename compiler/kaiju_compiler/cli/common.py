"""What the commands share: exit status, output that no terminal chokes on, and errors as people read them."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import traceback
from collections.abc import Iterable
from typing import Any, NoReturn, TextIO

import click

from kaiju_compiler.display import safe

OK, FINDINGS, FAILURE = 0, 1, 2
WIDTH, WIDEST = 80, 100


class CommandError(Exception):
    """Something that stops a command: a code, what is wrong, what to do, and the place where there is one."""

    def __init__(self, code: str, message: str, help: str = "", place: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.place = place


CODES: dict[str, str] = {
    "compile-failed": "a program was asked for, and the content has errors",
    "internal": "a mistake of Kaiju itself",
    "mode-broken": "a mode has errors of its own and cannot be played",
    "mode-several": "a path holds several modes, and one is wanted",
    "mode-unknown": "there is no mode of that name",
    "option-unknown": "the mode has no such option, or the option no such value",
    "output-failed": "the output cannot be written",
    "record-ambiguous": "several records have that name",
    "record-broken": "a record has errors and is left out of the program",
    "record-unknown": "there is no record of that name or kind",
    "seat-unknown": "a seat, or who is to play it, is not known",
    "site-missing": "the part that makes the reference site is not installed",
    "stopped": "the command was stopped by the user",
    "usage": "the command line is not understood",
    "word-unknown": "neither a code nor a word of the language",
}
"""Codes of what stops a command; the catalogue holds these and all others."""


# --- output --------------------------------------------------------------------------------------


def prepare_streams() -> None:
    """Makes standard output and error show what they cannot encode as escapes, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        if change is not None:
            change(errors="backslashreplace")


def shut_down(status: int) -> int:
    """Flushes the output, and keeps the interpreter from complaining about a closed pipe at its end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as failure:
        status = OK if isinstance(failure, BrokenPipeError) else report(failure_of(failure))
        silence(sys.stdout)
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:
        silence(sys.stderr)
    return status


def silence(stream: TextIO) -> None:
    """Sends what a stream still holds nowhere."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass


def say(text: str = "", end: str = "\n") -> None:
    """Writes to standard output."""
    if sys.stdout is not None:
        sys.stdout.write(text + end)


def warn(text: str) -> None:
    """Writes to standard error; never fails."""
    try:
        if sys.stderr is not None:
            sys.stdout.flush()
            sys.stderr.write(text + "\n")
    except OSError:
        pass


def colour_wanted(stream: TextIO | None = None) -> bool:
    """Whether a stream is to be painted: a terminal, unless NO_COLOR says no or FORCE_COLOR yes."""
    stream = stream or sys.stdout
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def text_width() -> int:
    """Columns to write in: those of the terminal, 80 where there is none, never more than 100."""
    return max(40, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))


def finish(status: int) -> NoReturn:
    """Ends the command with a status."""
    raise click.exceptions.Exit(status)


def rows(entries: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows of a table with columns as wide as they must be; the last one is as it is."""
    table = [tuple(map(safe, entry)) for entry in entries]
    widths = [max((len(row[i]) for row in table), default=0) for i in range(max(map(len, table), default=0))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in table]


# --- errors --------------------------------------------------------------------------------------


def failure_of(failure: BaseException) -> CommandError:
    """Any exception as an error with a code."""
    if isinstance(failure, CommandError):
        return failure
    if isinstance(failure, KeyboardInterrupt):
        return CommandError("stopped", "stopped")
    if isinstance(failure, click.FileError):
        return CommandError("file-problem", f"cannot open {failure.filename}: {failure.message}", "check the name")
    if isinstance(failure, click.ClickException):
        context = getattr(failure, "ctx", None)
        help = f"'{context.command_path} --help' says how it is used" if context is not None else "see 'kaiju --help'"
        if isinstance(failure, click.exceptions.NoArgsIsHelpError):
            return CommandError("usage", "another command is missing after this one", help)
        return CommandError("usage", failure.format_message().rstrip("."), help)
    if isinstance(failure, OSError) and failure.filename is None:
        reason = "the disk is full" if failure.errno == errno.ENOSPC else (failure.strerror or str(failure))
        return CommandError("output-failed", f"the output cannot be written: {reason}")
    return known_failure(failure)


def known_failure(failure: BaseException) -> CommandError:
    from kaiju_runtime.files import FileProblem

    if isinstance(failure, FileProblem):
        return CommandError("file-problem", str(failure), failure.advice, str(failure.path))
    code, message = getattr(failure, "code", None), getattr(failure, "message", None)
    if isinstance(code, str) and isinstance(message, str):
        return CommandError(code, message, getattr(failure, "help", ""))
    if os.environ.get("KAIJU_DEBUG"):
        traceback.print_exception(failure)
    return CommandError(
        "internal",
        f"{type(failure).__name__}: {failure}",
        "this is a mistake of Kaiju; please report it (KAIJU_DEBUG=1 shows where it happened)",
    )


def report(error: CommandError) -> int:
    """Tells an error on standard error; the status to end with."""
    colour = colour_wanted(sys.stderr)
    head = click.style(f"error[{error.code}]", fg="red", bold=True) if colour else f"error[{error.code}]"
    warn(f"{head} {safe(error.place)}".rstrip())
    warn(f"  {safe(error.message)}")
    if error.help:
        warn(f"  {click.style('help:', fg='green') if colour else 'help:'} {safe(error.help)}")
    return FAILURE


def placed(failure: Any, place: str) -> CommandError:
    """The error behind an exception, with the file that it is about."""
    error = failure_of(failure)
    return CommandError(error.code, error.message, error.help, error.place or place)
