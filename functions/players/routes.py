"""The addresses that players and the public use."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from aws_lambda_powertools.event_handler.openapi.params import Body

from engine.boundary import boundary
from engine.match import join
from engine.views import public_view, seat_view
from functions.shared.access import bearer, found, seat_of
from functions.shared.api import IdempotencyKey, MatchId, new_router
from functions.shared.aws import dynamodb
from functions.shared.documented import (
    AnyEntry,
    AnyOutcome,
    AnyPublicView,
    AnyPurchase,
    AnyReceipt,
    AnyReveal,
    AnySeatView,
)
from functions.shared.head import Head
from functions.shared.inputs import PhaseOnly, delete_entry, do_act, put_entry
from functions.shared.problems import Missing
from functions.shared.races import decided
from functions.shared.settings import PlayersSettings, read
from functions.shared.store import Store

router = new_router()


@boundary
class Joining:
    """A player's first visit."""

    entropy: str = ""
    """16 random bytes of the player's own device as 32 hexadecimal digits; empty for none. Published as they are."""


@boundary
class Reveals:
    """Everything that was revealed so far, in the order of the phases."""

    reveals: list[AnyReveal]


@dataclass(frozen=True, slots=True)
class Wired:
    """What the function needs."""

    store: Store


@cache
def wired() -> Wired:
    """What the function needs, made from its environment on the first request."""
    settings = read(PlayersSettings)
    return Wired(Store(dynamodb(), settings.table_name))


def the_seat(head: Head) -> str:
    """The seat that this request's key opens."""
    return seat_of(head, bearer(router.current_event.headers))


@router.get("/matches/<match>", summary="What everybody may know of a match", tags=["public"])
def get_match(match: MatchId) -> AnyPublicView:
    """State, deadline, scores and, at the end, the result."""
    return public_view(found(wired().store, match).match)


@router.get("/matches/<match>/reveals", summary="All reveals so far", tags=["public"])
def get_reveals(match: MatchId) -> Reveals:
    """Everything that was revealed, in the order of the phases; empty for a match that has revealed nothing yet."""
    reveals = wired().store.reveals(match)
    if not reveals:
        found(wired().store, match)
    return Reveals(reveals=reveals)


@router.get("/matches/<match>/reveals/<phase>", summary="One phase's reveal", tags=["public"])
def get_reveal(match: MatchId, phase: int) -> AnyReveal:
    """What was revealed when phase number `phase` closed."""
    reveal = wired().store.reveal(match, phase)
    if reveal is None:
        found(wired().store, match)
        raise Missing(
            "reveal-not-yet",
            f"Nothing was revealed of phase {phase}. If it is still to come, look again after its deadline.",
        )
    return reveal


@router.get("/matches/<match>/seat", summary="All that one player's screen needs", tags=["seat"])
def get_seat(match: MatchId) -> AnySeatView:
    """The public view, and what this seat alone may know: its holdings, its entry, what would be ignored, its forms."""
    head = found(wired().store, match)
    return seat_view(head.match, the_seat(head))


@router.post("/matches/<match>/seat/join", summary="Come in", tags=["seat"])
def post_join(match: MatchId, body: Annotated[Joining, Body()], _key: IdempotencyKey = "") -> AnySeatView:
    """Say that you are here, and bring randomness that the host cannot have foreseen. Only the first time counts."""
    store = wired().store

    def attempt() -> AnySeatView:
        head = found(store, match)
        seat = the_seat(head)
        joined = join(head.match, seat, body.entropy)
        if joined is not head.match:
            store.join(head, joined, seat)
        return seat_view(joined, seat)

    return decided(attempt)


@router.put("/matches/<match>/seat/entry", summary="Seal your entry", tags=["seat"])
def put_seat_entry(match: MatchId, body: Annotated[AnyEntry, Body()]) -> AnyReceipt:
    """It replaces your earlier one as a whole and stays hidden until the phase closes.

    The receipt says which parts would be ignored, and why, so that you can send it again.
    """
    return put_entry(wired().store, match, body, the_seat)


@router.delete("/matches/<match>/seat/entry", summary="Take your entry back", tags=["seat"])
def delete_seat_entry(match: MatchId, body: Annotated[PhaseOnly, Body()]) -> AnyReceipt:
    """You have then left the phase blank, unless you send another entry."""
    return delete_entry(wired().store, match, body.phase, the_seat)


@router.post("/matches/<match>/seat/purchases", summary="Buy", tags=["seat"])
def post_purchase(match: MatchId, body: Annotated[AnyPurchase, Body()], key: IdempotencyKey = "") -> AnyOutcome:
    """At once and final. Nobody else sees it."""
    return do_act(wired().store, match, "purchases", body, the_seat, key)
