"""The one place where time enters. Everything else is told what time it is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime


def to_millisecond(moment: datetime) -> datetime:
    """The moment in UTC, cut to the millisecond: the precision in which deadlines are stored and compared."""
    return moment.astimezone(UTC).replace(microsecond=moment.microsecond // 1000 * 1000)


def system() -> datetime:
    """The machine's own clock."""
    return datetime.now(UTC)


_source: ContextVar[Callable[[], datetime]] = ContextVar("clock", default=system)


def now() -> datetime:
    """This moment in UTC, to the millisecond."""
    return to_millisecond(_source.get()())


@contextmanager
def running(source: Callable[[], datetime]) -> Iterator[None]:
    """Let `now` be told by `source` inside the block: how tests and the local stack pass time in."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)
