"""Packs: the host takes the hand and garnets, and gives better cards (T12 to T17).

A pack is drawn under `orders-1|pack|s3` or `orders-3|pack|s3`; where the configuration allows a player more than one in
a round, the second under `orders-1|pack|s3-2`, and so on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.boundary import boundary
from engine.draws import Draws
from engine.refusals import NotNow, Refused
from engine.team_war.config import TIERS, TeamWarConfig, Tier, Tiers
from engine.team_war.state import SEATS, Hand, TeamWarState, more, put

PRICES: Mapping[int, tuple[int, int, int]] = {1: (2, 4, 6), 3: (1, 2, 3)}
"""By the round in whose Order Selection packs are sold, the garnets for a low, a middle and a high one."""


@boundary
class PackPurchase:
    """A pack for garnets and all the cards that you hold: three in round 1, the last one in round 3."""

    pack: str
    """`low`, `middle` or `high`."""


@dataclass(frozen=True, slots=True)
class Bought:
    """What a purchase came to."""

    state: TeamWarState
    price: int
    sold: Hand
    cards: Hand


def prices(state: TeamWarState) -> tuple[int, ...]:
    """What the packs cost now, from low to high; empty while none are sold (T17)."""
    return PRICES.get(state.round, ()) if not state.pairs else ()


def tiers(state: TeamWarState, config: TeamWarConfig) -> Tiers:
    """What is in the packs now."""
    return config.first_packs if state.round == 1 else config.last_packs


def buy(state: TeamWarState, config: TeamWarConfig, index: int, purchase: PackPurchase, draws: Draws) -> Bought:
    """The player's hand and garnets for a new hand, at once and for good (T16).

    Raises:
        Refused: packs are not sold now (T17), there is no such one, the player has had one (T12, T13), or the garnets
            do not reach (T14).
    """
    costs = prices(state)
    if not costs:
        raise NotNow("packs-closed", "Packs are sold only during the Order Selections of the rounds 1 and 3.", "T17")
    if purchase.pack not in TIERS:
        raise Refused("pack-unknown", f"There is no such pack. Choose one of these: {', '.join(TIERS)}.", "T14")
    if state.packs[index] >= config.packs_a_round:
        ruling = "T12" if state.round == 1 else "T13"
        raise NotNow("pack-bought", "You have bought all the packs that you may buy in this round.", ruling)
    price, have = costs[TIERS.index(purchase.pack)], state.garnets[index]
    if price > have:
        raise Refused(
            "garnets-too-few", f"That pack costs {price} garnets and you have {have}. Choose a cheaper one.", "T14"
        )
    sold = state.hands[index]
    subject = SEATS[index] if not state.packs[index] else f"{SEATS[index]}-{state.packs[index] + 1}"
    tier: Tier = getattr(tiers(state, config), purchase.pack)
    span = tier.highest - tier.lowest + 1
    numbers = draws.several_below(span, len(sold), f"orders-{state.round}", "pack", subject)
    cards = tuple(sorted(tier.lowest + number for number in numbers))
    after = replace(
        state,
        hands=put(state.hands, index, cards),
        garnets=more(state.garnets, index, -price),
        packs=more(state.packs, index, 1),
    )
    return Bought(after, price, sold, cards)
