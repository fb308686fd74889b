"""What may be seen of a match, and by whom (P51, P54, RULINGS section 4): the only way out of the state."""

from collections.abc import Iterable, Sequence

from engine.boundary import boundary
from engine.polar_rps.ending import rewards, standings, tokens_held
from engine.polar_rps.state import BOMBS, ROOMS, SEATS, SIGNS, Ending, How, PolarState, bombs_of


@boundary
class Place:
    """Where somebody is, and with which sign."""

    room: str
    sign: str


PLACES = tuple(Place(room=room, sign=sign) for room in ROOMS for sign in SIGNS)
"""By spot."""


@boundary
class EndingView:
    """What is settled once the last round has closed. All of it follows from what has been revealed."""

    garnets: dict[str, int]
    """Rewards: one for every 7 points (P55). Seats that get none are left out."""
    tokens: dict[str, int]
    """Tokens of Life held by now. Seats that hold none are left out."""
    tied_seconds: tuple[str, ...]
    """Among whom the winner chooses or chose; empty if the second place was clear, or not awarded (P59)."""
    candidates: tuple[str, ...]
    """Who could be eliminated; empty until the second place is settled (P63)."""
    candidate: str | None
    """The Elimination Candidate, once known."""
    how: How | None
    """How the candidate was found: alone in last place, by vote, by the voters' garnets, or by lot (P68)."""


@boundary
class PublicState:
    """What everybody may know."""

    rooms: dict[str, Place]
    """Empty until the pregame has closed."""
    scores: dict[str, int]
    ending: EndingView | None
    """Null until the last round has closed."""


@boundary
class Holdings:
    """What a seat holds; nobody else sees it."""

    garnets: int
    tickets: int
    sign_swaps: int
    bombs: dict[str, int]
    """By kind; only what is owned."""


@boundary
class Purchased:
    """What was bought, for how much, and what the seat holds now."""

    item: str
    bomb: str | None
    price: int
    holdings: Holdings


@boundary
class Result:
    """How the match ended."""

    tokens: dict[str, int]
    """Tokens of Life held at the end, after the gift (P62). Seats that hold none are left out."""
    garnets: dict[str, int]
    """Rewards (P55). Seats that get none are left out."""
    candidate: str
    """The Elimination Candidate."""
    how: How
    """How the candidate was found: alone in last place, by vote, by the voters' garnets, or by lot (P68)."""


def by_seat(column: Iterable[int]) -> dict[str, int]:
    """A column as everybody reads it."""
    return dict(zip(SEATS, column))  # noqa: B905  # a roster has fewer seats than there are names; called at every turn


def some(column: Iterable[int]) -> dict[str, int]:
    """As `by_seat`, without those who have nothing."""
    return {seat: number for seat, number in by_seat(column).items() if number}


def rooms(spots: Sequence[int]) -> dict[str, Place]:
    """Where everybody is."""
    return dict(zip(SEATS, map(PLACES.__getitem__, spots)))  # noqa: B905  # the same


def seats(indices: Iterable[int]) -> tuple[str, ...]:
    """Positions in the roster as seats."""
    return tuple(SEATS[index] for index in indices)


def ending_view(scores: tuple[int, ...], ending: Ending) -> EndingView:
    """What everybody may know once the last round has closed."""
    stand = standings(scores, ending.chosen)
    return EndingView(
        garnets=some(rewards(scores)),
        tokens=some(tokens_held(scores, ending)),
        tied_seconds=seats(stand.tied_seconds),
        candidates=() if ending.step == "second-place" else seats(stand.candidates),
        candidate=None if ending.candidate is None else SEATS[ending.candidate],
        how=ending.how,
    )


def public(state: PolarState) -> PublicState:
    """What everybody may know."""
    return PublicState(
        rooms=rooms(state.spots),
        scores=by_seat(state.scores),
        ending=None if state.ending is None else ending_view(state.scores, state.ending),
    )


def holdings(state: PolarState, index: int) -> Holdings:
    """What one player holds, for that player's eyes only."""
    return Holdings(
        garnets=state.garnets[index],
        tickets=state.tickets[index],
        sign_swaps=state.sign_swaps[index],
        bombs={name: count for name, count in zip(BOMBS, bombs_of(state.bombs, index), strict=True) if count},
    )


def result(state: PolarState) -> Result | None:
    """How the match ended; None before it has."""
    ending = state.ending
    if ending is None or ending.step != "over" or ending.candidate is None or ending.how is None:
        return None
    return Result(
        tokens=some(tokens_held(state.scores, ending)),
        garnets=some(rewards(state.scores)),
        candidate=SEATS[ending.candidate],
        how=ending.how,
    )
