"""What must never be seen of Team War (RULINGS section 4), request by request."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.match import Standing
from engine.team_war.duels import CardEntry
from engine.team_war.state import SEATS, Offer
from functions.shared.head import Head, Repeat
from infra.local.gateway import Answer
from tests.functions.story import START, good, problem
from tests.functions.team_war.war import (
    CARDS_1,
    ORDERS_1,
    WAYS,
    X1,
    X2,
    X3,
    X4,
    Y1,
    Y2,
    Y3,
    Y4,
    War,
    Way,
    X,
    Y,
    seen_by_others,
)


def test_t9_a_trade_is_seen_by_the_two_alone_from_its_offer_to_its_end(war: War) -> None:
    """Neither the other six, nor the public, nor the host see a byte move: no view, no ETag, no header."""
    before = seen_by_others(war, X1, Y4)
    eight = war.offered(X1, Y4, 8, 9)
    assert war.seat(X1)["offers"] == war.seat(Y4)["offers"]
    assert war.offers(Y4) == [eight]
    assert seen_by_others(war, X1, Y4) == before
    good(war.say(Y4, "decline", eight))
    assert seen_by_others(war, X1, Y4) == before
    good(war.say(X1, "withdraw", war.offered(X1, Y4, 1, 4)))
    assert seen_by_others(war, X1, Y4) == before
    good(war.accept(Y4, war.offered(X1, Y4, 8, 9)))
    assert seen_by_others(war, X1, Y4) == before
    assert (war.hand(X1), war.hand(Y4), war.offers(X1)) == ([1, 9, 12], [4, 8, 8], [])


def test_t16_a_pack_is_seen_by_its_buyer_alone(war: War) -> None:
    before = seen_by_others(war, X1)
    good(war.pack(X1, "high"))
    problem(war.pack(X1, "high"), 409, "pack-bought", "T12")
    assert seen_by_others(war, X1) == before


def test_t31_c11_a_card_is_seen_by_its_player_alone_and_the_host_sees_only_that_it_is_in(facing: War) -> None:
    before = seen_by_others(facing, X1)
    desk = before.pop("/host").json
    for card in (8, 12):
        good(facing.enter(X1, CARDS_1, card=card))
        after = seen_by_others(facing, X1)
        told = after.pop("/host").json
        assert after == before
        attendance = told["attendance"][0]
        assert (attendance["seat"], attendance["entered"], "card" in str(attendance)) == (X1, True, False)
        assert {**told, "attendance": desk["attendance"]} == desk
    good(facing.withdraw(X1, CARDS_1))
    assert seen_by_others(facing, X1) == before | {
        "/host": facing.cloud.request("GET", f"{facing.path}/host", key=facing.host_key)
    }


def test_t19_proposals_are_seen_by_the_team_and_by_nobody_else(war: War) -> None:
    """The other team, the public and the reveals see none of them; nor do receipts tell that there are any."""
    before = seen_by_others(war, *X)
    before.pop("/host")
    alone = good(war.enter(X2, ORDERS_1, order=[X2, X1, X3, X4]))
    receipt = good(war.enter(X1, ORDERS_1, order=[X4, X3, X2, X1]))
    after = seen_by_others(war, *X)
    after.pop("/host")
    assert after == before
    assert {**receipt, "entry": alone["entry"]} == alone
    both = {X1: {"order": [X4, X3, X2, X1]}, X2: {"order": [X2, X1, X3, X4]}}
    for seat in X:
        assert war.seat(seat)["shared"] == {mate: order for mate, order in both.items() if mate != seat}
    good(war.withdraw(X2, ORDERS_1))
    assert war.seat(X3)["shared"] == {X1: both[X1]}
    assert {seat: war.seat(seat)["shared"] for seat in Y} == {seat: {} for seat in Y}


def test_t22_after_the_close_the_pairs_are_public_and_the_proposals_gone(war: War) -> None:
    """Whether an order was agreed or drawn can be told from nothing: the reveal holds the pairs alone (T20)."""
    for seat, order in ((X1, X), (X2, tuple(reversed(X))), (Y1, Y)):
        good(war.enter(seat, ORDERS_1, order=list(order)))
    reveal = good(war.close(ORDERS_1, force=True, reason="on"))
    assert set(reveal) == {"phase", "key", "title", "version", "closed_at", "pairs"}
    assert [pair[1] for pair in reveal["pairs"]] == list(Y)
    assert {seat: war.seat(seat)["shared"] for seat in SEATS} == {seat: {} for seat in SEATS}


Probe = Callable[[War], Answer]


def probes(phase: int) -> dict[str, Probe]:
    """Everything that x1 might try in order to learn what is not x1's to know, each alone."""
    ids = (f"{phase}-s4-s6-11-for-3", f"{phase}-s5-s3-3-for-2", f"{phase}-s1-s8-8-for-9")

    def asking(to: str, want: int) -> Probe:
        return lambda war: war.offer(X1, to, [8], [want])

    def saying(way: Way, offer: str) -> Probe:
        return lambda war: war.say(X1, way, offer)

    def entering(card: int) -> Probe:
        return lambda war: war.enter(X1, phase, card=card)

    return {
        **{f"offer for {to}'s {want}": asking(to, want) for to in (X2, Y4) for want in (5, 7)},
        **{f"{way} {offer}": saying(way, offer) for way in WAYS for offer in ids},
        **{f"card {card}": entering(card) for card in (7, 8, 9)},
        "offer of what I have not": lambda war: war.offer(X1, Y4, [7], [8]),
        "pack": lambda war: war.pack(X1, "middle"),
        "seat": lambda war: war.see(X1),
        "public": lambda war: war.cloud.request("GET", war.path),
        "reveals": lambda war: war.cloud.request("GET", f"{war.path}/reveals"),
        "other's seat": lambda war: war.cloud.request("GET", f"{war.path}/seat", key="no key of anybody's"),
    }


def another_world(head: Head) -> Head:
    """The same match for x1: the others hold, have offered, entered, bought, done and scored something else."""
    match, index = head.match, SEATS.index(X1)
    state = match.state
    hands = tuple(
        hand if at == index else tuple(sorted(13 - card for card in hand)) for at, hand in enumerate(state.hands)
    )
    offers = (
        Offer(proposer=SEATS.index(Y2), to=SEATS.index(Y3), give=(11,), want=(3,)),
        Offer(proposer=SEATS.index(X3), to=SEATS.index(X2), give=(3,), want=(2,)),
    )
    entries = {
        seat: Standing(entry=CardEntry(card=hands[SEATS.index(seat)][0]), revision=3, accepted_at=START)
        for seat in (X2, Y1, Y4)
        if state.pairs
    }
    changed = replace(
        state,
        hands=hands,
        offers=offers,
        garnets=tuple(number if at == index else number + at for at, number in enumerate(state.garnets)),
        packs=tuple(int(at != index and not state.pairs) for at in range(8)),
        scored=(1,) * 8,
    )
    return replace(
        head,
        match=replace(match, state=changed, entries=entries),
        version=head.version + 1000,
        marks={seat: mark + (seat != X1) * 7 for seat, mark in head.marks.items()},
        repeats={X2: (Repeat("k", "r", "{}"),)},
    )


@pytest.mark.parametrize("moment", ["war", "facing"])
def test_t10_every_answer_is_the_same_whatever_the_others_hold(moment: str, request: pytest.FixtureRequest) -> None:
    """Status, headers, code, words and length; what is done, what is refused and what is shown."""
    war: War = request.getfixturevalue(moment)
    here = war.stored()
    there = another_world(here)
    answers: dict[str, list[Answer]] = {}
    for name, probe in probes(war.phase).items():
        for world in (here, there):
            war.put(world)
            answers.setdefault(name, []).append(probe(war))
    assert {name: told for name, told in answers.items() if told[0] != told[1]} == {}
    assert {told[0].status for told in answers.values()} >= {200, 401, 409, 422}
    war.put(there)
    assert war.offers(X2) == [f"{war.phase}-s5-s3-3-for-2"], "one of the ids that were tried was there"


def test_t10_asking_for_a_card_that_is_not_there_is_answered_as_for_one_that_is(war: War) -> None:
    """In one match, one after the other: only the card asked for differs."""
    there, absent = war.offer(X1, Y4, [8], [9]), war.offer(X1, Y4, [8], [7])
    assert (there.status, there.headers) == (absent.status, absent.headers)
    assert there.body.replace(b"9]", b"7]").replace(b"for-9", b"for-7") == absent.body
    problem(war.accept(Y4, "0-s1-s8-8-for-7"), 422, "card-not-held", "T9")
    assert war.offers(X1) == ["0-s1-s8-8-for-7", "0-s1-s8-8-for-9"], "x1 is not told that y4 has tried"


def test_t10_unknown_foreign_answered_and_stale_offers_are_answered_alike(war: War) -> None:
    """x1 is told the same, to the byte, of all of them: there is nothing to be found out by trying ids."""
    ids = {"stale, mine": war.offered(X1, Y4, 12, 9), "stale, to me": war.offered(Y4, X1, 4, 12)}
    good(war.close(ORDERS_1, force=True, reason="on"))
    ids |= {
        "foreign": war.offered(Y1, Y2, 5, 6),
        "of my team": war.offered(X2, X3, 7, 6),
        "accepted": war.offered(Y4, X1, 9, 8),
        "declined": war.offered(Y4, X1, 8, 1),
        "withdrawn": war.offered(X1, Y4, 1, 8),
        "unknown": "1-s4-s6-9-for-3",
        "a number": "0",
        "long": "x" * 60,
        "cut off": "1-s1-s8-1-for-1.",
        "a sign": "~",
    }
    good(war.accept(X1, ids["accepted"]))
    good(war.say(X1, "decline", ids["declined"]))
    good(war.say(X1, "withdraw", ids["withdrawn"]))
    mine, to_me = war.offered(X1, Y1, 9, 5), war.offered(Y4, X1, 4, 12)
    good(war.accept(X2, war.offered(Y4, X2, 4, 7)))
    own: dict[Way, dict[str, str]] = {
        "accept": {"mine": mine, "of a card that is gone": to_me},
        "decline": {"mine": mine},
        "withdraw": {"to me": to_me},
    }
    answers = {f"{way} {name}": war.say(X1, way, offer) for way in WAYS for name, offer in {**ids, **own[way]}.items()}
    gone = war.accept(X1, "unknown")
    problem(gone, 409, "offer-gone", "T9")
    assert {name: answer for name, answer in answers.items() if answer != gone} == {}


def test_t43_the_bonus_is_seen_by_its_receiver_alone(facing: War) -> None:
    """Two endings that differ in who has scored three times: the public, the reveals and all others see the same."""
    last = replace(facing.state(), round=3, hands=((5,),) * 8, played=((1, 2),) * 8)
    told: list[dict[str, Any]] = []
    start = facing.stored()
    for scorer in (X1, X2, None):
        scored = tuple(2 * (seat == scorer) for seat in SEATS)
        hands = tuple((6,) if seat in (X1, X2) else (5,) for seat in SEATS)
        state = replace(last, scored=scored, hands=hands, scores=(2, 0))
        facing.put(replace(start, match=replace(start.match, state=state, opening=state)))
        assert good(facing.close(CARDS_1, force=True, reason="on"))["points"] == {"A": 2, "B": 0}
        balance = {seat: facing.seat(seat)["holdings"]["garnets"] for seat in (X1, X2, Y1)}
        assert balance == {X1: 10 + 10 * (scorer == X1), X2: 10 + 10 * (scorer == X2), Y1: 10}
        told.append(seen_by_others(facing, X1, X2))
        forget_record(facing, CARDS_1)
    assert told[0] == told[1] == told[2]


def forget_record(war: War, phase: int) -> None:
    """As if the phase had not been closed."""
    (table,) = war.cloud.stack.tables
    item = war.records()[phase]
    war.cloud.client("dynamodb").delete_item(TableName=table.name, Key={"pk": item["pk"], "sk": item["sk"]})
