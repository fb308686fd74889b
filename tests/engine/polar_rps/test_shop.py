from dataclasses import replace
from typing import Any

import pytest

from engine.game import Acted, Table
from engine.inputs import act
from engine.polar_rps.game import PolarTable
from engine.polar_rps.shop import Purchase
from engine.polar_rps.state import PolarState
from engine.polar_rps.views import Purchased
from engine.refusals import NotNow, Refused
from engine.views import public_view, seat_view
from tests.engine.forms import read
from tests.engine.polar_rps.board import (
    GAME,
    A,
    B,
    at_deadline,
    begun,
    board,
    draws,
    entered,
    holdings,
    places,
)


def buy(table: PolarTable, seat: str, item: str, bomb: str | None = None) -> Acted[PolarState]:
    return GAME.act(table, seat, read(Purchase, {"item": item, "bomb": bomb}), draws())


def having_bought(table: PolarTable, seat: str, *items: str) -> PolarTable:
    for item in items:
        what, _, kind = item.partition(" ")
        table = replace(table, state=buy(table, seat, what, kind or None).state)
    return table


def refused(table: PolarTable, seat: str, item: str, bomb: str | None = None) -> Refused:
    with pytest.raises(Refused) as refusal:
        buy(table, seat, item, bomb)
    assert refusal.value.message.endswith(".")
    return refusal.value


def test_p46_what_is_bought_can_be_used_in_the_same_round() -> None:
    table = board("R+ S+", tickets=(0, 4), garnets=(1, 0))
    bought = having_bought(table, A, "ticket")
    assert places(table, s1={"ticket": "paper"}) == "R+ S+"
    assert places(bought, s1={"ticket": "paper"}) == "P+ S+"
    assert holdings(bought, A).garnets == 0


def test_p46_the_shop_is_open_from_the_pregame_to_the_last_deadline() -> None:
    match = begun(5, garnets=100, rounds=2)
    bought = 0
    while match.phase and match.phase.key in ("pregame", "round-1", "round-2"):
        purchase = Purchase(item="bomb", bomb="double")
        match = act(match, A, "purchases", purchase, match.phase.opened_at).match
        bought += 1
        assert holdings(match.table, A).bombs == {"double": bought}
        match = at_deadline(match).match
    with pytest.raises(NotNow) as refusal:
        GAME.act(match.table, A, Purchase(item="ticket"), draws())
    assert (refusal.value.code, refusal.value.ruling) == ("shop-closed", "P46")


def test_p46_bombs_bought_in_the_pregame_come_on_top_of_the_chosen_ones() -> None:
    match = begun(5, garnets=1)
    assert match.phase
    match = act(match, A, "purchases", Purchase(item="bomb", bomb="double"), match.phase.opened_at).match
    match = at_deadline(entered(match, A, {"bombs": ["double", "ticket"]})).match
    assert holdings(match.table, A).bombs == {"double": 2, "ticket": 1}


def test_p46_a_purchase_is_no_part_of_the_entry() -> None:
    table = board("R+ S+", bombs={A: "double"})
    outcome = buy(table, A, "sign_swap").outcome
    assert isinstance(outcome, Purchased)
    assert (outcome.item, outcome.bomb, outcome.price) == ("sign_swap", None, 1)
    assert outcome.holdings == holdings(having_bought(table, A, "sign_swap"), A)
    assert (outcome.holdings.sign_swaps, outcome.holdings.garnets) == (3, 9)


def test_p47_each_further_one_costs_one_more_and_each_item_has_its_own_ladder() -> None:
    table = having_bought(board("R+ S+"), A, "ticket", "ticket", "ticket")
    assert holdings(table, A).garnets == 10 - 6
    assert holdings(table, A).tickets == 7
    assert holdings(having_bought(table, A, "sign_swap"), A).garnets == 3


def test_p47_the_ladder_is_per_player_and_for_the_whole_game() -> None:
    table = having_bought(board("R+ S+"), A, "ticket", "ticket")
    assert holdings(having_bought(table, B, "ticket"), B).garnets == 9
    later = Table(table.players, table.config, GAME.close(table, draws()).state, 2, {})
    assert holdings(having_bought(later, A, "ticket"), A).garnets == 10 - 1 - 2 - 3


def test_p48_all_kinds_of_bombs_share_one_ladder() -> None:
    table = having_bought(board("R+ S+"), A, "bomb double", "ticket", "bomb confetti", "bomb ticket")
    own = holdings(table, A)
    assert own.garnets == 10 - (1 + 2 + 3) - 1
    assert own.bombs == {"confetti": 1, "double": 1, "ticket": 1}


def test_p48_the_kind_is_named_when_buying() -> None:
    for kind in (None, "nuke", ""):
        assert refused(board("R+ S+"), A, "bomb", kind).ruling == "P48"
    assert refused(board("R+ S+"), A, "ticket", "double").ruling == "P48"


def test_p49_too_few_garnets_buy_nothing() -> None:
    table = having_bought(board("R+ S+", garnets=(4, 0)), A, "ticket", "ticket")
    refusal = refused(table, A, "ticket")
    assert (refusal.code, refusal.ruling) == ("garnets-too-few", "P49")
    assert "3 garnets" in refusal.message
    assert "have 1" in refusal.message
    assert holdings(table, A).garnets == 1
    assert refused(table, B, "sign_swap").ruling == "P49"
    assert holdings(having_bought(table, A, "sign_swap"), A).garnets == 0


def test_p50_leftovers_are_worth_nothing_and_there_is_no_way_back() -> None:
    rich = begun(5, garnets=9, rounds=1)
    while rich.phase:
        rich = at_deadline(rich).match
    won = GAME.result(rich.table).garnets
    for seat in ("s1", "s2", "s3", "s4", "s5"):
        assert holdings(rich.table, seat).garnets == 9 + won.get(seat, 0)
    assert list(GAME.acts) == ["purchases"]
    assert refused(board("R+ S+"), A, "refund").code == "item-unknown"


def test_p51_nobody_else_sees_a_purchase() -> None:
    match = begun(5, garnets=9)
    assert match.phase
    bought = act(match, A, "purchases", Purchase(item="bomb", bomb="double"), match.phase.opened_at).match
    assert public_view(bought) == public_view(match)
    assert seat_view(bought, B) == seat_view(match, B)
    assert seat_view(bought, A) != seat_view(match, A)


def test_p52_what_one_starts_with_was_not_bought() -> None:
    assert buy(board("R+ S+", tickets=(4, 4)), A, "ticket").outcome.price == 1
    owning = board("R+ S+", bombs={A: "double double"})
    assert buy(owning, A, "bomb", "double").outcome.price == 1


@pytest.mark.parametrize(
    ("item", "bomb"), [(" Ticket ", None), ("SIGN_SWAP", None), ("Sign Swap", None), ("Bomb", " Double ")]
)
def test_p44_items_are_spelt_like_everything_else(item: str, bomb: str | None) -> None:
    assert buy(board("R+ S+"), A, item, bomb).outcome.price == 1


@pytest.mark.parametrize("item", ["", "tickets", "lizard", "x" * 200])
def test_p44_no_item_is_guessed(item: str) -> None:
    refusal = refused(board("R+ S+"), A, item)
    assert refusal.code == "item-unknown"
    assert len(refusal.message) < 120


def test_only_the_buyers_holdings_change() -> None:
    acted = buy(board("R+ S+"), A, "ticket")
    assert acted.touched == (A,)
    assert holdings(replace(board("R+ S+"), state=acted.state), B) == holdings(board("R+ S+"), B)


def test_offers_there_are_none() -> None:
    values: list[Any] = list(GAME.offers(board("R+ S+"), A))
    assert values == []
