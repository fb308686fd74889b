"""The local stack, standing still at one moment, with the same chance every time."""

import random
from collections.abc import Iterator

import pytest

from infra.local.clock import Clock
from infra.local.cloud import Cloud
from tests.functions.story import HOST_KEY, START, Hosted, good

_chance = random.Random()


@pytest.fixture(scope="module")
def shared_cloud() -> Iterator[Cloud]:
    """One stack for a whole module, for tests that change nothing of each other's."""
    _chance.seed(1)
    with Cloud(host_key=HOST_KEY, clock=Clock(START), token_bytes=_chance.randbytes) as running:
        yield running


@pytest.fixture
def cloud(shared_cloud: Cloud) -> Cloud:
    """The stack as if it were new, for a test that moves time, breaks something or counts.

    It takes everything out of the stack that was in it: a module has either this or matches that its tests share.
    """
    (table,) = shared_cloud.stack.tables
    client = shared_cloud.client("dynamodb")
    for item in client.scan(TableName=table.name, ConsistentRead=True)["Items"]:
        client.delete_item(TableName=table.name, Key={"pk": item["pk"], "sk": item["sk"]})
    shared_cloud.clock.set(START)
    schedules = shared_cloud.schedules
    for (_, name), schedule in schedules.all().items():
        schedules.lose(name)
        if schedule["ScheduleExpression"].startswith("rate"):
            schedules.restore(schedule)
    shared_cloud.streams.collect()
    shared_cloud.streams.restore([])
    shared_cloud.messages("FailedInvocations")
    _chance.seed(1)
    return shared_cloud


@pytest.fixture
def hosted(cloud: Cloud) -> Hosted:
    """A match of six seats with 5 garnets each, three rounds, nobody in yet."""
    return Hosted.create(cloud)


@pytest.fixture
def started(hosted: Hosted) -> Hosted:
    """The same in its pregame, phase 0."""
    good(hosted.start())
    return hosted
