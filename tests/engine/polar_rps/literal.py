"""The rule sheet's scoring read word by word, player by player: slow, and written without looking at the engine's."""

from collections.abc import Sequence
from dataclasses import dataclass

BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


@dataclass(frozen=True)
class Partier:
    """Somebody at the end of a round."""

    room: str
    sign: str


def rps(me: Partier, everybody: Sequence[Partier]) -> int:
    """For each player in the room that yours beats 1 point, for each in the room that it is beaten by -1."""
    score = 0
    for other in everybody:
        if BEATS[me.room] == other.room:
            score += 1
        if BEATS[other.room] == me.room:
            score -= 1
    return score


def in_minority(me: Partier, everybody: Sequence[Partier]) -> bool:
    """Whether your sign appears less frequently in your room than the opposite sign."""
    mine = [other for other in everybody if other.room == me.room and other.sign == me.sign]
    opposite = [other for other in everybody if other.room == me.room and other.sign != me.sign]
    return len(mine) < len(opposite)


def scored(me: Partier, everybody: Sequence[Partier], bombs: Sequence[tuple[str, str]]) -> int:
    """All points of a round; `bombs` are room and kind, as often as they were used."""
    here = {kind for room, kind in bombs if room == me.room}
    normally = rps(me, everybody)
    if in_minority(me, everybody):
        normally += 1
    points = normally
    if "double" in here:
        points = normally + normally
    if "confetti" in here:
        points += 1
    if "polarity" in here and in_minority(me, everybody):
        points += 2
    return points
