"""RULINGS 6.2, entry by entry over HTTP: a trade, a pack, three rounds, and both endings.

The worked match's hands are put where the drawn ones would be (`dealt`): to deal them a seed in 10^14 would have to be
found. All else is played as it stands there. A device brings what it takes for y1's pack to be a 12.
"""

import json
from typing import Any

import pytest

from engine.team_war.state import SEATS
from infra.local.cloud import Cloud
from tests.functions.story import good
from tests.functions.team_war.war import (
    ORDERS_1,
    ORDERS_3,
    SPARE_TOKEN,
    X1,
    X2,
    X3,
    X4,
    Y1,
    Y2,
    Y3,
    Y4,
    War,
    X,
    Y,
    bringing,
    dealt,
)

Round = tuple[tuple[str, int, str, int], ...]
ONE: Round = ((X1, 1, Y2, 11), (X2, 7, Y1, 12), (X3, 6, Y4, 8), (X4, 9, Y3, 3))
TWO: Round = ((X1, 12, Y1, 5), (X2, 11, Y2, 6), (X3, 10, Y3, 10), (X4, 5, Y4, 8))
ENDING_A: Round = ((X1, 9, Y1, 12), (X2, 2, Y3, 7), (X3, 3, Y2, 2), (X4, 4, Y4, 4))
ENDING_B: Round = ((X1, 9, Y1, 12), (X2, 2, Y3, 7), (X3, 3, Y4, 4), (X4, 4, Y2, 2))
COMMON = {"phase", "key", "title", "version", "closed_at"}


@pytest.fixture
def war(cloud: Cloud) -> War:
    """The worked match as it begins, 4 garnets each, y1's device having brought what its pack needs."""
    war = War.joining(cloud, garnets=4)
    good(war.join(Y1, bringing(war, Y1, 3, [2], "orders-3", "pack", Y1)))
    with dealt():
        good(war.start())
    return war


def played(war: War, phase: int, the_round: Round) -> None:
    """Two of each team propose its order, everybody submits a card; the eighth closes the round (T25)."""
    for order in ([pair[0] for pair in the_round], [pair[2] for pair in the_round]):
        for seat in order[:2]:
            good(war.enter(seat, phase, order=order))
    war.pass_deadline()
    assert war.public()["state"]["pairs"] == [[pair[0], pair[2]] for pair in the_round]
    war.cards(phase + 1, {seat: card for pair in the_round for seat, card in (pair[:2], pair[2:])})
    war.cloud.run_due()
    assert len(war.reveals()) == phase + 2
    drawn = [draw["label"] for closed in (phase, phase + 1) for draw in war.record(closed)["draws"]]
    assert not [label for label in drawn if "|pack|" not in label], "all was agreed and entered"


def until_round_3(war: War) -> None:
    offer = war.offered(X1, Y4, 8, 9)
    assert good(war.accept(Y4, offer))["holdings"] == {"garnets": 4, "cards": [4, 8, 8], "played": []}
    assert war.hand(X1) == [1, 9, 12]
    played(war, ORDERS_1, ONE)
    played(war, 2, TWO)
    bought = good(war.pack(Y1, "high"))
    assert (bought["sold"], bought["price"], bought["cards"]) == ([1], 3, [12])
    assert bought["holdings"] == {"garnets": 1, "cards": [12], "played": [12, 5]}


def pairs_of(the_round: Round) -> list[Any]:
    return [[pair[0], pair[2]] for pair in the_round]


def told(war: War) -> list[tuple[list[Any], str, str]]:
    """Each round's pairs, points and scores, after a look that nothing else was revealed (T31)."""
    rounds = []
    reveals = war.reveals()
    for orders, cards in zip(reveals[0:6:2], reveals[1:6:2], strict=True):
        assert (set(orders), set(cards)) == (COMMON | {"pairs"}, COMMON | {"points", "scores"})
        points, scores = cards["points"], cards["scores"]
        assert set(points) == set(scores) == {"A", "B"}
        rounds.append((orders["pairs"], "{A}-{B}".format_map(points), "{A}-{B}".format_map(scores)))
    return rounds


FIRST_TWO = [(pairs_of(ONE), "3-2", "3-2"), (pairs_of(TWO), "2-1", "5-3")]


def test_t31_t33_t35_ending_a_x_wins_and_the_receiver_names_the_candidate(war: War) -> None:
    until_round_3(war)
    played(war, ORDERS_3, ENDING_A)
    assert told(war) == [*FIRST_TWO, (pairs_of(ENDING_A), "1-2", "6-5")]
    ending = war.public()["state"]["ending"]
    assert (ending["winner"], ending["tokens"], ending["choices"]) == ("A", dict.fromkeys(X, 1), list(Y))
    for seat, choice in ((X1, Y3), (X2, Y3), (X3, Y1)):
        good(war.enter(seat, SPARE_TOKEN, choice=choice))
    war.pass_deadline()
    assert war.public()["state"]["ending"]["choices"] == [Y1, Y2, Y4]
    good(war.enter(Y3, SPARE_TOKEN + 1, choice=Y2))
    war.cloud.run_due()
    view = war.public()
    assert (view["status"], view["phase"]) == ("over", None)
    assert view["result"] == {"winner": "A", "tokens": dict.fromkeys((*X, Y3), 1), "candidates": [Y2]}
    receiver, candidate = war.reveals()[6:]
    assert (receiver["key"], receiver["receiver"]) == ("spare-token", Y3)
    assert (candidate["key"], candidate["candidates"]) == ("elimination-choice", [Y2])
    assert balances(war) == {seat: 1 if seat == Y1 else 4 for seat in SEATS}, "nobody scored in all three rounds"


def test_t31_t36_t43_ending_b_the_sums_decide_and_y4_has_the_bonus_privately(war: War) -> None:
    until_round_3(war)
    played(war, ORDERS_3, ENDING_B)
    assert told(war) == [*FIRST_TWO, (pairs_of(ENDING_B), "1-3", "6-6")]
    view = war.public()
    assert view["status"] == "over"
    assert view["result"] == {"winner": None, "tokens": {Y1: 1}, "candidates": [X4]}
    sums = {seat: sum(war.seat(seat)["holdings"]["played"]) for seat in SEATS}
    assert sums == {X1: 22, X2: 20, X3: 19, X4: 18, Y1: 29, Y2: 19, Y3: 20, Y4: 20}
    assert balances(war) == {seat: {Y1: 1, Y4: 14}.get(seat, 4) for seat in SEATS}
    everybody = [json.dumps(told) for told in (view["state"], view["result"], war.reveals())]
    assert not [text for text in everybody if "garnet" in text or "14" in text or "bonus" in text]


def balances(war: War) -> dict[str, int]:
    return {seat: war.seat(seat)["holdings"]["garnets"] for seat in SEATS}
