"""Every sample in `events/` is what its source sends, and is executed by the function that it is for."""

import json
from typing import Any

import pytest

from infra.local.stack import stack
from infra.local.streams import matches
from tests.samples import ANSWERED, EVENTS, REQUESTS, SWEEP, WAKINGS, brought_to, due, name_of, recorded, running

ROUTES = {route.key: route for route in stack().routes}


def stored(name: str) -> Any:
    return json.loads((EVENTS / f"{name}.json").read_text(encoding="utf-8"))


def test_every_entry_point_has_a_sample_and_every_sample_an_entry_point() -> None:
    """All routes; what the template's own schedules and streams send; and the schedule that each phase gets."""
    names = {file.name for file in EVENTS.glob("*.json")}
    assert names == {f"{name}.json" for name in [*map(name_of, ROUTES), *WAKINGS]}
    assert len(WAKINGS) == len(stack().schedules) + len(stack().stream_mappings) + 1
    assert REQUESTS.keys() == ROUTES.keys()


def test_the_samples_are_what_would_be_sent_now() -> None:
    """Recorded anew they are the same. A stream's record holds a head as it is stored, so there only its form is."""
    for name, event in recorded():
        if name == ANSWERED:
            assert outline(event) == outline(stored(name))
        else:
            assert event == stored(name), f"{name} is out of date: run python -m tests.samples"


def outline(value: Any) -> Any:
    """What is in it, without the values."""
    if isinstance(value, dict):
        return {name: outline(part) for name, part in value.items()}
    return [outline(part) for part in value] if isinstance(value, list) else type(value)


@pytest.mark.parametrize("key", REQUESTS)
def test_a_request_is_answered(key: str) -> None:
    sample = REQUESTS[key]
    with running() as cloud:
        brought_to(cloud, sample.moment)
        answered = cloud.invoke(ROUTES[key].function, stored(name_of(key)))
    assert answered["statusCode"] == sample.status, answered["body"]


@pytest.mark.parametrize("name", WAKINGS)
def test_a_waking_closes_what_is_due(name: str) -> None:
    with running() as cloud:
        hosted = brought_to(cloud, WAKINGS[name])
        assert hosted
        before = hosted.phase
        if name != ANSWERED:
            cloud.invoke("CloseRoundFunction", stored(name))
            assert hosted.phase == before
            due(cloud)
        cloud.invoke("CloseRoundFunction", stored(name))
        assert len(hosted.records()) == before + 1
        cloud.invoke("CloseRoundFunction", stored(name))
        assert len(hosted.records()) == before + 1


def test_the_sweepers_sample_is_what_the_template_has_it_send() -> None:
    (sweeper,) = stack().schedules
    assert json.loads(sweeper.properties["Target"]["Input"]) == stored(SWEEP)


def test_the_streams_sample_passes_the_templates_filter_and_holds_a_head() -> None:
    (mapping,) = stack().stream_mappings
    (record,) = stored(ANSWERED)["Records"]
    assert any(matches(pattern, record) for pattern in mapping.filters)
    assert isinstance(record["dynamodb"]["NewImage"]["seed"]["B"], str)


def test_the_keys_in_the_samples_open_nothing_elsewhere() -> None:
    """Nobody could take them for real ones: they are one letter or three, over and over."""
    for key in REQUESTS:
        value = (
            stored(name_of(key))["headers"].get("authorization", "Bearer not-a-real-host-key").removeprefix("Bearer ")
        )
        assert value == "not-a-real-host-key" or len(set(value[:-1])) <= 4
