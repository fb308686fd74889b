"""Trades between two players: offers and what becomes of them (T5 to T11).

An offer is judged by its proposer's own cards only (T10), and what an answer to it says to the one who answers depends
on that player's own cards and on whether the trade comes about, on nothing else that is hidden. An offer's id is made
of what both of them know: the phase, the two seats and the terms. So it counts nothing, and an old id never means other
terms.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.boundary import boundary
from engine.refusals import NotNow, Refused
from engine.team_war.duels import free, told
from engine.team_war.state import CARDS, INDEX, SEATS, Hand, Offer, TeamWarState, less, put

MOST_OPEN = 8
"""How many offers a player may have open at a time: what is stored of a match must stay bounded."""


@boundary
class MakeOffer:
    """Your cards for as many of another player's; team-mate or not."""

    to: str
    """The other player's seat."""
    give: tuple[int, ...]
    """Cards that you hold and have not submitted."""
    want: tuple[int, ...]
    """As many cards of the other player's, whether or not they are there (T10)."""


@boundary
class AcceptOffer:
    """Trade as offered, at once and for good."""

    id: str
    """The offer's, from your list of offers."""


@boundary
class DeclineOffer:
    """Say no to an offer that you have been made."""

    id: str
    """The offer's, from your list of offers."""


@boundary
class WithdrawOffer:
    """Take back an offer that you have made."""

    id: str
    """The offer's, from your list of offers."""


Answer = AcceptOffer | DeclineOffer | WithdrawOffer


@dataclass(frozen=True, slots=True)
class Dealt:
    """What an act of trade came to."""

    state: TeamWarState
    offer: Offer


def offer_id(number: int, offer: Offer) -> str:
    """The offer's id in phase `number`, such as `0-s1-s8-8-for-9`; several cards are joined by dots."""
    give, want = (".".join(map(str, cards)) for cards in (offer.give, offer.want))
    return f"{number}-{SEATS[offer.proposer]}-{SEATS[offer.to]}-{give}-for-{want}"


def place(offer: Offer) -> tuple[int, int, Hand, Hand]:
    """Where an offer stands in every list; it says nothing about when it was made."""
    return offer.proposer, offer.to, offer.give, offer.want


def made(state: TeamWarState, index: int) -> int:
    """How many offers of this player are open."""
    return sum(offer.proposer == index for offer in state.offers)


def make(state: TeamWarState, entries: Mapping[str, Any], index: int, wish: MakeOffer) -> Dealt:
    """The state with the offer open; an offer on the same terms that is open already stays so.

    Raises:
        Refused: it is to nobody or to oneself, unequal (T5), of cards that its proposer does not hold or has submitted
            (T8, T10), for cards that do not exist, or one too many.
    """
    to = INDEX.get(wish.to)
    if to is None:
        raise Refused("partner-unknown", f"There is no such seat. Choose one of these: {', '.join(SEATS)}.", "T6")
    if to == index:
        raise Refused("partner-yourself", "You cannot trade with yourself. Choose another player.", "T9")
    hand = state.hands[index]
    if not hand:
        raise NotNow("cards-all-played", "All cards have been played. There is nothing left to trade.", "T26")
    if len(wish.give) != len(wish.want) or not 1 <= len(wish.give) <= len(hand):
        raise Refused(
            "trade-unequal",
            f"A trade is as many cards for as many, and you have {len(hand)}. Name equal numbers of both.",
            "T5",
        )
    if not all(card in CARDS for card in wish.want):
        raise Refused("card-unknown", "Cards go from 1 to 12. Choose what you want among these.", "T3")
    takable(state, entries, index, wish.give, "T10")
    offer = Offer(proposer=index, to=to, give=tuple(sorted(wish.give)), want=tuple(sorted(wish.want)))
    if offer in state.offers:
        return Dealt(state, offer)
    if made(state, index) >= MOST_OPEN:
        raise NotNow("offers-too-many", f"You have {MOST_OPEN} offers open. Withdraw one of them first.", "T9")
    return Dealt(replace(state, offers=tuple(sorted((*state.offers, offer), key=place))), offer)


def takable(state: TeamWarState, entries: Mapping[str, Any], index: int, cards: Hand, ruling: str) -> None:
    """Let pass cards that the player holds and has not submitted.

    Raises:
        Refused: not all of them are; the sentence tells the player's own cards only.
    """
    hand, own = state.hands[index], free(state, entries, index)
    if less(hand, cards) is None:
        raise Refused("card-not-held", f"You do not hold all of these cards. You have: {told(hand)}.", ruling)
    if less(own, cards) is None:
        raise Refused(
            "card-locked",
            f"A card that you have submitted is locked until you replace it. You can trade: {told(own)}.",
            "T8",
        )


def gone() -> NotNow:
    """The one answer to whoever names an offer that cannot be answered, whatever the reason."""
    return NotNow(
        "offer-gone",
        "That trade does not come about, and nothing has moved. Look at your offers for another one.",
        "T9",
    )


def named(state: TeamWarState, number: int, index: int, answer: Answer) -> Offer:
    """The open offer that an answer means; one's own to withdraw it, else one that has been made to one.

    Raises:
        NotNow: there is none, be it unknown, somebody else's, answered before or of an earlier phase (T9).
    """
    for offer in state.offers:
        whose = offer.proposer if isinstance(answer, WithdrawOffer) else offer.to
        if whose == index and offer_id(number, offer) == answer.id:
            return offer
    raise gone()


def answered(state: TeamWarState, number: int, entries: Mapping[str, Any], index: int, answer: Answer) -> Dealt:
    """The state after an offer was accepted, declined or withdrawn.

    Both hands are looked at now (T9): first the answering player's own, of which the refusal may tell, and then the
    proposer's, of which it tells nothing but that the trade does not come about (T10).

    Raises:
        Refused: the offer does not stand, or a hand does not hold what it would give.
    """
    offer = named(state, number, index, answer)
    left = replace(state, offers=tuple(other for other in state.offers if other != offer))
    if not isinstance(answer, AcceptOffer):
        return Dealt(left, offer)
    takable(state, entries, index, offer.want, "T9")
    if less(free(state, entries, offer.proposer), offer.give) is None:
        raise gone()
    return Dealt(replace(left, hands=exchanged(state, offer)), offer)


def exchanged(state: TeamWarState, offer: Offer) -> tuple[Hand, ...]:
    """All hands after the trade: what one loses the other gains."""
    ours, theirs = less(state.hands[offer.proposer], offer.give), less(state.hands[offer.to], offer.want)
    if ours is None or theirs is None:
        raise AssertionError("a trade of cards that are not there")
    hands = put(state.hands, offer.proposer, (*ours, *offer.want))
    return put(hands, offer.to, (*theirs, *offer.give))
