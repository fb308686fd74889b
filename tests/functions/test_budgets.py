"""What each request may cost, as counts of calls to AWS; and how large a head can get."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest

from engine.closing import close
from engine.inputs import ACTS_A_PHASE, SUPERSEDED_KEPT, act, enter
from engine.match import join, start
from engine.polar_rps.entries import LONGEST, RoundEntry
from engine.polar_rps.shop import Purchase
from engine.polar_rps.state import BOMBS
from engine.refusals import Refused
from functions.host.creating import MatchWanted, SeatWanted, new_head
from functions.shared import chance, clock
from functions.shared.head import Head, Repeat, to_item
from functions.shared.inputs import digest, remembering
from functions.shared.keys import match_id, new_key
from functions.shared.records import record_item
from functions.shared.shapes import dump
from infra.local.gateway import Answer
from tests.functions.faults import watched
from tests.functions.story import START, Hosted, good, sweep

READ = {"GetItem": 1}
READ_AND_WRITE = {"GetItem": 1, "UpdateItem": 1}
CLOSE = {"GetItem": 1, "CreateSchedule": 1, "TransactWriteItems": 1}


@pytest.fixture
def in_round_1(started: Hosted) -> Hosted:
    """Every function is warm, and s1 has an entry."""
    started.desk()
    good(started.close(0, force=True, reason="to be in round 1"))
    good(started.enter("s1", 1, ticket="paper"))
    sweep(started.cloud)
    return started


REQUESTS: dict[str, tuple[Callable[[Hosted], Answer], dict[str, int]]] = {
    "first entry": (lambda hosted: hosted.enter("s2", 1, sign_swap=True), READ_AND_WRITE),
    "replacing entry": (lambda hosted: hosted.enter("s1", 1, sign_swap=True), READ_AND_WRITE),
    "ignored entry": (lambda hosted: hosted.enter("s2", 1, bomb={"kind": "double"}), READ_AND_WRITE),
    "entry by the host": (lambda hosted: hosted.enter_for("s2", 1, sign_swap=True), READ_AND_WRITE),
    "withdrawal": (lambda hosted: hosted.withdraw("s1", 1), READ_AND_WRITE),
    "withdrawal of nothing": (lambda hosted: hosted.withdraw("s2", 1), READ),
    "purchase": (lambda hosted: hosted.buy("s1", "bomb", "double"), READ_AND_WRITE),
    "purchase with key": (lambda hosted: hosted.buy("s1", "ticket", idempotency_key="k"), READ_AND_WRITE),
    "join": (lambda hosted: hosted.join("s1"), READ_AND_WRITE),
    "seat": (lambda hosted: hosted.see("s1"), READ),
    "public": (lambda hosted: hosted.cloud.request("GET", hosted.path), READ),
    "host": (lambda hosted: hosted.cloud.request("GET", f"{hosted.path}/host", key=hosted.host_key), READ),
    "one reveal": (lambda hosted: hosted.cloud.request("GET", f"{hosted.path}/reveals/0"), READ),
    "all reveals": (lambda hosted: hosted.cloud.request("GET", f"{hosted.path}/reveals"), {"Query": 1}),
    "close": (lambda hosted: hosted.close(1, force=True, reason="on"), CLOSE),
    "health": (lambda hosted: hosted.cloud.request("GET", "/health"), {}),
    "games": (lambda hosted: hosted.cloud.request("GET", "/games"), {}),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_costs_no_more_than(name: str, in_round_1: Hosted) -> None:
    request, cost = REQUESTS[name]
    with watched() as aws:
        answer = request(in_round_1)
    assert (answer.status, aws.counts) == (200, cost)


def test_a_seat_view_that_has_not_changed_costs_the_same_read(in_round_1: Hosted) -> None:
    etag = in_round_1.see("s1").headers["etag"]
    with watched() as aws:
        headers = {"If-None-Match": etag}
        answer = in_round_1.cloud.request("GET", f"{in_round_1.path}/seat", key=in_round_1.keys["s1"], headers=headers)
    assert (answer.status, aws.counts) == (304, READ)


@pytest.mark.parametrize("refusal", ["wrong phase", "wrong shape", "too late"])
def test_a_refused_entry_writes_nothing(refusal: str, in_round_1: Hosted) -> None:
    if refusal == "too late":
        in_round_1.cloud.clock.set(in_round_1.deadline)
    with watched() as aws:
        answer = in_round_1.enter("s1", 0 if refusal == "wrong phase" else 1, room="rock")
    assert (answer.status // 100, aws.counts) == (4, READ)


def test_a_close_by_its_schedule_costs_one_read_one_schedule_and_one_transaction(in_round_1: Hosted) -> None:
    in_round_1.cloud.clock.set(in_round_1.deadline)
    with watched() as aws:
        in_round_1.deliver(1)
    assert aws.counts == CLOSE
    with watched() as aws:
        in_round_1.deliver(1)
    assert aws.counts == READ


def test_a_sweep_that_finds_nothing_costs_one_query(in_round_1: Hosted) -> None:
    with watched() as aws:
        sweep(in_round_1.cloud)
    assert aws.counts == {"Query": 1}


def size(item: Mapping[str, Mapping[str, Any]]) -> int:
    """An item's size as DynamoDB reckons it: names and values, three bytes for a list or map and one for each in it."""
    return sum(len(name.encode()) + _size(value) for name, value in item.items())


def _size(value: Mapping[str, Any]) -> int:
    ((kind, content),) = value.items()
    if kind == "S":
        return len(content.encode())
    if kind == "B":
        return len(bytes(content))
    if kind == "N":
        return 1 + (len(content.lstrip("-0").replace(".", "")) + 1) // 2
    if kind == "M":
        return 3 + sum(1 + len(name.encode()) + _size(one) for name, one in content.items())
    if kind == "L":
        return 3 + sum(1 + _size(one) for one in content)
    assert kind in {"BOOL", "NULL"}
    return 1


def longest(words: str) -> dict[str, Any]:
    """An entry as long as any that is accepted, all of which will be ignored."""
    entry = {"ticket": "", "sign_swap": False, "bomb": None, "bombs": None}
    room = LONGEST - len(json.dumps(entry, separators=(",", ":")))
    return entry | {"ticket": words.ljust(room, "x")}


def largest(seats: int) -> Head:
    """The largest head that so many seats can bring about, made by what the handlers call, without the table.

    Names of 64 bytes, entropy for all; every seat's longest entry, replaced until all that is kept of them is full; as
    many purchases as a phase allows, each under an Idempotency-Key and at a moment of its own.
    """
    roster = [SeatWanted(name=f"{number:03}" + "é" * 30 + "x", garnets=1000) for number in range(seats)]
    with clock.running(lambda: START), chance.drawn_from(random.Random(1).randbytes):
        wish = MatchWanted(game="polar-rps-party", seats=roster, starts_at=START + timedelta(days=1))
        head = new_head(match_id(), wish, new_key(), [new_key() for _ in roster], digest("k" * 255))
    match, now = head.match, START
    for player in match.players:
        match = join(match, player.seat, sha256(player.seat.encode()).hexdigest()[:32])
    match = close(start(match, now), 0, now, by="host", force=True, reason="on").match
    for number, player in enumerate(match.players):
        for done in range(ACTS_A_PHASE):
            now += timedelta(seconds=7.001)
            purchase = Purchase(item="party bomb", bomb=f"{BOMBS[(number + done) % 4]} bomb")
            bought = act(match, player.seat, "purchases", purchase, now)
            match = bought.match
            repeat = Repeat(digest(f"{player.seat} {done}"), digest(str(purchase)), dump(bought.outcome))
            head = remembering(head, player.seat, repeat)
        for times in range(SUPERSEDED_KEPT + 1):
            entry = RoundEntry(**longest(f"{player.seat} {times} "))
            match = enter(match, player.seat, 1, entry, now, by="host").match
    marks = {player.seat: 10**4 for player in match.players}
    return replace(head, match=match, version=10**6, marks=marks)


@pytest.mark.parametrize(("seats", "least", "most"), [(30, 30_000, 40_000), (100, 100_000, 200_000)])
def test_a_head_at_its_largest_stays_under(seats: int, least: int, most: int) -> None:
    """DynamoDB takes 400 KB and charges a write by the kilobyte. For 30 seats it is about 35 KB, for 100 about 113."""
    head = largest(seats)
    assert least < size(to_item(head)) < most
    with pytest.raises(Refused, match="longer than"):
        enter(head.match, "s1", 1, RoundEntry(ticket="x" * LONGEST), START)


def test_the_record_of_the_largest_match_can_be_stored() -> None:
    """Else its phase could never be closed: DynamoDB takes 400 KB. Compressed it is about a quarter of that."""
    closing = close(largest(100).match, 1, START, by="host", force=True, reason="x" * 16_000)
    assert size(record_item(closing.record)) < 400 * 1024


def test_no_purchase_is_stored_with_more_than_its_words(in_round_1: Hosted) -> None:
    """What a player sends beside them would fill the head, up to 16 KB each time, until nobody can write to it."""
    before = size(in_round_1.head())
    chance = random.Random(1)
    blanks = "".join(
        chance.choice(" \u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009") for _ in range(2000)
    )
    in_round_1.buy("s1", f"{blanks}ticket")
    assert size(in_round_1.head()) - before < 200
