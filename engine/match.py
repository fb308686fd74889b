"""A match, whatever its game, from its creation to its start. It goes on in `engine.inputs` and `engine.closing`.

Every function of the three takes a match and a moment (UTC) and returns a new match, or refuses and changes nothing.
Nothing here reads a clock or stores anything; `functions/` does both and calls these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from engine.boundary import boundary
from engine.deadlines import base_of_next, opened
from engine.draws import Draw, Draws, combined
from engine.game import Game, Ignored, OpenPhase, Player, Table, game
from engine.refusals import NotNow, Refused

Status = Literal["joining", "open", "paused", "stuck", "over"]
By = Literal["seat", "host"]

NAME_BYTES = 64
MOST_GARNETS = 1000
LATEST_START = timedelta(days=366)
CONTRIBUTION_HEX = 32
"""16 bytes (RULINGS section 5, step 2)."""


@boundary
class Standing:
    """An entry that was accepted: it counts unless it is replaced or withdrawn (C4)."""

    entry: Any
    revision: int
    """1 for a seat's first entry in a phase, then one more each time."""
    accepted_at: datetime
    by: By = "seat"
    """`host` if it was put in for the player (C10)."""


@boundary
class Receipt:
    """The answer to an entry."""

    phase: int
    revision: int
    accepted_at: datetime
    entry: Any
    """What stands now; null after a withdrawal."""
    ignored: tuple[Ignored, ...] = ()
    """What would be treated as blank if the phase closed now; judged again at the close (P42)."""


@boundary
class Done:
    """An act that took effect."""

    seat: str
    act: str
    body: Any
    done_at: datetime


@boundary
class Trouble:
    """Why a match is stuck: a rule raised where it must not."""

    error: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that the current phase needs; what is over and done with is in the records."""

    id: str
    game: str
    players: tuple[Player, ...]
    config: Any
    seed: bytes
    """32 secret bytes; see `engine.draws`."""
    created_at: datetime
    starts_at: datetime | None = None
    """When it starts by itself; None while only the host can start it."""
    joined: Mapping[str, str] = field(default_factory=dict)
    """Who has come, and the entropy they brought in hex (empty for none)."""
    status: Status = "joining"
    phase: OpenPhase | None = None
    opening: Any = None
    """The state in which the phase opened; with the acts it gives `state`."""
    state: Any = None
    entries: Mapping[str, Standing] = field(default_factory=dict)
    superseded: Mapping[str, tuple[Standing, ...]] = field(default_factory=dict)
    acts: tuple[Done, ...] = ()
    draws: tuple[Draw, ...] = ()
    """Made since the last close."""
    trouble: Trouble | None = None

    @property
    def rules(self) -> Game[Any, Any]:
        """The game that is played."""
        return game(self.game)

    @property
    def table(self) -> Table[Any, Any]:
        """What the game's rules may look at, once the match has started."""
        entries = {seat: standing.entry for seat, standing in self.entries.items()}
        return Table(self.players, self.config, self.state, self.phase.number if self.phase else -1, entries)

    @property
    def started(self) -> bool:
        """Whether the first phase has opened; the entropy is frozen then."""
        return self.state is not None

    @property
    def entropy(self) -> str:
        """The combined entropy of the players, in hex."""
        return combined([self.joined.get(player.seat, "") for player in self.players])


def create(
    *,
    game_key: str,
    match_id: str,
    players: Sequence[Player],
    config: Any,
    seed: bytes,
    now: datetime,
    starts_at: datetime | None = None,
) -> Match:
    """A match that waits for its players.

    Args:
        game_key: one of `engine.game.REGISTRY`.
        match_id: becomes part of every draw's label, so it must not be reused.
        players: the roster; their order is published and fixed from now on.
        config: the game's own configuration, an instance of its `config`.
        seed: 32 random bytes, committed to from now on.
        now: the moment of creation.
        starts_at: when it starts by itself.

    Raises:
        Refused: the game is unknown, the configuration or the roster is not one that it can be played with, or
            `starts_at` is not in the future.
    """
    rules = game(game_key)
    if len(players) not in rules.seats:
        few, many = rules.seats[0], rules.seats[-1]
        wanted = f"exactly {few}" if few == many else f"{few} to {many}"
        raise Refused("seats-number", f"{rules.title} takes {wanted} players, not {len(players)}.")
    players = [replace(player, name=player.name.strip()) for player in players]
    names: set[str] = set()
    for player in players:
        name = player.name
        if not name or not name.isprintable() or len(name.encode()) > NAME_BYTES:
            raise Refused("seat-name", f"Give {player.seat} a name that can be printed, of at most {NAME_BYTES} bytes.")
        if name.casefold() in names:
            raise Refused("seat-name-twice", f"Two players are called {name}. Give each a name of their own.")
        names.add(name.casefold())
        if not 0 <= player.garnets <= MOST_GARNETS:
            raise Refused("seat-garnets", f"{player.seat} can start with 0 to {MOST_GARNETS} garnets.")
    if not 0 <= config.grace_seconds <= timedelta(days=1).total_seconds():
        raise Refused("config-grace-seconds", "grace_seconds must be from 0 to 86400 (a day).", "C3")
    rules.check(config, players)
    if starts_at is not None and starts_at <= now:
        raise Refused("starts-at-past", "starts_at has already passed. Choose a moment that is still to come.")
    if starts_at is not None and starts_at - now > LATEST_START:
        raise Refused(
            "starts-at-far", f"starts_at is more than {LATEST_START.days} days away. Choose an earlier moment."
        )
    return Match(match_id, game_key, tuple(players), config, seed, now, starts_at)


def join(match: Match, seat: str, contribution: str) -> Match:
    """Note that a player has come, with 16 random bytes of the player's own device in hex, or empty.

    The first visit counts; later ones change nothing. After the start the entropy is frozen and a newcomer's is not
    taken (RULINGS section 5, step 2).

    Raises:
        Refused: the contribution is not 32 hexadecimal digits.
    """
    if seat in match.joined:
        return match
    if contribution and (len(contribution) != CONTRIBUTION_HEX or set(contribution) - set("0123456789abcdef")):
        raise Refused("entropy-malformed", "entropy must be 16 bytes as 32 lower-case hexadecimal digits, or empty.")
    return replace(match, joined={**match.joined, seat: "" if match.started else contribution})


def start(match: Match, now: datetime) -> Match:
    """Freeze the entropy and open the first phase.

    It counts from `starts_at` if that was announced and the start is not late (C3): whoever comes at the announced time
    has the whole phase, even if the host has started the match before.

    Raises:
        NotNow: it has started already.
    """
    if match.started:
        raise NotNow("already-started", "This match has already started.")
    draws = Draws(match.id, match.seed, match.entropy)
    state = match.rules.begin(match.players, match.config, draws)
    begun = replace(match, status="open", state=state, opening=state, draws=draws.taken, trouble=None)
    phase = match.rules.phase(begun.table)
    if phase is None:
        raise AssertionError(f"{match.game} begins with no phase")
    base = base_of_next(match.starts_at, now, phase.seconds, match.config.grace_seconds)
    return replace(begun, phase=opened(phase, 0, now, base))
