"""Matchup orders: what a team's members propose, whether they agree, and who meets whom (T18 to T22)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.boundary import boundary
from engine.draws import Draws
from engine.refusals import Refused
from engine.team_war.config import Agreement
from engine.team_war.state import INDEX, PLAYERS, SEATS, SIDES, TEAM, TeamWarState, side_of

MAJORITY = TEAM // 2 + 1


@boundary
class OrderEntry:
    """The order that you propose to your team. The first of it meets the first of the other team's order, and so on."""

    order: tuple[str, ...]
    """All four seats of your own team, each once."""


def judge_order(state: TeamWarState, index: int, entry: OrderEntry) -> None:
    """Let pass an order of one's own team.

    Raises:
        Refused: a name is missing, doubled or of the other team (T21).
    """
    team = [SEATS[member] for member in state.teams[side_of(state, index)]]
    if sorted(entry.order) != sorted(team):
        names = ", ".join(sorted(team))
        raise Refused("order-not-your-team", f"Name each of your team exactly once: {names}, in any order.", "T21")


def agreed(proposals: Sequence[tuple[str, ...]], agreement: Agreement) -> tuple[str, ...] | None:
    """The order on which a team has agreed; None if it has not (T19).

    Args:
        proposals: the last one of each member who has made any.
        agreement: what it takes.
    """
    if not proposals:
        return None
    order, times = Counter(proposals).most_common(1)[0]
    enough = {"all-who-spoke": len(proposals), "all-four": TEAM, "majority": MAJORITY}[agreement]
    return order if times >= enough else None


def close_orders(
    state: TeamWarState, entries: Mapping[str, OrderEntry], agreement: Agreement, draws: Draws
) -> TeamWarState:
    """The state with the four pairs fixed and the cards awaited.

    A team's order that is not agreed is drawn, each of the 24 equally likely; the other team's stands (T20). Position i
    of the one meets position i of the other (T18). Offers die with the phase (T9).
    """
    one, other = (
        fixed(state.teams[side], SIDES[side], f"orders-{state.round}", entries, agreement, draws)
        for side in range(len(SIDES))
    )
    return replace(state, pairs=tuple(zip(one, other, strict=True)), packs=(0,) * PLAYERS, offers=())


def fixed(
    team: tuple[int, ...],
    side: str,
    phase_key: str,
    entries: Mapping[str, OrderEntry],
    agreement: Agreement,
    draws: Draws,
) -> tuple[int, ...]:
    """The order in which a team goes out."""
    proposals = [entries[SEATS[member]].order for member in team if SEATS[member] in entries]
    order = agreed(proposals, agreement)
    if order is None:
        return draws.shuffled(team, phase_key, "order", side)
    return tuple(INDEX[seat] for seat in order)
