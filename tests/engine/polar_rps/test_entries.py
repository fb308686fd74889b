from typing import Any

import pytest
from pydantic import ValidationError

from engine.polar_rps.entries import RoundEntry
from engine.refusals import Refused
from tests.engine.forms import read
from tests.engine.polar_rps.board import (
    A,
    B,
    after,
    at_deadline,
    begun,
    board,
    entered,
    holdings,
    ignored,
    places,
    points,
    revealed,
)


def test_p29_two_bombs_are_no_bomb_and_both_are_kept() -> None:
    table = board("R+ S+", bombs={A: "confetti double"})
    for entry in (
        {"bombs": ["confetti", "double"]},
        {"bomb": [{"kind": "confetti"}, {"kind": "double"}]},
        {"bomb": ["confetti", "double"]},
        {"bomb": {"kind": "confetti"}, "bombs": ["double"]},
    ):
        assert ignored(table, A, entry) == [("bomb", "P29")]
        assert revealed(table, s1=entry).bombs == {}
        assert holdings(after(table, s1=entry), A).bombs == {"confetti": 1, "double": 1}


def test_p30_a_bomb_one_does_not_own_voids_only_the_bomb() -> None:
    table = board("R+ S+")
    entry = {"sign_swap": True, "bomb": {"kind": "confetti", "room": "rock"}}
    assert ignored(table, A, entry) == [("bomb", "P30")]
    assert places(table, s1=entry) == "R- S+"
    assert revealed(table, s1=entry).bombs == {}


def test_p31_a_bomb_without_room_goes_off_where_one_ends_the_round() -> None:
    table = board("R+ R+", bombs={B: "polarity"})
    entry = {"ticket": "paper", "bomb": {"kind": "polarity"}}
    assert ignored(table, B, entry) == []
    assert revealed(table, s2=entry).bombs == {"paper": {"polarity": 1}}


def test_p32_with_an_invalid_ticket_that_is_where_one_is() -> None:
    table = board("R+ S+", bombs={A: "confetti"}, tickets=(0, 4))
    entry = {"ticket": "paper", "bomb": {"kind": "confetti"}}
    assert ignored(table, A, entry) == [("ticket", "P38")]
    assert revealed(table, s1=entry).bombs == {"rock": {"confetti": 1}}


@pytest.mark.parametrize("room", ["lizard", "", "Rok"])
def test_p33_a_bomb_room_that_does_not_exist_is_no_bomb(room: str) -> None:
    table = board("R+ S+", bombs={A: "confetti"})
    entry = {"bomb": {"kind": "confetti", "room": room}}
    assert ignored(table, A, entry) == [("bomb", "P33")]
    assert revealed(table, s1=entry).bombs == {}
    assert holdings(after(table, s1=entry), A).bombs == {"confetti": 1}


def test_p34_a_room_without_a_kind_is_no_bomb_even_if_one_kind_is_owned() -> None:
    table = board("R+ S+", bombs={A: "confetti confetti"})
    entry = {"bomb": {"room": "rock"}}
    assert ignored(table, A, entry) == [("bomb", "P34")]
    assert revealed(table, s1=entry).bombs == {}
    assert holdings(after(table, s1=entry), A).bombs == {"confetti": 2}


def test_p36_a_ticket_to_ones_own_room_is_ignored_and_kept() -> None:
    table = board("R+ P+ P- S+")
    assert ignored(table, "s4", {"ticket": "scissors"}) == [("ticket", "P36")]
    assert holdings(after(table, s4={"ticket": "scissors"}), "s4").tickets == 4


@pytest.mark.parametrize("destination", ["", "lizard", " ", "s2"])
def test_p37_a_ticket_without_a_room_to_go_to_is_ignored(destination: str) -> None:
    table = board("R+ S+")
    assert ignored(table, A, {"ticket": destination}) == [("ticket", "P37")]
    assert places(table, s1={"ticket": destination}) == "R+ S+"
    assert holdings(after(table, s1={"ticket": destination}), A).tickets == 4


def test_p38_without_tickets_nobody_moves() -> None:
    table = board("R+ S+", tickets=(0, 4))
    assert ignored(table, A, {"ticket": "paper"}) == [("ticket", "P38")]
    assert places(table, s1={"ticket": "paper"}) == "R+ S+"
    assert holdings(after(table, s1={"ticket": "paper"}), A).tickets == 0


def test_p39_two_destinations_are_no_move() -> None:
    table = board("R+ S+")
    for tickets in (["paper", "scissors"], ["paper"], []):
        assert ignored(table, A, {"ticket": tickets}) == [("ticket", "P39")]
        assert places(table, s1={"ticket": tickets}) == "R+ S+"
        assert holdings(after(table, s1={"ticket": tickets}), A).tickets == 4


def test_p40_a_sign_swap_is_a_yes_or_no() -> None:
    table = board("R+ S+")
    assert places(table, s1={"sign_swap": True}) == "R- S+"
    assert holdings(after(table, s1={"sign_swap": True}), A).sign_swaps == 1
    assert places(table, s1={"sign_swap": False}) == "R+ S+"
    with pytest.raises(ValidationError):
        read(RoundEntry, {"sign_swap": [True, True]})


def test_p42_one_invalid_part_cancels_only_that_part() -> None:
    table = board("R+ S+", bombs={A: "confetti"})
    entry = {"ticket": "rock", "bomb": {"kind": "confetti"}}
    assert ignored(table, A, entry) == [("ticket", "P36")]
    assert revealed(table, s1=entry).bombs == {"rock": {"confetti": 1}}
    assert points(table, s1=entry) == [2, -1]


def test_p42_every_invalid_part_is_named_in_order() -> None:
    table = board("R+ S+", sign_swaps=(0, 0))
    entry = {"ticket": "rock", "sign_swap": True, "bomb": {"kind": "double"}}
    assert ignored(table, A, entry) == [("ticket", "P36"), ("sign_swap", "P42"), ("bomb", "P30")]
    assert places(table, s1=entry) == "R+ S+"


def test_p42_it_is_judged_again_at_the_close_with_what_is_held_then() -> None:
    entry = {"bomb": {"kind": "double", "room": "rock"}}
    before, bought = board("R+ S+"), board("R+ S+", bombs={A: "double"})
    assert ignored(before, A, entry) == [("bomb", "P30")]
    assert ignored(bought, A, entry) == []
    assert points(bought, s1=entry) == [2, -1]


def test_p42_in_a_match_the_receipt_names_what_is_ignored_and_the_rest_stands() -> None:
    match = at_deadline(entered(begun(5), A, {"room": "rock", "sign": "+"})).match
    match = entered(match, A, {"ticket": "rock", "sign_swap": True})
    table = match.table
    assert [part.part for part in match.rules.judge(table, A, table.entries[A])] == ["ticket"]
    assert at_deadline(match).record.reveal.rooms[A].sign == "-"  # type: ignore[attr-defined]  # it is a round's


@pytest.mark.parametrize(
    "entry",
    [
        {"ticket": "rock"},
        {"ticket": "lizard"},
        {"bomb": {"kind": "double", "room": "lizard"}},
        {"bomb": {"kind": "nuke", "room": "rock"}},
        {"bombs": ["double", "double"]},
    ],
)
def test_p43_what_is_ignored_is_never_spent(entry: dict[str, Any]) -> None:
    table = board("R+ S+", bombs={A: "double double"})
    own = holdings(after(table, s1=entry), A)
    assert (own.tickets, own.sign_swaps, own.bombs) == (4, 2, {"double": 2})


def test_p43_a_swap_without_swaps_left_takes_nothing() -> None:
    table = board("R+ S+", sign_swaps=(0, 2))
    assert holdings(after(table, s1={"sign_swap": True}), A).sign_swaps == 0


@pytest.mark.parametrize("room", [" paper ", "PAPER", "Paper\n", "pApEr"])
def test_p44_case_and_blanks_around_names_do_not_matter(room: str) -> None:
    table = board("R+ S+", bombs={A: "double"})
    assert ignored(table, A, {"ticket": room, "bomb": {"kind": " Double ", "room": room}}) == []
    assert places(table, s1={"ticket": room}) == "P+ S+"


@pytest.mark.parametrize("room", ["Rok", "p", "pap er", "paper!", "paper, please"])
def test_p44_nothing_is_guessed(room: str) -> None:
    table = board("R+ S+", bombs={A: "double"})
    assert ignored(table, A, {"ticket": room}) == [("ticket", "P37")]
    assert ignored(table, A, {"bomb": {"kind": "doubel"}}) == [("bomb", "P44")]
    assert places(table, s1={"ticket": room}) == "R+ S+"


def test_p44_the_sheets_full_names_count() -> None:
    table = board("R+ S+", bombs={A: "double"})
    assert ignored(table, A, {"bomb": {"kind": "Double Bomb"}}) == []


@pytest.mark.parametrize(
    "values",
    [
        {"ticket": 3},
        {"ticket": {"to": "rock"}},
        {"bomb": "confetti"},
        {"bomb": {"kind": 1}},
        {"bomb": {"kind": "double", "target": "rock"}},
        {"bombs": "confetti"},
        {"room": "rock"},
    ],
)
def test_what_is_no_entry_is_refused_at_the_border(values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        read(RoundEntry, values)


@pytest.mark.parametrize(
    "values",
    [
        {"ticket": "paper" + " " * 200},
        {"ticket": "x" * 161},
        {"ticket": "é" * 81},
        {"ticket": ["paper"] * 30},
        {"bomb": {"kind": "confetti", "room": " " * 160}},
        {"bombs": ["confetti"] * 30},
        {"bombs": ["confetti"] * 30, "bomb": {"kind": "confetti"}},
        {"ticket": "paper", "bombs": ["confetti"] * 30, "bomb": {"kind": "confetti", "room": "rock"}},
        {"bomb": {"kind": "\u0001" * 30}},
    ],
)
def test_an_entry_that_nobody_needs_so_long_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        ignored(board("R+ S+", bombs={A: "confetti"}), A, values)
    assert refused.value.code == "entry-too-long"


def test_the_longest_sensible_entry_is_accepted() -> None:
    table = board("R+ S+", bombs={A: "confetti"})
    values = {"ticket": "scissors", "sign_swap": True, "bomb": {"kind": "confetti bomb", "room": "scissors"}}
    assert ignored(table, A, values) == []
    assert ignored(table, B, {"ticket": "x" * 90}) == [("ticket", "P37")]
