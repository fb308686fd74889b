"""What the store promises, held against moto, or against the DynamoDB that AWS_ENDPOINT_URL_DYNAMODB names."""

import os
import random
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from moto import mock_aws

from engine import closing, inputs, match
from engine.game import Player, game
from engine.polar_rps.entries import PregameEntry
from engine.polar_rps.shop import Purchase
from functions.shared.head import Head, Repeat, from_item, moment, to_item
from functions.shared.races import LostRace
from functions.shared.store import Due, Store
from infra.local.invocation import session
from infra.local.stack import stack
from tests.functions.story import MILLISECOND, START

RULES = game("polar-rps-party")
DEADLINE = START + timedelta(days=2)
LATER = DEADLINE + timedelta(days=1)
_numbers = random.Random(1)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """An empty table as the template has it."""
    endpoint = os.environ.get("AWS_ENDPOINT_URL_DYNAMODB")
    with ExitStack() as open_things:
        if endpoint is None:
            open_things.enter_context(mock_aws(config={"core": {"reset_boto3_session": False}}))
        keys = {"aws_access_key_id": "local", "aws_secret_access_key": "local"} if endpoint is None else {}
        client: Any = session(**keys).client("dynamodb", endpoint_url=endpoint)
        name = f"store-{uuid.uuid4().hex}"
        client.create_table(TableName=name, **stack().tables[0].properties)
        client.get_waiter("table_exists").wait(TableName=name)
        open_things.callback(client.delete_table, TableName=name)
        yield Store(client, name)


def waiting(starts_at: datetime | None = None) -> Head:
    """A match of five that waits, under an id of its own."""
    players = [Player(seat=f"s{n}", name=f"Player {n}", garnets=9) for n in range(1, 6)]
    made = match.create(
        game_key="polar-rps-party",
        match_id=f"{_numbers.getrandbits(80):020x}",
        players=players,
        config=RULES.config(rounds=1),
        seed=_numbers.randbytes(32),
        now=START,
        starts_at=starts_at,
    )
    keys = {player.seat: f"hash of {player.seat}" for player in players}
    return Head(made, "hash of the host", keys, marks={player.seat: 0 for player in players})


@pytest.fixture
def head(store: Store) -> Head:
    """A stored match in its pregame."""
    first = waiting()
    begun = first.with_match(match.start(first.match, START))
    store.create(begun)
    return begun


def stored(store: Store, of: Head) -> Head:
    found = store.head(of.match.id)
    assert found is not None
    return found


def entered(before: Head, seat: str = "s1", room: str = "rock") -> match.Match:
    return inputs.enter(before.match, seat, 0, PregameEntry(room=room), START).match


def bought(before: Head, seat: str = "s1") -> Head:
    return before.with_match(inputs.act(before.match, seat, "purchases", Purchase(item="ticket"), START).match)


def closed(before: Head, now: datetime = DEADLINE) -> tuple[Head, closing.Record]:
    number = before.match.phase.number if before.match.phase else -1
    done = closing.close(before.match, number, now, by="deadline")
    return before.with_match(done.match), done.record


def test_what_is_stored_comes_back_at_every_stage_of_a_match(store: Store) -> None:
    head = waiting(starts_at=START + timedelta(hours=1))
    assert from_item(to_item(head)) == head
    head = head.with_match(match.join(head.match, "s2", "ab" * 16))
    head = head.with_match(match.start(head.match, START))
    head = replace(bought(head), request="hash", repeats={"s1": (Repeat("k", "r", '{"a": 1}'),)})
    for room in ("rock", "paper", "scissors", "rock"):
        head = head.with_match(entered(head, "s3", room))
    store.create(head)
    assert stored(store, head) == head
    for _ in range(8):
        if head.match.phase is None:
            break
        before, (head, record) = head, closed(head, head.match.phase.deadline)
        store.close(before, head, record)
        assert stored(store, head).match == head.match
        head = stored(store, head)
    assert head.match.status == "over"
    stuck = head.with_match(closing.stick(head.match, "an error", START))
    store.replace(head, stuck)
    assert stored(store, head).match == stuck.match


def test_a_match_is_created_once(store: Store) -> None:
    first = waiting()
    store.create(first)
    with pytest.raises(LostRace):
        store.create(replace(first, host_key="another"))
    assert stored(store, first).host_key == "hash of the host"


def test_what_is_not_there_is_none(store: Store) -> None:
    assert store.head("nobody") is None
    assert store.reveal("nobody", 0) is None
    assert store.reveals("nobody") == []


def test_entries_of_two_seats_read_at_once_are_both_stored(store: Store, head: Head) -> None:
    for seat in ("s1", "s2", "s3"):
        store.enter(head, entered(head, seat), seat, START)
    now = stored(store, head)
    assert (set(now.match.entries), now.version) == ({"s1", "s2", "s3"}, head.version + 3)
    assert now.marks == {"s1": 1, "s2": 1, "s3": 1, "s4": 0, "s5": 0}


def lost(write: Callable[[], None]) -> None:
    with pytest.raises(LostRace):
        write()


def test_an_entry_is_refused_when_the_seat_has_changed_since(store: Store, head: Head) -> None:
    store.enter(head, entered(head), "s1", START)
    lost(lambda: store.enter(head, entered(head, room="paper"), "s1", START))
    now = stored(store, head)
    store.act(now, bought(now), ("s1",), START)
    lost(lambda: store.enter(now, entered(now, room="paper"), "s1", START))
    assert stored(store, head).match.entries["s1"].entry.room == "rock"


def test_c1_inputs_are_stored_until_the_deadline_and_not_at_it(store: Store, head: Head) -> None:
    lost(lambda: store.enter(head, entered(head), "s1", DEADLINE))
    lost(lambda: store.act(head, bought(head), ("s1",), DEADLINE))
    assert stored(store, head) == head
    store.enter(head, entered(head), "s1", DEADLINE - MILLISECOND)
    now = stored(store, head)
    store.act(now, bought(now), ("s1",), DEADLINE - MILLISECOND)


def test_c1_inputs_for_a_phase_that_has_closed_are_refused(store: Store, head: Head) -> None:
    store.close(head, *closed(head))
    after = stored(store, head)
    lost(lambda: store.enter(head, entered(head), "s1", START))
    lost(lambda: store.act(head, bought(head), ("s1",), START))
    assert stored(store, head) == after


def test_inputs_to_a_match_that_stands_still_are_refused(store: Store, head: Head) -> None:
    store.replace(head, head.with_match(closing.stick(head.match, "an error", START)))
    lost(lambda: store.enter(head, entered(head), "s1", START))
    now = stored(store, head)
    lost(lambda: store.act(now, bought(head), ("s1",), START))


def test_an_act_is_refused_when_anything_has_changed_since(store: Store, head: Head) -> None:
    store.enter(head, entered(head, "s5"), "s5", START)
    lost(lambda: store.act(head, bought(head), ("s1",), START))
    assert stored(store, head).match.state == head.match.state


def test_a_withdrawn_entry_is_gone(store: Store, head: Head) -> None:
    store.enter(head, entered(head), "s1", START)
    now = stored(store, head)
    store.enter(now, inputs.withdraw(now.match, "s1", 0, START).match, "s1", START)
    after = stored(store, head)
    assert after.match.entries == {}
    assert [standing.revision for standing in after.match.superseded["s1"]] == [1]


def test_a_seat_joins_once(store: Store) -> None:
    head = waiting()
    store.create(head)
    store.join(head, match.join(head.match, "s1", "ab" * 16), "s1")
    store.join(head, match.join(head.match, "s2", ""), "s2")
    lost(lambda: store.join(head, match.join(head.match, "s1", "cd" * 16), "s1"))
    assert stored(store, head).match.joined == {"s1": "ab" * 16, "s2": ""}


def test_entropy_is_not_stored_after_the_start(store: Store) -> None:
    head = waiting()
    store.create(head)
    store.replace(head, head.with_match(match.start(head.match, START)))
    lost(lambda: store.join(head, match.join(head.match, "s1", "ab" * 16), "s1"))


def test_c9_a_key_is_replaced_once(store: Store, head: Head) -> None:
    store.rekey(head, "s1", "a new hash")
    lost(lambda: store.rekey(head, "s1", "another"))
    now = stored(store, head)
    assert (now.keys["s1"], now.keys["s2"], now.version) == ("a new hash", "hash of s2", head.version + 1)


def test_c7_a_phase_is_closed_once_and_wholly_or_not_at_all(store: Store, head: Head) -> None:
    after, record = closed(head)
    store.close(head, after, record)
    reveal = store.reveal(head.match.id, 0)
    lost(lambda: store.close(head, after, replace(record, reason="another")))
    # A head of the right version does not help against a record that is there (C8).
    now = stored(store, head)
    lost(lambda: store.close(now, after, replace(record, reason="another")))
    assert (stored(store, head), store.reveal(head.match.id, 0)) == (now, reveal)


def test_a_close_is_refused_when_anything_was_entered_since(store: Store, head: Head) -> None:
    store.enter(head, entered(head), "s1", START)
    lost(lambda: store.close(head, *closed(head)))
    assert store.reveals(head.match.id) == []


def test_reveals_come_in_the_order_of_their_phases(store: Store, head: Head) -> None:
    for _ in range(2):
        before = stored(store, head)
        assert before.match.phase
        store.close(before, *closed(before, before.match.phase.deadline))
    told = store.reveals(head.match.id)
    assert [reveal["phase"] for reveal in told] == [0, 1]
    assert told == [store.reveal(head.match.id, phase) for phase in (0, 1)]
    assert store.reveal(head.match.id, 2) is None


def test_only_what_waits_for_a_deadline_is_swept_up(store: Store) -> None:
    """To the millisecond, the longest overdue first; not what waits for its host, is stuck, or over."""

    def due(now: datetime) -> list[Due]:
        return [found for found in store.due(now) if found.match_id in mine]

    appointed, started, idle, stuck = waiting(START + timedelta(hours=1)), waiting(), waiting(), waiting()
    started = started.with_match(match.start(started.match, START))
    stuck = stuck.with_match(closing.stick(match.start(stuck.match, START), "an error", START))
    mine = {head.match.id for head in (appointed, started, idle, stuck)}
    for head in (appointed, started, idle, stuck):
        store.create(head)
    assert due(START + timedelta(hours=1) - MILLISECOND) == []
    assert due(START + timedelta(hours=1)) == [Due(appointed.match.id, -1)]
    assert due(DEADLINE) == [Due(appointed.match.id, -1), Due(started.match.id, 0)]
    store.close(started, *closed(started))
    assert due(DEADLINE) == [Due(appointed.match.id, -1)]
    assert due(LATER) == [Due(appointed.match.id, -1), Due(started.match.id, 1)]


def test_moments_compare_as_texts_as_they_do_in_time() -> None:
    moments = [START + timedelta(milliseconds=chance) for chance in random.Random(1).sample(range(10**12), 200)]
    assert sorted(map(moment, moments)) == [moment(at) for at in sorted(moments)]
    assert moment(START) == "2026-10-24T18:00:00.000Z"
    assert {len(moment(at)) for at in moments} == {24}
