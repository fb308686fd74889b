import pytest

from engine.draws import Draws
from engine.polar_rps.config import PolarConfig
from engine.polar_rps.ending import rewards
from engine.polar_rps.entries import ChoiceEntry
from engine.refusals import Refused
from tests.engine.polar_rps.board import (
    GAME,
    SEED,
    A,
    B,
    C,
    D,
    E,
    F,
    after,
    at_deadline,
    begun,
    board,
    draws,
    entered,
    holdings,
)
from tests.engine.polar_rps.finale import Finale


def refused(finale: Finale, seat: str, choice: str | None) -> str:
    with pytest.raises(Refused) as refusal:
        GAME.judge(finale.table, seat, ChoiceEntry(choice=choice))
    assert refusal.value.code == "choice-not-possible"
    return refusal.value.ruling


def below(n: int, purpose: str, *, key: str = "elimination-vote") -> int:
    return Draws("match-1", SEED, "").below(n, key, purpose)


def test_p55_a_garnet_for_every_seven_points_and_none_for_negative_ones() -> None:
    assert rewards((20, 21, 6, -8, 7, 0, -1)) == [2, 3, 0, 0, 1, 0, 0]
    finale = Finale(20, 21, 6, -8, 0, garnets=(0, 1, 2, 3, 4))
    assert finale.ending.garnets == {A: 2, B: 3}
    assert [holdings(finale.table, seat).garnets for seat in (A, B, C, D, E)] == [2, 4, 2, 3, 4]


def test_p55_the_net_score_counts() -> None:
    table = board("R+ P+ P+ P+ P+", number=9, scores=(10, 0, 0, 0, 0), garnets=(0,) * 5)
    final = after(table)
    assert GAME.public(final).scores[A] == 6
    assert holdings(final, A).garnets == 0


def test_p56_two_for_a_clear_first_and_one_for_a_clear_second() -> None:
    assert Finale(20, 15, 9, 8, 7, 6).ending.tokens == {A: 2, B: 1}


@pytest.mark.parametrize(
    ("scores", "tokens"),
    [
        ((10, 10, 9, 1, 0), {A: 1, B: 1}),
        ((9, 9, 9, 1, 0), {A: 1, B: 1, C: 1}),
        ((9, 9, 9, 9, 1), {A: 1, B: 1, C: 1, D: 1}),
    ],
)
def test_p57_up_to_four_who_share_the_first_place_win_one_each(scores: tuple[int, ...], tokens: dict[str, int]) -> None:
    assert Finale(*scores).ending.tokens == tokens


def test_p58_five_or_more_on_first_place_win_nothing_and_neither_does_second() -> None:
    finale = Finale(9, 9, 9, 9, 9, 8)
    assert finale.ending.tokens == {}
    assert finale.key is None
    assert finale.result.candidate == F


def test_p59_behind_a_sole_first_a_shared_second_makes_two_tokens_in_all() -> None:
    finale = Finale(20, 15, 15, 15, 3)
    assert finale.key == "second-place"
    assert finale.awaits == (A,)
    assert finale.options(A) == [B, C, D]
    assert finale.ending.tokens == {A: 1}
    finale.answered(s1=C)
    assert finale.result.tokens == {A: 1, C: 1}
    assert finale.reveals[1].chosen == C


def test_p59_any_number_may_share_the_second_place() -> None:
    finale = Finale(20, 15, 15, 15, 15, 15, 1)
    assert finale.options(A) == ["s2", "s3", "s4", "s5", "s6"]


@pytest.mark.parametrize("choice", [E, A, "s99", "", None, "C"])
def test_p59_only_one_of_the_tied_can_be_chosen(choice: str | None) -> None:
    assert refused(Finale(20, 15, 15, 15, 3), A, choice) == "P59"


def test_p60_the_chosen_one_votes() -> None:
    finale = Finale(20, 15, 15, 3, 3).answered(s1=C)
    assert finale.key == "elimination-vote"
    assert finale.awaits == (A, C)


def test_p61_without_an_answer_the_second_place_is_drawn_among_the_tied() -> None:
    finale = Finale(20, 15, 15, 3, 2).answered()
    chosen = [B, C][below(2, "choice", key="second-place")]
    assert finale.ending.tokens == {A: 1, chosen: 1}
    assert finale.labels == ["match-1|second-place|choice|"]
    asked = Finale(20, 15, 15, 3, 2).answered(s1=chosen)
    assert finale.reveals[1] == asked.reveals[1]
    assert asked.labels == []


def test_p62_the_winner_of_two_may_give_one_to_who_has_none_and_is_not_the_candidate() -> None:
    finale = Finale(20, 15, 9, 8, 7, 0)
    assert finale.key == "gift"
    assert finale.awaits == (A,)
    assert finale.options(A) == [C, D, E]
    assert (finale.ending.candidate, finale.ending.how) == (F, "last")
    finale.answered(s1=D)
    assert finale.result.tokens == {A: 1, B: 1, D: 1}
    assert finale.reveals[-1].to == D


@pytest.mark.parametrize("choice", [A, B, F, "s99", ""])
def test_p62_nobody_else_can_be_given_it(choice: str) -> None:
    assert refused(Finale(20, 15, 9, 8, 7, 0), A, choice) == "P62"


def test_p62_not_given_it_stays_the_winners() -> None:
    for kept in (Finale(20, 15, 9, 8, 7, 0).answered(s1=None), Finale(20, 15, 9, 8, 7, 0).answered()):
        assert kept.result.tokens == {A: 2, B: 1}
        assert kept.reveals[-1].to is None


def test_p62_the_gift_comes_after_the_vote_and_its_receiver_does_not_vote() -> None:
    finale = Finale(20, 15, 9, 0, 0)
    assert finale.key == "elimination-vote"
    assert finale.awaits == (A, B)
    finale.answered(s1=E, s2=E)
    assert finale.key == "gift"
    assert finale.options(A) == [C, D]


def test_p62_one_token_each_leaves_nothing_to_give() -> None:
    assert Finale(10, 10, 9, 1, 0).key is None
    assert Finale(20, 15, 15, 15, 3).answered(s1=B).key is None


def test_p63_second_place_is_settled_before_the_vote_among_the_rest() -> None:
    finale = Finale(10, 3, 3, 3, 3)
    assert finale.key == "second-place"
    assert list(finale.ending.candidates) == []
    finale.answered(s1=B)
    assert finale.key == "elimination-vote"
    assert finale.awaits == (A, B)
    assert finale.options(A) == [C, D, E]
    assert list(finale.ending.candidates) == [C, D, E]


def test_p64_who_has_won_a_token_cannot_be_the_candidate() -> None:
    finale = Finale(10, 3, 3).answered(s1=B)
    assert finale.key is None
    assert (finale.result.candidate, finale.result.how) == (C, "last")
    assert refused(Finale(10, 3, 3, 3, 3).answered(s1=B), A, B) == "P68"


def test_p65_one_clear_last_needs_no_vote() -> None:
    finale = Finale(10, 10, 5, 2, 0)
    assert finale.key is None
    assert (finale.result.candidate, finale.result.how) == (E, "last")


def test_p66_the_winners_votes_decide_by_plurality() -> None:
    finale = Finale(9, 9, 9, 1, 1, 1)
    assert finale.awaits == (A, B, C)
    finale.answered(s1=D, s2=D, s3=E)
    assert (finale.result.candidate, finale.result.how) == (D, "vote")


def test_p67_only_ballots_that_were_cast_count() -> None:
    finale = Finale(9, 9, 5, 1, 1).answered(s1=E)
    assert (finale.result.candidate, finale.result.how) == (E, "vote")


def test_p67_without_any_ballot_it_is_drawn_among_all_who_are_tied() -> None:
    finale = Finale(9, 9, 5, 1, 1, garnets=(5, 4, 0, 3, 0)).answered()
    assert finale.labels == ["match-1|elimination-vote|candidate|"]
    assert finale.draws.taken[0].n == 2
    assert finale.result.candidate == [D, E][below(2, "candidate")]
    assert finale.result.how == "random"


def test_p68_only_a_tied_player_without_token_can_be_voted_for() -> None:
    finale = Finale(9, 9, 5, 1, 1)
    for choice in (A, B, C, None, "s9", ""):
        assert refused(finale, A, choice) == "P68"


def test_p68_a_ballot_can_be_changed_and_candidates_do_not_vote() -> None:
    match = begun(5, rounds=1)
    places = [("rock", "+"), ("paper", "+"), ("paper", "-"), ("scissors", "+"), ("scissors", "+")]
    for seat, (room, sign) in zip((A, B, C, D, E), places, strict=True):
        match = entered(match, seat, {"room": room, "sign": sign})
    match = at_deadline(at_deadline(match).match).match
    assert GAME.public(match.table).scores == {A: 0, B: -1, C: -1, D: 1, E: 1}
    assert match.phase
    assert match.phase.key == "elimination-vote"
    match = entered(entered(match, D, {"choice": B}), D, {"choice": C})
    assert GAME.can(match.table, B).entry is None
    closing = at_deadline(match)
    assert closing.record.reveal.candidate == C  # type: ignore[attr-defined]  # it is the vote's


def test_p68_ballots_stay_secret_unless_the_match_is_set_otherwise() -> None:
    secret = Finale(9, 9, 5, 1, 1).answered(s1=E, s2=E)
    assert secret.reveals[-1].ballots is None
    assert (secret.reveals[-1].candidate, secret.reveals[-1].how) == (E, "vote")
    told = Finale(9, 9, 5, 1, 1, config=PolarConfig(reveal_ballots=True)).answered(s2=E, s1=D)
    assert told.reveals[-1].ballots == {A: D, B: E}


def test_p69_a_tied_vote_goes_to_whose_voters_have_most_garnets_after_the_rewards() -> None:
    finale = Finale(21, 9, 5, 1, 1, garnets=(5, 6, 0, 0, 0))
    assert finale.key == "elimination-vote"
    assert finale.ending.garnets == {A: 3, B: 1}
    finale.answered(s1=D, s2=E)
    assert (finale.ending.candidate, finale.ending.how) == (D, "garnets")


def test_p69_votes_come_before_garnets() -> None:
    finale = Finale(9, 9, 9, 1, 1, garnets=(100, 0, 0, 0, 0)).answered(s1=D, s2=E, s3=E)
    assert (finale.result.candidate, finale.result.how) == (E, "vote")


def test_p69_the_garnets_of_all_who_voted_for_one_are_added() -> None:
    finale = Finale(9, 9, 9, 9, 1, 1, garnets=(3, 0, 2, 2, 0, 0)).answered(s1=E, s2=E, s3=F, s4=F)
    assert (finale.result.candidate, finale.result.how) == (F, "garnets")


def test_p70_if_garnets_tie_too_it_is_drawn_among_those_still_tied() -> None:
    seen = set()
    for number in range(20):
        finale = Finale(9, 9, 3, 1, 1, 1, garnets=(6, 6, 0, 0, 0, 99))
        finale.draws = draws(bytes([number]) * 32)
        finale.answered(s1=D, s2=E)
        assert finale.draws.taken[0].n == 2
        assert finale.result.how == "random"
        seen.add(finale.result.candidate)
    assert seen == {D, E}


def test_p71_tied_last_without_any_token_winner_is_drawn_among_the_tied() -> None:
    finale = Finale(9, 9, 9, 9, 9, 1, 1)
    assert finale.key is None
    assert finale.labels == ["match-1|elimination-vote|candidate|"]
    assert finale.draws.taken[0].n == 2
    assert finale.result.candidate == ["s6", "s7"][below(2, "candidate")]
    assert (finale.result.how, finale.result.tokens) == ("random", {})


def test_p72_if_all_are_tied_nobody_wins_and_the_candidate_is_drawn_among_all() -> None:
    finale = Finale(0, 0, 0, 0, 0, 0)
    assert finale.key is None
    assert (finale.result.tokens, finale.result.garnets) == ({}, {})
    assert finale.draws.taken[0].n == 6
    assert finale.result.candidate == f"s{below(6, 'candidate') + 1}"
    assert Finale(8, 8, 8, 8, 8).result.garnets == dict.fromkeys((A, B, C, D, E), 1)


def test_p73_clear_first_second_and_last_leave_only_the_gift() -> None:
    finale = Finale(20, 15, 9, 8, 0)
    assert [reveal.key for reveal in finale.reveals] == ["round-9"]
    assert finale.key == "gift"
    assert finale.answered().key is None


def test_p73_the_steps_come_in_order_each_with_its_own_clock() -> None:
    finale = Finale(20, 15, 15, 0, 0, config=PolarConfig(choice_seconds=60))
    keys = []
    while finale.phase:
        assert (finale.phase.seconds, finale.phase.closes_early) == (60, True)
        keys.append(finale.phase.key)
        finale.answered()
    assert keys == ["second-place", "elimination-vote"]
    assert [reveal.phase for reveal in finale.reveals] == [9, 10, 11]


def test_p73_the_last_reveal_says_what_follows_from_it_at_once() -> None:
    ending = Finale(20, 15, 9, 8, 0).last_round.ending
    assert ending is not None
    assert (ending.garnets, ending.tokens, ending.candidate) == ({A: 2, B: 2, C: 1, D: 1}, {A: 2, B: 1}, E)
    waiting = Finale(20, 15, 15, 0, 0).last_round.ending
    assert waiting is not None
    assert (waiting.tied_seconds, waiting.candidates, waiting.candidate) == ((B, C), (), None)


def test_p73_no_result_before_the_last_step_has_closed() -> None:
    finale = Finale(20, 15, 9, 8, 0)
    assert GAME.result(finale.table) is None
    finale.answered()
    assert GAME.result(finale.table) is not None
