"""The arithmetic of deadlines: half-open (C1), in elapsed time (C2), without drift (C3). All moments are UTC."""

from datetime import datetime, timedelta

from engine.game import OpenPhase, Phase
from engine.refusals import NotNow


def in_time(phase: OpenPhase, now: datetime) -> None:
    """Let pass what comes before the deadline.

    Raises:
        NotNow: `now` is the deadline or later (C1).
    """
    if now >= phase.deadline:
        raise NotNow("deadline-passed", f"{phase.title} closed at {phase.deadline:%Y-%m-%d %H:%M:%S} UTC.", "C1")


def opened(phase: Phase, number: int, now: datetime, base: datetime) -> OpenPhase:
    """The phase as it opens, its deadline counted from `base` in elapsed time (C2)."""
    deadline = base + timedelta(seconds=phase.seconds)
    return OpenPhase(number=number, key=phase.key, title=phase.title, opened_at=now, deadline=deadline)


def base_of_next(due: datetime | None, now: datetime, seconds: int, grace_seconds: int) -> datetime:
    """The moment from which the next deadline counts: what was due if it is not later than the grace, else now (C3).

    Of a grace that is longer than half the next phase only that half counts, so that no phase opens with less than
    half its time left.
    """
    if due is not None and now <= due + timedelta(seconds=min(grace_seconds, seconds / 2)):
        return due
    return now
