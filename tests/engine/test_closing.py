"""Closing a phase: when it may be done, and what it leads to."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.closing import close, closes_now, everybody_entered, stick
from engine.inputs import act, enter, withdraw
from engine.match import Match
from engine.refusals import NotNow
from engine.views import host_view, public_view
from tests.engine.saving import canonical, saved
from tests.engine.toy_game import Buy, Toast, ToyConfig, ToyResult, ToyReveal
from tests.engine.toy_match import (
    DAY,
    HOUR,
    MILLISECOND,
    OPENS,
    at_the_toast,
    closed_in_time,
    deadline_of,
    opened,
    with_bids,
)

DUE = OPENS + DAY
ALL = {"s1": 3, "s2": 2, "s3": 1}


def entered_by_all() -> Match:
    return with_bids(opened(), ALL)


# By the deadline


def test_c1_a_phase_closes_at_its_deadline_and_not_a_millisecond_before() -> None:
    with pytest.raises(NotNow, match="open until 2026-10-25 18:00:00 UTC") as refusal:
        close(opened(), 0, DUE - MILLISECOND, by="deadline")
    assert refusal.value.code == "too-early"
    assert close(opened(), 0, DUE, by="deadline").record.closed_at == DUE


def test_a_phase_that_waits_stays_open_though_all_have_entered() -> None:
    match = entered_by_all()
    assert everybody_entered(match)
    assert not closes_now(match)
    for by in ("deadline", "everybody"):
        with pytest.raises(NotNow):
            close(match, 0, DUE - MILLISECOND, by=by)


def test_c3_the_next_deadline_counts_from_the_last() -> None:
    following = close(opened(), 0, DUE + timedelta(seconds=20), by="deadline").match
    assert following.phase is not None
    assert following.phase.opened_at == DUE + timedelta(seconds=20)
    assert following.phase.deadline == DUE + DAY


def test_c3_after_a_very_late_reveal_the_next_deadline_counts_from_it() -> None:
    following = close(opened(), 0, DUE + 3 * HOUR, by="deadline").match
    assert deadline_of(following) == DUE + 3 * HOUR + DAY


def test_c3_the_grace_is_the_matchs_own() -> None:
    patient = close(opened(config=ToyConfig(grace_seconds=7200)), 0, DUE + HOUR, by="deadline").match
    strict = close(opened(config=ToyConfig(grace_seconds=0)), 0, DUE + MILLISECOND, by="deadline").match
    assert deadline_of(patient) == DUE + DAY
    assert deadline_of(strict) == DUE + MILLISECOND + DAY


def test_c3_at_most_half_of_the_next_phase_counts_as_grace() -> None:
    config = ToyConfig(rounds=1, grace_seconds=3600, toast_seconds=60)
    match = with_bids(opened(config=config), {"s1": 3, "s2": 1, "s3": 1})
    within = close(match, 0, DUE + timedelta(seconds=30), by="deadline").match
    beyond = close(match, 0, DUE + timedelta(seconds=31), by="deadline").match
    assert deadline_of(within) == DUE + timedelta(seconds=60)
    assert deadline_of(beyond) == DUE + timedelta(seconds=91)


# By everybody


def test_a_phase_that_does_not_wait_closes_when_all_that_it_awaits_have_entered() -> None:
    match = at_the_toast()
    now = deadline_of(match) - HOUR / 2
    assert not closes_now(match)
    with pytest.raises(NotNow):
        close(match, 2, now, by="everybody")
    answered = enter(match, "s1", 2, Toast(choice="s2"), now).match
    assert closes_now(answered)
    closing = close(answered, 2, now, by="everybody")
    assert (closing.record.closed_by, closing.match.status) == ("everybody", "over")


def test_a_withdrawn_answer_is_waited_for_again() -> None:
    match = at_the_toast()
    now = deadline_of(match) - HOUR / 2
    answered = enter(match, "s1", 2, Toast(choice="s2"), now).match
    assert not closes_now(withdraw(answered, "s1", 2, now).match)


@pytest.mark.parametrize("status", ["joining", "paused", "stuck", "over"])
def test_nothing_closes_at_once_while_the_match_does_not_run(status: str) -> None:
    match = at_the_toast()
    answered = enter(match, "s1", 2, Toast(choice="s2"), deadline_of(match) - MILLISECOND).match
    assert not closes_now(replace(answered, status=status))  # type: ignore[arg-type]  # each is one


# By the host


def test_c6_seven_of_eight_in_and_no_force_is_refused() -> None:
    match = with_bids(opened(), {"s1": 1, "s2": 2})
    for force, reason in ((False, ""), (False, "I am impatient"), (True, ""), (True, " ")):
        with pytest.raises(NotNow, match="force: true and a reason") as refusal:
            close(match, 0, OPENS + HOUR, by="host", force=force, reason=reason)
        assert refusal.value.ruling == "C6"


def test_c6_the_host_may_close_when_every_seat_has_entered() -> None:
    record = close(entered_by_all(), 0, OPENS + HOUR, by="host").record
    assert (record.closed_by, record.closed_at, record.reason) == ("host", OPENS + HOUR, "")


def test_c6_the_reason_for_closing_early_is_kept() -> None:
    record = close(opened(), 0, OPENS + HOUR, by="host", force=True, reason=" All agreed ").record
    assert (record.closed_by, record.reason) == ("host", "All agreed")


def test_c6_after_the_deadline_the_host_needs_no_reason() -> None:
    assert close(opened(), 0, DUE, by="host").record.closed_by == "host"


def test_c3_closing_early_leaves_the_daily_clock() -> None:
    following = close(entered_by_all(), 0, OPENS + HOUR, by="host").match
    assert deadline_of(following) == DUE + DAY


# Once


@pytest.mark.parametrize("late", [timedelta(), HOUR, 30 * DAY])
def test_c7_a_second_close_of_the_same_phase_finds_it_done(late: timedelta) -> None:
    following = closed_in_time(entered_by_all()).match
    before = saved(following)
    for force in (False, True):
        with pytest.raises(NotNow, match="meant for phase 0, but phase 1") as refusal:
            close(following, 0, DUE + late, by="host" if force else "deadline", force=force, reason="Again")
        assert refusal.value.code == "phase-not-open"
    assert saved(following) == before


def test_c7_closing_the_same_match_twice_gives_the_same_record() -> None:
    one, other = closed_in_time(entered_by_all()), closed_in_time(entered_by_all())
    assert canonical(one.record) == canonical(other.record)
    assert saved(one.match) == saved(other.match)


def test_c7_a_match_that_is_over_closes_no_more() -> None:
    match = closed_in_time(at_the_toast()).match
    with pytest.raises(NotNow) as refusal:
        close(match, 2, DUE + 30 * DAY, by="deadline")
    assert refusal.value.code == "match-over"


# What it leads to


def test_the_reveal_is_the_games_with_the_moment_of_closing() -> None:
    match = with_bids(opened(), ALL)
    lucky = match.state.lucky
    reveal = close(match, 0, DUE + timedelta(seconds=20), by="deadline").record.reveal
    scores = {seat: number + (number == lucky) for seat, number in ALL.items()}
    assert reveal == ToyReveal(
        phase=0, key="round-1", title="Round 1", closed_at=DUE + timedelta(seconds=20), scores=scores
    )


def test_the_next_phase_opens_empty() -> None:
    match = act(with_bids(entered_by_all(), ALL), "s1", "charms", Buy(), OPENS).match
    assert match.superseded
    following = closed_in_time(match).match
    assert following.phase is not None
    assert (following.phase.number, following.phase.key) == (1, "round-2")
    assert (following.entries, following.superseded, following.acts, following.draws) == ({}, {}, (), ())
    assert following.opening == following.state


def test_the_record_holds_what_is_needed_to_compute_it_again() -> None:
    match = act(with_bids(opened(), {"s1": 1, "s2": 2}), "s1", "charms", Buy(), OPENS).match
    record = closed_in_time(match).record
    assert record.match == "m1"
    assert record.phase == match.phase
    assert record.version == 1
    assert record.opening == opened().state
    assert set(record.entries) == {"s1", "s2"}
    assert [draw.label for draw in record.draws] == ["m1|start|lucky|", "m1|round-1|number|s3"]


def test_a_phase_that_does_not_take_place_is_skipped() -> None:
    match = opened()
    for _ in range(2):
        match = closed_in_time(with_bids(match, {"s1": 1, "s2": 1, "s3": 1}, deadline_of(match) - HOUR)).match
    assert (match.status, match.phase) == ("over", None)
    assert public_view(match).result == ToyResult(lucky=match.state.lucky, toasted=None)


def test_nobody_needs_to_do_anything() -> None:
    match, keys = opened(), []
    while match.phase:
        keys.append((match.phase.number, match.phase.key))
        match = closed_in_time(match).match
    assert match.status == "over"
    assert keys[:2] == [(0, "round-1"), (1, "round-2")]
    assert keys[2:] in ([], [(2, "toast")])


# Stuck


def test_a_stuck_match_tells_its_host_why() -> None:
    stuck = stick(entered_by_all(), "KeyError: 's4'", DUE)
    assert stuck.status == "stuck"
    trouble = host_view(stuck).trouble
    assert trouble is not None
    assert (trouble.error, trouble.since) == ("KeyError: 's4'", DUE)
    assert public_view(stuck).status == "stuck"


def test_only_the_host_closes_a_stuck_match_again() -> None:
    stuck = stick(entered_by_all(), "KeyError", DUE)
    for by in ("deadline", "everybody"):
        with pytest.raises(NotNow) as refusal:
            close(stuck, 0, DUE + HOUR, by=by)
        assert refusal.value.code == "match-stuck"
    closing = close(stuck, 0, DUE + HOUR, by="host")
    assert (closing.match.status, closing.match.trouble) == ("open", None)
    assert closing.record.entries == entered_by_all().entries


def test_a_paused_match_is_closed_by_nobody() -> None:
    with pytest.raises(NotNow) as refusal:
        close(replace(entered_by_all(), status="paused"), 0, DUE, by="host", force=True, reason="Go on")
    assert refusal.value.code == "match-paused"
