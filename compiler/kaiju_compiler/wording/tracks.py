"""Tracks: what their spaces are called, and the clauses "the Fame track is complete", "Fame is on its last tile"."""

from __future__ import annotations

from kaiju_compiler.wording.clauses import NONE, TELLERS, Told
from kaiju_compiler.wording.language import Noun, Phrase
from kaiju_compiler.wording.names import Node
from kaiju_compiler.wording.speaker import Speaker, known, operands, phrase, says


def space_noun(s: Speaker, node: Node | None = None) -> Noun:
    """What a space of a track, or the next one of a marker, is called: the pieces of a row are what it is made of."""
    track = None if node is None else track_of(s, node)
    found = [each for each in s.names.data["tracks"] if each["id"] == track] if track else s.names.data["tracks"]
    rows = [each.get("form") == "row" for each in found if track or each.get("form") != "ring"]
    made_of = {str(each.get("base")) for each in s.names.data["kinds"] if each.get("space")}
    if rows and all(rows) and len(made_of) == 1:
        return s.names.noun("kinds", made_of.pop())
    return s.names.thing("space")


def track_of(s: Speaker, node: Node) -> str:
    """The track that an expression names, or on which the marker that it names begins; empty if it is not known."""
    s, node = known(s, node)
    if node[0] == "track_ref":
        return str(node[1])
    if node[0] != "piece_ref":
        return ""
    start = s.names.entry("pieces", node[1]).get("space") or ""
    return str(s.names.entry("spaces", start).get("track") or "")


# --- complete tracks -----------------------------------------------------------------------------------------------


def full(s: Speaker, node: Node) -> tuple[Node, bool] | None:
    """The track of ``count(spaces of T) = most``, and whether it is complete by that; ``None`` for anything else."""
    op, left, right = node
    if left[0] != "size" or right[0] != "int":
        return None
    of = known(s, left[1])[1]
    track = known(s, of[1] if of[0] == "spaces_of" else of[2])[1] if of[0] in ("spaces_of", "pieces") and of[-1] else []
    if not track or track[0] != "track_ref" or (of[0] == "pieces" and not whole(s, of[1])):
        return None
    most = next((each.get("slots") for each in s.names.data["zones"] if each.get("track") == track[1]), None)
    if most is None or right[1] != most or op not in ("=", ">=", "<", "!="):
        return None
    return track, op in ("=", ">=")


def whole(s: Speaker, kind: str) -> bool:
    """Whether every space of a row is of that kind."""
    entry = s.names.entry("kinds", kind)
    return bool(entry.get("space")) and entry.get("base") == kind


def told(s: Speaker, node: Node) -> Told | None:
    """A clause about a track that can be said of several at once: "is complete", "is on the last tile at your end"."""
    s, node = known(s, node)
    if len(node) != 3 or not isinstance(node[1], list):
        return None
    if node[0] in ("=", "!=", "<", ">=") and (found := full(s, node)) is not None:
        return f"tracks.{'complete' if found[1] else 'incomplete'}", phrase(s, found[0]), {}
    left, right = known(s, node[1])[1], known(s, node[2])[1]
    if node[0] in ("=", "!=") and left[0] == "next" and left[2] is not None and right == NONE:
        values = {"toward": phrase(s, left[2]), "space": space_noun(s, left[1]).one}
        return f"tracks.{'last' if node[0] == '=' else 'not_last'}", phrase(s, left[1]), values
    return None


@says("spaces_of")
def spaces(s: Speaker, node: Node) -> Phrase:
    """All spaces of a track."""
    values = {**operands(s, node), "many": space_noun(s, node[1]).many}
    return s.language.phrase(s.language.find("phrases.spaces_of"), values, many=True)


@says("space_of")
def space_of(s: Speaker, node: Node) -> Phrase:
    """Where a marker stands."""
    return s.of("phrases.space_of", **{**operands(s, node), "space": space_noun(s, node[1]).one})


TELLERS["tracks"] = told
