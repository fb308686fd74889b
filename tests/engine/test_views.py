"""What everybody, a seat and the host are shown."""

import hashlib
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import timedelta

import pytest

from engine.closing import close, stick
from engine.draws import commitment
from engine.forms import Can
from engine.game import Ignored, Phase, Table
from engine.inputs import act, enter, withdraw
from engine.match import Match, join
from engine.refusals import Refused
from engine.views import PublicView, config_sha256, host_view, public_view, seat_view
from tests.engine.saving import shown
from tests.engine.toy_game import Bid, Buy, LoneNumber, Toast, ToyConfig, ToyHoldings, ToyPublic, ToyResult, ToyState
from tests.engine.toy_match import (
    DAY,
    HOUR,
    OPENS,
    SEED,
    at_the_toast,
    closed_in_time,
    created,
    deadline_of,
    opened,
    with_bids,
)

NOON = OPENS + timedelta(hours=18)
DOINGS: dict[str, Callable[[Match], Match]] = {
    "enters": lambda match: enter(match, "s1", 0, Bid(number=3), NOON).match,
    "replaces": lambda match: enter(with_bids(match, {"s1": 1}), "s1", 0, Bid(number=3), NOON).match,
    "withdraws": lambda match: withdraw(with_bids(match, {"s1": 1}), "s1", 0, NOON).match,
    "sends what is ignored": lambda match: enter(match, "s1", 0, Bid(number=3, charm=True), NOON).match,
    "is helped by the host": lambda match: enter(match, "s1", 0, Bid(number=3), NOON, by="host").match,
    "buys": lambda match: act(match, "s1", "charms", Buy(count=2), NOON).match,
    "joins late": lambda match: join(match, "s1", "00" * 16),
}


@pytest.mark.parametrize("doing", DOINGS)
def test_c11_no_player_sees_that_another(doing: str) -> None:
    before = with_bids(opened(), {"s2": 2})
    after = DOINGS[doing](before)
    assert shown(public_view(after)) == shown(public_view(before))
    for seat in ("s2", "s3"):
        assert shown(seat_view(after, seat)) == shown(seat_view(before, seat))
    assert shown(seat_view(after, "s1")) != shown(seat_view(before, "s1"))


def test_c11_the_host_sees_who_has_entered_and_never_what() -> None:
    match = enter(opened(), "s2", 0, Bid(number=3), NOON).match
    attendance = host_view(match).attendance
    assert [(seat.seat, seat.awaited, seat.entered) for seat in attendance] == [
        ("s1", True, False),
        ("s2", True, True),
        ("s3", True, False),
    ]
    assert attendance[1].accepted_at == NOON
    other = enter(opened(), "s2", 0, Bid(number=1), NOON).match
    assert shown(host_view(match)) == shown(host_view(other))


def test_the_host_sees_whom_a_phase_awaits_and_when_all_are_in() -> None:
    match = at_the_toast()
    assert [seat.awaited for seat in host_view(match).attendance] == [True, False, False]
    assert not host_view(match).everybody_entered
    answered = enter(match, "s1", 2, Toast(choice="s2"), deadline_of(match) - HOUR / 2).match
    assert host_view(answered).everybody_entered


def test_the_host_sees_who_has_come() -> None:
    match = join(created(), "s3", "")
    assert [seat.joined for seat in host_view(match).attendance] == [False, False, True]
    assert not any(seat.awaited for seat in host_view(match).attendance)
    assert not host_view(match).everybody_entered


def test_c12_no_view_holds_the_seed_or_says_what_was_drawn() -> None:
    match = with_bids(opened(), {"s1": 1})
    closing = closed_in_time(match)
    assert any(draw.label == "m1|round-1|number|s3" for draw in closing.record.draws)
    for stage in (created(), match, closing.match, closed_in_time(at_the_toast()).match):
        for view in (public_view(stage), host_view(stage), seat_view(stage, "s1"), seat_view(stage, "s3")):
            text = shown(view)
            assert SEED.hex() not in text
            assert "m1|" not in text
            assert commitment(SEED) in text


def test_c12_the_secret_state_is_not_shown_before_the_end() -> None:
    match = closed_in_time(at_the_toast()).match
    assert public_view(at_the_toast()).result is None
    assert public_view(match).result == ToyResult(lucky=match.state.lucky, toasted=match.state.toasted)
    assert "lucky" not in shown(seat_view(at_the_toast(), "s1"))


def test_before_the_start_there_is_nothing_to_see_but_what_was_committed_to() -> None:
    view = public_view(created())
    assert (view.status, view.phase, view.state, view.result) == ("joining", None, None, None)
    assert view.commit == commitment(SEED)
    assert view.fairness.algorithm == "main-match-draws-1"
    assert view.fairness.roster == ("s1", "s2", "s3")
    seat = seat_view(created(), "s1")
    assert (seat.holdings, seat.entry, seat.can, seat.offers) == (None, None, Can(), ())


def test_the_configurations_hash_can_be_computed_by_anybody() -> None:
    config = ToyConfig(rounds=3)
    text = '{"grace_seconds":900,"round_seconds":86400,"rounds":3,"toast_seconds":3600}'
    assert config_sha256(config) == hashlib.sha256(text.encode()).hexdigest()
    assert public_view(created(config=config)).fairness.config_sha256 == config_sha256(config)


def test_everybody_sees_the_phase_and_what_the_game_shows() -> None:
    match = opened()
    view = public_view(match)
    assert (view.match, view.game, view.title) == ("m1", "toy", "Lone Number")
    assert (view.phase, view.config, view.starts_at) == (match.phase, ToyConfig(), None)
    assert [(seat.seat, seat.name) for seat in view.seats] == [
        ("s1", "Player 1"),
        ("s2", "Player 2"),
        ("s3", "Player 3"),
    ]
    assert view.state == ToyPublic(scores={"s1": 0, "s2": 0, "s3": 0})


def test_a_seat_sees_its_own_entry_and_holdings_and_nobody_elses() -> None:
    match = act(with_bids(opened(), {"s2": 2}), "s1", "charms", Buy(), NOON).match
    match = enter(match, "s1", 0, Bid(number=3, charm=True), NOON).match
    one, three = seat_view(match, "s1"), seat_view(match, "s3")
    assert (one.entry, one.revision, one.accepted_at, one.by) == (Bid(number=3, charm=True), 1, NOON, "seat")
    assert one.holdings == ToyHoldings(garnets=4, charms=1)
    assert (three.entry, three.revision, three.accepted_at, three.by) == (None, 0, None, None)
    assert three.holdings == ToyHoldings(garnets=5, charms=0)


def test_a_seat_sees_that_it_has_joined() -> None:
    match = join(created(), "s1", "")
    assert (seat_view(match, "s1").joined, seat_view(match, "s2").joined) == (True, False)


def test_a_seat_is_offered_what_it_can_enter_only_while_a_phase_is_open() -> None:
    match = opened()
    assert seat_view(match, "s1").can.entry is not None
    assert seat_view(stick(match, "KeyError", NOON), "s1").can == Can()
    assert seat_view(closed_in_time(at_the_toast()).match, "s1").can == Can()


def test_every_view_begins_with_the_public_one() -> None:
    match = with_bids(opened(), {"s1": 1})
    public = public_view(match)
    for view in (seat_view(match, "s1"), host_view(match)):
        assert all(getattr(view, field.name) == getattr(public, field.name) for field in fields(PublicView))


def test_closing_early_is_seen_by_when_the_next_phase_opened_and_by_nothing_else() -> None:
    match = with_bids(opened(), {"s1": 3, "s2": 2, "s3": 1})
    early = close(match, 0, OPENS + HOUR, by="host", force=True, reason="All agreed").match
    late = close(match, 0, OPENS + DAY, by="deadline").match
    assert early.phase is not None
    assert late.phase is not None
    assert early.phase.opened_at.isoformat() in shown(public_view(early)).replace("Z", "+00:00")
    assert "agreed" not in shown(public_view(early))
    assert public_view(early).state == public_view(late).state


@pytest.fixture
def teams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round's entries are shared between s1 and s2."""
    phase = LoneNumber.phase

    def shared(self: LoneNumber, table: Table[ToyConfig, ToyState]) -> Phase | None:
        asked = phase(self, table)
        return replace(asked, shared_among=(("s1", "s2"), ("s3",))) if asked else None

    monkeypatch.setattr(LoneNumber, "phase", shared)


@pytest.mark.usefixtures("teams")
def test_t19_entries_are_shared_within_a_group_and_with_nobody_else() -> None:
    match = with_bids(opened(), {"s1": 1, "s3": 3})
    assert seat_view(match, "s2").shared == {"s1": Bid(number=1)}
    assert seat_view(match, "s1").shared == seat_view(match, "s3").shared == {}
    assert seat_view(closed_in_time(match).match, "s2").shared == {}


def test_entries_are_sealed_where_a_phase_shares_none() -> None:
    match = with_bids(opened(), {"s1": 1, "s3": 3})
    assert all(seat_view(match, seat).shared == {} for seat in ("s1", "s2", "s3"))


def test_c8_an_entry_that_could_not_be_accepted_any_more_is_shown_as_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    match = with_bids(opened(), {"s1": 1})

    def refuse(*_: object) -> tuple[()]:
        raise Refused("number-taken", "That number is gone. Choose another.", "T21")

    monkeypatch.setattr(LoneNumber, "judge", refuse)
    assert seat_view(match, "s1").ignored == (
        Ignored(part="entry", code="number-taken", reason="That number is gone. Choose another.", ruling="T21"),
    )
