"""RULINGS 6.1, entry by entry over HTTP: six players, three rounds, and the ending that follows from them."""

from typing import Any

import pytest

from engine.draws import Draws, combined
from infra.local.cloud import Cloud
from tests.functions.story import Hosted, good, wanted

A, B, C, D, E, F = SEATS = ("s1", "s2", "s3", "s4", "s5", "s6")
GARNETS = {A: 3, B: 0, C: 1, D: 0, E: 1, F: 2}
Entries = dict[str, dict[str, Any]]

PREGAME: Entries = {
    A: {"room": "rock", "sign": "+", "bombs": ["double", "confetti"]},
    B: {"room": "rock", "sign": "-", "bombs": ["polarity", "polarity"]},
    C: {"room": "paper", "sign": "+", "bombs": ["ticket", "confetti"]},
    D: {"room": "scissors", "sign": "+", "bombs": ["double", "nuke"]},
    F: {"room": "scissors", "sign": "-", "bombs": ["confetti", "ticket"]},
}
"""E enters nothing: P- is drawn."""
ROUNDS: tuple[Entries, ...] = (
    {
        B: {"ticket": "paper", "bomb": {"kind": "polarity"}},
        C: {"sign_swap": True, "bomb": {"kind": "ticket", "room": "paper"}},
        D: {"ticket": "scissors", "bomb": {"kind": "double", "room": "paper"}},
        E: {"bomb": {"kind": "confetti", "room": "rock"}},
        F: {"bomb": {"kind": "confetti", "room": "lizard"}},
    },
    {
        A: {"sign_swap": True, "bomb": {"kind": "confetti", "room": "scissors"}},
        C: {"ticket": "scissors"},
        D: {"ticket": "rock"},
        E: {"bomb": {"kind": "polarity", "room": "scissors"}},
        F: {"bomb": {"kind": "confetti", "room": "scissors"}},
    },
    {
        A: {"ticket": "scissors", "bomb": {"kind": "double"}},
        B: {"sign_swap": True},
        D: {"ticket": "paper", "bomb": {"kind": "double", "room": "scissors"}},
        F: {"bomb": {"kind": "ticket", "room": "scissors"}},
    },
)
IGNORED: tuple[dict[str, str], ...] = (
    {D: "ticket-own-room", E: "bomb-not-owned", F: "bomb-room-unknown"},
    {},
    {D: "bomb-not-owned"},
)
STATES = ("R+ R- P+ S+ P- S-", "R+ P- P- S+ P- S-", "R- P- S- R+ P- S-", "S- P+ S- P+ P- S-")
BOMBS = (
    {"paper": {"double": 1, "polarity": 1, "ticket": 1}},
    {"scissors": {"confetti": 2, "polarity": 1}},
    {"scissors": {"double": 1, "ticket": 1}},
)
POINTS = ((-1, -2, -2, 2, -2, 2), (0, 0, 1, 0, 0, 1), (6, -3, 6, -3, -2, 6))
SCORES = ((-1, -2, -2, 2, -2, 2), (-1, -2, -1, 2, -2, 3), (5, -5, 5, -1, -4, 9))
STOCKS = {
    A: (4, 1, {}),
    B: (4, 1, {"polarity": 1}),
    C: (5, 1, {"confetti": 1}),
    D: (2, 2, {}),
    E: (5, 2, {}),
    F: (5, 2, {}),
}
"""Tickets, Sign Swaps and bombs after the third round."""


def by_seat(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SEATS, values, strict=True))


def rooms(state: str) -> dict[str, dict[str, str]]:
    names = {"R": "rock", "P": "paper", "S": "scissors"}
    return {seat: {"room": names[spot[0]], "sign": spot[1]} for seat, spot in zip(SEATS, state.split(" "), strict=True)}


def stock(hosted: Hosted, seat: str) -> tuple[int, int, dict[str, int]]:
    holdings = hosted.seat(seat)["holdings"]
    return holdings["tickets"], holdings["sign_swaps"], holdings["bombs"]


def enter_all(hosted: Hosted, phase: int, entries: Entries) -> dict[str, str]:
    """Everybody's entries, and what the receipts said would be ignored."""
    receipts = {seat: good(hosted.enter(seat, phase, **entry)) for seat, entry in entries.items()}
    return {seat: receipt["ignored"][0]["code"] for seat, receipt in receipts.items() if receipt["ignored"]}


def bringing_paper_minus(hosted: Hosted) -> str:
    """What E's device must bring so that a room and a sign left blank are drawn as P- (RULINGS section 5)."""
    seed = bytes(hosted.head()["seed"]["B"])
    for number in range(1000):
        contribution = f"{number:032x}"
        draws = Draws(hosted.id, seed, combined(["", "", "", "", contribution, ""]))
        if (draws.below(3, "pregame", "room", E), draws.below(2, "pregame", "sign", E)) == (1, 1):
            return contribution
    raise AssertionError("one in six is P-")


def in_pregame(cloud: Cloud) -> Hosted:
    """A match in whose pregame E will be drawn P-."""
    roster = [{"name": f"Player {letter}", "garnets": GARNETS[s]} for s, letter in zip(SEATS, "ABCDEF", strict=True)]
    hosted = Hosted.create(cloud, wanted() | {"seats": roster})
    good(hosted.join(E, bringing_paper_minus(hosted)))
    good(hosted.start())
    return hosted


@pytest.mark.parametrize("chosen", [A, C])
def test_worked_match_6_1(chosen: str, cloud: Cloud) -> None:
    """Its three rounds as the table tells them (P9 to P54), and either way in which it can end (P55 to P65)."""
    hosted = in_pregame(cloud)
    assert enter_all(hosted, 0, PREGAME) == {D: "bomb-unknown"}
    hosted.pass_deadline()
    for number, entries in enumerate(ROUNDS, 1):
        if number == 2:
            assert good(hosted.buy(E, "bomb", "polarity"))["price"] == 1
        assert enter_all(hosted, number, entries) == IGNORED[number - 1]
        hosted.pass_deadline()
    pregame, *rounds = hosted.reveals()
    assert pregame["rooms"] == rooms(STATES[0])
    assert pregame["scores"] == by_seat((0,) * 6)
    assert [reveal["rooms"] for reveal in rounds] == [rooms(state) for state in STATES[1:]]
    assert [reveal["bombs"] for reveal in rounds] == list(BOMBS)
    assert [reveal["points"] for reveal in rounds] == [by_seat(points) for points in POINTS]
    assert [reveal["scores"] for reveal in rounds] == [by_seat(scores) for scores in SCORES]
    assert {seat: stock(hosted, seat) for seat in SEATS} == STOCKS

    before = hosted.public()
    assert before["phase"]["key"] == "second-place"
    assert before["state"]["ending"]["tied_seconds"] == [A, C]
    good(hosted.enter(F, 4, choice=chosen))
    hosted.cloud.run_due()
    after = hosted.public()
    assert (after["status"], after["phase"]) == ("over", None)
    assert after["result"] == {"tokens": {chosen: 1, F: 1}, "garnets": {F: 1}, "candidate": B, "how": "last"}
    assert hosted.seat(F)["holdings"]["garnets"] == GARNETS[F] + 1
    assert hosted.reveals()[-1]["chosen"] == chosen
