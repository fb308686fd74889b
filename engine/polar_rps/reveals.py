"""What everybody is told when a phase has closed (P7, P53, P54).

The last round's reveal says at once what follows from it: rewards and tokens, and the candidate where no choice has to
be waited for (P73, steps 1 and 2). That tells nothing which the scores do not.
"""

from collections.abc import Mapping

from engine.boundary import boundary
from engine.game import Reveal
from engine.polar_rps.entries import ChoiceEntry
from engine.polar_rps.round import Played
from engine.polar_rps.state import BOMBS, ROOMS, SEATS, Ending, How, PolarState
from engine.polar_rps.views import EndingView, Place, by_seat, ending_view, rooms


@boundary
class PregameReveal(Reveal):
    """Where everybody begins; not with which bombs, and not what was drawn (P7)."""

    rooms: dict[str, Place]
    scores: dict[str, int]


@boundary
class RoundReveal(Reveal):
    """What a round came to."""

    rooms: dict[str, Place]
    """After moves and swaps."""
    bombs: dict[str, dict[str, int]]
    """Every bomb that was used, by room and kind, duplicates counted (P53); not by whom."""
    points: dict[str, int]
    """Of this round."""
    scores: dict[str, int]
    ending: EndingView | None = None
    """In the last round's reveal only."""


@boundary
class SecondPlaceReveal(Reveal):
    """Who of those tied for second place has the other token; not whether by choice or by lot."""

    chosen: str
    ending: EndingView


@boundary
class EliminationVoteReveal(Reveal):
    """Who is the Elimination Candidate (P68)."""

    candidate: str
    how: How
    ballots: dict[str, str | None] | None = None
    """Who voted for whom; null unless the match was set up with `reveal_ballots`."""


@boundary
class GiftReveal(Reveal):
    """To whom the winner gave the second token; null if nobody (P62)."""

    to: str | None


TITLES = {
    "second-place": "Second-place choice",
    "elimination-vote": "Elimination vote",
    "gift": "Gift",
}
BOMBS_BY_ROOM = tuple((room, kind) for room in ROOMS for kind in BOMBS)


def pregame_reveal(number: int, state: PolarState) -> PregameReveal:
    """The pregame's reveal."""
    return PregameReveal(
        phase=number, key="pregame", title="Pregame", rooms=rooms(state.spots), scores=by_seat(state.scores)
    )


def bombs_shown(used: tuple[int, ...]) -> dict[str, dict[str, int]]:
    """The bombs in the order of rooms and kinds, never in that of submission (P53)."""
    shown: dict[str, dict[str, int]] = {}
    for (room, kind), times in zip(BOMBS_BY_ROOM, used, strict=True):
        if times:
            shown.setdefault(room, {})[kind] = times
    return shown


def round_reveal(number: int, which: int, played: Played, after: PolarState) -> RoundReveal:
    """The reveal of round `which`, `after` being the state that it led to."""
    return RoundReveal(
        phase=number,
        key=f"round-{which}",
        title=f"Round {which}",
        rooms=rooms(after.spots),
        bombs=bombs_shown(played.used),
        points=by_seat(played.points),
        scores=by_seat(after.scores),
        ending=None if after.ending is None else ending_view(after.scores, after.ending),
    )


def second_place_reveal(number: int, scores: tuple[int, ...], chosen: int, after: Ending) -> SecondPlaceReveal:
    """The second-place choice's reveal; `after` is what it came to."""
    return SecondPlaceReveal(
        phase=number,
        key="second-place",
        title=TITLES["second-place"],
        chosen=SEATS[chosen],
        ending=ending_view(scores, after),
    )


def vote_reveal(
    number: int, candidate: int, how: How, ballots: Mapping[str, ChoiceEntry] | None
) -> EliminationVoteReveal:
    """The elimination vote's reveal; `ballots` only where they may be shown (P68)."""
    votes = ballots if ballots is None else {seat: ballots[seat].choice for seat in sorted(ballots, key=SEATS.index)}
    return EliminationVoteReveal(
        phase=number,
        key="elimination-vote",
        title=TITLES["elimination-vote"],
        candidate=SEATS[candidate],
        how=how,
        ballots=votes,
    )


def gift_reveal(number: int, receiver: int | None) -> GiftReveal:
    """The gift's reveal."""
    to = None if receiver is None else SEATS[receiver]
    return GiftReveal(phase=number, key="gift", title=TITLES["gift"], to=to)
