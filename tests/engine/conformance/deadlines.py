"""The arithmetic of deadlines, in every phase."""

from datetime import timedelta
from random import Random

import pytest

from engine.closing import close
from engine.inputs import act, enter, withdraw
from engine.match import start
from engine.refusals import NotNow
from engine.views import seat_view
from tests.engine.forms import filled_by, read
from tests.engine.play import MILLISECOND, NOON, asked_for, did, phase_of, quiet, some_open_match, waiting


def c1_an_entry_counts_until_a_millisecond_before_the_deadline(key: str, chance: Random) -> None:
    """Half-open: at the deadline's very instant it is too late, for entering, withdrawing, acting."""
    match = some_open_match(key, chance)
    phase, seat = phase_of(match), chance.choice(asked_for(match).awaits)
    can = seat_view(match, seat).can
    assert can.entry is not None
    entry = read(asked_for(match).entry, filled_by(can.entry, chance))
    assert enter(match, seat, phase.number, entry, phase.deadline - MILLISECOND).match.entries[seat].entry == entry
    assert seat not in withdraw(match, seat, phase.number, phase.deadline - MILLISECOND).match.entries
    with pytest.raises(NotNow, match=phase.title):
        enter(match, seat, phase.number, entry, phase.deadline)
    with pytest.raises(NotNow):
        withdraw(match, seat, phase.number, phase.deadline)
    for form in can.acts:
        body = read(match.rules.acts[form.action], filled_by(form, chance))
        did(match, seat, form, body, phase.deadline - MILLISECOND)
        with pytest.raises(NotNow):
            act(match, seat, form.action, body, phase.deadline)


def c2_a_phase_lasts_as_long_as_it_says(key: str, chance: Random) -> None:
    """In elapsed time from the moment at which it was due to open; every phase that closes in time is whole."""
    match = start(waiting(key, chance), NOON)
    due = NOON
    for step in quiet(match):
        due += timedelta(seconds=asked_for(match).seconds)
        assert phase_of(match).deadline == due
        match = step.match


def c3_a_late_reveal_moves_the_next_deadline_only_beyond_the_grace(key: str, chance: Random) -> None:
    """Of the grace at most half the next phase counts."""
    match = some_open_match(key, chance)
    phase = phase_of(match)
    for late in (timedelta(), timedelta(seconds=20), timedelta(minutes=15), timedelta(hours=3)):
        now = phase.deadline + late
        following = close(match, phase.number, now, by="deadline").match
        if following.phase:
            length = timedelta(seconds=asked_for(following).seconds)
            grace = min(timedelta(seconds=match.config.grace_seconds), length / 2)
            assert following.phase.opened_at == now
            assert following.phase.deadline == (phase.deadline if late <= grace else now) + length
