"""The only way out: what everybody, a seat and the host may know of a match (RULINGS section 4).

Nothing is filtered anywhere else. A view is a function of what its viewer may know: two matches that differ only in
what others hide give equal views.
"""

import hashlib
import json
from dataclasses import asdict, fields, replace
from datetime import datetime
from typing import Any

from engine.boundary import boundary
from engine.closing import everybody_entered
from engine.draws import ALGORITHM, commitment
from engine.forms import Can
from engine.game import Ignored, OpenPhase
from engine.inputs import acts_left, revision
from engine.match import By, Match, Standing, Status, Trouble
from engine.refusals import Refused


@boundary
class SeatName:
    """Who sits where."""

    seat: str
    name: str


@boundary
class Fairness:
    """What was fixed before the first draw, so that every draw can be checked afterwards (RULINGS section 5)."""

    algorithm: str
    roster: tuple[str, ...]
    config_sha256: str
    """SHA-256 of the configuration as JSON with sorted keys and no spaces."""
    entropy: dict[str, str]
    """What each player's device brought, in hex, published as it came."""


@boundary
class PublicView:
    """What everybody may know."""

    match: str
    game: str
    title: str
    status: Status
    phase: OpenPhase | None
    """Null before the start and after the end."""
    seats: tuple[SeatName, ...]
    commit: str
    """SHA-256 of the secret seed, published before anybody joined."""
    fairness: Fairness
    config: Any
    starts_at: datetime | None
    state: Any
    """Null before the start."""
    result: Any
    """Null before the end."""


@boundary
class SeatView(PublicView):
    """All that one player's screen needs."""

    seat: str
    joined: bool
    holdings: Any
    """What this seat has; null before the start."""
    entry: Any
    """The entry that stands in the open phase; null for none."""
    revision: int
    accepted_at: datetime | None
    by: By | None
    """`host` if the host put the entry in (C10)."""
    ignored: tuple[Ignored, ...]
    """What of it would be treated as blank if the phase closed now (P42)."""
    shared: dict[str, Any]
    """What the seats have entered that share their entries with this one in the open phase (T19)."""
    can: Can
    offers: tuple[Any, ...]
    channels: tuple[Any, ...] = ()


@boundary
class Attendance:
    """What the host may know of a seat: that something was entered, never what."""

    seat: str
    name: str
    joined: bool
    awaited: bool
    """Whether the open phase asks this seat for an entry."""
    entered: bool
    accepted_at: datetime | None
    by: By | None


@boundary
class HostView(PublicView):
    """What the host may know: enough to remind, to substitute and to close."""

    attendance: tuple[Attendance, ...]
    everybody_entered: bool
    """Whether the open phase may be closed before its deadline without force (C6)."""
    trouble: Trouble | None
    """Why the match is stuck."""
    created_at: datetime


def config_sha256(config: Any) -> str:
    """The hash that is published of a configuration."""
    text = json.dumps(asdict(config), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def public_view(match: Match) -> PublicView:
    """What everybody may know."""
    return PublicView(
        match=match.id,
        game=match.game,
        title=match.rules.title,
        status=match.status,
        phase=match.phase,
        seats=tuple(SeatName(seat=player.seat, name=player.name) for player in match.players),
        commit=commitment(match.seed),
        fairness=Fairness(
            algorithm=ALGORITHM,
            roster=tuple(player.seat for player in match.players),
            config_sha256=config_sha256(match.config),
            entropy={player.seat: match.joined.get(player.seat, "") for player in match.players},
        ),
        config=match.config,
        starts_at=match.starts_at,
        state=match.rules.public(match.table) if match.started else None,
        result=match.rules.result(match.table) if match.started else None,
    )


def shared_part(match: Match) -> dict[str, Any]:
    """The public view's fields, which every other view begins with."""
    view = public_view(match)
    return {field.name: getattr(view, field.name) for field in fields(view)}


def possible(match: Match, seat: str) -> Can:
    """What the seat may enter and do now: nothing unless a phase is open, no more of an act than there may be."""
    if match.status != "open":
        return Can()
    can = match.rules.can(match.table, seat)
    if acts_left(match, seat):
        return can
    return replace(can, acts=tuple(form for form in can.acts if form.action not in match.rules.numbered))


def sharing(match: Match, seat: str) -> tuple[str, ...]:
    """The other seats that see this seat's entry while the phase is open, and whose it sees."""
    phase = match.rules.phase(match.table) if match.phase else None
    groups = phase.shared_among if phase else ()
    return tuple(other for group in groups if seat in group for other in group if other != seat)


def judged_again(match: Match, seat: str, standing: Standing) -> tuple[Ignored, ...]:
    """What of a standing entry would be treated as blank if the phase closed now (P42).

    All of it, where it could not be accepted any more: since the host has opened the phase again the seat may not hold
    what it holds to (C8).
    """
    try:
        return match.rules.judge(match.table, seat, standing.entry)
    except Refused as refusal:
        return (Ignored(part="entry", code=refusal.code, reason=refusal.message, ruling=refusal.ruling),)


def seat_view(match: Match, seat: str) -> SeatView:
    """What the player of `seat` may know."""
    rules, table = match.rules, match.table
    standing = match.entries.get(seat)
    return SeatView(
        **shared_part(match),
        seat=seat,
        joined=seat in match.joined,
        holdings=rules.holdings(table, seat) if match.started else None,
        entry=standing.entry if standing else None,
        revision=revision(match, seat),
        accepted_at=standing.accepted_at if standing else None,
        by=standing.by if standing else None,
        ignored=judged_again(match, seat, standing) if standing else (),
        shared={other: match.entries[other].entry for other in sharing(match, seat) if other in match.entries},
        can=possible(match, seat),
        offers=tuple(rules.offers(table, seat)) if match.started else (),
    )


def host_view(match: Match) -> HostView:
    """What the host may know."""
    phase = match.rules.phase(match.table) if match.phase else None
    awaits = phase.awaits if phase else ()

    def attendance(seat: str, name: str) -> Attendance:
        standing = match.entries.get(seat)
        return Attendance(
            seat=seat,
            name=name,
            joined=seat in match.joined,
            awaited=seat in awaits,
            entered=standing is not None,
            accepted_at=standing.accepted_at if standing else None,
            by=standing.by if standing else None,
        )

    return HostView(
        **shared_part(match),
        attendance=tuple(attendance(player.seat, player.name) for player in match.players),
        everybody_entered=everybody_entered(match),
        trouble=match.trouble,
        created_at=match.created_at,
    )
