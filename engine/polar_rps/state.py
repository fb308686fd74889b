"""What is kept of a match: one column per thing, by position in the roster.

A room, a sign and a bomb are kept as their positions in `ROOMS`, `SIGNS` and `BOMBS`. The room and the sign of a player
are one number, the *spot*: `room * 2 + sign`, from 0 (R+) to 5 (S-). Everybody on one spot scores the same, which is
why six numbers are all that scoring has to work out. So a state is small when saved, and quick to go through.
"""

from typing import Literal

from engine.boundary import boundary

ROOMS = ("rock", "paper", "scissors")
SIGNS = ("+", "-")
BOMBS = ("confetti", "double", "polarity", "ticket")
ITEMS = ("ticket", "sign_swap", "bomb")
"""What is sold; the kinds of bombs are one item (P48)."""
TICKET = BOMBS.index("ticket")

FEWEST_SEATS = 5
"""So that whatever the ties somebody without a token is left for elimination (P1)."""
MOST_SEATS = 100
"""What is stored of a match must stay bounded."""
SEATS = tuple(f"s{number}" for number in range(1, MOST_SEATS + 1))
INDEX = {seat: index for index, seat in enumerate(SEATS)}
"""Where a seat is in the roster; seats are numbered in roster order."""

Step = Literal["second-place", "elimination-vote", "gift", "over"]
How = Literal["last", "vote", "garnets", "random"]


@boundary
class Ending:
    """What has been decided since the last round closed. Who won what follows from it and from the scores."""

    step: Step
    """The phase that is open, or `over`."""
    chosen: int | None = None
    """Who of those tied for second place has the other token (P59)."""
    candidate: int | None = None
    """The Elimination Candidate."""
    how: How | None = None
    """How the candidate was found (P68)."""
    receiver: int | None = None
    """To whom the winner gave the second token (P62)."""


@boundary
class PolarState:
    """A match at one moment, between two inputs."""

    round: int
    """0 in the pregame, then the open round; one more than there are rounds when the last has closed."""
    spots: tuple[int, ...]
    """Everybody's room and sign; empty until the pregame has closed."""
    tickets: tuple[int, ...]
    sign_swaps: tuple[int, ...]
    bombs: tuple[int, ...]
    """How many of each kind of bomb everybody owns: of kind `k`, the player at `i` has `bombs[i * 4 + k]`."""
    bought: tuple[tuple[int, ...], ...]
    """For each of `ITEMS`, how many of it everybody has bought: the next costs one garnet more than that (P47)."""
    scores: tuple[int, ...]
    garnets: tuple[int, ...]
    """Balances; after the last round with the rewards, and then they stay (P69)."""
    ending: Ending | None = None
    """Null until the last round has closed."""


def more(column: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """The column with one player's number raised, or lowered if `by` is negative."""
    return (*column[:index], column[index] + by, *column[index + 1 :])


def bombs_of(bombs: tuple[int, ...], index: int) -> tuple[int, ...]:
    """How many of each kind one player owns."""
    return bombs[index * len(BOMBS) : (index + 1) * len(BOMBS)]
