"""A whole match twice, with the same chance and clock, of which x1 and the public must not be able to tell which it is.

x1 plays 8, 1 and 12 in both, and each round comes to the same two numbers. All else differs: what the others hold,
trade, buy, propose and play, who of them says nothing, who scores (x1 included), who gets the bonus, how the spare
token's receiver and the candidate come about.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engine.team_war.state import SEATS
from infra.local.clock import Clock
from infra.local.cloud import Cloud
from infra.local.gateway import Answer
from tests.functions.story import HOST_KEY, START, good
from tests.functions.team_war.war import X1, X2, X3, X4, Y1, Y2, Y3, Y4, Hands, War, X, Y

Cards = Mapping[str, int]
FIXED: dict[str, Any] = {
    "first_packs": {tier: {"lowest": 4, "highest": 4} for tier in ("low", "middle", "high")},
    "last_packs": {tier: {"lowest": 12, "highest": 12} for tier in ("low", "middle", "high")},
    "early_reveal": False,
}
"""Packs of which the contents are known, so that both matches can be told beforehand."""


@dataclass(frozen=True)
class World:
    hands: Hands
    rounds: tuple[Cards, Cards, Cards]
    """The cards in each round; who is not named says nothing, and has one card or three equal ones left."""
    scorers: str
    """Who has scored in all three rounds."""


ONE = World(
    {
        X1: (1, 8, 12),
        X2: (7, 11, 12),
        X3: (3, 6, 10),
        X4: (4, 5, 9),
        Y1: (1, 5, 9),
        Y2: (2, 2, 6),
        Y3: (3, 7, 8),
        Y4: (4, 4, 8),
    },
    (
        {X1: 8, Y1: 5, X2: 7, Y2: 6, X3: 3, Y3: 7, X4: 4, Y4: 4},
        {X1: 1, Y1: 9, X2: 11, Y2: 2, X3: 6, Y3: 3, X4: 5, Y4: 8},
        {X1: 12, Y1: 1, X3: 10, Y3: 8, X4: 9},
    ),
    X2,
)
"""2-1, 2-2 and, x2's 12 over y2's 2 among it, 3-2: x1 wins, loses to the 9, and loses two points to the 1."""
OTHER = World(
    {
        X1: (1, 8, 12),
        X2: (1, 3, 5),
        X3: (4, 5, 7),
        X4: (2, 3, 12),
        Y1: (7, 9, 11),
        Y2: (5, 6, 12),
        Y3: (3, 4, 8),
        Y4: (1, 2, 3),
    },
    (
        {X1: 8, Y1: 9, X2: 5, Y2: 5, X3: 7, Y3: 3, X4: 12},
        {X1: 1, Y1: 11, X2: 3, Y2: 6, X3: 4, Y3: 4, X4: 2},
        {X1: 12, Y1: 7, Y2: 12, Y3: 8, X4: 3, X2: 1, X3: 5},
    ),
    "",
)
"""y4 has bought three 4s: 2-1, 2-2 and 3-2 again, but x1 loses, wins two points against the 11, and wins."""


@dataclass
class Telling:
    """What x1 and the public are shown and answered, from the beginning to the end."""

    war: War
    told: dict[str, Answer]

    def look(self, moment: str) -> None:
        """All that they can look at, and a few things that x1 tries."""
        war, number = self.war, len(self.told)
        public = war.cloud.request("GET", war.path)
        phase = public.json["phase"]["number"] if public.json["phase"] else 8
        self.told[f"{number} {moment} public"] = public
        for at in ("/reveals", f"/reveals/{phase - 1}"):
            self.told[f"{number} {moment} {at}"] = war.cloud.request("GET", war.path + at)
        self.told[f"{number} {moment} seat"] = war.see(X1)
        if phase == 8:
            return
        self.told[f"{number} {moment} card"] = war.enter(X1, phase, card=11)
        self.told[f"{number} {moment} trade"] = war.offer(X1, Y1, [2], [5])
        self.told[f"{number} {moment} answer"] = war.accept(X1, f"{phase}-s4-s6-6-for-3")


def told_in(world: World, *, second: bool) -> dict[str, Answer]:
    """The world's match from its creation to its end, and all that x1 and the public were told."""
    with Cloud(host_key=HOST_KEY, clock=Clock(START), token_bytes=Random(1).randbytes) as cloud:
        war = War.begun(cloud, hands=world.hands, **FIXED)
        telling = Telling(war, {})
        telling.look("begun")
        for number, cards in enumerate(world.rounds, 1):
            orders = 2 * number - 2
            for proposal in X[:2]:
                good(war.enter(proposal, orders, order=list(X)))
            for proposal in Y[number:] if second else Y[:number]:
                good(war.enter(proposal, orders, order=list(Y)))
            hidden_acts(war, number, second=second)
            telling.look("orders")
            war.pass_deadline()
            war.cards(orders + 1, cards)
            if number == 1:
                telling.look("cards")
            war.pass_deadline()
        telling.look("rounds played")
        good(war.enter(X1, 6, choice=Y2))
        for voter in (X2, X3) if second else (X4,):
            good(war.enter(voter, 6, choice=Y2))
        telling.look("votes")
        war.pass_deadline()
        good(war.enter(Y2, 7, choice=Y3)) if second else good(war.enter_for(Y2, 7, choice=Y3))
        war.pass_deadline()
        telling.look("over")
        bonus = [seat for seat in SEATS if war.seat(seat)["holdings"]["garnets"] > 10]
        assert "".join(bonus) == world.scorers
        assert war.record(1)["draws"] == [] or second
        return telling.told


def hidden_acts(war: War, number: int, *, second: bool) -> None:
    """What the others do beside it, in one world or the other."""
    if second:
        if number == 1:
            good(war.pack(Y4, "low"))
            good(war.say(Y3, "withdraw", war.offered(Y3, Y2, 3, 5)))
        return
    if number == 1:
        good(war.accept(Y2, war.offered(Y1, Y2, 5, 6)))
        good(war.accept(Y1, war.offered(Y2, Y1, 5, 6)))
        war.offered(Y2, Y3, 6, 3)
    if number == 3:
        assert good(war.pack(X2, "high"))["sold"] == [12]


@pytest.fixture(scope="module")
def worlds() -> tuple[dict[str, Answer], dict[str, Answer]]:
    return told_in(ONE, second=False), told_in(OTHER, second=True)


def test_t31_t32_t43_two_matches_that_differ_in_what_is_hidden_are_told_alike(
    worlds: tuple[dict[str, Answer], dict[str, Answer]],
) -> None:
    """Bodies, ETags, headers, refusals: of all that x1 and the public ever get nothing differs, not by a byte."""
    one, other = worlds
    assert one.keys() == other.keys()
    assert {name: (one[name], other[name]) for name in one if one[name] != other[name]} == {}


def test_they_are_told_of_a_whole_match(worlds: tuple[dict[str, Answer], dict[str, Answer]]) -> None:
    """Else there were nothing in it to be compared: eight reveals, three rounds' points, and refusals of every kind."""
    one, _ = worlds
    (last,) = (name for name in one if name.endswith(" over /reveals"))
    reveals = good(one[last])["reveals"]
    points = [reveal["points"] for reveal in reveals if "points" in reveal]
    assert points == [{"A": 2, "B": 1}, {"A": 2, "B": 2}, {"A": 3, "B": 2}]
    assert (len(reveals), reveals[6]["receiver"], reveals[7]["candidates"]) == (8, Y2, [Y3])
    assert {answer.status for answer in one.values()} == {200, 400, 404, 409, 422}
