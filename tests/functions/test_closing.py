"""One phase closes once, whoever tries and how often: the schedule, its repetition, the sweeper, the host (C7)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.functions.faults import first, watched
from tests.functions.story import MILLISECOND, Hosted, good, pending, problem, sweep


@pytest.fixture
def with_bombs(started: Hosted) -> Hosted:
    """Round 1 is open; s1 has a Double and a Confetti Bomb and has entered both a bomb and a Ticket."""
    good(started.enter("s1", 0, room="rock", sign="+", bombs=["double", "confetti"]))
    started.pass_deadline()
    good(started.enter("s1", 1, ticket="paper", bomb={"kind": "double"}))
    return started


def closed_once(hosted: Hosted, phase: int = 1) -> None:
    """The phase has one record, the next one is open with one schedule, and its bomb is spent once."""
    assert [item["sk"]["S"] for item in hosted.records()] == [f"PHASE#{number:04}#V1" for number in range(phase + 1)]
    assert hosted.phase == phase + 1
    assert len([name for name in pending(hosted.cloud) if name.startswith(f"{hosted.id}-{phase + 1}-")]) == 1
    holdings = hosted.seat("s1")["holdings"]
    assert (holdings["tickets"], holdings["bombs"]) == (3, {"confetti": 1})
    assert hosted.reveals()[1]["bombs"] == {"paper": {"double": 1}}


def test_c7_the_same_close_delivered_twice_closes_once(with_bombs: Hosted) -> None:
    with_bombs.cloud.clock.set(with_bombs.deadline)
    with_bombs.deliver(1)
    told, stored = with_bombs.reveals(), with_bombs.head()
    for _ in range(2):
        with_bombs.deliver(1)
    assert (with_bombs.reveals(), with_bombs.head()) == (told, stored)
    closed_once(with_bombs)


def test_c7_a_late_close_closes_once(with_bombs: Hosted) -> None:
    with_bombs.cloud.clock.set(with_bombs.deadline + timedelta(hours=7))
    with_bombs.deliver(1)
    with_bombs.deliver(1)
    closed_once(with_bombs)
    record = with_bombs.record(1)
    assert (record["closed_by"], record["closed_at"]) == ("deadline", "2026-10-28T01:00:00Z")


@pytest.mark.parametrize("phase", [1, 2, 7, -1])
def test_c1_a_close_that_comes_early_changes_nothing(phase: int, with_bombs: Hosted) -> None:
    """The schedule decides nothing; what is stored does. A millisecond early is early."""
    with_bombs.cloud.clock.set(with_bombs.deadline - MILLISECOND)
    stored = with_bombs.items()
    with_bombs.deliver(phase)
    sweep(with_bombs.cloud)
    assert with_bombs.items() == stored


def test_c7_a_close_for_a_closed_phase_changes_nothing(with_bombs: Hosted) -> None:
    with_bombs.cloud.clock.set(with_bombs.deadline)
    stored = with_bombs.items()
    with_bombs.deliver(0)
    assert with_bombs.items() == stored
    assert good(with_bombs.close(0)) == with_bombs.reveals()[0]
    assert with_bombs.items() == stored


def test_a_close_for_a_match_that_is_not_there_does_nothing(with_bombs: Hosted) -> None:
    with_bombs.cloud.invoke("CloseRoundFunction", {"match": "aaaaaaaaaaaaaaaa", "phase": 0})
    with_bombs.cloud.invoke("CloseRoundFunction", {"match": "aaaaaaaaaaaaaaaa", "phase": -1})


def test_c7_the_host_closes_by_hand_twice_and_closes_once(with_bombs: Hosted) -> None:
    """The second answer is the stored reveal: the same bytes' worth."""
    reveal = good(with_bombs.close(1, force=True, reason="all are here"))
    assert good(with_bombs.close(1, force=True, reason="all are here")) == reveal
    assert good(with_bombs.close(1)) == reveal == with_bombs.reveals()[1]
    closed_once(with_bombs)


Attempt = Callable[[Hosted], Any]
ATTEMPTS: dict[str, Attempt] = {
    "schedule": lambda hosted: hosted.deliver(1),
    "sweeper": lambda hosted: sweep(hosted.cloud),
    "host": lambda hosted: good(hosted.close(1)),
}


@pytest.mark.parametrize("step", ["CreateSchedule", "TransactWriteItems"])
@pytest.mark.parametrize("other", ATTEMPTS)
@pytest.mark.parametrize("one", ["schedule", "host"])
def test_c7_two_closes_at_once_close_once(one: str, other: str, step: str, with_bombs: Hosted) -> None:
    """The other one does all of its work between two steps of the one."""
    with_bombs.cloud.clock.set(with_bombs.deadline)
    with watched() as aws:
        aws.once(step, first(lambda: ATTEMPTS[other](with_bombs)))
        ATTEMPTS[one](with_bombs)
        assert aws.fates == []
    closed_once(with_bombs)
    assert with_bombs.cloud.messages("FailedInvocations") == []


def test_c7_the_host_closes_by_hand_while_the_last_one_enters(with_bombs: Hosted) -> None:
    """Both are refused nothing: the entry counts, and the host's answer is the reveal that says so."""
    with watched() as aws:
        aws.once("TransactWriteItems", first(lambda: good(with_bombs.enter("s2", 1, sign_swap=True))))
        reveal = good(with_bombs.close(1, force=True, reason="all are here"))
        assert aws.counts["TransactWriteItems"] == 2
    assert with_bombs.seat("s2")["holdings"]["sign_swaps"] == 1
    assert reveal == with_bombs.reveals()[1]
    closed_once(with_bombs)


def test_c1_what_was_entered_between_a_closers_read_and_its_transaction_counts(with_bombs: Hosted) -> None:
    """A receipt was given for it, so it must: the closer loses the race and reads again."""
    hosted = with_bombs
    deadline = hosted.deadline

    def entered_by_a_clock_that_is_behind() -> None:
        hosted.cloud.clock.set(deadline - MILLISECOND)
        good(hosted.enter("s1", 1, ticket="scissors"))
        hosted.cloud.clock.set(deadline)

    hosted.cloud.clock.set(deadline)
    with watched() as aws:
        aws.once("TransactWriteItems", first(entered_by_a_clock_that_is_behind))
        hosted.deliver(1)
    assert hosted.reveals()[1]["rooms"]["s1"]["room"] == "scissors"
    assert hosted.seat("s1")["holdings"]["bombs"] == {"confetti": 1, "double": 1}
    assert len(hosted.records()) == 2


def test_c1_what_was_read_before_the_close_and_is_written_after_it_is_refused(with_bombs: Hosted) -> None:
    """Entry, withdrawal and purchase alike, in time when they read: they say so, and nothing has changed."""
    hosted = with_bombs
    deadline = hosted.deadline

    def closes() -> None:
        hosted.cloud.clock.set(deadline)
        hosted.deliver(1)

    with watched() as aws:
        aws.once("UpdateItem", first(closes))
        problem(hosted.enter("s1", 1, ticket="scissors"), 409, "phase-not-open")
    closed_once(hosted)
    assert hosted.seat("s1")["entry"] is None


@pytest.mark.parametrize("what", ["withdrawal", "purchase", "entry by the host"])
def test_c1_other_inputs_do_not_cross_a_close_either(what: str, with_bombs: Hosted) -> None:
    hosted = with_bombs
    inputs = {
        "withdrawal": lambda: hosted.withdraw("s1", 1),
        "purchase": lambda: hosted.buy("s1", "ticket"),
        "entry by the host": lambda: hosted.enter_for("s1", 1, ticket="scissors"),
    }

    def closes() -> None:
        hosted.cloud.clock.set(hosted.deadline)
        hosted.deliver(1)

    with watched() as aws:
        aws.once("UpdateItem", first(closes))
        answer = inputs[what]()
    if what == "purchase":
        # It does not name a phase: read again, it is good in the next one.
        assert good(answer)["holdings"]["tickets"] == 4
        assert hosted.phase == 2
    else:
        problem(answer, 409, "phase-not-open")
        closed_once(hosted)
