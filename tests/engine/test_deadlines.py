"""The arithmetic of deadlines: C1, C2 and C3 with their stated examples."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from engine.deadlines import base_of_next, in_time, opened
from engine.game import OpenPhase, Phase
from engine.refusals import NotNow
from tests.engine.toy_game import Bid

SIX_PM = datetime(2026, 10, 24, 18, tzinfo=UTC)
DAY = 24 * 3600
GRACE = 900


def a_phase(seconds: int = DAY) -> Phase:
    return Phase(key="round-1", title="Round 1", seconds=seconds, awaits=("s1",), entry=Bid)


def next_deadline(due: datetime, revealed: datetime, seconds: int = DAY, grace: int = GRACE) -> datetime:
    return opened(a_phase(seconds), 1, revealed, base_of_next(due, revealed, seconds, grace)).deadline


def open_until(deadline: datetime) -> OpenPhase:
    return OpenPhase(
        number=0, key="round-1", title="Round 1", opened_at=deadline - timedelta(days=1), deadline=deadline
    )


def test_c1_a_millisecond_before_the_deadline_is_in_time() -> None:
    in_time(open_until(SIX_PM), datetime(2026, 10, 24, 17, 59, 59, 999000, tzinfo=UTC))


@pytest.mark.parametrize("late", [timedelta(), timedelta(milliseconds=1), timedelta(days=400)])
def test_c1_the_deadlines_very_instant_is_too_late(late: timedelta) -> None:
    with pytest.raises(NotNow, match="Round 1 closed at 2026-10-24 18:00:00 UTC") as refusal:
        in_time(open_until(SIX_PM), SIX_PM + late)
    assert (refusal.value.code, refusal.value.ruling) == ("deadline-passed", "C1")


def test_c1_a_deadline_is_a_moment_whatever_zone_it_is_told_in() -> None:
    three_in_the_morning = datetime(2026, 10, 25, 3, tzinfo=timezone(timedelta(hours=9)))
    in_time(open_until(SIX_PM), three_in_the_morning - timedelta(milliseconds=1))
    with pytest.raises(NotNow):
        in_time(open_until(SIX_PM), three_in_the_morning)


@pytest.mark.parametrize(
    ("opens", "closes"),
    [
        (SIX_PM, datetime(2026, 10, 25, 18, tzinfo=UTC)),
        (datetime(2027, 3, 27, 18, tzinfo=UTC), datetime(2027, 3, 28, 18, tzinfo=UTC)),
        (datetime(2027, 3, 13, 18, tzinfo=UTC), datetime(2027, 3, 14, 18, tzinfo=UTC)),
    ],
    ids=["Europe, back", "Europe, forward", "America, forward"],
)
def test_c2_a_day_is_24_elapsed_hours_across_clock_changes(opens: datetime, closes: datetime) -> None:
    assert opened(a_phase(), 1, opens, opens).deadline == closes
    assert next_deadline(opens, opens) == closes


def test_c3_a_reveal_within_the_grace_leaves_the_daily_clock() -> None:
    assert next_deadline(SIX_PM, SIX_PM + timedelta(seconds=20)) == SIX_PM + timedelta(days=1)


def test_c3_a_reveal_three_hours_late_gives_the_full_length() -> None:
    assert next_deadline(SIX_PM, SIX_PM + timedelta(hours=3)) == SIX_PM + timedelta(days=1, hours=3)


@pytest.mark.parametrize(
    ("late", "moved"), [(timedelta(minutes=15), False), (timedelta(minutes=15, milliseconds=1), True)]
)
def test_c3_the_grace_is_a_quarter_of_an_hour_to_the_millisecond(late: timedelta, *, moved: bool) -> None:
    expected = SIX_PM + timedelta(days=1) + (late if moved else timedelta())
    assert next_deadline(SIX_PM, SIX_PM + late) == expected


@pytest.mark.parametrize(("late", "left"), [(30, 30), (31, 60), (59, 60), (900, 60)])
def test_c3_at_most_half_of_the_next_phase_counts_as_grace(late: int, left: int) -> None:
    """A phase of a minute, with a grace of a quarter of an hour: half its time at least is left when it opens."""
    revealed = SIX_PM + timedelta(seconds=late)
    assert next_deadline(SIX_PM, revealed, seconds=60) - revealed == timedelta(seconds=left)


def test_c3_half_of_an_odd_number_of_seconds_is_not_cut() -> None:
    assert next_deadline(SIX_PM, SIX_PM + timedelta(seconds=2.5), seconds=5) == SIX_PM + timedelta(seconds=5)


def test_c3_without_a_grace_every_lateness_moves_the_clock() -> None:
    revealed = SIX_PM + timedelta(milliseconds=1)
    assert next_deadline(SIX_PM, revealed, grace=0) == revealed + timedelta(days=1)
    assert next_deadline(SIX_PM, SIX_PM, grace=0) == SIX_PM + timedelta(days=1)


def test_what_was_never_due_counts_from_now() -> None:
    assert base_of_next(None, SIX_PM, DAY, GRACE) == SIX_PM


def test_a_phase_opens_with_what_the_game_says_of_it() -> None:
    later = SIX_PM + timedelta(seconds=20)
    assert opened(a_phase(), 7, later, SIX_PM) == OpenPhase(
        number=7, key="round-1", title="Round 1", opened_at=later, deadline=SIX_PM + timedelta(days=1)
    )
