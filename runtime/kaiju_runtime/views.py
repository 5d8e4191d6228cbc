"""What a player may see of a game, as plain data with names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kaiju_runtime.game import Game


def view_of(game: Game, player: int | None) -> dict[str, Any]:
    """Turn, players, zones, tracks and the Roll; hidden pieces are only counted.

    Keys: ``mode turn active phase players zones tracks roll result decision``; the decision is shown
    to the player whom it asks.
    """
    m, p, st = game.machine, game.program, game.state
    seats = len(game.setup["monsters"])
    decision = game.decision
    return {
        "mode": p.mode,
        "turn": st.one("turn"),
        "active": st.active,
        "phase": p.phases[st.phase].id if p.phases else "",
        "players": [player_view(game, seat) for seat in range(seats)],
        "zones": {zone.id: zone_view(game, zone.index, player) for zone in p.zones if zone.id not in ("box", "area")},
        "tracks": {track.id: track_view(game, index) for index, track in enumerate(p.tracks)},
        "roll": [{"face": p.faces[st.get("dice", die)].id} for die in m.dice_pool.roll_of(st.active)],
        "unspent": {face.id: m.unspent(index, st.active) for index, face in enumerate(p.faces)},
        "decision": decision.to_data() if decision is not None and decision.player == player else None,
        "result": None if game.result is None else {"winners": list(game.result.winners), "turns": game.result.turns},
    }


def player_view(game: Game, seat: int) -> dict[str, Any]:
    """One player's monster, counters and pieces."""
    m, p, st = game.machine, game.program, game.state
    area = p.zones[1].location(seat)
    at = st.get("at", seat)
    return {
        "seat": seat,
        "monster": p.pieces[st.get("monster", seat)].key,
        "alive": bool(st.get("alive", seat)),
        "place": p.space(at).id if at >= 0 else None,
        "counters": {
            counter.id: st.counter(index, seat)
            for index, counter in enumerate(p.counters)
            if counter.holder == "player"
        },
        "pieces": [piece_view(game, piece) for piece in m.pieces_at(area) if piece not in p.monsters],
    }


def piece_view(game: Game, piece: int) -> dict[str, Any]:
    """A piece's names, and its counters that are not zero."""
    p, st = game.program, game.state
    found = p.pieces[piece]
    counters = {
        counter.id: st.counter(index, piece)
        for index, counter in enumerate(p.counters)
        if counter.holder == "piece" and st.counter(index, piece)
    }
    model = st.get("copy", piece)
    return {
        "piece": found.id,
        "id": found.key,
        "name": found.name,
        "record": p.definitions[found.definition].id,
        "counters": counters,
        "copies": p.pieces[model].key if model >= 0 else None,
    }


def zone_view(game: Game, index: int, player: int | None) -> Any:
    """The pieces of a zone that the player has seen, and how many there are."""
    m, p = game.machine, game.program
    zone = p.zones[index]
    seats = len(game.setup["monsters"])
    instances = [zone.location(seat) for seat in range(seats)] if zone.per_player else [zone.first]
    views = []
    for location in instances:
        pieces = m.pieces_at(location)
        seen = [piece for piece in pieces if may_see(game, piece, player)]
        views.append({"count": len(pieces), "pieces": [piece_view(game, piece) for piece in seen]})
    return views if zone.per_player else views[0]


def may_see(game: Game, piece: int, player: int | None) -> bool:
    seen, everybody = game.state.get("seen", piece), (1 << game.program.seats) - 1
    return seen == everybody if player is None else bool(seen >> player & 1)


def track_view(game: Game, index: int) -> dict[str, Any]:
    """The spaces of a track in order, with bonus, token and who stands there; markers by space."""
    m, p = game.machine, game.program
    here = {
        m.board.space_of(piece): p.pieces[piece].key
        for piece in m.board.movers
        if m.board.track_of(piece) == index and m.board.space_of(piece) >= 0
    }
    spaces = []
    for space in m.board.path(index):
        token, bonus = m.board.token_on(space), m.board.bonus(space)
        name = p.pieces[space].id if space < len(p.pieces) else p.space(space).id
        marks = {
            field["id"]: m.board.mark(space, number)
            for number, field in enumerate(p.data["space_fields"])
            if m.board.mark(space, number) != -1
        }
        spaces.append(
            {
                "space": name,
                "bonus": p.bonuses[bonus].id if bonus >= 0 else None,
                "token": p.pieces[token].id if token >= 0 else None,
                "marks": marks,
                "marker": here.get(space),
            }
        )
    return {"spaces": spaces}
