"""A rule that raises: this match stands still and says so to its host, the others go on, and later so does this one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from engine.polar_rps.game import PolarRpsParty
from infra.local.cloud import Cloud
from tests.functions.story import Hosted, good, pending, problem, sweep, wanted

SECRET = "polarity-on-scissors"


@contextmanager
def broken(rule: str, match_id: str = "") -> Iterator[None]:
    """A rule that raises, for one match or for all, and says something in doing so that a player has hidden."""
    sound = getattr(PolarRpsParty, rule)

    def raising(self: PolarRpsParty, *arguments: Any) -> Any:
        if match_id and not any(getattr(argument, "_match_id", "") == match_id for argument in arguments):
            return sound(self, *arguments)
        raise KeyError(SECRET)

    with patch.object(PolarRpsParty, rule, raising):
        yield


@pytest.fixture
def two(cloud: Cloud) -> tuple[Hosted, Hosted]:
    """Two matches whose pregame closes at the same moment."""
    first, second = (Hosted.create(cloud, wanted(seats=5)) for _ in range(2))
    for hosted in (first, second):
        good(hosted.start())
        good(hosted.enter("s1", 0, room="rock", sign="+", bombs=["double"]))
    return first, second


@pytest.mark.parametrize("by", ["schedules", "sweeper"])
def test_a_rule_that_raises_stops_its_match_and_no_other(by: str, two: tuple[Hosted, Hosted]) -> None:
    ill, well = two
    deadline = ill.deadline
    cloud = ill.cloud
    cloud.clock.set(deadline)
    with broken("close", ill.id):
        cloud.run_due() if by == "schedules" else sweep(cloud)
    assert (well.phase, well.public()["status"]) == (1, "open")

    desk = ill.desk()
    assert (desk["status"], desk["phase"]["number"]) == ("stuck", 0)
    assert desk["trouble"]["since"] == "2026-10-26T18:00:00Z"
    assert desk["trouble"]["error"].startswith("KeyError in raising (")
    assert SECRET not in str(desk)
    assert (ill.public()["status"], ill.reveals()) == ("stuck", [])
    view = ill.seat("s1")
    assert (view["entry"]["room"], view["can"]) == ("rock", {"entry": None, "acts": []})
    problem(ill.enter("s1", 0, room="paper"), 409, "match-stuck")
    problem(ill.buy("s1", "ticket"), 409, "match-stuck")
    assert cloud.messages("FailedInvocations") == []

    # While the fault is there, nothing tries in vain; when it is mended, the host closes it by hand.
    stored = ill.head()
    sweep(cloud)
    ill.deliver(0)
    assert ill.head() == stored
    reveal = good(ill.close(0))
    assert reveal["rooms"]["s1"] == {"room": "rock", "sign": "+"}
    desk = ill.desk()
    assert (desk["status"], desk["trouble"], ill.phase) == ("open", None, 1)
    assert ill.seat("s1")["holdings"]["bombs"] == {"double": 1}
    assert len([name for name in pending(cloud) if name.startswith(f"{ill.id}-1-")]) == 1
    ill.pass_deadline()
    assert (ill.phase, well.phase) == (2, 2)


def test_the_host_is_told_at_once_when_a_close_by_hand_gets_stuck(started: Hosted) -> None:
    with broken("close"):
        answer = started.close(0, force=True, reason="all are here")
        assert SECRET not in str(problem(answer, 409, "match-stuck"))
        problem(started.close(0, force=True, reason="once more"), 409, "match-stuck")
    assert started.desk()["status"] == "stuck"
    problem(started.close(0), 409, "too-early", "C6")
    good(started.close(0, force=True, reason="the fault is mended"))
    assert started.phase == 1


@pytest.mark.parametrize("rule", ["begin", "phase"])
def test_a_match_that_gets_stuck_at_its_start_can_be_started_again(rule: str, hosted: Hosted) -> None:
    good(hosted.join("s1", "ab" * 16))
    with broken(rule):
        problem(hosted.start(), 409, "match-stuck")
    assert (hosted.desk()["status"], hosted.public()["phase"]) == ("stuck", None)
    problem(hosted.enter("s1", 0, room="rock"), 409, "match-stuck")
    assert good(hosted.start())["status"] == "open"
    assert hosted.desk()["trouble"] is None
    good(hosted.enter("s1", 0, room="rock"))


@pytest.mark.parametrize("fault", [ArithmeticError, RecursionError, NotImplementedError, StopIteration, UnicodeError])
def test_any_fault_of_a_rule_stops_its_match(fault: type[Exception], started: Hosted) -> None:
    def raising(*_arguments: Any) -> Any:
        raise fault(SECRET)

    with patch.object(PolarRpsParty, "close", raising):
        problem(started.close(0, force=True, reason="all are here"), 409, "match-stuck")
    assert started.desk()["trouble"]["error"].startswith(fault.__name__)


def test_what_leads_into_a_state_that_cannot_be_shown_stops_the_match_too(started: Hosted) -> None:
    """The next phase is asked for within the close: a rule that cannot say it must not leave a head behind."""
    sound, asked = PolarRpsParty.phase, []

    def raising(self: PolarRpsParty, table: Any) -> Any:
        asked.append(table.state.round)
        if table.state.round == 1:
            raise KeyError(SECRET)
        return sound(self, table)

    with patch.object(PolarRpsParty, "phase", raising):
        problem(started.close(0, force=True, reason="all are here"), 409, "match-stuck")
    assert 1 in asked
    good(started.close(0, force=True, reason="mended"))
