"""Matches in the middle of play, named as the rulings name them: team A is x1 to x4, team B is y1 to y4."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.closing import Closing, close
from engine.deadlines import opened
from engine.game import Player, game
from engine.inputs import ActDone, act, enter
from engine.match import Match, create, start
from engine.refusals import Refused
from engine.team_war.config import TeamWarConfig
from engine.team_war.state import SEATS, TeamWarState
from engine.views import SeatView, seat_view
from tests.engine.forms import read

GAME = game("team-war")
NOON = datetime(2026, 10, 26, 18, tzinfo=UTC)
SOON = NOON + timedelta(hours=1)
SEED = bytes(range(32))
X1, X2, X3, X4, Y1, Y2, Y3, Y4 = SEATS
X, Y = SEATS[:4], SEATS[4:]
TEAMS = ((0, 1, 2, 3), (4, 5, 6, 7))
HANDS = ((1, 8, 12), (2, 7, 11), (3, 6, 10), (4, 5, 9), (1, 5, 12), (2, 6, 11), (3, 7, 10), (4, 8, 9))
"""The hands of the worked match (RULINGS 6.2)."""
FACING = ((0, 4), (1, 5), (2, 6), (3, 7))
"""x1 meets y1, and so on."""


def roster(garnets: int = 10, count: int = 8) -> tuple[Player, ...]:
    """`count` players with so many garnets each."""
    return tuple(Player(seat=f"s{n}", name=f"Player {n}", garnets=garnets) for n in range(1, count + 1))


def created(*, players: Sequence[Player] = roster(), seed: bytes = SEED, **settings: Any) -> Match:
    """A match that waits for its players."""
    config = TeamWarConfig(**settings)
    return create(game_key="team-war", match_id="match-1", players=players, config=config, seed=seed, now=NOON)


def begun(*, players: Sequence[Player] = roster(), seed: bytes = SEED, **settings: Any) -> Match:
    """A match as it begins, its teams and hands drawn."""
    return start(created(players=players, seed=seed, **settings), NOON)


def war(config: TeamWarConfig | None = None, *, cards: bool = False, seed: bytes = SEED, **columns: Any) -> Match:
    """Any moment of a match between x and y: round 1, worked hands and 10 garnets each, unless `columns` say otherwise.

    `cards` opens the Card Selection, x1 against y1 and so on, unless `pairs` are given.
    """
    match = begun(seed=seed)
    state = {"round": 1, "teams": TEAMS, "hands": HANDS, "garnets": (10,) * 8, "pairs": FACING if cards else ()}
    return moment(replace(match, config=config or TeamWarConfig()), TeamWarState(**{**state, **columns}))


def moment(match: Match, state: TeamWarState) -> Match:
    """The match as if this state had just been reached."""
    there = replace(match, state=state, opening=state, draws=(), entries={}, acts=())
    phase = there.rules.phase(there.table)
    if phase is None:
        return replace(there, status="over", phase=None)
    number = 2 * state.round - 2 + bool(state.pairs) + bool(state.ending and state.ending.receiver is not None)
    return replace(there, phase=opened(phase, number, NOON, NOON))


def entered(match: Match, seat: str, values: Mapping[str, Any]) -> Match:
    """The match after the seat's entry."""
    phase, shape = match.phase, match.rules.phase(match.table)
    assert phase is not None
    assert shape is not None
    return enter(match, seat, phase.number, read(shape.entry, dict(values)), phase.opened_at).match


def ordered(match: Match, *orders: Sequence[str]) -> Match:
    """The match after each of these orders was proposed by everybody in it."""
    for order in orders:
        for seat in order:
            match = entered(match, seat, {"order": list(order)})
    return match


def carded(match: Match, cards: Mapping[str, int]) -> Match:
    """The match after these cards were submitted."""
    for seat, card in cards.items():
        match = entered(match, seat, {"card": card})
    return match


def chosen(match: Match, choices: Mapping[str, str]) -> Match:
    """The match after these choices."""
    for seat, choice in choices.items():
        match = entered(match, seat, {"choice": choice})
    return match


def did(match: Match, seat: str, name: str, **values: Any) -> ActDone:
    """What an act came to."""
    assert match.phase is not None
    return act(match, seat, name, read(match.rules.acts[name], values), match.phase.opened_at)


def acted(match: Match, seat: str, name: str, **values: Any) -> Match:
    """The match after an act."""
    return did(match, seat, name, **values).match


def offered(match: Match, seat: str, to: str, give: Sequence[int], want: Sequence[int]) -> tuple[Match, str]:
    """The match after an offer, and the offer's id."""
    done = did(match, seat, "offers", to=to, give=list(give), want=list(want))
    return done.match, done.outcome.offer.id


def refused(match: Match, seat: str, name: str, **values: Any) -> Refused:
    """Why an act is refused."""
    with pytest.raises(Refused) as refusal:
        acted(match, seat, name, **values)
    return refusal.value


def entry_refused(match: Match, seat: str, values: Mapping[str, Any]) -> Refused:
    """Why an entry is refused."""
    with pytest.raises(Refused) as refusal:
        entered(match, seat, values)
    return refusal.value


def at_deadline(match: Match) -> Closing:
    """The open phase closed when it is due."""
    assert match.phase is not None
    return close(match, match.phase.number, match.phase.deadline, by="deadline")


def later(match: Match, closings: int = 1) -> Match:
    """The match after so many phases were closed at their deadlines."""
    for _ in range(closings):
        match = at_deadline(match).match
    return match


def hand(match: Match, seat: str) -> tuple[int, ...]:
    """The seat's cards."""
    cards: tuple[int, ...] = seat_view(match, seat).holdings.cards
    return cards


def garnets(match: Match, seat: str) -> int:
    """The seat's balance."""
    balance: int = seat_view(match, seat).holdings.garnets
    return balance


def view(match: Match, seat: str) -> SeatView:
    """What the seat sees."""
    return seat_view(match, seat)
