"""Walks over the data of a program: every node and ability, and nothing that only looks like one."""

from __future__ import annotations

from kaiju_runtime.nodes import abilities_in, nodes_in

GAIN = ["gain", 1, ["you"], ["int", 2], "coins"]
ABILITY = {"form": "when", "reads": ["copy"], "writes": ["turn"], "if": ["int", 1], "body": [GAIN]}


def test_nodes_within_nodes_lists_and_abilities() -> None:
    found = [node[0] for node in nodes_in({"rules": [ABILITY], "body": [["repeat", 2, ["int", 3], [GAIN]]]})]
    assert found == ["int", "gain", "you", "int", "repeat", "int", "gain", "you", "int"]
    assert next(iter(nodes_in(GAIN))) is GAIN


def test_lists_of_names_are_no_nodes() -> None:
    assert not list(nodes_in({"reads": ["copy"], "words": ["discard", "keep"], "tags": ["sharp"]}))
    assert [node[0] for node in nodes_in(["choose_one", 3, ["you"], [["Stay", [GAIN]]]])].count("Stay") == 0


def test_abilities_within_abilities() -> None:
    later = ABILITY | {"form": "next", "body": []}
    outer = ABILITY | {"body": [["next_time", 4, later]]}
    assert [each["form"] for each in abilities_in([{"abilities": [outer]}])] == ["when", "next"]
