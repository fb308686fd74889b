"""What a request of Team War may cost, as counts of calls to AWS; and how large its head can get."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any

import pytest

from engine.closing import close
from engine.inputs import ACTS_A_PHASE, SUPERSEDED_KEPT
from engine.match import Match, join, start
from engine.team_war.config import MOST_PACKS
from engine.team_war.packs import PackPurchase
from engine.team_war.state import SEATS
from engine.team_war.trades import MOST_OPEN, MakeOffer, WithdrawOffer, offer_id
from functions.host.creating import MatchWanted, SeatWanted, new_head
from functions.shared import chance, clock
from functions.shared.head import Head, to_item
from functions.shared.inputs import REPEATS_KEPT, Who, digest, do_act, put_entry
from functions.shared.keys import match_id, new_key
from functions.shared.records import record_item
from functions.shared.store import Store
from infra.local.gateway import Answer
from tests.functions.faults import watched
from tests.functions.story import START, good
from tests.functions.team_war.war import CARDS_1, X1, X2, Y1, Y4, War
from tests.functions.test_budgets import READ, READ_AND_WRITE, size

REQUESTS: dict[str, tuple[Callable[[War], Answer], dict[str, int], int]] = {
    "offer": (lambda war: war.offer(X1, Y4, [8], [9]), READ_AND_WRITE, 200),
    "offer with key": (lambda war: war.offer(X1, Y4, [8], [9], "k"), READ_AND_WRITE, 200),
    "accept": (lambda war: war.accept(Y4, "1-s1-s8-12-for-4"), READ_AND_WRITE, 200),
    "accept with key": (lambda war: war.accept(Y4, "1-s1-s8-12-for-4", "k"), READ_AND_WRITE, 200),
    "decline": (lambda war: war.say(Y4, "decline", "1-s1-s8-12-for-4"), READ_AND_WRITE, 200),
    "withdraw": (lambda war: war.say(X1, "withdraw", "1-s1-s8-12-for-4"), READ_AND_WRITE, 200),
    "accept what is gone": (lambda war: war.accept(Y4, "1-s1-s8-8-for-4"), READ, 409),
    "offer what is not held": (lambda war: war.offer(X1, Y4, [7], [9]), READ, 422),
    "pack out of time": (lambda war: war.pack(X1, "low"), READ, 409),
    "card": (lambda war: war.enter(X2, CARDS_1, card=7), READ_AND_WRITE, 200),
    "last card": (lambda war: war.enter(Y1, CARDS_1, card=5), READ_AND_WRITE, 200),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_costs_one_read_and_at_most_one_write(name: str, facing: War) -> None:
    """A trade changes two hands and is one write all the same, and no transaction."""
    facing.offered(X1, Y4, 12, 4)
    if name == "last card":
        facing.cards(CARDS_1, {seat: facing.state().hands[SEATS.index(seat)][0] for seat in SEATS if seat != Y1})
    request, cost, status = REQUESTS[name]
    with watched() as aws:
        answer = request(facing)
    assert (answer.status, aws.counts) == (status, cost)


def test_a_pack_costs_one_read_and_one_write(war: War) -> None:
    with watched() as aws:
        good(war.pack(X1, "high"))
    assert aws.counts == READ_AND_WRITE


class Memory(Store):
    """A store of one head, with no table behind it."""

    def __init__(self, head: Head) -> None:
        self.kept = head

    def head(self, _match_id: str) -> Head:
        return self.kept

    def act(self, _before: Head, after: Head, _touched: Iterable[str], _now: datetime) -> None:
        self.kept = after

    def enter(self, before: Head, after: Match, _seat: str, _now: datetime) -> None:
        self.kept = before.with_match(after)


def sitting(seat: str) -> Who:
    return lambda _head: seat


def largest() -> Head:
    """The largest head of a match that can be brought about, made by what the handlers call, without the table.

    Names of 64 bytes, entropy for all; round 1, in which hands are full, and as many packs as can be allowed. Every
    player does as many acts as a phase allows, each at a moment of its own and under an Idempotency-Key, so that eight
    offers of the whole hand stand; every entry is replaced until all that is kept of them is full.
    """
    roster = [SeatWanted(name=f"{number:03}" + "é" * 30 + "x", garnets=1000) for number in range(8)]
    ticks = (START + number * timedelta(seconds=7.001) for number in count())
    with clock.running(lambda: next(ticks)), chance.drawn_from(random.Random(1).randbytes):
        config = {"packs_a_round": MOST_PACKS, "agreement": "all-who-spoke", "deal": "independent"}
        wish = MatchWanted(game="team-war", seats=roster, starts_at=START + timedelta(days=1), config=config)
        head = new_head(match_id(), wish, new_key(), [new_key() for _ in roster], digest("k" * 255))
        match = head.match
        for seat in SEATS:
            match = join(match, seat, sha256(seat.encode()).hexdigest()[:32])
        store = Memory(head.with_match(start(match, START)))
        for index, seat in enumerate(SEATS):
            for done, (name, make) in enumerate(PLAN):
                body = asdict(make(store.kept.match, index))
                do_act(store, match.id, name, json.loads(json.dumps(body)), sitting(seat), f"{seat}-{done}")
            team = next(team for team in store.kept.match.state.teams if index in team)
            order = {"phase": 0, "order": [SEATS[mate] for mate in team]}
            for _ in range(SUPERSEDED_KEPT + 1):
                put_entry(store, match.id, order, sitting(seat), by="host")
    return replace(store.kept, version=10**6, marks=dict.fromkeys(SEATS, 10**4))


def a_pack(_match: Match, _index: int) -> PackPurchase:
    return PackPurchase(pack="middle")


def an_offer(match: Match, index: int) -> MakeOffer:
    """The whole hand for three dear cards, of somebody else each time."""
    standing = sum(offer.proposer == index for offer in match.state.offers)
    to = SEATS[(index + 1 + standing % 7) % 8]
    return MakeOffer(to=to, give=match.state.hands[index], want=(12, 12 - standing // 7, 10))


def the_first_again(match: Match, index: int) -> MakeOffer:
    mine = next(offer for offer in match.state.offers if offer.proposer == index)
    return MakeOffer(to=SEATS[mine.to], give=mine.give, want=mine.want)


def the_first_taken_back(match: Match, index: int) -> WithdrawOffer:
    mine = next(offer for offer in match.state.offers if offer.proposer == index)
    return WithdrawOffer(id=offer_id(0, mine))


OFFER, WITHDRAW = ("offers", an_offer), ("offers/withdraw", the_first_taken_back)
PLAN: list[tuple[str, Callable[[Match, int], Any]]] = [
    *[("purchases", a_pack)] * MOST_PACKS,
    *[OFFER, WITHDRAW] * 4,
    *[OFFER] * MOST_OPEN,
    ("offers", the_first_again),
]
"""Each player's twenty acts."""


def test_a_head_at_its_largest_stays_under_40_kb() -> None:
    """DynamoDB takes 400 KB and charges a write by the kilobyte. It is about 15.6 KB."""
    head = largest()
    match = head.match
    assert len(PLAN) == ACTS_A_PHASE
    assert Counter(offer.proposer for offer in match.state.offers) == dict.fromkeys(range(8), MOST_OPEN)
    assert all(len(head.repeats[seat]) == REPEATS_KEPT for seat in SEATS)
    assert 12_000 < size(to_item(head)) < 40_000
    record = close(match, 0, START, by="host", force=True, reason="x" * 16_000).record
    assert size(record_item(record)) < 100_000
