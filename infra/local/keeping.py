"""What the local stack keeps, in one SQLite file: nothing that was answered is lost, not even by kill -9."""

from __future__ import annotations

import base64
import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_FORMAT = 1
_TABLES = """
    CREATE TABLE IF NOT EXISTS items (of_table TEXT, key TEXT, item TEXT NOT NULL, PRIMARY KEY (of_table, key));
    CREATE TABLE IF NOT EXISTS schedules
        (of_group TEXT, name TEXT, properties TEXT NOT NULL, PRIMARY KEY (of_group, name));
    CREATE TABLE IF NOT EXISTS waiting (id TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""

Schedules = Mapping[tuple[str, str], Mapping[str, Any]]
"""Schedules as EventBridge Scheduler shows them, by group and name."""


class DataFileError(RuntimeError):
    """The data file cannot be used; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was in the file when it was opened."""

    items: Sequence[tuple[str, dict[str, Any]]]
    """Table and item, in DynamoDB's own types."""
    schedules: Sequence[dict[str, Any]]
    waiting: Sequence[dict[str, Any]]
    """Stream records that were not delivered yet, oldest first."""


class DataFile:
    """One data file, held by one process for as long as it is open. A context manager.

    Every `save` is one transaction that is on the disk when the call returns.
    """

    def __init__(self, path: Path) -> None:
        """Opens or makes the file and locks it.

        Raises:
            DataFileError: another process holds it, or it is no data file of this program.
        """
        self._schedules: dict[tuple[str, str], str] = {}
        self._waiting: set[str] = set()
        self._one_at_a_time = threading.Lock()
        self._open = _held(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._open.close()

    def load(self) -> Kept:
        """Everything in the file."""
        items = self._open.execute("SELECT of_table, item FROM items").fetchall()
        schedules = self._open.execute("SELECT of_group, name, properties FROM schedules").fetchall()
        waiting = self._open.execute("SELECT id, record FROM waiting ORDER BY rowid").fetchall()
        self._schedules = {(group, name): properties for group, name, properties in schedules}
        self._waiting = {identifier for identifier, _ in waiting}
        return Kept(
            items=[(table, _with_bytes(json.loads(item))) for table, item in items],
            schedules=[json.loads(properties) for _, _, properties in schedules],
            waiting=[json.loads(record) for _, record in waiting],
        )

    def save(self, changes: Iterable[dict[str, Any]], schedules: Schedules, waiting: Sequence[dict[str, Any]]) -> None:
        """Writes what has changed since the last call, all or nothing, and returns when it is on the disk.

        Args:
            changes: stream records of every change to a table.
            schedules: all schedules there are now.
            waiting: the stream records that still wait to be delivered.
        """
        now = {key: json.dumps(properties, sort_keys=True) for key, properties in schedules.items()}
        ids = {record["eventID"] for record in waiting}
        gone = [key for key in self._schedules if key not in now]
        new = [(*key, properties) for key, properties in now.items() if self._schedules.get(key) != properties]
        changes = list(changes)
        if not (changes or gone or new or ids != self._waiting):
            return
        arrived = [
            (record["eventID"], json.dumps(record)) for record in waiting if record["eventID"] not in self._waiting
        ]
        with self._transaction():
            for record in changes:
                self._save_item(record)
            self._open.executemany("DELETE FROM schedules WHERE of_group = ? AND name = ?", gone)
            self._open.executemany("INSERT OR REPLACE INTO schedules VALUES (?, ?, ?)", new)
            self._open.executemany("DELETE FROM waiting WHERE id = ?", [(one,) for one in self._waiting - ids])
            self._open.executemany("INSERT INTO waiting VALUES (?, ?)", arrived)
        self._schedules, self._waiting = now, ids

    def note(self, name: str) -> Any:
        """What was noted under this name; None for nothing."""
        with self._one_at_a_time:
            found = self._open.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
        return json.loads(found[0]) if found else None

    def set_note(self, name: str, value: Any) -> None:
        """Notes a JSON value under this name."""
        with self._transaction():
            self._open.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, json.dumps(value)))

    def _save_item(self, record: dict[str, Any]) -> None:
        change = record["dynamodb"]
        table = record["eventSourceARN"].split(":table/")[1].split("/")[0]
        key = json.dumps(change["Keys"], sort_keys=True)
        if "NewImage" in change:
            item = json.dumps(change["NewImage"])
            self._open.execute("INSERT OR REPLACE INTO items VALUES (?, ?, ?)", (table, key, item))
        else:
            self._open.execute("DELETE FROM items WHERE of_table = ? AND key = ?", (table, key))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Everything inside is written, or nothing is: sqlite3's own context manager commits and rolls back."""
        with self._one_at_a_time, self._open:
            self._open.execute("BEGIN IMMEDIATE")
            yield


def _held(path: Path) -> sqlite3.Connection:
    """A connection to the file that nobody else can open meanwhile, and with all tables."""
    try:
        with contextlib.ExitStack() as opening:
            connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
            opening.callback(connection.close)
            _prepare(connection, path)
            opening.pop_all()
    except sqlite3.DatabaseError as error:
        held = isinstance(error, sqlite3.OperationalError) and "locked" in str(error)
        raise DataFileError(
            f"{path} is in use by another Main Match. Stop that one first, or give --data another file."
            if held
            else f"{path} cannot be used as a data file ({error}). Give --data another file."
        ) from error
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN EXCLUSIVE")
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found == 0 and connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise DataFileError(f"{path} is the database of another program. Give --data another file.")
    if found not in {0, _FORMAT}:
        raise DataFileError(f"{path} was written by another version of Main Match. Give --data another file.")
    for statement in filter(str.strip, _TABLES.split(";")):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {_FORMAT}")
    connection.execute("COMMIT")


def _with_bytes(attributes: dict[str, Any]) -> dict[str, Any]:
    """The attributes with binary values out of base64, as a DynamoDB client takes them."""
    return {name: _value(typed) for name, typed in attributes.items()}


def _value(typed: dict[str, Any]) -> dict[str, Any]:
    ((kind, value),) = typed.items()
    match kind:
        case "B":
            return {kind: base64.b64decode(value)}
        case "BS":
            return {kind: [base64.b64decode(one) for one in value]}
        case "M":
            return {kind: _with_bytes(value)}
        case "L":
            return {kind: [_value(one) for one in value]}
        case _:
            return typed
