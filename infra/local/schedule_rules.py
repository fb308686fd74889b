"""What EventBridge Scheduler takes and refuses, and when a schedule is due. moto checks none of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

_NAME = re.compile(r"[0-9a-zA-Z-_.]{1,64}")
_AT = re.compile(r"at\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\)")
_RATE = re.compile(r"rate\((\d+) (minute|minutes|hour|hours|day|days)\)")
_ROLE_ARN = re.compile(r"arn:aws(-[a-z]+)*:iam::\d{12}:role/[\w+=,.@/-]+")
_TARGET_ARN = re.compile(r"arn:aws(-[a-z]+)*:[a-z0-9-]+:[a-z0-9-]+:\d{12}:.+")
_QUEUE_ARN = re.compile(r"arn:aws(-[a-z]+)*:sqs:[a-z0-9-]+:\d{12}:[a-zA-Z0-9-_]+")
_EVENT_AGES = range(60, 86400 + 1)
_RETRIES = range(185 + 1)


def complaint(operation: str, parameters: Mapping[str, Any], now: datetime) -> str | None:
    """Why the service refuses this call with a ValidationException at this moment; None if it does not."""
    if operation not in {"CreateSchedule", "UpdateSchedule"}:
        return None
    target = parameters.get("Target", {})
    retry = target.get("RetryPolicy", {})
    dead_letters = target.get("DeadLetterConfig", {}).get("Arn")
    checks = {
        "Name: 1 to 64 of 0-9 a-z A-Z - _ .": _NAME.fullmatch(parameters.get("Name", "")),
        "GroupName: 1 to 64 of 0-9 a-z A-Z - _ .": _NAME.fullmatch(parameters.get("GroupName", "default")),
        "ScheduleExpression: at(yyyy-mm-ddThh:mm:ss), still to come, or rate(n unit)": _takes(parameters, now),
        # The service takes any IANA zone; deadlines here are UTC (C2), so anything else is a mistake.
        "ScheduleExpressionTimezone: UTC": parameters.get("ScheduleExpressionTimezone", "UTC") == "UTC",
        "FlexibleTimeWindow: OFF": parameters.get("FlexibleTimeWindow") == {"Mode": "OFF"},
        "ActionAfterCompletion: NONE or DELETE": parameters.get("ActionAfterCompletion", "NONE") in {"NONE", "DELETE"},
        "State: ENABLED or DISABLED": parameters.get("State", "ENABLED") in {"ENABLED", "DISABLED"},
        "Target.Arn: an ARN": _TARGET_ARN.fullmatch(target.get("Arn", "")),
        "Target.RoleArn: a role's ARN": _ROLE_ARN.fullmatch(target.get("RoleArn", "")),
        "Target.DeadLetterConfig.Arn: a queue's ARN": dead_letters is None or _QUEUE_ARN.fullmatch(dead_letters),
        "RetryPolicy.MaximumEventAgeInSeconds: 60 to 86400": retry.get("MaximumEventAgeInSeconds", 60) in _EVENT_AGES,
        "RetryPolicy.MaximumRetryAttempts: 0 to 185": retry.get("MaximumRetryAttempts", 0) in _RETRIES,
    }
    failed = [rule for rule, passed in checks.items() if not passed]
    return None if not failed else "Invalid schedule. Expected " + "; ".join(failed) + "."


def due_at(schedule: Mapping[str, Any]) -> datetime | None:
    """When a one-time schedule is due, UTC; None for a rate.

    Raises:
        ValueError: it names a day that is in no calendar.
    """
    match = _AT.fullmatch(schedule["ScheduleExpression"])
    return None if match is None else datetime.fromisoformat(match.group(1)).replace(tzinfo=UTC)


def interval(schedule: Mapping[str, Any]) -> timedelta | None:
    """How often a rate schedule is due; None for a one-time schedule."""
    match = _RATE.fullmatch(schedule["ScheduleExpression"])
    if match is None:
        return None
    return timedelta(**{match.group(2).removesuffix("s") + "s": int(match.group(1))})


def _takes(parameters: Mapping[str, Any], now: datetime) -> bool:
    expression = parameters.get("ScheduleExpression", "")
    if _AT.fullmatch(expression) is None:
        return _RATE.fullmatch(expression) is not None
    try:
        due = due_at(parameters)
    except ValueError:
        return False
    return due is not None and due > now
