"""How a match begins, and what the pregame's entries make of it (P1 to P7)."""

from collections.abc import Mapping, Sequence

from engine.draws import Draws
from engine.game import Player
from engine.polar_rps.entries import ROOM, SIGN, PregameEntry, meant, starting_bombs
from engine.polar_rps.state import BOMBS, ITEMS, ROOMS, SIGNS, PolarState

TICKETS = 4
SIGN_SWAPS = 2


def begin(players: Sequence[Player]) -> PolarState:
    """Everybody with 4 Tickets and 2 Sign Swaps, nobody in a room, bombs still to be chosen."""
    none = (0,) * len(players)
    return PolarState(
        round=0,
        spots=(),
        tickets=(TICKETS,) * len(players),
        sign_swaps=(SIGN_SWAPS,) * len(players),
        bombs=none * len(BOMBS),
        bought=(none,) * len(ITEMS),
        scores=none,
        garnets=tuple(player.garnets for player in players),
    )


def close_pregame(
    state: PolarState, players: Sequence[Player], entries: Mapping[str, PregameEntry], draws: Draws
) -> PolarState:
    """Everybody in a room, with a sign and the chosen bombs.

    A blank or invalid room or sign is drawn, each for itself (P2, P3); a blank or invalid bomb is lost, each for itself
    (P5). Entering the room is free, and nothing is scored (P6). Bombs bought meanwhile stay (P46).
    """
    spots: list[int] = []
    bombs = list(state.bombs)
    blank = PregameEntry()
    for index, player in enumerate(players):
        entry = entries.get(player.seat, blank)
        room = meant(entry.room, ROOM)
        if room is None:
            room = draws.below(len(ROOMS), "pregame", "room", player.seat)
        sign = meant(entry.sign, SIGN)
        if sign is None:
            sign = draws.below(len(SIGNS), "pregame", "sign", player.seat)
        spots.append(room * 2 + sign)
        for kind in starting_bombs(entry.bombs):
            bombs[index * len(BOMBS) + kind] += 1
    return PolarState(
        round=1,
        spots=tuple(spots),
        tickets=state.tickets,
        sign_swaps=state.sign_swaps,
        bombs=tuple(bombs),
        bought=state.bought,
        scores=state.scores,
        garnets=state.garnets,
    )
