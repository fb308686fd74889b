"""Races: two want to change one match, one of them is first, and the other reads again and decides again."""

from collections.abc import Callable
from typing import TypeVar

from botocore.exceptions import ClientError

from functions.shared.problems import Busy

T = TypeVar("T")

ATTEMPTS = 10
RACES = {"ConditionalCheckFailed", "TransactionConflict"}
"""AWS's names for a condition that does not hold any more, and for a write in the midst of another's transaction."""


class LostRace(Busy):
    """Somebody else changed the match first: read it again and decide again."""

    def __init__(self) -> None:
        super().__init__("busy", "Many people are at this match right now. Nothing was changed; send it again.")


def decided(attempt: Callable[[], T]) -> T:
    """The answer of `attempt`, which reads and then writes; made again from a fresh read while it loses races.

    Raises:
        LostRace: it lost every time.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return attempt()
        except LostRace:
            continue
    return attempt()


def racing(write: Callable[[], object]) -> None:
    """Write under a condition.

    Raises:
        LostRace: the condition does not hold any more.
    """
    try:
        write()
    except ClientError as error:
        if lost(error):
            raise LostRace from error
        raise


def lost(error: ClientError) -> bool:
    """Whether AWS says that somebody else was first."""
    code = error.response["Error"]["Code"]
    if code == "TransactionCanceledException":
        return any(reason.get("Code") in RACES for reason in error.response.get("CancellationReasons", []))
    return code.removesuffix("Exception") in RACES
