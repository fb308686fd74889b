"""Random play of any game, and a quiet one in which nobody does anything. Every choice comes from one `Random`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Literal

from pydantic import ValidationError

from engine.closing import Closing, Record, close, closes_now
from engine.forms import Form
from engine.game import OpenPhase, Phase, Player, game
from engine.inputs import ActDone, act, enter, withdraw
from engine.match import Match, create, join, start
from engine.refusals import Refused
from engine.views import seat_view, sharing
from tests.engine.forms import filled_by, read
from tests.engine.wild import wildly

NOON = datetime(2026, 10, 24, 12, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
Way = Literal["form", "wild", "withdraw", "act"]
"""Entering by the form, entering something wild, withdrawing, or acting by a form."""
WAYS: tuple[Way, ...] = ("form", "form", "form", "wild", "withdraw", "act", "act")
MOST_CLOSINGS = 60
"""A match that takes more than this many closings is taken to have no end."""


@dataclass(frozen=True, slots=True)
class Step:
    """A match after something happened to it, and the record if that was a close."""

    match: Match
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class Meddling:
    """What a seat's doing came to, and who sees a difference: the seat itself and whom an act touches."""

    match: Match
    touched: tuple[str, ...]
    failed: bool = False
    """Whether it was an act that was not certain, and was refused: the seat was told so."""


def roster(count: int, garnets: Callable[[], int] = lambda: 5) -> tuple[Player, ...]:
    """`count` players, "Player 1" to "Player N", with the garnets that come."""
    return tuple(Player(seat=f"s{i}", name=f"Player {i}", garnets=garnets()) for i in range(1, count + 1))


def waiting(key: str, chance: Random) -> Match:
    """A match of a random size and seed, some of whose players have come."""
    rules = game(key)
    players = roster(chance.choice(rules.seats[:6]), lambda: chance.choice((0, 3, 12, 1000)))
    seed = chance.randbytes(32)
    match = create(game_key=key, match_id="match-1", players=players, config=rules.config(), seed=seed, now=NOON)
    for player in players:
        if chance.random() < 0.7:
            match = join(match, player.seat, chance.choice(("", chance.randbytes(16).hex())))
    return match


def begun(key: str, chance: Random) -> Match:
    """The same, started."""
    return start(waiting(key, chance), NOON)


def phase_of(match: Match) -> OpenPhase:
    """The open phase of a match that has one."""
    assert match.phase is not None
    return match.phase


def asked_for(match: Match) -> Phase:
    """What the game asks for in the open phase."""
    phase = match.rules.phase(match.table)
    assert phase is not None
    return phase


def moment(match: Match, chance: Random) -> datetime:
    """Some moment while the open phase is open."""
    opened_at = phase_of(match).opened_at
    length = (phase_of(match).deadline - opened_at) // MILLISECOND
    assert length > 0, "a phase opens with no time left"
    return opened_at + chance.randrange(length) * MILLISECOND


def seats(match: Match) -> tuple[str, ...]:
    """Every seat."""
    return tuple(player.seat for player in match.players)


def some_seat(match: Match, chance: Random) -> str:
    """Any seat."""
    return chance.choice(seats(match))


def some_open_match(key: str, chance: Random) -> Match:
    """A match somewhere in the middle of random play, a phase of it open."""
    return chance.choice([step.match for step in played(begun(key, chance), chance) if step.match.phase])


def played(match: Match, chance: Random, through: Callable[[Match], Match] = lambda match: match) -> Iterator[Step]:
    """The started match after each step of random play to its end; `through` is applied to the match at each step."""
    match = through(match)
    yield Step(match)
    for _ in range(MOST_CLOSINGS):
        for _ in range(chance.randrange(2 * len(match.players))):
            match = through(meddled(match, some_seat(match, chance), chance).match)
            yield Step(match)
        closing = closed(match, chance)
        match = through(closing.match)
        yield Step(match, closing.record)
        if match.phase is None:
            return
    raise AssertionError(f"{match.game} has no end")


def quiet(match: Match) -> Iterator[Step]:
    """The started match after each close to its end, though nobody ever does anything."""
    for _ in range(MOST_CLOSINGS):
        if match.phase is None:
            return
        closing = close(match, match.phase.number, match.phase.deadline, by="deadline")
        match = closing.match
        yield Step(match, closing.record)
    raise AssertionError(f"{match.game} has no end")


def meddled(match: Match, seat: str, chance: Random, ways: Sequence[Way] = WAYS) -> Meddling:
    """The match after this seat did one thing; as it was if that is refused."""
    number, now, can = phase_of(match).number, moment(match, chance), seat_view(match, seat).can
    shape = asked_for(match).entry
    try:
        match chance.choice(ways):
            case "form" if can.entry:
                after = enter(match, seat, number, read(shape, filled_by(can.entry, chance)), now).match
            case "wild":
                after = enter(match, seat, number, wildly(shape, can, chance), now, by="host").match
            case "act" if can.acts:
                form = chance.choice(can.acts)
                done = did(match, seat, form, read(match.rules.acts[form.action], filled_by(form, chance)), now)
                return Meddling(done.match, (seat, *done.touched)) if done else Meddling(match, (seat,), failed=True)
            case "withdraw":
                after = withdraw(match, seat, number, now).match
            case _:
                after = match
    except (Refused, ValidationError):
        after = match
    return Meddling(after, (seat, *sharing(match, seat)))


def did(match: Match, seat: str, form: Form, body: Any, now: datetime) -> ActDone | None:
    """What an act by this form came to; None if it was refused, which only what is not certain may be."""
    try:
        return act(match, seat, form.action, body, now)
    except Refused:
        if form.certain:
            raise
        return None


def closed(match: Match, chance: Random) -> Closing:
    """The open phase closed, by whomever may, in time or late."""
    number, deadline = phase_of(match).number, phase_of(match).deadline
    if closes_now(match):
        return close(match, number, moment(match, chance), by="everybody")
    if chance.random() < 0.1:
        return close(match, number, moment(match, chance), by="host", force=True, reason="Everybody asked for it")
    grace = timedelta(seconds=match.config.grace_seconds)
    late = chance.choice((timedelta(), timedelta(seconds=20), grace, grace + MILLISECOND, timedelta(hours=3)))
    return close(match, number, deadline + late, by="deadline")
