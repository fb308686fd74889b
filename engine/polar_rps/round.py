"""A round: moves and swaps first, then points, then the bombs' effects (P9 to P45).

All happens at once (P10): no result depends on the order in which entries came.
"""

from collections.abc import Mapping, Sequence
from operator import add
from typing import NamedTuple

from engine.polar_rps.entries import KINDS, RoundEntry, bomb_use, destination
from engine.polar_rps.state import (
    INDEX,
    ROOMS,
    TICKET,
    PolarState,
)

BEATS = (2, 0, 1)
"""The room that each room beats: rock scissors, paper rock, scissors paper."""
BEATEN_BY = (1, 2, 0)


class Played(NamedTuple):
    """What a round came to."""

    state: PolarState
    points: tuple[int, ...]
    used: tuple[int, ...]
    """How many bombs went off, by room and within it by kind: position `room * 4 + kind`."""


def points_by_spot(heads: Sequence[int], used: Sequence[int]) -> list[int]:
    """What everybody on each of the six spots scores in a round.

    Args:
        heads: how many players are on each spot, after moves and swaps (P9, P16).
        used: how many bombs went off, by room and kind. More than one of a kind in a room is as good as one (P25).
    """
    in_room = (heads[0] + heads[1], heads[2] + heads[3], heads[4] + heads[5])
    points = []
    for room in range(3):
        won_or_lost = in_room[BEATS[room]] - in_room[BEATEN_BY[room]]
        confetti, double, polarity, _ = used[room * KINDS : room * KINDS + KINDS]
        plus, minus = heads[room * 2], heads[room * 2 + 1]
        for minority in (plus < minus, minus < plus):
            score = won_or_lost + 1 if minority else won_or_lost
            if double:
                score *= 2
            if confetti:
                score += 1
            if polarity and minority:
                score += 2
            points.append(score)
    return points


def play(state: PolarState, entries: Mapping[str, RoundEntry]) -> Played:
    """Resolve a round from the entries that stand; who has none uses nothing."""
    spots, tickets, swaps = list(state.spots), list(state.tickets), list(state.sign_swaps)
    bombs, used = list(state.bombs), [0] * (len(ROOMS) * KINDS)
    for seat, entry in entries.items():
        index = INDEX[seat]
        spot = spots[index]
        if entry.ticket is not None:
            room = destination(entry.ticket, spot >> 1, tickets[index])
            if room is not None:
                tickets[index] -= 1
                spot = room * 2 + (spot & 1)
        if entry.sign_swap and swaps[index]:
            swaps[index] -= 1
            spot ^= 1
        spots[index] = spot
        if entry.bomb is not None:
            at = bomb_use(entry, bombs, index, spot >> 1)
            if at is not None:
                used[at] += 1
                bombs[index * KINDS + at % KINDS] -= 1
    heads = [0] * 6
    for spot in spots:
        heads[spot] += 1
    by_spot = points_by_spot(heads, used)
    points = tuple([by_spot[spot] for spot in spots])
    if any(used[TICKET::KINDS]):
        tickets = [have + (used[(spot >> 1) * KINDS + TICKET] > 0) for have, spot in zip(tickets, spots, strict=True)]
    after = PolarState(
        round=state.round + 1,
        spots=tuple(spots),
        tickets=tuple(tickets),
        sign_swaps=tuple(swaps),
        bombs=tuple(bombs),
        bought=state.bought,
        scores=tuple(map(add, state.scores, points)),
        garnets=state.garnets,
    )
    return Played(after, points, tuple(used))
