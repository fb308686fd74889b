"""When something is in time, and when the next phase's time is up."""

from datetime import timedelta

from tests.functions.story import MILLISECOND, START, Hosted, good, pending, problem

DAY = timedelta(days=1)


def test_c1_a_millisecond_before_the_deadline_is_in_time_and_the_deadline_is_not(started: Hosted) -> None:
    """17:59:59.999 counts, 18:00:00.000 does not; nothing has closed the phase yet."""
    deadline = START + timedelta(days=2)
    started.cloud.clock.set(deadline - MILLISECOND)
    receipt = good(started.enter("s1", 0, room="rock"))
    assert receipt["accepted_at"] == "2026-10-26T17:59:59.999000Z"
    before = started.see("s1")
    started.cloud.clock.set(deadline)
    problem(started.enter("s1", 0, room="paper"), 409, "deadline-passed", "C1")
    problem(started.enter("s2", 0, room="paper"), 409, "deadline-passed", "C1")
    problem(started.withdraw("s1", 0), 409, "deadline-passed", "C1")
    problem(started.buy("s1", "ticket"), 409, "deadline-passed", "C1")
    problem(started.enter_for("s2", 0, room="paper"), 409, "deadline-passed", "C1")
    assert started.see("s1").body == before.body
    started.cloud.run_due()
    assert started.reveals()[0]["rooms"]["s1"]["room"] == "rock"


def test_c1_microseconds_do_not_carry_an_entry_over_the_deadline(started: Hosted) -> None:
    started.cloud.clock.set(START + timedelta(days=2) - timedelta(microseconds=1))
    assert good(started.enter("s1", 0, room="rock"))["accepted_at"] == "2026-10-26T17:59:59.999000Z"


def test_c2_c3_deadlines_count_from_the_last_one_in_elapsed_time(started: Hosted) -> None:
    """48 hours and then 24 each, across the night in which clocks go back; the schedule is for the very second."""
    assert pending(started.cloud) == [f"{started.id}-0-{int((START + 2 * DAY).timestamp())}"]
    for day in (2, 3):
        assert started.deadline == START + day * DAY
        started.cloud.clock.set(START + day * DAY + timedelta(seconds=20))
        started.cloud.run_due()
    assert started.deadline == START + 4 * DAY


def test_c3_a_reveal_later_than_the_grace_moves_the_next_deadline(started: Hosted) -> None:
    late = START + 2 * DAY + timedelta(hours=3)
    started.cloud.clock.set(late)
    started.cloud.run_due()
    assert started.deadline == late + DAY
