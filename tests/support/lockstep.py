"""One game in two engines at once: the reference executor, and the hand-written base game of the benchmarks.

Both draw from the same stream of chance, each for itself. The hand-written engine plays; at each of its questions
the reference must stand at the same question, with the same options in the same order and the same state of the
table. An answer is picked and given to both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bench.handwritten import Game as Handwritten
from bench.handwritten.cards import Card, all_cards
from bench.handwritten.chance import Chance, RandomAgent
from bench.handwritten.player import Player
from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from kaiju_runtime.program import Program

FACES = ("one", "two", "three", "heart", "energy", "smash")
PLACES = ("outside", "tokyo_city", "tokyo_bay")
WORDS = {
    "yield": "choice:yield",
    "stay": "choice:stay",
    "discard all three cards": "choice:discard_all_three_cards",
    "remove a Poison token": "choice:remove_a_poison_token",
    "remove a Shrink token": "choice:remove_a_shrink_token",
}


class SharedChance(Chance):
    """Draws what the reference executor draws."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def below(self, limit: int) -> int:
        return self.stream.below(limit)

    def roll(self, number: int) -> list[int]:
        return [self.stream.below(6) for _ in range(number)]

    def shuffle(self, cards: list[Card]) -> None:
        cards.sort(key=lambda card: card.number)
        for last in range(len(cards) - 1, 0, -1):
            other = self.stream.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


class Lockstep(RandomAgent):
    """Answers the hand-written engine, and the reference with it, after it has compared the two."""

    def __init__(
        self, program: Program, seed: int, players: int, hands: Sequence[Sequence[str]] = (), energy: int = 0
    ) -> None:
        """``hands`` are the Keep cards that lie in front of the players at the start; everybody has so much Energy."""
        monsters = [program.pieces[piece].key for piece in program.monsters][:players]
        self.program, self.monsters = program, monsters
        self.about = f"{players} players, seed {seed}, {energy} Energy, cards {list(map(list, hands))}"
        self.chance = SharedChance(Stream("game", seed))
        self.answers = Stream("lockstep", seed)
        self.questions = 0
        self.reference = Game.prepare(program, monsters=monsters, seed=seed)
        self.handwritten = Handwritten(players, self.chance, self)
        self.reference.machine.set_up()
        self.deal(hands)
        self.give(energy)
        self.reference.base = self.reference.state.copy()
        self.reference.start()

    def deal(self, hands: Sequence[Sequence[str]]) -> None:
        """Lays the same cards in front of the same players, silently, in both engines."""
        machine, game, first = self.reference.machine, self.handwritten, len(self.program.monsters)
        machine.silent = True
        for seat, hand in enumerate(hands):
            for name in hand:
                card = next(each for each in game.cards if each.name == name and each.owner is None)
                game.lay(game.players[seat], card)
                machine.place(card.number + first, machine.destination(seat, "player"))
        machine.silent = False

    def give(self, energy: int) -> None:
        counter = next(index for index, each in enumerate(self.program.counters) if each.id == "energy")
        for player in self.handwritten.players:
            player.energy = energy
            self.reference.state.set_counter(counter, player.seat, energy)

    def play(self) -> int:
        """Plays to the end; the number of questions that were compared."""
        result = self.handwritten.play()
        assert self.reference.decision is None, f"{self.about}: only the hand-written game is over"
        expected = self.reference.result
        assert expected is not None
        assert (result.winners, result.turns) == (expected.winners, expected.turns), self.about
        self.compare()
        return self.questions

    # --- questions -------------------------------------------------------------------------------

    def pick(self, player: Player, question: str, options: Sequence[Any]) -> int:
        keys = self.same_question(player, question, options)
        position = self.answers.below(len(keys))
        self.reference.answer(keys[position])
        return position

    def pick_some(self, player: Player, question: str, options: Sequence[Any]) -> list[int]:
        keys = self.same_question(player, question, options)
        decision = self.reference.decision
        assert decision is not None
        assert (decision.kind, decision.least, decision.most) == ("pick some", 0, len(keys)), self.about
        positions = [position for position in range(len(keys)) if self.answers.below(2)]
        self.reference.answer([keys[position] for position in positions])
        return positions

    def same_question(self, player: Player, question: str, options: Sequence[Any]) -> list[str]:
        """The keys of a question, which is the same in both engines."""
        self.questions += 1
        decision = self.reference.decision
        keys = self.keys_of(options)
        where = f"{self.about}, question {self.questions} ({question})"
        assert decision is not None, f"{where}: the reference game is over"
        found = (decision.player, decision.keys())
        assert found == (player.seat, keys), f"{where}: asked of seat {player.seat}: {keys}; the reference: {decision}"
        self.compare(where)
        return keys

    def keys_of(self, options: Sequence[Any]) -> list[str]:
        keys: list[str] = []
        for option in options:
            key = self.key_of(option)
            number = sum(each == key or each.startswith(f"{key}#") for each in keys) + 1
            keys.append(key if number == 1 else f"{key}#{number}")
        return keys

    def key_of(self, option: Any) -> str:
        if isinstance(option, tuple) and option and isinstance(option[0], Card):
            option = option[0]
        if isinstance(option, Card):
            return f"card:{option.name}"
        if isinstance(option, Player):
            return f"player:{self.monsters[option.seat]}"
        if isinstance(option, tuple):
            return "dice:" + ("+".join(FACES[face] for face in option) or "none")
        if isinstance(option, int):
            return f"face:{FACES[option]}"
        return WORDS.get(option, str(option))

    # --- the table -------------------------------------------------------------------------------

    def compare(self, where: str = "the end") -> None:
        ours, theirs = self.table_of_handwritten(), self.table_of_reference()
        different = {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}
        assert not different, f"{where}, {self.about}: hand-written against reference: {different}"

    def table_of_handwritten(self) -> dict[str, Any]:
        game = self.handwritten
        table: dict[str, Any] = {
            "turn": game.turn,
            "active": game.active.seat,
            "living": [player.seat for player in game.living],
            "chance": self.chance.stream.position,
            "market": [card.number for card in game.market],
            "deck": [card.number for card in game.deck],
            "discards": [card.number for card in game.discards],
            "roll": sorted(game.roll),
            "turns": [(player.seat, card.number, turn) for player, card, turn in game.queue if player.alive],
        }
        for player in game.living:
            table[f"seat {player.seat}"] = {
                "life": player.life,
                "victory": player.victory,
                "energy": player.energy,
                "poison": player.poison,
                "shrink": player.shrink,
                "chill": player.chill,
                "place": PLACES[player.place],
                "cards": [
                    (card.number, card.energy, card.smoke, card.model.number if card.model else None)
                    for card in player.cards
                ],
            }
        if self.phase() == "roll":
            table["rolls left"] = game.rolls_left
        if self.phase() == "resolve":
            table["unspent"] = [game.unspent(face) if face in game.unresolved else 0 for face in range(6)]
        return table

    def phase(self) -> str:
        machine = self.reference.machine
        running = machine.phase_running()
        return self.program.phases[running].id if running >= 0 and self.reference.decision else ""

    def table_of_reference(self) -> dict[str, Any]:
        machine, program = self.reference.machine, self.program
        st, first = machine.st, len(program.monsters)
        zones = {zone.id: zone for zone in program.zones}
        counters = {counter.id: index for index, counter in enumerate(program.counters)}

        def lying(location: int) -> list[int]:
            return [piece - first for piece in machine.pieces_at(location) if piece >= first]

        def card(number: int) -> tuple[int, int, int, int | None]:
            piece, model = number + first, st.get("copy", number + first)
            energy, smoke = (st.counter(counters[each], piece) for each in ("energy@piece", "smoke@piece"))
            return (number, energy, smoke, model - first if model >= 0 else None)

        living = machine.players()
        table: dict[str, Any] = {
            "turn": st.one("turn"),
            "active": st.active,
            "living": living,
            "chance": st.one("rng"),
            "market": lying(zones["market"].first),
            "deck": lying(zones["power_deck"].first),
            "discards": lying(zones["discards"].first),
            "roll": sorted(st.get("dice", die) for die in machine.dice_pool.roll_of(st.active)),
            "turns": [(seat, source - first, turn) for seat, source, turn in machine.extra_turns()],
        }
        for seat in living:
            named = ("life", "victory", "energy", "poison", "shrink", "chill")
            held = lying(zones["area"].location(seat))
            table[f"seat {seat}"] = {
                **{name: st.counter(counters[name], seat) for name in named},
                "place": program.space(st.get("at", seat)).id,
                "cards": [card(number) for number in held if program.definition_of(number + first).abilities],
            }
        table["rolls left"] = st.counter(counters["rolls_left"], st.active)
        table["unspent"] = [machine.unspent(face, st.active) for face in range(6)]
        return table


def chance_hands(seed: int, players: int, dealt: int) -> list[list[str]]:
    """So many different Keep cards for each player."""
    stream, cards = Stream("deal", seed), [card.name for card in all_cards() if card.keep]
    return [[cards.pop(stream.below(len(cards))) for _ in range(dealt)] for _ in range(players)]


def hands_with_copies(seed: int, players: int, wanted: str) -> list[list[str]]:
    """Few cards, so that Mimic often copies one wanted card: its owner's or a neighbour's."""
    stream = Stream("deal", seed)
    cards = [card.name for card in all_cards() if card.keep and card.name not in ("mimic", wanted)]
    hands = [[cards.pop(stream.below(len(cards)))] for _ in range(players)]
    hands[stream.below(players)].append("mimic")
    hands[stream.below(players)].append(wanted)
    return hands
