"""The addresses that hosts use."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from aws_lambda_powertools.event_handler.openapi.params import Body
from aws_lambda_powertools.utilities.parameters import GetParameterError, SecretsProvider
from pydantic import Field, StrictBool, StrictInt

from engine.boundary import boundary
from engine.views import host_view
from functions.host.creating import MatchCreated, MatchWanted, create_match
from functions.shared.access import as_host, bearer, found
from functions.shared.api import IdempotencyKey, MatchId, SeatId, base_url, new_router
from functions.shared.aws import dynamodb, scheduler, secrets_manager
from functions.shared.closing import Closer, EarlyClose, Outcome
from functions.shared.documented import AnyEntry, AnyHostView, AnyReceipt, AnyReveal
from functions.shared.head import Head
from functions.shared.inputs import put_entry
from functions.shared.keys import hashed, link, new_key, opens
from functions.shared.problems import Busy, Clash, Missing, UnknownKey
from functions.shared.races import decided
from functions.shared.schedules import Schedules
from functions.shared.settings import HostSettings, read
from functions.shared.shapes import dump
from functions.shared.store import Store

router = new_router()

LONGEST_REASON = 500
SECRET_SECONDS = 300
"""For how long a function may go on with a host key that was changed."""


@boundary
class Nothing:
    """A body without fields."""


@boundary
class ClosingWanted:
    """Which phase to close. Closing twice never closes two."""

    phase: StrictInt
    """The number of the phase that is meant."""
    force: StrictBool = False
    """Close it although the deadline has not come and not everybody has entered; needs a reason (C6)."""
    reason: Annotated[str, Field(max_length=LONGEST_REASON)] = ""
    """Why; kept with the record."""


@boundary
class NewKey:
    """A seat's new key, shown this once. The old one is dead."""

    seat: str
    key: str
    link: str


@dataclass(frozen=True, slots=True)
class Wired:
    """What the function needs."""

    store: Store
    schedules: Schedules
    closer: Closer
    secrets: SecretsProvider
    host_key_secret_id: str

    def deployment_key(self) -> str:
        """The key that matches may be created with, as Secrets Manager has it, cached for a while.

        Raises:
            Busy: Secrets Manager does not answer.
        """
        try:
            key = self.secrets.get(self.host_key_secret_id, max_age=SECRET_SECONDS)
        except GetParameterError as error:
            raise Busy(
                "busy", "The host key could not be looked up just now. Nothing was done; send it again."
            ) from error
        return key if isinstance(key, str) else ""


@cache
def wired() -> Wired:
    """What the function needs, made from its environment on the first request."""
    settings = read(HostSettings)
    store = Store(dynamodb(), settings.table_name)
    schedules = Schedules(scheduler(), settings)
    secrets = SecretsProvider(boto3_client=secrets_manager())
    return Wired(store, schedules, Closer(store, schedules), secrets, settings.host_key_secret_id)


def hosts(head: Head) -> None:
    """Let this request pass if its key is the host's of this match."""
    as_host(head, bearer(router.current_event.headers))


def hosted(match: str) -> Head:
    """The match, if this request's key is its host's."""
    head = found(wired().store, match)
    hosts(head)
    return head


@router.post("/matches", summary="Create a match", tags=["host"], status_code=201)
def post_match(wanted: Annotated[MatchWanted, Body()], key: IdempotencyKey = "") -> MatchCreated:
    """With the deployment's host key. Hand each player the link of one seat; keep the host's link for yourself."""
    if not opens(bearer(router.current_event.headers), hashed(wired().deployment_key())):
        raise UnknownKey("key-unknown", "Creating a match needs this deployment's host key. Ask whoever runs it.")
    base = base_url(router.current_event.headers)
    return create_match(wired().store, wired().schedules, wanted, base, key)


@router.get("/matches/<match>/host", summary="The host's desk", tags=["host"])
def get_host(match: MatchId) -> AnyHostView:
    """Who has come and who has entered something; never what."""
    return host_view(hosted(match).match)


@router.post("/matches/<match>/host/start", summary="Start the match", tags=["host"])
def post_start(match: MatchId, _body: Annotated[Nothing, Body()], _key: IdempotencyKey = "") -> AnyHostView:
    """Freeze the players' entropy and open the first phase. Starting twice starts once.

    A match whose `starts_at` was announced may be started before; its first deadline still counts from `starts_at`.
    """
    return host_view(unstuck(wired().closer.start(match, by="host", allowed=hosts)).head.match)


@router.post("/matches/<match>/host/close", summary="Close a phase by hand", tags=["host"])
def post_close(match: MatchId, body: Annotated[ClosingWanted, Body()], _key: IdempotencyKey = "") -> AnyReveal:
    """After its deadline, when everybody has entered, or with force and a reason. Answers with the reveal.

    A phase that is closed already is answered with the reveal that was published then.
    """
    wish = EarlyClose(force=body.force, reason=body.reason)
    outcome = unstuck(wired().closer.close(match, body.phase, by="host", wish=wish, allowed=hosts))
    reveal = wired().store.reveal(match, body.phase) if outcome.done == "before" else json.loads(dump(outcome.reveal))
    if reveal is None:
        raise Missing("phase-unknown", f"This match has no phase {body.phase}. GET host says which one is open.")
    return reveal


@router.post("/matches/<match>/host/seats/<seat>/key", summary="Give a seat a new key", tags=["host"])
def post_key(match: MatchId, seat: SeatId, _body: Annotated[Nothing | None, Body()] = None) -> NewKey:
    """For a lost link or a substitute (C9). Everything else of the seat stays; the old key dies at once.

    Keys are not kept, only their hashes: so a repeated request, under an Idempotency-Key too, issues another key, as a
    repeated creation does. The latest one opens the seat.
    """
    new = new_key()

    def attempt() -> None:
        head = hosted(match)
        if seat not in head.keys:
            raise Missing("seat-unknown", f"This match has no seat {seat}. Its seats are s1 to s{len(head.keys)}.")
        wired().store.rekey(head, seat, hashed(new))

    decided(attempt)
    return NewKey(seat=seat, key=new, link=link(base_url(router.current_event.headers), match, new))


@router.put("/matches/<match>/host/seats/<seat>/entry", summary="Enter for a player", tags=["host"])
def put_entry_for_seat(match: MatchId, seat: SeatId, body: Annotated[AnyEntry, Body()]) -> AnyReceipt:
    """What a player sent you by other means (C10): judged like the player's own, and marked as put in by the host."""

    def for_the_seat(head: Head) -> str:
        hosts(head)
        if seat not in head.keys:
            raise Missing("seat-unknown", f"This match has no seat {seat}. Its seats are s1 to s{len(head.keys)}.")
        return seat

    return put_entry(wired().store, match, body, for_the_seat, by="host")


def unstuck(outcome: Outcome) -> Outcome:
    """The outcome, unless a rule raised.

    Raises:
        Clash: it did; the match is stuck, and the host's desk says where.
    """
    if outcome.done == "stuck":
        raise Clash(
            "match-stuck", "A fault in the rules has brought this match to a halt. Nothing is lost; see GET host."
        )
    return outcome
