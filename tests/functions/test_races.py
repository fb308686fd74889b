"""Two inputs at the same moment: each counts, in one order or the other, and nobody waits for anybody else."""

from collections.abc import Callable
from typing import Any

import pytest

from infra.local.gateway import Answer
from tests.functions.faults import first, refused, watched
from tests.functions.story import Hosted, good, problem

Input = Callable[[Hosted], Answer]


def entering(seat: str) -> Input:
    return lambda hosted: hosted.enter(seat, 1, bomb={"kind": "double"})


def buying(seat: str) -> Input:
    return lambda hosted: hosted.buy(seat, "bomb", "double")


@pytest.fixture
def in_round_1(started: Hosted) -> Hosted:
    good(started.close(0, force=True, reason="to be in round 1"))
    return started


def attempts(hosted: Hosted, one: Input, other: Input) -> dict[str, int]:
    """Both inputs, the other one wholly between the one's read and its write; the calls to AWS that it took."""
    with watched() as aws:
        aws.once("UpdateItem", first(lambda: good(other(hosted))))
        good(one(hosted))
        assert aws.fates == []
    return aws.counts


def test_two_purchases_of_one_seat_are_both_paid(in_round_1: Hosted) -> None:
    """P47: the one that is decided second costs 2, though it had read a price of 1."""
    assert attempts(in_round_1, buying("s1"), buying("s1"))["UpdateItem"] == 3
    holdings = in_round_1.seat("s1")["holdings"]
    assert (holdings["garnets"], holdings["bombs"]) == (5 - 1 - 2, {"double": 2})


def test_p49_two_purchases_cannot_spend_the_same_garnet(in_round_1: Hosted) -> None:
    """5 garnets are good for a Ticket at 1 and one at 2; two that both read 2 left do not both go through."""
    for _ in range(2):
        good(in_round_1.buy("s1", "ticket"))
    with watched() as aws:
        aws.once("UpdateItem", first(lambda: good(in_round_1.buy("s1", "sign_swap"))))
        answer = in_round_1.buy("s1", "bomb", "ticket")
    assert good(answer)["price"] == 1
    assert in_round_1.seat("s1")["holdings"]["garnets"] == 0
    problem(in_round_1.buy("s1", "bomb", "ticket"), 422, "garnets-too-few", "P49")


def test_purchases_of_two_seats_are_both_paid(in_round_1: Hosted) -> None:
    attempts(in_round_1, buying("s1"), buying("s2"))
    assert [in_round_1.seat(seat)["holdings"]["bombs"] for seat in ("s1", "s2")] == [{"double": 1}] * 2


def test_p42_an_entry_is_judged_by_what_is_held_when_it_is_stored(in_round_1: Hosted) -> None:
    """The bomb is bought between the entry's read and its write: the receipt says that it will count."""
    with watched() as aws:
        aws.once("UpdateItem", first(lambda: good(in_round_1.buy("s1", "bomb", "double"))))
        receipt = good(in_round_1.enter("s1", 1, bomb={"kind": "double"}))
    assert receipt["ignored"] == []
    assert in_round_1.seat("s1")["entry"] == receipt["entry"]


def test_an_entry_in_the_midst_of_a_purchase_is_kept(in_round_1: Hosted) -> None:
    attempts(in_round_1, buying("s1"), entering("s1"))
    view = in_round_1.seat("s1")
    assert (view["holdings"]["bombs"], view["entry"]["bomb"]["kind"], view["ignored"]) == ({"double": 1}, "double", [])


def test_c4_two_entries_of_one_seat_are_counted_as_two(in_round_1: Hosted) -> None:
    with watched() as aws:
        aws.once("UpdateItem", first(lambda: good(in_round_1.enter("s1", 1, sign_swap=True))))
        receipt = good(in_round_1.enter("s1", 1, ticket="paper"))
    assert receipt["revision"] == 2
    assert in_round_1.seat("s1")["entry"] == receipt["entry"]


def test_entries_of_two_seats_do_not_wait_for_each_other(in_round_1: Hosted) -> None:
    """The other's entry in between costs the one nothing: two writes, none of them repeated."""
    assert attempts(in_round_1, entering("s1"), entering("s2")) == {"GetItem": 2, "UpdateItem": 2}
    assert in_round_1.seat("s2")["entry"] == in_round_1.seat("s1")["entry"] != None  # noqa: E711
    assert attempts(in_round_1, entering("s1"), buying("s2")) == {"GetItem": 2, "UpdateItem": 2}


def test_c9_a_new_key_in_the_midst_of_an_entry_keeps_both(in_round_1: Hosted) -> None:
    new: list[Any] = []

    def rekeyed() -> None:
        path = f"{in_round_1.path}/host/seats/s1/key"
        new.append(good(in_round_1.cloud.request("POST", path, key=in_round_1.host_key)))

    with watched() as aws:
        aws.once("UpdateItem", first(rekeyed))
        good(in_round_1.enter("s1", 1, ticket="paper"))
    in_round_1.keys["s1"] = new[0]["key"]
    assert in_round_1.seat("s1")["entry"]["ticket"] == "paper"


def test_two_joins_of_one_seat_join_once(hosted: Hosted) -> None:
    """The first visit counts; the other is answered with the view as it then is."""
    with watched() as aws:
        aws.once("UpdateItem", first(lambda: good(hosted.join("s1", "aa" * 16))))
        view = good(hosted.join("s1", "bb" * 16))
    assert view["fairness"]["entropy"]["s1"] == "aa" * 16


def test_entropy_that_comes_while_the_match_starts_is_not_taken(hosted: Hosted) -> None:
    """It is frozen at the start (RULINGS section 5, step 2): what is shown is what was drawn with."""
    with watched() as aws:
        aws.once("UpdateItem", first(lambda: good(hosted.start())))
        view = good(hosted.join("s1", "bb" * 16))
    assert (view["joined"], view["fairness"]["entropy"]["s1"]) == (True, "")
    with watched() as aws:
        aws.once("PutItem", first(lambda: good(hosted.join("s2", "cc" * 16))))
        good(hosted.start(), 409) if aws.asked else None


def test_who_joins_while_the_match_starts_is_in_it(hosted: Hosted) -> None:
    with watched() as aws:
        aws.once("PutItem", first(lambda: good(hosted.join("s1", "aa" * 16))))
        view = good(hosted.start())
    assert view["fairness"]["entropy"]["s1"] == "aa" * 16
    assert hosted.seat("s1")["joined"] is True


def test_who_always_loses_is_told_to_try_again(in_round_1: Hosted) -> None:
    stored = in_round_1.items()
    with watched() as aws:
        aws.once("UpdateItem", refused("ConditionalCheckFailedException"), times=10)
        answer = in_round_1.enter("s1", 1, ticket="paper")
        assert aws.counts == {"GetItem": 10, "UpdateItem": 10}
    problem(answer, 503, "busy")
    assert answer.headers["retry-after"] == "1"
    assert in_round_1.items() == stored
