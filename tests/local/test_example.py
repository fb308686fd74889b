"""The example match: kept over restarts, replaced when it is over, played by bots whatever the phase."""

import io
import queue
import random
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from infra.local.__main__ import main
from infra.local.bots import Bot, Bots
from infra.local.clock import Clock, SystemClock
from infra.local.cloud import START, Cloud
from infra.local.example import EXAMPLES, begin, example
from infra.local.keeping import DataFile
from infra.local.server import LOOPBACK, Server
from infra.local.terminal import Terminal
from infra.local.web import Web

PATIENCE = 60


def free_seat(created: Mapping[str, Any]) -> Mapping[str, Any]:
    """The last seat, the one that no bot sits on."""
    last: Mapping[str, Any] = created["seats"][-1]
    return last


@dataclass(frozen=True, slots=True)
class Stage:
    """A local host with its clock in the test's hand."""

    clock: Clock
    data: DataFile
    cloud: Cloud
    web: Web

    def example(self, game: str = "polar-rps-party") -> Mapping[str, Any]:
        return example(self.web, self.data, self.cloud.host_key, game)

    def bots(self, created: Mapping[str, Any]) -> list[Bot]:
        seats = [seat for seat in created["seats"] if seat != free_seat(created)]
        return [Bot(self.web, created["match"], seat["key"], random.Random(seat["seat"])) for seat in seats]

    def host(self, created: Mapping[str, Any]) -> Any:
        return self.web.call("GET", f"/matches/{created['match']}/host", key=created["host_key"])

    def close(self, created: Mapping[str, Any], phase: int) -> Any:
        body = {"phase": phase, "force": True, "reason": "a test"}
        return self.web.call("POST", f"/matches/{created['match']}/host/close", key=created["host_key"], body=body)


@contextmanager
def staged(path: Path) -> Iterator[Stage]:
    clock = Clock(START)
    with DataFile(path) as data, Cloud(clock=clock, data=data) as cloud, Server(cloud, 0) as server:
        yield Stage(clock, data, cloud, Web(LOOPBACK, server.port))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.sqlite"


FIRST_TWO = {
    "polar-rps-party": ("Pregame", "Round 1"),
    "team-war": ("Order Selection, round 1", "Card Selection, round 1"),
}


@pytest.mark.parametrize("game", EXAMPLES)
def test_bots_enter_in_every_phase_and_leave_the_free_seat_alone(path: Path, game: str) -> None:
    with staged(path) as stage, ExitStack() as leaving:
        created = stage.example(game)
        begin(stage.web, created, stage.bots(created))
        told: queue.SimpleQueue[str] = queue.SimpleQueue()
        bots = Bots(stage.bots(created), told.put)
        bots.start()
        leaving.callback(bots.stop)
        for number, title in enumerate(FIRST_TWO[game]):
            assert told.get(timeout=PATIENCE) == f"The bots have entered what they want for {title}."
            host = stage.host(created)
            assert host["phase"]["number"] == number
            assert [seat["seat"] for seat in host["attendance"] if not seat["entered"]] == [free_seat(created)["seat"]]
            stage.close(created, number)


def test_the_example_is_the_same_one_after_a_restart(path: Path) -> None:
    with staged(path) as stage:
        created = stage.example()
        begin(stage.web, created, stage.bots(created))
        *bots, free = stage.host(created)["attendance"]
        assert all(seat["joined"] for seat in bots)
        assert not free["joined"]
    with staged(path) as stage:
        again = stage.example()
        assert again == created
        begin(stage.web, again, stage.bots(again))
        assert stage.host(again)["status"] == "open"


def test_an_example_that_is_over_is_followed_by_another(path: Path) -> None:
    with staged(path) as stage:
        created = stage.example()
        begin(stage.web, created, [])
        while (view := stage.host(created))["status"] == "open":
            stage.close(created, view["phase"]["number"])
        bots = Bots(stage.bots(created), pytest.fail)
        bots.start()
        bots.stop()
        assert stage.example()["match"] != created["match"]


def test_an_example_that_the_table_does_not_know_is_followed_by_another(path: Path) -> None:
    with staged(path) as stage:
        stage.data.set_note("example polar-rps-party", {"match": "unknown"})
        assert stage.example()["match"] != "unknown"


def test_its_lines_can_be_pasted_in_any_phase(path: Path) -> None:
    with staged(path) as stage:
        created = stage.example()
        begin(stage.web, created, [])
        stage.close(created, 0)
        seat = free_seat(created)
        bot = Bot(stage.web, created["match"], seat["key"], random.Random(1))
        view = bot.seat()
        stream = io.StringIO()
        Terminal(stream).example(stage.web.url, created, view, bot.idea(view))
        told = stream.getvalue()
        assert created["host_link"] in told
        assert seat["link"] in told
        assert "Enter something for Round 1, until 18:02:00 UTC:" in told
        assert '-d \'{"phase": 1' in told


def test_main_says_in_a_sentence_why_it_cannot_start(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with DataFile(path):
        assert main(["--data", str(path), "--no-example", "--port", "0"]) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error == f"{path} is in use by another Main Match. Stop that one first, or give --data another file.\n"


def test_the_system_s_clock_can_run_ahead() -> None:
    clock = SystemClock()
    ahead = clock.advance(3600)
    assert 3500 < (ahead - SystemClock().now()).total_seconds() <= 3600
    clock.set(START)
    assert 0 <= (clock.now() - START).total_seconds() < PATIENCE
