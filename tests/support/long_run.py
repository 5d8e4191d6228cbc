"""The long run: random legal games whose starts go after what has happened seldom so far.

Nothing here knows a game. What is seldom is read off the counts, which record it belongs to off the program,
where a piece may lie off the zones, and what fills a purse off the prices that the program names.
After its start every game is played like any other: chance dice, random answers among those offered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from kaiju_runtime import Game
from kaiju_runtime.coverage import CoverItem, Item, abilities, cover_items, statements
from kaiju_runtime.dice import Stream
from kaiju_runtime.machine.pieces import AREA
from kaiju_runtime.program import Program
from support.random_play import (
    HERE,
    check_cheap,
    check_end,
    lay,
    lay_out,
    low,
    may_be_kept,
    may_lie_about,
    raised_counter,
    random_answer,
)

PURSE = 20
"""What players of a rich start have of each counter that pays prices, if they may have so much."""
SOUGHT = 3
"""How many seldom things a fresh starting position goes after."""


@dataclass(frozen=True)
class Start:
    """How a game begins: who plays which variant, what is laid out before the first turn, the first answers."""

    monsters: tuple[str, ...]
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    lying: tuple[tuple[int, int], ...] = ()
    """Pieces and the locations that they are laid in, in this order."""
    counters: tuple[tuple[int, int, int], ...] = ()
    """Counter, seat, and how much of it the player has."""
    answers: tuple[Any, ...] = ()
    later: tuple[int, tuple[int, ...]] = (0, ())
    """After how many answers the player whose turn it is gets which more cards."""


@dataclass(frozen=True)
class Happened:
    """That something ran in a game, after how many answers."""

    game: Start
    """The game with all its answers."""
    after: int

    def again(self, stream: Stream) -> Start:
        """The same game up to a decision before it happened, sooner a near one than a far one."""
        to = self.after - low(self.after + 1, stream)
        later = self.game.later if self.game.later[0] <= to else (0, ())
        return replace(self.game, answers=self.game.answers[:to], later=later)

    def beyond(self, cards: tuple[int, ...]) -> Start:
        """The same game until it has happened; who is then in turn gets some cards, unless somebody has before."""
        to = self.after + 1
        later = self.game.later if self.game.later[1] and self.game.later[0] <= to else (to, cards)
        return replace(self.game, answers=self.game.answers[:to], later=later)


class LongRun:
    """Counts in how many games each thing happened, and chooses starts for what is seldom."""

    def __init__(
        self, program: Program, tables: Sequence[Sequence[str]], enough: int, packs: Sequence[str] | None = None
    ) -> None:
        """With ``packs`` only what comes from those is to happen: the rest has a long run of its own."""
        self.program = program
        self.tables = [tuple(table) for table in tables]
        self.enough = enough
        used = [item for item in uses(program) if packs is None or item.record.partition(":")[0] in packs]
        self.items = [*cover_items(program.data, packs), *used]
        self.happened: dict[Item, list[Happened]] = defaultdict(list)

    def seldom(self) -> list[CoverItem]:
        """What happened in too few games so far."""
        return [item for item in self.items if len(self.happened[item.item]) < self.enough]

    def rows(self) -> list[tuple[int, CoverItem]]:
        """Everything with the number of games in which it happened, the seldom things first."""
        return sorted(((len(self.happened[item.item]), item) for item in self.items), key=lambda row: row[0])

    def play(self, number: int) -> None:
        """Plays one game and counts what happened in it."""
        stream = Stream("long run", number)
        start = self.choose_start(number, stream)
        game, happened = play_from(self.program, start, stream)
        whole = replace(start, answers=tuple(game.answers))
        for item, after in happened.items():
            self.happened[item].append(Happened(whole, after))

    def choose_start(self, number: int, stream: Stream) -> Start:
        """Every fourth time a plain start, else one that goes after something seldom.

        What happened in a game may happen again if the game is played again up to some decision and goes on
        otherwise; one time in three a fresh start brings it near instead. For what never happened two times in three
        are fresh starts; in the third a game goes on from where the record behind it did what it does most seldom.
        """
        if number % 4 == 0:
            return Start(self.tables[number // 4 % len(self.tables)], number)
        seldom = self.seldom()
        sought = [pick(seldom, stream) for _ in range(SOUGHT)] if seldom else []
        records = [record_near(self.program, item, stream) for item in sought]
        how = stream.below(3) if sought else 0
        if how and (known := self.happened[sought[0].item]):
            return pick(known, stream).again(stream)
        if how == 1 and (known := self.most_seldom_of(records[0])):
            return pick(known, stream).beyond(self.cards_of(records))
        table = Start(pick(self.tables_with(records), stream), number)
        last = any(is_for_all(self.program, item) for item in sought)
        return fresh_start(self.program, table, records, stream, last)

    def most_seldom_of(self, record: str) -> list[Happened]:
        """The games in which something of a record happened that happened in fewest."""
        known = [self.happened[item.item] for item in self.items if item.record == record]
        return min(filter(None, known), key=len, default=[])

    def cards_of(self, records: list[str]) -> tuple[int, ...]:
        """The cards to keep of the records other than the first."""
        pieces, others = range(len(self.program.pieces)), set(records) - {records[0]}
        kept = [piece for piece in pieces if may_be_kept(self.program, piece)]
        return tuple(piece for piece in kept if self.program.definition_of(piece).id in others)

    def tables_with(self, records: list[str]) -> list[tuple[str, ...]]:
        """The tables at which a monster among some records plays; all tables if none of them is a monster."""
        found = self.program
        keys = {found.pieces[piece].key for piece in found.monsters if found.definition_of(piece).id in records}
        return [table for table in self.tables if keys & set(table)] or self.tables


def pick(choices: Sequence[Any], stream: Stream) -> Any:
    return choices[stream.below(len(choices))]


def uses(program: Program) -> list[CoverItem]:
    """That each record was used: it was in play, or its effect ran."""
    return [
        CoverItem((number, "used"), definition.id, "used", "") for number, definition in enumerate(program.definitions)
    ]


def prices(program: Program) -> list[int]:
    """The counters of players that pay for something, other than mere bookkeeping."""
    named = set(paid_with(program.data))
    return [
        number
        for number, counter in enumerate(program.data["counters"])
        if counter["id"] in named and counter["holder"] == "player" and not counter["bookkeeping"]
    ]


def paid_with(node: Any) -> Iterator[str]:
    """The counters that the prices and ``pay`` statements inside a part of a program's data name."""
    if isinstance(node, dict):
        if node.get("verb") == "pay":
            yield node["what"]
        for part in node.values():
            yield from paid_with(part)
    elif isinstance(node, list):
        if node and node[0] == "pay":
            yield node[4]
        for part in node:
            yield from paid_with(part)


def record_near(program: Program, item: CoverItem, stream: Stream) -> str:
    """The record to bring near for an item: its own, else (for those of a rule, a counter) one that may set it off.

    That is one that the item names or that gives what it listens to. What else the rules wait for comes by itself,
    except where it has to come for everybody at once.
    """
    data = program.data
    if any(each["id"] == item.record for each in data["definitions"]):
        return item.record
    reaching_all = {each["id"] for each in data["definitions"] if names_all_players(bodies_of(each))}
    return str(pick(sorted(records_behind(program, item) or reaching_all or {item.record}), stream))


def is_for_all(program: Program, item: CoverItem) -> bool:
    """Whether nothing else tells what an item of a rule or counter waits for: perhaps that all are hit at once."""
    own = any(each["id"] == item.record for each in program.data["definitions"])
    return not own and not records_behind(program, item)


def records_behind(program: Program, item: CoverItem) -> set[str]:
    """The records that an item of a rule or counter names, or that give what it listens to."""
    data = program.data
    known = list(abilities(data))
    waiting = [each for record, each in known if record == item.record and item_of(each, item.item)]
    named = set(texts([[each["if"], each["body"]] for each in waiting]))
    heard = {f"counter:{each['on']['key']}" for each in waiting if each["on"]}
    ids = {each["id"] for each in data["definitions"]}
    behind = {each for each in ids if each.partition(":")[2] in named}
    return behind | {record for record, each in known if record in ids and heard & set(each["writes"])}


def item_of(ability: dict[str, Any], item: Item) -> bool:
    """Whether something is an ability or a statement inside it."""
    return item[0] == -1 - ability["id"] or any(node[1] == item[0] for node in statements(ability["body"]))


def texts(node: Any) -> Iterator[str]:
    """Every text inside lists of lists."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for part in node:
            yield from texts(part)


def bodies_of(definition: dict[str, Any]) -> list[Any]:
    """What the abilities and the effect of a definition do, as it stands in a program's data."""
    return [each["body"] for each in (*definition["abilities"], definition["body"]) if each]


def names_all_players(node: Any) -> bool:
    """Whether something inside a part of a program's data is said of all players."""
    return isinstance(node, list) and (node == ["players"] or any(names_all_players(part) for part in node))


def fresh_start(program: Program, start: Start, records: list[str], stream: Stream, last: bool = False) -> Start:
    """A plain start changed so that some records are near; all else about it is chance. ``last``: see below.

    Everybody has between none and a full share of all cards to keep: some things need several together.
    """
    pieces, seats = range(len(program.pieces)), len(start.monsters)
    wanted = [piece for piece in pieces if program.definition_of(piece).id in records and may_lie_about(program, piece)]
    others = [piece for piece in pieces if may_be_kept(program, piece) and piece not in wanted]
    most = len(others) // seats
    kept = [
        (others.pop(stream.below(len(others))), program.zones[AREA].location(seat))
        for seat in range(seats)
        for _ in range(stream.below(most + 1))
    ]
    near = [(piece, pick(pick(places_near(program, piece, seats), stream), stream)) for piece in wanted]
    options = {option.id: pick(option.values, stream) for option in program.options}
    return replace(start, options=options, lying=(*kept, *near), counters=some_counters(program, start, stream, last))


def places_near(program: Program, piece: int, seats: int) -> list[list[int]]:
    """Where a piece is soon reached: the top of where the setup puts it, an open row, in front of a player."""
    rows = [zone.first for zone in program.zones if zone.order == "row" and not zone.per_player and zone.track < 0]
    own = [program.zones[AREA].location(seat) for seat in range(seats)] if may_be_kept(program, piece) else []
    return [places for places in ([HERE], rows, own) if places]


def some_counters(program: Program, start: Start, stream: Stream, last: bool) -> tuple[tuple[int, int, int], ...]:
    """Half of the time each: what players begin with has gone down, something has gone up, a full purse for everybody.

    In half of what has gone down, or always, it is the ``last`` for everybody: they may fall by one blow. It never
    goes down to nothing: that may be the end of a player.
    """
    machine = Game.prepare(program, monsters=start.monsters).machine
    rich, raised, worn = stream.below(2), stream.below(2), 0 if last else stream.below(4)
    changed = []
    for seat in machine.players():
        for number, counter in enumerate(program.counters):
            has = machine.st.counter(number, seat) if counter.holder == "player" else 0
            if worn < 2 and has > 0:
                changed.append((number, seat, 1 if worn == 0 else 1 + low(has, stream)))
    if raised:
        changed += raised_counter(machine, stream)
    if rich:
        purses = product(prices(program), machine.players())
        changed += [(number, seat, min(PURSE, machine.upper_end(number, seat))) for number, seat in purses]
    return tuple(changed)


def play_from(program: Program, start: Start, stream: Stream) -> tuple[Game, dict[Item, int]]:
    """Plays one game from a start to its end, with the invariants of play.

    Returns what happened in it after the answers of the start, each with the number of answers given before. Those
    are given to the fast executor; the reference interpreter, which notes what runs, goes on from its save.
    """
    game = Game.prepare(program, monsters=start.monsters, seed=start.seed, options=start.options)
    lay_out(game, start.lying, start.counters)
    game.start()
    for number, answer in enumerate(start.answers, 1):
        game.answer(answer)
        if number == start.later[0]:
            hand_over(game, start.later[1])
    game = Game.load(program, game.save(), executor="reference")
    game.machine.covered = set()
    happened = dict.fromkeys(seen_now(game), len(start.answers))
    while (decision := game.decision) is not None:
        check_cheap(game, decision)
        number = len(game.answers)
        game.answer(random_answer(decision, stream))
        for item in seen_now(game):
            happened.setdefault(item, number)
    check_end(game)
    return game, happened


def hand_over(game: Game, cards: Sequence[int]) -> None:
    """The player whose turn it is gets some cards, silently; not in the middle of an effect."""
    if game.decision is None or game.machine.tape:
        return
    game.machine.st = game.base.copy()
    area = game.program.zones[AREA].location(game.active)
    lay(game, [(card, area) for card in cards])
    game.start()


def seen_now(game: Game) -> set[Item]:
    """What has run up to now, and which records are in play or lie in a Roll now, or had their effects run."""
    program, machine = game.program, game.machine
    covered = machine.covered or set()
    rolled = set(machine.pieces_in_roll(game.active))
    used = {
        (found.definition, "used")
        for piece, found in enumerate(program.pieces)
        if machine.in_play(piece) or piece in rolled
    }
    bodies = {-1 - each.body.id: number for number, each in enumerate(program.definitions) if each.body}
    return covered | used | {(bodies[number], "used") for number, _ in covered if number in bodies}
