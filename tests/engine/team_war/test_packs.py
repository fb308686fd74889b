"""Packs (T12 to T17)."""

from typing import Any

import pytest

from engine.refusals import NotNow, Refused
from engine.team_war.config import TeamWarConfig, Tier, Tiers
from engine.team_war.state import Ending
from tests.engine.saving import shown
from tests.engine.team_war.field import (
    HANDS,
    X1,
    X2,
    Y1,
    Y4,
    acted,
    at_deadline,
    did,
    garnets,
    hand,
    later,
    offered,
    refused,
    view,
    war,
)

LAST = tuple(cards[:1] for cards in HANDS)
"""Everybody's last card, as in round 3."""


def why(refusal: Refused) -> tuple[str, str]:
    return refusal.code, refusal.ruling


def forms(match: Any, seat: str) -> list[Any]:
    found = [form for form in view(match, seat).can.acts if form.action == "purchases"]
    return [option.value for form in found for option in form.fields[0].options]


def test_t12_the_first_pack_costs_all_three_cards_and_garnets() -> None:
    done = did(war(hands=((2, 5, 6), *HANDS[1:])), X1, "purchases", pack="middle")
    assert (done.outcome.price, done.outcome.sold) == (4, (2, 5, 6))
    assert garnets(done.match, X1) == 6
    assert hand(done.match, X1) == done.outcome.cards == done.outcome.holdings.cards
    assert len(done.outcome.cards) == 3
    assert done.touched == (X1,)


def test_t12_cards_got_by_a_trade_are_sold_too() -> None:
    match, offer = offered(war(), X1, Y4, [8], [9])
    done = did(acted(match, Y4, "offers/accept", id=offer), X1, "purchases", pack="low")
    assert done.outcome.sold == (1, 9, 12)


def test_t12_one_pack_is_all() -> None:
    match = acted(war(), X1, "purchases", pack="low")
    assert why(refused(match, X1, "purchases", pack="low")) == ("pack-bought", "T12")
    assert forms(match, X1) == []
    assert forms(match, X2) == ["low", "middle", "high"], "others may buy theirs"


def test_t12_the_host_may_allow_more() -> None:
    match = war(TeamWarConfig(packs_a_round=2))
    match = acted(acted(match, X1, "purchases", pack="low"), X1, "purchases", pack="high")
    assert garnets(match, X1) == 2
    assert [draw.label for draw in match.draws] == ["match-1|orders-1|pack|s1", "match-1|orders-1|pack|s1-2"]
    assert why(refused(match, X1, "purchases", pack="low")) == ("pack-bought", "T12")


@pytest.mark.parametrize(("pack", "price"), [("low", 1), ("middle", 2), ("high", 3)])
def test_t13_the_last_pack_costs_the_last_card_and_garnets(pack: str, price: int) -> None:
    done = did(war(round=3, hands=LAST), X1, "purchases", pack=pack)
    assert (done.outcome.price, done.outcome.sold, len(done.outcome.cards)) == (price, (1,), 1)
    assert garnets(done.match, X1) == 10 - price
    assert why(refused(done.match, X1, "purchases", pack="low")) == ("pack-bought", "T13")


def test_t13_who_bought_in_round_1_may_buy_again_in_round_3() -> None:
    match = later(acted(war(), X1, "purchases", pack="low"), 4)
    assert len(did(match, X1, "purchases", pack="low").outcome.cards) == 1


@pytest.mark.parametrize(("pack", "price"), [("low", 2), ("middle", 4), ("high", 6)])
def test_t14_there_are_exactly_three_prices(pack: str, price: int) -> None:
    exact = war(garnets=(price,) * 8)
    assert garnets(acted(exact, X1, "purchases", pack=pack), X1) == 0
    short = war(garnets=(price - 1,) * 8)
    refusal = refused(short, X1, "purchases", pack=pack)
    assert why(refusal) == ("garnets-too-few", "T14")
    assert f"costs {price} garnets and you have {price - 1}" in refusal.message
    assert forms(exact, X1)[-1] == pack
    assert pack not in forms(short, X1)


def test_t14_one_garnet_does_not_buy_a_last_pack_for_two() -> None:
    match = war(round=3, hands=LAST, garnets=(1,) * 8)
    assert why(refused(match, X1, "purchases", pack="middle")) == ("garnets-too-few", "T14")
    assert forms(match, X1) == ["low"]


@pytest.mark.parametrize("pack", ["", "medium", "LOW", "5"])
def test_t14_there_is_no_other_pack(pack: str) -> None:
    assert why(refused(war(), X1, "purchases", pack=pack)) == ("pack-unknown", "T14")


def bought(pack: str, config: TeamWarConfig | None = None, **columns: Any) -> set[int]:
    """Every card that came out of such packs."""
    seeds = (bytes([number]) * 32 for number in range(60))
    outcomes = (did(war(config, seed=seed, **columns), X1, "purchases", pack=pack).outcome for seed in seeds)
    return {card for outcome in outcomes for card in outcome.cards}


@pytest.mark.parametrize(("pack", "lowest"), [("low", 4), ("middle", 7), ("high", 10)])
def test_t15_the_dearer_pack_has_better_cards_and_none_a_1(pack: str, lowest: int) -> None:
    assert bought(pack) == set(range(lowest, 13))
    assert bought(pack, round=3, hands=LAST) == set(range(lowest, 13))


def test_t15_the_tiers_of_both_rounds_are_the_hosts() -> None:
    only = Tiers(low=Tier(lowest=2, highest=2), middle=Tier(lowest=3, highest=3), high=Tier(lowest=4, highest=4))
    config = TeamWarConfig(first_packs=only)
    assert (bought("low", config), bought("middle", config), bought("high", config)) == ({2}, {3}, {4})
    assert min(bought("low", config, round=3, hands=LAST)) == 4
    assert bought("low", TeamWarConfig(last_packs=only), round=3, hands=LAST) == {2}


def test_t15_cards_are_drawn_each_for_itself_from_the_packs_own_label() -> None:
    done = did(war(), X1, "purchases", pack="low")
    (draw,) = done.match.draws
    assert (draw.label, draw.n, len(draw.outcome)) == ("match-1|orders-1|pack|s1", 9, 3)
    assert done.outcome.cards == tuple(sorted(4 + number for number in draw.outcome))
    later_on = did(war(round=3, hands=LAST), Y1, "purchases", pack="high").match
    assert [(draw.label, draw.n) for draw in later_on.draws] == [("match-1|orders-3|pack|s5", 3)]


def test_t16_a_new_card_can_be_traded_in_the_same_phase() -> None:
    match = acted(war(), X1, "purchases", pack="high")
    card = hand(match, X1)[0]
    match, offer = offered(match, X1, Y4, [card], [4])
    assert 4 in hand(acted(match, Y4, "offers/accept", id=offer), X1)


def test_t16_a_sold_card_is_gone_for_an_offer_too() -> None:
    match, offer = offered(war(), X1, Y4, [1], [4])
    match = acted(match, X1, "purchases", pack="low")
    assert refused(match, Y4, "offers/accept", id=offer).code == "offer-gone"


def test_t16_nobody_else_sees_a_purchase() -> None:
    before, after = war(), acted(war(), X1, "purchases", pack="high")
    for seat in (X2, Y1):
        assert shown(view(after, seat)) == shown(view(before, seat))
    assert shown(at_deadline(after).record.reveal) == shown(at_deadline(before).record.reveal)


@pytest.mark.parametrize(
    "columns",
    [
        {"cards": True},
        {"round": 2, "hands": tuple(cards[:2] for cards in HANDS)},
        {"round": 2, "cards": True, "hands": tuple(cards[:2] for cards in HANDS)},
        {"round": 3, "cards": True, "hands": LAST},
        {"round": 4, "scores": (6, 5), "hands": ((),) * 8, "ending": Ending(step="spare-token")},
    ],
)
def test_t17_packs_are_sold_in_two_phases_only(columns: dict[str, Any]) -> None:
    match = war(**columns)
    refusal = refused(match, X1, "purchases", pack="low")
    assert isinstance(refusal, NotNow)
    assert why(refusal) == ("packs-closed", "T17")
    assert forms(match, X1) == []
