"""What seats put in while a phase is open: sealed entries, and acts that take effect at once."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from engine.deadlines import in_time
from engine.draws import Draws
from engine.game import Ignored, OpenPhase, Phase
from engine.match import By, Done, Match, Receipt, Standing
from engine.refusals import NotNow, NotYours, Refused

SUPERSEDED_KEPT = 2
"""How many replaced entries of a seat are kept for the record (C4); what a phase can hold must be bounded."""
ACTS_A_PHASE = 20
"""How many acts a seat may do while one phase is open, for the same reason."""
ACT_BYTES = 160
"""How long an act may be as JSON, for the same reason."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What an entry or its withdrawal came to."""

    match: Match
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class ActDone:
    """What an act came to: the new match, what to tell the seat, and whose holdings changed."""

    match: Match
    outcome: Any
    touched: tuple[str, ...]


def open_phase(match: Match, number: int) -> OpenPhase:
    """The open phase, if it is the one that the caller means.

    Raises:
        NotNow: the match is not running, or another phase is open; entries are never carried over.
    """
    if match.phase is None or match.status != "open":
        sentence = {
            "joining": "This match has not started yet. Come back when the host has started it.",
            "paused": "The host has paused this match. Try again when it goes on.",
            "stuck": "This match has come to a halt through a fault, and its host has been told. Nothing is lost.",
            "over": "This match is over.",
            "open": "No phase is open.",
        }[match.status]
        raise NotNow(f"match-{match.status}", sentence)
    if number != match.phase.number:
        raise NotNow(
            "phase-not-open",
            f"That was meant for phase {number}, but phase {match.phase.number} ({match.phase.title}) is open now. "
            "Look at what it asks for and send it anew.",
        )
    return match.phase


def asked(match: Match, seat: str) -> Phase:
    """What the open phase asks of this seat.

    Raises:
        NotYours: nothing.
    """
    phase = match.rules.phase(match.table)
    if phase is None or seat not in phase.awaits:
        raise NotYours("not-awaited", "There is nothing for you to enter in this phase. You will see its outcome.")
    return phase


def enter(match: Match, seat: str, number: int, entry: Any, now: datetime, by: By = "seat") -> Entered:
    """Seal an entry for phase `number`, in place of the seat's earlier one (C4).

    Raises:
        Refused: the phase is not open, the deadline has come (C1), the seat is not asked, or the game cannot accept the
            entry at all. The earlier entry stands (C5).
    """
    phase = open_phase(match, number)
    in_time(phase, now)
    wanted = asked(match, seat)
    if not isinstance(entry, wanted.entry):
        raise Refused(
            "entry-shape", f"{phase.title} asks for another kind of entry. Look at it again and send it anew."
        )
    ignored = judged(match, seat, entry, by)
    standing = Standing(entry=entry, revision=revision(match, seat) + 1, accepted_at=now, by=by)
    entered = replace(match, entries={**match.entries, seat: standing}, superseded=with_superseded(match, seat))
    return Entered(
        entered,
        Receipt(phase=number, revision=standing.revision, accepted_at=now, entry=entry, ignored=ignored),
    )


def judged(match: Match, seat: str, entry: Any, by: By) -> tuple[Ignored, ...]:
    """What of an entry would be ignored now.

    Raises:
        Refused: it cannot be accepted at all. The host is not told why in the words that are meant for the player: they
            can name what the player holds (RULINGS section 4).
    """
    try:
        return match.rules.judge(match.table, seat, entry)
    except Refused as refusal:
        if by == "host":
            told = "The rules do not let this player enter that. Ask the player to look again and send you another."
            raise Refused(refusal.code, told, refusal.ruling) from None
        raise


def withdraw(match: Match, seat: str, number: int, now: datetime) -> Entered:
    """Take the seat's entry back: it has then left the phase blank.

    Raises:
        Refused: as `enter`; having none is no reason to refuse.
    """
    in_time(open_phase(match, number), now)
    asked(match, seat)
    entries = {other: standing for other, standing in match.entries.items() if other != seat}
    withdrawn = replace(match, entries=entries, superseded=with_superseded(match, seat))
    return Entered(withdrawn, Receipt(phase=number, revision=revision(match, seat), accepted_at=now, entry=None))


def act(match: Match, seat: str, name: str, body: Any, now: datetime) -> ActDone:
    """Do what takes effect at once, such as a purchase.

    Raises:
        Refused: no phase is open, the deadline has come, the game's rules do not allow it, or the seat has done too
            much in this phase.
    """
    phase = open_phase(match, match.phase.number if match.phase else -1)
    in_time(phase, now)
    if name not in match.rules.acts:
        raise Refused("act-unknown", f"{match.rules.title} has no {name}.")
    if not isinstance(body, match.rules.acts[name]):
        raise Refused("act-shape", f"{match.rules.title} asks for something else there. Look at it again.")
    if len(json.dumps(asdict(body), ensure_ascii=False).encode()) > ACT_BYTES:
        raise Refused(
            "act-too-long", "That is longer than anything that can be done here. Send only what is asked for."
        )
    if name in match.rules.numbered and not acts_left(match, seat):
        raise NotNow(
            "acts-too-many",
            f"You have done {ACTS_A_PHASE} things in this phase, and that is the most. Wait for the next one.",
        )
    draws = Draws(match.id, match.seed, match.entropy)
    acted = match.rules.act(match.table, seat, body, draws)
    if acted.state == match.state:
        return ActDone(match, acted.outcome, ())
    done = Done(seat=seat, act=name, body=acted.act, done_at=now)
    after = replace(match, state=acted.state, acts=(*match.acts, done), draws=(*match.draws, *draws.taken))
    return ActDone(after, acted.outcome, acted.touched)


def acts_left(match: Match, seat: str) -> bool:
    """Whether the seat may do another of the acts that are numbered in the open phase."""
    return sum(done.seat == seat and done.act in match.rules.numbered for done in match.acts) < ACTS_A_PHASE


def revision(match: Match, seat: str) -> int:
    """The revision of the seat's latest entry in the open phase, standing or withdrawn; 0 before the first."""
    latest = match.entries.get(seat) or (match.superseded.get(seat) or (None,))[-1]
    return latest.revision if latest else 0


def with_superseded(match: Match, seat: str) -> Mapping[str, tuple[Standing, ...]]:
    """The replaced entries, with the seat's standing one among them; the latest few of each seat are kept."""
    standing = match.entries.get(seat)
    if standing is None:
        return match.superseded
    kept = (*match.superseded.get(seat, ()), standing)[-SUPERSEDED_KEPT:]
    return {**match.superseded, seat: kept}
