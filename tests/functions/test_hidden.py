"""What must never be seen (RULINGS section 4): not in a view, not in an ETag, not in an answer, not in a log."""

import base64
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from engine.polar_rps.game import PolarRpsParty
from functions.close_round import handler as close_round
from functions.host import handler as host
from functions.players import handler as players
from infra.local.cloud import Cloud
from tests.functions.faults import refused, watched
from tests.functions.story import Hosted, everybody, good, sweep, wanted


@pytest.fixture
def in_round_1(started: Hosted) -> Hosted:
    """Two entered in the pregame, four were drawn."""
    good(started.enter("s1", 0, room="rock", sign="+", bombs=["double", "polarity"]))
    good(started.enter("s2", 0, room="paper"))
    good(started.close(0, force=True, reason="to be in round 1"))
    return started


OFFERED = b'{"value":"polarity","label":"Polarity"}'
"""In everybody's shop."""


def seen_by_others(hosted: Hosted) -> dict[str, tuple[bytes, str]]:
    """Everything that anybody but s1 and the host can look at, with its ETag."""
    paths = {path: hosted.cloud.request("GET", hosted.path + path) for path in ("", "/reveals")}
    seats = {seat: hosted.see(seat) for seat in everybody(hosted) if seat != "s1"}
    return {name: (answer.body, answer.headers["etag"]) for name, answer in {**paths, **seats}.items()}


def test_c11_p51_nobody_else_sees_that_somebody_enters_or_buys(in_round_1: Hosted) -> None:
    """The host sees who has entered, never what."""
    before = seen_by_others(in_round_1)
    good(in_round_1.enter("s1", 1, ticket="paper", bomb={"kind": "double"}))
    good(in_round_1.enter("s1", 1, sign_swap=True))
    assert seen_by_others(in_round_1) == before
    good(in_round_1.buy("s1", "bomb", "confetti"))
    assert seen_by_others(in_round_1) == before
    good(in_round_1.withdraw("s1", 1))
    assert seen_by_others(in_round_1) == before
    good(in_round_1.enter_for("s1", 1, ticket="scissors"))
    assert seen_by_others(in_round_1) == before
    desk = in_round_1.desk()
    assert [one["seat"] for one in desk["attendance"] if one["entered"]] == ["s1"]
    assert desk["attendance"][0]["accepted_at"] == "2026-10-24T18:00:00Z"
    assert "ticket" not in json.dumps(desk)


def test_c12_p54_the_reveal_does_not_tell_what_was_drawn(in_round_1: Hosted) -> None:
    """Nor do the views: an entered value and a drawn one look alike, and no draw and no seed is anywhere."""
    reveal = in_round_1.reveals()[0]
    assert [sorted(place) for place in reveal["rooms"].values()] == [["room", "sign"]] * 6
    record = in_round_1.record(0)
    assert len(record["draws"]) == 9
    seed = bytes(in_round_1.head()["seed"]["B"])
    everything = [body for body, _ in seen_by_others(in_round_1).values()]
    everything += [in_round_1.see("s1").body, json.dumps(in_round_1.desk()).encode(), json.dumps(reveal).encode()]
    for shown in everything:
        assert b"draw" not in shown.replace(b"main-match-draws-1", b"")
        for secret in (seed.hex().encode(), base64.b64encode(seed).rstrip(b"="), base64.urlsafe_b64encode(seed)):
            assert secret not in shown


def test_c12_the_record_is_at_no_address(in_round_1: Hosted) -> None:
    for path in ("/record", "/host/record", "/reveals/0/record"):
        assert in_round_1.cloud.request("GET", in_round_1.path + path, key=in_round_1.host_key).status == 404


def test_p51_garnets_and_stocks_are_seen_by_their_owner_only(in_round_1: Hosted) -> None:
    assert in_round_1.seat("s1")["holdings"]["garnets"] == 5
    desk = in_round_1.desk()
    desk.pop("config")
    public = in_round_1.public()
    for text in (json.dumps(public["state"]), json.dumps(public["seats"]), json.dumps(desk)):
        for word in ("garnets", "holdings", "bombs", "tickets"):
            assert word not in text
    for body, _ in seen_by_others(in_round_1).values():
        assert b"polarity" not in body.replace(b" ", b"").replace(OFFERED, b"")


def test_p54_p53_bombs_are_shown_without_their_users(in_round_1: Hosted) -> None:
    """Who used it can be told neither from the order nor from anything beside it: another's bomb gives the same."""
    good(in_round_1.enter("s1", 1, bomb={"kind": "polarity", "room": "scissors"}))
    reveal = good(in_round_1.close(1, force=True, reason="on"))
    assert reveal["bombs"] == {"scissors": {"polarity": 1}}
    assert set(reveal) == {
        "phase",
        "key",
        "title",
        "version",
        "closed_at",
        "rooms",
        "bombs",
        "points",
        "scores",
        "ending",
    }


def test_an_entry_is_answered_alike_whoever_else_has_entered(in_round_1: Hosted) -> None:
    """Receipts count the seat's own entries, not the match's changes."""
    alone = good(in_round_1.enter("s3", 1, ticket="paper"))
    for seat in ("s1", "s2", "s4"):
        good(in_round_1.enter(seat, 1, ticket="scissors"))
    again = good(in_round_1.enter("s3", 1, ticket="paper"))
    assert {**alone, "revision": 2} == again


@contextmanager
def overheard(capsys: pytest.CaptureFixture[str]) -> Iterator[list[str]]:
    """All that the functions log or print inside the block; filled at its end."""
    log, said = io.StringIO(), list[str]()
    handlers = [function.logger.registered_handler for function in (players, host, close_round)]
    streams = [handler.stream for handler in handlers]
    for handler in handlers:
        handler.stream = log
    capsys.readouterr()
    yield said
    for handler, stream in zip(handlers, streams, strict=True):
        handler.stream = stream
    said += [*capsys.readouterr(), log.getvalue()]


def test_nothing_secret_is_logged(cloud: Cloud, capsys: pytest.CaptureFixture[str]) -> None:
    """A match with accepted, ignored and refused inputs, wrong keys, closings and a rule that raises."""
    with overheard(capsys) as said:
        hosted = Hosted.create(cloud, wanted(), headers={"Idempotency-Key": "the-hosts-own-text"})
        good(hosted.join("s1", "ab" * 16))
        good(hosted.start())
        good(hosted.enter("s1", 0, room="myownroom", sign="+", bombs=["mybomb", "double"]))
        hosted.enter("s1", 0, room="myownroom", secretfield="mytext")
        hosted.enter("s1", 3, room="myownroom")
        hosted.buy("s1", "mywish", idempotency_key="the-players-own-text")
        good(hosted.buy("s1", "ticket", idempotency_key="the-players-own-text"))
        cloud.request("GET", f"{hosted.path}/seat", key="a-key-of-nobodys-making")
        good(hosted.close(0, force=True, reason="a reason of the host's"))
        good(hosted.enter_for("s2", 1, ticket="myownroom"))
        with watched() as aws:
            aws.once("TransactWriteItems", refused("InternalServerError"))
            hosted.pass_deadline()
        with patch.object(PolarRpsParty, "close", side_effect=KeyError("myownroom")):
            hosted.pass_deadline()
        sweep(cloud)
    logged = "\n".join(said)
    for word in ('"PhasesClosed"', '"Closed"', '"Not closed"', '"Stuck"', hosted.id):
        assert word in logged
    seed = bytes(hosted.head()["seed"]["B"])
    own = ("myownroom", "mybomb", "secretfield", "mytext", "mywish", "own-text", "nobodys-making", "Bearer", "ab" * 16)
    secrets = (*own, hosted.host_key, *hosted.keys.values(), seed.hex(), base64.b64encode(seed).decode().rstrip("="))
    assert [secret for secret in secrets if secret in logged] == []
