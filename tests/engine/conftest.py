"""The toy game is a game like any other to the engine, while its tests run."""

from collections.abc import Iterator

import pytest

from engine.game import REGISTRY


@pytest.fixture(autouse=True, scope="package")
def _toy_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(REGISTRY, "toy", "tests.engine.toy_game")
        yield
