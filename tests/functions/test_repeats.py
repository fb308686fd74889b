"""Idempotency-Key on every POST: what is sent again is not done again."""

from typing import Any

import pytest

from infra.local.cloud import Cloud
from infra.local.gateway import Answer
from tests.functions.story import HOST_KEY, Hosted, good, pending, problem, wanted

KEY = {"Idempotency-Key": "7b6c2a"}


def post(hosted: Hosted, path: str, body: Any, key: str, headers: dict[str, str] = KEY) -> Answer:
    return hosted.cloud.request("POST", hosted.path + path, key=key, body=body, headers=headers)


def test_a_match_is_created_once_and_its_first_links_die(cloud: Cloud) -> None:
    first = Hosted.create(cloud, headers=KEY)
    cloud.clock.advance(60)
    second = Hosted.create(cloud, headers=KEY)
    assert (second.id, second.created["commit"]) == (first.id, first.created["commit"])
    assert not {first.host_key, *first.keys.values()} & {second.host_key, *second.keys.values()}
    for key in first.keys.values():
        problem(cloud.request("GET", f"{first.path}/seat", key=key), 401, "key-unknown")
    problem(cloud.request("GET", f"{first.path}/host", key=first.host_key), 401, "key-unknown")
    assert second.seat("s6")["seat"] == "s6"
    assert second.desk()["created_at"] == "2026-10-24T18:00:00Z"
    assert Hosted.create(cloud, headers={"Idempotency-Key": "another"}).id != first.id
    assert Hosted.create(cloud).id != Hosted.create(cloud).id


@pytest.mark.parametrize("then", ["joined", "started"])
def test_a_match_that_somebody_is_in_keeps_its_links(then: str, cloud: Cloud) -> None:
    hosted = Hosted.create(cloud, headers=KEY)
    good(hosted.join("s1") if then == "joined" else hosted.start())
    stored = hosted.items()
    answer = cloud.request("POST", "/matches", key=HOST_KEY, body=wanted(), headers=KEY)
    assert problem(answer, 409, "match-exists")["match"] == hosted.id
    assert hosted.items() == stored


@pytest.mark.parametrize("change", [{"config": {"rounds": 4}}, {"starts_at": "2026-12-01T00:00:00Z"}], ids=str)
def test_a_key_that_was_used_for_another_match_is_refused(change: dict[str, Any], cloud: Cloud) -> None:
    hosted = Hosted.create(cloud, headers=KEY)
    stored = hosted.items()
    answer = cloud.request("POST", "/matches", key=HOST_KEY, body=wanted() | change, headers=KEY)
    problem(answer, 409, "idempotency-key-reused")
    assert hosted.items() == stored


def test_the_same_match_said_in_another_way_is_the_same(cloud: Cloud) -> None:
    """Defaults written out, fields in another order."""
    first = Hosted.create(cloud, headers=KEY)
    body = dict(reversed((wanted() | {"announce": [], "starts_at": None}).items()))
    assert Hosted.create(cloud, body, headers=KEY).id == first.id


def test_a_match_with_an_appointment_has_one_schedule_however_often_it_is_created(cloud: Cloud) -> None:
    body = wanted(starts_at="2026-10-25T18:00:00Z")
    first, second = Hosted.create(cloud, body, headers=KEY), Hosted.create(cloud, body, headers=KEY)
    assert first.id == second.id
    assert len(pending(cloud)) == 1


def test_a_match_that_has_started_by_itself_is_still_found_by_its_key(cloud: Cloud) -> None:
    body = wanted(starts_at="2026-10-25T18:00:00Z")
    hosted = Hosted.create(cloud, body, headers=KEY)
    cloud.clock.advance(2 * 86_400)
    cloud.run_due()
    answer = cloud.request("POST", "/matches", key=HOST_KEY, body=body, headers=KEY)
    assert problem(answer, 409, "match-exists")["match"] == hosted.id


def test_p47_a_purchase_is_made_once_and_answered_alike(started: Hosted) -> None:
    body = {"item": "ticket"}
    first = good(post(started, "/seat/purchases", body, started.keys["s1"]))
    stored = started.items()
    started.cloud.clock.advance(60)
    assert good(post(started, "/seat/purchases", body, started.keys["s1"])) == first
    assert started.items() == stored
    other = good(post(started, "/seat/purchases", body, started.keys["s1"], {"Idempotency-Key": "other"}))
    assert (first["price"], other["price"]) == (1, 2)
    assert good(post(started, "/seat/purchases", body, started.keys["s2"]))["price"] == 1


def test_a_purchase_repeated_after_its_phase_is_answered_alike(started: Hosted) -> None:
    body = {"item": "ticket"}
    first = good(post(started, "/seat/purchases", body, started.keys["s1"]))
    started.pass_deadline()
    assert good(post(started, "/seat/purchases", body, started.keys["s1"])) == first
    assert started.seat("s1")["holdings"]["garnets"] == 4


def test_a_key_that_was_used_for_another_purchase_is_refused(started: Hosted) -> None:
    good(post(started, "/seat/purchases", {"item": "ticket"}, started.keys["s1"]))
    stored = started.items()
    answer = post(started, "/seat/purchases", {"item": "bomb", "bomb": "double"}, started.keys["s1"])
    problem(answer, 409, "idempotency-key-reused")
    assert started.items() == stored


def test_a_refused_purchase_can_be_tried_again_under_its_key(cloud: Cloud) -> None:
    """Nothing was done, so nothing is remembered."""
    hosted = Hosted.create(cloud, wanted(garnets=0))
    good(hosted.start())
    for _ in range(2):
        answer = post(hosted, "/seat/purchases", {"item": "ticket"}, hosted.keys["s1"])
        problem(answer, 422, "garnets-too-few", "P49")


def test_a_key_may_have_255_characters(started: Hosted) -> None:
    body, seat_key = {"item": "ticket"}, started.keys["s1"]
    good(post(started, "/seat/purchases", body, seat_key, {"Idempotency-Key": "k" * 255}))
    answer = post(started, "/seat/purchases", body, seat_key, {"Idempotency-Key": "k" * 256})
    problem(answer, 400, "body-shape")


def test_joining_starting_and_closing_again_change_nothing(hosted: Hosted) -> None:
    """They are what they are, once, with the key or without."""
    requests: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("/seat/join", {"entropy": "ab" * 16}, hosted.keys["s1"]),
        ("/host/start", {}, hosted.host_key),
        ("/host/close", {"phase": 0, "force": True, "reason": "on"}, hosted.host_key),
    )
    for path, body, key in requests:
        first = good(post(hosted, path, body, key))
        stored = hosted.items()
        hosted.cloud.clock.advance(60)
        for headers in (KEY, {"Idempotency-Key": "other"}, {}):
            assert good(post(hosted, path, body, key, headers)) == first
        assert hosted.items() == stored


def test_c9_a_new_key_asked_for_twice_is_a_new_key_twice(hosted: Hosted) -> None:
    """A key is kept nowhere, so it cannot be shown again; the last one opens the seat."""
    path = "/host/seats/s1/key"
    first, second = (good(post(hosted, path, None, hosted.host_key))["key"] for _ in range(2))
    problem(hosted.cloud.request("GET", f"{hosted.path}/seat", key=first), 401, "key-unknown")
    good(hosted.cloud.request("GET", f"{hosted.path}/seat", key=second))
