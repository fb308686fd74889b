"""A round: moves and swaps first, then points, then the bombs' effects (P9 to P45).

All happens at once (P10): no result depends on the order in which entries came.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add

from engine.polar_rps.entries import RoundEntry, bomb_use, destination
from engine.polar_rps.state import (
    BOMBS,
    CONFETTI,
    DOUBLE,
    INDEX,
    POLARITY,
    ROOMS,
    TICKET,
    PolarState,
)

BEATS = (2, 0, 1)
"""The room that each room beats: rock scissors, paper rock, scissors paper."""
BEATEN_BY = (1, 2, 0)
KINDS = len(BOMBS)


@dataclass(frozen=True, slots=True)
class Played:
    """What a round came to."""

    state: PolarState
    """With the round's number as it was; who closes the round counts on."""
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
        bombs = used[room * KINDS : room * KINDS + KINDS]
        plus, minus = heads[room * 2], heads[room * 2 + 1]
        for minority in (plus < minus, minus < plus):
            score = won_or_lost + (1 if minority else 0)
            if bombs[DOUBLE]:
                score *= 2
            if bombs[CONFETTI]:
                score += 1
            if bombs[POLARITY] and minority:
                score += 2
            points.append(score)
    return points


def play(state: PolarState, entries: Mapping[str, RoundEntry]) -> Played:
    """Resolve a round from the entries that stand; who has none uses nothing."""
    spots, tickets, swaps = list(state.spots), list(state.tickets), list(state.sign_swaps)
    spent: list[tuple[int, int]] = []
    used = [0] * (len(ROOMS) * KINDS)
    for seat, entry in entries.items():
        index = INDEX[seat]
        spot = spots[index]
        if entry.ticket is not None:
            to = destination(entry.ticket, spot >> 1, tickets[index])
            if isinstance(to, int):
                tickets[index] -= 1
                spot = to * 2 + (spot & 1)
        if entry.sign_swap and swaps[index]:
            swaps[index] -= 1
            spot ^= 1
        spots[index] = spot
        bomb = entry.bomb
        if bomb is not None and not isinstance(bomb, tuple) and entry.bombs is None:
            use = bomb_use(bomb, state.bombs, index)
            if isinstance(use, tuple):
                kind, room = use
                used[(spot >> 1 if room is None else room) * KINDS + kind] += 1
                spent.append((kind, index))
    heads = [0] * 6
    for spot in spots:
        heads[spot] += 1
    by_spot = points_by_spot(heads, used)
    points = tuple([by_spot[spot] for spot in spots])
    if any(used[TICKET::KINDS]):
        tickets = [have + (used[(spot >> 1) * KINDS + TICKET] > 0) for have, spot in zip(tickets, spots, strict=True)]
    after = PolarState(
        round=state.round,
        spots=tuple(spots),
        tickets=tuple(tickets),
        sign_swaps=tuple(swaps),
        bombs=without(state.bombs, spent),
        bought_tickets=state.bought_tickets,
        bought_sign_swaps=state.bought_sign_swaps,
        bought_bombs=state.bought_bombs,
        scores=tuple(map(add, state.scores, points)),
        garnets=state.garnets,
    )
    return Played(after, points, tuple(used))


def without(bombs: tuple[tuple[int, ...], ...], spent: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The bombs that are left: each that went off is used up, a duplicate too (P25)."""
    if not spent:
        return bombs
    left = [list(column) for column in bombs]
    for kind, index in spent:
        left[kind][index] -= 1
    return tuple(map(tuple, left))
