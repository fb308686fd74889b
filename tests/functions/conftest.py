"""The local stack, standing still at one moment, with the same chance every time."""

import random
from collections.abc import Iterator

import pytest

from infra.local.clock import Clock
from infra.local.cloud import Cloud
from tests.functions.story import HOST_KEY, START, Hosted


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    """A stack of its own, for a test that moves time, breaks something or counts."""
    with Cloud(host_key=HOST_KEY, clock=Clock(START), token_bytes=random.Random(1).randbytes) as running:
        yield running


@pytest.fixture
def hosted(cloud: Cloud) -> Hosted:
    """A match of six seats with 5 garnets each, three rounds, nobody in yet."""
    return Hosted.create(cloud)


@pytest.fixture
def started(hosted: Hosted) -> Hosted:
    """The same in its pregame, phase 0."""
    assert hosted.start().status == 200
    return hosted


@pytest.fixture(scope="module")
def shared_cloud() -> Iterator[Cloud]:
    """One stack for a whole module, for tests that change nothing of each other's."""
    with Cloud(host_key=HOST_KEY, clock=Clock(START), token_bytes=random.Random(1).randbytes) as running:
        yield running
