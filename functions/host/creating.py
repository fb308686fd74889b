"""Creating a match: the roster, the keys, and what happens when the same request comes twice."""

import json
from collections.abc import Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, StrictInt

from engine.boundary import boundary
from engine.draws import commitment
from engine.game import Player, game
from engine.match import create
from engine.refusals import Refused
from functions.shared import chance, clock
from functions.shared.head import JOINING, Head
from functions.shared.inputs import digest
from functions.shared.keys import hashed, link, match_id, new_key
from functions.shared.problems import Clash
from functions.shared.races import decided
from functions.shared.schedules import Schedules
from functions.shared.shapes import dump, read
from functions.shared.store import Store

SEED_BYTES = 32


def written(moment: Any) -> Any:
    """Let pass a moment in writing, or none.

    Raises:
        ValueError: it is a number, which says neither its unit nor its time zone.
    """
    if moment is not None and not isinstance(moment, str):
        raise ValueError("must be a moment in writing, such as 2026-10-24T18:00:00Z")
    return moment


@boundary
class SeatWanted:
    """One player."""

    name: str
    garnets: StrictInt = 0
    """Balance at the start of the match."""


@boundary
class MatchWanted:
    """A match to create. Its seats become `s1`, `s2`, … in the order given."""

    game: str
    """A game's key: see GET /games."""
    seats: list[SeatWanted]
    config: dict[str, Any] = field(default_factory=dict)
    """The game's own settings: see GET /games/{game}. What is left out has its default."""
    starts_at: Annotated[datetime | None, BeforeValidator(written)] = None
    """When the match starts by itself, RFC 3339 with a time zone; without it the host starts it."""
    announce: list[dict[str, Any]] = field(default_factory=list)
    """Where reveals are announced. This deployment announces nowhere yet, so it must be empty."""


@boundary
class SeatCreated:
    """A seat and the link to hand to its player. The key is shown this once."""

    seat: str
    name: str
    key: str
    link: str


@boundary
class MatchCreated:
    """A new match with all its keys, shown this once."""

    match: str
    commit: str
    """SHA-256 of the secret seed, in hex: what is drawn later cannot be changed from now on."""
    host_key: str
    host_link: str
    seats: list[SeatCreated]


def create_match(store: Store, schedules: Schedules, wanted: MatchWanted, base: str, key: str) -> MatchCreated:
    """Store a new match. The same request under the same Idempotency-Key finds the match again.

    Then all its links are issued anew and the first ones die, as long as nobody has joined.

    Args:
        store: where it is kept.
        schedules: where its start is arranged.
        wanted: what is asked for.
        base: where this API stands, for the links.
        key: the Idempotency-Key; empty for none.

    Raises:
        Refused: the game cannot be played like that.
        Clash: the Idempotency-Key stands for a match that somebody has joined, or for another request.
    """
    host_key, seat_keys = new_key(), [new_key() for _ in wanted.seats]
    identity = match_id(f"create|{key}" if key else None)
    request = digest(json.dumps(json.loads(dump(wanted)), sort_keys=True)) if key else ""

    def attempt() -> Head:
        standing = store.head(identity)
        if standing is None:
            head = new_head(identity, wanted, host_key, seat_keys, request)
            if head.match.starts_at:
                schedules.ensure(identity, JOINING, head.match.starts_at)
            store.create(head)
            return head
        anew = issued_anew(standing, host_key, seat_keys, request)
        store.replace(standing, anew)
        return anew

    head = decided(attempt)
    return MatchCreated(
        match=head.match.id,
        commit=commitment(head.match.seed),
        host_key=host_key,
        host_link=link(base, head.match.id, host_key),
        seats=[
            SeatCreated(seat=player.seat, name=player.name, key=seat_key, link=link(base, head.match.id, seat_key))
            for player, seat_key in zip(head.match.players, seat_keys, strict=True)
        ],
    )


def new_head(identity: str, wanted: MatchWanted, host_key: str, seat_keys: list[str], request: str) -> Head:
    """The head of a match as it is asked for.

    Raises:
        Refused: the game cannot be played like that.
    """
    if wanted.announce:
        raise Refused("announce-unavailable", "This deployment announces nowhere yet. Leave announce empty.")
    match = create(
        game_key=wanted.game,
        match_id=identity,
        players=[
            Player(seat=f"s{place}", name=seat.name.strip(), garnets=seat.garnets)
            for place, seat in enumerate(wanted.seats, 1)
        ],
        config=read(game(wanted.game).config, wanted.config),
        seed=chance.token_bytes(SEED_BYTES),
        now=clock.now(),
        starts_at=with_zone(wanted.starts_at),
    )
    return Head(
        match=match,
        host_key=hashed(host_key),
        keys=hashed_by_seat(match.players, seat_keys),
        marks={player.seat: 0 for player in match.players},
        request=request,
    )


def with_zone(starts_at: datetime | None) -> datetime | None:
    """The moment in UTC, to the millisecond.

    Raises:
        Refused: it has no time zone, so that it could be any of a day's moments, or is beyond all calendars.
    """
    if starts_at is None:
        return None
    if starts_at.tzinfo is None:
        raise Refused("starts-at-zone", "starts_at needs a time zone: end it with Z for UTC.", "C2")
    try:
        return clock.to_millisecond(starts_at)
    except OverflowError as error:
        raise Refused(
            "starts-at-range", "starts_at is beyond all calendars. Choose a moment of this season."
        ) from error


def issued_anew(standing: Head, host_key: str, seat_keys: list[str], request: str) -> Head:
    """The match that the same request has created before, with these keys.

    Raises:
        Clash: somebody has joined it, or it was another request.
    """
    match = standing.match
    if standing.request != request:
        raise Clash("idempotency-key-reused", "This Idempotency-Key was used for another match. Use a new one.")
    if match.joined or match.started:
        raise Clash(
            "match-exists",
            f"This match was created before, as {match.id}, and it has begun to fill: its links stay as they are.",
            match=match.id,
        )
    return replace(standing, host_key=hashed(host_key), keys=hashed_by_seat(match.players, seat_keys))


def hashed_by_seat(players: Sequence[Player], seat_keys: list[str]) -> dict[str, str]:
    """What is stored of the seats' keys."""
    return {player.seat: hashed(key) for player, key in zip(players, seat_keys, strict=True)}
