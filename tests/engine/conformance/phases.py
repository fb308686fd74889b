"""One phase after the other, to the end."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import get_args

import pytest

from engine.closing import ClosedBy, close
from engine.refusals import NotNow
from tests.engine.play import NOON, asked_for, begun, closed, phase_of, played, quiet, seats, some_open_match


def every_phase_ends_though_nobody_enters_anything(key: str, chance: Random) -> None:
    """And the match with the last one, with a result."""
    last = list(quiet(begun(key, chance)))[-1].match
    assert last.status == "over"
    assert last.rules.result(last.table) is not None


def phases_count_up_without_a_gap(key: str, chance: Random) -> None:
    """Each has a key of its own, seats that exist, and tells what it asks for whatever has been entered."""
    records = []
    for step in played(begun(key, chance), chance):
        records += [step.record] if step.record else []
        match = step.match
        if match.phase:
            asked = asked_for(match)
            assert (match.phase.key, match.phase.title) == (asked.key, asked.title)
            assert match.rules.phase(replace(match.table, entries={})) == asked, "a phase looks at its entries"
            assert asked.seconds > 0
            assert asked.entry in match.rules.entries
            assert len(set(asked.awaits)) == len(asked.awaits)
            assert set(asked.awaits) <= set(seats(match))
        assert (match.status == "over") == (match.rules.result(match.table) is not None)
    assert [record.phase.number for record in records] == list(range(len(records)))
    assert len({record.phase.key for record in records}) == len(records)
    for record in records:
        told = record.reveal
        assert (told.phase, told.key, told.title) == (record.phase.number, record.phase.key, record.phase.title)


def nothing_closes_twice(key: str, chance: Random) -> None:
    """A close for a phase that is done does nothing to the next one (C7)."""
    match = some_open_match(key, chance)
    number = phase_of(match).number
    after = closed(match, chance).match
    for by in get_args(ClosedBy):
        with pytest.raises(NotNow):
            close(after, number, NOON + timedelta(days=365), by=by, force=True, reason="Again")
