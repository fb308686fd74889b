"""The table's stream on one machine: moto records the changes, this gives them to the functions that want them."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moto.dynamodb.models import dynamodb_backends

from infra.local.clock import Clock
from infra.local.deliveries import Deliveries
from infra.local.stack import Stack, StreamMapping
from infra.local.template import ACCOUNT, REGION

Record = dict[str, Any]
"""One stream record in the form that Lambda delivers: attribute values with their types, binary ones in base64."""


def matches(pattern: Mapping[str, Any], record: Mapping[str, Any]) -> bool:
    """Whether an event pattern lets this record through. Exact values only, as the template uses no other rule."""
    for name, wanted in pattern.items():
        found = record.get(name)
        if isinstance(wanted, dict):
            if not isinstance(found, dict) or not matches(wanted, found):
                return False
        elif not any(found == value and type(found) is type(value) for value in wanted):
            return False
    return True


class Streams:
    """The changes that wait to be delivered."""

    def __init__(self, stack: Stack, clock: Clock, deliveries: Deliveries) -> None:
        self._stack = stack
        self._clock = clock
        self._deliveries = deliveries
        self._waiting: list[Record] = []

    def collect(self) -> list[Record]:
        """Takes every change made since the last call out of moto and returns them all, oldest first.

        Those that a function wants wait for `run_due`. At every transaction moto copies its stream: it is kept short.
        """
        taken = [record for table in self._stack.tables for record in self._taken(table.name)]
        self._waiting += [record for record in taken if any(self._wanted(record))]
        return taken

    @property
    def waiting(self) -> Sequence[Record]:
        """What is still to be delivered, oldest first."""
        return tuple(self._waiting)

    def restore(self, waiting: Sequence[Record]) -> None:
        """Puts back what `waiting` showed before a restart."""
        self._waiting = list(waiting)

    def run_due(self) -> bool:
        """Delivers everything that waits. Whether anything did.

        A record leaves the list after its delivery, so that it is delivered again after a crash: at least once.
        """
        batch = list(self._waiting)
        for mapping in self._stack.stream_mappings:
            wanted = [record for record in batch if mapping in self._wanted(record)]
            for start in range(0, len(wanted), mapping.batch_size):
                self._deliveries.streamed(mapping, wanted[start : start + mapping.batch_size])
        del self._waiting[: len(batch)]
        return bool(batch)

    def _wanted(self, record: Record) -> Iterator[StreamMapping]:
        table = record["eventSourceARN"].split(":table/")[1].split("/")[0]
        for mapping in self._stack.stream_mappings:
            if mapping.table == table and (not mapping.filters or any(matches(one, record) for one in mapping.filters)):
                yield mapping

    def _taken(self, table: str) -> Iterator[Record]:
        backend = dynamodb_backends[ACCOUNT][REGION]
        shard = backend.get_table(table).stream_shard
        if shard is None:
            return
        taken = [item.to_json() for item in shard.items]
        # Sequence numbers count from here by the length of the list.
        shard.starting_sequence_number += len(taken)
        shard.items = []
        for record in taken:
            change = {**record["dynamodb"], "ApproximateCreationDateTime": self._clock.now().timestamp()}
            arn = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{table}/stream/local"
            yield {**record, "dynamodb": _in_json(change), "eventSourceARN": arn}


def _in_json(value: Any) -> Any:
    """The same with binary values in base64, as they travel."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {name: _in_json(part) for name, part in value.items()}
    return [_in_json(part) for part in value] if isinstance(value, list) else value
