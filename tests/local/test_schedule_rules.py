"""What the real scheduler refuses is refused here too, with its own exception."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from botocore.exceptions import ClientError

from infra.local.cloud import START, Cloud
from infra.local.schedule_rules import complaint, due_at, interval
from tests.local.stand_in import Script, schedule

GOOD: dict[str, Any] = {
    "Name": "m-1-17",
    "ScheduleExpression": "at(2026-10-24T18:00:01)",
    "FlexibleTimeWindow": {"Mode": "OFF"},
    "Target": {
        "Arn": "arn:aws:lambda:us-east-1:123456789012:function:f",
        "RoleArn": "arn:aws:iam::123456789012:role/r",
    },
}


def with_target(**other: Any) -> dict[str, Any]:
    return {"Target": {**GOOD["Target"], **other}}


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"Name": "a" * 64},
        {"Name": "0.9_A-z"},
        {"ScheduleExpressionTimezone": "UTC"},
        {"ActionAfterCompletion": "DELETE", "State": "DISABLED", "GroupName": "g"},
        {"ScheduleExpression": "rate(5 minutes)"},
        with_target(RetryPolicy={"MaximumEventAgeInSeconds": 60, "MaximumRetryAttempts": 0}),
        with_target(DeadLetterConfig={"Arn": "arn:aws:sqs:us-east-1:123456789012:q"}),
    ],
)
def test_a_good_schedule_is_taken(other: dict[str, Any]) -> None:
    assert complaint("CreateSchedule", {**GOOD, **other}, START) is None


@pytest.mark.parametrize(
    ("other", "about"),
    [
        ({"Name": ""}, "Name"),
        ({"Name": "a" * 65}, "Name"),
        ({"Name": "m#1"}, "Name"),
        ({"Name": "m 1"}, "Name"),
        ({"GroupName": "g/h"}, "GroupName"),
        ({"ScheduleExpression": "at(2026-10-24T18:00:00)"}, "ScheduleExpression"),
        ({"ScheduleExpression": "at(2026-10-24T18:00:01Z)"}, "ScheduleExpression"),
        ({"ScheduleExpression": "at(2026-10-24T18:00:01.000)"}, "ScheduleExpression"),
        ({"ScheduleExpression": "at(2026-10-24 18:00:01)"}, "ScheduleExpression"),
        ({"ScheduleExpression": "at(2027-02-30T18:00:00)"}, "ScheduleExpression"),
        ({"ScheduleExpression": "2026-10-24T18:00:01"}, "ScheduleExpression"),
        ({"ScheduleExpressionTimezone": "Europe/Berlin"}, "ScheduleExpressionTimezone"),
        ({"FlexibleTimeWindow": {"Mode": "FLEXIBLE", "MaximumWindowInMinutes": 5}}, "FlexibleTimeWindow"),
        ({"ActionAfterCompletion": "REMOVE"}, "ActionAfterCompletion"),
        ({"State": "ON"}, "State"),
        (with_target(Arn="close_round"), "Target.Arn"),
        (with_target(RoleArn="arn:aws:lambda:us-east-1:123456789012:function:f"), "Target.RoleArn"),
        (with_target(DeadLetterConfig={"Arn": "arn:aws:sns:us-east-1:123456789012:q"}), "DeadLetterConfig"),
        (with_target(RetryPolicy={"MaximumEventAgeInSeconds": 59}), "MaximumEventAgeInSeconds"),
        (with_target(RetryPolicy={"MaximumRetryAttempts": 186}), "MaximumRetryAttempts"),
    ],
)
def test_a_bad_one_is_not(other: dict[str, Any], about: str) -> None:
    for operation in ("CreateSchedule", "UpdateSchedule"):
        said = complaint(operation, {**GOOD, **other}, START)
        assert said is not None
        assert about in said
        assert said.count(";") == 0, "only what is wrong is told"


def test_other_calls_are_not_looked_at() -> None:
    assert complaint("DeleteSchedule", {"Name": "#"}, START) is None


def test_a_handler_s_bad_schedule_fails_as_it_would_in_the_cloud(cloud: Cloud, script: Script) -> None:
    def api(_event: Any, _context: Any) -> Any:
        with pytest.raises(ClientError) as refused:
            schedule(Name="m#1")
        return {"statusCode": 200, "body": refused.value.response["Error"]["Code"]}

    script.api = api
    assert cloud.request("GET", "/things/a").text == "ValidationException"
    assert cloud.schedules.pending() == []


def test_a_second_one_of_the_same_name_is_a_conflict(cloud: Cloud, script: Script) -> None:
    def api(_event: Any, _context: Any) -> Any:
        schedule()
        with pytest.raises(ClientError) as refused:
            schedule()
        return {"statusCode": 200, "body": refused.value.response["Error"]["Code"]}

    script.api = api
    assert cloud.request("GET", "/things/a").text == "ConflictException"
    assert cloud.schedules.pending() == ["m-1-1792865400"]


def test_c2_when_a_schedule_is_due_is_told_in_utc() -> None:
    assert due_at(GOOD) == datetime(2026, 10, 24, 18, 0, 1, tzinfo=UTC)
    assert due_at({"ScheduleExpression": "rate(1 hour)"}) is None


@pytest.mark.parametrize(
    ("expression", "every"),
    [
        ("rate(5 minutes)", timedelta(minutes=5)),
        ("rate(1 hour)", timedelta(hours=1)),
        ("rate(2 days)", timedelta(days=2)),
        ("at(2026-10-24T18:00:00)", None),
    ],
)
def test_how_often_a_rate_is_due(expression: str, every: timedelta | None) -> None:
    assert interval({"ScheduleExpression": expression}) == every
