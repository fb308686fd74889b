"""What each function is told by its environment. A field is the variable of the same name in capitals."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayersSettings:
    """For `functions.players`."""

    table_name: str


@dataclass(frozen=True, slots=True)
class CloseRoundSettings:
    """For `functions.close_round`."""

    table_name: str
    schedule_group: str
    """Name of the group that all schedules are made in."""
    schedule_role_arn: str
    """The role that a schedule assumes to invoke its target."""
    close_round_arn: str
    """A schedule's target: this very function."""
    schedule_dead_letter_arn: str
    """Where a schedule goes that could not be delivered."""


@dataclass(frozen=True, slots=True)
class HostSettings(CloseRoundSettings):
    """For `functions.host`, which starts and closes phases too."""

    host_key_secret_id: str
    """Where the deployment's host key is kept."""


def read(settings: type[T], environment: Mapping[str, str] = os.environ) -> T:
    """The settings of this type from the environment.

    Raises:
        KeyError: a variable is missing; the deployment is at fault and the function cannot work.
    """
    return settings(**{field.name: environment[field.name.upper()] for field in fields(settings)})  # type: ignore[arg-type]  # T is one of the dataclasses above
