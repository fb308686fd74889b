"""What is counted for the people who keep a deployment running."""

import json
from datetime import timedelta

import pytest

from tests.functions.story import Hosted, good


def counted(capsys: pytest.CaptureFixture[str]) -> dict[str, list[float]]:
    """All that was counted since the last time."""
    found: dict[str, list[float]] = {}
    for line in capsys.readouterr().out.splitlines():
        told = json.loads(line) if line.startswith('{"_aws"') else {"_aws": {"CloudWatchMetrics": []}}
        for metric in (metric for group in told["_aws"]["CloudWatchMetrics"] for metric in group["Metrics"]):
            found.setdefault(metric["Name"], []).extend(told[metric["Name"]])
    return found


def test_entries_are_counted_as_accepted_ignored_in_part_or_refused(
    started: Hosted, capsys: pytest.CaptureFixture[str]
) -> None:
    counted(capsys)
    good(started.enter("s1", 0, room="lizard", sign="+"))
    assert counted(capsys) == {"Requests": [1], "EntriesAccepted": [1], "PartsIgnored": [1]}
    good(started.enter_for("s2", 0, room="rock", sign="+"))
    assert counted(capsys) == {"Requests": [1], "EntriesAccepted": [1], "PartsIgnored": [0]}
    assert started.enter("s1", 5).status == 409
    assert counted(capsys) == {"Requests": [1], "EntriesRefused": [1]}
    assert started.buy("s1", "castle").status == 422
    assert counted(capsys) == {"Requests": [1], "ActsRefused": [1]}


def test_a_close_tells_how_long_after_the_deadline_the_reveal_came(
    started: Hosted, capsys: pytest.CaptureFixture[str]
) -> None:
    started.cloud.clock.set(started.deadline + timedelta(seconds=20))
    counted(capsys)
    started.deliver(0)
    assert counted(capsys) == {"Wakings": [1], "PhasesClosed": [1], "DeadlineToReveal": [20]}
