"""Every code that playing and reading files can stop with, with a summary of one line each."""

from __future__ import annotations

from kaiju_runtime.canonical import CODES as SEALED_CODES

RUN_CODES: dict[str, str] = {
    "bot-setting": "a bot has no such setting, or not with that number",
    "bot-unknown": "there is no bot of that name",
    "example-dice": "an example scripts more or fewer dice than are thrown",
    "game-first": "there is no such seat to begin",
    "game-monster": "the mode has no such monster, or it is named twice",
    "game-option": "the mode has no such option, or the option no such value",
    "game-players": "the number of players does not fit the mode",
    "game-seed": "the seed is no whole number from 0 on, or too large",
    "illegal-answer": "an answer that is not offered",
    "limit-decisions": "a turn has too many decisions",
    "limit-depth": "effects run too deep inside each other",
    "limit-dice": "too many dice are rolled",
    "limit-effects": "too many effects last at once, or one keeps too many values",
    "limit-events": "one answer makes too much happen",
    "limit-game": "a game runs too many statements",
    "limit-questions": "effects ask too many questions for one answer",
    "limit-steps": "an effect runs too many statements for one answer",
    "limit-turns": "a game has too many turns, or too many extra turns wait",
    "simulate-backend": "games are to be played on workers that this installation does not have",
    "simulate-trial": "the mode has no such card that could be tried",
    "simulate-workers": "the workers that are to play games cannot be used",
}
"""What a game, a bot or an example can be stopped by."""

FILE_CODES: dict[str, str] = {
    "file-problem": "a file cannot be read or written",
    "profile-damaged": "a profile does not have the shape of a profile",
    "program-damaged": "a program file makes no sense",
    "program-newer": "a program needs a newer version of Kaiju",
    "replay-damaged": "a replay does not have the shape of a replay",
    "replay-differs": "a replay does not give the game that was recorded",
    "replay-other-program": "a replay belongs to another program",
    "report-missing": "the part that draws the charts of reports is not installed",
    "save-damaged": "a saved game makes no sense",
    "save-other-program": "a saved game belongs to another program",
    "statistics-damaged": "statistics do not have the shape of statistics",
    "statistics-not-comparable": "two statistics are of different games",
    "statistics-other-program": "statistics belong to another program",
    **SEALED_CODES,
}
"""Why a program, a saved game, a replay or statistics cannot be used."""
