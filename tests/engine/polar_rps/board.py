"""Matches in the middle of play, written the way the rulings write them: `R+ P- S+` are the players A, B and C."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.closing import Closing, close
from engine.draws import Draws
from engine.game import Player, Resolved, Table, game
from engine.inputs import enter
from engine.match import Match, create, start
from engine.polar_rps.config import PolarConfig
from engine.polar_rps.entries import RoundEntry
from engine.polar_rps.game import PolarTable
from engine.polar_rps.reveals import RoundReveal
from engine.polar_rps.state import BOMBS, INDEX, SEATS, PolarState
from tests.engine.forms import read

GAME = game("polar-rps-party")
NOON = datetime(2026, 10, 24, 12, tzinfo=UTC)
A, B, C, D, E, F, G = SEATS[:7]
SEED = bytes(range(32))
SPOTS = ("R+", "R-", "P+", "P-", "S+", "S-")


def draws(seed: bytes = SEED) -> Draws:
    """A source of draws."""
    return Draws("match-1", seed, "")


def roster(count: int, garnets: int = 0) -> tuple[Player, ...]:
    """`count` players with so many garnets each."""
    return tuple(Player(seat=seat, name=f"Player {seat[1:]}", garnets=garnets) for seat in SEATS[:count])


def board(
    places: str,
    *,
    bombs: Mapping[str, str] | None = None,
    number: int = 1,
    config: PolarConfig | None = None,
    **columns: tuple[int, ...],
) -> PolarTable:
    """Round `number` open, everybody in their places, with 4 Tickets, 2 Sign Swaps, 10 garnets and `bombs` by seat.

    `columns` replaces any of the state's other columns.
    """
    spots = tuple(SPOTS.index(place) for place in places.split())
    count = len(spots)
    owned = [0] * (4 * count)
    for seat, kinds in (bombs or {}).items():
        for kind in kinds.split():
            owned[INDEX[seat] * 4 + BOMBS.index(kind)] += 1
    state: dict[str, Any] = {
        "round": number,
        "spots": spots,
        "tickets": (4,) * count,
        "sign_swaps": (2,) * count,
        "bombs": tuple(owned),
        "bought": ((0,) * count,) * 3,
        "scores": (0,) * count,
        "garnets": (10,) * count,
    }
    return Table(roster(count), config or PolarConfig(), PolarState(**{**state, **columns}), number, {})


def with_entries(table: PolarTable, shape: type[Any], entries: Mapping[str, Any]) -> PolarTable:
    """The table with these entries, as they come in JSON."""
    standing = {seat: read(shape, values) for seat, values in entries.items()}
    return Table(table.players, table.config, table.state, table.number, standing)


def closed(table: PolarTable, **entries: dict[str, Any]) -> Resolved[PolarState]:
    """The round closed with these entries, by seat."""
    return GAME.close(with_entries(table, RoundEntry, entries), draws())


def after(table: PolarTable, **entries: dict[str, Any]) -> PolarTable:
    """The next round open."""
    return Table(table.players, table.config, closed(table, **entries).state, table.number + 1, {})


def revealed(table: PolarTable, **entries: dict[str, Any]) -> RoundReveal:
    """The round's reveal."""
    reveal = closed(table, **entries).reveal
    assert isinstance(reveal, RoundReveal)
    return reveal


def points(table: PolarTable, **entries: dict[str, Any]) -> list[int]:
    """What everybody scores in the round, in roster order."""
    return list(revealed(table, **entries).points.values())


def places(table: PolarTable, **entries: dict[str, Any]) -> str:
    """Where everybody is after the round."""
    return " ".join(SPOTS[spot] for spot in closed(table, **entries).state.spots)


def ignored(table: PolarTable, seat: str, values: dict[str, Any]) -> list[tuple[str, str]]:
    """Part and ruling of what would be ignored in an entry."""
    found = GAME.judge(table, seat, read(RoundEntry, values))
    for part in found:
        assert part.reason.endswith(".")
        assert part.code == part.code.lower()
    return [(part.part, part.ruling) for part in found]


def holdings(table: PolarTable, seat: str) -> Any:
    """What a seat holds."""
    return GAME.holdings(table, seat)


def begun(count: int = 6, garnets: int = 0, seed: bytes = SEED, **config: Any) -> Match:
    """A whole match in its pregame."""
    made = create(
        game_key=GAME.key,
        match_id="match-1",
        players=roster(count, garnets),
        config=PolarConfig(**config),
        seed=seed,
        now=NOON,
    )
    return start(made, NOON)


def entered(match: Match, seat: str, values: dict[str, Any]) -> Match:
    """The match with an entry put in, a second after the phase opened."""
    assert match.phase is not None
    phase = GAME.phase(match.table)
    assert phase is not None
    entry = read(phase.entry, values)
    return enter(match, seat, match.phase.number, entry, match.phase.opened_at + timedelta(seconds=1)).match


def at_deadline(match: Match) -> Closing:
    """The open phase closed when its time has come."""
    assert match.phase is not None
    return close(match, match.phase.number, match.phase.deadline, by="deadline")
