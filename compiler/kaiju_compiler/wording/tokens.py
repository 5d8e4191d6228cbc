"""What a token brings to a track: its stops, from one end to the other."""

from __future__ import annotations

from kaiju_compiler.wording.names import Record
from kaiju_compiler.wording.speaker import Speaker


def stops_text(s: Speaker, definition: Record) -> list[str]:
    """A paragraph for the stops of a token, one for the bonus of a tile."""
    found: list[str] = []
    if definition["stops"]:
        said = [stop_text(s, each) for each in definition["stops"]]
        covered = sum(each["kind"] != "inserted" for each in definition["stops"])
        spaces = s.say("quantities.number", n=covered, noun=s.names.thing("space").by(covered))
        found.append(s.say("stops.sentence", n=spaces, stops=s.say("lists.comma").join(said)))
    if definition["bonus"] is not None:
        found.append(s.say("stops.bonus", bonus=s.names.name("bonuses", definition["bonus"])))
    return found


def stop_text(s: Speaker, stop: Record) -> str:
    bonus = s.say("stops.blank") if stop["bonus"] is None else s.names.name("bonuses", stop["bonus"])
    return s.say(f"stops.{stop['kind']}", bonus=bonus)
