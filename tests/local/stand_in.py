"""The handlers of `stand_in.yaml`: each does what the test at hand tells it to."""

import os
from collections.abc import Callable
from functools import cache
from typing import Any

import boto3

Doing = Callable[[Any, Any], Any]


class Script:
    """What the handlers do, and what they were called with."""

    def __init__(self) -> None:
        self.api: Doing = lambda _event, _context: {"statusCode": 204}
        self.work: Doing = lambda _event, _context: None
        self.events: list[Any] = []


script = Script()


@cache
def wired() -> tuple[Any, Any]:
    """DynamoDB and the scheduler, with the keys of whoever asks first."""
    return boto3.client("dynamodb"), boto3.client("scheduler")


def api(event: Any, context: Any) -> Any:
    return script.api(event, context)


def work(event: Any, context: Any) -> Any:
    script.events.append(event)
    return script.work(event, context)


def put(pk: str, **attributes: Any) -> None:
    """Puts an item as the function that is running may."""
    wired()[0].put_item(TableName=os.environ["TABLE_NAME"], Item={"pk": {"S": pk}, **attributes})


def schedule(**other: Any) -> None:
    """Creates a good schedule, but for what is said otherwise."""
    target = {
        "Arn": os.environ["TARGET"],
        "RoleArn": os.environ["SCHEDULE_ROLE"],
        "Input": '{"due": 1}',
        "DeadLetterConfig": {"Arn": os.environ["DEAD_LETTERS"]},
        **other.pop("Target", {}),
    }
    parameters = {
        "GroupName": os.environ["GROUP"],
        "Name": "m-1-1792865400",
        "ScheduleExpression": "at(2026-10-24T18:10:00)",
        "FlexibleTimeWindow": {"Mode": "OFF"},
        "ActionAfterCompletion": "DELETE",
        "Target": target,
    }
    wired()[1].create_schedule(**parameters | other)
