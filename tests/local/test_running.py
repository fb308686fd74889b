"""The program itself: killed hard, started again, started twice, on a port that is taken, seen from outside."""

import json
import queue
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from infra.local.clock import Clock
from infra.local.cloud import START, Cloud
from infra.local.gateway import MAX_BODY
from infra.local.keeping import DataFile
from infra.local.server import LOOPBACK, PortBusyError, Server
from infra.local.web import ApiError, Web
from tests.local.stand_in import Script, put, schedule

PATIENCE = 60
SEATS = [{"name": f"Player {number}"} for number in range(1, 6)]


class Program:
    """`python -m infra.local` in a process of its own, with its output read line by line."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "infra.local", "--port", "0", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1, cwd=Path(__file__).parents[2]
        )

    def line_with(self, pattern: str) -> re.Match[str]:
        """The next line of the output that has this in it."""
        assert self.process.stdout is not None
        while select.select([self.process.stdout], [], [], PATIENCE)[0]:
            line = self.process.stdout.readline()
            found = re.search(pattern, line)
            if found is not None:
                return found
            assert line, f"it ended: {self.process.stderr.read() if self.process.stderr else ''}"
        raise AssertionError(f"it never said {pattern}")

    def web(self) -> Web:
        return Web(LOOPBACK, int(self.line_with(r"http://127\.0\.0\.1:(\d+)")[1]))


@contextmanager
def program(*arguments: str) -> Iterator[Program]:
    running = Program(*arguments)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate()


@contextmanager
def serving(cloud: Cloud) -> Iterator[Web]:
    with Server(cloud, 0) as server:
        yield Web(LOOPBACK, server.port)


def created(web: Web) -> Mapping[str, Any]:
    body = {"game": "polar-rps-party", "seats": SEATS}
    answer: Mapping[str, Any] = web.call("POST", "/matches", key="host key", body=body)
    return answer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.sqlite"


def test_what_was_answered_survives_kill_9(path: Path) -> None:
    with program("--no-example", "--data", str(path), "--host-key", "host key") as first:
        web = first.web()
        match = created(web)
        here = f"/matches/{match['match']}"
        web.call("POST", f"{here}/host/start", key=match["host_key"], body={})
        seat = match["seats"][0]
        receipt = web.call("PUT", f"{here}/seat/entry", key=seat["key"], body={"phase": 0, "room": "rock"})
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(PATIENCE)
    with program("--no-example", "--data", str(path)) as second:
        web = second.web()
        view = web.call("GET", f"{here}/seat", key=seat["key"])
        assert (view["status"], view["revision"]) == ("open", receipt["revision"])
        assert view["entry"] == receipt["entry"]
        assert view["accepted_at"] == receipt["accepted_at"]
        # The host key is kept too, and the phase's schedule with its name.
        assert created(web)["match"] != match["match"]
        second.process.send_signal(signal.SIGINT)
        second.line_with("Everything is kept; start again")
        assert second.process.wait(PATIENCE) == 0
    with DataFile(path) as data:
        names = [one["Name"] for one in data.load().schedules]
        assert [name for name in names if name.startswith(f"{match['match']}-0-")]


def test_the_example_comes_up_with_links_and_bots_that_have_entered(path: Path) -> None:
    with program("--data", str(path)) as running:
        web = running.web()
        match = running.line_with(r"An example of Polar RPS Party, (\w+): bots play, and s10 is yours")[1]
        host_key = running.line_with(rf"Host: .*/docs#match={match}&key=(\S+)")[1]
        key = running.line_with(rf"s10: .*/docs#match={match}&key=(\S+)")[1]
        command = running.line_with(r"curl -s -X PUT (\S+) -H 'Authorization: Bearer (\S+)'")
        assert command[2] == key
        assert command[1] == f"{web.url}/matches/{match}/seat/entry"
        body = json.loads(running.line_with(r"-d '(.*)'")[1])
        running.line_with("The bots have entered")
        assert web.call("PUT", f"/matches/{match}/seat/entry", key=key, body=body)["ignored"] == []
        attendance = web.call("GET", f"/matches/{match}/host", key=host_key)["attendance"]
        assert {seat["seat"] for seat in attendance if seat["entered"]} == {f"s{number}" for number in range(1, 11)}


def test_c3_a_start_closes_at_once_what_fell_due_meanwhile(path: Path) -> None:
    clock = Clock(START)
    with DataFile(path) as data, Cloud(clock=clock, data=data, host_key="host key") as cloud, serving(cloud) as web:
        match = created(web)
        web.call("POST", f"/matches/{match['match']}/host/start", key=match["host_key"], body={})
    clock.advance(60 * 60 * 48 + 20)
    closes: queue.SimpleQueue[str] = queue.SimpleQueue()
    with DataFile(path) as data, Cloud(clock=clock, data=data) as cloud:
        cloud.watch(lambda record: closes.put(record["dynamodb"]["Keys"]["sk"]["S"]))
        with serving(cloud) as web:
            assert {closes.get(timeout=PATIENCE) for _ in range(2)} == {"HEAD", "PHASE#0000#V1"}
            view = web.call("GET", f"/matches/{match['match']}")
    assert view["phase"]["key"] == "round-1"
    assert view["phase"]["deadline"].startswith("2026-10-27T18:00:00")


def test_a_write_wakes_whoever_waits_for_a_change(
    cloud: Cloud, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infra.local.server._LONGEST_WAIT", 10 * PATIENCE)
    script.api = lambda *_: put("a", wanted={"BOOL": True})
    delivered: queue.SimpleQueue[Any] = queue.SimpleQueue()
    script.work = lambda event, _context: delivered.put(event)
    with serving(cloud) as web:
        web.call("POST", "/things/a/parts/b", body={})
        assert len(delivered.get(timeout=PATIENCE)["Records"]) == 1


def test_a_schedule_is_fired_by_the_ticker(cloud: Cloud, script: Script) -> None:
    script.api = lambda *_: schedule()
    delivered: queue.SimpleQueue[Any] = queue.SimpleQueue()
    script.work = lambda event, _context: delivered.put(event)
    with serving(cloud) as web:
        web.call("POST", "/things/a/parts/b", body={})
        cloud.clock.advance(600)
        assert delivered.get(timeout=PATIENCE) in ({"due": 1}, {"tick": True})


def test_nobody_but_this_machine_can_reach_it(cloud: Cloud) -> None:
    with Server(cloud, 0) as server:
        bound = [line.split()[1] for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
        assert next(address for address in bound if address.endswith(f":{server.port:04X}")).startswith("0100007F")


def test_a_taken_port_is_said_in_a_sentence(cloud: Cloud) -> None:
    with socket.create_server((LOOPBACK, 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortBusyError, match=rf"Port {port} of this machine is taken.*--port"):
            Server(cloud, port)


def test_requests_and_answers_pass_unharmed_through_http(cloud: Cloud, script: Script) -> None:
    script.api = lambda event, _context: {
        "statusCode": 200,
        "headers": {"Content-Type": "application/json", "ETag": '"1"'},
        "cookies": ["a=1", "b=2"],
        "body": json.dumps(event),
    }
    with serving(cloud) as web:
        event = web.call("POST", "/things/a%2Fb/parts/c?q=%C3%A9", key="K", body={"x": "é"})
        assert event["rawPath"] == "/things/a%2Fb/parts/c"
        assert event["rawQueryString"] == "q=%C3%A9"
        assert event["pathParameters"] == {"thing": "a/b", "part": "c"}
        assert json.loads(event["body"]) == {"x": "é"}
        assert event["headers"]["authorization"] == "Bearer K"
        assert event["headers"]["host"] == f"{LOOPBACK}:{web.port}"
        assert event["headers"]["x-forwarded-proto"] == "http"
        assert event["requestContext"]["http"]["sourceIp"] == LOOPBACK
        assert raw(web, "GET /things/a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").count("\r\nset-cookie: ") == 2


def test_an_answer_without_a_body_has_none(cloud: Cloud, script: Script) -> None:
    script.api = lambda *_: {"statusCode": 304, "headers": {"ETag": '"1"'}, "body": "nothing"}
    with serving(cloud) as web:
        head, _, body = raw(web, "GET /things/a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 304 Not Modified")
    assert "content-length" not in head.lower()
    assert body == ""


def test_a_head_request_is_answered_without_a_body(cloud: Cloud) -> None:
    with serving(cloud) as web:
        answer = raw(web, "HEAD /things/a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    assert answer.startswith("HTTP/1.1 404 Not Found")
    assert answer.endswith("\r\n\r\n")


def test_a_ticker_that_failed_tries_again(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: queue.SimpleQueue[None] = queue.SimpleQueue()

    def run_due() -> None:
        tried.put(None)
        raise LookupError("a fault")

    monkeypatch.setattr(cloud, "run_due", run_due)
    monkeypatch.setattr("infra.local.server._LONGEST_WAIT", 0.01)
    with serving(cloud):
        for _ in range(2):
            tried.get(timeout=PATIENCE)
    assert "Firing what is due failed: a fault" in caplog.text


def test_a_body_that_is_too_large_is_refused_over_http_too(cloud: Cloud, script: Script) -> None:
    script.api = lambda *_: {"statusCode": 200}
    with serving(cloud) as web, pytest.raises(ApiError) as refused:
        web.call("POST", "/things/a/parts/b", body="x" * MAX_BODY)
    assert refused.value.status == 413


def raw(web: Web, request: str) -> str:
    """What comes back over the wire."""
    with socket.create_connection((web.host, web.port), timeout=PATIENCE) as connection:
        connection.sendall(request.encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()
