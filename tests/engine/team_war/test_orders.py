"""Matchup orders (T18 to T22)."""

from collections import Counter
from typing import Any

import pytest

from engine.draws import Stream
from engine.match import Match
from engine.refusals import Refused
from engine.team_war.config import TeamWarConfig
from engine.team_war.matchups import OrderEntry
from engine.views import public_view
from tests.engine.saving import shown
from tests.engine.team_war.field import (
    HANDS,
    SEED,
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
    entered,
    entry_refused,
    later,
    ordered,
    view,
    war,
)

P = (X2, X1, X4, X3)
Q = (X1, X2, X3, X4)


def proposed(match: Match, orders: dict[str, tuple[str, ...]]) -> Match:
    for seat, order in orders.items():
        match = entered(match, seat, {"order": list(order)})
    return match


def order_of(match: Match, side: int = 0) -> tuple[str, ...]:
    """The order in which a team goes out once the phase is closed."""
    reveal: Any = at_deadline(match).record.reveal
    return tuple(pair[side] for pair in reveal.pairs)


def labels(match: Match) -> list[str]:
    return [draw.label for draw in at_deadline(match).record.draws]


A_DRAWN, B_DRAWN = "match-1|orders-1|order|A", "match-1|orders-1|order|B"


def test_t18_position_i_meets_position_i() -> None:
    closing = at_deadline(ordered(war(), (X1, X2, X3, X4), (Y3, Y1, Y4, Y2)))
    reveal: Any = closing.record.reveal
    assert reveal.pairs == ((X1, Y3), (X2, Y1), (X3, Y4), (X4, Y2))
    assert (reveal.key, closing.match.rules.public(closing.match.table).pairs) == ("orders-1", reveal.pairs)


AGREED: list[tuple[str, dict[str, tuple[str, ...]], bool]] = [
    ("all-who-spoke", {X1: P, X2: P, X3: P}, True),
    ("all-who-spoke", {X1: P, X2: P, X3: P, X4: Q}, False),
    ("all-who-spoke", {}, False),
    ("all-who-spoke", {X4: P}, True),
    ("all-who-spoke", {X1: P, X2: Q}, False),
    ("all-four", {X1: P, X2: P, X3: P, X4: P}, True),
    ("all-four", {X1: P, X2: P, X3: P}, False),
    ("all-four", {X1: P, X2: P, X3: P, X4: Q}, False),
    ("majority", {X1: P, X2: P, X3: P, X4: Q}, True),
    ("majority", {X1: P, X2: P, X3: P}, True),
    ("majority", {X1: P, X2: P, X3: Q, X4: Q}, False),
    ("majority", {X1: P, X2: P}, False),
    ("majority", {}, False),
]


@pytest.mark.parametrize(("agreement", "orders", "agreed"), AGREED)
def test_t19_when_a_team_has_agreed(agreement: Any, orders: dict[str, tuple[str, ...]], agreed: bool) -> None:  # noqa: FBT001
    match = ordered(proposed(war(TeamWarConfig(agreement=agreement)), orders), Y)
    assert labels(match) == ([] if agreed else [A_DRAWN])
    if agreed:
        assert order_of(match) == P


def test_t19_the_last_proposal_of_each_counts() -> None:
    match = proposed(war(), {X1: Q, X2: P})
    assert order_of(proposed(match, {X1: P})) == P


def test_t19_team_mates_see_each_others_proposals_and_nobody_else_does() -> None:
    before, match = war(), proposed(war(), {X1: P, Y1: Y})
    assert view(match, X2).shared == {X1: OrderEntry(order=P)}
    assert view(match, X1).shared == {}
    assert view(match, Y2).shared == {Y1: OrderEntry(order=Y)}
    only_x = proposed(war(), {X1: P})
    for seat in Y:
        assert shown(view(only_x, seat)) == shown(view(before, seat))
    assert shown(public_view(match)) == shown(public_view(before))


def test_t19_proposals_are_shared_in_order_selections_only() -> None:
    match = later(proposed(war(), {X1: P}))
    assert view(match, X2).shared == {}
    assert view(entered(match, X1, {"card": 1}), X2).shared == {}
    second = later(match)
    assert view(second, X2).shared == {}
    assert view(proposed(second, {X1: P}), X2).shared == {X1: OrderEntry(order=P)}


def test_t20_only_the_disagreeing_teams_order_is_drawn() -> None:
    match = proposed(ordered(war(), P), {Y1: Y, Y2: (Y2, Y1, Y3, Y4)})
    assert labels(match) == [B_DRAWN]
    assert order_of(match) == P
    drawn = Stream(SEED, f"{B_DRAWN}|{match.entropy}").shuffled(Y)
    assert order_of(match, 1) == drawn


def test_t20_each_team_is_drawn_under_its_own_label() -> None:
    assert labels(war()) == [A_DRAWN, B_DRAWN]
    assert labels(war(round=2)) == ["match-1|orders-2|order|A", "match-1|orders-2|order|B"]


def test_t20_every_order_can_be_drawn() -> None:
    drawn = Counter(order_of(war(seed=number.to_bytes(32, "big"))) for number in range(480))
    assert len(drawn) == 24
    assert max(drawn.values()) < 45


@pytest.mark.parametrize(
    "order",
    [
        (X1, X1, X2, X3),
        (X1, X2, X3),
        (X1, X2, X3, X4, X4),
        (X1, X2, X3, Y4),
        Y,
        (),
        ("S1", X2, X3, X4),
        (X1, X2, X3, "s9"),
    ],
)
def test_t21_a_bad_order_is_refused_and_the_earlier_one_stands(order: tuple[str, ...]) -> None:
    match = proposed(war(), {X1: P})
    refusal = entry_refused(match, X1, {"order": list(order)})
    assert (refusal.code, refusal.ruling) == ("order-not-your-team", "T21")
    assert "s1, s2, s3, s4" in refusal.message
    assert match.entries[X1].entry.order == P


def test_t21_an_order_of_the_other_team_cannot_be_entered_for_it() -> None:
    with pytest.raises(Refused):
        entered(war(), Y1, {"order": list(X)})


def test_t22_no_order_is_visible_before_both_are_fixed() -> None:
    match = ordered(war(), P)
    assert public_view(match).state.pairs is None
    assert "s2" not in shown(view(match, Y1).state.pairs)


def test_t22_the_pairs_are_public_while_the_cards_are_chosen() -> None:
    match = later(ordered(war(), X, Y))
    pairs = ((X1, Y1), (X2, Y2), (X3, Y3), (X4, Y4))
    assert public_view(match).state.pairs == pairs
    assert public_view(later(match)).state.pairs is None, "the next ones are not fixed yet"


def test_t22_the_same_pairs_may_meet_again() -> None:
    again = ordered(war(round=2, hands=tuple(cards[:2] for cards in HANDS)), X, Y)
    assert order_of(again) == order_of(ordered(war(), X, Y)) == X


def test_t22_the_reveal_does_not_tell_an_agreed_order_from_a_drawn_one() -> None:
    drawn = at_deadline(war()).record.reveal
    orders = [tuple(pair[side] for pair in drawn.pairs) for side in (0, 1)]  # type: ignore[attr-defined]
    assert shown(at_deadline(ordered(war(), *orders)).record.reveal) == shown(drawn)


def test_t47_three_settle_the_order_where_one_seat_is_empty() -> None:
    assert order_of(proposed(war(), {X1: P, X3: P, X4: P})) == P


def test_acting_does_not_disturb_a_proposal() -> None:
    match = acted(proposed(war(), {X1: P}), X1, "purchases", pack="low")
    assert view(match, X1).entry.order == P
