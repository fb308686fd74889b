"""The host's powers and their bounds: closing early, entering for a player, replacing a key (C6, C9, C10)."""

import json
from datetime import timedelta

import pytest

from infra.local.cloud import Cloud
from tests.functions.story import MILLISECOND, START, Hosted, everybody, good, problem, wanted


def rekey(hosted: Hosted, seat: str) -> str:
    """The seat's old key; it has a new one."""
    path = f"{hosted.path}/host/seats/{seat}/key"
    new = good(hosted.cloud.request("POST", path, key=hosted.host_key))
    assert (new["seat"], new["link"]) == (seat, f"https://localhost/docs#match={hosted.id}&key={new['key']}")
    old = hosted.keys[seat]
    hosted.keys[seat] = new["key"]
    return old


def test_c6_with_seven_of_eight_in_the_host_cannot_close_without_force_and_reason(cloud: Cloud) -> None:
    hosted = Hosted.create(cloud, wanted(seats=8))
    good(hosted.start())
    for seat in list(hosted.keys)[:7]:
        good(hosted.enter(seat, 0, room="rock"))
    stored = hosted.items()
    assert hosted.desk()["everybody_entered"] is False
    for force, reason in ((False, ""), (False, "I want to"), (True, ""), (True, "  ")):
        assert "force" in problem(hosted.close(0, force=force, reason=reason), 409, "too-early", "C6")["detail"]
    assert hosted.items() == stored
    reveal = good(hosted.close(0, force=True, reason=" The eighth has left. "))
    assert reveal == hosted.reveals()[0]
    kept = hosted.record(0)
    assert (kept["closed_by"], kept["reason"], kept["closed_at"]) == (
        "host",
        "The eighth has left.",
        "2026-10-24T18:00:00Z",
    )
    assert "left" not in json.dumps(reveal)


def test_c6_with_everybody_in_the_host_closes_without_more(started: Hosted) -> None:
    for seat in everybody(started):
        good(started.enter(seat, 0, room="rock"))
    assert started.desk()["everybody_entered"] is True
    assert started.phase == 0
    good(started.close(0))
    assert started.phase == 1
    # C3: the daily clock stays.
    assert started.deadline == START + timedelta(days=3)


def test_c6_at_the_deadline_the_host_closes_without_more(started: Hosted) -> None:
    started.cloud.clock.set(started.deadline - MILLISECOND)
    problem(started.close(0), 409, "too-early", "C6")
    started.cloud.clock.set(started.deadline)
    good(started.close(0))
    assert started.record(0)["closed_by"] == "host"


@pytest.mark.parametrize("phase", [1, 2, 10**9])
def test_a_phase_that_has_not_come_cannot_be_closed(phase: int, started: Hosted) -> None:
    stored = started.items()
    problem(started.close(phase, force=True, reason="sooner"), 409, "phase-not-open")
    assert started.items() == stored


def test_a_phase_that_never_was_cannot_be_closed(started: Hosted) -> None:
    problem(started.close(-1, force=True, reason="before"), 404, "phase-unknown")


def test_c9_a_new_key_keeps_room_items_and_the_pending_entry(started: Hosted) -> None:
    good(started.join("s4"))
    good(started.enter("s4", 0, room="paper", sign="-", bombs=["double"]))
    good(started.close(0, force=True, reason="to be in round 1"))
    good(started.buy("s4", "ticket"))
    good(started.enter("s4", 1, bomb={"kind": "double"}))
    before = started.seat("s4")
    old = rekey(started, "s4")
    dead = started.cloud.request("GET", f"{started.path}/seat", key=old)
    problem(dead, 401, "key-unknown")
    assert started.seat("s4") == before
    again = rekey(started, "s4")
    problem(started.cloud.request("GET", f"{started.path}/seat", key=again), 401, "key-unknown")
    started.pass_deadline()
    assert started.reveals()[1]["bombs"] == {"paper": {"double": 1}}
    assert started.seat("s4")["holdings"] == {"garnets": 4, "tickets": 5, "sign_swaps": 2, "bombs": {}}


def test_c9_a_substitute_sees_the_own_seat_only(started: Hosted) -> None:
    others = {seat: started.see(seat).headers["etag"] for seat in everybody(started) if seat != "s4"}
    rekey(started, "s4")
    assert {seat: started.see(seat).headers["etag"] for seat in others} == others
    assert started.seat("s4")["seat"] == "s4"


def test_c9_a_key_can_be_replaced_before_the_start_and_after_the_end(hosted: Hosted) -> None:
    rekey(hosted, "s1")
    good(hosted.join("s1", "ab" * 16))
    good(hosted.start())
    for phase in range(4):
        good(hosted.close(phase, force=True, reason="on"))
    while hosted.public()["status"] != "over":
        hosted.pass_deadline()
    rekey(hosted, "s1")
    assert hosted.seat("s1")["result"] is not None


def test_c10_what_the_host_enters_is_marked_as_such_and_judged_the_same(started: Hosted) -> None:
    own = good(started.enter("s2", 0, room="paper", sign="maybe", bombs=["nuke"]))
    receipt = good(started.enter_for("s1", 0, room="paper", sign="maybe", bombs=["nuke"]))
    assert receipt["ignored"] == own["ignored"] != []
    mine, theirs = started.seat("s1"), started.seat("s2")
    assert (mine["by"], theirs["by"], mine["entry"], mine["ignored"]) == (
        "host",
        "seat",
        theirs["entry"],
        theirs["ignored"],
    )
    problem(started.enter_for("s1", 0, bombs=["double"] * 3), 422, "bombs-too-many", "P5")
    assert started.seat("s1") == mine
    desk = {one["seat"]: one["by"] for one in started.desk()["attendance"]}
    assert (desk["s1"], desk["s2"], desk["s3"]) == ("host", "seat", None)
    good(started.close(0, force=True, reason="all who will"))
    assert started.record(0)["entries"]["s1"]["by"] == "host"
    assert started.record(0)["entries"]["s2"]["by"] == "seat"


def test_c10_c4_the_player_can_replace_what_the_host_has_entered(started: Hosted) -> None:
    good(started.enter_for("s1", 0, room="paper"))
    assert good(started.enter("s1", 0, room="rock"))["revision"] == 2
    view = started.seat("s1")
    assert (view["by"], view["entry"]["room"]) == ("seat", "rock")
    assert good(started.close(0, force=True, reason="on"))["rooms"]["s1"]["room"] == "rock"
    assert [standing["by"] for standing in started.record(0)["superseded"]["s1"]] == ["host"]


def test_p73_only_who_is_awaited_can_enter_in_an_ending_step(started: Hosted) -> None:
    """Also not through the host."""
    for phase in range(4):
        good(started.close(phase, force=True, reason="on to the end"))
    awaited = {one["seat"] for one in started.desk()["attendance"] if one["awaited"]}
    outsider = next(seat for seat in everybody(started) if seat not in awaited)
    problem(started.enter(outsider, 4, choice="s1"), 403, "not-awaited")
    problem(started.enter_for(outsider, 4, choice="s1"), 403, "not-awaited")
    problem(started.withdraw(outsider, 4), 403, "not-awaited")
    problem(started.buy(outsider, "ticket"), 409, "shop-closed", "P46")
