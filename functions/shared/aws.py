"""AWS clients that give up in time: a function must answer while somebody is still waiting."""

from typing import TYPE_CHECKING

import boto3
from botocore.config import Config

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_scheduler import EventBridgeSchedulerClient
    from mypy_boto3_secretsmanager import SecretsManagerClient

PATIENCE = Config(connect_timeout=1, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 3})
"""Three attempts of at most three seconds: less than the ten that an API function has."""


def dynamodb() -> "DynamoDBClient":
    """A client for the table."""
    return boto3.client("dynamodb", config=PATIENCE)


def scheduler() -> "EventBridgeSchedulerClient":
    """A client for the schedules."""
    return boto3.client("scheduler", config=PATIENCE)


def secrets_manager() -> "SecretsManagerClient":
    """A client for the deployment's host key."""
    return boto3.client("secretsmanager", config=PATIENCE)
