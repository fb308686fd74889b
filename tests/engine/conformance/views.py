"""What a viewer may know, and nothing else (RULINGS section 4)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from engine.closing import close
from engine.draws import commitment
from engine.game import game
from engine.match import Match
from engine.views import host_view, public_view, seat_view
from tests.engine.forms import adapter, filled_by, read
from tests.engine.play import (
    WAYS,
    Way,
    begun,
    closed,
    did,
    meddled,
    moment,
    phase_of,
    played,
    seats,
    some_open_match,
    some_seat,
)
from tests.engine.saving import saved, shown


def c11_no_view_tells_what_others_do_while_a_phase_is_open(key: str, chance: Random) -> None:
    """Entering, replacing, withdrawing and acting change nothing that anybody else sees, save whom an act touches."""
    match = begun(key, chance)
    while match.phase:
        for _ in range(4):
            seat = some_seat(match, chance)
            after = meddled(match, seat, chance)
            others = _others(match, after.touched)
            for other in ("", *chance.sample(others[1:], min(3, len(others) - 1))):
                assert _seen(match, other) == _seen(after.match, other), f"{other or 'everybody'} sees what {seat} did"
            match = after.match
        match = closed(match, chance).match


def what_is_not_revealed_stays_hidden_after_the_close(key: str, chance: Random) -> None:
    """Two matches in which one seat does something else: while the reveals are equal, others see equal views."""
    one = other = some_open_match(key, chance)
    seat = some_seat(one, chance)
    touched = {seat}
    ways: Sequence[Way] = chance.choice((WAYS, ("act",)))
    for _ in range(3):
        meddling = meddled(other, seat, chance, ways)
        other, touched = meddling.match, touched.union(meddling.touched)
    while (phase := one.phase) is not None:
        for same in _others(one, touched)[1:]:
            state = chance.getstate()
            here = meddled(one, same, chance)
            chance.setstate(state)
            there = meddled(other, same, chance)
            one, other, touched = here.match, there.match, touched.union(set(there.touched) - {same})
            if here.failed != there.failed:
                touched.add(same)
        told, told_there = (close(way, phase.number, phase.deadline, by="deadline") for way in (one, other))
        one, other = told.match, told_there.match
        if shown(told.record.reveal) != shown(told_there.record.reveal) or _result(one) != _result(other):
            return
        for viewer in _others(one, touched):
            assert _seen(one, viewer) == _seen(other, viewer), f"{viewer or 'everybody'} sees what {seat} did"


def replaced_and_withdrawn_entries_leave_no_trace_but_the_record(key: str, chance: Random) -> None:
    """What counts is the entry that stands at the close (C4)."""
    match = some_open_match(key, chance)
    seat = some_seat(match, chance)
    detour = match
    for _ in range(4):
        after = meddled(detour, seat, chance).match
        detour = after if after.acts == match.acts else detour
    detour = replace(detour, entries=match.entries)
    phase = phase_of(match)
    one, other = (close(way, phase.number, phase.deadline, by="deadline") for way in (match, detour))
    assert saved(one.match) == saved(other.match)
    assert shown(one.record.reveal) == shown(other.record.reveal)


def c12_no_view_holds_the_seed_a_draw_or_a_record(key: str, chance: Random) -> None:
    """Nothing that a viewer is shown depends on the seed but the commitment to it, or on what was drawn or undone."""
    for step in played(begun(key, chance), chance):
        match = step.match
        for seat in ("", some_seat(match, chance)):
            own = {name: kept for name, kept in match.superseded.items() if name == seat}
            acts = tuple(done for done in match.acts if done.seat == seat)
            unseen = replace(match, seed=bytes(32), draws=(), acts=acts, superseded=own, opening=None)
            view = _seen(match, seat)
            assert match.seed.hex() not in view
            assert view.replace(commitment(match.seed), commitment(bytes(32))) == _seen(unseen, seat)


def views_and_outcomes_have_the_shapes_they_declare(key: str, chance: Random) -> None:
    """So that documentation and page can rely on them: they come back from JSON as what they were."""
    rules = game(key)
    for step in played(begun(key, chance), chance):
        match = step.match
        assert shown(host_view(match))
        _read_back(public_view(match).state, rules.shapes["public"])
        if not match.phase:
            _read_back(public_view(match).result, rules.shapes["result"])
        seat = some_seat(match, chance)
        view = seat_view(match, seat)
        assert shown(view)
        _read_back(view.holdings, rules.shapes["holdings"])
        for form in view.can.acts:
            body = read(rules.acts[form.action], filled_by(form, chance))
            done = did(match, seat, form, body, moment(match, chance))
            if done:
                _read_back(done.outcome, rules.shapes["outcome"])
        if step.record:
            _read_back(step.record.reveal, rules.shapes["reveal"])


def _others(match: Match, but: Collection[str]) -> list[str]:
    """Everybody's eyes, the empty name, and the seats that are not among `but`."""
    return ["", *(seat for seat in seats(match) if seat not in but)]


def _seen(match: Match, seat: str) -> str:
    return shown(seat_view(match, seat) if seat else public_view(match))


def _result(match: Match) -> str:
    return shown(public_view(match).result)


def _read_back(value: Any, shapes: Sequence[type[Any]]) -> None:
    shape = type(value)
    assert shape in shapes, f"{shape.__name__} is not declared in the game's shapes"
    assert adapter(shape).validate_json(shown(value)) == value
