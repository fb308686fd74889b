"""Teams and cards (T1 to T4), and what a host may set."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.draws import Stream
from engine.refusals import Refused
from engine.team_war.config import Tier, Tiers
from engine.team_war.state import SEATS
from tests.engine.team_war.field import (
    HANDS,
    SEED,
    X1,
    X,
    Y,
    at_deadline,
    begun,
    carded,
    created,
    hand,
    roster,
    view,
    war,
)


@pytest.mark.parametrize("count", [0, 7, 9, 12])
def test_t1_exactly_eight_play(count: int) -> None:
    with pytest.raises(Refused, match="exactly 8 players") as refusal:
        created(players=roster(count=count))
    assert refusal.value.code == "seats-number"


def test_t2_the_first_four_of_the_shuffled_roster_are_team_a() -> None:
    match = begun()
    teams = view(match, "s1").state.teams
    drawn = Stream(SEED, f"match-1|start|teams||{match.entropy}").shuffled(SEATS)
    assert (teams["A"], teams["B"]) == (drawn[:4], drawn[4:])
    assert match.draws[0].label == "match-1|start|teams|"


def test_t2_every_split_can_be_drawn() -> None:
    splits = Counter(frozenset(begun(seed=n.to_bytes(32, "big")).state.teams[0]) for n in range(700))
    assert len(splits) > 65
    assert max(splits.values()) < 30


def test_t3_each_team_is_dealt_one_set() -> None:
    for number in range(20):
        match = begun(seed=bytes([number]) * 32)
        for team in match.state.teams:
            cards = [card for index in team for card in match.state.hands[index]]
            assert sorted(cards) == list(range(1, 13))
            assert sum(cards) == 78


def test_t3_the_deal_follows_from_the_published_steps() -> None:
    match = begun()
    assert [draw.label for draw in match.draws[1:]] == ["match-1|start|deal|A", "match-1|start|deal|B"]
    for side, team in zip("AB", match.state.teams, strict=True):
        cards = Stream(SEED, f"match-1|start|deal|{side}|{match.entropy}").shuffled(range(1, 13))
        dealt = [tuple(sorted(cards[at : at + 3])) for at in (0, 3, 6, 9)]
        assert [match.state.hands[index] for index in team] == dealt


def test_t3_two_sets_can_be_dealt_to_everybody_together() -> None:
    hands = [begun(seed=bytes([number]) * 32, deal="two-sets").state.hands for number in range(20)]
    for dealt in hands:
        assert Counter(card for cards in dealt for card in cards) == dict.fromkeys(range(1, 13), 2)
    assert any(len(set(cards)) < 3 for dealt in hands for cards in dealt), "a hand may hold a number twice"
    assert [draw.label for draw in begun(deal="two-sets").draws[1:]] == ["match-1|start|deal|"]


def test_t3_cards_can_be_drawn_each_for_itself() -> None:
    match = begun(deal="independent")
    assert {draw.label for draw in match.draws[1:]} == {f"match-1|start|deal|{seat}" for seat in SEATS}
    for draw in match.draws[1:]:
        index = SEATS.index(draw.label.rsplit("|", 1)[1])
        assert match.state.hands[index] == tuple(sorted(1 + number for number in draw.outcome))
    cards = Counter(
        card
        for number in range(100)
        for dealt in begun(seed=bytes([number]) * 32, deal="independent").state.hands
        for card in dealt
    )
    assert set(cards) == set(range(1, 13))
    assert min(cards.values()) > 140


def test_t4_of_two_equal_cards_one_is_played() -> None:
    match = carded(war(cards=True, hands=((4, 8, 8), *HANDS[1:])), {X1: 8})
    assert hand(at_deadline(match).match, X1) == (4, 8)


def test_t4_hands_are_shown_sorted_with_duplicates() -> None:
    assert hand(war(hands=((4, 8, 8), *HANDS[1:])), X1) == (4, 8, 8)
    options = view(war(cards=True, hands=((4, 8, 8), *HANDS[1:])), X1).can.entry
    assert options is not None
    assert [option.value for option in options.fields[0].options] == [4, 8]


def test_everybody_knows_the_teams_and_nobody_anothers_hand() -> None:
    state = view(war(), X1).state
    assert (state.teams["A"], state.teams["B"]) == (X, Y)
    assert (state.pairs, state.scores, state.round) == (None, {"A": 0, "B": 0}, 1)


@pytest.mark.parametrize(
    ("settings", "code", "ruling"),
    [
        ({"first_orders_seconds": 29}, "config-first-orders-seconds", "T45"),
        ({"orders_seconds": 14 * 86400 + 1}, "config-orders-seconds", "T45"),
        ({"cards_seconds": 0}, "config-cards-seconds", "T45"),
        ({"choice_seconds": -1}, "config-choice-seconds", "T46"),
        ({"packs_a_round": 0}, "config-packs-a-round", "T12"),
        ({"packs_a_round": 4}, "config-packs-a-round", "T12"),
        ({"sole_winner_tokens": 0}, "config-sole-winner-tokens", "T38"),
        ({"sole_winner_tokens": 3}, "config-sole-winner-tokens", "T38"),
        ({"first_packs": Tiers(low=Tier(lowest=0, highest=12))}, "config-first-packs", "T15"),
        ({"last_packs": Tiers(high=Tier(lowest=12, highest=13))}, "config-last-packs", "T15"),
        ({"last_packs": Tiers(high=Tier(lowest=12, highest=11))}, "config-last-packs", "T15"),
        ({"first_packs": Tiers(middle=Tier(lowest=3, highest=12))}, "config-first-packs", "T15"),
        ({"last_packs": Tiers(high=Tier(lowest=10, highest=11))}, "config-last-packs", "T15"),
    ],
)
def test_a_setting_out_of_bounds_is_refused(settings: dict[str, Any], code: str, ruling: str) -> None:
    with pytest.raises(Refused) as refusal:
        created(**settings)
    assert (refusal.value.code, refusal.value.ruling) == (code, ruling)


def test_t15_equal_tiers_and_the_narrowest_are_allowed() -> None:
    flat = Tier(lowest=12, highest=12)
    created(first_packs=Tiers(low=flat, middle=flat, high=flat), packs_a_round=3, sole_winner_tokens=2)
    with pytest.raises(Refused):
        created(first_packs=replace(Tiers(), low=flat))
