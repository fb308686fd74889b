"""Schedules and streams deliver in time and at least once, to whom the template says; failures go on record."""

import json
from typing import Any

import pytest

from infra.local.cloud import Cloud
from infra.local.streams import matches
from tests.local.stand_in import Script, put, schedule

NAME = "m-1-1792865400"
MINUTE = 60


def scheduled(cloud: Cloud, script: Script, **other: Any) -> None:
    script.api = lambda *_: schedule(**other)
    assert cloud.request("GET", "/things/a").status == 200


def stored(cloud: Cloud, script: Script, *keys: str, wanted: bool = True) -> None:
    def api(_event: Any, _context: Any) -> None:
        for key in keys:
            put(key, wanted={"BOOL": wanted}, secret={"B": b"\x00\xff"})

    script.api = api
    assert cloud.request("GET", "/things/a").status == 200


def failing_for(*keys: str) -> Any:
    def work(event: Any, _context: Any) -> None:
        for record in event["Records"]:
            if record["dynamodb"]["Keys"]["pk"]["S"] in keys:
                raise LookupError(keys)

    return work


def test_a_schedule_fires_when_it_is_due_and_once(cloud: Cloud, script: Script) -> None:
    scheduled(cloud, script)
    cloud.clock.advance(10 * MINUTE - 1)
    cloud.run_due()
    assert {"due": 1} not in script.events
    cloud.clock.advance(1)
    cloud.run_due()
    cloud.run_due()
    assert script.events.count({"due": 1}) == 1


@pytest.mark.parametrize(("after", "left"), [("DELETE", False), ("NONE", True)])
def test_a_schedule_is_deleted_after_its_completion_if_it_is_to_be(
    cloud: Cloud, script: Script, after: str, *, left: bool
) -> None:
    scheduled(cloud, script, ActionAfterCompletion=after)
    cloud.clock.advance(10 * MINUTE)
    cloud.run_due()
    cloud.run_due()
    assert script.events.count({"due": 1}) == 1
    assert (("main-match", NAME) in cloud.schedules.all()) is left
    assert cloud.schedules.pending() == []


def test_schedules_fire_in_the_order_in_which_they_are_due(cloud: Cloud, script: Script) -> None:
    def api(_event: Any, _context: Any) -> None:
        for minute in (3, 1, 2):
            schedule(
                Name=f"m-{minute}",
                ScheduleExpression=f"at(2026-10-24T18:0{minute}:00)",
                Target={"Input": json.dumps(minute)},
            )

    script.api = api
    cloud.request("GET", "/things/a")
    assert cloud.schedules.pending() == ["m-1", "m-2", "m-3"]
    cloud.clock.advance(4 * MINUTE)
    cloud.run_due()
    assert script.events == [1, 2, 3]


def test_a_disabled_schedule_does_not_fire(cloud: Cloud, script: Script) -> None:
    scheduled(cloud, script, State="DISABLED")
    cloud.clock.advance(10 * MINUTE)
    cloud.run_due()
    assert {"due": 1} not in script.events


def test_c7_a_schedule_can_be_fired_early_and_twice(cloud: Cloud, script: Script) -> None:
    scheduled(cloud, script)
    cloud.schedules.fire(NAME)
    cloud.schedules.fire(NAME)
    assert script.events == [{"due": 1}] * 2
    assert cloud.schedules.pending() == [NAME]


def test_a_schedule_can_be_lost(cloud: Cloud, script: Script) -> None:
    scheduled(cloud, script)
    cloud.schedules.lose(NAME)
    cloud.clock.advance(10 * MINUTE)
    cloud.run_due()
    assert {"due": 1} not in script.events
    for gone in (cloud.schedules.lose, cloud.schedules.fire):
        with pytest.raises(KeyError):
            gone(NAME)


def test_the_sweeper_ticks_at_its_rate_and_missed_ticks_are_not_made_up_for(cloud: Cloud, script: Script) -> None:
    cloud.clock.advance(5 * MINUTE - 1)
    cloud.run_due()
    assert script.events == []
    cloud.clock.advance(1)
    cloud.run_due()
    assert script.events == [{"tick": True}]
    cloud.clock.advance(24 * 60 * MINUTE)
    cloud.run_due()
    assert script.events == [{"tick": True}] * 2


def test_an_event_that_fails_is_tried_three_times_and_then_put_on_record(cloud: Cloud, script: Script) -> None:
    def work(_event: Any, _context: Any) -> None:
        raise LookupError("a fault")

    script.work = work
    scheduled(cloud, script)
    cloud.clock.set(cloud.clock.now().replace(minute=10))
    cloud.schedules.fire(NAME)
    assert script.events == [{"due": 1}] * 3
    (message,) = cloud.messages("Failures")
    assert message["requestPayload"] == {"due": 1}
    assert message["responsePayload"] == {"errorMessage": "a fault", "errorType": "LookupError"}
    assert message["requestContext"]["condition"] == "RetriesExhausted"
    assert message["requestContext"]["approximateInvokeCount"] == 3
    assert cloud.messages("Failures") == []


def test_an_event_that_works_the_second_time_is_not_put_on_record(cloud: Cloud, script: Script) -> None:
    def work(_event: Any, _context: Any) -> None:
        if len(script.events) == 1:
            raise LookupError("a fault")

    script.work = work
    scheduled(cloud, script)
    cloud.schedules.fire(NAME)
    assert len(script.events) == 2
    assert cloud.messages("Failures") == []


def test_a_schedule_without_a_function_goes_to_the_dead_letters(cloud: Cloud, script: Script) -> None:
    scheduled(cloud, script, Target={"Arn": "arn:aws:lambda:us-east-1:123456789012:function:nobody"})
    cloud.schedules.fire(NAME)
    assert script.events == []
    assert cloud.messages("DeadLetters") == [{"due": 1}]


def test_a_change_that_is_wanted_reaches_the_function_as_lambda_delivers_it(cloud: Cloud, script: Script) -> None:
    stored(cloud, script, "a")
    assert script.events == []
    cloud.run_due()
    ((record,),) = (event["Records"] for event in script.events)
    assert set(record) == {
        "eventID",
        "eventName",
        "eventVersion",
        "eventSource",
        "awsRegion",
        "dynamodb",
        "eventSourceARN",
    }
    assert (record["eventName"], record["eventSource"]) == ("INSERT", "aws:dynamodb")
    assert record["eventSourceARN"].startswith("arn:aws:dynamodb:us-east-1:123456789012:table/main-match-Table/stream/")
    change = record["dynamodb"]
    assert change["NewImage"] == {"pk": {"S": "a"}, "wanted": {"BOOL": True}, "secret": {"B": "AP8="}}
    assert change["ApproximateCreationDateTime"] == cloud.clock.now().timestamp()
    assert "OldImage" not in change


def test_a_change_that_is_not_wanted_reaches_nobody(cloud: Cloud, script: Script) -> None:
    stored(cloud, script, "a", wanted=False)
    cloud.run_due()
    assert script.events == []


def test_a_second_change_has_both_images_and_the_next_number(cloud: Cloud, script: Script) -> None:
    stored(cloud, script, "a", wanted=False)
    stored(cloud, script, "a")
    cloud.run_due()
    stored(cloud, script, "b")
    cloud.run_due()
    first, second = (event["Records"][0] for event in script.events)
    assert first["eventName"] == "MODIFY"
    assert first["dynamodb"]["OldImage"]["wanted"] == {"BOOL": False}
    assert int(second["dynamodb"]["SequenceNumber"]) == int(first["dynamodb"]["SequenceNumber"]) + 1


def test_changes_come_in_batches_of_the_template_s_size(cloud: Cloud, script: Script) -> None:
    stored(cloud, script, *"abcdef")
    cloud.run_due()
    assert [len(event["Records"]) for event in script.events] == [4, 2]


def test_a_batch_that_fails_is_halved_and_only_the_culprit_goes_on_record(cloud: Cloud, script: Script) -> None:
    script.work = failing_for("c")
    stored(cloud, script, *"abcd")
    cloud.run_due()
    tried = ["".join(one["dynamodb"]["Keys"]["pk"]["S"] for one in event["Records"]) for event in script.events]
    assert tried == ["abcd", "ab", "cd", "c", "c", "d"]
    (message,) = cloud.messages("Failures")
    assert message["DDBStreamBatchInfo"]["batchSize"] == 1
    assert message["requestContext"]["condition"] == "RetryAttemptsExhausted"


def test_what_a_failing_function_has_stored_is_seen_all_the_same(cloud: Cloud, script: Script) -> None:
    def api(_event: Any, _context: Any) -> None:
        put("a", wanted={"BOOL": True})
        raise LookupError("a fault")

    script.api = api
    assert cloud.request("GET", "/things/a").status == 500
    cloud.run_due()
    assert len(script.events) == 1


@pytest.mark.parametrize(
    ("pattern", "record", "through"),
    [
        ({}, {"a": 1}, True),
        ({"a": ["x"]}, {"a": "x"}, True),
        ({"a": ["x", "y"]}, {"a": "y"}, True),
        ({"a": ["x"]}, {"a": "y"}, False),
        ({"a": ["x"]}, {}, False),
        ({"a": {"b": [True]}}, {"a": {"b": True}}, True),
        ({"a": {"b": [True]}}, {"a": {"b": "true"}}, False),
        ({"a": {"b": [True]}}, {"a": {"b": 1}}, False),
        ({"a": {"b": [True]}}, {"a": "b"}, False),
        ({"a": ["x"], "b": ["y"]}, {"a": "x", "b": "z"}, False),
    ],
)
def test_a_filter_s_pattern(pattern: dict[str, Any], record: dict[str, Any], *, through: bool) -> None:
    assert matches(pattern, record) is through


def test_there_is_no_end_to_what_makes_itself_due_again(cloud: Cloud, script: Script, monkeypatch: Any) -> None:
    monkeypatch.setattr("infra.local.cloud._MAX_ROUNDS", 5)
    monkeypatch.setattr(cloud.schedules, "run_due", lambda: True)
    assert script.events == []
    with pytest.raises(RuntimeError, match="always something due"):
        cloud.run_due()
