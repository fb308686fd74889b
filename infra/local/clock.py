"""The local stack's time: it is passed in, so that tests need no waiting."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Clock:
    """A clock that stands still until it is moved. Aware UTC datetimes only."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The time it is, UTC."""
        return self._now

    def advance(self, seconds: float) -> datetime:
        """Moves on by `seconds` (back, if negative) and returns the time it then is."""
        self._now += timedelta(seconds=seconds)
        return self._now

    def set(self, moment: datetime) -> None:
        """Moves to `moment`, an aware datetime."""
        self._now = moment.astimezone(UTC)


class SystemClock(Clock):
    """The machine's own clock, moved on by what tests or a curious host add to it."""

    def __init__(self) -> None:
        super().__init__(datetime.now(UTC))
        self._ahead = timedelta()

    def now(self) -> datetime:
        """The time it is, UTC."""
        return datetime.now(UTC) + self._ahead

    def advance(self, seconds: float) -> datetime:
        """Runs `seconds` further ahead of the machine's clock from now on."""
        self._ahead += timedelta(seconds=seconds)
        return self.now()

    def set(self, moment: datetime) -> None:
        """Runs ahead of the machine's clock (or behind it) so that it is `moment` now."""
        self._ahead = moment - datetime.now(UTC)
