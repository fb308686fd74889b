"""When a phase of Team War closes, who may close it, and that it closes once, with everybody there or nobody."""

import json
from datetime import timedelta

import pytest

from engine.team_war.state import SEATS
from infra.local.cloud import Cloud
from tests.functions.faults import then, watched
from tests.functions.story import MILLISECOND, START, good, moment, pending, problem, sweep
from tests.functions.team_war.war import (
    CARDS_1,
    DEALT,
    ORDERS_1,
    ORDERS_2,
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
)

HOUR = timedelta(hours=1)
ALL = {X1: 8, X2: 2, X3: 3, X4: 4, Y1: 1, Y2: 2, Y3: 3, Y4: 4}
BUT_ONE = {seat: card for seat, card in ALL.items() if seat != Y4}


@pytest.fixture
def war(cloud: Cloud) -> War:
    """The first Order Selection is open."""
    return War.begun(cloud)


@pytest.fixture
def facing(cloud: Cloud) -> War:
    """The first Card Selection is open, x1 against y1 and so on."""
    return War.facing(cloud)


def test_c1_a_trade_counts_a_millisecond_before_the_deadline_and_not_at_it(facing: War) -> None:
    """The deadline itself is too late for everything that a player can do, closed or not."""
    early, late = facing.offered(X1, Y4, 8, 9), facing.offered(X1, Y4, 12, 4)
    deadline = facing.deadline
    facing.cloud.clock.set(deadline - MILLISECOND)
    good(facing.accept(Y4, early))
    facing.cloud.clock.set(deadline)
    before = facing.items()
    for answer in (
        facing.accept(Y4, late),
        facing.say(Y4, "decline", late),
        facing.say(X1, "withdraw", late),
        facing.offer(X1, Y4, [1], [8]),
        facing.pack(X1, "low"),
        facing.enter(X1, CARDS_1, card=1),
    ):
        problem(answer, 409, "deadline-passed", "C1")
    assert facing.items() == before
    facing.cloud.run_due()
    problem(facing.accept(Y4, late), 409, "offer-gone", "T9")


def test_c1_a_trade_whose_match_was_read_in_time_and_decided_at_the_deadline_is_too_late(facing: War) -> None:
    offer = facing.offered(X1, Y4, 8, 9)
    deadline = facing.deadline
    facing.cloud.clock.set(deadline - MILLISECOND)
    with watched() as aws:
        aws.once("GetItem", then(lambda: facing.cloud.clock.set(deadline)))
        problem(facing.accept(Y4, offer), 409, "deadline-passed", "C1")
    assert facing.everywhere() == DEALT
    assert facing.hand(X1) == [1, 8, 12]


def test_t25_the_eighth_card_closes_the_round_through_the_stream(facing: War) -> None:
    """Seven do not. The timetable stays: the next deadline counts from the one that was not needed (C3, T45)."""
    due = facing.deadline
    facing.cards(CARDS_1, BUT_ONE)
    facing.cloud.clock.advance(3 * 3600)
    facing.cloud.run_due()
    assert facing.phase == CARDS_1
    good(facing.enter(Y4, CARDS_1, card=4))
    facing.cloud.run_due()
    reveal = facing.reveals()[CARDS_1]
    assert (reveal["points"], moment(reveal["closed_at"])) == ({"A": 1, "B": 0}, START + 3 * HOUR)
    assert (facing.phase, facing.deadline) == (ORDERS_2, due + 48 * HOUR)
    assert facing.record(CARDS_1)["closed_by"] == "everybody"


def test_t25_a_card_taken_back_keeps_the_round_open(facing: War) -> None:
    facing.cards(CARDS_1, BUT_ONE)
    good(facing.withdraw(X1, CARDS_1))
    good(facing.enter(Y4, CARDS_1, card=4))
    facing.cloud.run_due()
    assert facing.phase == CARDS_1


def test_t25_orders_wait_for_their_deadline_though_all_are_in(war: War) -> None:
    for seat in SEATS:
        good(war.enter(seat, ORDERS_1, order=list(X if seat in X else Y)))
    war.cloud.run_due()
    assert war.phase == ORDERS_1


def test_t25_c6_without_the_early_reveal_cards_wait_and_the_host_may_close(cloud: Cloud) -> None:
    """Seven of eight and no force: refused. All eight: it closes by hand, or at the deadline."""
    war = War.facing(cloud, early_reveal=False)
    war.cards(CARDS_1, BUT_ONE)
    problem(war.close(CARDS_1), 409, "too-early", "C6")
    good(war.enter(Y4, CARDS_1, card=4))
    war.cloud.run_due()
    assert war.phase == CARDS_1
    assert good(war.close(CARDS_1))["points"] == {"A": 1, "B": 0}
    assert war.record(CARDS_1)["closed_by"] == "host"


def test_c6_the_host_closes_by_force_with_a_reason_that_is_kept(facing: War) -> None:
    facing.cards(CARDS_1, BUT_ONE)
    problem(facing.close(CARDS_1, force=True), 409, "too-early", "C6")
    good(facing.close(CARDS_1, force=True, reason="Y4 is away"))
    assert facing.record(CARDS_1)["reason"] == "Y4 is away"
    drawn = [draw["label"] for draw in facing.record(CARDS_1)["draws"]]
    assert drawn == [f"{facing.id}|cards-1|card|{Y4}"], "T24: only of the one who had not entered"


def test_c7_a_round_delivered_twice_or_swept_is_played_once(facing: War) -> None:
    """Its schedule is lost, the sweeper closes it; what comes later changes nothing."""
    facing.cards(CARDS_1, {X1: 8})
    for name in pending(facing.cloud):
        facing.cloud.schedules.lose(name)
    facing.cloud.clock.set(facing.deadline)
    sweep(facing.cloud)
    stored = facing.items()
    facing.deliver(CARDS_1)
    sweep(facing.cloud)
    assert facing.items() == stored
    assert good(facing.close(CARDS_1)) == facing.reveals()[CARDS_1]
    state = facing.state()
    assert ({len(hand) for hand in state.hands}, {len(cards) for cards in state.played}) == ({2}, {1})
    assert (facing.hand(X1), facing.everywhere()) == ([1, 12], DEALT)


def test_c3_a_round_that_closes_late_moves_the_next_deadline(facing: War) -> None:
    facing.cloud.clock.set(facing.deadline + 3 * HOUR)
    facing.cloud.run_due()
    assert facing.deadline == facing.cloud.clock.now() + 48 * HOUR


def test_c4_t8_another_card_replaces_the_first_and_takes_its_lock_over(facing: War) -> None:
    facing.cards(CARDS_1, {X1: 8})
    problem(facing.offer(X1, Y4, [8], [9]), 422, "card-locked", "T8")
    assert good(facing.enter(X1, CARDS_1, card=12))["revision"] == 2
    good(facing.accept(Y4, facing.offered(X1, Y4, 8, 9)))
    problem(facing.offer(X1, Y4, [12], [8]), 422, "card-locked", "T8")
    good(facing.withdraw(X1, CARDS_1))
    good(facing.offer(X1, Y4, [12], [8]))


def test_c9_a_substitute_has_the_seats_hand_entry_and_offers(facing: War) -> None:
    offer = facing.offered(X1, Y4, 12, 9)
    facing.cards(CARDS_1, {X1: 8})
    before, old = facing.seat(X1), facing.keys[X1]
    path = f"{facing.path}/host/seats/{X1}/key"
    facing.keys[X1] = good(facing.cloud.request("POST", path, key=facing.host_key, body={}))["key"]
    assert facing.seat(X1) == before
    withdrawal = f"{facing.path}/seat/offers/{offer}/withdraw"
    problem(facing.cloud.request("POST", withdrawal, key=old, body={}), 401, "key-unknown")
    good(facing.say(X1, "withdraw", offer))


def test_c10_the_host_enters_for_a_player_and_it_is_judged_and_locked_alike(facing: War) -> None:
    problem(facing.enter_for(X1, CARDS_1, card=9), 422, "card-not-held", "T23")
    good(facing.enter_for(X1, CARDS_1, card=8))
    assert (facing.seat(X1)["entry"], facing.seat(X1)["by"]) == ({"card": 8}, "host")
    problem(facing.offer(X1, Y4, [8], [9]), 422, "card-locked", "T8")


TIMETABLE = (72, 96, 144, 168, 216, 240, 264, 288)
KEYS = ("orders-1", "cards-1", "orders-2", "cards-2", "orders-3", "cards-3", "spare-token", "elimination-choice")


@pytest.mark.parametrize("hands", [None, "equal"])
def test_t47_c12_a_match_in_which_nobody_says_anything_comes_to_an_end(hands: str | None, cloud: Cloud) -> None:
    """Orders, cards, votes and the candidate are drawn at the sheet's hours (T45), and nothing shows that they were.

    With equal cards everywhere the teams tie, nobody wins, and one of all eight is the candidate (T39).
    """
    war = War.begun(cloud, hands=dict.fromkeys(SEATS, (5, 5, 5))) if hands else War.joining(cloud)
    if not hands:
        good(war.start())
    deadlines = []
    while phase := war.public()["phase"]:
        cloud.clock.set(moment(phase["deadline"]))
        cloud.run_due()
        deadlines.append((cloud.clock.now() - START) // HOUR)
        assert {len(hand) for hand in war.state().hands} == {3 - len(deadlines) // 2} or len(deadlines) > 6
    view, reveals = war.public(), war.reveals()
    assert tuple(deadlines) == TIMETABLE[: len(reveals)]
    assert tuple(reveal["key"] for reveal in reveals) == KEYS[: len(reveals)]
    result, teams = view["result"], view["state"]["teams"]
    if hands:
        assert (result["winner"], result["tokens"], len(result["candidates"])) == (None, {}, 1)
    elif result["winner"]:
        losers = set(teams["B" if result["winner"] == "A" else "A"])
        assert (sum(result["tokens"].values()), len(set(result["tokens"]) & losers)) == (5, 1)
        assert set(result["candidates"]) < losers - set(result["tokens"])
    told = [json.dumps(view), json.dumps(reveals), *(war.see(seat).text for seat in SEATS)]
    assert not [text for text in told if "draw" in text.replace("main-match-draws-1", "")]
    assert war.cloud.request("GET", f"{war.path}/record").status == 404
    problem(war.offer(X1, Y4, [1], [2]), 409, "match-over")
