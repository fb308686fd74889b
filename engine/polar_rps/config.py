"""What a host may set for a match, and between which bounds."""

from datetime import timedelta

from engine.boundary import boundary
from engine.game import MatchConfig
from engine.refusals import Refused

SHORTEST = 30
LONGEST = int(timedelta(days=14).total_seconds())
ROUNDS = 9


@boundary
class PolarConfig(MatchConfig):
    """The sheet's own numbers are the defaults. All of it is shown to the players before the match starts."""

    rounds: int = ROUNDS
    """How many rounds are played, 1 to 9. The rule sheet's match has nine; a shorter one is for trying things out."""
    pregame_seconds: int = 48 * 60 * 60
    """How long the pregame is open: 30 seconds to 14 days. The rule sheet says 48 hours."""
    round_seconds: int = 24 * 60 * 60
    """How long each round is open: 30 seconds to 14 days. The rule sheet says 24 hours."""
    choice_seconds: int = 24 * 60 * 60
    """How long each step after the last round is open (second-place choice, elimination vote, gift), unless everybody
    whom it waits for has answered: 30 seconds to 14 days (P73)."""
    reveal_ballots: bool = False
    """Whether the elimination vote's reveal says who voted for whom (P68)."""


def check(config: PolarConfig) -> None:
    """Look at a configuration before a match is created with it.

    Raises:
        Refused: a number is out of bounds.
    """
    if not 1 <= config.rounds <= ROUNDS:
        raise Refused("config-rounds", f"rounds must be from 1 to {ROUNDS}, not {config.rounds}.")
    for name in ("pregame_seconds", "round_seconds", "choice_seconds"):
        seconds = getattr(config, name)
        if not SHORTEST <= seconds <= LONGEST:
            raise Refused(
                f"config-{name.replace('_', '-')}",
                f"{name} must be from {SHORTEST} (half a minute) to {LONGEST} (14 days), not {seconds}.",
                "P73" if name == "choice_seconds" else "C2",
            )
