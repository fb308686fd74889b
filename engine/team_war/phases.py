"""Which phase is open, for how long, and whose entry it awaits."""

from engine.game import Phase
from engine.team_war.config import TeamWarConfig
from engine.team_war.duels import CardEntry
from engine.team_war.ending import SeatChoice, awaited
from engine.team_war.matchups import OrderEntry
from engine.team_war.state import SEATS, TeamWarState

TITLES = {"spare-token": "Spare token", "elimination-choice": "Elimination choice"}


def key_and_title(state: TeamWarState) -> tuple[str, str]:
    """The open phase's names; those of the last step when the match is over."""
    if state.ending is not None:
        return state.ending.step, TITLES.get(state.ending.step, "Over")
    if state.pairs:
        return f"cards-{state.round}", f"Card Selection, round {state.round}"
    return f"orders-{state.round}", f"Order Selection, round {state.round}"


def open_phase(state: TeamWarState, config: TeamWarConfig) -> Phase | None:
    """The phase that is open; None when the match is over.

    Always three rounds, whatever the score (T44). Team-mates see each other's orders (T19). The cards are revealed at
    once when all are in, unless the configuration says otherwise (T25); the choices at the end are too.
    """
    ending = state.ending
    key, title = key_and_title(state)
    if ending is not None:
        if ending.step == "over":
            return None
        return Phase(
            key=key,
            title=title,
            seconds=config.choice_seconds,
            awaits=tuple(SEATS[index] for index in awaited(state, ending)),
            entry=SeatChoice,
            closes_early=True,
        )
    if state.pairs:
        return Phase(
            key=key,
            title=title,
            seconds=config.cards_seconds,
            awaits=SEATS,
            entry=CardEntry,
            closes_early=config.early_reveal,
        )
    return Phase(
        key=key,
        title=title,
        seconds=config.first_orders_seconds if state.round == 1 else config.orders_seconds,
        awaits=SEATS,
        entry=OrderEntry,
        shared_among=tuple(tuple(SEATS[index] for index in team) for team in state.teams),
    )
