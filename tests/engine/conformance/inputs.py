"""What is refused, and what it leaves behind: nothing."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from pydantic import ValidationError

from engine.forms import Can
from engine.inputs import act, enter, withdraw
from engine.match import Match
from engine.refusals import NotNow, Refused
from engine.views import host_view, seat_view
from tests.engine.forms import filled_by, read
from tests.engine.play import (
    asked_for,
    begun,
    closed,
    meddled,
    moment,
    phase_of,
    played,
    seats,
    some_open_match,
    some_seat,
)
from tests.engine.saving import saved, shown
from tests.engine.wild import wildly


def refused_inputs_change_nothing(key: str, chance: Random) -> None:
    """What is refused leaves the match, and the seat's earlier entry, as they were (C5)."""
    match = some_open_match(key, chance)
    seat, phase, before = some_seat(match, chance), phase_of(match), saved(match)
    now, can, shape = moment(match, chance), seat_view(match, seat).can, asked_for(match).entry
    ways: list[Callable[[], object]] = [
        lambda: enter(match, seat, phase.number, wildly(shape, can, chance), now),
        *(partial(_act, match, seat, name, can, chance) for name in match.rules.acts),
    ]
    for way in 12 * ways:
        refusal = _refusal(way)
        if refusal:
            assert refusal.code == refusal.code.lower().strip()
            assert refusal.message.endswith((".", "!", "?")), "a refusal is a sentence"
    assert saved(match) == before, "a refused input changed the match"


def _act(match: Match, seat: str, name: str, can: Can, chance: Random) -> None:
    act(match, seat, name, wildly(match.rules.acts[name], can, chance), moment(match, chance))


def _refusal(way: Callable[[], object]) -> Refused | None:
    try:
        way()
    except Refused as refusal:
        return refusal
    except ValidationError:
        return None
    return None


def nothing_is_changed_in_place(key: str, chance: Random) -> None:
    """Whoever holds an earlier match still has it, whatever was entered, done, viewed or closed since."""
    kept: list[tuple[Match, str]] = []
    for step in played(begun(key, chance), chance):
        kept.append((step.match, saved(step.match)))
        host_view(step.match)
        seat_view(step.match, some_seat(step.match, chance))
    for match, text in kept:
        assert saved(match) == text


def an_entry_for_another_phase_is_refused(key: str, chance: Random) -> None:
    """It is never carried over, nor kept for later (C1)."""
    match = some_open_match(key, chance)
    phase, seat = phase_of(match), chance.choice(asked_for(match).awaits)
    form = seat_view(match, seat).can.entry
    assert form is not None
    entry = read(asked_for(match).entry, filled_by(form, chance))
    for number in (phase.number - 1, phase.number + 1):
        with pytest.raises(NotNow):
            enter(match, seat, number, entry, phase.opened_at)
        with pytest.raises(NotNow):
            withdraw(match, seat, number, phase.opened_at)
    after = closed(match, chance).match
    with pytest.raises(NotNow):
        enter(after, seat, phase.number, entry, phase.opened_at)


def entries_that_no_form_gives_break_no_rule(key: str, chance: Random) -> None:
    """Whatever has the right shape is accepted, ignored in part or refused; nothing else is raised, then or later."""
    match = begun(key, chance)
    while match.phase:
        for seat in seats(match):
            shape, can = asked_for(match).entry, seat_view(match, seat).can
            try:
                entered = enter(match, seat, match.phase.number, wildly(shape, can, chance), moment(match, chance))
            except (Refused, ValidationError):
                continue
            match = entered.match
            assert entered.receipt.ignored == seat_view(match, seat).ignored, "receipt and view judge differently"
        match = closed(match, chance).match


def c8_entries_outlive_the_acts_that_they_rest_on(key: str, chance: Random) -> None:
    """A phase that the host opens again keeps its entries, not the acts since: it is shown and closed all the same."""
    match = some_open_match(key, chance)
    for seat in seats(match):
        match = meddled(match, seat, chance, ("act",)).match
        match = meddled(match, seat, chance, ("form",)).match
    reopened = replace(match, state=match.opening, acts=())
    for seat in seats(match):
        assert shown(seat_view(reopened, seat))
    assert closed(reopened, chance).record.entries == match.entries
