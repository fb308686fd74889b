"""The worked match of RULINGS 6.2, with both endings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from engine.match import Match
from engine.views import public_view
from tests.engine.saving import shown
from tests.engine.team_war.field import (
    X1,
    X2,
    X3,
    X4,
    Y1,
    Y2,
    Y3,
    Y4,
    X,
    Y,
    acted,
    at_deadline,
    carded,
    chosen,
    did,
    garnets,
    hand,
    later,
    offered,
    ordered,
    view,
    war,
)

TWELVE = (19).to_bytes(32, "big")
"""A seed under which y1's high pack is a 12."""


@dataclass(frozen=True)
class Round:
    """A round as the table has it: who meets whom, with which cards, and the points."""

    pairs: tuple[tuple[str, int, str, int], ...]
    points: dict[str, int]


ONE = Round(((X1, 1, Y2, 11), (X2, 7, Y1, 12), (X3, 6, Y4, 8), (X4, 9, Y3, 3)), {"A": 3, "B": 2})
TWO = Round(((X1, 12, Y1, 5), (X2, 11, Y2, 6), (X3, 10, Y3, 10), (X4, 5, Y4, 8)), {"A": 2, "B": 1})
ENDING_A = Round(((X1, 9, Y1, 12), (X2, 2, Y3, 7), (X3, 3, Y2, 2), (X4, 4, Y4, 4)), {"A": 1, "B": 2})
ENDING_B = Round(((X1, 9, Y1, 12), (X2, 2, Y3, 7), (X3, 3, Y4, 4), (X4, 4, Y2, 2)), {"A": 1, "B": 3})


def played(match: Match, the_round: Round) -> tuple[Match, list[Any]]:
    """The match after a round, and its two reveals."""
    match = ordered(match, [pair[0] for pair in the_round.pairs], [pair[2] for pair in the_round.pairs])
    orders = at_deadline(match)
    cards = {seat: card for pair in the_round.pairs for seat, card in (pair[:2], pair[2:])}
    closing = at_deadline(carded(orders.match, cards))
    drawn = [draw.label for draw in (*orders.record.draws, *closing.record.draws)]
    assert not [label for label in drawn if "|pack|" not in label], "everything was agreed and entered"
    return closing.match, [orders.record.reveal, closing.record.reveal]


def until_round_3() -> tuple[Match, list[Any]]:
    match, offer = offered(war(seed=TWELVE, garnets=(4,) * 8), X1, Y4, [8], [9])
    match = acted(match, Y4, "offers/accept", id=offer)
    match, first = played(match, ONE)
    match, second = played(match, TWO)
    done = did(match, Y1, "purchases", pack="high")
    assert (done.outcome.sold, done.outcome.price, done.outcome.cards) == ((1,), 3, (12,))
    return done.match, first + second


def whole(last: Round) -> tuple[Match, list[Any]]:
    match, reveals = until_round_3()
    match, third = played(match, last)
    return match, reveals + third


def sums(match: Match, seats: Sequence[str]) -> list[int]:
    return [sum(view(match, seat).holdings.played) for seat in seats]


@pytest.mark.parametrize("last", [ENDING_A, ENDING_B], ids=["A", "B"])
def test_t31_the_reveals_are_the_pairs_and_two_numbers(last: Round) -> None:
    _, reveals = whole(last)
    for the_round, (orders, cards) in zip((ONE, TWO, last), zip(reveals[::2], reveals[1::2], strict=True), strict=True):
        assert orders.pairs == tuple((pair[0], pair[2]) for pair in the_round.pairs)
        assert cards.points == the_round.points
    totals = [reveal.scores for reveal in reveals[1::2]]
    assert totals[:2] == [{"A": 3, "B": 2}, {"A": 5, "B": 3}]
    assert totals[2] == ({"A": 6, "B": 5} if last is ENDING_A else {"A": 6, "B": 6})


def test_ending_a_x_wins_and_one_of_y_names_the_candidate() -> None:
    match, _ = whole(ENDING_A)
    assert match.phase is not None
    assert match.phase.key == "spare-token"
    match = later(chosen(match, {X1: Y3, X2: Y3, X3: Y1}))
    match = later(chosen(match, {Y3: Y2}))
    assert shown(public_view(match).result) == shown(
        {"winner": "A", "tokens": {X1: 1, X2: 1, X3: 1, X4: 1, Y3: 1}, "candidates": [Y2]}
    )
    assert [garnets(match, seat) for seat in (*X, *Y)] == [4, 4, 4, 4, 1, 4, 4, 4], "nobody scored three times"


def test_ending_b_the_sums_decide_and_y4_has_the_bonus() -> None:
    match, _ = whole(ENDING_B)
    assert (sums(match, X), sums(match, Y)) == ([22, 20, 19, 18], [29, 19, 20, 20])
    assert shown(public_view(match).result) == shown({"winner": None, "tokens": {Y1: 1}, "candidates": [X4]})
    assert [garnets(match, seat) for seat in (*X, *Y)] == [4, 4, 4, 4, 1, 4, 4, 14]
    assert all(hand(match, seat) == () for seat in (*X, *Y))
