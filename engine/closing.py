"""Closing a phase: when it may be done, what it leads to, and the record that is kept of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from engine.boundary import boundary
from engine.deadlines import base_of_next, opened
from engine.draws import Draw, Draws
from engine.game import OpenPhase, Reveal
from engine.inputs import open_phase
from engine.match import Done, Match, Standing, Trouble
from engine.refusals import NotNow

ClosedBy = Literal["deadline", "everybody", "host"]


@boundary
class Record:
    """Everything needed to compute a closed phase again (C8, RULINGS section 5, step 6). Secret until published."""

    match: str
    phase: OpenPhase
    version: int = 1
    closed_at: datetime
    closed_by: ClosedBy
    reason: str = ""
    """Why the host closed it early (C6)."""
    opening: Any
    """The state before the phase's acts and entries."""
    entries: Mapping[str, Standing]
    superseded: Mapping[str, tuple[Standing, ...]]
    acts: tuple[Done, ...]
    draws: tuple[Draw, ...]
    reveal: Reveal


@dataclass(frozen=True, slots=True)
class Closing:
    """What a close came to: the match with its next phase open (or over) and the closed phase's record."""

    match: Match
    record: Record


def everybody_entered(match: Match) -> bool:
    """Whether every seat that the open phase awaits has an entry."""
    phase = match.rules.phase(match.table) if match.phase else None
    return phase is not None and all(seat in match.entries for seat in phase.awaits)


def closes_now(match: Match) -> bool:
    """Whether the open phase closes at once, before its deadline, since everybody has answered (P73, T25)."""
    phase = match.rules.phase(match.table) if match.status == "open" else None
    return phase is not None and phase.closes_early and everybody_entered(match)


def close(match: Match, number: int, now: datetime, *, by: ClosedBy, force: bool = False, reason: str = "") -> Closing:
    """Resolve phase `number`, open the next one or end the match.

    By the deadline it closes when that has come; by everybody when all that it awaits have answered and the phase is of
    the kind that does not wait; by the host when the deadline has come, when everybody has entered, or with `force`
    and a reason (C6). A stuck match is closed by its host only. Nothing closes twice: afterwards another phase is open.

    Raises:
        NotNow: this phase is not open, or it is too early.
    """
    phase = open_phase(
        replace(match, status="open") if match.phase and (match.status, by) == ("stuck", "host") else match, number
    )
    if now < phase.deadline:
        if by == "deadline" or (by == "everybody" and not closes_now(match)):
            raise NotNow("too-early", f"{phase.title} is open until {phase.deadline:%Y-%m-%d %H:%M:%S} UTC.", "C6")
        if by == "host" and not everybody_entered(match) and not (force and reason.strip()):
            raise NotNow(
                "too-early",
                f"Not everybody has entered and {phase.title} is open until {phase.deadline:%Y-%m-%d %H:%M:%S} UTC. "
                "To close it all the same, send force: true and a reason.",
                "C6",
            )
    draws = Draws(match.id, match.seed, match.entropy)
    resolved = match.rules.close(match.table, draws)
    record = Record(
        match=match.id,
        phase=phase,
        closed_at=now,
        closed_by=by,
        reason=reason.strip(),
        opening=match.opening,
        entries=match.entries,
        superseded=match.superseded,
        acts=match.acts,
        draws=(*match.draws, *draws.taken),
        reveal=replace(resolved.reveal, closed_at=now),
    )
    return Closing(go_on(match, resolved.state, phase, now), record)


def go_on(match: Match, state: Any, closed: OpenPhase, now: datetime) -> Match:
    """The match with the phase open that follows in `state`; over if none does."""
    following = replace(
        match,
        status="open",
        phase=replace(closed, number=closed.number + 1),
        opening=state,
        state=state,
        entries={},
        superseded={},
        acts=(),
        draws=(),
        trouble=None,
    )
    phase = match.rules.phase(following.table)
    if phase is None:
        return replace(following, status="over", phase=None)
    base = base_of_next(closed.deadline, now, phase.seconds, match.config.grace_seconds)
    return replace(following, phase=opened(phase, closed.number + 1, now, base))


def stick(match: Match, error: str, now: datetime) -> Match:
    """The match brought to a halt, because a rule raised; it can be closed again once the fault is mended."""
    return replace(match, status="stuck", trouble=Trouble(error=error, since=now))
