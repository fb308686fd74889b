"""The record of a closed phase as it is stored: written once, never overwritten; a correction is a new version."""

import json
from typing import Any

from engine.closing import Record
from functions.shared.head import Item, packed, partition, plain, serialized
from functions.shared.shapes import dump


def record_sort_key(phase: int, version: int = 1) -> str:
    """Where in its match's partition a record lies."""
    return f"PHASE#{phase:04}#V{version}"


def record_item(record: Record) -> Item:
    """A closed phase's record as it is stored; its insertion into the table is what announcements are made from."""
    return serialized(
        {
            "pk": partition(record.match),
            "sk": record_sort_key(record.phase.number, record.version),
            "reveal": dump(record.reveal),
            "record": packed(record),
        }
    )


def reveal_of(item: Item) -> dict[str, Any]:
    """The part of a stored record that everybody may see."""
    reveal: dict[str, Any] = json.loads(plain(item)["reveal"])
    return reveal
