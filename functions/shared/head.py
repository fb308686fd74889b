"""The head of a match: the one item that holds what the current phase needs, and how it is written down.

DynamoDB's own types carry what conditions look at (version, phase, status, deadline, each seat's mark); the rest is
JSON, as the engine's dataclasses read and write it.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from boto3.dynamodb.types import Binary, TypeDeserializer, TypeSerializer

from engine.draws import Draw
from engine.game import OpenPhase, Player, game
from engine.match import Done, Match, Standing, Trouble
from functions.shared.shapes import dump, load

HEAD = "HEAD"
OPEN = "open"
"""The only value of `sweep`: the sparse index of open deadlines holds the heads that have it."""
JOINING = -1
"""The phase's number before the start."""

Item = dict[str, Any]
_serialize = TypeSerializer().serialize
_deserialize = TypeDeserializer().deserialize


@dataclass(frozen=True, slots=True)
class Repeat:
    """A request that was answered before, so that its repetition gets the same answer and does nothing."""

    key: str
    """Hash of the Idempotency-Key."""
    request: str
    """Hash of what was asked."""
    answer: str
    """The answer as JSON."""


@dataclass(frozen=True, slots=True)
class Head:
    """A match and what its storage needs to know beside it."""

    match: Match
    host_key: str
    """Hash of the match's host key."""
    keys: Mapping[str, str]
    """Hash of each seat's key (C9: a new one replaces it)."""
    version: int = 1
    """Raised by every change."""
    marks: Mapping[str, int] = field(default_factory=dict)
    """Raised for a seat by every change to what it holds or has entered: an entry is judged by what still is."""
    repeats: Mapping[str, tuple[Repeat, ...]] = field(default_factory=dict)
    """The latest answered acts, by seat."""
    request: str = ""
    """Hash of the request that created the match under an Idempotency-Key."""

    def with_match(self, match: Match) -> "Head":
        """This head with a later state of its match."""
        return replace(self, match=match)

    def with_version(self, version: int) -> "Head":
        """This head as it is stored next."""
        return replace(self, version=version)


def moment(at: datetime) -> str:
    """A moment as it is stored: RFC 3339, UTC, milliseconds, always as long, so that text compares as time does."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def when(text: str) -> datetime:
    """The moment that `moment` wrote."""
    return datetime.fromisoformat(text)


def partition(match_id: str) -> str:
    """The partition that holds all of a match."""
    return f"MATCH#{match_id}"


def head_key(match_id: str) -> Item:
    """The head's address in the table."""
    return serialized({"pk": partition(match_id), "sk": HEAD})


def serialized(values: Mapping[str, Any]) -> Item:
    """Plain values as DynamoDB's attribute values."""
    return {name: _serialize(value) for name, value in values.items()}


def plain(item: Mapping[str, Any]) -> dict[str, Any]:
    """DynamoDB's attribute values as plain values."""
    return {name: _plain(_deserialize(value)) for name, value in item.items()}


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, Binary) else value  # type: ignore[call-overload]  # its stub lacks __bytes__


def packed(value: Any) -> bytes:
    """JSON, compressed: for lists whose members are much alike, so that a head stays small."""
    return zlib.compress(dump(value).encode(), 9)


def unpacked(data: bytes) -> Any:
    """What `packed` wrote, as plain JSON values."""
    return json.loads(zlib.decompress(data))


def to_item(head: Head) -> Item:
    """The head as it is stored."""
    match = head.match
    phase = match.phase
    item = {
        "pk": partition(match.id),
        "sk": HEAD,
        "version": head.version,
        "game": match.game,
        "status": match.status,
        "roster": dump(match.players),
        "config": dump(match.config),
        "seed": match.seed,
        "created_at": moment(match.created_at),
        "joined": dict(match.joined),
        "host_key": head.host_key,
        "keys": dict(head.keys),
        "marks": {player.seat: head.marks.get(player.seat, 0) for player in match.players},
        "repeats": packed(head.repeats),
        "request": head.request,
        "phase": phase.number if phase else JOINING,
        "entries": {seat: dump(standing) for seat, standing in match.entries.items()},
        "superseded": {seat: dump(standings) for seat, standings in match.superseded.items()},
        "acts": packed(match.acts),
        "draws": dump(match.draws),
        "opening": dump(match.opening),
        "state": dump(match.state),
    }
    if match.starts_at:
        item["starts_at"] = moment(match.starts_at)
    if match.trouble:
        item["trouble"] = dump(match.trouble)
    if phase:
        item |= {
            "phase_key": phase.key,
            "phase_title": phase.title,
            "opened_at": moment(phase.opened_at),
            "deadline": moment(phase.deadline),
            "closes_early": closes_early(match),
        }
    due = waits_for(match)
    if due:
        item |= {"sweep": OPEN, "deadline": moment(due)}
    return serialized(item)


def waits_for(match: Match) -> datetime | None:
    """The moment at which something must happen to this match by itself."""
    if match.status == "joining":
        return match.starts_at
    return match.phase.deadline if match.status == "open" and match.phase else None


def closes_early(match: Match) -> bool:
    """Whether the open phase is one that closes when everybody has answered; the table's stream looks for it."""
    phase = match.rules.phase(match.table)
    return phase is not None and phase.closes_early


def from_item(stored: Item) -> Head:
    """The head that `to_item` wrote."""
    item = plain(stored)
    rules = game(item["game"])
    started = item["state"] != "null"
    match = Match(
        id=item["pk"].removeprefix("MATCH#"),
        game=item["game"],
        players=load(tuple[Player, ...], item["roster"]),
        config=load(rules.config, item["config"]),
        seed=item["seed"],
        created_at=when(item["created_at"]),
        starts_at=when(item["starts_at"]) if "starts_at" in item else None,
        joined=item["joined"],
        status=item["status"],
        phase=_phase(item) if started and "phase_key" in item else None,
        opening=load(rules.state, item["opening"]) if started else None,
        state=load(rules.state, item["state"]) if started else None,
        draws=load(tuple[Draw, ...], item["draws"]),
        trouble=load(Trouble, item["trouble"]) if "trouble" in item else None,
    )
    if match.phase:
        match = _with_inputs(match, item)
    return Head(
        match=match,
        host_key=item["host_key"],
        keys=item["keys"],
        version=int(item["version"]),
        marks={seat: int(mark) for seat, mark in item["marks"].items()},
        repeats={
            seat: tuple(Repeat(**kept) for kept in of_seat) for seat, of_seat in unpacked(item["repeats"]).items()
        },
        request=item["request"],
    )


def _phase(item: Mapping[str, Any]) -> OpenPhase:
    return OpenPhase(
        number=int(item["phase"]),
        key=item["phase_key"],
        title=item["phase_title"],
        opened_at=when(item["opened_at"]),
        deadline=when(item["deadline"]),
    )


def _with_inputs(match: Match, item: Mapping[str, Any]) -> Match:
    phase = match.rules.phase(match.table)
    if phase is None:
        raise ValueError(f"{match.id} has a phase stored that its game does not know")
    shape = phase.entry

    def typed(standing: Standing) -> Standing:
        return replace(standing, entry=load(shape, dump(standing.entry)))

    return replace(
        match,
        entries={seat: typed(load(Standing, text)) for seat, text in item["entries"].items()},
        superseded={
            seat: tuple(typed(standing) for standing in load(tuple[Standing, ...], text))
            for seat, text in item["superseded"].items()
        },
        acts=tuple(_done(match, kept) for kept in unpacked(item["acts"])),
    )


def _done(match: Match, kept: dict[str, Any]) -> Done:
    body = load(match.rules.acts[kept["act"]], json.dumps(kept["body"]))
    return Done(seat=kept["seat"], act=kept["act"], body=body, done_at=when(kept["done_at"]))
