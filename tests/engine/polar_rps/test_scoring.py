"""Moves, and points without bombs."""

from engine.polar_rps.state import INDEX
from tests.engine.polar_rps.board import A, after, board, holdings, places, points


def test_p09_points_are_scored_after_the_moves() -> None:
    assert points(board("R+ S+"), s1={"ticket": "paper"}) == [-1, 1]
    assert points(board("R+ S+")) == [1, -1]


def test_p10_all_move_at_once_and_nobody_blocks_anybody() -> None:
    table = board("R+ P+")
    entries = {"s1": {"ticket": "paper"}, "s2": {"ticket": "rock"}}
    assert places(table, **entries) == "P+ R+"
    assert points(table, **entries) == [1, -1]


def test_p10_rooms_have_no_limit() -> None:
    crowd = board("P+ " * 29 + "R+")
    everybody = {seat: {"ticket": "rock"} for seat in list(INDEX)[:29]}
    assert places(crowd, **everybody) == " ".join(["R+"] * 30)


def test_p12_every_player_in_the_other_room_counts() -> None:
    scored = points(board("R+ R+ R+ S+ S+ P+"))
    assert scored == [1, 1, 1, -2, -2, 1]
    assert sum(scored) == 0


def test_p13_room_mates_and_empty_rooms_count_for_nothing() -> None:
    assert points(board("R+ R+ R+ R+ R+ R+")) == [0] * 6
    assert points(board("R+ P+")) == [-1, 1]


def test_p14_equal_signs_give_the_point_to_nobody() -> None:
    assert points(board("R+ R+ R- R-")) == [0, 0, 0, 0]
    assert points(board("R+ R+ R-")) == [0, 0, 1]


def test_p15_a_sign_that_nobody_has_is_nobodys_minority() -> None:
    assert points(board("R+ R+ R+")) == [0, 0, 0]
    assert points(board("R-")) == [0]


def test_p16_the_count_is_per_room_includes_oneself_and_comes_after_the_swaps() -> None:
    assert points(board("R+ R+ R-"), s1={"sign_swap": True}) == [0, 1, 0]
    assert points(board("R+ R+ R- P- P- P-"), s4={"sign_swap": True}) == [-3, -3, -2, 4, 3, 3]


def test_p36_the_room_that_one_is_in_is_no_destination() -> None:
    table = board("S+ R+")
    assert places(table, s1={"ticket": "scissors"}) == "S+ R+"
    assert holdings(after(table, s1={"ticket": "scissors"}), A).tickets == 4


def test_p41_ticket_swap_and_bomb_may_all_be_used_in_one_round() -> None:
    table = board("R+ S+", bombs={A: "confetti"})
    entry = {"ticket": "scissors", "sign_swap": True, "bomb": {"kind": "confetti"}}
    assert places(table, s1=entry) == "S- S+"
    assert points(table, s1=entry) == [1, 1]
    own = holdings(after(table, s1=entry), A)
    assert (own.tickets, own.sign_swaps, own.bombs) == (3, 1, {})


def test_p45_moves_in_round_nine_count() -> None:
    assert points(board("R+ S+", number=9), s2={"ticket": "paper"}) == [-1, 1]


def test_p74_a_seat_without_a_player_stays_and_counts_for_others() -> None:
    assert points(board("R+ P+"), s2={}) == [-1, 1]
    assert places(board("R+ P+"), s2={}) == "R+ P+"
