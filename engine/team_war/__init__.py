"""Team War: two teams of four, hands of three cards, trades, packs, and three rounds of four duels.

`game` binds the rules to the engine; the rules themselves are in `setup` (teams and deal), `matchups` (orders),
`duels` (cards), `trades`, `packs` and `ending`. What anybody may see of it is in `views` and `reveals`.
"""

from engine.game import Game
from engine.team_war.config import TeamWarConfig
from engine.team_war.game import TeamWar
from engine.team_war.state import TeamWarState

GAME: Game[TeamWarConfig, TeamWarState] = TeamWar()
"""What the registry finds."""

__all__ = ["GAME"]
