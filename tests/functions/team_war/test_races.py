"""Trades, packs and cards at the same moment: one wins, the other is told why, and no card is doubled or lost (T9).

The second of two requests is done wholly between the first one's read and its write, so that the first has judged by
what is true no more.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from infra.local.gateway import Answer
from tests.functions.faults import first, watched
from tests.functions.story import good, problem
from tests.functions.team_war.war import CARDS_1, DEALT, ORDERS_1, ORDERS_2, X1, X2, X3, X4, Y1, Y2, Y3, Y4, War

Request = Callable[[], Answer]
READ_AND_WRITE = {"GetItem": 1, "UpdateItem": 1}


def overtaken(one: Request, other: Callable[[], Any], write: str = "UpdateItem") -> Answer:
    """The answer to one request, another having been done between its read and its write."""
    with watched() as aws:
        aws.once(write, first(other))
        answer = one()
        assert aws.fates == [], "there was no write to overtake"
    return answer


def went(request: Request) -> Callable[[], Any]:
    """A request that must succeed."""
    return lambda: good(request())


@pytest.fixture(autouse=True)
def _no_card_is_doubled_or_lost(request: pytest.FixtureRequest) -> Iterator[None]:
    """All that was dealt is in a hand or was played; tests with packs say what was sold and bought instead."""
    played: War = request.getfixturevalue("facing" if "facing" in request.fixturenames else "war")
    yield
    state = played.state()
    assert {len(hand) for hand in state.hands} == {4 - state.round}
    if not sum(state.packs):
        assert played.everywhere() == DEALT


def test_t9_two_acceptances_of_one_card_of_the_proposers(war: War) -> None:
    """x1's 8 is offered to both; who comes second is told that the offer no longer stands."""
    to_y4, to_y1 = war.offered(X1, Y4, 8, 9), war.offered(X1, Y1, 8, 5)
    answer = overtaken(lambda: war.accept(Y4, to_y4), went(lambda: war.accept(Y1, to_y1)))
    problem(answer, 409, "offer-gone", "T9")
    assert (war.hand(X1), war.hand(Y1), war.hand(Y4)) == ([1, 5, 12], [1, 8, 12], [4, 8, 9])


def test_t9_two_acceptances_with_one_card_of_the_acceptors(war: War) -> None:
    """y4 would give his 9 for x1's 8 and for x2's 7 at once; the second time he has no 9."""
    eight, seven = war.offered(X1, Y4, 8, 9), war.offered(X2, Y4, 7, 9)
    answer = overtaken(lambda: war.accept(Y4, eight), went(lambda: war.accept(Y4, seven)))
    assert problem(answer, 422, "card-not-held", "T9")["detail"].endswith("You have: 4, 7, 8.")
    assert (war.hand(X1), war.hand(X2), war.hand(Y4)) == ([1, 8, 12], [2, 9, 11], [4, 7, 8])


def test_t9_one_offer_accepted_twice_at_once_trades_once(war: War) -> None:
    """From two of y4's devices: the same terms again would be a trade that nobody offered."""
    offer = war.offered(X1, Y4, 8, 9)
    problem(overtaken(lambda: war.accept(Y4, offer), went(lambda: war.accept(Y4, offer))), 409, "offer-gone", "T9")
    assert (war.hand(X1), war.hand(Y4)) == ([1, 9, 12], [4, 8, 8])


def test_t9_a_card_that_goes_round_in_three_trades_at_once(war: War) -> None:
    """y4 takes x1's 8 for the 9 between the read and the write of x4, who takes y4's 4 for his own 9."""
    eight, four = war.offered(X1, Y4, 8, 9), war.offered(Y4, X4, 4, 9)
    good(overtaken(lambda: war.accept(X4, four), went(lambda: war.accept(Y4, eight))))
    assert (war.hand(X1), war.hand(X4), war.hand(Y4)) == ([1, 9, 12], [4, 4, 5], [8, 8, 9])


@pytest.mark.parametrize("way", ["withdraw", "decline"])
def test_t9_an_acceptance_overtaken_by_the_end_of_its_offer_moves_nothing(way: Any, war: War) -> None:
    offer = war.offered(X1, Y4, 8, 9)
    who = X1 if way == "withdraw" else Y4
    problem(overtaken(lambda: war.accept(Y4, offer), went(lambda: war.say(who, way, offer))), 409, "offer-gone", "T9")
    assert (war.hand(X1), war.hand(Y4), war.offers(X1), war.offers(Y4)) == ([1, 8, 12], [4, 8, 9], [], [])


@pytest.mark.parametrize("way", ["withdraw", "decline"])
def test_t9_the_end_of_an_offer_overtaken_by_its_acceptance_ends_nothing(way: Any, war: War) -> None:
    offer = war.offered(X1, Y4, 8, 9)
    who = X1 if way == "withdraw" else Y4
    problem(overtaken(lambda: war.say(who, way, offer), went(lambda: war.accept(Y4, offer))), 409, "offer-gone", "T9")
    assert (war.hand(X1), war.hand(Y4)) == ([1, 9, 12], [4, 8, 8])


def test_t10_an_offer_of_a_card_that_is_traded_away_meanwhile_is_not_made(war: War) -> None:
    offer = war.offered(X1, Y4, 8, 9)
    answer = overtaken(lambda: war.offer(X1, Y1, [8], [5]), went(lambda: war.accept(Y4, offer)))
    problem(answer, 422, "card-not-held", "T10")
    assert war.offers(Y1) == []


def test_t9_offers_of_two_players_at_once_both_stand(war: War) -> None:
    good(overtaken(lambda: war.offer(X1, Y4, [8], [9]), went(lambda: war.offer(X2, Y4, [7], [9]))))
    assert war.offers(Y4) == ["0-s1-s8-8-for-9", "0-s3-s8-7-for-9"]


def test_t9_no_race_makes_more_offers_than_a_player_may_have_open(war: War) -> None:
    for want in range(1, 8):
        war.offered(X1, Y4, 8, want)
    answer = overtaken(lambda: war.offer(X1, Y4, [8], [8]), went(lambda: war.offer(X1, Y4, [8], [9])))
    problem(answer, 409, "offers-too-many", "T9")
    assert len(war.offers(X1)) == 8


def test_t8_an_acceptance_overtaken_by_the_proposers_card_entry_fails(facing: War) -> None:
    """The 8 is submitted, and locked by that."""
    offer = facing.offered(X1, Y4, 8, 9)
    answer = overtaken(lambda: facing.accept(Y4, offer), went(lambda: facing.enter(X1, CARDS_1, card=8)))
    problem(answer, 409, "offer-gone", "T9")
    assert (facing.hand(X1), facing.hand(Y4), facing.seat(X1)["entry"]) == ([1, 8, 12], [4, 8, 9], {"card": 8})


def test_t8_an_acceptance_overtaken_by_the_acceptors_card_entry_fails(facing: War) -> None:
    offer = facing.offered(X1, Y4, 8, 9)
    answer = overtaken(lambda: facing.accept(Y4, offer), went(lambda: facing.enter(Y4, CARDS_1, card=9)))
    assert problem(answer, 422, "card-locked", "T8")["detail"].endswith("You can trade: 4, 8.")
    assert facing.seat(Y4)["entry"] == {"card": 9}


@pytest.mark.parametrize(("seat", "card", "have"), [(X1, 8, "1, 9, 12"), (Y4, 9, "4, 8, 8")])
def test_t23_an_entry_whose_card_is_traded_away_meanwhile_is_judged_again(
    seat: str, card: int, have: str, facing: War
) -> None:
    """It had been judged by a hand that still held the card; the seat's mark says that it does not (C5)."""
    offer = facing.offered(X1, Y4, 8, 9)
    good(facing.enter(seat, CARDS_1, card={X1: 12, Y4: 4}[seat]))
    answer = overtaken(lambda: facing.enter(seat, CARDS_1, card=card), went(lambda: facing.accept(Y4, offer)))
    assert have in problem(answer, 422, "card-not-held", "T23")["detail"]
    assert facing.seat(seat)["entry"] == {"card": {X1: 12, Y4: 4}[seat]}


def test_t23_an_entry_whose_card_is_still_there_is_judged_again_and_counts(facing: War) -> None:
    offer = facing.offered(X1, Y4, 8, 9)
    with watched() as aws:
        aws.once("UpdateItem", first(went(lambda: facing.accept(Y4, offer))))
        good(facing.enter(X1, CARDS_1, card=12))
    assert aws.counts == {"GetItem": 3, "UpdateItem": 3}, "judged again, since the hand has changed"
    assert (facing.seat(X1)["entry"], facing.hand(X1)) == ({"card": 12}, [1, 9, 12])


def test_an_entry_of_a_third_player_does_not_wait_for_a_trade(facing: War) -> None:
    """Three hands: x2's is none of the two that changed, so nothing of it is judged or written again."""
    offer = facing.offered(X1, Y4, 8, 9)
    with watched() as aws:
        aws.once("UpdateItem", first(went(lambda: facing.accept(Y4, offer))))
        good(facing.enter(X2, CARDS_1, card=7))
    assert aws.counts == {"GetItem": 2, "UpdateItem": 2}


def test_t8_an_acceptance_amid_an_entry_of_another_card_goes_through(facing: War) -> None:
    offer = facing.offered(X1, Y4, 8, 9)
    good(overtaken(lambda: facing.accept(Y4, offer), went(lambda: facing.enter(X1, CARDS_1, card=12))))
    assert (facing.hand(X1), facing.seat(X1)["entry"]) == ([1, 9, 12], {"card": 12})


@pytest.mark.parametrize(("buyer", "code"), [(X1, "offer-gone"), (Y4, "card-not-held")])
def test_t16_an_acceptance_overtaken_by_a_purchase_finds_the_card_sold(buyer: str, code: str, war: War) -> None:
    """A high pack has neither an 8 nor a 9 in it. Whose card is gone is told to its holder alone (T10)."""
    offer = war.offered(X1, Y4, 8, 9)
    sold, bought = list[int](), list[int]()

    def buy() -> None:
        done = good(war.pack(buyer, "high"))
        sold.extend(done["sold"])
        bought.extend(done["cards"])

    answer = overtaken(lambda: war.accept(Y4, offer), buy)
    assert answer.json["code"] == code
    assert sorted([*war.everywhere(), *sold]) == sorted([*DEALT, *bought])
    assert war.hand(buyer) == bought


@pytest.mark.parametrize(("buyer", "sold"), [(X1, [1, 9, 12]), (Y4, [4, 8, 8])])
def test_t16_a_purchase_overtaken_by_an_acceptance_sells_the_hand_as_it_then_is(
    buyer: str, sold: list[int], war: War
) -> None:
    offer = war.offered(X1, Y4, 8, 9)
    bought = good(overtaken(lambda: war.pack(buyer, "high"), went(lambda: war.accept(Y4, offer))))
    assert (bought["sold"], bought["holdings"]["garnets"]) == (sold, 4)
    assert sorted([*war.everywhere(), *sold]) == sorted([*DEALT, *bought["cards"]])


def test_t12_two_purchases_of_one_player_at_once_are_one(war: War) -> None:
    answer = overtaken(lambda: war.pack(X1, "low"), went(lambda: war.pack(X1, "middle")))
    problem(answer, 409, "pack-bought", "T12")
    assert war.seat(X1)["holdings"]["garnets"] == 6


def test_t9_c1_an_acceptance_overtaken_by_the_close_finds_the_offer_gone(war: War) -> None:
    """Offers die with their phase: nothing is carried over into the next one."""
    offer = war.offered(X1, Y4, 8, 9)
    close = went(lambda: war.close(ORDERS_1, force=True, reason="on"))
    problem(overtaken(lambda: war.accept(Y4, offer), close), 409, "offer-gone", "T9")
    assert (war.hand(X1), war.offers(X1)) == ([1, 8, 12], [])


def test_t9_c7_a_close_overtaken_by_an_acceptance_keeps_the_trade(war: War) -> None:
    offer = war.offered(X1, Y4, 8, 9)
    close: Request = lambda: war.close(ORDERS_1, force=True, reason="on")  # noqa: E731  # one of two requests
    good(overtaken(close, went(lambda: war.accept(Y4, offer)), "TransactWriteItems"))
    assert (war.hand(X1), war.hand(Y4)) == ([1, 9, 12], [4, 8, 8])
    assert [done["act"] for done in war.record(ORDERS_1)["acts"]] == ["offers", "offers/accept"]


def test_t25_the_eighth_card_and_a_trade_at_once(facing: War) -> None:
    """The last card comes amid an acceptance that was read before it: the trade is judged anew, then all are in."""
    offer = facing.offered(X1, Y4, 8, 9)
    facing.cards(CARDS_1, {X1: 1, X2: 2, X3: 3, X4: 4, Y1: 1, Y2: 2, Y3: 3})
    answer = overtaken(lambda: facing.accept(Y4, offer), went(lambda: facing.enter(Y4, CARDS_1, card=4)))
    assert good(answer)["holdings"]["cards"] == [4, 8, 8]
    assert facing.hand(X1) == [1, 9, 12]
    facing.cloud.run_due()
    assert facing.phase == ORDERS_2
