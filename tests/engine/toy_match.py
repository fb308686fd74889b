"""A match of the toy game in a known state, for the tests of the engine's core."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.closing import Closing, close
from engine.game import Player
from engine.inputs import enter
from engine.match import Match, create, start
from tests.engine.play import roster
from tests.engine.toy_game import Bid, ToyConfig

OPENS = datetime(2026, 10, 24, 18, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MILLISECOND = timedelta(milliseconds=1)
SEED = bytes(range(32))


def created(**changes: Any) -> Match:
    """A match of three players that waits for them; `changes` are other arguments for `create`."""
    arguments: dict[str, Any] = {
        "game_key": "toy",
        "match_id": "m1",
        "players": roster(3),
        "config": ToyConfig(),
        "seed": SEED,
        "now": OPENS - DAY,
        **changes,
    }
    return create(**arguments)


def opened(**changes: Any) -> Match:
    """The same, its first round open from 18:00 to 18:00."""
    return start(created(**changes), OPENS)


def with_bids(match: Match, bids: Mapping[str, int], now: datetime = OPENS) -> Match:
    """After these seats named these numbers."""
    for seat, number in bids.items():
        assert match.phase is not None
        match = enter(match, seat, match.phase.number, Bid(number=number), now).match
    return match


def closed_in_time(match: Match) -> Closing:
    """The open phase closed at its deadline."""
    assert match.phase is not None
    return close(match, match.phase.number, match.phase.deadline, by="deadline")


def at_the_toast() -> Match:
    """A match whose sole leader, s1, may name somebody to toast."""
    match = opened()
    for _ in range(match.config.rounds):
        others = {player.seat: 1 for player in match.players[1:]}
        match = closed_in_time(with_bids(match, {"s1": 3, **others}, deadline_of(match) - HOUR)).match
    return match


def deadline_of(match: Match) -> datetime:
    """When the open phase closes."""
    assert match.phase is not None
    return match.phase.deadline


def named(*names: str) -> tuple[Player, ...]:
    """Players with these names."""
    return tuple(replace(player, name=name) for player, name in zip(roster(len(names)), names, strict=True))
