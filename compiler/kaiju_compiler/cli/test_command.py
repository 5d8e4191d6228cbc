"""``kaiju test``: runs the examples of packs."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from kaiju_compiler.cli.common import FINDINGS, OK, colour_wanted, finish, say, warn
from kaiju_compiler.display import safe

if TYPE_CHECKING:
    from kaiju_compiler.collect.packs import Pack
    from kaiju_compiler.pipeline import Compilation, Compiled
    from kaiju_runtime.examples import ExampleResult
    from kaiju_runtime.program import Program

LAST = 8
"""Events shown of an example that fails."""


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--filter", "wanted", default="", metavar="TEXT", help="Only examples whose name or record has TEXT.")
@click.option("--trace", is_flag=True, help="Show what happens in each example, with the causes.")
@click.option("--coverage", is_flag=True, help="Show which effects no example runs.")
@click.option("--all", "required", is_flag=True, help="Run the examples of the packs that these ones require as well.")
def command(paths: tuple[str, ...], wanted: str, trace: bool, coverage: bool, required: bool) -> None:
    """Run the examples beside cards and in files of examples. Without PATH: of the shipped content."""
    from kaiju_compiler.cli.programs import compile_paths

    compilation = compile_paths(paths)
    run = Run(compilation, trace, required)
    for mode in compilation.modes.values():
        run.mode(mode, wanted, paths)
    if coverage:
        run.show_coverage()
    status = run.summary(wanted)
    run.note_others(paths)
    if compilation.failed:
        warn("note: the content has errors, so not all of it was tested; 'kaiju check' shows them")
        status = FINDINGS
    finish(status)


@dataclass
class Run:
    """A run over the examples of several modes."""

    compilation: Compilation
    trace: bool
    required: bool
    """Whether examples of packs that were not named, but are required by those that were, run too."""
    passed: int = 0
    failed: int = 0
    others: Counter[str] = field(default_factory=Counter)
    """How many examples were left out, by their pack."""
    covered: dict[str, set[tuple[int, str]]] = field(default_factory=dict)

    def mode(self, mode: Compiled, wanted: str, paths: tuple[str, ...]) -> None:
        """Runs the examples of one mode."""
        from kaiju_runtime.examples import run_example
        from kaiju_runtime.game import program_from_data

        chosen = [each for each in mode.examples if matches(each, wanted) and self.is_named(each, paths)]
        packs = {pack.id for pack in self.packs.values() if pack.given or self.required}
        packs |= set(mode.own_packs) if self.is_asked(mode) else set()
        own = [each for each in chosen if pack_of(each) in packs]
        self.others.update(pack_of(each) for each in chosen if pack_of(each) not in packs)
        if not own and not self.is_asked(mode):
            return
        program = program_from_data(mode.program)
        covered = self.covered.setdefault(mode.mode, set())
        for example in own:
            result = run_example(program, example)
            covered |= result.covered
            self.note(program, example, result)

    @property
    def packs(self) -> dict[str, Pack]:
        return self.compilation.packs.packs

    def is_asked(self, mode: Compiled) -> bool:
        """Whether the mode belongs to what is tested, rather than to a pack that is only required."""
        return self.required or self.packs[mode.pack].given

    def is_named(self, example: dict[str, Any], paths: tuple[str, ...]) -> bool:
        """Whether the example lies where the user pointed: in a file that was named, or anywhere in a folder."""
        files = [path for path in paths if path.endswith((".yaml", ".yml"))]
        place = self.place(example)
        return len(files) != len(paths) or not files or any(place.endswith(path.lstrip("./")) for path in files)

    def place(self, example: dict[str, Any]) -> str:
        """The file of an example, as the user knows it."""
        return f"{self.packs[pack_of(example)].folder}/{example['file'].partition('/')[2]}"

    def note(self, program: Program, example: dict[str, Any], result: ExampleResult) -> None:
        """Counts an example, and shows it if it failed or everything is to be shown."""
        self.passed += result.passed
        self.failed += not result.passed
        if result.passed and not self.trace:
            return
        word = painted("pass", "green") if result.passed else painted("FAIL", "red")
        place = self.place(example)
        say(f"{word} {safe(example['topic'])}/{safe(result.name)}")
        say(f"     {safe(place)}:{example['line']} ({safe(example['mode'])})")
        for failure in result.failures:
            say(f"     {safe(place)}:{failure.line}")
            say(f"       expected  {safe(failure.expected)}")
            say(f"       found     {safe(failure.found)}")
        told = list(story(program, result, self.trace))
        if not self.trace and len(told) > LAST:
            told = ["... (--trace shows all of it, and why)", *told[-LAST:]]
        if told:
            say("     what happened:")
        for line in told:
            say(f"       {safe(line)}")
        say()

    def show_coverage(self) -> None:
        """Which effects have not been run by any example, by record."""
        from kaiju_runtime.coverage import cover_items

        for name, covered in self.covered.items():
            mode = self.compilation.modes[name]
            if not self.is_asked(mode):
                continue
            items = cover_items(mode.program, mode.own_packs)
            missing = [each for each in items if each.item not in covered]
            share = 100 * (len(items) - len(missing)) // max(1, len(items))
            say(f"coverage of {safe(name)}: {len(items) - len(missing)} of {len(items)} ({share} %)")
            for each in missing:
                say(f"  not run: {safe(each.record)}: {safe(each.what)} ({safe(each.where)})")

    def summary(self, wanted: str) -> int:
        """The last line; the status."""
        say(f"{self.passed} passed, {self.failed} failed")
        if self.passed + self.failed == 0:
            reason = f": none has '{safe(wanted)}' in its name" if wanted else ""
            warn(f"note: no examples were run{reason}")
        return FINDINGS if self.failed else OK

    def note_others(self, paths: tuple[str, ...]) -> None:
        """Says what was left out, and how it is run."""
        if not self.others:
            return
        count, packs = sum(self.others.values()), sorted(self.others)
        what = "1 example" if count == 1 else f"{count} examples"
        verb = "is" if count == 1 else "are"
        whose = f"pack {packs[0]}" if len(packs) == 1 else f"packs {', '.join(packs)}"
        command = " ".join(["kaiju test", *map(shlex.quote, paths), "--all"])
        warn(f"note: {what} of the required {safe(whose)} {verb} left out; '{safe(command)}' runs them too")


def pack_of(example: dict[str, Any]) -> str:
    """The id of the pack in whose files an example stands."""
    return str(example["file"].partition("/")[0])


def matches(example: dict[str, Any], wanted: str) -> bool:
    """Whether the name, the record or what an example proves holds the text."""
    parts = [example["name"], example["topic"], example["record"] or "", example["mode"], *example.get("proves", [])]
    whole = f"{example['topic']}/{example['name']}"
    return not wanted or any(wanted.lower() in part.lower() for part in [*parts, whole])


def story(program: Program, result: ExampleResult, causes: bool) -> Iterator[str]:
    """The events of an example in words, with their causes if wanted."""
    from kaiju_runtime.trace import Story, players_of, why

    if result.game is None:
        return
    players = players_of(result.game)
    teller = Story(program, players)
    for record in result.events:
        for line in teller.tell([record]):
            yield f"{'  ' * line.depth}{line.text}"
            if causes:
                reasons = why(program, record, players)
                if reasons:
                    yield f"{'  ' * line.depth}    because of {reasons[0]}"


def painted(text: str, colour: str) -> str:
    return click.style(text, fg=colour, bold=True) if colour_wanted() else text
