"""Who listens, found by the bits of what is in play, and kept as long as nothing comes or goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kaiju_runtime.frames import NONE
from kaiju_runtime.hosts import PIECE, Host, Hosts

if TYPE_CHECKING:
    from kaiju_runtime.fast.machine import FastMachine

NO_HOSTS: list[Host] = []


class FastHosts(Hosts):
    """Hosts found by the bits of what is in play."""

    __slots__ = ("kept", "kept_active", "kept_epoch", "made_once", "play")

    m: FastMachine

    def __init__(self, machine: FastMachine) -> None:
        super().__init__(machine)
        pieces = len(machine.p.pieces)
        self.play: dict[tuple[str, str], int] = {}
        for key, found in self.pieces.items():
            bits = sum(1 << piece for piece in found)
            if machine.layout.copiers:
                bits |= sum(1 << (pieces + piece) for piece in found)
            self.play[key] = bits
        self.kept: dict[tuple[str, ...], list[Any]] = {}
        """The hosts among pieces that have been found, as long as nothing comes or goes and nobody else is active."""
        self.kept_epoch = self.kept_active = -1
        self.made_once: dict[tuple[Any, ...], list[Host]] = {}
        """The hosts of pieces, as long as these are the same incarnations."""

    def movable(self, key: tuple[str, str]) -> list[Host]:
        """The hosts among pieces and effects, in canonical order; the list is not to be changed."""
        s, code = self.m.st.s, self.m.code
        self.forget_others(s, code)
        found = self.kept.get(key)
        if found is None:
            bits = s[code.play] & self.play.get(key, 0)
            found = self.of_bits(key, bits) if bits else []
            if s[code.play + 1] and key in self.lasting:
                found += self.of_effects(key)
            if len(found) > 1:
                order = code.turn_order[s[code.active]]
                found.sort(key=lambda host: order[host.you])
            self.kept[key] = found
        return found

    def running(self, number: int) -> list[tuple[int, int, tuple[int, int, bool], list[Any]]]:
        """The running effects of an ability: piece, player, what a frame says of it, and its locals."""
        ability = self.m.p.abilities[number]
        return [
            (host.this, host.you, self.m.of_host(host), self.m.locals_of(host))
            for host in self.of_effects((ability.form, self.about(ability)))
            if host.ability is ability
        ]

    def forget_others(self, s: list[int], code: Any) -> None:
        """Forgets the lists of hosts unless they are those of what is in play now."""
        leaving = bool(self.m.leaving)
        if s[code.epoch] != self.kept_epoch or s[code.active] != self.kept_active or leaving:
            self.kept = {}
            self.kept_epoch, self.kept_active = -1 if leaving else s[code.epoch], s[code.active]

    def find(self, form: str, about: str) -> list[Host]:
        """As :meth:`Hosts.find`; the list is not to be changed."""
        key = (form, about)
        if key not in self.known:
            return NO_HOSTS
        if key not in self.counters and key not in self.rules:
            return self.movable(key)
        self.forget_others(self.m.st.s, self.m.code)
        whole = (form, about, "whole")
        found = self.kept.get(whole)
        if found is None:
            found = self.movable(key) + self.standing(key)
            self.kept[whole] = found
        return found

    def offers(self, window: str) -> list[Any]:
        """The active player's actions in a window among pieces; the list is not to be changed.

        Each with the test whether it can be taken, the address of its budget, and what the test is called with.
        """
        self.forget_others(self.m.st.s, self.m.code)
        mine = ("action", window, "own")
        found = self.kept.get(mine)
        if found is None:
            hosts = [host for host in self.movable(("action", window)) if host.you == self.kept_active]
            found = self.kept[mine] = [self.offer(host) for host in hosts if host.ability.block]
        return found

    def offer(self, host: Host) -> tuple[Any, ...]:
        m, ability = self.m, host.ability
        slot = m.layout.uses.get((host.layer, host.number, ability.id)) if ability.once >= 0 else None
        use = NONE if slot is None else m.layout.offsets["uses"] + slot
        return host, m.code.names["OFFER"][ability.id], use, m.of_host(host), m.locals_of(host)

    def of_bits(self, key: tuple[str, str], bits: int) -> list[Host]:
        """The hosts of pieces in play, own abilities first, then what is copied."""
        m = self.m
        s, code = m.st.s, m.code
        found: list[Host] = []
        pieces = code.pieces
        own = bits & ((1 << pieces) - 1)
        while own:
            low = own & -own
            own ^= low
            piece = low.bit_length() - 1
            you = s[code.owner + piece]
            if you == NONE or s[code.alive + you] or you in m.leaving:
                found += self.made(key, piece, piece, you, s[code.stamp + piece], False)
        if bits >> pieces:
            for piece in m.layout.copiers:
                model = s[code.copy + piece]
                if model == NONE or not bits >> (pieces + model) & 1 or not m.in_play(piece):
                    continue
                you = s[code.owner + piece]
                if you == NONE or s[code.alive + you] or you in m.leaving:
                    found += self.made(key, piece, model, you, s[code.copied + piece], True)
        return found

    def made(self, key: tuple[str, str], piece: int, model: int, you: int, stamp: int, copied: bool) -> list[Host]:
        """The hosts of one piece; the list is not to be changed."""
        at = (key, piece, model, you, stamp, copied)
        found = self.made_once.get(at)
        if found is None:
            if len(self.made_once) >= 2048:
                self.made_once.clear()
            abilities = self.m.p.definition_of(model).listens.get(key, ())
            found = self.made_once[at] = [
                Host(ability, PIECE, you, piece, stamp, piece, copied=copied) for ability in abilities
            ]
        return found
