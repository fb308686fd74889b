"""Polar RPS Party: rock, paper, scissors with rooms, signs, Tickets, Sign Swaps and Party Bombs.

`game` binds the rules to the engine; the rules themselves are in `setup` (pregame), `entries` (what counts of what
players send), `round` (moves, bombs, scoring), `shop` and `ending`. What anybody may see of it is in `views`.
"""

from engine.game import Game
from engine.polar_rps.config import PolarConfig
from engine.polar_rps.game import PolarRpsParty
from engine.polar_rps.state import PolarState

GAME: Game[PolarConfig, PolarState] = PolarRpsParty()
"""What the registry finds."""

__all__ = ["GAME"]
