"""The ten garnets for points in all three rounds (T41 to T43)."""

from typing import Any

from engine.match import Match
from engine.views import public_view
from tests.engine.saving import shown
from tests.engine.team_war.field import X1, X2, X4, Y1, Y2, Y3, Y4, X, Y, carded, garnets, later, view, war
from tests.engine.team_war.finale import WORKED, ended


def test_t41_points_in_all_three_rounds_bring_ten_garnets() -> None:
    match = ended((6, 5), WORKED, scored=(3, 2, 0, 0, 1, 0, 0, 3))
    assert [garnets(match, seat) for seat in (X1, X2, Y1, Y4)] == [20, 10, 10, 20]


def test_t41_rounds_are_counted_not_points_and_a_draw_forfeits_it() -> None:
    hands = ((1, 1, 12), (8, 8, 8), (7, 7, 7), (2, 2, 2), (10, 10, 11), (5, 6, 8), (4, 4, 4), (9, 9, 9))
    match = war(hands=hands)
    for cards in ({X1: 1, Y1: 10, Y2: 5}, {X1: 1, Y1: 10, Y2: 6}, {X1: 12, Y1: 11, Y2: 8}):
        match = later(match)
        fixed = war(round=match.state.round, cards=True, **_kept(match))
        match = later(carded(fixed, cards))
    assert match.state.scored == (3, 2, 3, 0, 0, 0, 0, 3)
    bonus = [garnets(match, seat) - 10 for seat in (*X, *Y)]
    assert bonus == [10, 0, 10, 0, 0, 0, 0, 10], "two points in a round count as one round, both teams get it"


def _kept(match: Match) -> dict[str, Any]:
    """What goes on from here when the pairs are set to x1 against y1 and so on."""
    state = match.state
    return {name: getattr(state, name) for name in ("hands", "played", "scored", "scores", "garnets")}


def test_t42_the_bonus_stands_after_a_tie_too() -> None:
    assert garnets(ended((6, 6), WORKED, scored=(0, 0, 0, 0, 0, 0, 0, 3)), Y4) == 20


def test_t43_the_bonus_is_seen_by_its_receiver_alone() -> None:
    for scores in ((6, 5), (6, 6)):
        plain = ended(scores, WORKED, scored=(0,) * 8)
        bonus = ended(scores, WORKED, scored=(0, 0, 0, 0, 0, 0, 0, 3))
        assert shown(public_view(plain)) == shown(public_view(bonus))
        for seat in (X1, X4, Y1, Y3):
            assert shown(view(plain, seat)) == shown(view(bonus, seat))
        assert (garnets(plain, Y4), garnets(bonus, Y4)) == (10, 20)


def test_t43_no_balance_moves_before_the_third_round_is_over() -> None:
    match = war(round=2, hands=((6, 6),) * 8, played=((1,),) * 8, scored=(1,) * 8)
    for _ in range(3):
        match = later(match)
        assert [garnets(match, seat) for seat in (*X, *Y)] == [10] * 8
