"""A function runs as it would in Lambda: its own environment, its own keys, a context, nothing left behind."""

import os
from typing import Any

import pytest

from functions.shared import chance, clock
from infra.local.clock import Clock
from infra.local.cloud import START, Cloud
from tests.local import stand_in
from tests.local.conftest import STAND_IN
from tests.local.stand_in import Script


def test_the_environment_is_the_template_s_during_the_call_only(
    cloud: Cloud, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_PROFILE", "somebody")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "https://elsewhere.test")
    script.work = lambda *_: dict(os.environ)
    before = dict(os.environ)
    during = cloud.invoke("WorkFunction", {})
    assert during["TABLE_NAME"] == "main-match-Table"
    assert during["AWS_LAMBDA_FUNCTION_NAME"] == "main-match-work"
    assert during["AWS_ACCESS_KEY_ID"].startswith("ASIA")
    assert not {"AWS_PROFILE", "AWS_ENDPOINT_URL"} & set(during)
    assert dict(os.environ) == before


def test_the_context_tells_name_memory_and_time_left(cloud: Cloud, script: Script) -> None:
    def work(_event: Any, context: Any) -> Any:
        before = context.get_remaining_time_in_millis()
        cloud.clock.advance(1)
        after = context.get_remaining_time_in_millis()
        cloud.clock.advance(60)
        return [
            context.function_name,
            context.memory_limit_in_mb,
            before,
            after,
            context.get_remaining_time_in_millis(),
        ]

    script.work = work
    assert cloud.invoke("WorkFunction", {}) == ["main-match-work", 128, 3000, 2000, 0]


def test_time_and_chance_are_passed_in(script: Script) -> None:
    script.work = lambda *_: [clock.now().isoformat(), chance.token_bytes(2).hex()]
    with Cloud(template=STAND_IN, clock=Clock(START), token_bytes=lambda count: b"\x07" * count) as cloud:
        assert cloud.invoke("WorkFunction", {}) == ["2026-10-24T18:00:00+00:00", "0707"]
        cloud.clock.set(START.replace(year=2027))
        assert cloud.invoke("WorkFunction", {})[0].startswith("2027-10-24")


def test_an_event_and_an_answer_are_json(cloud: Cloud, script: Script) -> None:
    script.work = lambda event, _context: event
    event = {"a": [1, None, "é"]}
    answered = cloud.invoke("WorkFunction", event)
    assert answered == event
    assert answered is not event
    with pytest.raises(TypeError):
        cloud.invoke("WorkFunction", {"not": {"a", "json", "value"}})


def test_what_a_handler_raises_comes_out_of_a_direct_invocation(cloud: Cloud, script: Script) -> None:
    def work(_event: Any, _context: Any) -> None:
        raise LookupError("a fault")

    script.work = work
    with pytest.raises(LookupError, match="a fault"):
        cloud.invoke("WorkFunction", {})
    with pytest.raises(KeyError):
        cloud.invoke("NoFunction", {})


def test_every_cloud_starts_its_functions_cold(script: Script) -> None:
    made: list[Any] = []
    script.work = lambda *_: made.append(stand_in.wired())
    for _ in range(2):
        with Cloud(template=STAND_IN) as cloud:
            cloud.invoke("WorkFunction", {})
            cloud.invoke("WorkFunction", {})
    assert made[0] is made[1]
    assert made[1] is not made[2]
    assert stand_in.wired.cache_info().currsize == 0, "clients of a stack that is gone must not be left behind"


def test_only_one_cloud_runs_at_a_time(cloud: Cloud) -> None:
    with pytest.raises(RuntimeError, match="Another Cloud"), Cloud(template=STAND_IN):
        pass
    assert cloud.request("GET", "/things/a").status == 204


def test_a_cloud_that_does_not_run_calls_nobody(script: Script) -> None:
    with Cloud(template=STAND_IN) as cloud:
        pass
    script.api = lambda *_: pytest.fail("its client would reach for the real AWS")
    assert cloud.request("GET", "/things/a").status == 503
    with pytest.raises(RuntimeError, match="not running"):
        cloud.invoke("ApiFunction", {})


def test_clouds_know_nothing_of_each_other(script: Script) -> None:
    script.api = lambda *_: stand_in.put("a")
    with Cloud(template=STAND_IN) as cloud:
        cloud.request("GET", "/things/a")
    with Cloud(template=STAND_IN) as cloud:
        assert cloud.client("dynamodb").scan(TableName="main-match-Table")["Count"] == 0


def test_a_host_key_is_made_up_as_the_template_says_unless_one_is_given() -> None:
    made = Cloud(template=STAND_IN).host_key
    assert (len(made), made.isalnum()) == (20, True)
    assert Cloud(template=STAND_IN).host_key != made
    with Cloud(template=STAND_IN, host_key="given") as cloud:
        secret = cloud.client("secretsmanager").get_secret_value(SecretId="main-match-Secret")
        assert secret["SecretString"] == cloud.host_key == "given"
