"""What a phase can hold of one player's acts, and what the host is not told while entering for a player."""

from engine.inputs import ACTS_A_PHASE
from infra.local.cloud import Cloud
from tests.functions.story import good, problem
from tests.functions.team_war.war import CARDS_1, X1, Y3, Y4, War


def test_t9_an_offer_that_stands_already_costs_nothing(war: War) -> None:
    for _ in range(ACTS_A_PHASE + 1):
        good(war.offer(X1, Y4, [8], [9]))
    assert len(war.stored().match.acts) == 1


def test_t9_t12_whoever_has_made_all_offers_of_a_phase_can_still_take_one_back_and_buy(war: War) -> None:
    for want in [*range(1, 7)] * 3 + [7, 8]:
        good(war.say(X1, "withdraw", war.offered(X1, Y3, 8, want)))
    standing = war.offer(X1, Y4, [8], [9])
    problem(standing, 409, "acts-too-many")
    assert [form["action"] for form in war.seat(X1)["can"]["acts"]] == ["purchases"]
    good(war.pack(X1, "low"))


def test_t9_the_last_offer_of_a_phase_can_be_taken_back(war: War) -> None:
    for want in [*range(1, 7)] * 3 + [7]:
        good(war.say(X1, "withdraw", war.offered(X1, Y3, 8, want)))
    last = war.offered(X1, Y4, 8, 9)
    good(war.say(X1, "withdraw", last))
    problem(war.accept(Y4, last), 409, "offer-gone", "T9")


def test_c10_the_host_is_not_told_what_a_player_holds(shared_cloud: Cloud) -> None:
    war = War.facing(shared_cloud)
    told = [problem(war.enter_for(seat, CARDS_1, card=99), 422, "card-not-held", "T23") for seat in (X1, Y3)]
    assert told[0] == told[1]
    assert not any(letter.isdigit() for letter in told[0]["detail"])
    assert "1, 8, 12" in problem(war.enter(X1, CARDS_1, card=99), 422, "card-not-held", "T23")["detail"]
