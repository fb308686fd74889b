"""A whole match by bots through the local stack, every handler under exactly the policy that the template gives it."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from infra.local.bots import Bot
from infra.local.cloud import Cloud
from infra.local.web import ApiError, Web

SEATS = 5


class Direct(Web):
    """The bots' way to the API without a socket in between."""

    def __init__(self, cloud: Cloud) -> None:
        super().__init__("127.0.0.1", 0)
        self.cloud = cloud

    def call(self, method: str, path: str, *, key: str | None = None, body: Any = None) -> Any:
        answer = self.cloud.request(method, path, key=key, body=body)
        if answer.status >= 400:
            raise ApiError(answer.status, answer.json)
        return answer.json


def created(cloud: Cloud) -> Mapping[str, Any]:
    seats = [{"name": f"Player {number}", "garnets": 5} for number in range(1, SEATS + 1)]
    wanted = {"game": "polar-rps-party", "seats": seats, "config": {"round_seconds": 3600, "choice_seconds": 3600}}
    answer = cloud.request("POST", "/matches", key="host key", body=wanted)
    assert answer.status < 300, answer.text
    match: Mapping[str, Any] = answer.json
    return match


def test_bots_play_a_whole_match_under_the_template_s_permissions(caplog: pytest.LogCaptureFixture) -> None:
    chance = random.Random(6)
    with Cloud(host_key="host key", token_bytes=random.Random(7).randbytes, enforce_iam=True) as cloud:
        match = created(cloud)
        web = Direct(cloud)
        bots = [Bot(web, match["match"], seat["key"], chance) for seat in match["seats"]]
        for bot in bots:
            bot.join()
        web.call("POST", f"/matches/{match['match']}/host/start", key=match["host_key"], body={})
        phases: list[str] = []
        while (view := web.call("GET", f"/matches/{match['match']}"))["status"] == "open":
            phases.append(view["phase"]["key"])
            for bot in bots:
                bot.play()
            cloud.run_due()  # a phase that closes early needs no deadline
            if web.call("GET", f"/matches/{match['match']}")["phase"] == view["phase"]:
                cloud.schedules.fire(cloud.schedules.pending()[0])
                assert web.call("GET", f"/matches/{match['match']}")["phase"] == view["phase"], "C1: too early"
                cloud.clock.advance(60 * 60 * 48 if view["phase"]["key"] == "pregame" else 60 * 60)
                cloud.run_due()
        assert view["status"] == "over"
        assert phases[:10] == ["pregame", *(f"round-{number}" for number in range(1, 10))]
        reveals = web.call("GET", f"/matches/{match['match']}/reveals")["reveals"]
        assert [reveal["key"] for reveal in reveals] == phases
        assert sum(view["result"]["tokens"].values()) in {0, 2, 3, 4}
        cloud.clock.advance(60 * 60)
        cloud.run_due()  # the schedule of a phase that closed early finds nothing to do
        assert cloud.schedules.pending() == []
        assert web.call("GET", f"/matches/{match['match']}") == view
        assert cloud.messages("ScheduleDeadLetters") == cloud.messages("FailedInvocations") == []
    assert [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}] == []
