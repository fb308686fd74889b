"""Entries and acts in an open phase."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.closing import close, stick
from engine.inputs import ACTS_A_PHASE, SUPERSEDED_KEPT, act, enter, withdraw
from engine.match import Match
from engine.refusals import NotNow, NotYours, Refused
from engine.views import host_view, seat_view
from tests.engine.play import roster
from tests.engine.saving import saved
from tests.engine.toy_game import Bid, Buy, Toast, ToyHoldings
from tests.engine.toy_match import (
    DAY,
    HOUR,
    MILLISECOND,
    OPENS,
    at_the_toast,
    closed_in_time,
    created,
    deadline_of,
    opened,
    with_bids,
)

NOON = OPENS + timedelta(hours=18)
"""Between the opening at 18:00 and the deadline at 18:00 on the next day."""


def numbers(match: Match) -> dict[str, int]:
    return {seat: standing.entry.number for seat, standing in match.entries.items()}


# Entering


def test_an_accepted_entry_has_a_receipt() -> None:
    receipt = enter(opened(), "s1", 0, Bid(number=2), NOON).receipt
    assert (receipt.phase, receipt.revision, receipt.accepted_at) == (0, 1, NOON)
    assert receipt.entry == Bid(number=2)
    assert receipt.ignored == ()


def test_a_receipt_says_what_will_be_ignored() -> None:
    entered = enter(opened(), "s1", 0, Bid(number=2, charm=True), NOON)
    assert [part.code for part in entered.receipt.ignored] == ["charm-not-owned"]
    assert numbers(entered.match) == {"s1": 2}


def test_what_is_ignored_is_judged_again_with_what_the_seat_holds_by_then() -> None:
    match = enter(opened(), "s1", 0, Bid(number=2, charm=True), NOON).match
    bought = act(match, "s1", "charms", Buy(), NOON).match
    assert [part.code for part in seat_view(match, "s1").ignored] == ["charm-not-owned"]
    assert seat_view(bought, "s1").ignored == ()
    lucky = match.state.lucky == 2
    assert closed_in_time(bought).match.state.scores["s1"] in {0, 4 + lucky}


def test_c1_an_entry_a_millisecond_before_the_deadline_counts() -> None:
    match = opened()
    entered = enter(match, "s1", 0, Bid(number=2), deadline_of(match) - MILLISECOND).match
    assert numbers(entered) == {"s1": 2}


@pytest.mark.parametrize("late", [timedelta(), MILLISECOND, HOUR])
def test_c1_at_the_deadline_it_is_too_late_though_nothing_has_closed_yet(late: timedelta) -> None:
    match = with_bids(opened(), {"s1": 1})
    now = deadline_of(match) + late
    with pytest.raises(NotNow, match="Round 1 closed at 2026-10-25 18:00:00 UTC"):
        enter(match, "s1", 0, Bid(number=2), now)
    with pytest.raises(NotNow):
        withdraw(match, "s1", 0, now)
    with pytest.raises(NotNow):
        act(match, "s1", "charms", Buy(), now)


def test_c4_the_last_accepted_entry_replaces_the_whole_earlier_one() -> None:
    match = act(opened(), "s1", "charms", Buy(), OPENS).match
    match = enter(match, "s1", 0, Bid(number=3, charm=True), OPENS).match
    replaced = enter(match, "s1", 0, Bid(number=1), NOON)
    assert replaced.match.entries["s1"].entry == Bid(number=1, charm=False)
    assert replaced.receipt.revision == 2


def test_c4_what_was_replaced_is_kept_for_the_record() -> None:
    match = opened()
    for number in (1, 2, 3):
        match = enter(match, "s1", 0, Bid(number=number), NOON).match
    record = closed_in_time(match).record
    assert [(kept.revision, kept.entry.number) for kept in record.superseded["s1"]] == [(1, 1), (2, 2)]
    assert (record.entries["s1"].revision, record.entries["s1"].entry.number) == (3, 3)


def test_c4_the_history_that_is_kept_is_bounded() -> None:
    match = opened()
    for _ in range(10):
        match = enter(match, "s1", 0, Bid(number=1), NOON).match
    assert [kept.revision for kept in match.superseded["s1"]] == list(range(10 - SUPERSEDED_KEPT, 10))
    assert match.entries["s1"].revision == 10


def test_c5_a_refused_entry_leaves_the_earlier_one_standing() -> None:
    match = with_bids(opened(), {"s1": 2}, NOON)
    before = saved(match)
    with pytest.raises(Refused, match="Choose 1, 2 or 3"):
        enter(match, "s1", 0, Bid(number=9), deadline_of(match) - MILLISECOND)
    assert saved(match) == before
    assert closed_in_time(match).record.entries["s1"].entry == Bid(number=2)


@pytest.mark.parametrize("number", [-1, 0, 2, 99])
def test_an_entry_for_another_phase_is_refused_never_carried_over(number: int) -> None:
    match = closed_in_time(opened()).match
    with pytest.raises(NotNow, match=r"phase 1 \(Round 2\) is open now") as refusal:
        enter(match, "s1", number, Bid(number=2), OPENS + DAY + HOUR)
    assert refusal.value.code == "phase-not-open"
    with pytest.raises(NotNow):
        withdraw(match, "s1", number, OPENS + DAY + HOUR)


def test_an_entry_of_another_kind_is_refused() -> None:
    with pytest.raises(Refused, match="another kind of entry") as refusal:
        enter(opened(), "s1", 0, Toast(choice="s2"), NOON)
    assert refusal.value.code == "entry-shape"


@pytest.mark.parametrize("seat", ["s2", "s9"])
def test_only_who_is_asked_may_enter(seat: str) -> None:
    match = at_the_toast()
    with pytest.raises(NotYours) as refusal:
        enter(match, seat, 2, Toast(choice="s1"), deadline_of(match) - MILLISECOND)
    assert refusal.value.code == "not-awaited"
    with pytest.raises(NotYours):
        withdraw(match, seat, 2, deadline_of(match) - MILLISECOND)


@pytest.mark.parametrize(
    ("match_in", "code"),
    [
        (created, "match-joining"),
        (lambda: replace(opened(), status="paused"), "match-paused"),
        (lambda: stick(opened(), "ZeroDivisionError", NOON), "match-stuck"),
        (lambda: replace(opened(), status="over", phase=None), "match-over"),
    ],
    ids=["joining", "paused", "stuck", "over"],
)
def test_nothing_is_taken_while_no_phase_is_open(match_in: object, code: str) -> None:
    assert callable(match_in)
    match = match_in()
    for attempt in (
        lambda: enter(match, "s1", 0, Bid(number=2), NOON),
        lambda: withdraw(match, "s1", 0, NOON),
        lambda: act(match, "s1", "charms", Buy(), NOON),
        lambda: close(match, 0, NOON + DAY, by="deadline"),
    ):
        with pytest.raises(NotNow) as refusal:
            attempt()
        assert refusal.value.code == code


# Withdrawing


def test_c4_a_withdrawn_entry_leaves_the_phase_blank_and_is_kept() -> None:
    withdrawn = withdraw(with_bids(opened(), {"s1": 2, "s2": 1}), "s1", 0, NOON)
    assert numbers(withdrawn.match) == {"s2": 1}
    assert (withdrawn.receipt.entry, withdrawn.receipt.revision) == (None, 1)
    assert [kept.entry.number for kept in withdrawn.match.superseded["s1"]] == [2]
    labels = [draw.label for draw in closed_in_time(withdrawn.match).record.draws]
    assert "m1|round-1|number|s1" in labels
    assert "m1|round-1|number|s2" not in labels


def test_withdrawing_nothing_is_no_mistake() -> None:
    match = opened()
    withdrawn = withdraw(match, "s1", 0, NOON)
    assert withdrawn.match == match
    assert withdrawn.receipt.revision == 0


def test_revisions_count_on_after_a_withdrawal() -> None:
    match = withdraw(with_bids(opened(), {"s1": 2}), "s1", 0, NOON).match
    assert enter(match, "s1", 0, Bid(number=3), NOON).receipt.revision == 2


# For a player


def test_c9_the_new_player_of_a_seat_finds_what_the_seat_has_and_had_entered() -> None:
    """A seat is all that the engine knows of a person, so nothing is to be handed over."""
    match = act(with_bids(opened(), {"s3": 2}), "s3", "charms", Buy(count=2), NOON).match
    view = seat_view(match, "s3")
    assert (view.entry, view.holdings) == (Bid(number=2), ToyHoldings(garnets=3, charms=2))
    assert enter(match, "s3", 0, Bid(number=1), NOON + HOUR).receipt.revision == 2


def test_c10_what_the_host_enters_for_a_player_is_marked() -> None:
    match = enter(opened(), "s1", 0, Bid(number=2), NOON, by="host").match
    assert seat_view(match, "s1").by == "host"
    assert host_view(match).attendance[0].by == "host"
    assert closed_in_time(match).record.entries["s1"].by == "host"
    assert seat_view(enter(match, "s1", 0, Bid(number=2), NOON).match, "s1").by == "seat"


def test_c10_the_host_is_judged_like_a_player() -> None:
    match = opened()
    assert enter(match, "s1", 0, Bid(number=1, charm=True), NOON, by="host").receipt.ignored
    with pytest.raises(Refused, match="Choose 1, 2 or 3") as told:
        enter(match, "s1", 0, Bid(number=9), NOON)
    with pytest.raises(Refused, match="Ask the player to look again") as told_the_host:
        enter(match, "s1", 0, Bid(number=9), NOON, by="host")
    assert told_the_host.value.code == told.value.code
    with pytest.raises(NotNow):
        enter(match, "s1", 0, Bid(number=1), deadline_of(match), by="host")


# Acting


def test_an_act_takes_effect_at_once() -> None:
    done = act(opened(), "s1", "charms", Buy(count=2), NOON)
    assert done.outcome == ToyHoldings(garnets=3, charms=2)
    assert done.touched == ("s1",)
    assert seat_view(done.match, "s1").holdings == done.outcome
    record = closed_in_time(done.match).record
    assert [(kept.seat, kept.act, kept.body, kept.done_at) for kept in record.acts] == [
        ("s1", "charms", Buy(count=2), NOON)
    ]


def test_a_refused_act_changes_nothing() -> None:
    match = opened()
    before = saved(match)
    with pytest.raises(Refused, match="You cannot pay for that") as refusal:
        act(match, "s1", "charms", Buy(count=6), NOON)
    assert refusal.value.code == "garnets-too-few"
    assert saved(match) == before


def test_an_act_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(Refused, match="Lone Number has no spells") as refusal:
        act(opened(), "s1", "spells", Buy(), NOON)
    assert refusal.value.code == "act-unknown"


def test_what_a_seat_can_do_in_one_phase_is_bounded() -> None:
    match = opened(players=roster(3, lambda: 100))
    for done in range(ACTS_A_PHASE):
        assert seat_view(match, "s1").can.acts, f"nothing is offered after {done}"
        match = act(match, "s1", "charms", Buy(), NOON).match
    assert not seat_view(match, "s1").can.acts
    with pytest.raises(NotNow) as refusal:
        act(match, "s1", "charms", Buy(), NOON)
    assert refusal.value.code == "acts-too-many"
    assert act(match, "s2", "charms", Buy(), NOON).outcome.charms == 1
    again = closed_in_time(match).match
    assert act(again, "s1", "charms", Buy(), deadline_of(again) - HOUR).outcome.charms == ACTS_A_PHASE + 1
