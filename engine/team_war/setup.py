"""How a match begins: who is in which team, and who is dealt what (T1 to T4).

The teams are drawn under `start|teams|`. The deal's labels: `start|deal|A` and `start|deal|B` for a set for each team,
`start|deal|` for two sets shuffled together, `start|deal|s3` for the three independent cards of seat s3.
"""

from collections.abc import Iterator, Sequence

from engine.draws import Draws
from engine.game import Player
from engine.team_war.config import Deal, TeamWarConfig
from engine.team_war.state import CARDS, HAND, LOWEST_CARD, SEATS, SIDES, TEAM, Hand, TeamWarState


def begin(players: Sequence[Player], config: TeamWarConfig, draws: Draws) -> TeamWarState:
    """Two random teams (T2), everybody with three cards, the first Order Selection open."""
    drawn = draws.shuffled(range(len(players)), "start", "teams")
    teams = (drawn[:TEAM], drawn[TEAM:])
    dealt = dict(zip(drawn, hands(config.deal, drawn, draws), strict=True))
    return TeamWarState(
        round=1,
        teams=teams,
        hands=tuple(dealt[index] for index in range(len(players))),
        garnets=tuple(player.garnets for player in players),
    )


def hands(deal: Deal, drawn: Sequence[int], draws: Draws) -> Iterator[Hand]:
    """A hand for each player, in the order in which the teams were drawn (T3)."""
    if deal == "independent":
        for index in drawn:
            numbers = draws.several_below(len(CARDS), HAND, "start", "deal", SEATS[index])
            yield tuple(sorted(LOWEST_CARD + number for number in numbers))
        return
    if deal == "two-sets":
        cards = draws.shuffled((*CARDS, *CARDS), "start", "deal")
    else:
        cards = tuple(card for side in SIDES for card in draws.shuffled(CARDS, "start", "deal", side))
    for at in range(0, len(cards), HAND):
        yield tuple(sorted(cards[at : at + HAND]))
