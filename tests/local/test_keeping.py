"""One file holds everything: items, schedules, changes that wait, the host key. One process holds the file."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from infra.local.clock import Clock
from infra.local.cloud import START, Cloud
from infra.local.keeping import DataFile, DataFileError
from tests.local.conftest import STAND_IN
from tests.local.stand_in import Script, put, schedule, wired

NAME = "m-1-1792865400"
DEEP: dict[str, Any] = {
    "b": {"B": b"\x00\xff"},
    "bs": {"BS": [b"\x01"]},
    "m": {"M": {"b": {"B": b"\x02"}, "n": {"N": "12.5"}}},
    "l": {"L": [{"S": "é"}, {"B": b"\x03"}, {"NULL": True}]},
    "flag": {"BOOL": False},
}


@contextmanager
def running(path: Path, clock: Clock | None = None, **options: Any) -> Iterator[Cloud]:
    with DataFile(path) as data, Cloud(template=STAND_IN, clock=clock, data=data, **options) as cloud:
        yield cloud


def items(cloud: Cloud) -> Any:
    return cloud.client("dynamodb").scan(TableName="main-match-Table")["Items"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.sqlite"


def test_items_come_back_with_all_their_types(path: Path, script: Script) -> None:
    script.api = lambda *_: put("a", **DEEP)
    with running(path) as cloud:
        cloud.request("GET", "/things/a")
        before = items(cloud)
    with running(path) as cloud:
        assert items(cloud) == before == [{"pk": {"S": "a"}, **DEEP}]


def test_the_latest_change_counts_and_what_was_deleted_stays_away(path: Path, script: Script) -> None:
    def api(_event: Any, _context: Any) -> None:
        put("a", n={"N": "1"})
        put("b")
        put("a", n={"N": "2"})
        wired()[0].delete_item(TableName="main-match-Table", Key={"pk": {"S": "b"}})

    script.api = api
    with running(path) as cloud:
        cloud.request("GET", "/things/a")
    with running(path) as cloud:
        assert items(cloud) == [{"pk": {"S": "a"}, "n": {"N": "2"}}]


def test_a_schedule_comes_back_and_fires_at_once_if_it_fell_due_meanwhile(path: Path, script: Script) -> None:
    script.api = lambda *_: schedule()
    clock = Clock(START)
    with running(path, clock) as cloud:
        cloud.request("GET", "/things/a")
    with running(path, clock) as cloud:
        cloud.run_due()
        assert script.events == []
        assert cloud.schedules.pending() == [NAME]
    clock.advance(3600)
    with running(path, clock) as cloud:
        cloud.run_due()
        assert script.events == [{"due": 1}]
    with running(path, clock) as cloud:
        assert cloud.schedules.pending() == []


def test_a_change_that_was_not_delivered_is_delivered_after_the_restart_and_once(path: Path, script: Script) -> None:
    script.api = lambda *_: put("a", wanted={"BOOL": True})
    with running(path) as cloud:
        cloud.request("GET", "/things/a")
    for _ in range(2):
        with running(path) as cloud:
            cloud.run_due()
    assert [len(event["Records"]) for event in script.events] == [1]


def test_putting_items_back_is_no_change(path: Path, script: Script) -> None:
    script.api = lambda *_: put("a", wanted={"BOOL": True})
    with running(path) as cloud:
        cloud.request("GET", "/things/a")
        cloud.run_due()
    script.events.clear()
    with running(path) as cloud:
        cloud.run_due()
    assert script.events == []


def test_the_host_key_stays_until_another_is_given(path: Path) -> None:
    with running(path) as cloud:
        made = cloud.host_key
    for given, expected in ((None, made), ("other", "other"), (None, "other")):
        with running(path, host_key=given) as cloud:
            assert cloud.host_key == expected


def test_everything_is_on_the_disk_before_the_answer_goes_out(path: Path, script: Script) -> None:
    def api(_event: Any, _context: Any) -> None:
        put("a", wanted={"BOOL": True})
        schedule()

    script.api = api
    with running(path) as cloud:
        cloud.request("GET", "/things/a")
        # What another program would find if this one were killed now.
        copy = path.with_name("copy.sqlite")
        for suffix in ("", "-wal"):
            copy.with_name(copy.name + suffix).write_bytes(path.with_name(path.name + suffix).read_bytes())
    with DataFile(copy) as data:
        kept = data.load()
    assert kept.items == [("main-match-Table", {"pk": {"S": "a"}, "wanted": {"BOOL": True}})]
    assert NAME in [one["Name"] for one in kept.schedules]
    assert len(kept.waiting) == 1


def test_a_failed_save_changes_nothing(path: Path) -> None:
    good = {
        "eventID": "1",
        "eventSourceARN": "arn:aws:dynamodb:us-east-1:1:table/t/stream/local",
        "dynamodb": {"Keys": {"pk": {"S": "a"}}, "NewImage": {"pk": {"S": "a"}}},
    }
    with DataFile(path) as data:
        with pytest.raises(KeyError):
            data.save([good, {}], {}, [])
        assert data.load().items == []
        data.save([good], {}, [])
        assert data.load().items == [("t", {"pk": {"S": "a"}})]


def test_notes_are_kept(path: Path) -> None:
    with DataFile(path) as data:
        assert data.note("n") is None
        data.set_note("n", 1)
        data.set_note("n", {"a": [2]})
    with DataFile(path) as data:
        assert data.note("n") == {"a": [2]}


def test_only_one_process_may_hold_the_file(path: Path) -> None:
    with DataFile(path), pytest.raises(DataFileError, match=r"in use by another Main Match.*--data"):
        DataFile(path)
    with DataFile(path) as data:
        assert data.load().items == []


def test_a_file_that_is_something_else_is_left_alone(path: Path) -> None:
    path.write_text("a shopping list, much longer than a header of a database\n" * 40)
    with pytest.raises(DataFileError, match="cannot be used as a data file"):
        DataFile(path)
    assert path.read_text().startswith("a shopping list")


def test_a_file_of_another_version_is_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(DataFileError, match="another version"):
        DataFile(path)


def test_a_folder_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match="cannot be used as a data file"):
        DataFile(tmp_path / "nowhere" / "data.sqlite")


def test_notes_are_taken_while_changes_are_saved(tmp_path: Path) -> None:
    """The example is noted by one thread while the server saves in another."""
    with DataFile(tmp_path / "data.sqlite") as data:

        def note(name: str) -> None:
            for number in range(200):
                data.set_note(name, number)

        saving = threading.Thread(target=note, args=("one",))
        saving.start()
        note("two")
        saving.join()
        assert (data.note("one"), data.note("two")) == (199, 199)
