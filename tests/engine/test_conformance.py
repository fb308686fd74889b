"""Every game against everything that a game must keep to. A new game is one more line here."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import REGISTRY
from tests.engine.conformance import CHECKS

GAMES = [
    pytest.param("toy", id="toy"),
    pytest.param("polar-rps-party", id="polar"),
]

each_game = pytest.mark.parametrize("key", GAMES)


@pytest.fixture(autouse=True, scope="module")
def _toy_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(REGISTRY, "toy", "tests.engine.toy_game")
        yield


@each_game
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=12)
def test_every_game_keeps_to(key: str, check: Callable[[str, Random], None], seed: int) -> None:
    check(key, Random(seed))
