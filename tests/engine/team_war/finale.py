"""Matches whose last round is about to be closed, or has been."""

from typing import Any

from engine.match import Match
from engine.team_war.config import TeamWarConfig
from tests.engine.team_war.field import X, Y, carded, later, war

LAST = dict.fromkeys((*X, *Y), 6)
"""Equal last cards: the third round changes nothing."""


def last_round(
    scores: tuple[int, int], sums: tuple[int, ...], config: TeamWarConfig | None = None, **more: Any
) -> Match:
    """The last Card Selection, all cards in; `sums` are everybody's at the end, which nobody scores in."""
    played = tuple((1, total - 7) for total in sums)
    match = war(config, round=3, cards=True, hands=((6,),) * 8, played=played, scores=scores, **more)
    return carded(match, LAST)


LEVEL = (20,) * 8
WORKED = (22, 20, 19, 18, 29, 19, 20, 20)
"""The sums of the worked match's ending B (RULINGS 6.2)."""
TIED = (18, 20, 19, 18, 29, 19, 29, 20)
"""y1 and y3 share the highest sum, x1 and x4 the lowest."""


def ended(scores: tuple[int, int], totals: tuple[int, ...], config: TeamWarConfig | None = None, **more: Any) -> Match:
    """The match after that round."""
    return later(last_round(scores, totals, config, **more))


def won(config: TeamWarConfig | None = None) -> Match:
    """X has won, 6-5; the spare token is to be given."""
    return ended((6, 5), WORKED, config)
