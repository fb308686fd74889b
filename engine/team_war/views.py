"""What may be seen of a match, and by whom (T31, T32, T43, RULINGS section 4): the only way out of the state.

Nothing here tells which duel scored, what anybody else holds, has played or bought, or who has got the bonus.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.boundary import boundary
from engine.team_war.config import TeamWarConfig
from engine.team_war.ending import choices, tokens, winner
from engine.team_war.packs import Bought
from engine.team_war.state import ROUNDS, SEATS, Ending, Offer, TeamWarState
from engine.team_war.trades import offer_id

Side = Literal["A", "B"]


@boundary
class TeamWarEnding:
    """What is settled once the last round has closed."""

    winner: Side | None
    """The winning team; null after a tie, which the sums of the cards played decide (T36)."""
    tokens: dict[str, int]
    """Tokens of Life held by now. Seats that hold none are left out."""
    receiver: str | None
    """Who of the losing team has the extra token, once known (T33)."""
    choices: tuple[str, ...]
    """Who can be chosen in the open step."""
    candidates: tuple[str, ...]
    """The Elimination Candidates, once known."""


@boundary
class TeamWarPublic:
    """What everybody may know."""

    round: int
    """The open round, 1 to 3; 3 after the last."""
    teams: dict[Side, tuple[str, ...]]
    pairs: tuple[tuple[str, str], ...] | None
    """While the cards are awaited, who meets whom, the player of team A first (T22)."""
    scores: dict[Side, int]
    ending: TeamWarEnding | None
    """Null until the last round has closed."""


@boundary
class TeamWarHoldings:
    """What a seat holds; nobody else sees it, team-mates included."""

    garnets: int
    cards: tuple[int, ...]
    """Sorted."""
    played: tuple[int, ...]
    """In the order of the rounds."""


@boundary
class OfferView:
    """An open offer, as its proposer and the one it was made to see it, and nobody else (T9)."""

    id: str
    proposer: str
    to: str
    give: tuple[int, ...]
    """Cards that the proposer gives."""
    want: tuple[int, ...]
    """Cards that the proposer gets."""


@boundary
class PackBought:
    """What was bought, for how much, and what the seat holds now."""

    pack: str
    price: int
    sold: tuple[int, ...]
    """The cards that have left the game (T16)."""
    cards: tuple[int, ...]
    """The cards of the pack."""
    holdings: TeamWarHoldings


@boundary
class OfferAnswered:
    """What has become of an offer, and what the seat holds now."""

    outcome: Literal["offered", "accepted", "declined", "withdrawn"]
    offer: OfferView
    holdings: TeamWarHoldings


@boundary
class TeamWarResult:
    """How the match ended."""

    winner: Side | None
    """The winning team; null after a tie."""
    tokens: dict[str, int]
    """Tokens of Life. Seats that have none are left out."""
    candidates: tuple[str, ...]
    """The Elimination Candidates; more than one only if several share the lowest sum after a tie (T37)."""


def seats(indices: Iterable[int]) -> tuple[str, ...]:
    """Positions in the roster as seats."""
    return tuple(SEATS[index] for index in indices)


def pairs(state: TeamWarState) -> tuple[tuple[str, str], ...]:
    """Who meets whom, as everybody reads it."""
    return tuple((SEATS[one], SEATS[other]) for one, other in state.pairs)


def by_side(numbers: Sequence[int]) -> dict[Side, int]:
    """A number for each team, as everybody reads it."""
    return {"A": numbers[0], "B": numbers[1]}


def side(index: int | None) -> Side | None:
    """A team's letter."""
    return None if index is None else ("A", "B")[index]


def some(column: Iterable[int]) -> dict[str, int]:
    """A column by seat, without those who have nothing."""
    return {seat: number for seat, number in zip(SEATS, column, strict=True) if number}


def ending_view(state: TeamWarState, ending: Ending, config: TeamWarConfig) -> TeamWarEnding:
    """What everybody may know once the last round has closed."""
    return TeamWarEnding(
        winner=side(winner(state)),
        tokens=some(tokens(state, ending, config)),
        receiver=None if ending.receiver is None else SEATS[ending.receiver],
        choices=() if ending.step == "over" else seats(choices(state, ending)),
        candidates=seats(ending.candidates),
    )


def public(state: TeamWarState, config: TeamWarConfig) -> TeamWarPublic:
    """What everybody may know."""
    return TeamWarPublic(
        round=min(state.round, ROUNDS),
        teams={"A": seats(state.teams[0]), "B": seats(state.teams[1])},
        pairs=pairs(state) or None,
        scores=by_side(state.scores),
        ending=None if state.ending is None else ending_view(state, state.ending, config),
    )


def holdings(state: TeamWarState, index: int) -> TeamWarHoldings:
    """What one player holds, for that player's eyes only."""
    return TeamWarHoldings(garnets=state.garnets[index], cards=state.hands[index], played=state.played[index])


def offer_view(number: int, offer: Offer) -> OfferView:
    """An offer of phase `number` as the two of it see it."""
    return OfferView(
        id=offer_id(number, offer),
        proposer=SEATS[offer.proposer],
        to=SEATS[offer.to],
        give=offer.give,
        want=offer.want,
    )


def offers(state: TeamWarState, number: int, index: int) -> tuple[OfferView, ...]:
    """The open offers that this player has made or been made, in an order that says nothing about when."""
    return tuple(offer_view(number, offer) for offer in state.offers if index in (offer.proposer, offer.to))


def pack_bought(bought: Bought, pack: str, index: int) -> PackBought:
    """What the buyer is told."""
    return PackBought(
        pack=pack,
        price=bought.price,
        sold=bought.sold,
        cards=bought.cards,
        holdings=holdings(bought.state, index),
    )


def result(state: TeamWarState, config: TeamWarConfig) -> TeamWarResult | None:
    """How the match ended; None before it has."""
    ending = state.ending
    if ending is None or ending.step != "over":
        return None
    return TeamWarResult(
        winner=side(winner(state)),
        tokens=some(tokens(state, ending, config)),
        candidates=seats(ending.candidates),
    )
