"""Buying with garnets, at once and for good, from the pregame to the last round's deadline (P46 to P52)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.boundary import boundary
from engine.polar_rps.entries import BOMB, meant
from engine.polar_rps.reasons import shown
from engine.polar_rps.state import BOMBS, ITEMS, PolarState, more
from engine.refusals import NotNow, Refused

Item = Literal["ticket", "sign_swap", "bomb"]
SPELLINGS: Mapping[str, Item] = {
    "ticket": "ticket",
    "sign_swap": "sign_swap",
    "sign swap": "sign_swap",
    "bomb": "bomb",
    "party bomb": "bomb",
}
TITLES: Mapping[Item, str] = {"ticket": "Ticket", "sign_swap": "Sign Swap", "bomb": "Party Bomb"}


@boundary
class Purchase:
    """One item to buy. It is yours at once, and there is no way back."""

    item: str
    """`ticket`, `sign_swap` or `bomb`."""
    bomb: str | None = None
    """Which one, if the item is a bomb: `confetti`, `double`, `polarity` or `ticket`."""


@dataclass(frozen=True, slots=True)
class Bought:
    """What a purchase came to."""

    state: PolarState
    item: Item
    kind: int | None
    """Which bomb."""
    price: int


def price(state: PolarState, index: int, item: Item) -> int:
    """What the player's next one costs: the first 1 garnet, each further one 1 more (P47).

    The kinds of bombs are one item (P48), and what everybody starts with was not bought (P52).
    """
    return state.bought[ITEMS.index(item)][index] + 1


def is_open(state: PolarState) -> bool:
    """Whether anything can be bought: until the last round has closed (P46)."""
    return state.ending is None


def buy(state: PolarState, index: int, purchase: Purchase) -> Bought:
    """Buy one item.

    Raises:
        NotNow: the last round is over (P46).
        Refused: there is no such item, the kind of bomb is missing or misplaced (P48), or the garnets do not reach
            (P49).
    """
    if not is_open(state):
        raise NotNow("shop-closed", "The last round is over, and with it the shop. Nothing more can be bought.", "P46")
    item = SPELLINGS.get(purchase.item.strip().casefold())
    if item is None:
        raise Refused(
            "item-unknown", f"{shown(purchase.item)} is not sold here. Choose ticket, sign_swap or bomb.", "P44"
        )
    kind = None if purchase.bomb is None else meant(purchase.bomb, BOMB)
    if item == "bomb" and kind is None:
        raise Refused("bomb-kind-missing", f"Say which bomb you want: {', '.join(BOMBS)}.", "P48")
    if item != "bomb" and purchase.bomb is not None:
        raise Refused(
            "bomb-kind-misplaced",
            f"A {TITLES[item]} has no kind of bomb. Leave bomb out, or buy the item bomb.",
            "P48",
        )
    cost, have = price(state, index, item), state.garnets[index]
    if cost > have:
        raise Refused(
            "garnets-too-few", f"Your next {TITLES[item]} costs {cost} garnets and you have {have}. Buy less.", "P49"
        )
    bought = tuple(more(column, index, int(item == name)) for name, column in zip(ITEMS, state.bought, strict=True))
    paid = replace(state, garnets=more(state.garnets, index, -cost), bought=bought)
    return Bought(delivered(paid, index, item, kind), item, kind, cost)


def delivered(state: PolarState, index: int, item: Item, kind: int | None) -> PolarState:
    """The state with the item in the player's hands."""
    if item == "ticket":
        return replace(state, tickets=more(state.tickets, index, 1))
    if item == "sign_swap":
        return replace(state, sign_swaps=more(state.sign_swaps, index, 1))
    return state if kind is None else replace(state, bombs=more(state.bombs, index * len(BOMBS) + kind, 1))
