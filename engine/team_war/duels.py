"""Cards: which may be played, and what the four duels come to (T23 to T30)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.boundary import boundary
from engine.draws import Draws
from engine.refusals import Refused
from engine.team_war.state import INDEX, LOWEST_CARD, SEATS, Hand, TeamWarState, less, more, put

DOUBLE_DIGITS = 10


@boundary
class CardEntry:
    """The card to play against your opponent."""

    card: int
    """One that you hold. It is locked until you replace it: it cannot be traded (T8)."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a round came to."""

    state: TeamWarState
    points: tuple[int, int]
    """Of team A and of team B."""


def judge_card(state: TeamWarState, index: int, entry: CardEntry) -> None:
    """Let pass a card of one's own hand.

    Raises:
        Refused: it is not held (T23).
    """
    hand = state.hands[index]
    if entry.card not in hand:
        raise Refused("card-not-held", f"You do not hold that card. Choose one of yours: {told(hand)}.", "T23")


def told(cards: Sequence[int]) -> str:
    """Cards as a sentence tells them."""
    return ", ".join(map(str, cards)) if cards else "none"


def free(state: TeamWarState, entries: Mapping[str, Any], index: int) -> Hand:
    """The player's cards without the one that is submitted: that one is locked until it is replaced (T8)."""
    hand, entry = state.hands[index], entries.get(SEATS[index])
    if not isinstance(entry, CardEntry):
        return hand
    left = less(hand, (entry.card,))
    return hand if left is None else left


def duel(one: int, other: int) -> tuple[int, int]:
    """The points of either card against the other.

    The higher wins one (T29), equal ones none (T28). A 1 against 10, 11 or 12 wins two, and the other nothing (T27).
    """
    if one == other:
        return 0, 0
    if LOWEST_CARD in (one, other) and max(one, other) >= DOUBLE_DIGITS:
        return (2, 0) if one < other else (0, 2)
    return (1, 0) if one > other else (0, 1)


def close_cards(state: TeamWarState, entries: Mapping[str, CardEntry], draws: Draws) -> Played:
    """The state after a round: cards played and gone (T26), points counted, the next round open.

    Who has not submitted a card plays one of the hand by lot, position `n` of the sorted hand (T24); so does who has
    submitted one that is not held any more, which can be after the host has opened the phase again (C8).
    """
    hands, played, scored = state.hands, state.played, state.scored
    cards: dict[int, int] = {}
    for seat, index in INDEX.items():
        entry = entries.get(seat)
        if entry is None or entry.card not in hands[index]:
            card = draws.choice(hands[index], f"cards-{state.round}", "card", seat)
        else:
            card = entry.card
        cards[index] = card
        hands = put(hands, index, less(hands[index], (card,)) or ())
        played = (*played[:index], (*played[index], card), *played[index + 1 :])
    points = [0, 0]
    for pair in state.pairs:
        for side, (index, gained) in enumerate(zip(pair, duel(cards[pair[0]], cards[pair[1]]), strict=True)):
            points[side] += gained
            scored = more(scored, index, int(gained > 0))
    after = replace(
        state,
        round=state.round + 1,
        pairs=(),
        scores=(state.scores[0] + points[0], state.scores[1] + points[1]),
        hands=hands,
        played=played,
        scored=scored,
        offers=(),
    )
    return Played(after, (points[0], points[1]))
