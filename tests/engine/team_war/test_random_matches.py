"""Two thousand random matches, looked at after every step, and what is true of every round (RULINGS 6.3)."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.saving import shown
from tests.engine.team_war.field import FACING, X, Y, at_deadline, carded, war
from tests.engine.team_war.skirmish import Skirmish, check, check_end

MATCHES = 2000
PARTS = 8
HAPPENS = {
    "MakeOffer",
    "AcceptOffer",
    "DeclineOffer",
    "WithdrawOffer",
    "PackPurchase",
    "offer-gone",
    "card-not-held",
    "card-locked",
    "trade-unequal",
    "packs-closed",
    "pack-bought",
    "garnets-too-few",
    "cards-all-played",
    "choice-not-possible",
}


@pytest.mark.parametrize("part", range(PARTS))
def test_t5_no_card_is_ever_lost_or_doubled(part: int) -> None:
    happened: Counter[str] = Counter()
    for number in range(MATCHES // PARTS):
        skirmish = Skirmish.begun(Random(part * MATCHES + number))
        skirmish.play(check)
        check_end(skirmish)
        happened += skirmish.happened
    assert set(happened) >= HAPPENS, "the matches are too tame"
    assert happened["AcceptOffer"] > MATCHES // PARTS, "hardly anybody trades"


hands = st.lists(st.integers(1, 12), min_size=8, max_size=8)


def round_of(cards: list[int], **columns: Any) -> Any:
    """A last round in which everybody has one card."""
    match = war(round=3, cards=True, hands=tuple((card,) for card in cards), played=((1, 1),) * 8, **columns)
    return at_deadline(carded(match, dict(zip((*X, *Y), cards, strict=True))))


def points(cards: list[int], **columns: Any) -> dict[str, int]:
    told: dict[str, int] = round_of(cards, **columns).record.reveal.points
    return told


@given(cards=hands)
def test_exchanging_the_teams_exchanges_their_points(cards: list[int]) -> None:
    there = points(cards)
    back = points(cards, teams=((4, 5, 6, 7), (0, 1, 2, 3)), pairs=tuple((other, one) for one, other in FACING))
    assert (back["A"], back["B"]) == (there["B"], there["A"])


@given(cards=hands, order=st.permutations(range(4)))
def test_the_order_of_the_pairs_does_not_matter(cards: list[int], order: list[int]) -> None:
    assert points(cards, pairs=tuple(FACING[at] for at in order)) == points(cards)


@given(cards=hands, others=hands)
def test_t31_a_reveal_tells_nothing_of_the_cards_but_the_two_sums(cards: list[int], others: list[int]) -> None:
    one, other = round_of(cards), round_of(others)
    same = one.record.reveal.points == other.record.reveal.points
    assert (shown(one.record.reveal) == shown(other.record.reveal)) == same


@given(cards=hands)
def test_t41_whoever_gains_points_for_the_team_has_scored_in_the_round(cards: list[int]) -> None:
    closing = round_of(cards)
    for pair in FACING:
        for own, other in (pair, pair[::-1]):
            spy = cards[own] == 1 and cards[other] >= 10
            caught = cards[other] == 1 and cards[own] >= 10
            won = spy or (cards[own] > cards[other] and not caught)
            assert closing.match.state.scored[own] == won
