"""``kaiju build``: the programs of packs as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kaiju_compiler.cli.common import CommandError, colour_wanted, finish, say, warn
from kaiju_compiler.display import safe


@click.command("build")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-o", "--output", default="build", show_default=True, metavar="DIR", help="Folder of the programs.")
@click.option("--source", is_flag=True, help="Write beside each program the Python that plays it, for a look.")
def command(paths: tuple[str, ...], output: str, source: bool) -> None:
    """Write the program of each mode as MODE.kaiju.json. Without PATH: of the shipped content.

    The same content gives the same bytes. Records with errors are left out, and named; the exit status is 1 then.
    """
    from kaiju_compiler.cli.programs import compile_paths
    from kaiju_compiler.diagnostics import exit_status
    from kaiju_compiler.emit import file_name, program_bytes
    from kaiju_compiler.render import render_summary, render_text
    from kaiju_runtime.files import write_bytes

    compilation = compile_paths(paths)
    if compilation.diagnostics:
        warn(render_text(compilation.diagnostics, colour=colour_wanted()) + render_summary(compilation.diagnostics))
    for mode in compilation.modes.values():
        path = Path(output) / file_name(mode.mode)
        write_bytes(path, program_bytes(mode.program, mode.examples))
        if source:
            write_source(mode.program, Path(output) / f"{mode.mode}.generated.py")
        records = len(mode.program["definitions"])
        say(f"{safe(path.as_posix())}: {records} records, {len(mode.examples)} examples")
    for name, missing in compilation.left_out.items():
        for what, reason in missing.items():
            say(f"  left out of {safe(name)}: {safe(what)} ({safe(reason)})")
    if not compilation.modes and not compilation.failed:
        raise CommandError("mode-unknown", "there is no mode to build", "a pack with a mode.yaml of its own is wanted")
    finish(exit_status(compilation.diagnostics))


def write_source(data: dict[str, Any], path: Path) -> None:
    """Writes the module that the fast executor makes of a program; nothing reads it back."""
    from kaiju_runtime.fast.generate import generate
    from kaiju_runtime.files import write_bytes
    from kaiju_runtime.game import layout_for, program_from_data

    program = program_from_data(data)
    write_bytes(path, generate(program, layout_for(program)).source.encode())
