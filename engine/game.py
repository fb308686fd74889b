"""What every game is, and which games there are. A third game is one package and one line in `REGISTRY`.

A game is told the `Table` and answers with a new state; it knows no clock, no storage and no other match. It plays in
phases: during each, seats put in sealed entries (which `judge` looks at and `close` resolves, all together) and do
acts, which take effect at once.
"""

import importlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

from engine.boundary import boundary
from engine.draws import Draws
from engine.forms import Can
from engine.refusals import Refused

C = TypeVar("C", bound="MatchConfig")
S = TypeVar("S")

REGISTRY: dict[str, str] = {
    "polar-rps-party": "engine.polar_rps",
    "team-war": "engine.team_war",
}
"""Each game's key and the package that holds it as `GAME`; imported when it is first asked for."""


@boundary
class MatchConfig:
    """What can be set for a match of any game. A game's own configuration inherits from it."""

    grace_seconds: int = 900
    """By how many seconds a reveal may be late without moving the next deadline (C3)."""


@boundary
class Player:
    """Who sits where."""

    seat: str
    """`s1`, `s2`, … in roster order."""
    name: str
    garnets: int = 0
    """Balance at the start of the match; never published while it runs (P51)."""


@boundary
class Phase:
    """What a game asks for now. The host needs to know nothing else to run it."""

    key: str
    """Such as `round-1`; part of the labels of draws."""
    title: str
    seconds: int
    """How long it is open."""
    awaits: tuple[str, ...]
    """The seats that may put in an entry."""
    entry: type[Any]
    """The shape of its entry, a `boundary` dataclass."""
    closes_early: bool = False
    """Whether it closes at once when every awaited seat has an entry (P73, T25)."""
    shared_among: tuple[tuple[str, ...], ...] = ()
    """Groups of seats that see each other's entries while it is open (T19); nobody else ever sees one (C11)."""


@boundary
class OpenPhase:
    """A phase as the match counts it."""

    number: int
    """Counts up from 0 without a gap."""
    key: str
    title: str
    opened_at: datetime
    deadline: datetime
    """UTC. An entry is in time if the server's clock shows less than this (C1)."""


@boundary
class Ignored:
    """A part of an entry that will be treated as blank, and why (P42)."""

    part: str
    code: str
    reason: str
    ruling: str = ""


@boundary
class Reveal:
    """What everybody is told when a phase has closed. A game's own reveals inherit from it."""

    phase: int
    key: str
    title: str
    version: int = 1
    """A correction is a new version; the first is never overwritten (C8)."""
    closed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Table(Generic[C, S]):
    """All that a game's rules may look at."""

    players: tuple[Player, ...]
    config: C
    state: S
    number: int
    """The open phase's number."""
    entries: Mapping[str, Any]
    """The entries that stand in the open phase, by seat."""


@dataclass(frozen=True, slots=True)
class Acted(Generic[S]):
    """What an act came to."""

    state: S
    outcome: Any
    """What to tell the seat that acted: a `boundary` dataclass."""
    touched: tuple[str, ...]
    """The seats that may see a difference: whose holdings or offers changed."""
    act: Any
    """The act in its plainest form, as the record keeps it: what a player wrote around it is not stored."""


@dataclass(frozen=True, slots=True)
class Resolved(Generic[S]):
    """What closing a phase came to."""

    state: S
    reveal: Reveal


class Game(Protocol[C, S]):
    """A game's rules. Every method is pure: it changes nothing that it is given."""

    key: str
    title: str
    summary: str
    """One sentence."""
    rules: Sequence[str]
    """The rules in plain words, a paragraph each, as players read them."""
    seats: range
    """How many seats a match may have."""
    config: type[C]
    state: type[S]
    """Shape of the saved state."""
    entries: Sequence[type[Any]]
    """Every shape that an entry can have."""
    acts: Mapping[str, type[Any]]
    """Every act: the last part of its address, and its shape."""
    numbered: Collection[str]
    """The acts of which a seat can do only so many in a phase; the others the rules bound by themselves."""
    shapes: Mapping[str, Sequence[type[Any]]]
    """For the API's documentation: the shapes of `public`, `holdings`, `outcome`, `reveal` and `result`, and of `offer`
    in a game with trade."""

    def check(self, config: C, players: Sequence[Player]) -> None:
        """Look at a configuration before a match is created with it.

        Raises:
            Refused: a value is out of range, or there are too many or too few players.
        """
        ...

    def begin(self, players: tuple[Player, ...], config: C, draws: Draws) -> S:
        """The state in which the first phase opens."""
        ...

    def phase(self, table: Table[C, S]) -> Phase | None:
        """The phase that is open in this state; None when the match is over."""
        ...

    def judge(self, table: Table[C, S], seat: str, entry: Any) -> tuple[Ignored, ...]:
        """Which parts of the entry would be treated as blank if the phase closed now.

        Raises:
            Refused: it cannot be accepted at all.
        """
        ...

    def can(self, table: Table[C, S], seat: str) -> Can:
        """What the seat may enter and do now."""
        ...

    def act(self, table: Table[C, S], seat: str, act: Any, draws: Draws) -> Acted[S]:
        """Do what takes effect at once.

        Raises:
            Refused: the rules do not allow it.
        """
        ...

    def close(self, table: Table[C, S], draws: Draws) -> Resolved[S]:
        """Resolve the open phase from the entries that stand; a seat without one has left it blank."""
        ...

    def public(self, table: Table[C, S]) -> Any:
        """What everybody may know of the state (RULINGS section 4)."""
        ...

    def holdings(self, table: Table[C, S], seat: str) -> Any:
        """What this seat holds, for its own eyes only."""
        ...

    def offers(self, table: Table[C, S], seat: str) -> Sequence[Any]:
        """The offers that this seat has made or been made; empty in a game without trade."""
        ...

    def result(self, table: Table[C, S]) -> Any:
        """How the match ended; None before it has."""
        ...


def game(key: str) -> Game[Any, Any]:
    """The game with this key.

    Raises:
        Refused: there is none.
    """
    if key not in REGISTRY:
        raise Refused("game-unknown", f"There is no game called {key!r}. Choose one of: {', '.join(sorted(REGISTRY))}.")
    return loaded(REGISTRY[key])


@cache
def loaded(package: str) -> Game[Any, Any]:
    """The game that this package holds; asked for several times with every entry."""
    found: Game[Any, Any] = importlib.import_module(package).GAME
    return found
