"""Trades (T5 to T11)."""

import pytest
from pydantic import ValidationError

from engine.refusals import NotNow, Refused
from engine.team_war.state import Ending, Offer
from engine.team_war.trades import MOST_OPEN, MakeOffer
from engine.views import public_view
from tests.engine.forms import read
from tests.engine.saving import shown
from tests.engine.team_war.field import (
    FACING,
    HANDS,
    X1,
    X2,
    X3,
    X4,
    Y1,
    Y4,
    acted,
    at_deadline,
    carded,
    did,
    hand,
    later,
    offered,
    refused,
    view,
    war,
)

GONE = ("offer-gone", "T9")


def why(refusal: Refused) -> tuple[str, str]:
    return refusal.code, refusal.ruling


@pytest.mark.parametrize(("give", "want"), [([8, 12], [12]), ([8], [9, 4]), ([], []), ([8], []), ([], [9])])
def test_t5_a_trade_is_as_many_cards_for_as_many(give: list[int], want: list[int]) -> None:
    assert why(refused(war(), X1, "offers", to=Y4, give=give, want=want)) == ("trade-unequal", "T5")


def test_t5_unequal_value_is_fine() -> None:
    match, offer = offered(war(), X1, Y4, [12], [4])
    match = acted(match, Y4, "offers/accept", id=offer)
    assert (hand(match, X1), hand(match, Y4)) == ((1, 4, 8), (8, 9, 12))


def test_t5_all_three_cards_can_be_traded_and_four_cannot() -> None:
    match, offer = offered(war(), X1, Y4, [8, 1, 12], [9, 8, 4])
    match = acted(match, Y4, "offers/accept", id=offer)
    assert (hand(match, X1), hand(match, Y4)) == ((4, 8, 9), (1, 8, 12))
    assert why(refused(war(), X1, "offers", to=Y4, give=[1, 8, 12, 12], want=[4, 8, 9, 9])) == ("trade-unequal", "T5")


@pytest.mark.parametrize("partner", [Y4, X4])
def test_t6_one_trades_with_either_team(partner: str) -> None:
    match, offer = offered(war(), X1, partner, [8], [9])
    match = acted(match, partner, "offers/accept", id=offer)
    assert hand(match, X1) == (1, 9, 12)


@pytest.mark.parametrize("partner", ["", "s9", "S8", "nobody"])
def test_t6_the_partner_must_be_there(partner: str) -> None:
    assert why(refused(war(), X1, "offers", to=partner, give=[8], want=[9])) == ("partner-unknown", "T6")


def test_t9_nobody_trades_with_himself() -> None:
    assert why(refused(war(), X1, "offers", to=X1, give=[8], want=[12])) == ("partner-yourself", "T9")


@pytest.mark.parametrize("round_number", [1, 2, 3])
@pytest.mark.parametrize("cards", [False, True])
def test_t7_one_trades_in_any_phase_while_there_are_cards(round_number: int, cards: bool) -> None:  # noqa: FBT001
    left = 4 - round_number
    match = war(round=round_number, cards=cards, hands=tuple(own[-left:] for own in HANDS))
    match, offer = offered(match, X1, Y4, [12], [9])
    assert 9 in hand(acted(match, Y4, "offers/accept", id=offer), X1)


def test_t7_when_all_cards_are_played_there_is_nothing_to_trade() -> None:
    over = war(round=4, hands=((),) * 8, scores=(6, 5), played=((1,) * 3,) * 8, ending=Ending(step="spare-token"))
    assert why(refused(over, X1, "offers", to=Y4, give=[8], want=[9])) == ("cards-all-played", "T26")
    assert view(over, X1).can.acts == ()


def test_t8_a_submitted_card_cannot_be_offered() -> None:
    match = carded(war(cards=True, hands=((5, 9, 12), *HANDS[1:])), {X1: 9})
    assert why(refused(match, X1, "offers", to=Y4, give=[9], want=[4])) == ("card-locked", "T8")
    assert why(refused(match, X1, "offers", to=Y4, give=[5, 9], want=[4, 8])) == ("card-locked", "T8")
    match, offer = offered(match, X1, Y4, [5], [4])
    assert hand(acted(match, Y4, "offers/accept", id=offer), X1) == (4, 9, 12)


def test_t8_a_submitted_card_cannot_be_accepted_away_by_its_holder() -> None:
    match, offer = offered(war(cards=True), X1, Y4, [8], [9])
    match = carded(match, {Y4: 9})
    assert why(refused(match, Y4, "offers/accept", id=offer)) == ("card-locked", "T8")
    assert not any(form.action == "offers/accept" for form in view(match, Y4).can.acts)


def test_t8_a_card_submitted_after_it_was_offered_stays_where_it_is() -> None:
    match, offer = offered(war(cards=True), X1, Y4, [8], [9])
    match = carded(match, {X1: 8})
    assert why(refused(match, Y4, "offers/accept", id=offer)) == GONE
    match = carded(match, {X1: 12})
    assert hand(acted(match, Y4, "offers/accept", id=offer), X1) == (1, 9, 12)


def test_t8_of_two_equal_cards_one_is_locked() -> None:
    match = carded(war(cards=True, hands=((8, 8, 12), *HANDS[1:])), {X1: 8})
    assert why(refused(match, X1, "offers", to=Y4, give=[8, 8], want=[4, 9])) == ("card-locked", "T8")
    match, offer = offered(match, X1, Y4, [8], [9])
    match = acted(match, Y4, "offers/accept", id=offer)
    assert hand(match, X1) == (8, 9, 12)
    assert hand(at_deadline(match).match, X1) == (9, 12)


def test_t8_an_order_locks_nothing() -> None:
    match, offer = offered(war(), X1, Y4, [8], [9])
    assert hand(acted(match, Y4, "offers/accept", id=offer), Y4) == (4, 8, 8)


def test_t9_both_hands_change_at_once() -> None:
    match, offer = offered(war(), X1, Y4, [8], [9])
    assert (hand(match, X1), hand(match, Y4)) == ((1, 8, 12), (4, 8, 9)), "an offer moves nothing"
    done = did(match, Y4, "offers/accept", id=offer)
    assert (hand(done.match, X1), hand(done.match, Y4)) == ((1, 9, 12), (4, 8, 8))
    assert done.outcome.holdings.cards == (4, 8, 8)
    assert (done.outcome.outcome, done.touched) == ("accepted", (X1, Y4))


def test_t9_an_offer_of_a_card_that_has_gone_cannot_be_accepted() -> None:
    match, first = offered(war(hands=((1, 7, 12), *HANDS[1:])), X1, X3, [7], [10])
    match, second = offered(match, X1, Y1, [7], [5])
    match = acted(match, Y1, "offers/accept", id=second)
    before = shown(match.state)
    assert why(refused(match, X3, "offers/accept", id=first)) == GONE
    assert shown(match.state) == before


def test_t9_an_acceptance_needs_the_wanted_cards_too() -> None:
    match, offer = offered(war(), X1, Y4, [8], [10])
    refusal = refused(match, Y4, "offers/accept", id=offer)
    assert why(refusal) == ("card-not-held", "T9")
    assert "4, 8, 9" in refusal.message


def test_t9_one_card_is_not_accepted_away_twice() -> None:
    match, first = offered(war(), X1, Y4, [8], [9])
    match, second = offered(match, X2, Y4, [7], [9])
    match = acted(match, Y4, "offers/accept", id=first)
    assert why(refused(match, Y4, "offers/accept", id=second)) == ("card-not-held", "T9")
    assert why(refused(match, Y4, "offers/accept", id=first)) == GONE


def test_t9_a_declined_and_a_withdrawn_offer_are_gone() -> None:
    match, offer = offered(war(), X1, Y4, [8], [9])
    for seat, way in ((Y4, "decline"), (X1, "withdraw")):
        after = acted(match, seat, f"offers/{way}", id=offer)
        assert view(after, X1).offers == view(after, Y4).offers == ()
        assert why(refused(after, Y4, "offers/accept", id=offer)) == GONE
        assert (hand(after, X1), hand(after, Y4)) == (HANDS[0], HANDS[7])


def test_t9_offers_die_with_their_phase() -> None:
    for cards in (False, True):
        match, offer = offered(war(cards=cards), X1, Y4, [8], [9])
        match = later(match)
        assert view(match, Y4).offers == ()
        assert why(refused(match, Y4, "offers/accept", id=offer)) == GONE


def test_t9_an_old_id_never_means_a_later_offer() -> None:
    match, old = offered(war(), X1, Y4, [8], [9])
    match, new = offered(later(match), X1, Y4, [8], [9])
    assert (old, new) == ("0-s1-s8-8-for-9", "1-s1-s8-8-for-9")
    assert why(refused(match, Y4, "offers/accept", id=old)) == GONE
    assert hand(acted(match, Y4, "offers/accept", id=new), X1) != hand(match, X1)


def test_t9_only_the_two_see_an_offer() -> None:
    before = war()
    match, _ = offered(before, X1, Y4, [8], [9])
    assert len(view(match, X1).offers) == len(view(match, Y4).offers) == 1
    for seat in (X2, X3, Y1):
        assert shown(view(match, seat)) == shown(view(before, seat))
    assert shown(public_view(match)) == shown(public_view(before))


def test_t9_only_the_right_one_answers_an_offer() -> None:
    match, offer = offered(war(), X1, Y4, [8], [9])
    for seat, way in ((X1, "accept"), (X1, "decline"), (Y4, "withdraw"), (X2, "accept"), (X2, "withdraw")):
        assert why(refused(match, seat, f"offers/{way}", id=offer)) == GONE


def test_t9_the_same_offer_made_again_stays_one() -> None:
    match, offer = offered(war(), X1, Y4, [12, 8], [9, 4])
    again, same = offered(match, X1, Y4, [8, 12], [4, 9])
    assert (same, again.state) == (offer, match.state)


def test_t9_open_offers_are_bounded() -> None:
    match, last = offered(war(), X1, Y4, [8], [1])
    for want in range(2, MOST_OPEN + 1):
        match, _ = offered(match, X1, Y4, [8], [want])
    refusal = refused(match, X1, "offers", to=Y1, give=[1], want=[5])
    assert isinstance(refusal, NotNow)
    assert why(refusal) == ("offers-too-many", "T9")
    assert {form.action for form in view(match, X1).can.acts} == {"purchases", "offers/withdraw"}
    assert offered(acted(match, X1, "offers/withdraw", id=last), X1, Y1, [1], [5])
    assert offered(match, X2, Y4, [7], [9]), "others are not held back by it"


def test_what_is_stored_of_a_match_with_every_possible_offer_stays_small() -> None:
    hands = ((10, 11, 12),) * 8
    wants = [(10, 11, n) for n in range(1, 5)]
    offers = [
        Offer(proposer=seat, to=(seat + step) % 8, give=hands[0], want=want)
        for seat in range(8)
        for step in (1, 2)
        for want in wants
    ]
    assert len(offers) == 8 * MOST_OPEN
    assert len(shown(war(hands=hands, offers=tuple(offers)).state)) < 5000


def test_t10_asking_for_a_card_that_is_not_there_is_an_offer_like_any_other() -> None:
    there, lacking = (did(war(), X1, "offers", to=Y4, give=[8], want=[want]) for want in (9, 10))
    assert shown(there.outcome).replace("9", "10") == shown(lacking.outcome)
    forms = [form.action for form in view(lacking.match, Y4).can.acts if form.action.startswith("offers/")]
    assert forms == ["offers/decline"]


def test_t10_an_offer_is_judged_by_its_proposers_own_cards() -> None:
    refusal = refused(war(), X1, "offers", to=Y4, give=[9], want=[4])
    assert why(refusal) == ("card-not-held", "T10")
    assert "1, 8, 12" in refusal.message
    assert why(refused(war(), X1, "offers", to=Y4, give=[8, 8], want=[4, 9])) == ("card-not-held", "T10")


@pytest.mark.parametrize("card", [0, 13, -1])
def test_t10_one_can_only_ask_for_cards_that_exist(card: int) -> None:
    assert why(refused(war(), X1, "offers", to=Y4, give=[8], want=[card])) == ("card-unknown", "T3")


def test_t10_an_acceptance_that_cannot_be_kept_is_offered_all_the_same() -> None:
    match, offer = offered(war(cards=True, pairs=FACING), X1, Y4, [8], [9])
    broken = carded(match, {X1: 8})
    assert shown(view(broken, Y4)) == shown(view(match, Y4))
    form = next(form for form in view(broken, Y4).can.acts if form.action == "offers/accept")
    assert not form.certain
    assert why(refused(broken, Y4, form.action, id=offer)) == GONE


@pytest.mark.parametrize("extra", [{"garnets": 2}, {"give_garnets": 1}])
def test_t11_cards_are_not_traded_for_garnets(extra: dict[str, int]) -> None:
    with pytest.raises(ValidationError, match="Unexpected keyword"):
        read(MakeOffer, {"to": Y4, "give": [8], "want": [9], **extra})


def test_t11_a_card_for_nothing_is_refused() -> None:
    assert why(refused(war(), X1, "offers", to=Y4, give=[8], want=[])) == ("trade-unequal", "T5")
