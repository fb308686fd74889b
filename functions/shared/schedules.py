"""Schedules: what makes a phase close by itself. A phase's schedule exists before the phase does.

A schedule decides nothing: it wakes `functions.close_round`, which looks at what is stored. So an orphan does no harm.
"""

import json
import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from functions.shared.settings import CloseRoundSettings

if TYPE_CHECKING:
    from mypy_boto3_scheduler import EventBridgeSchedulerClient

RETRY_SECONDS = 3600


class Schedules:
    """One-time schedules in the deployment's group.

    Args:
        client: an EventBridge Scheduler client.
        settings: the group, the role, the target and where undeliverable ones go.
    """

    def __init__(self, client: "EventBridgeSchedulerClient", settings: CloseRoundSettings) -> None:
        self._client = client
        self._settings = settings

    def ensure(self, match_id: str, phase: int, due: datetime) -> None:
        """Have the phase (-1: the start) brought up at `due`; if that is arranged already, all is well.

        The name says which match, phase and moment it is for, so the same one is never made twice.
        """
        settings = self._settings
        second = datetime.fromtimestamp(math.ceil(due.timestamp()), UTC)
        try:
            self._client.create_schedule(
                GroupName=settings.schedule_group,
                Name=schedule_name(match_id, phase, second),
                ScheduleExpression=f"at({second:%Y-%m-%dT%H:%M:%S})",
                ScheduleExpressionTimezone="UTC",
                FlexibleTimeWindow={"Mode": "OFF"},
                ActionAfterCompletion="DELETE",
                Target={
                    "Arn": settings.close_round_arn,
                    "RoleArn": settings.schedule_role_arn,
                    "Input": json.dumps({"match": match_id, "phase": phase}),
                    "DeadLetterConfig": {"Arn": settings.schedule_dead_letter_arn},
                    "RetryPolicy": {"MaximumEventAgeInSeconds": RETRY_SECONDS, "MaximumRetryAttempts": 10},
                },
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConflictException":
                raise


def schedule_name(match_id: str, phase: int, due: datetime) -> str:
    """At most 64 characters of those that Scheduler allows; `start` stands for the phase before the first."""
    return f"{match_id}-{phase if phase >= 0 else 'start'}-{int(due.timestamp())}"
