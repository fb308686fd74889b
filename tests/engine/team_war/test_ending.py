"""How it ends (T33 to T40, T44): after a team win, and after a tie."""

from collections import Counter
from typing import Any

import pytest

from engine.closing import closes_now
from engine.draws import Stream
from engine.match import Match
from engine.refusals import NotYours
from engine.team_war.config import TeamWarConfig
from engine.team_war.ending import sums
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
    ("tokens", "totals", "held"), [(1, WORKED, {Y1: 1}), (2, WORKED, {Y1: 2}), (2, TIED, {Y1: 1, Y3: 1})]
)
def test_t38_a_sole_winner_gets_one_token_or_what_the_host_has_set(
    tokens: int, totals: tuple[int, ...], held: dict[str, int]
) -> None:
    assert result(ended((6, 6), totals, TeamWarConfig(sole_winner_tokens=tokens))).tokens == held


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
    assert match.state.played[0] == (1, 12, 9)
    assert sums(match.state) == [22, *(18,) * 7], "a 1 counts 1 whatever it won, cards drawn by lot count too"


def test_t40_sold_cards_do_not_count_and_bought_ones_do() -> None:
    match = later(acted(war(), X1, "purchases", pack="high"), 6)
    assert 30 <= sums(match.state)[0] <= 36
    assert set(match.state.played[0]) <= {10, 11, 12}


def test_t44_three_rounds_are_played_whatever_the_score() -> None:
    spies, giants = ((1, 1, 1),) * 4, ((10, 11, 12),) * 4
    match, seen = later(war(hands=(*spies, *giants)), 4), []
    assert match.state.scores == (16, 0)
    for _ in range(3):
        seen.append(match.phase.key if match.phase else "")
        match = later(match)
    assert seen == ["orders-3", "cards-3", "spare-token"]


def test_after_the_rounds_nothing_is_sold_or_traded() -> None:
    match = won()
    assert refused(match, X1, "purchases", pack="low").ruling == "T17"
    assert view(match, X1).can.acts == ()
