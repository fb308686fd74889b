"""Entries over HTTP: what is in time, what replaces what, what would be ignored, what is refused."""

from typing import Any

import pytest

from infra.local.cloud import Cloud
from tests.functions.story import Hosted, good, problem, wanted

FIRST = {"ticket": "paper", "bomb": {"kind": "confetti"}}


@pytest.fixture(scope="module")
def in_round_1(shared_cloud: Cloud) -> Hosted:
    """Everybody in Rock with sign +, s1 with a Double and a Confetti Bomb."""
    hosted = Hosted.create(shared_cloud)
    good(hosted.start())
    for seat in hosted.keys:
        good(hosted.enter(seat, 0, room="rock", sign="+", bombs=["double", "confetti"] if seat == "s1" else []))
    good(hosted.close(0))
    return hosted


@pytest.fixture
def standing(in_round_1: Hosted) -> Hosted:
    """The same with an entry of s1."""
    good(in_round_1.enter("s1", 1, **FIRST))
    return in_round_1


def test_c4_the_last_entry_replaces_the_earlier_one_whole(standing: Hosted) -> None:
    before = standing.seat("s1")
    assert before["entry"] == {**FIRST, "bomb": {"kind": "confetti", "room": None}, "sign_swap": None, "bombs": None}
    receipt = good(standing.enter("s1", 1, sign_swap=True))
    assert receipt["revision"] == before["revision"] + 1
    entry = {"ticket": None, "sign_swap": True, "bomb": None, "bombs": None}
    assert standing.seat("s1")["entry"] == receipt["entry"] == entry


def test_c4_a_withdrawn_entry_leaves_the_phase_blank(standing: Hosted) -> None:
    receipt = good(standing.withdraw("s1", 1))
    assert receipt["entry"] is None
    after = standing.seat("s1")
    assert (after["entry"], after["accepted_at"], after["by"]) == (None, None, None)
    assert good(standing.withdraw("s1", 1))["entry"] is None
    assert good(standing.enter("s1", 1, sign_swap=True))["revision"] == receipt["revision"] + 1


@pytest.mark.parametrize(
    ("entry", "part", "code", "ruling"),
    [
        ({"bomb": [{"kind": "double"}, {"kind": "confetti"}]}, "bomb", "bomb-list", "P29"),
        ({"bomb": {"kind": "double"}, "bombs": [{"kind": "double"}]}, "bomb", "bomb-list", "P29"),
        ({"bomb": {"kind": "polarity"}}, "bomb", "bomb-not-owned", "P30"),
        ({"bomb": {"kind": "double", "room": "lizard"}}, "bomb", "bomb-room-unknown", "P33"),
        ({"bomb": {"room": "rock"}}, "bomb", "bomb-kind-missing", "P34"),
        ({"ticket": "rock"}, "ticket", "ticket-own-room", "P36"),
        ({"ticket": "Rok"}, "ticket", "ticket-room-unknown", "P37"),
        ({"ticket": ""}, "ticket", "ticket-room-unknown", "P37"),
        ({"ticket": ["paper", "scissors"]}, "ticket", "ticket-list", "P39"),
    ],
    ids=str,
)
def test_p42_the_receipt_says_what_will_be_ignored(
    entry: dict[str, Any], part: str, code: str, ruling: str, in_round_1: Hosted
) -> None:
    """Accepted all the same: the rest of it counts, and the player can send it again."""
    receipt = good(in_round_1.enter("s1", 1, **({"sign_swap": True} | entry)))
    (ignored,) = receipt["ignored"]
    assert (ignored["part"], ignored["code"], ignored["ruling"]) == (part, code, ruling)
    assert ignored["reason"].endswith(".")
    assert in_round_1.seat("s1")["ignored"] == receipt["ignored"]


def test_p42_a_bomb_bought_later_makes_the_entry_count(in_round_1: Hosted) -> None:
    ignored = good(in_round_1.enter("s2", 1, bomb={"kind": "ticket"}))["ignored"]
    assert [part["code"] for part in ignored] == ["bomb-not-owned"]
    good(in_round_1.buy("s2", "bomb", "ticket"))
    assert in_round_1.seat("s2")["ignored"] == []


@pytest.mark.parametrize("phase", [0, 2, -1, 10**6])
def test_an_entry_for_another_phase_is_refused_and_never_carried_over(phase: int, standing: Hosted) -> None:
    before = standing.see("s1")
    problem(standing.enter("s1", phase, sign_swap=True), 409, "phase-not-open")
    problem(standing.withdraw("s1", phase), 409, "phase-not-open")
    problem(standing.enter_for("s1", phase, sign_swap=True), 409, "phase-not-open")
    after = standing.see("s1")
    assert (after.body, after.headers["etag"]) == (before.body, before.headers["etag"])


def test_c5_an_entry_of_another_phases_shape_is_refused(standing: Hosted) -> None:
    before = standing.see("s1").body
    problem(standing.enter("s1", 1, room="rock", sign="+"), 400, "body-shape")
    problem(standing.enter("s1", 1, choice="s2"), 400, "body-shape")
    assert standing.see("s1").body == before


@pytest.fixture
def started(shared_cloud: Cloud) -> Hosted:
    """Another match, in its pregame."""
    hosted = Hosted.create(shared_cloud)
    good(hosted.start())
    return hosted


def test_p5_c5_three_starting_bombs_are_refused_and_what_stood_stands(started: Hosted) -> None:
    good(started.enter("s1", 0, bombs=["double", "double"]))
    before = started.see("s1").body
    problem(started.enter("s1", 0, bombs=["double", "double", "ticket"]), 422, "bombs-too-many", "P5")
    assert started.see("s1").body == before


def test_c5_an_entry_longer_than_any_that_makes_sense_is_refused(standing: Hosted) -> None:
    before = standing.see("s1").body
    problem(standing.enter("s1", 1, ticket="x" * 200), 422, "entry-too-long")
    problem(standing.enter("s1", 1, bombs=[{"kind": "double"}] * 20), 422, "entry-too-long")
    problem(standing.enter("s1", 1, bomb=[["x"] * 50]), 422, "entry-too-long")
    assert standing.see("s1").body == before


def test_p49_a_purchase_without_garnets_changes_nothing(started: Hosted) -> None:
    """5 garnets: the first Ticket costs 1, the second 2, the third 3."""
    assert [good(started.buy("s1", "ticket"))["price"] for _ in range(2)] == [1, 2]
    good(started.enter("s1", 0, room="rock"))
    before, stored = started.see("s1"), started.head()
    problem(started.buy("s1", "ticket"), 422, "garnets-too-few", "P49")
    after = started.see("s1")
    assert (after.body, after.headers["etag"]) == (before.body, before.headers["etag"])
    assert started.head() == stored
    assert started.seat("s1")["holdings"] == {"garnets": 2, "tickets": 6, "sign_swaps": 2, "bombs": {}}


@pytest.mark.parametrize(
    ("item", "bomb", "code", "ruling"),
    [
        ("bomb", None, "bomb-kind-missing", "P48"),
        ("bomb", "nuke", "bomb-kind-missing", "P48"),
        ("ticket", "double", "bomb-kind-misplaced", "P48"),
        ("crown", None, "item-unknown", "P44"),
    ],
)
def test_a_purchase_of_what_is_not_sold_is_refused(
    item: str, bomb: str | None, code: str, ruling: str, in_round_1: Hosted
) -> None:
    stored = in_round_1.head()
    problem(in_round_1.buy("s3", item, bomb), 422, code, ruling)
    assert in_round_1.head() == stored


def test_acts_in_one_phase_are_bounded(shared_cloud: Cloud) -> None:
    hosted = Hosted.create(shared_cloud, wanted(garnets=300))
    good(hosted.start())
    for _ in range(20):
        good(hosted.buy("s1", "ticket"))
    problem(hosted.buy("s1", "sign_swap"), 409, "acts-too-many")
    good(hosted.buy("s2", "sign_swap"))
    good(hosted.close(0, force=True, reason="the next phase"))
    good(hosted.buy("s1", "sign_swap"))


def test_before_the_start_nothing_can_be_entered(shared_cloud: Cloud) -> None:
    hosted = Hosted.create(shared_cloud)
    problem(hosted.enter("s1", 0, room="rock"), 409, "match-joining")
    problem(hosted.withdraw("s1", 0), 409, "match-joining")
    problem(hosted.buy("s1", "ticket"), 409, "match-joining")
    problem(hosted.enter_for("s1", 0, room="rock"), 409, "match-joining")
    problem(hosted.close(0, force=True, reason="too soon"), 409, "match-joining")
