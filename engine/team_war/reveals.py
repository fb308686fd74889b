"""What everybody is told when a phase has closed: pairs, two numbers, and in the end a seat. Nothing else (T31)."""

from engine.boundary import boundary
from engine.game import Reveal
from engine.team_war.phases import key_and_title
from engine.team_war.state import SEATS, Ending, TeamWarState
from engine.team_war.views import Side, by_side, pairs, seats


@boundary
class OrdersReveal(Reveal):
    """The four pairs, a player of team A first; not whether an order was agreed or drawn (T20, T22)."""

    pairs: tuple[tuple[str, str], ...]


@boundary
class CardsReveal(Reveal):
    """What a round came to, by team; not by whom, and not with which cards (T31, T32)."""

    points: dict[Side, int]
    """Of this round."""
    scores: dict[Side, int]


@boundary
class SpareTokenReveal(Reveal):
    """Who of the losing team has the extra token; not whether by votes or by lot (T34)."""

    receiver: str


@boundary
class EliminationChoiceReveal(Reveal):
    """Who is Elimination Candidate; not whether by choice or by lot (T35)."""

    candidates: tuple[str, ...]


def orders_reveal(number: int, before: TeamWarState, after: TeamWarState) -> OrdersReveal:
    """An Order Selection's reveal."""
    key, title = key_and_title(before)
    return OrdersReveal(phase=number, key=key, title=title, pairs=pairs(after))


def cards_reveal(number: int, before: TeamWarState, points: tuple[int, int], after: TeamWarState) -> CardsReveal:
    """A Card Selection's reveal."""
    key, title = key_and_title(before)
    return CardsReveal(phase=number, key=key, title=title, points=by_side(points), scores=by_side(after.scores))


def choice_reveal(number: int, before: TeamWarState, after: Ending) -> SpareTokenReveal | EliminationChoiceReveal:
    """A choice's reveal; `after` is what it came to."""
    key, title = key_and_title(before)
    if after.candidates or after.receiver is None:
        return EliminationChoiceReveal(phase=number, key=key, title=title, candidates=seats(after.candidates))
    return SpareTokenReveal(phase=number, key=key, title=title, receiver=SEATS[after.receiver])
