"""The closing protocol: read the head, resolve, arrange the next phase's schedule, then one transaction.

The schedule, its retries, the sweeper, the table's stream and the host may all try at once: one wins, the others find
it done. Whoever comes before the deadline, or for a phase that is gone, changes nothing.
"""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from engine.closing import ClosedBy, Closing, close, stick
from engine.match import Match, start
from engine.refusals import NotNow
from functions.shared import clock
from functions.shared.access import found
from functions.shared.faults import FAULTS
from functions.shared.head import JOINING, Head, waits_for
from functions.shared.races import decided
from functions.shared.schedules import Schedules
from functions.shared.store import Store


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an attempt to close came to."""

    done: Literal["closed", "before", "stuck"]
    """`closed` by this attempt; done `before`; or the match got `stuck` by it."""
    head: Head
    reveal: Any = None
    """What everybody is told, if this attempt closed the phase."""
    late_seconds: float = 0.0
    """From the deadline to the reveal; negative if it was closed early."""


Allowed = Callable[[Head], None]
"""Raises if whoever asks for it may not, once the match is known."""


def anybody(_head: Head) -> None:
    """Let pass what AWS itself has sent."""


@dataclass(frozen=True, slots=True)
class EarlyClose:
    """The host's wish to close before the deadline although not everybody has entered (C6)."""

    force: bool = False
    reason: str = ""


ON_TIME = EarlyClose()


class Closer:
    """Closes phases and starts matches.

    Args:
        store: where matches are.
        schedules: where the next phase is arranged.
    """

    def __init__(self, store: Store, schedules: Schedules) -> None:
        self._store = store
        self._schedules = schedules

    def close(
        self, match_id: str, phase: int, *, by: ClosedBy, wish: EarlyClose = ON_TIME, allowed: Allowed = anybody
    ) -> Outcome:
        """Close this phase of this match, if nobody has.

        Raises:
            Missing: there is no such match.
            NotNow: it is too early, or this phase has not been reached (C6).
            LostRace: others kept changing the match; try again.
        """

        def attempt() -> Outcome:
            head = self._head(match_id, allowed)
            if closed_already(head.match, phase):
                return Outcome("before", head)
            now = clock.now()
            try:
                closing = close(head.match, phase, now, by=by, force=wish.force, reason=wish.reason)
            except NotNow:
                raise
            except FAULTS as fault:
                return self._stick(head, fault, now)
            return self._commit(head, closing)

        return decided(attempt)

    def start(self, match_id: str, *, by: ClosedBy, allowed: Allowed = anybody) -> Outcome:
        """Start this match, if nobody has: the first phase's schedule, then the first phase.

        Raises:
            Missing: there is no such match.
            NotNow: its `starts_at` has not come, and it is not the host who starts it.
            LostRace: others kept changing the match; try again.
        """

        def attempt() -> Outcome:
            head = self._head(match_id, allowed)
            if head.match.started:
                return Outcome("before", head)
            now = clock.now()
            due = head.match.starts_at
            if by != "host" and (due is None or now < due):
                raise NotNow("too-early", "This match does not start yet.")
            try:
                started = start(head.match, now)
            except FAULTS as fault:
                return self._stick(head, fault, now)
            return self._follow(head, started)

        return decided(attempt)

    def _head(self, match_id: str, allowed: Allowed) -> Head:
        head = found(self._store, match_id)
        allowed(head)
        return head

    def _follow(self, head: Head, started: Match) -> Outcome:
        self._arrange(started)
        following = head.with_match(started)
        self._store.replace(head, following)
        return Outcome("closed", following)

    def _commit(self, head: Head, closing: Closing) -> Outcome:
        self._arrange(closing.match)
        following = head.with_match(closing.match)
        self._store.close(head, following, closing.record)
        record = closing.record
        late = (record.closed_at - record.phase.deadline).total_seconds()
        return Outcome("closed", following, record.reveal, late)

    def _arrange(self, match: Match) -> None:
        due = waits_for(match)
        if due:
            self._schedules.ensure(match.id, match.phase.number if match.phase else JOINING, due)

    def _stick(self, head: Head, fault: BaseException, now: datetime) -> Outcome:
        stuck = head.with_match(stick(head.match, place_of(fault), now))
        self._store.replace(head, stuck)
        return Outcome("stuck", stuck)


def closed_already(match: Match, phase: int) -> bool:
    """Whether this phase was closed before."""
    return match.status == "over" or (match.phase is not None and phase < match.phase.number)


def place_of(fault: BaseException) -> str:
    """Where in the rules it happened. Not what was said: a rule's words can hold what a player has hidden."""
    frame = traceback.extract_tb(fault.__traceback__)[-1]
    place = "/".join(frame.filename.replace("\\", "/").split("/")[-3:])
    return f"{type(fault).__name__} in {frame.name} ({place}, line {frame.lineno})"
