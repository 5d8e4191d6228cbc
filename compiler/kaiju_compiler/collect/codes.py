"""Every code of what collecting and checking can find, with a summary of one line each."""

from __future__ import annotations

COLLECT_CODES: dict[str, str] = {
    "counter-start": "a counter of pieces says how many there are at the start",
    "effect-never-run": "a rule or counter has statements that nothing would ever run",
    "effect-timed": "the effect of a face, bonus or space says when it happens",
    "file-unreadable": "a file of a pack cannot be read",
    "kind-needs-game": "which pieces are of a kind cannot be told from their fields",
    "mode-circle": "a mode, or a kind of piece, would be a part of itself",
    "mode-duplicate": "two modes have one id",
    "mode-entry-duplicate": "an entry of a mode has an id that is taken",
    "mode-few-monsters": "there are fewer monsters than players",
    "mode-field-default": "the default of a field is not what the field holds",
    "mode-field-reserved": "a field has the name of something that every record has",
    "mode-missing": "a mode extends one that does not exist",
    "mode-not-required": "a mode extends one of a pack that its own pack does not require",
    "mode-unknown-name": "a mode names something that it does not have",
    "option-default": "the default of an option is none of its values",
    "pack-circle": "packs require each other in a circle",
    "pack-duplicate": "two packs have one id",
    "pack-link": "a file of a pack is a link to another file",
    "pack-missing": "a pack requires one that cannot be found",
    "pack-not-found": "there is no pack where one was named",
    "pack-too-large": "a pack has more bytes than a pack may have",
    "pack-too-many-files": "a pack has more files than a pack may have",
    "piece-without-monster": "a piece begins in a zone that each player has, and belongs to nobody",
    "procedure-text": "something other than the one wanted definition stands among procedures",
    "record-duplicate": "two records have one id",
    "record-id-taken": "the id of a record is a word of the language or of its mode",
    "record-unknown-kind": "a record is of a kind that there is not, or that no record can be of",
    "record-unknown-name": "a record is to replace one that does not exist",
    "space-duplicate": "two spaces have one id",
    "range-backwards": "the smaller end of a range is the larger one",
    "track-range": "a track runs from a larger number to a smaller one, or too far",
    "track-toward": "a track does not say for each seat to which end it pulls",
}
"""Errors of packs, modes and records as a whole."""

COLLECT_WARNINGS: dict[str, str] = {
    "pack-file-ignored": "a file looks like content but is not read",
    "pack-without-mode": "no mode plays with the records of a pack",
}

CHECK_CODES: dict[str, str] = {
    "example-duplicate": "two examples of one record or file have one name",
    "example-no-claim": "an example claims nothing",
    "example-players": "an example names too many or too few monsters",
    "example-step": "a step of an example cannot be understood",
    "example-unknown-name": "an example names something that its mode does not have",
    "name-cited-unknown": "a rule, ruling or record cites something that does not exist",
    "number-circle": "a stat, a value or the end of a counter hangs on itself",
    "record-check-failed": "a check of the pack does not hold for its records",
    "record-check-needs-game": "a check of the pack asks for something that only a game has",
    "rule-duplicate": "two rules or rulings of a pack have one id",
}
"""Errors that the checks find."""

CHECK_WARNINGS: dict[str, str] = {
    "counter-out-of-reach": "a condition or price asks for a number that a counter never has",
    "declared-but-unused": "a mode declares something that nothing uses",
    "effect-not-resolved": "nothing resolves the face, space or piece that has an effect",
    "icon-unknown": "a mode names an icon that is not drawn",
    "mode-never-ends": "nothing in a mode can end a game",
    "provenance-without-source": "a record is said to be from somewhere, and not from where",
}
