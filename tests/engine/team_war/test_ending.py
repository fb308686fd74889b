"""How it ends (T33 to T44): after a team win, and after a tie."""

from collections import Counter
from typing import Any

import pytest

from engine.closing import closes_now
from engine.draws import Stream
from engine.match import Match
from engine.refusals import NotYours
from engine.team_war.config import TeamWarConfig
from engine.views import public_view
from tests.engine.saving import shown
from tests.engine.team_war.field import (
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
    carded,
    chosen,
    entry_refused,
    garnets,
    later,
    refused,
    view,
    war,
)
from tests.engine.team_war.finale import LAST, LEVEL, TIED, WORKED, ended, last_round, won


def result(match: Match) -> Any:
    return public_view(match).result


def given(receiver: str = Y1) -> Match:
    """X has won and given the spare token."""
    return later(chosen(won(), dict.fromkeys(X, receiver)))


def labels(match: Match) -> list[str]:
    return [draw.label for draw in at_deadline(match).record.draws]


def test_t33_a_team_win_gives_five_tokens() -> None:
    match = later(chosen(given(Y2), {Y2: Y3}))
    assert match.status == "over"
    assert result(match).tokens == {X1: 1, X2: 1, X3: 1, X4: 1, Y2: 1}
    assert (result(match).winner, result(match).candidates) == ("A", (Y3,))


def test_t33_the_other_team_can_win_too() -> None:
    match = ended((5, 6), WORKED)
    match = later(chosen(match, dict.fromkeys(Y, X4)))
    match = later(chosen(match, {X4: X1}))
    assert (result(match).winner, result(match).candidates) == ("B", (X1,))
    assert result(match).tokens == {Y1: 1, Y2: 1, Y3: 1, Y4: 1, X4: 1}


def test_t33_the_sums_do_not_matter_after_a_team_win() -> None:
    assert public_view(ended((6, 5), LEVEL)).state.ending.tokens == dict.fromkeys(X, 1)


VOTES: list[tuple[dict[str, str], set[str]]] = [
    ({X1: Y1, X2: Y1, X3: Y2}, {Y1}),
    ({X1: Y1, X2: Y2}, {Y1, Y2}),
    ({X1: Y1, X2: Y1, X3: Y2, X4: Y2}, {Y1, Y2}),
    ({X4: Y3}, {Y3}),
    ({}, set(Y)),
]


@pytest.mark.parametrize(("votes", "possible"), VOTES)
def test_t34_most_of_the_votes_cast_decide(votes: dict[str, str], possible: set[str]) -> None:
    closing = at_deadline(chosen(won(), votes))
    reveal: Any = closing.record.reveal
    assert reveal.receiver in possible
    drawn = [(draw.label, draw.n) for draw in closing.record.draws]
    assert drawn == ([] if len(possible) == 1 else [("match-1|spare-token|receiver|", len(possible))])


def test_t34_a_tied_vote_is_drawn_among_the_tied() -> None:
    match = chosen(won(), {X1: Y2, X2: Y4})
    reveal: Any = at_deadline(match).record.reveal
    position = Stream(SEED, f"match-1|spare-token|receiver||{match.entropy}").below(2)
    assert reveal.receiver == (Y2, Y4)[position]


def test_t34_without_any_vote_each_of_the_four_can_be_drawn() -> None:
    receivers: Counter[str] = Counter()
    for number in range(80):
        match = war(
            round=3, cards=True, hands=((6,),) * 8, played=((1, 5),) * 8, scores=(6, 5), seed=bytes([number]) * 32
        )
        closing = at_deadline(later(carded(match, LAST)))
        receivers[closing.record.reveal.receiver] += 1  # type: ignore[attr-defined]  # it is the spare token's
    assert set(receivers) == set(Y)


def test_t34_the_last_vote_of_each_counts() -> None:
    match = chosen(chosen(won(), {X1: Y1, X2: Y2}), {X1: Y2})
    assert at_deadline(match).record.reveal.receiver == Y2  # type: ignore[attr-defined]


@pytest.mark.parametrize("choice", [*X, "", "nobody"])
def test_t34_the_token_goes_to_the_losing_team(choice: str) -> None:
    refusal = entry_refused(chosen(won(), {X1: Y1}), X1, {"choice": choice})
    assert (refusal.code, refusal.ruling) == ("choice-not-possible", "T34")


def test_t34_only_the_winners_vote() -> None:
    assert isinstance(entry_refused(won(), Y1, {"choice": Y2}), NotYours)
    assert view(won(), Y1).can.entry is None


def test_t34_votes_are_sealed_and_the_reveal_does_not_tell_how_it_came_about() -> None:
    before, match = won(), chosen(won(), {X1: Y1})
    for seat in (X2, Y1, Y2):
        assert shown(view(match, seat)) == shown(view(before, seat))
    drawn = at_deadline(before).record.reveal
    receiver: str = drawn.receiver  # type: ignore[attr-defined]  # it is the spare token's
    voted = at_deadline(chosen(before, dict.fromkeys(X, receiver))).record.reveal
    assert shown(drawn) == shown(voted)


@pytest.mark.parametrize("choice", [Y1, *X, "", "s9"])
def test_t35_the_receiver_chooses_one_of_three_team_mates(choice: str) -> None:
    refusal = entry_refused(given(), Y1, {"choice": choice})
    assert (refusal.code, refusal.ruling) == ("choice-not-possible", "T35")
    assert "s6, s7, s8" in refusal.message


@pytest.mark.parametrize("candidate", [Y2, Y3, Y4])
def test_t35_whom_the_receiver_names_is_the_candidate(candidate: str) -> None:
    closing = at_deadline(chosen(given(), {Y1: candidate}))
    assert closing.record.reveal.candidates == (candidate,)  # type: ignore[attr-defined]
    assert (closing.record.reveal.key, closing.record.draws) == ("elimination-choice", ())
    assert result(closing.match).candidates == (candidate,)
    assert len(set(Y) - set(result(closing.match).tokens) - {candidate}) == 2, "two possible opponents remain"


def test_t35_nobody_else_chooses() -> None:
    for seat in (X1, Y2):
        assert isinstance(entry_refused(given(), seat, {"choice": Y2}), NotYours)


def test_t35_without_an_answer_it_is_one_of_the_three_by_lot() -> None:
    match = given()
    assert labels(match) == ["match-1|elimination-choice|candidate|"]
    position = Stream(SEED, f"match-1|elimination-choice|candidate||{match.entropy}").below(3)
    assert result(later(match)).candidates == ((Y2, Y3, Y4)[position],)


def test_t36_a_tie_is_decided_by_the_sums_of_all_eight() -> None:
    match = ended((6, 6), WORKED)
    assert (match.status, result(match).winner) == ("over", None)
    assert result(match).tokens == {Y1: 1}
    assert result(match).candidates == (X4,)


def test_t36_no_extra_token_is_given_after_a_tie() -> None:
    assert sum(result(ended((6, 6), WORKED)).tokens.values()) == 1


def test_t37_all_who_share_the_highest_or_the_lowest_sum_count() -> None:
    match = ended((6, 6), TIED)
    assert result(match).tokens == {Y1: 1, Y3: 1}
    assert result(match).candidates == (X1, X4)


def choosing(seed: bytes = SEED) -> Match:
    """The winners are to choose between the two with the lowest sum."""
    return ended((6, 6), TIED, TeamWarConfig(sum_ties="choose"), seed=seed)


def test_t37_the_winners_may_have_to_choose_one() -> None:
    match = choosing()
    assert match.phase is not None
    assert (match.phase.key, match.rules.phase(match.table).awaits) == ("elimination-choice", (Y1, Y3))  # type: ignore[union-attr]
    refusal = entry_refused(match, Y1, {"choice": X2})
    assert (refusal.code, refusal.ruling) == ("choice-not-possible", "T37")
    assert isinstance(entry_refused(match, X1, {"choice": X4}), NotYours)
    match = chosen(match, {Y1: X4, Y3: X4})
    assert closes_now(match)
    assert result(later(match)).candidates == (X4,)
    assert result(later(match)).tokens == {Y1: 1, Y3: 1}


def test_t37_winners_who_do_not_agree_leave_it_to_the_lot() -> None:
    for votes in ({Y1: X1, Y3: X4}, {}):
        match = chosen(choosing(), votes)
        assert labels(match) == ["match-1|elimination-choice|candidate|"]
        assert result(later(match)).candidates in {(X1,), (X4,)}
    assert result(later(chosen(choosing(), {Y3: X1}))).candidates == (X1,)


def test_t37_nothing_is_chosen_where_one_alone_is_lowest() -> None:
    match = ended((6, 6), WORKED, TeamWarConfig(sum_ties="choose"))
    assert (match.status, result(match).candidates) == ("over", (X4,))


@pytest.mark.parametrize(
    ("tokens", "sums", "held"), [(1, WORKED, {Y1: 1}), (2, WORKED, {Y1: 2}), (2, TIED, {Y1: 1, Y3: 1})]
)
def test_t38_a_sole_winner_gets_one_token_or_what_the_host_has_set(
    tokens: int, sums: tuple[int, ...], held: dict[str, int]
) -> None:
    assert result(ended((6, 6), sums, TeamWarConfig(sole_winner_tokens=tokens))).tokens == held


@pytest.mark.parametrize("sum_ties", ["all", "choose"])
def test_t39_if_all_sums_are_equal_nobody_wins_and_one_of_eight_is_drawn(sum_ties: Any) -> None:
    candidates: Counter[str] = Counter()
    for number in range(120):
        closing = at_deadline(last_round((6, 6), LEVEL, TeamWarConfig(sum_ties=sum_ties), seed=bytes([number]) * 32))
        assert [(draw.label, draw.n) for draw in closing.record.draws] == [("match-1|elimination-choice|candidate|", 8)]
        assert (closing.match.status, result(closing.match).tokens) == ("over", {})
        (candidate,) = result(closing.match).candidates
        candidates[candidate] += 1
    assert set(candidates) == {*X, *Y}


def test_t40_a_sum_is_the_face_value_of_the_three_cards_played() -> None:
    hands = ((9, 1, 12), *((6, 6, 6),) * 7)
    match = war(hands=tuple(tuple(sorted(cards)) for cards in hands))
    for card in (1, 12, 9):
        match = later(carded(later(match), {X1: card}))
    assert sum(match.state.played[0]) == 22


def test_t40_sold_cards_do_not_count_and_bought_ones_do() -> None:
    match = later(acted(war(), X1, "purchases", pack="high"), 6)
    assert sum(match.state.played[0]) >= 30
    assert set(match.state.played[0]) <= {10, 11, 12}


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


def test_t44_three_rounds_are_played_whatever_the_score() -> None:
    match = war(round=3, hands=((6,),) * 8, scores=(16, 0), played=((1, 5),) * 8)
    assert match.phase is not None
    assert match.phase.key == "orders-3"
    assert later(match, 2).phase.key == "spare-token"  # type: ignore[union-attr]


def test_after_the_rounds_nothing_is_sold_or_traded() -> None:
    match = won()
    assert refused(match, X1, "purchases", pack="low").ruling == "T17"
    assert view(match, X1).can.acts == ()
