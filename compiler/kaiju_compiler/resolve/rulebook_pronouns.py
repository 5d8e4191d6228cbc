"""`It` and `they` as rulebooks say them: what was chosen just before, or what the event is about."""

from __future__ import annotations

from kaiju_compiler.own_names import own_name
from kaiju_compiler.resolve.context import Run
from kaiju_compiler.resolve.scopes import Binding, Env


def meant_by_they(env: Env, op: str) -> str:
    """The help for `they` where nothing is happening, if one player was chosen; or nothing."""
    chosen = _chosen(env, op)
    return f"write `{chosen[-1].name}`, which was named before" if chosen else ""


def meant_by_it(run: Run, env: Env) -> str:
    """The help for `it` outside of a selection, if something was chosen or is happening; or nothing."""
    if chosen := _chosen(env, "it"):
        return f"write `{chosen[-1].name}`, which was named before"
    return named_in_event(own_name(run.scope, "kind") or "card") if env.event else ""


def named_in_event(kind: str) -> str:
    """How an effect calls what the event is about."""
    return f"name what the event is about where the event is said, `a {kind} as NAME`, and write NAME"


def note_meant(env: Env, word: str) -> None:
    """What a pronoun of rulebooks means is not told to be unused: it is used where the pronoun stands."""
    for each in _chosen(env, "they" if word in ("they", "them") else word):
        each.used = True


def _chosen(env: Env, op: str) -> list[Binding]:
    """The names of single players, or of other single things, in the order in which they were given."""
    if op not in ("they", "it"):
        return []
    return [
        each for each in env.names.values() if not each.type.many and (each.type.name == "player") == (op == "they")
    ]
