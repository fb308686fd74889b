"""The worked match of RULINGS 6.1: six players, three rounds, entry by entry."""

from typing import Any

import pytest

from engine.inputs import act
from engine.match import Match
from engine.polar_rps.shop import Purchase
from tests.engine.polar_rps.board import GAME, SPOTS, A, B, C, D, E, F, at_deadline, begun, entered, holdings

SIX = (A, B, C, D, E, F)
DRAWS_PAPER_MINUS = bytes([3]) * 32
"""A seed under which E, who enters nothing, is drawn P-."""


def together(match: Match, entries: dict[str, dict[str, Any]]) -> Match:
    for seat, entry in entries.items():
        match = entered(match, seat, entry)
    return match


def places(match: Match) -> str:
    return " ".join(SPOTS[spot] for spot in match.state.spots)


def told(match: Match, seat: str) -> list[tuple[str, str]]:
    return [(part.part, part.ruling) for part in GAME.judge(match.table, seat, match.entries[seat].entry)]


def column(name: str, match: Match) -> list[Any]:
    return [getattr(holdings(match.table, seat), name) for seat in SIX]


def bomb(kind: str, room: str | None = None) -> dict[str, Any]:
    return {"bomb": {"kind": kind, "room": room}}


@pytest.fixture(scope="module")
def pregame() -> Match:
    match = begun(6, garnets=1, seed=DRAWS_PAPER_MINUS, rounds=3)
    match = together(
        match,
        {
            A: {"room": "rock", "sign": "+", "bombs": ["double", "confetti"]},
            B: {"room": "rock", "sign": "-", "bombs": ["polarity", "polarity"]},
            C: {"room": "paper", "sign": "+", "bombs": ["ticket", "confetti"]},
            D: {"room": "scissors", "sign": "+", "bombs": ["double", "tripple"]},
            F: {"room": "scissors", "sign": "-", "bombs": ["confetti", "ticket"]},
        },
    )
    assert told(match, D) == [("bombs", "P5")]
    closing = at_deadline(match)
    labels = [draw.label for draw in closing.record.draws]
    assert labels == ["match-1|pregame|room|s5", "match-1|pregame|sign|s5"]
    return closing.match


def test_after_the_pregame(pregame: Match) -> None:
    assert places(pregame) == "R+ R- P+ S+ P- S-"
    assert column("tickets", pregame) == [4] * 6
    assert column("sign_swaps", pregame) == [2] * 6
    assert column("bombs", pregame) == [
        {"confetti": 1, "double": 1},
        {"polarity": 2},
        {"confetti": 1, "ticket": 1},
        {"double": 1},
        {},
        {"confetti": 1, "ticket": 1},
    ]


@pytest.fixture(scope="module")
def round_1(pregame: Match) -> Match:
    match = together(
        pregame,
        {
            B: {"ticket": "paper", **bomb("polarity")},
            C: {"sign_swap": True, **bomb("ticket", "paper")},
            D: {"ticket": "scissors", **bomb("double", "paper")},
            E: bomb("confetti", "rock"),
            F: bomb("confetti", "lizard"),
        },
    )
    assert told(match, B) == told(match, C) == []
    assert told(match, D) == [("ticket", "P36")]
    assert told(match, E) == [("bomb", "P30")]
    assert told(match, F) == [("bomb", "P33")]
    closing = at_deadline(match)
    reveal: Any = closing.record.reveal
    assert reveal.bombs == {"paper": {"double": 1, "polarity": 1, "ticket": 1}}
    assert list(reveal.points.values()) == [-1, -2, -2, 2, -2, 2]
    assert list(reveal.scores.values()) == [-1, -2, -2, 2, -2, 2]
    return closing.match


def test_after_round_1(round_1: Match) -> None:
    assert places(round_1) == "R+ P- P- S+ P- S-"
    assert column("tickets", round_1) == [4, 4, 5, 4, 5, 4]
    assert column("sign_swaps", round_1) == [2, 2, 1, 2, 2, 2]
    assert column("bombs", round_1) == [
        {"confetti": 1, "double": 1},
        {"polarity": 1},
        {"confetti": 1},
        {},
        {},
        {"confetti": 1, "ticket": 1},
    ]


@pytest.fixture(scope="module")
def round_2(round_1: Match) -> Match:
    assert round_1.phase
    match = act(round_1, E, "purchases", Purchase(item="bomb", bomb="polarity"), round_1.phase.opened_at).match
    assert holdings(match.table, E).garnets == 0
    match = together(
        match,
        {
            A: {"sign_swap": True, **bomb("confetti", "scissors")},
            C: {"ticket": "scissors"},
            D: {"ticket": "rock"},
            E: bomb("polarity", "scissors"),
            F: bomb("confetti", "scissors"),
        },
    )
    assert all(told(match, seat) == [] for seat in match.entries)
    closing = at_deadline(match)
    reveal: Any = closing.record.reveal
    assert reveal.bombs == {"scissors": {"confetti": 2, "polarity": 1}}
    assert list(reveal.points.values()) == [0, 0, 1, 0, 0, 1]
    assert list(reveal.scores.values()) == [-1, -2, -1, 2, -2, 3]
    return closing.match


def test_after_round_2(round_2: Match) -> None:
    assert places(round_2) == "R- P- S- R+ P- S-"
    assert column("tickets", round_2) == [4, 4, 4, 3, 5, 4]
    assert column("sign_swaps", round_2) == [1, 2, 1, 2, 2, 2]
    assert column("bombs", round_2) == [{"double": 1}, {"polarity": 1}, {"confetti": 1}, {}, {}, {"ticket": 1}]


@pytest.fixture(scope="module")
def round_3(round_2: Match) -> Match:
    match = together(
        round_2,
        {
            A: {"ticket": "scissors", **bomb("double")},
            B: {"sign_swap": True},
            D: {"ticket": "paper", **bomb("double", "scissors")},
            F: bomb("ticket", "scissors"),
        },
    )
    assert told(match, D) == [("bomb", "P30")]
    closing = at_deadline(match)
    reveal: Any = closing.record.reveal
    assert reveal.bombs == {"scissors": {"double": 1, "ticket": 1}}
    assert list(reveal.points.values()) == [6, -3, 6, -3, -2, 6]
    assert list(reveal.scores.values()) == [5, -5, 5, -1, -4, 9]
    return closing.match


def test_after_round_3(round_3: Match) -> None:
    assert places(round_3) == "S- P+ S- P+ P- S-"
    assert column("tickets", round_3) == [4, 4, 5, 2, 5, 5]
    assert column("sign_swaps", round_3) == [1, 1, 1, 2, 2, 2]
    assert column("bombs", round_3) == [{}, {"polarity": 1}, {"confetti": 1}, {}, {}, {}]


def test_p55_p59_p65_the_end(round_3: Match) -> None:
    ending = GAME.public(round_3.table).ending
    assert ending.garnets == {F: 1}
    assert ending.tied_seconds == (A, C)
    assert round_3.phase
    assert round_3.phase.key == "second-place"
    final = at_deadline(entered(round_3, F, {"choice": C})).match
    assert final.status == "over"
    result = GAME.result(final.table)
    assert (result.tokens, result.garnets) == ({C: 1, F: 1}, {F: 1})
    assert (result.candidate, result.how) == (B, "last")
