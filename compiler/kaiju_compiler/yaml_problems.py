"""What a syntax error of the YAML library means, in words for somebody who writes cards."""

from __future__ import annotations

import re

from ruamel.yaml.error import MarkedYAMLError

from kaiju_compiler.source import Source
from kaiju_compiler.yaml_scalars import Fault
from kaiju_compiler.yaml_scanner import tab_fault

_TOKEN_NAMES = {
    "<block mapping start>": "a map",
    "<block sequence start>": "a list",
    "<block end>": "the end of a list or map",
    "<document end>": "the end of the document",
    "<document start>": "a new document",
    "<scalar>": "a text",
    "<stream end>": "the end of the file",
}

_MEANINGS: tuple[tuple[re.Pattern[str], str, str, bool], ...] = tuple(
    (re.compile(pattern), message, advice, at_context)
    for pattern, message, advice, at_context in (
        (
            r"could not find expected ':'",
            "a ':' with a space behind it is missing in this line",
            "write `key: value`, or indent the line if it goes on with the text above",
            True,
        ),
        (
            r"mapping values are not allowed here",
            "a ':' with a space behind it may not stand here",
            "quote the text if the ':' belongs to it; otherwise check the indent of this line and the one above",
            False,
        ),
        (
            r"sequence entries are not allowed here",
            "a '-' with a space behind it may not stand here",
            "begin the list on a line of its own",
            False,
        ),
        (
            r"mapping keys are not allowed here",
            "a '?' with a space behind it may not stand here",
            "quote the text if the '?' belongs to it",
            False,
        ),
        (
            r"expected <block end>, but found '-'|expected <block end>, but found '<block (mapping|sequence) start>'",
            "the indent of this line fits none of the lines above",
            "give the entries of one list or map the same number of spaces",
            False,
        ),
        (
            r"expected <block end>, but found '<scalar>'",
            "this text fits nothing above it",
            "quote the whole text, or check the indent of the line",
            False,
        ),
        (
            r"expected <block end>",
            "this fits neither the list nor the map above it",
            "check the indent and the brackets",
            False,
        ),
        (
            r"expected ',' or '\]', but got '<stream end>'",
            "the list that begins here has no end",
            "close it with ']'",
            True,
        ),
        (
            r"expected ',' or '\}', but got '<stream end>'",
            "the map that begins here has no end",
            "close it with '}'",
            True,
        ),
        (
            r"expected ',' or '(?P<close>[\]}])', but got '(?P<token>.*)'",
            "a ',' or '{close}' is missing before this, in the brackets that begin in line {line}",
            "separate the entries with ',', and quote texts that hold ',', brackets or ': '",
            False,
        ),
        (
            r"found character '(?P<char>.*)' that cannot start any token",
            "a text cannot begin with {char} unless it is quoted",
            "put the text in quotes",
            False,
        ),
        (
            r"expected the node content, but found '(?P<token>.*)'",
            "a value is missing before this",
            "write the value, or quote the text",
            False,
        ),
        (
            r"document separator|expected '<document start>'|non-comment content after document end",
            "this stands behind the end of the document",
            "check the indent of the line; a file holds one document",
            False,
        ),
    )
)

_INSIDE_QUOTES = {
    "'": "to have a ' in the text, write it twice, '', or put the whole text into double quotes",
    '"': 'to have a " in the text, write \\" for it, or put the whole text into single quotes',
}


def explain(failure: Exception, source: Source, offset: int) -> Fault:
    """The complaint about an error of the YAML library; ``offset`` is how far it had read."""
    context = at = offset
    problem = ""
    if isinstance(failure, MarkedYAMLError):
        problem = str(failure.problem or failure.context or "")
        marks = [mark.index for mark in (failure.problem_mark, failure.context_mark) if mark is not None]
        at = marks[0] if marks else offset
        context = marks[-1] if marks else offset
    tab = tab_fault(source.text, at)
    if tab is not None:
        return tab
    if (quote := source.text[max(at - 1, 0) : at]) in _INSIDE_QUOTES and source.text[at : at + 1].strip():
        return _fault(source, at, f"the text in quotes ends at this {quote}, and more follows", _INSIDE_QUOTES[quote])
    for pattern, message, advice, at_context in _MEANINGS:
        found = pattern.search(problem)
        if found is not None:
            names = {name: _TOKEN_NAMES.get(text, text) for name, text in found.groupdict().items() if text}
            names["line"] = str(source.position(context)[0])
            return _fault(source, context if at_context else at, message.format(**names), advice)
    return _fault(source, at, "YAML cannot be read from here on", "check indents, quotes and brackets near this place")


def _fault(source: Source, at: int, message: str, advice: str) -> Fault:
    """A complaint about the word at ``at``; at the file's end about its last character."""
    text = source.text
    last = len(text.rstrip())
    start = min(at, max(last - 1, 0))
    word = re.compile(r"[^\s]+").match(text, start)
    end = word.end() if word is not None else start + 1
    return Fault("yaml-syntax", start, min(end, max(len(text), start)), message, advice)
