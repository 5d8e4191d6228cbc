"""Running blocks, paying costs, and effects that last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import NONE, Cause, Event, Frame
from kaiju_runtime.hosts import Host
from kaiju_runtime.layout import EFFECT_VALUES, EFFECT_WIDTH, EFFECTS, TURN_WIDTH, TURNS_QUEUED
from kaiju_runtime.machine.core import EventRecord
from kaiju_runtime.machine.orders import Orders
from kaiju_runtime.primitives.values import value
from kaiju_runtime.stops import BudgetExceeded

if TYPE_CHECKING:
    from kaiju_runtime.program import Ability, Cost


class Effects(Orders):
    """Statements, costs and running effects."""

    __slots__ = ()

    # --- blocks ----------------------------------------------------------------------------------

    def run_block(self, block: tuple[Any, ...], frame: Frame, start: int = 0) -> None:
        """Runs the statements of a block from one on."""
        frame.acting = True
        for index in range(start, len(block)):
            statement = block[index]
            self.charge(statement[1])
            frame.block, frame.index = block, index
            statement[0](self, frame, statement)

    def run_ability_body(self, ability: Ability, frame: Frame) -> None:
        frame.ability = ability.id
        self.cover_ability(ability)
        self.run_body(ability, frame)

    def run_body(self, ability: Ability, frame: Frame, start: int = 0) -> None:
        """Runs the statements of an ability from one on; an executor may have them in another form."""
        self.run_block(ability.block, frame, start)

    def cover_ability(self, ability: Ability) -> None:
        self.cover(-1 - ability.id, "run")

    def can_run(self, block: tuple[Any, ...], frame: Frame) -> bool:
        """Whether the first statement of a block could do anything now."""
        if not block:
            return False
        test = self.p.can.get(block[0][0])
        if test is None:
            return True
        kept = frame.block, frame.index, frame.acting
        frame.block, frame.index, frame.acting = block, 0, False
        try:
            return bool(test(self, frame, block[0]))
        finally:
            frame.block, frame.index, frame.acting = kept

    # --- costs -----------------------------------------------------------------------------------

    def affordable(self, cost: Cost | None, who: int, frame: Frame) -> bool:
        """Whether a price can be paid whole."""
        if cost is None:
            return True
        number = value(self.me, frame, cost.number)
        if cost.verb == "spend":
            return bool(number <= 0 or self.unspent(value(self.me, frame, cost.what), who) >= number)
        payer = who if cost.source is None else value(self.me, frame, cost.source)
        return self.can_pay(payer, cost.what, number)

    def can_pay(self, payer: int, counter: int, number: int) -> bool:
        return number <= 0 or (
            payer != NONE and self.st.counter(counter, payer) - number >= self.p.counters[counter].least
        )

    def settle(self, cost: Cost | None, who: int, frame: Frame) -> None:
        """Pays a price that is affordable."""
        if cost is None:
            return
        number = value(self.me, frame, cost.number)
        if cost.verb == "spend":
            self.spend(who, value(self.me, frame, cost.what), number)
            return
        payer = who if cost.source is None else value(self.me, frame, cost.source)
        self.pay(payer, cost.what, number, frame.cause)

    def pay(self, payer: int, counter: int, number: int, cause: Cause | None) -> None:
        """Takes a price: never replaced, no loss; conditions may become true by it."""
        if number <= 0 or not self.can_pay(payer, counter, number):
            return
        self.st.set_counter(counter, payer, self.st.counter(counter, payer) - number)
        self.note("pay", key=counter, who=payer, player=self.counter_player(counter, payer), amount=number, cause=cause)
        self.soon(("counter", counter))

    # --- effects that last -----------------------------------------------------------------------

    def start_effect(self, ability: Ability, frame: Frame, captures: list[Any]) -> None:
        """Enters an effect into the table of running ones, with the numbers fixed now."""
        start = self.st.offsets["effects"]
        s = self.st.s
        row = next((row for row in range(EFFECTS) if s[start + row * EFFECT_WIDTH] == 0), None)
        if row is None:
            raise BudgetExceeded(
                "limit-effects",
                f"more than {EFFECTS} effects last at once",
                "End some of them sooner, or use a counter.",
            )
        if len(captures) > EFFECT_VALUES:
            raise BudgetExceeded(
                "limit-effects", f"an effect keeps more than {EFFECT_VALUES} values", "Bind fewer names before it."
            )
        values = captures + [0] * (EFFECT_VALUES - len(captures))
        at = start + row * EFFECT_WIDTH
        incarnation = self.st.get("stamp", frame.this) if 0 <= frame.this < len(self.p.pieces) else NONE
        s[at : at + EFFECT_WIDTH] = [ability.id + 1, frame.you, frame.this, incarnation, self.tick(), *values]
        self.clip()
        self.soon(("stats", NONE))

    def drop_effect(self, row: int) -> None:
        at = self.st.offsets["effects"] + row * EFFECT_WIDTH
        self.st.s[at : at + EFFECT_WIDTH] = [0] * EFFECT_WIDTH

    def expire(self, events: list[Event]) -> None:
        """Ends the effects that last until one of some events."""
        ended = False
        for row, ability, at in self.hosts.rows():
            host = self.hosts.of_effect(row, ability, at)
            if any(self.ends_it(host, event) for event in events):
                self.drop_effect(row)
                ended = True
        if ended:
            self.clip()

    def ends_it(self, host: Host, event: Event) -> bool:
        frame = host.frame(event)
        return host.stamp <= event.clock and any(self.matches(pattern, event, frame) for pattern in host.ability.until)

    # --- turns -----------------------------------------------------------------------------------

    def queue_turn(self, player: int, source: int) -> None:
        """Lets a player take another turn; which comes first is decided when this one is over."""
        start, s = self.st.offsets["queue"], self.st.s
        for at in range(start, start + TURN_WIDTH * TURNS_QUEUED, TURN_WIDTH):
            if s[at] == 0:
                s[at : at + TURN_WIDTH] = [player + 1, source + 1, self.st.one("turn")]
                return
        raise BudgetExceeded(
            "limit-turns", f"more than {TURNS_QUEUED} extra turns are waiting", "Let the effect give one turn only."
        )

    # --- log -------------------------------------------------------------------------------------

    def write(self, event: Event) -> None:
        """Logs an event and gives it its number; where nothing is logged it has none."""
        if not self.logging:
            return
        event.number = self.st.more("events") - 1
        if not self.trial and (self.kept is None or event.name in self.kept):
            faces = tuple(self.st.get("dice", die) for die in event.dice)
            self.log.append(
                EventRecord(
                    event.number,
                    event.name,
                    event.key,
                    event.who,
                    event.player,
                    event.what,
                    event.amount,
                    event.to,
                    faces,
                    event.args,
                    event.cause,
                    self.st.one("turn"),
                )
            )

    def note(
        self,
        name: str,
        *,
        key: int = NONE,
        who: int = NONE,
        player: int = NONE,
        what: int = NONE,
        amount: int = 1,
        to: int = NONE,
        cause: Cause | None = None,
    ) -> None:
        """Logs something that nobody can react to."""
        if not self.silent:
            self.write(Event(name, key, who, player=player, what=what, amount=amount, to=to, cause=cause))
