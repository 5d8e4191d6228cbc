"""The texts of one mode: parsed and resolved one by one, their problems gathered as diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from kaiju_compiler import parse, resolve
from kaiju_compiler.collect.scope import UNKNOWN
from kaiju_compiler.diagnostics import Diagnostic, Fix, error, has_errors
from kaiju_compiler.document import Node, Scalar
from kaiju_compiler.own_names import names_of
from kaiju_compiler.parse import SyntaxProblem
from kaiju_compiler.resolve import Context, Numbering, Problem, Resolved
from kaiju_compiler.source import Text
from kaiju_compiler.symbols import Scope, Type
from kaiju_compiler.syntax import Define, Effect, Expression

Code: TypeAlias = list[Any]
"""A program node."""
Tree = TypeVar("Tree")
ANYTHING = Type("any")

OF_VERBS = frozenset({"verb-unknown", "event-unknown", "bound-name-unused", "end-not-running"})
"""What is only told because a verb is unknown, or a sentence without one was not looked at any further."""

Parser: TypeAlias = Callable[[Text, parse.Names], tuple[Tree | None, tuple[SyntaxProblem, ...]]]


class Texts:
    """Turns texts into program nodes and remembers what was wrong. ``None`` stands for a text with errors."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.names = names_of(scope)
        self.numbering = Numbering()
        self.totals: list[dict[str, Any]] = []
        self.found: list[Diagnostic] = []
        self.verbs_missing = False
        """Whether procedures could not be read, so that verbs are unknown for that."""

    def context(
        self, owner: str, *, this: Type | None = None, you: bool = True, it: Type | None = None, stays: bool = True
    ) -> Context:
        """What a text stands on."""
        return Context(owner, self.numbering, self.totals, this, you, it, stays)

    # --- kinds of texts ---

    def effect(self, text: Text | None, context: Context) -> Resolved | None:
        """The abilities and bare statements of an effect; those of nothing if there is no text."""
        if text is None or not text.value:
            return Resolved()  # that an effect must not be empty is told by the schema
        before = len(self.found)
        tree = self.parsed(parse.parse_effect, text)
        resolved = None if tree is None else self.checked(resolve.resolve_effect(tree, self.scope, context))
        if is_folded(text):
            self.found[before:] = [as_folded(each) for each in self.found[before:]]
        return resolved

    def joined(self, texts: Iterable[Text], context: Context) -> Resolved | None:
        """Several effects as if they were one."""
        trees = [self.parsed(parse.parse_effect, text) for text in texts]
        whole = [tree for tree in trees if tree is not None]
        if len(whole) < len(trees) or not whole:
            return None if trees else Resolved()
        items = tuple(item for tree in whole for item in tree.items)
        return self.checked(resolve.resolve_effect(Effect(whole[0].span, items), self.scope, context))

    def expression(self, node: Node | None, context: Context, want: Type = ANYTHING) -> Code | None:
        """The node of an expression, which may be written as a plain number."""
        tree = self.expression_tree(node)
        if tree is None:
            return None
        wanted = ANYTHING.several() if want == UNKNOWN else want
        code, problems = resolve.resolve_expression(tree, self.scope, context, wanted)
        return code if self.resolved(problems) else None

    def condition(self, text: Text | None, context: Context) -> Code | None:
        """The node of a condition."""
        tree = None if text is None else self.parsed(parse.parse_expression, text)
        if tree is None:
            return None
        code, problems = resolve.resolve_condition(tree, self.scope, context)
        return code if self.resolved(problems) else None

    def checks(self, text: Text | None, context: Context) -> list[dict[str, Any]] | None:
        """Checks as ``{"condition", "table", "text", "where"}``."""
        tree = None if text is None else self.parsed(parse.parse_checks, text)
        if tree is None:
            return [] if text is None else None
        code, problems = resolve.resolve_checks(tree, self.scope, context)
        return code if self.resolved(problems) else None

    def procedures(self, defines: list[Define], context: Context) -> list[dict[str, Any]]:
        """The procedures of the mode; their names are verbs from now on."""
        if not defines:
            return []
        effect = Effect(defines[0].span, tuple(defines))
        resolved = resolve.resolve_procedures(effect, self.scope, context)
        self.resolved(resolved.problems)
        return resolved.procedures

    def given(self, text: Text) -> Resolved | None:
        """What an example sets before it begins."""
        tree = self.parsed(parse.parse_statements, text)
        if tree is None:
            return None
        return self.checked(resolve.resolve_statements(tree, self.scope, self.context("example")))

    def claims(self, text: Text) -> list[dict[str, Any]] | None:
        """What an example claims."""
        tree = self.parsed(parse.parse_claims, text)
        if tree is None:
            return None
        rows, problems = resolve.resolve_claims(tree, self.scope, self.context("example"))
        return rows if self.resolved(problems) else None

    # --- problems ---

    def expression_tree(self, node: Node | None) -> Expression | None:
        if not isinstance(node, Scalar) or node.value is None or node.text is None:
            return None
        tree: Expression | None = self.parsed(parse.parse_expression, node.text)  # type: ignore[assignment]
        return tree

    def parsed(self, parser: Parser[Tree], text: Text) -> Tree | None:
        """The tree of a text, or ``None`` if its form is wrong."""
        tree, problems = parser(text, self.names)
        self.found += [diagnostic(each) for each in problems]
        return tree

    def checked(self, resolved: Resolved) -> Resolved | None:
        return resolved if self.resolved(resolved.problems) else None

    def resolved(self, problems: Iterable[Problem]) -> bool:
        """Notes problems of meaning; tells whether there are none."""
        found = [diagnostic(each) for each in problems]
        self.found += [each for each in found if not self.verbs_missing or each.code not in OF_VERBS]
        return not has_errors(found)

    def failed_since(self, mark: int) -> bool:
        """Whether an error was found since ``len(found)`` was ``mark``."""
        return has_errors(self.found[mark:])


def diagnostic(problem: SyntaxProblem | Problem) -> Diagnostic:
    """The diagnostic of a problem of form or meaning."""
    help = problem.help
    if problem.sample:
        shown = "for example:" + ("\n" if "\n" in problem.sample else " ") + problem.sample
        help = f"{help}; {shown}" if help else shown
    fix = None if problem.fix is None else Fix(problem.span, problem.fix)
    related = () if isinstance(problem, SyntaxProblem) else problem.related
    return error(problem.code, problem.message, problem.span, related=related, help=help, fix=fix)


def source_text(text: Text | None) -> str:
    """A text as it was written, for the catalog."""
    return "" if text is None else text.value.rstrip("\n")


def is_folded(text: Text) -> bool:
    """Whether YAML made one line of several."""
    written = text.source.text[text.offsets[0] : text.offsets[-1]]
    return "\n" in written.strip() and "\n" not in text.value.strip()


def as_folded(found: Diagnostic) -> Diagnostic:
    """What is wrong with the form of a text whose lines were joined probably comes from that."""
    if not found.code.startswith(("sentence-", "syntax-")):
        return found
    return replace(found, help="these lines are read as one; to keep them apart, write `|` behind the key", fix=None)
