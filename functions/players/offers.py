"""The addresses of trade between two players, in games that have it."""

from typing import Annotated, Any

from aws_lambda_powertools.event_handler.openapi.params import Body, Path

from engine.boundary import boundary
from functions.players.routes import the_seat, wired
from functions.shared.api import IdempotencyKey, MatchId, new_router
from functions.shared.documented import AnyOffer, AnyOutcome
from functions.shared.inputs import do_act

router = new_router()

OfferId = Annotated[str, Path(description="The offer's id, from the list of offers in the seat's view.")]


@boundary
class NoTerms:
    """A body without fields: the offer has said it all."""


@router.post("/matches/<match>/seat/offers", summary="Offer a trade", tags=["seat"])
def post_offer(match: MatchId, body: Annotated[AnyOffer, Body()], key: IdempotencyKey = "") -> AnyOutcome:
    """Only the two of you see it. It is judged by your own cards alone, and dies with the phase."""
    return done(match, "offers", body, key)


@router.post("/matches/<match>/seat/offers/<offer>/accept", summary="Accept an offer", tags=["seat"])
def post_accept(
    match: MatchId, offer: OfferId, _body: Annotated[NoTerms, Body()], key: IdempotencyKey = ""
) -> AnyOutcome:
    """The trade happens at once, if both of you still hold what it takes; else nothing moves."""
    return done(match, "offers/accept", {"id": offer}, key)


@router.post("/matches/<match>/seat/offers/<offer>/decline", summary="Decline an offer", tags=["seat"])
def post_decline(
    match: MatchId, offer: OfferId, _body: Annotated[NoTerms, Body()], key: IdempotencyKey = ""
) -> AnyOutcome:
    """It is gone for both of you."""
    return done(match, "offers/decline", {"id": offer}, key)


@router.post("/matches/<match>/seat/offers/<offer>/withdraw", summary="Take an offer back", tags=["seat"])
def post_withdraw(
    match: MatchId, offer: OfferId, _body: Annotated[NoTerms, Body()], key: IdempotencyKey = ""
) -> AnyOutcome:
    """It is gone for both of you."""
    return done(match, "offers/withdraw", {"id": offer}, key)


def done(match: str, act: str, body: dict[str, Any], key: str) -> Any:
    """What the act came to, for this request's seat."""
    return do_act(wired().store, match, act, body, the_seat, key)
