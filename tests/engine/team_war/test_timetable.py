"""When it happens, and with nobody there (T45 to T47)."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.closing import close, closes_now
from engine.draws import Draw
from engine.match import start
from engine.team_war.config import TeamWarConfig
from engine.team_war.rules_text import PARAGRAPHS
from engine.views import public_view
from tests.engine.team_war.field import Y1, Y2, X, begun, chosen, created, later, roster
from tests.engine.team_war.finale import won

MONDAY = datetime(2026, 10, 26, 18, tzinfo=UTC)


def test_t45_the_timetable_is_the_sheets() -> None:
    match = begun()
    deadlines = []
    while match.phase and match.phase.key not in {"spare-token", "elimination-choice"}:
        deadlines.append((match.phase.key, match.phase.deadline - MONDAY))
        match = later(match)
    hours = [(key, passed // timedelta(hours=1)) for key, passed in deadlines]
    assert hours == [
        ("orders-1", 72),
        ("cards-1", 96),
        ("orders-2", 144),
        ("cards-2", 168),
        ("orders-3", 216),
        ("cards-3", 240),
    ]
    assert MONDAY + timedelta(hours=72) == datetime(2026, 10, 29, 18, tzinfo=UTC), "Thursday"
    assert MONDAY + timedelta(hours=240) == datetime(2026, 11, 5, 18, tzinfo=UTC), "Thursday week"


def test_t45_the_host_may_set_other_lengths() -> None:
    match = begun(first_orders_seconds=100, orders_seconds=200, cards_seconds=300)
    lengths = []
    for _ in range(4):
        phase = match.rules.phase(match.table)
        assert phase is not None
        lengths.append(phase.seconds)
        match = later(match)
    assert lengths == [100, 300, 200, 300]


def test_t45_phases_are_counted_from_0_and_skipped_ones_take_no_number() -> None:
    match, seen = begun(), []
    while match.phase:
        seen.append((match.phase.number, match.phase.key))
        match = later(match)
    keys = ["orders-1", "cards-1", "orders-2", "cards-2", "orders-3", "cards-3", "spare-token", "elimination-choice"]
    assert seen == list(enumerate(keys))[: len(seen)]
    assert len(seen) in {6, 8}


@pytest.mark.parametrize("seconds", [24 * 3600, 60])
def test_t46_each_choice_at_the_end_has_a_clock_of_its_own(seconds: int) -> None:
    match = won(TeamWarConfig(choice_seconds=seconds))
    for key in ("spare-token", "elimination-choice"):
        phase, open_phase = match.rules.phase(match.table), match.phase
        assert phase is not None
        assert open_phase is not None
        assert (phase.key, phase.seconds) == (key, seconds)
        match = later(match)


def test_t46_a_choice_closes_at_once_when_everybody_has_answered() -> None:
    match = chosen(won(), dict.fromkeys(X[:3], Y1))
    assert not closes_now(match)
    match = chosen(match, {X[3]: Y2})
    assert closes_now(match)
    assert match.phase is not None
    match = close(match, match.phase.number, match.phase.opened_at, by="everybody").match
    assert closes_now(chosen(match, {Y1: Y2}))


def test_t47_a_match_in_which_nobody_does_anything_ends() -> None:
    match = start(created(players=roster(garnets=0)), MONDAY)
    draws: list[Draw] = list(match.draws)
    while match.phase:
        closing = close(match, match.phase.number, match.phase.deadline, by="deadline")
        draws += closing.record.draws
        match = closing.match
    cards = [draw.label for draw in draws if "|card|" in draw.label]
    assert cards == [f"match-1|cards-{n}|card|s{seat}" for n in (1, 2, 3) for seat in range(1, 9)]
    assert match.state.hands == ((),) * 8
    assert [len(played) for played in match.state.played] == [3] * 8
    assert public_view(match).result.candidates


def test_the_rules_that_players_read_tell_every_ruling() -> None:
    told = " ".join(PARAGRAPHS)
    assert [n for n in range(1, 48) if f"(T{n})" not in told and f"T{n}," not in told and f"T{n})" not in told] == []


def test_the_rules_name_the_configurations_own_defaults() -> None:
    config, told = TeamWarConfig(), " ".join(PARAGRAPHS)
    assert f"{config.first_orders_seconds // 3600} hours in round 1" in told
    assert f"Card Selection ({config.cards_seconds // 3600} hours)" in told
    for tier in (config.first_packs.low, config.first_packs.middle, config.first_packs.high):
        assert f"from {tier.lowest} to {tier.highest}" in told
