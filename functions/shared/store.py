"""The table. Every change to a match is one conditional write on its head, and raises its version.

An entry's condition is the phase, the status, the deadline and the seat's own mark, so that players never wait for each
other; an act's and a close's is the version that was read. Those conditions are the only thing that decides whether
something is in time (C1).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine.closing import Record
from engine.match import Match
from functions.shared.faults import FAULTS
from functions.shared.head import (
    OPEN,
    Head,
    Item,
    from_item,
    head_key,
    moment,
    packed,
    partition,
    plain,
    serialized,
    to_item,
)
from functions.shared.problems import Damaged
from functions.shared.races import racing
from functions.shared.records import record_item, record_sort_key, reveal_of
from functions.shared.shapes import dump

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

INDEX = "open-deadlines"
LONGEST_ID = 64
"""DynamoDB refuses keys beyond a length as a fault of the request's, so no address may lead to such a one."""
PHASES = range(10_000)
IN_TIME = "#phase = :phase AND #status = :open AND #deadline > :now"


@dataclass(frozen=True, slots=True)
class Due:
    """A match whose deadline has passed, and the phase that waits to be closed (-1: to be started)."""

    match_id: str
    phase: int


class Store:
    """All that is kept of matches.

    Args:
        client: a DynamoDB client.
        table_name: the table of `infra/template.yaml`, or any with the same keys and index.
    """

    def __init__(self, client: "DynamoDBClient", table_name: str) -> None:
        self._client = client
        self._table = table_name

    def head(self, match_id: str) -> Head | None:
        """The match as it is at this moment (one strongly consistent read); None if there is none.

        Raises:
            Damaged: it is not as we store one.
        """
        if len(match_id) > LONGEST_ID:
            return None
        found = self._client.get_item(TableName=self._table, Key=head_key(match_id), ConsistentRead=True)
        if "Item" not in found:
            return None
        try:
            return from_item(found["Item"])
        except FAULTS:
            # What the error says quotes what is stored, and would end up in a log.
            raise Damaged("match-damaged", f"Match {match_id} cannot be read. Tell whoever runs this site.") from None

    def create(self, head: Head) -> None:
        """Store a new match.

        Raises:
            LostRace: one with this id is there already.
        """
        self._put(to_item(head), "attribute_not_exists(#pk)", {})

    def replace(self, before: Head, after: Head) -> None:
        """Store `after`, a later state of the whole head.

        Raises:
            LostRace: the head is no longer as it was in `before`.
        """
        self._put(to_item(_raised(before, after)), "#version = :version", {":version": before.version})

    def enter(self, before: Head, after: Match, seat: str, now: datetime) -> None:
        """Store what `seat` has entered in `after`, or that it has withdrawn it.

        Raises:
            LostRace: the phase is not open any more at `now`, or what the seat holds or has entered has changed.
        """
        standing = after.entries.get(seat)
        changes = ["#marks.#seat = :raised", "#version = #version + :one"]
        values: dict[str, Any] = {":raised": before.marks[seat] + 1, ":one": 1, ":mark": before.marks[seat]}
        if seat in after.superseded:
            changes.append("#superseded.#seat = :superseded")
            values[":superseded"] = dump(after.superseded[seat])
        if standing:
            changes.append("#entries.#seat = :entry")
            values[":entry"] = dump(standing)
        removal = "" if standing else " REMOVE #entries.#seat"
        self._update(
            before.match.id,
            f"SET {', '.join(changes)}{removal}",
            f"{IN_TIME} AND #marks.#seat = :mark",
            values | _in_time(before.match, now),
            {"#seat": seat},
        )

    def act(self, before: Head, after: Head, touched: Iterable[str], now: datetime) -> None:
        """Store what an act has come to in `after`; it changed what the `touched` seats hold.

        Raises:
            LostRace: the phase is not open any more at `now`, or anything at all has changed.
        """
        match = after.match
        seats = {f"#touched{i}": seat for i, seat in enumerate(touched)}
        marks = {f":touched{i}": before.marks[seat] + 1 for i, seat in enumerate(seats.values())}
        values = {
            ":version": before.version,
            ":raised": before.version + 1,
            ":state": dump(match.state),
            ":acts": packed(match.acts),
            ":draws": dump(match.draws),
            ":repeats": packed(after.repeats),
        }
        changes = [
            "#version = :raised",
            "#state = :state",
            "#acts = :acts",
            "#draws = :draws",
            "#repeats = :repeats",
            *(f"#marks.{name} = {value}" for name, value in zip(seats, marks, strict=True)),
        ]
        condition = f"{IN_TIME} AND #version = :version"
        self._update(match.id, f"SET {', '.join(changes)}", condition, values | marks | _in_time(match, now), seats)

    def join(self, before: Head, after: Match, seat: str) -> None:
        """Store that `seat` has come and what entropy it brought; the first visit counts.

        Raises:
            LostRace: it came before, or the match has started meanwhile.
        """
        self._update(
            after.id,
            "SET #joined.#seat = :contribution, #version = #version + :one",
            "attribute_not_exists(#joined.#seat) AND #status = :status",
            {":contribution": after.joined[seat], ":one": 1, ":status": before.match.status},
            {"#seat": seat},
        )

    def rekey(self, before: Head, seat: str, hashed_key: str) -> None:
        """Store a seat's new key in place of the old one, which opens nothing from now on (C9).

        Raises:
            LostRace: another new key was stored first.
        """
        self._update(
            before.match.id,
            "SET #keys.#seat = :new, #version = #version + :one",
            "#keys.#seat = :old",
            {":new": hashed_key, ":old": before.keys[seat], ":one": 1},
            {"#seat": seat},
        )

    def close(self, before: Head, after: Head, record: Record) -> None:
        """Store a phase's record and the head of what follows, both or neither.

        Raises:
            LostRace: the head is no longer as it was in `before`: something was entered, or the phase is closed.
        """
        head = {
            "TableName": self._table,
            "Item": to_item(_raised(before, after)),
            "ConditionExpression": "#version = :version",
            "ExpressionAttributeNames": {"#version": "version"},
            "ExpressionAttributeValues": serialized({":version": before.version}),
        }
        kept = {
            "TableName": self._table,
            "Item": record_item(record),
            "ConditionExpression": "attribute_not_exists(#pk)",
            "ExpressionAttributeNames": {"#pk": "pk"},
        }
        racing(lambda: self._client.transact_write_items(TransactItems=[{"Put": head}, {"Put": kept}]))  # type: ignore[typeddict-item]  # the two are Puts

    def reveal(self, match_id: str, phase: int) -> dict[str, Any] | None:
        """What everybody was told when the phase closed; None if it has not."""
        if len(match_id) > LONGEST_ID or phase not in PHASES:
            return None
        key = serialized({"pk": partition(match_id), "sk": record_sort_key(phase)})
        found = self._client.get_item(
            TableName=self._table, Key=key, ProjectionExpression="reveal", ConsistentRead=True
        )
        return reveal_of(found["Item"]) if "Item" in found else None

    def reveals(self, match_id: str) -> list[dict[str, Any]]:
        """Everything that everybody was told so far, in the order of the phases."""
        if len(match_id) > LONGEST_ID:
            return []
        pages = self._client.get_paginator("query").paginate(
            TableName=self._table,
            KeyConditionExpression="pk = :pk AND begins_with(sk, :phase)",
            ExpressionAttributeValues=serialized({":pk": partition(match_id), ":phase": "PHASE#"}),
            ProjectionExpression="reveal",
            ConsistentRead=True,
        )
        return [reveal_of(item) for page in pages for item in page["Items"]]

    def due(self, now: datetime) -> Iterator[Due]:
        """Every match that waits for a deadline which has passed at `now`, the longest overdue first."""
        pages = self._client.get_paginator("query").paginate(
            TableName=self._table,
            IndexName=INDEX,
            KeyConditionExpression="sweep = :open AND deadline <= :now",
            ExpressionAttributeValues=serialized({":open": OPEN, ":now": moment(now)}),
        )
        for page in pages:
            for item in map(plain, page["Items"]):
                yield Due(item["pk"].removeprefix("MATCH#"), int(item["phase"]))

    def _put(self, item: Item, condition: str, values: dict[str, Any]) -> None:
        more: dict[str, Any] = {"ExpressionAttributeValues": serialized(values)} if values else {}
        names = _names(condition)
        racing(
            lambda: self._client.put_item(
                TableName=self._table, Item=item, ConditionExpression=condition, ExpressionAttributeNames=names, **more
            )
        )

    def _update(
        self, match_id: str, update: str, condition: str, values: dict[str, Any], seats: dict[str, str]
    ) -> None:
        racing(
            lambda: self._client.update_item(
                TableName=self._table,
                Key=head_key(match_id),
                UpdateExpression=update,
                ConditionExpression=condition,
                ExpressionAttributeNames=_names(update + condition) | seats,
                ExpressionAttributeValues=serialized(values),
            )
        )


def _raised(before: Head, after: Head) -> Head:
    return after.with_version(before.version + 1)


def _in_time(match: Match, now: datetime) -> dict[str, Any]:
    return {":phase": match.phase.number if match.phase else None, ":open": "open", ":now": moment(now)}


def _names(expression: str) -> dict[str, str]:
    """Each `#name` in an expression stands for the attribute `name`: DynamoDB reserves too many words."""
    return {
        f"#{name}": name for name in re.findall(r"#(\w+)", expression) if not re.fullmatch(r"seat|touched\d+", name)
    }
