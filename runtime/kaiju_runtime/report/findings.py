"""What a designer should know first, in plain words: what is out of balance, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kaiju_runtime.report.balance import Balance, Monster, Pair
from kaiju_runtime.report.cards import Card
from kaiju_runtime.report.rates import WHOLE, Rate, bonferroni, newcombe_paired, rate
from kaiju_runtime.report.verdicts import EVEN
from kaiju_runtime.report.words import (
    BLANK,
    capital,
    counted,
    interval,
    listed,
    number_word,
    percent,
    points_text,
    rate_text,
    spread_text,
    tenths,
)

Weight = Literal["act", "look", "know"]
"""``act``: clear, and out of balance; ``look``: perhaps out of balance; ``know``: how the game goes."""
MOST_NAMED = 6
HARDLY = 1_000
"""A card that nobody bought is bought in less than ten per cent of games, as far as its interval tells."""
MANY_TIES = 500
"""Five per cent: rates of wins are of all games, so that each is lower by its share of them."""


@dataclass(frozen=True)
class Finding:
    """One thing to know."""

    weight: Weight
    text: str


def findings(balance: Balance) -> list[Finding]:
    """All that is to be said, what calls for action first."""
    if not balance.games:
        return [Finding("look", "No game was finished, so that nothing can be said.")]
    found = [
        *_lost(balance),
        *_monsters(balance),
        *_pairs(balance),
        *_beginning(balance),
        *_bots(balance),
        *_cards(balance),
        *_trials(balance),
        *_course(balance),
    ]
    order: list[Weight] = ["act", "look", "know"]
    return sorted(found, key=lambda each: order.index(each.weight))


def summary(balance: Balance) -> str:
    """The first paragraph: what was played, and everything that calls for action."""
    acting = [each.text for each in findings(balance) if each.weight == "act"]
    if balance.games and not acting:
        acting = [nothing_found(balance)]
    return " ".join([played(balance), *acting])


def nothing_found(balance: Balance) -> str:
    """What is said where nothing calls for action: that may be for want of games."""
    if all(each.verdict == "too few games" for each in balance.monsters):
        return "These are too few games to say what is out of balance."
    return "Nothing is clearly out of balance."


def played(balance: Balance) -> str:
    """What was played, and how exactly rates are known by it."""
    statistics, plan = balance.statistics, balance.statistics.plan
    bots = " against ".join(dict.fromkeys(plan["bots"]))
    stopped = ", stopped before all were played" if statistics.data["stopped"] else ""
    text = (
        f"{balance.games:,} {'game' if balance.games == 1 else 'games'} of {plan['players']} players, {bots}{stopped}."
    )
    if balance.games:
        half = rate(balance.games // 2, balance.games)
        text += f" A rate over all of them is known to ±{BLANK}{tenths((half.high - half.low) // 2)} points."
    return text


def _lost(balance: Balance) -> Iterator[Finding]:
    lost = balance.statistics.data["lost"]
    if lost:
        reasons = listed(sorted({each["why"] for each in lost}), MOST_NAMED)
        number = capital(counted(len(lost), "game was", "games were"))
        yield Finding("act", f"{number} lost ({reasons}); the table of lost games has their seeds.")


# --- monsters ------------------------------------------------------------------------------------


def _monsters(balance: Balance) -> Iterator[Finding]:
    band, shown = balance.band, [each for each in balance.monsters if each.rate.of]
    for each in shown:
        if each.verdict.startswith("clear"):
            text = f"{_wins(each.name, each.rate)}, clear of {percent(_limit(each, balance))}"
            yield _clear(text, band.sure(each.rate, len(shown)), f"{len(shown)} monsters")
    unsure = [each for each in shown if each.verdict in ("above", "below")]
    for each in unsure[:MOST_NAMED]:
        limit = percent(_limit(each, balance))
        yield Finding("look", f"{_wins(each.name, each.rate)}: {each.verdict} {limit}, but not clear of it.")
    if shown and all(each.verdict == "within" for each in shown):
        lowest, highest = shown[-1].rate.value, shown[0].rate.value
        span = f"between {percent(lowest)} and {percent(highest)} of their games"
        yield Finding("know", f"All monsters win {span}, within {percent(band.low)} to {percent(band.high)}.")


def _clear(text: str, sure: bool, among: str) -> Finding:
    """What is clear by itself; if not as one of many, that is said, for among many some are clear by chance."""
    return Finding("act", f"{text}.") if sure else Finding("look", f"{text}; among {among} that may be chance.")


def _limit(each: Monster | Card, balance: Balance) -> int:
    return balance.band.high if each.verdict.endswith("above") else balance.band.low


def _wins(name: str, found: Rate) -> str:
    return f"{name} wins {percent(found.value)} of its games ({interval(found)})"


def _pairs(balance: Balance) -> Iterator[Finding]:
    clear = [each for each in balance.pairs if each.verdict.startswith("clear")]
    unsure = [each for each in balance.pairs if each.verdict in ("above", "below")]
    limits = f"{percent(EVEN.low)} to {percent(EVEN.high)}"
    total = f"of {number_word(len(balance.pairs))} pairs"
    if clear:
        are = "is" if len(clear) == 1 else "are"
        text = f"{capital(number_word(len(clear)))} {total} {are} clear of {limits}: {_beats(clear)}"
        sure = any(EVEN.sure(each.rate, len(balance.pairs)) for each in clear)
        yield _clear(text, sure, f"{len(balance.pairs)} pairs")
    if unsure:
        lie = "lies" if len(unsure) == 1 else "lie"
        number = capital(number_word(len(unsure)))
        text = f"{number} {total} {lie} outside {limits}, but not clear of it: {_beats(unsure)}."
        yield Finding("look", text)
    vague = sum(each.verdict == "too few games" for each in balance.pairs)
    if vague:
        met = "has met" if vague == 1 else "have met"
        yield Finding("look", f"{capital(number_word(vague))} {total} {met} too rarely to say anything.")
    if balance.pairs and all(each.verdict == "within" for each in balance.pairs):
        every = "The one pair lies" if len(balance.pairs) == 1 else f"All {len(balance.pairs)} pairs lie"
        yield Finding("know", f"{every} within {limits}.")


def _beats(pairs: Sequence[Pair]) -> str:
    """Who beats whom, the most one-sided first."""
    shown = sorted(pairs, key=lambda each: -abs(each.rate.value - WHOLE // 2))
    texts = []
    for each in shown:
        (winner, loser), share = each.names, each.rate
        if share.value < WHOLE // 2:
            winner, loser, share = loser, winner, rate(share.of - share.wins, share.of)
        texts.append(f"{winner} beats {loser} in {rate_text(share)}")
    return listed(texts, MOST_NAMED)


def _beginning(balance: Balance) -> Iterator[Finding]:
    first, fair = balance.first, WHOLE // balance.statistics.players
    if not first.of:
        return
    if first.low <= fair <= first.high:
        yield Finding("know", f"To begin is no clear advantage: who begins wins {rate_text(first)}.")
        return
    more = "more" if first.value > fair else "less"
    gap = tenths(abs(first.value - fair))
    text = f"Who begins wins {rate_text(first)}, {gap} points {more} than {percent(fair)}."
    yield Finding("act" if first.clear_above(fair * 12 // 10) or first.clear_below(fair * 8 // 10) else "look", text)


def _bots(balance: Balance) -> Iterator[Finding]:
    if len(balance.bots) > 1:
        rates = listed(f"{each.name} {rate_text(each.rate)}" for each in balance.bots)
        yield Finding("know", f"Of the seats that they play, the bots win: {rates}.")


# --- cards ---------------------------------------------------------------------------------------


def _cards(balance: Balance) -> Iterator[Finding]:
    cards = balance.cards
    often = [each for each in cards.never_bought if each.bought.high <= HARDLY]
    if often:
        names = listed(each.name for each in often)
        yield Finding("act", f"{capital(counted(len(often), 'card was', 'cards were'))} never bought: {names}.")
    seldom = [each for each in cards.never_bought if each not in often]
    if seldom:
        names, were = listed(each.name for each in seldom), capital(counted(len(seldom), "card was", "cards were"))
        yield Finding("look", f"{were} never bought, but offered too rarely to wonder: {names}.")
    unoffered = cards.never_offered
    if unoffered:
        names = listed(each.name for each in unoffered)
        were = capital(counted(len(unoffered), "card was", "cards were"))
        yield Finding("look", f"{were} never offered, so that nothing is known there: {names}.")
    bought = sum(each.times > 0 for each in cards)
    for each in cards:
        if each.verdict.startswith("clear"):
            text = f"{_bought(each)}, clear of {percent(_limit(each, balance))}"
            yield _clear(text, balance.band.sure(each.buyers, bought), f"{bought} cards")
    rare = sum(each.verdict == "too few games" and each.times > 0 for each in cards)
    if rare:
        were = capital(counted(rare, "card was", "cards were"))
        yield Finding("look", f"{were} bought in too few games to say anything of their buyers.")
    unsure = [each for each in cards if each.verdict in ("above", "below")]
    if unsure:
        names = listed((f"{each.name} {rate_text(each.buyers)}" for each in unsure), MOST_NAMED)
        band = f"{percent(balance.band.low)} to {percent(balance.band.high)}"
        yield Finding("look", f"Buyers win outside {band}, but not clear of it: {names}.")
    for each in cards.dominated:
        better = cards.find(each.dominated)
        if better is not None:
            text = f"{each.name} (for {each.price}) is dominated by {better.name} (for {better.price})."
            yield Finding("act", text)


def _bought(each: Card) -> str:
    return f"Who buys {each.name} wins {percent(each.buyers.value)} of the games ({interval(each.buyers)})"


def _trials(balance: Balance) -> Iterator[Finding]:
    tried = balance.cards.tried
    for each in tried:
        if each.trial is not None and each.trial.gain.high < 0:
            text = f"{each.name} harms who has it: {points_text(each.trial.gain)} points, given for nothing"
            sure = newcombe_paired(*each.trial.outcomes, bonferroni(len(tried)))[1] < 0
            yield _clear(text, sure, f"{len(tried)} cards")
    hinted = [
        (each, each.hint)
        for each in tried
        if each.hint is not None and each.hint.change and each.trial is not None and each.trial.gain.high >= 0
    ]
    for card, hint in hinted:
        text = (
            f"By its trials {card.name} should cost {hint.price} ({hint.low} to {hint.high}) instead of {hint.printed}."
        )
        yield Finding("act", text)
    known = [(each, each.trial.gain) for each in tried if each.trial is not None and each.trial.gain.clear]
    if known:
        best, gain = known[0]
        yield Finding("know", f"Given for nothing, {best.name} brings most: {points_text(gain)} points.")


# --- how a game goes -----------------------------------------------------------------------------


def _course(balance: Balance) -> Iterator[Finding]:
    if balance.turns is not None:
        decisions = "" if balance.decisions is None else f" and {spread_text(balance.decisions, 'decisions')}"
        yield Finding("know", f"A game takes {spread_text(balance.turns, 'turns')}{decisions}.")
    half, late = balance.leader_at(5), balance.leader_at(8)
    if half is not None:
        text = f"Who leads after half of the game wins {rate_text(half)}"
        text += f", after eight tenths {rate_text(late)}" if late is not None else ""
        changes = "" if balance.changes is None else f"; the lead changes {tenths(balance.changes.mean)} times"
        yield Finding("know", f"{text}{changes}.")
    if balance.victories:
        shares = listed(f"{each.name} {percent(each.rate.value)}" for each in balance.victories)
        yield Finding("know", f"Games end by: {shares}.")
    if balance.ties.wins:
        weight: Weight = "look" if balance.ties.value > MANY_TIES else "know"
        yield Finding(weight, f"Without a single winner end {rate_text(balance.ties)} of the games.")
