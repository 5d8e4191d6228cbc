"""The reference page of the example format: its fields from the schema, its steps from their reader."""

from __future__ import annotations

import json
from typing import Any

from kaiju_compiler.collect.steps import SAMPLES
from kaiju_compiler.data_files import schema_dir
from kaiju_site.render import Page, Renderer
from kaiju_site.samples import fixture_files

STEPS = {
    "keep": "Keeps these dice of the Roll and rolls all others again.",
    "reroll": "Rolls exactly these dice again.",
    "pass": "Passes, where passing is possible.",
    "resolve": "Plays on to where faces are resolved, and resolves these; `all` takes every face in order.",
    "use": "Takes an option: an action or power by its id, its key or its label.",
    "buy": "Plays on to where the card can be bought, and buys it.",
    "answer": "Answers the question at hand, by key, id or label; `yes` and `no` take or decline an offer.",
    "end": "Plays on by default until the turn, or the phase, is over.",
    "play": "Plays on by default to a phase, or to a phase or turn of somebody.",
}
"""What each step does. A step without a line here is shown with its sample alone."""

CLAIMS = (
    ("rival.gold >= 2", "Any condition of the language, seen from the first seat."),
    ("happened rival loses 1 life", "Such an event happened, with exactly this number; without a number, with any."),
    ("not happened you gain gold", "No such event happened."),
    ('offered "Label" to rival', "An option of that label, key or id was offered at any time since the steps began."),
    ('not offered "Label"', "It was never offered."),
    ("winner = you", "The game is over, and these have won. With `none` it is over and nobody has, or it goes on."),
    ("active = rival", "Whose turn it is."),
    ("phase = buy", "Which phase it is."),
)
"""The claims beside plain conditions. Names in them are only for show."""

_KINDS = {"string": "text", "array": "list", "object": "map", "integer": "number", "boolean": "true or false"}


def example_page(renderer: Renderer) -> Page:
    """The page of the example format."""
    schema: dict[str, Any] = json.loads((schema_dir() / "examples.schema.json").read_text("utf-8"))["$defs"]["example"]
    fields = [
        (name, each.get("description", ""), _KINDS.get(each.get("type", ""), "id"), name in schema["required"])
        for name, each in schema["properties"].items()
    ]
    steps = [(verb, sample, STEPS.get(verb, "")) for verb, sample in SAMPLES.items()]
    contents = (
        ("one", "One example"),
        ("fields", "Fields"),
        ("given", "given"),
        ("do", "do"),
        ("then", "then"),
        ("good", "What makes a good example"),
    )
    sample = next(data for path, data in fixture_files().items() if "/examples/" in path).decode("utf-8")
    return renderer.page(
        "example_format.html",
        "guide/examples.html",
        "The example format",
        contents=contents,
        fields=fields,
        steps=steps,
        claims=CLAIMS,
        sample=sample,
    )
