"""Creating and starting: by hand, by itself at `starts_at`, by the sweeper; and what a match cannot be created with."""

from datetime import timedelta
from typing import Any

import pytest

from infra.local.cloud import Cloud
from tests.functions.story import HOST_KEY, START, Hosted, good, pending, problem, sweep, wanted

STARTS_AT = "2026-10-25T08:00:00+02:00"
MOMENT = START + timedelta(hours=12)


@pytest.fixture
def appointed(cloud: Cloud) -> Hosted:
    """A match that starts by itself, twelve hours from now."""
    return Hosted.create(cloud, wanted(starts_at=STARTS_AT))


def test_a_match_starts_by_itself(appointed: Hosted) -> None:
    assert appointed.public()["starts_at"] == "2026-10-25T06:00:00Z"
    assert pending(appointed.cloud) == [f"{appointed.id}-start-{int(MOMENT.timestamp())}"]
    appointed.cloud.clock.set(MOMENT + timedelta(seconds=30))
    appointed.cloud.run_due()
    assert appointed.public()["phase"]["key"] == "pregame"
    assert appointed.deadline == MOMENT + timedelta(days=2)


def test_the_sweeper_starts_what_a_lost_schedule_left(appointed: Hosted) -> None:
    (name,) = pending(appointed.cloud)
    appointed.cloud.schedules.lose(name)
    appointed.cloud.clock.set(MOMENT - timedelta(milliseconds=1))
    sweep(appointed.cloud)
    assert appointed.public()["status"] == "joining"
    appointed.cloud.clock.set(MOMENT + timedelta(minutes=4))
    sweep(appointed.cloud)
    assert appointed.public()["status"] == "open"
    assert appointed.deadline == MOMENT + timedelta(days=2)


def test_c3_a_start_later_than_the_grace_counts_from_then(appointed: Hosted) -> None:
    appointed.cloud.clock.set(MOMENT + timedelta(hours=1))
    appointed.cloud.run_due()
    assert appointed.deadline == MOMENT + timedelta(hours=1, days=2)


def test_c3_the_host_starts_it_before_its_time_and_the_announced_clock_stays(appointed: Hosted) -> None:
    """The schedule of its start then finds nothing to do."""
    good(appointed.start())
    assert appointed.deadline == MOMENT + timedelta(days=2)
    stored = appointed.items()
    appointed.cloud.clock.set(MOMENT)
    appointed.cloud.run_due()
    appointed.deliver(-1)
    sweep(appointed.cloud)
    assert appointed.items() == stored


def test_a_start_delivered_early_or_twice_starts_once(appointed: Hosted) -> None:
    appointed.deliver(-1)
    assert appointed.public()["status"] == "joining"
    appointed.cloud.clock.set(MOMENT)
    appointed.deliver(-1)
    stored = appointed.items()
    appointed.deliver(-1)
    assert appointed.items() == stored


def test_a_match_without_an_appointment_waits_for_its_host(hosted: Hosted) -> None:
    hosted.cloud.clock.advance(10**6)
    hosted.deliver(-1)
    hosted.deliver(0)
    sweep(hosted.cloud)
    assert hosted.public()["status"] == "joining"


def test_starting_twice_starts_once(hosted: Hosted) -> None:
    first = good(hosted.start())
    stored = hosted.head()
    hosted.cloud.clock.advance(60)
    assert good(hosted.start()) == first
    assert hosted.head() == stored


REFUSED: list[tuple[dict[str, Any], int, str, str]] = [
    ({"seats": []}, 422, "seats-number", ""),
    ({"seats": [{"name": f"Player {n}"} for n in range(101)]}, 422, "seats-number", ""),
    ({"seats": [{"name": ""}] * 5}, 422, "seat-name", ""),
    ({"seats": [{"name": "  "}] * 5}, 422, "seat-name", ""),
    ({"seats": [{"name": f"{n}\n"} for n in range(5)] + [{"name": "a\u0000b"}]}, 422, "seat-name", ""),
    ({"seats": [{"name": f"{n}" + "é" * 32} for n in range(5)]}, 422, "seat-name", ""),
    ({"seats": [{"name": name} for name in ("A", "B", "C", "D", " a ")]}, 422, "seat-name-twice", ""),
    ({"seats": [{"name": f"{n}", "garnets": -1} for n in range(5)]}, 422, "seat-garnets", ""),
    ({"seats": [{"name": f"{n}", "garnets": 10**40} for n in range(5)]}, 422, "seat-garnets", ""),
    ({"seats": [{"name": f"{n}", "garnets": 1.5} for n in range(5)]}, 400, "body-shape", ""),
    ({"seats": [{"name": f"{n}", "room": "rock"} for n in range(5)]}, 400, "body-shape", ""),
    ({"seats": {"name": "A"}}, 400, "body-shape", ""),
    ({"seats": None}, 400, "body-shape", ""),
    ({"game": None}, 400, "body-shape", ""),
    ({"game": "Polar RPS Party"}, 422, "game-unknown", ""),
    ({"config": {"rounds": 0}}, 422, "config-rounds", ""),
    ({"config": {"rounds": 10**40}}, 422, "config-rounds", ""),
    ({"config": {"rounds": "many"}}, 400, "body-shape", ""),
    ({"config": {"laps": 3}}, 400, "body-shape", ""),
    ({"config": {"round_seconds": 29}}, 422, "config-round-seconds", "C2"),
    ({"config": {"pregame_seconds": 10**9}}, 422, "config-pregame-seconds", "C2"),
    ({"config": {"choice_seconds": 0}}, 422, "config-choice-seconds", "P73"),
    ({"config": {"grace_seconds": -1}}, 422, "config-grace-seconds", "C3"),
    ({"config": []}, 400, "body-shape", ""),
    ({"announce": [{"kind": "discord", "url": "https://example.org"}]}, 422, "announce-unavailable", ""),
    ({"starts_at": "2026-10-24T18:00:00Z"}, 422, "starts-at-past", ""),
    ({"starts_at": "2026-10-24T18:00:00.000999Z"}, 422, "starts-at-past", ""),
    ({"starts_at": "2026-10-25T18:00:00"}, 422, "starts-at-zone", "C2"),
    ({"starts_at": "tomorrow"}, 400, "body-shape", ""),
    ({"starts_at": {"at": 1}}, 400, "body-shape", ""),
]


@pytest.mark.parametrize(("change", "status", "code", "ruling"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_cannot_be_played_is_not_created(
    change: dict[str, Any], status: int, code: str, ruling: str, shared_cloud: Cloud
) -> None:
    answer = shared_cloud.request("POST", "/matches", key=HOST_KEY, body=wanted() | change)
    problem(answer, status, code, ruling)


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"])
def test_a_start_beyond_all_calendars_is_refused(moment: str, shared_cloud: Cloud) -> None:
    answer = shared_cloud.request("POST", "/matches", key=HOST_KEY, body=wanted(starts_at=moment))
    assert answer.status == 422


def test_a_start_that_nobody_will_see_is_refused(shared_cloud: Cloud) -> None:
    answer = shared_cloud.request("POST", "/matches", key=HOST_KEY, body=wanted(starts_at="9999-12-31T23:59:59Z"))
    assert answer.status == 422


def test_the_least_that_a_match_can_be_created_with(shared_cloud: Cloud) -> None:
    body = {"game": "polar-rps-party", "seats": [{"name": f" Player {n} "} for n in range(5)]}
    hosted = Hosted.create(shared_cloud, body)
    public = hosted.public()
    assert [seat["name"] for seat in public["seats"]] == [f"Player {n}" for n in range(5)]
    assert (public["config"]["rounds"], public["starts_at"], public["game"]) == (9, None, "polar-rps-party")
    assert public["commit"] == hosted.created["commit"]
    assert len(public["commit"]) == 64
    problem(hosted.join("s1", "not hexadecimal"), 422, "entropy-malformed")
    problem(hosted.join("s1", "AB" * 16), 422, "entropy-malformed")
    assert hosted.desk()["attendance"][0]["joined"] is False
