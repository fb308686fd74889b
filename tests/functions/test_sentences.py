"""What somebody is told whose body is not of the shape that was asked for, in words for a phone."""

from typing import Any

import pytest

from infra.local.cloud import Cloud
from tests.functions.story import HOST_KEY, Hosted, good, problem, wanted

ENTRIES: list[tuple[dict[str, Any], str]] = [
    ({"ticket": 5}, "ticket must be text or must be a list."),
    ({"sign_swap": "yes"}, "sign_swap must be true or false."),
    ({"sign_swap": 1}, "sign_swap must be true or false."),
    ({"bomb": {"kind": 1}}, "bomb.kind must be text; bomb must be a list."),
    ({"wish": 1, "ticket": None}, "wish is not known here."),
]


@pytest.mark.parametrize(("entry", "told"), ENTRIES)
def test_an_entrys_faults_are_told_in_plain_words(started: Hosted, entry: dict[str, Any], told: str) -> None:
    good(started.close(0, force=True, reason="on with it"))
    refusal = problem(started.enter("s1", 1, **entry), 400, "body-shape")
    assert refusal["detail"] == f"Correct this and send it again: {told}"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (wanted() | {"seats": 5}, "seats must be a list."),
        (wanted() | {"seats": [{"name": "Player one", "garnets": True}]}, "seats.1.garnets must be a whole number."),
        (wanted() | {"seats": [{"garnets": 1}]}, "seats.1.name is missing."),
        (wanted() | {"config": {"rounds": "3"}}, "rounds must be a whole number."),
        (wanted() | {"config": {"round_seconds": True}}, "round_seconds must be a whole number."),
        ([], "the body must be an object in braces."),
    ],
)
def test_a_creations_faults_are_told_in_plain_words(cloud: Cloud, body: Any, told: str) -> None:
    refusal = problem(cloud.request("POST", "/matches", key=HOST_KEY, body=body), 400, "body-shape")
    assert refusal["detail"] == f"Correct this and send it again: {told}"


@pytest.mark.parametrize("phase", [True, "0", 0.0, None])
def test_a_phase_is_a_whole_number_and_nothing_like_one(started: Hosted, phase: Any) -> None:
    refusals = [started.enter("s1", phase), started.withdraw("s1", phase), started.close(phase)]
    assert [refusal.status for refusal in refusals] == [400, 400, 400]
    assert started.phase == 0


def test_a_purchase_under_a_key_is_remembered_although_others_follow_without(started: Hosted) -> None:
    first = good(started.buy("s1", "ticket", idempotency_key="one"))
    good(started.buy("s1", "ticket"))
    good(started.buy("s1", "sign_swap"))
    assert good(started.buy("s1", "ticket", idempotency_key="one")) == first
    assert started.seat("s1")["holdings"]["garnets"] == 1


def test_a_purchase_of_long_ago_is_not_made_again(started: Hosted) -> None:
    """Its answer is not kept for ever; that it was made is, for as many as a phase can see."""
    good(started.buy("s1", "ticket", idempotency_key="one"))
    good(started.buy("s1", "sign_swap", idempotency_key="two"))
    good(started.buy("s1", "bomb", "double", idempotency_key="three"))
    before = started.seat("s1")["holdings"]
    problem(started.buy("s1", "ticket", idempotency_key="one"), 409, "done-before")
    problem(started.buy("s1", "sign_swap", idempotency_key="one"), 409, "idempotency-key-reused")
    assert started.seat("s1")["holdings"] == before


def test_an_empty_body_of_another_type_is_refused_as_a_problem(started: Hosted) -> None:
    path = f"{started.path}/seat/entry"
    headers = {"content-type": "text/plain"}
    answer = started.cloud.request("PUT", path, key=started.keys["s1"], headers=headers)
    problem(answer, 415, "content-type")


def test_a_moment_is_taken_in_writing_only(cloud: Cloud) -> None:
    body = wanted(starts_at=1_793_000_000)
    refusal = problem(cloud.request("POST", "/matches", key=HOST_KEY, body=body), 400, "body-shape")
    assert "starts_at must be a moment in writing" in refusal["detail"]


def test_p29_an_empty_list_of_bombs_is_no_second_bomb(started: Hosted) -> None:
    good(started.enter("s1", 0, bombs=["double"]))
    good(started.close(0, force=True, reason="on with it"))
    receipt = good(started.enter("s1", 1, bomb={"kind": "double"}, bombs=[]))
    assert receipt["ignored"] == []
