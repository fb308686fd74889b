"""What is kept of a match: one column per thing, by position in the roster.

Players are positions in the roster, 0 to 7; a team's members stand in the order in which they were drawn. Cards are
their numbers, and a hand is kept sorted, so that copies of a number are interchangeable (T4).
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.boundary import boundary

SIDES = ("A", "B")
TEAM = 4
PLAYERS = TEAM * len(SIDES)
ROUNDS = 3
HAND = 3
LOWEST_CARD = 1
HIGHEST_CARD = 12
CARDS = range(LOWEST_CARD, HIGHEST_CARD + 1)
SEATS = tuple(f"s{number}" for number in range(1, PLAYERS + 1))
INDEX = {seat: index for index, seat in enumerate(SEATS)}
"""Where a seat is in the roster; seats are numbered in roster order."""

Hand = tuple[int, ...]
Step = Literal["spare-token", "elimination-choice", "over"]


@boundary
class Offer:
    """An open offer. Its proposer gives `give` and gets `want`."""

    proposer: int
    to: int
    give: Hand
    want: Hand


@boundary
class Ending:
    """What has been decided since the last round closed. Who has won follows from the scores and the cards played."""

    step: Step
    """The phase that is open, or `over`."""
    receiver: int | None = None
    """Who of the losing team has the extra token (T33)."""
    candidates: tuple[int, ...] = ()
    """The Elimination Candidates, once known."""


@boundary
class TeamWarState:
    """A match at one moment, between two inputs."""

    round: int
    """The open round; one more than there are rounds when the last has closed."""
    teams: tuple[tuple[int, ...], tuple[int, ...]]
    pairs: tuple[tuple[int, int], ...] = ()
    """Who meets whom, a player of team A first; empty while the orders are awaited."""
    scores: tuple[int, int] = (0, 0)
    hands: tuple[Hand, ...]
    """Everybody's cards, sorted."""
    played: tuple[Hand, ...] = ((),) * PLAYERS
    """The cards that everybody has played, in the order of the rounds."""
    scored: tuple[int, ...] = (0,) * PLAYERS
    """In how many rounds everybody has gained points (T41)."""
    garnets: tuple[int, ...]
    packs: tuple[int, ...] = (0,) * PLAYERS
    """How many packs everybody has bought in the open round."""
    offers: tuple[Offer, ...] = ()
    """Every open offer, in an order that says nothing about when it was made."""
    ending: Ending | None = None
    """Null until the last round has closed."""


def side_of(state: TeamWarState, index: int) -> int:
    """The player's team: 0 for A, 1 for B."""
    return 0 if index in state.teams[0] else 1


def less(hand: Iterable[int], cards: Iterable[int]) -> Hand | None:
    """What is left of a hand without these cards; None if it does not hold all of them."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def put(column: Sequence[Hand], index: int, hand: Iterable[int]) -> tuple[Hand, ...]:
    """The hands with one player's replaced, sorted."""
    return (*column[:index], tuple(sorted(hand)), *column[index + 1 :])


def more(column: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """The column with one player's number raised, or lowered if `by` is negative."""
    return (*column[:index], column[index] + by, *column[index + 1 :])
