"""What comes between an event that is announced and one that happens: prohibitions and replacements."""

from __future__ import annotations

from kaiju_runtime.frames import NONE, Cause, Event
from kaiju_runtime.hosts import EFFECT, PIECE, Host, Waiting
from kaiju_runtime.machine.pieces import Pieces
from kaiju_runtime.primitives.values import holds

LAST_STAGE = 3
"""The stage of replacements that are neither first, nor add, nor prevent the whole; and of help at any time."""


class Replacements(Pieces):
    """What forbids an event, or makes it another one, before it happens."""

    __slots__ = ()

    def coming(self, events: list[Event]) -> list[Event]:
        """The members of a batch that are still to happen after prohibitions and replacements."""
        for event in events:
            event.clock = self.st.one("clock")
            event.used |= self.chain
        still = []
        for event in events:
            if not self.dropped(event):
                empty = event.name == "call" and event.amount <= 0  # its other statements have their own numbers
                self.replace(event)
                if not event.gone and (event.amount > 0 or empty) and not self.dropped(event):
                    still.append(event)
        return still

    def dropped(self, event: Event) -> bool:
        """Whether an event that comes is prohibited; if so, that is logged."""
        host = self.forbidden(event)
        if host is not None:
            self.note_change("forbidden", event, event.amount, host)
        return host is not None

    def prohibited(self, event: Event) -> Host | None:
        """What in play says that the event cannot happen."""
        for host in self.hosts.find("cannot", event.name):
            frame = host.frame(event)
            if self.matches(host.ability.pattern, event, frame) and holds(self.me, frame, host.ability.condition):
                return host
        return None

    def forbidden(self, event: Event) -> Host | None:
        """What prohibits an event that comes; of a roll that was asked before the dice were thrown."""
        return None if event.name == "roll" else self.me.prohibited(event)

    def replace(self, event: Event) -> None:
        """The before window: replacements by stage, each at most once, the list made anew after each."""
        while share := self.next_replacements(event):
            forced = forced_of(share)
            if forced:
                self.use_replacement(self.pick_forced(forced, event), event)
            elif not self.offer_replacement(share, event):
                event.declined |= {each.host.key for each in share}

    def still_comes(self, event: Event) -> bool:
        return not event.gone and event.amount > 0 and not self.forbidden(event)

    def next_replacements(self, event: Event) -> list[Waiting]:
        """What may come next before an event: those of the lowest stage of all that are ready now."""
        if not self.still_comes(event):
            return []
        ready = self.replacements(event) + self.helps(event)
        stage = min((self.stage(each) for each in ready), default=LAST_STAGE)
        return [each for each in ready if self.stage(each) == stage]

    @staticmethod
    def stage(waiting: Waiting) -> int:
        return waiting.host.ability.stage if waiting.event is not None else LAST_STAGE

    def helps(self, event: Event) -> list[Waiting]:
        """What the affected player may do at any time, offered before a loss."""
        if event.name != "lose" or event.who != event.player:
            return []
        return [self.waiting(host, None) for host in self.me.any_time(event.player) if host.key not in event.declined]

    def replacements(self, event: Event) -> list[Waiting]:
        found = []
        for host in [*self.hosts.find("before", event.name), *self.hosts.find("next_before", event.name)]:
            if host.key not in event.used and host.key not in event.declined and self.ready(host, event):
                found.append(self.waiting(host, event))
        return [each for each in found if self.me.may_use(each)]

    def ready(self, host: Host, event: Event) -> bool:
        """Whether a host listens to the event: it was there when it began, has a use left, and its condition holds."""
        if host.stamp > event.clock and host.layer in (PIECE, EFFECT):
            return False
        if not self.me.has_use(host):
            return False
        frame = host.frame(event)
        if not self.matches(host.ability.pattern, event, frame):
            return False
        self.bind(host.ability, event, frame)
        return holds(self.me, frame, host.ability.condition)

    def waiting(self, host: Host, event: Event | None) -> Waiting:
        frame = host.frame(event)
        if event is not None:
            self.bind(host.ability, event, frame)
        return Waiting(host, event, frame.locals[:])

    def use_replacement(self, waiting: Waiting, event: Event) -> None:
        if waiting.event is None:
            self.me.act(waiting.host, NONE, None)
            return
        event.used |= {waiting.host.key}
        outer, self.chain, amount = self.chain, event.used, event.amount
        try:
            self.me.run_waiting(waiting)
        finally:
            self.chain = outer
        if event.gone or event.amount <= 0:
            self.note_change("prevented", event, amount, waiting.host)
        elif event.amount != amount:
            self.note_change("lowered" if event.amount < amount else "raised", event, amount, waiting.host)

    def note_change(self, how: str, event: Event, amount: int, host: Host) -> None:
        """Logs what has become of an event that was to come, with the amount that it had.

        ``how``: ``forbidden``, ``prevented``, ``lowered`` or ``raised``. The last of its arguments is the difference;
        its cause is what did that, and behind it that of the event.
        """
        if not self.logging or self.silent:
            return
        own = host.cause(NONE)
        told = Event(f"{how} {event.name}", event.key, event.who, player=event.player, amount=amount)
        told.what, told.to, told.dice = event.what, event.to, event.dice
        told.args = (*event.args, abs(event.amount - amount))
        told.cause = Cause(own.kind, own.id, own.player, own.ability, event.cause, NONE, own.piece)
        self.me.write(told)

    def pick_forced(self, forced: list[Waiting], event: Event) -> Waiting:
        """The mandatory replacement that applies next: the affected player's choice, if it matters."""
        if len(forced) == 1 or not self.me.order_matters(forced, event):
            return forced[0]
        who = event.player if event.player != NONE else self.st.active
        return forced[self.me.ask_which(who, forced, done=False)]

    def offer_replacement(self, share: list[Waiting], event: Event) -> bool:
        """Offers optional replacements, player by player; whether one was used."""
        for player in self.players_in_turn():
            own = [each for each in share if self.me.offered_to(each) == player]
            if own:
                picked = self.me.ask_which(player, own, done=True)
                if picked < len(own):
                    self.use_replacement(own[picked], event)
                    return True
        return False


def forced_of(share: list[Waiting]) -> list[Waiting]:
    """Those replacements that nobody may decline."""
    return [each for each in share if each.event is not None and not each.host.ability.offer]
