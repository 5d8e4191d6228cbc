"""What a position is worth to a player, by what is at stake in the program. Nothing here knows a game.

It is read from the state, because bots judge thousands of positions; it looks only at what everybody may see.
"""

from __future__ import annotations

from kaiju_runtime.bots.stakes import END, Goal, number_in, stakes_of
from kaiju_runtime.frames import NONE
from kaiju_runtime.game import layout_for
from kaiju_runtime.machine import Machine
from kaiju_runtime.program import Program

WIN = 10**9
OUT = 10**7
DEADLY, DANGER = 100, 600
"""A point of a deadly counter; and how bad it is to have none left, half as bad with one, and so on."""
WINNING = 120
TROPHY = 500
BURDEN = 60
NEAR, ROOM, WAY = 13_000, 3, 7
"""How much an end matters by how near it is: this, by the steps that are left and some room; of a long way the room
is one in so many of its steps."""
WEALTH, RICHES, ENOUGH = 30, 60, 12
"""Each of what is good to have, to who looks at the turn and to who looks at the game; a third beyond enough."""
OWNED = 42
"""For each that a piece costs: more than for what it is paid with."""
GOAL = 3_000
REMEMBERED = 4096
"""Ways in which the tracks may lie of which the worth is remembered."""


class Worth:
    """Judges positions of one program by what a turn brings."""

    wealth_each = WEALTH

    def __init__(self, program: Program) -> None:
        self.program = program
        self.stakes = stakes = stakes_of(program)
        offsets = layout_for(program).offsets
        self.alive, self.over, self.winners = offsets["alive"], offsets["over"], offsets["winners"]
        self.loc, self.orient = offsets["loc"], offsets["orient"]
        self.end = self.loc + len(program.pieces)
        self.area = program.zones[1].first
        counters = [each.id for each in program.counters if each.holder == "player"]
        self.deadly = [(offsets[f"counter {name}"], limit) for name, limit in stakes.deadly.items()]
        self.winning = [offsets[f"counter {name}"] for name in counters if name in stakes.winning]
        self.wealth = [offsets[f"counter {name}"] for name in stakes.wealth]
        self.burdens = [offsets[f"counter {name}"] for name in stakes.burdens]
        records = [program.definitions[piece.definition].id for piece in program.pieces]
        self.owned = [OWNED * stakes.costs.get(record, 1) for record in records]
        self.trophies = [TROPHY * (record in stakes.trophies) for record in records]
        for monster in program.monsters:
            self.owned[monster] = self.trophies[monster] = 0
        self.known: dict[tuple[int, ...], list[int]] = {}

    def __call__(self, machine: Machine, seats: int, seat: int) -> int:
        """The worth of the position of a machine, in a game of so many seats, to one of them; higher is better."""
        s = machine.st.s
        if s[self.over]:
            return WIN if s[self.winners] >> seat & 1 else -WIN
        return self.shares(machine, seats)[seat]

    def shares(self, machine: Machine, seats: int) -> list[int]:
        """The worth to each seat of a game that is not over: its own lead over all others together."""
        s = machine.st.s
        parts = [self.of_player(s, player) for player in range(seats)]
        goals = self.of_goals(machine, seats) if self.stakes.goals else [0] * seats
        seen = [worth + riches // 2 + goal for (worth, riches), goal in zip(parts, goals, strict=True)]
        everybody = sum(seen)
        return [
            worth + riches + goal - (everybody - other)
            for (worth, riches), goal, other in zip(parts, goals, seen, strict=True)
        ]

    def of_player(self, s: list[int], player: int) -> tuple[int, int]:
        """What a player's position is worth, and riches, which count half for others."""
        if not s[self.alive + player]:
            return -OUT, 0
        worth, riches, each = self.of_ends(s, player), 0, self.wealth_each
        for at in self.wealth:
            number = s[at + player]
            riches += each * number if number <= ENOUGH else each * ENOUGH + each // 3 * (number - ENOUGH)
        for at in self.burdens:
            riches -= BURDEN * s[at + player]
        location, at = self.area + player, self.loc - 1
        for _ in range(s[self.loc : self.end].count(location)):
            at = s.index(location, at + 1)
            riches += self.owned[at - self.loc]
            worth += self.trophies[at - self.loc]
        return worth, riches

    def of_ends(self, s: list[int], player: int) -> int:
        """What the counters are worth that put a player out or let one win."""
        worth = 0
        for at, limit in self.deadly:
            left = abs(s[at + player] - limit)
            worth += DEADLY * left - DANGER // (1 + left)
        for at in self.winning:
            worth += WINNING * s[at + player]
        return worth

    # --- goals -----------------------------------------------------------------------------------

    def of_goals(self, machine: Machine, seats: int) -> list[int]:
        """The nearer enough markers are to the spaces of a goal, the more; by seat."""
        program, s = machine.p, machine.st.s
        lying = [at for at, location in enumerate(s[self.loc : self.end]) if location >= program.locations]
        key = [s[place + piece] for place in (self.loc, self.orient) for piece in lying]
        for track in program.tracks:
            if track.form == "row":
                key += [NONE, *machine.pieces_at(track.zone)]
        at = (seats, *lying, NONE, *key)
        found = self.known.get(at)
        if found is None:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            found = self.known[at] = [self.goals_of(machine, seat) for seat in range(seats)]
        return found

    def goals_of(self, machine: Machine, seat: int) -> int:
        board, worth = machine.board, 0
        standing = board.standing()
        for goal in self.stakes.goals:
            distances: list[int] = []
            for index, track in enumerate(self.program.tracks):
                path = board.path(index)
                markers = [at for at, space in enumerate(path) if space in standing]
                aims = self.aims(machine, goal, path, seat, track.toward)
                if aims:
                    distances += [min(abs(at - aim) for aim in aims) for at in markers]
            if len(distances) >= goal.number:
                worth += GOAL // (1 + sum(sorted(distances)[: goal.number]))
        return worth

    def aims(self, machine: Machine, goal: Goal, path: list[int], seat: int, toward: tuple[int, ...]) -> list[int]:
        """The places of a track to which a marker must get."""
        if goal.mark == END:
            return [0 if toward[seat] < 0 else len(path) - 1] if seat < len(toward) else []
        number = next(i for i, each in enumerate(self.program.data["space_fields"]) if each["id"] == goal.mark)
        return [at for at, space in enumerate(path) if machine.board.mark(space, number) == seat]


class Prospects(Worth):
    """Judges by how likely each is to win, as far as it shows.

    Losing and winning are looked at alike: what counts is how near the end is, and the last steps count most. So a
    lead goes with the odds of winning: in 900 games between greedy players, of two modes, they rose by a factor of e
    with every 500 of it or so.
    """

    wealth_each = RICHES

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        bad, good = self.stakes.deadly, self.stakes.winning
        most = {each["id"]: number_in(each["most"]) or 0 for each in program.data["counters"]}
        at = layout_for(program).offsets
        self.out = [(at[f"counter {name}"], limit, *nearness(most[name])) for name, limit in bad.items()]
        self.won = [(at[f"counter {name}"], enough, *nearness(enough)) for name, enough in good.items()]

    def of_ends(self, s: list[int], player: int) -> int:
        worth = 0
        for at, limit, near, room in self.out:
            worth -= near // (room + abs(s[at + player] - limit))
        for at, enough, near, room in self.won:
            number = s[at + player]
            worth += near // (room + max(0, enough - number)) if enough else WINNING * number
        return worth


def nearness(way: int) -> tuple[int, int]:
    """How much the end of a way matters, and the room: long and short ways are worth the same from end to end."""
    room = max(ROOM, way // WAY)
    return NEAR * room // ROOM, room


def worth_ahead(program: Program) -> Worth:
    """How to judge for who looks further than a turn.

    By prospects where counters win. What goals and trophies are worth beside them has not been fitted, and games that
    are won by those came out no better for it.
    """
    return Prospects(program) if stakes_of(program).winning else Worth(program)
