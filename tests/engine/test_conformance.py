"""Every game against everything that a game must keep to. A new game is one more line here."""

import os
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.closing import ClosedBy
from engine.game import REGISTRY, game
from engine.inputs import enter
from engine.views import seat_view
from tests.engine.conformance import CHECKS
from tests.engine.forms import adapter, fillings, read
from tests.engine.play import asked_for, begun, did, phase_of, played, some_open_match
from tests.engine.replay import records_of

GAMES = [
    pytest.param("toy", id="toy"),
    pytest.param("polar-rps-party", id="polar"),
    pytest.param("team-war", id="team-war"),
]

each_game = pytest.mark.parametrize("key", GAMES)
some_seeds = st.integers(0, 2**32 - 1)


@each_game
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@given(seed=some_seeds)
@settings(max_examples=10)
def test_every_game_keeps_to(key: str, check: Callable[[str, Random], None], seed: int) -> None:
    check(key, Random(seed))


@each_game
@given(seed=some_seeds, data=st.data())
@settings(max_examples=25)
def test_every_filling_of_a_form_is_accepted_whole(key: str, seed: int, data: st.DataObject) -> None:
    match = some_open_match(key, Random(seed))
    seat, phase = data.draw(st.sampled_from(asked_for(match).awaits)), phase_of(match)
    can = seat_view(match, seat).can
    assert can.entry is not None
    entry = read(asked_for(match).entry, data.draw(fillings(can.entry)))
    assert enter(match, seat, phase.number, entry, phase.opened_at).receipt.ignored == ()
    for form in can.acts:
        did(match, seat, form, read(match.rules.acts[form.action], data.draw(fillings(form))), phase.opened_at)


@each_game
def test_every_game_says_what_it_is(key: str) -> None:
    rules = game(key)
    assert rules.key == key
    assert all(text.strip() for text in (rules.title, rules.summary, *rules.rules))
    assert len(rules.seats) > 0
    config = rules.config()
    assert adapter(rules.config).validate_json(adapter(rules.config).dump_json(config)) == config
    shapes = [*rules.entries, *rules.acts.values(), rules.config, rules.state]
    shapes += [shape for name in ("public", "holdings", "outcome", "reveal", "result") for shape in rules.shapes[name]]
    for shape in shapes:
        assert adapter(shape).json_schema(), "a shape that no schema describes cannot be documented"


@each_game
def test_a_record_does_not_depend_on_the_process_that_made_it(key: str) -> None:
    """A set's order differs between processes, a rule's outcome must not."""
    here = records_of(key, 7)
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-m", "tests.engine.replay", key, REGISTRY[key], "7"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == here


def test_random_play_reaches_what_it_is_meant_to_test() -> None:
    chance = Random(1)
    steps = [step for _ in range(40) for step in played(begun("toy", chance), chance)]
    assert any(step.match.acts for step in steps)
    assert any(step.match.superseded for step in steps)
    assert any(step.match.phase and step.match.phase.key == "toast" for step in steps)
    assert {step.record.closed_by for step in steps if step.record} == set(get_args(ClosedBy))
