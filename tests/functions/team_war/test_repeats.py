"""Idempotency-Key on offers and their answers, and packs: what is sent again is not done again."""

import pytest

from infra.local.gateway import Answer
from tests.functions.faults import lost, watched
from tests.functions.story import good, problem
from tests.functions.team_war.war import DEALT, ORDERS_1, ORDERS_2, WAYS, X1, Y1, Y4, War, Way
from tests.functions.test_lost_answers import sent_again


def answerer(way: Way) -> str:
    """Who answers x1's offer to y4 in this way."""
    return X1 if way == "withdraw" else Y4


def same(war: War, again: Answer, first: Answer) -> None:
    assert (again.status, again.body) == (first.status, first.body)
    assert war.everywhere() == DEALT


def test_t9_an_offer_sent_again_is_made_once(war: War) -> None:
    first = war.offer(X1, Y4, [8], [9], "k")
    good(war.say(Y4, "decline", first.json["offer"]["id"]))
    stored = war.items()
    same(war, war.offer(X1, Y4, [8], [9], "k"), first)
    assert (war.items(), war.offers(Y4)) == (stored, []), "it was declined, and stays so"
    good(war.offer(X1, Y4, [8], [9], "another"))
    assert war.offers(Y4) == ["0-s1-s8-8-for-9"]


@pytest.mark.parametrize("way", WAYS)
def test_t9_an_answer_sent_again_is_given_once_and_answered_alike(way: Way, war: War) -> None:
    """Under its key; without one the second time there is no such offer."""
    who, offer = answerer(way), war.offered(X1, Y4, 8, 9)
    first = war.say(who, way, offer, "k")
    stored = war.items()
    same(war, war.say(who, way, offer, "k"), first)
    problem(war.say(who, way, offer), 409, "offer-gone", "T9")
    assert war.items() == stored


@pytest.mark.parametrize("way", WAYS)
def test_t9_the_same_terms_offered_again_are_another_offer_for_another_key(way: Way, war: War) -> None:
    """The id is the same, so the key decides: the old one answers what was done, a new one does it again."""
    who, offer = answerer(way), war.offered(X1, Y4, 8, 9)
    first = war.say(who, way, offer, "k")
    if way == "accept":
        good(war.accept(Y4, war.offered(X1, Y4, 9, 8)))
    assert war.offered(X1, Y4, 8, 9) == offer
    same(war, war.say(who, way, offer, "k"), first)
    assert war.offers(X1) == [offer]
    good(war.say(who, way, offer, "another"))
    assert war.offers(X1) == []


def test_a_key_that_was_used_for_something_else_is_refused(war: War) -> None:
    offer, other = war.offered(Y4, X1, 9, 8), war.offered(Y1, X1, 5, 12)
    good(war.accept(X1, offer, "k"))
    stored = war.items()
    for answer in (
        war.accept(X1, other, "k"),
        war.say(X1, "decline", offer, "k"),
        war.say(X1, "withdraw", offer, "k"),
        war.offer(X1, Y4, [9], [8], "k"),
        war.pack(X1, "low", "k"),
    ):
        problem(answer, 409, "idempotency-key-reused")
    assert war.items() == stored
    good(war.accept(Y4, war.offered(X1, Y4, 9, 8), "k")), "everybody's keys are their own"


def test_a_refused_answer_can_be_tried_again_under_its_key(war: War) -> None:
    """Nothing was done, so nothing is remembered: y4 gets the 7 that he lacked, and then accepts."""
    offer = war.offered(X1, Y4, 8, 7)
    problem(war.accept(Y4, offer, "k"), 422, "card-not-held", "T9")
    good(war.accept("s6", war.offered(Y4, "s6", 9, 7)))
    assert good(war.accept(Y4, offer, "k"))["holdings"]["cards"] == [4, 8, 8]


def test_an_acceptance_repeated_in_the_next_phase_is_answered_alike(war: War) -> None:
    first = war.accept(Y4, war.offered(X1, Y4, 8, 9), "k")
    good(war.close(ORDERS_1, force=True, reason="on"))
    same(war, war.accept(Y4, "0-s1-s8-8-for-9", "k"), first)
    assert war.hand(Y4) == [4, 8, 8]


def test_t12_a_pack_is_bought_once_and_answered_alike_also_in_the_next_round(war: War) -> None:
    first = war.pack(X1, "low", "k")
    good(war.close(ORDERS_1, force=True, reason="on"))
    good(war.close(ORDERS_1 + 1, force=True, reason="on"))
    again = war.pack(X1, "low", "k")
    assert (war.phase, again.status, again.body) == (ORDERS_2, 200, first.body)
    assert war.seat(X1)["holdings"]["garnets"] == 8


def test_an_acceptance_is_done_once_although_its_write_was_sent_twice(war: War) -> None:
    """The answer to the write was lost, and boto3 sent it again: to y4 it is a trade and no offer that is gone."""
    offer = war.offered(X1, Y4, 8, 9)
    with watched() as aws:
        aws.once("UpdateItem", sent_again)
        assert good(war.accept(Y4, offer))["outcome"] == "accepted"
    assert (war.hand(X1), war.hand(Y4)) == ([1, 9, 12], [4, 8, 8])


def test_an_acceptance_whose_answer_was_lost_is_done_once_under_its_key(war: War) -> None:
    offer = war.offered(X1, Y4, 8, 9)
    with watched() as aws:
        aws.once("UpdateItem", lost)
        problem(war.accept(Y4, offer, "k"), 503, "busy")
    assert good(war.accept(Y4, offer, "k"))["outcome"] == "accepted"
    assert (war.hand(X1), war.hand(Y4)) == ([1, 9, 12], [4, 8, 8])
