"""Cards and duels (T23 to T30)."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from engine.closing import close, closes_now
from engine.draws import Stream
from engine.match import Match
from engine.refusals import NotNow
from engine.team_war.config import TeamWarConfig
from engine.team_war.duels import duel
from engine.views import seat_view
from tests.engine.team_war.field import (
    HANDS,
    SEED,
    SOON,
    X1,
    X,
    Y,
    at_deadline,
    carded,
    entry_refused,
    hand,
    later,
    ordered,
    war,
)

WORKED = dict(zip((*X, *Y), (1, 7, 6, 9, 12, 11, 3, 8), strict=True))
SWAPPED = (HANDS[0], HANDS[1], HANDS[2], (4, 5, 9), *HANDS[4:])


def points(match: Match) -> dict[str, int]:
    reveal: Any = at_deadline(match).record.reveal
    told: dict[str, int] = reveal.points
    return told


@pytest.mark.parametrize("card", [9, 0, 13, -1, 10**12])
def test_t23_a_card_not_held_is_refused_and_the_earlier_one_stands(card: int) -> None:
    match = carded(war(cards=True, hands=((4, 8, 8), *HANDS[1:])), {X1: 4})
    refusal = entry_refused(match, X1, {"card": card})
    assert (refusal.code, refusal.ruling) == ("card-not-held", "T23")
    assert "4, 8, 8" in refusal.message
    assert match.entries[X1].entry.card == 4


def test_t23_a_card_played_before_is_refused() -> None:
    match = later(carded(war(cards=True), {X1: 8}), 2)
    assert entry_refused(match, X1, {"card": 8}).ruling == "T23"


def test_t24_a_missing_card_is_drawn_from_the_hand() -> None:
    two = ((2, 9), *(cards[:2] for cards in HANDS[1:]))
    drawn: Counter[int] = Counter()
    for number in range(200):
        match = war(round=2, cards=True, hands=two, seed=number.to_bytes(32, "big"))
        after = later(match)
        drawn[after.state.played[0][-1]] += 1
        assert sorted((*hand(after, X1), after.state.played[0][-1])) == [2, 9]
    assert drawn[2] + drawn[9] == 200
    assert 70 < drawn[2] < 130


def test_t24_the_draw_has_the_seats_own_label() -> None:
    match = carded(war(cards=True), {seat: cards[0] for seat, cards in zip((*X, *Y), HANDS, strict=True) if seat != X1})
    closing = at_deadline(match)
    (draw,) = closing.record.draws
    assert (draw.label, draw.n) == ("match-1|cards-1|card|s1", 3)
    position = Stream(SEED, f"{draw.label}|{match.entropy}").below(3)
    assert closing.match.state.played[0] == (HANDS[0][position],)


def test_c8_a_card_that_a_reopened_phase_takes_away_counts_as_missing() -> None:
    match = carded(war(cards=True), {X1: 8})
    reopened = replace(match, state=replace(match.state, hands=((1, 2, 12), *HANDS[1:])))
    (ignored,) = seat_view(reopened, X1).ignored
    assert (ignored.part, ignored.code, ignored.ruling) == ("entry", "card-not-held", "T23")
    closing = at_deadline(reopened)
    assert "match-1|cards-1|card|s1" in [draw.label for draw in closing.record.draws]
    assert len(hand(closing.match, X1)) == 2


def all_in(config: TeamWarConfig) -> Match:
    return carded(war(config, cards=True), {seat: cards[0] for seat, cards in zip((*X, *Y), HANDS, strict=True)})


def test_t25_the_scores_are_out_as_soon_as_all_eight_cards_are_in() -> None:
    match = all_in(TeamWarConfig())
    assert closes_now(match)
    assert match.phase is not None
    hour_3 = match.phase.opened_at + timedelta(hours=3)
    assert close(match, match.phase.number, hour_3, by="everybody").record.closed_at == hour_3
    seven = carded(war(cards=True), {seat: cards[0] for seat, cards in zip(X, HANDS, strict=False)})
    assert not closes_now(seven)


def test_t25_not_if_the_host_has_it_otherwise() -> None:
    match = all_in(TeamWarConfig(early_reveal=False))
    assert not closes_now(match)
    with pytest.raises(NotNow):
        close(match, 1, SOON, by="everybody")
    assert close(match, 1, SOON, by="host").match.state.round == 2, "the host may close by hand (C6)"


def test_t25_an_order_selection_waits_for_its_deadline() -> None:
    match = ordered(war(), X, Y)
    assert len(match.entries) == 8
    assert not closes_now(match)


def test_t26_a_played_card_is_gone() -> None:
    match, sizes = war(), []
    for _ in range(3):
        sizes.append(len(hand(match, X1)))
        match = later(match, 2)
    assert [*sizes, len(hand(match, X1))] == [3, 2, 1, 0]
    after = later(carded(war(cards=True), {X1: 8}))
    assert (hand(after, X1), seat_view(after, X1).holdings.played) == ((1, 12), (8,))


@pytest.mark.parametrize("high", [10, 11, 12])
def test_t27_a_1_takes_two_points_off_a_double_digit_card(high: int) -> None:
    assert duel(1, high) == (2, 0)
    assert duel(high, 1) == (0, 2)


@pytest.mark.parametrize("card", range(1, 13))
def test_t28_equal_cards_gain_nothing(card: int) -> None:
    assert duel(card, card) == (0, 0)


@pytest.mark.parametrize(
    ("one", "other", "score"), [(1, 9, (0, 1)), (1, 2, (0, 1)), (2, 10, (0, 1)), (12, 12, (0, 0)), (12, 11, (1, 0))]
)
def test_t29_the_higher_card_gains_a_point(one: int, other: int, score: tuple[int, int]) -> None:
    assert duel(one, other) == score
    assert duel(other, one) == score[::-1]


def test_t30_a_pairing_yields_0_1_or_2_points_for_one_side() -> None:
    scores = {cards: duel(*cards) for cards in product(range(1, 13), repeat=2)}
    assert {(min(score), max(score)) for score in scores.values()} == {(0, 0), (0, 1), (0, 2)}
    for (one, other), score in scores.items():
        assert duel(other, one) == score[::-1]
        assert (2 in score) == ((one, other) in {(1, 10), (1, 11), (1, 12), (10, 1), (11, 1), (12, 1)})


def test_t30_a_round_gives_eight_at_most() -> None:
    match = war(cards=True, hands=(((1, 1, 1),) * 4 + ((10, 11, 12),) * 4))
    assert points(match) == {"A": 8, "B": 0}
    assert points(war(cards=True, hands=((5, 5, 5),) * 8)) == {"A": 0, "B": 0}
    whole = later(war(hands=(((1, 1, 1),) * 4 + ((10, 11, 12),) * 4)), 6)
    assert whole.state.scores == (24, 0)


def test_a_rounds_points_are_added_up_by_team() -> None:
    match = carded(war(cards=True, hands=SWAPPED, pairs=((0, 5), (1, 4), (2, 7), (3, 6))), WORKED)
    closing = at_deadline(match)
    reveal: Any = closing.record.reveal
    assert (reveal.points, reveal.scores) == ({"A": 3, "B": 2}, {"A": 3, "B": 2})
    assert closing.match.state.scores == (3, 2)
