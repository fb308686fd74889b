"""AWS fails at one call: what was not done is tried again or said so, what was done is found done, nothing is half."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from functions.host import handler as host
from functions.shared.problems import Busy
from infra.local.cloud import Cloud
from infra.local.gateway import Answer
from tests.functions.faults import lost, refused, watched
from tests.functions.story import HOST_KEY, Hosted, good, pending, problem, sweep, wanted

THROTTLED = refused("ProvisionedThroughputExceededException")
DOWN = refused("InternalServerError")
CONFLICT = refused(
    "TransactionCanceledException", CancellationReasons=[{"Code": "TransactionConflict"}, {"Code": "None"}]
)
CANCELLED_BY_THROTTLING = refused(
    "TransactionCanceledException", CancellationReasons=[{"Code": "ThrottlingError"}, {"Code": "None"}]
)


def busy(answer: Answer) -> None:
    problem(answer, 503, "busy")
    assert answer.headers["retry-after"] == "1"


REQUESTS: dict[str, tuple[str, Callable[[Hosted], Answer]]] = {
    "entry": ("UpdateItem", lambda hosted: hosted.enter("s1", 0, room="rock")),
    "purchase": ("UpdateItem", lambda hosted: hosted.buy("s1", "ticket")),
    "join": ("UpdateItem", lambda hosted: hosted.join("s1")),
    "entry by the host": ("UpdateItem", lambda hosted: hosted.enter_for("s1", 0, room="rock")),
    "close": ("TransactWriteItems", lambda hosted: hosted.close(0, force=True, reason="all are here")),
}


@pytest.mark.parametrize("fate", [THROTTLED, DOWN], ids=["throttled", "down"])
@pytest.mark.parametrize("name", REQUESTS)
def test_a_write_that_aws_refuses_is_said_to_be_undone(name: str, fate: Any, started: Hosted) -> None:
    operation, request = REQUESTS[name]
    stored = started.items()
    with watched() as aws:
        aws.once(operation, fate)
        busy(request(started))
    assert started.items() == stored
    good(request(started))


@pytest.mark.parametrize("fate", [THROTTLED, lost], ids=["throttled", "lost"])
@pytest.mark.parametrize("name", [*REQUESTS, "seat", "public", "host"])
def test_a_read_that_fails_is_said_to_have_failed(name: str, fate: Any, started: Hosted) -> None:
    views: dict[str, Callable[[Hosted], Answer]] = {
        "seat": lambda hosted: hosted.see("s1"),
        "public": lambda hosted: hosted.cloud.request("GET", hosted.path),
        "host": lambda hosted: hosted.cloud.request("GET", f"{hosted.path}/host", key=hosted.host_key),
    }
    request = views[name] if name in views else REQUESTS[name][1]
    stored = started.items()
    with watched() as aws:
        aws.once("GetItem", fate)
        busy(request(started))
    assert started.items() == stored


def test_an_entry_whose_answer_is_lost_can_be_sent_again(started: Hosted) -> None:
    """It may have been stored, and the sentence says so; sent again, it replaces itself (C4)."""
    with watched() as aws:
        aws.once("UpdateItem", lost)
        answer = started.enter("s1", 0, room="rock")
    busy(answer)
    assert "may" in answer.json["detail"]
    assert started.seat("s1")["entry"]["room"] == "rock"
    assert good(started.enter("s1", 0, room="rock"))["revision"] == 2


def test_a_purchase_whose_answer_is_lost_is_repeated_under_its_key(started: Hosted) -> None:
    """Idempotency-Key: bought once, paid once."""
    with watched() as aws:
        aws.once("UpdateItem", lost)
        busy(started.buy("s1", "ticket", idempotency_key="tap 1"))
    assert good(started.buy("s1", "ticket", idempotency_key="tap 1"))["price"] == 1
    assert started.seat("s1")["holdings"]["garnets"] == 4


def test_c7_a_transaction_in_conflict_is_tried_again(started: Hosted) -> None:
    started.cloud.clock.set(started.deadline)
    with watched() as aws:
        aws.once("TransactWriteItems", CONFLICT, times=3)
        started.deliver(0)
        assert aws.counts == {"GetItem": 4, "CreateSchedule": 4, "TransactWriteItems": 4}
    assert (started.phase, len(started.records())) == (1, 1)


def test_c7_a_close_whose_answer_is_lost_is_found_done(started: Hosted) -> None:
    """The event is delivered again, by Lambda's own retries, and finds the phase closed."""
    started.cloud.clock.set(started.deadline)
    with watched() as aws:
        aws.once("TransactWriteItems", lost)
        started.cloud.run_due()
        assert aws.counts["TransactWriteItems"] == 1
    assert (started.phase, len(started.records())) == (1, 1)
    assert started.cloud.messages("FailedInvocations") == []


def test_c7_the_host_whose_answer_is_lost_asks_again_and_gets_the_reveal(started: Hosted) -> None:
    with watched() as aws:
        aws.once("TransactWriteItems", lost)
        busy(started.close(0, force=True, reason="all are here"))
    assert good(started.close(0, force=True, reason="all are here")) == started.reveals()[0]
    assert len(started.records()) == 1


@pytest.mark.parametrize("fate", [DOWN, CANCELLED_BY_THROTTLING, THROTTLED], ids=["down", "cancelled", "throttled"])
def test_a_close_that_fails_is_delivered_again(fate: Any, started: Hosted) -> None:
    """Lambda is told by an exception; nothing is half done, and the next delivery does it."""
    started.cloud.clock.set(started.deadline)
    stored = started.items()
    with watched() as aws:
        aws.once("TransactWriteItems", fate)
        with pytest.raises(Busy, match="could not be closed"):
            started.deliver(0)
    assert started.items() == stored
    started.deliver(0)
    assert started.phase == 1


@pytest.mark.parametrize("fate", [THROTTLED, lost], ids=["refused", "lost"])
def test_without_the_next_schedule_no_phase_is_opened(fate: Any, started: Hosted) -> None:
    """Schedule before phase: if it cannot be made, or nobody knows whether it was, the sweeper does it all later."""
    started.cloud.clock.set(started.deadline)
    stored = started.items()
    with watched() as aws:
        aws.once("CreateSchedule", fate)
        with pytest.raises(Busy):
            started.deliver(0)
        assert "TransactWriteItems" not in aws.asked
    assert started.items() == stored
    sweep(started.cloud)
    assert started.phase == 1
    assert len([name for name in pending(started.cloud) if name.startswith(f"{started.id}-1-")]) == 1


def test_without_its_schedule_no_match_starts(hosted: Hosted) -> None:
    stored = hosted.items()
    with watched() as aws:
        aws.once("CreateSchedule", THROTTLED)
        busy(hosted.start())
    assert (hosted.items(), pending(hosted.cloud)) == (stored, [])
    good(hosted.start())
    assert len(pending(hosted.cloud)) == 1


def test_without_its_schedule_no_match_is_created(cloud: Cloud) -> None:
    with watched() as aws:
        aws.once("CreateSchedule", DOWN)
        body = wanted(starts_at="2026-10-25T18:00:00Z")
        busy(cloud.request("POST", "/matches", key=HOST_KEY, body=body))
        assert "PutItem" not in aws.asked


def test_an_orphaned_schedule_finds_nothing_to_do(started: Hosted) -> None:
    """The next phase's schedule was made, the transaction failed, and later the phase closed with another deadline."""
    deadline = started.deadline
    started.cloud.clock.set(deadline)
    with watched() as aws:
        aws.once("TransactWriteItems", DOWN)
        with pytest.raises(Busy):
            started.deliver(0)
    (orphan,) = (name for name in pending(started.cloud) if name.startswith(f"{started.id}-1-"))
    started.cloud.clock.set(deadline + timedelta(hours=2))
    started.deliver(0)
    assert started.deadline == deadline + timedelta(hours=2 + 24)
    started.cloud.clock.set(deadline + timedelta(hours=24))
    stored = started.items()
    started.cloud.schedules.fire(orphan)
    assert started.items() == stored
    started.pass_deadline()
    assert started.phase == 2


def test_what_a_lost_schedule_left_open_is_swept_up(started: Hosted) -> None:
    """Within five minutes of the deadline."""
    deadline = started.deadline
    for name in pending(started.cloud):
        started.cloud.schedules.lose(name)
    started.cloud.clock.set(deadline + timedelta(minutes=5))
    started.cloud.run_due()
    assert (started.phase, started.deadline) == (1, deadline + timedelta(days=1))


def test_one_match_that_cannot_be_closed_keeps_no_other_from_closing(cloud: Cloud) -> None:
    matches = [Hosted.create(cloud, wanted(seats=5)) for _ in range(3)]
    for hosted in matches:
        good(hosted.start())
    cloud.clock.set(matches[0].deadline)
    with watched() as aws:
        aws.once("TransactWriteItems", DOWN)
        with pytest.raises(Busy, match="1 could not be closed"):
            sweep(cloud)
    assert sorted(hosted.phase for hosted in matches) == [0, 1, 1]
    sweep(cloud)
    assert [hosted.phase for hosted in matches] == [1, 1, 1]


def test_a_head_that_cannot_be_read_keeps_no_other_match_from_closing(cloud: Cloud) -> None:
    """Whatever broke it: it is the longest overdue and would be met first at every sweep."""
    broken, hosted = Hosted.create(cloud), Hosted.create(cloud)
    good(broken.start())
    cloud.clock.advance(1)
    good(hosted.start())
    (table,) = cloud.stack.tables
    item = broken.head() | {"state": {"S": '{"of": "an older version"}'}}
    cloud.client("dynamodb").put_item(TableName=table.name, Item=item)
    cloud.clock.set(hosted.deadline)
    with pytest.raises(Busy, match=broken.id):
        sweep(cloud)
    assert hosted.phase == 1


def test_the_hosts_key_cannot_be_read_and_nobody_is_let_in(cloud: Cloud) -> None:
    """It is kept for five minutes by the machine's own clock, so what keeps it is emptied here."""
    good(cloud.request("POST", "/matches", key=HOST_KEY, body=wanted()), 201)
    host.wired().secrets.store.clear()
    with watched() as aws:
        aws.once("GetSecretValue", DOWN)
        busy(cloud.request("POST", "/matches", key=HOST_KEY, body=wanted()))
        assert "PutItem" not in aws.asked
    good(cloud.request("POST", "/matches", key=HOST_KEY, body=wanted()), 201)
