"""The steps that a match on the local stack is told in: created, joined, started, entered, bought, closed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from functions.shared.head import plain, unpacked
from infra.local.cloud import Cloud
from infra.local.gateway import Answer

HOST_KEY = "the-deployment-key-of-the-tests"
START = datetime(2026, 10, 24, 18, tzinfo=UTC)
"""Clocks go back in much of Europe the night after (C2)."""
SIX = ("Player one", "Player two", "Player three", "Player four", "Player five", "Player six")
MILLISECOND = timedelta(milliseconds=1)
PROBLEM = {"type", "title", "status", "detail", "code"}


def wanted(*, seats: int = 6, garnets: int = 5, **changes: Any) -> dict[str, Any]:
    """The body that creates a match of three rounds."""
    names = SIX if seats == len(SIX) else [f"Player {number}" for number in range(1, seats + 1)]
    roster = [{"name": name, "garnets": garnets} for name in names]
    return {"game": "polar-rps-party", "seats": roster, "config": {"rounds": 3}} | changes


def moment(text: str) -> datetime:
    """A moment that the API told."""
    return datetime.fromisoformat(text)


def good(answer: Answer, status: int = 200) -> Any:
    """The JSON of an answer that must be this success."""
    assert answer.status == status, answer.body
    return answer.json


def problem(answer: Answer, status: int, code: str, ruling: str = "") -> dict[str, Any]:
    """The problem document of a refusal that must be this one, with a sentence to act on (RFC 9457)."""
    assert answer.headers["content-type"] == "application/problem+json", answer.body
    document: dict[str, Any] = answer.json
    assert (answer.status, document["status"], document["code"]) == (status, status, code), document
    assert document.keys() >= PROBLEM
    assert document.get("ruling", "") == ruling
    sentence = document["detail"]
    assert sentence.endswith((".", "!", "?"))
    assert len(sentence.split()) > 3
    return document


@dataclass(slots=True)
class Hosted:
    """A match, its keys, and whoever holds them."""

    cloud: Cloud
    id: str
    host_key: str
    keys: dict[str, str]
    created: Mapping[str, Any] = field(repr=False)

    @classmethod
    def create(cls, cloud: Cloud, body: Mapping[str, Any] | None = None, headers: Mapping[str, str] = {}) -> "Hosted":
        """The host creates it."""
        answer = cloud.request("POST", "/matches", key=HOST_KEY, body=body or wanted(), headers=headers)
        made = good(answer, 201)
        return cls(cloud, made["match"], made["host_key"], {seat["seat"]: seat["key"] for seat in made["seats"]}, made)

    @property
    def path(self) -> str:
        return f"/matches/{self.id}"

    def public(self) -> Any:
        """What everybody sees."""
        return good(self.cloud.request("GET", self.path))

    def seat(self, seat: str) -> Any:
        """What the player of a seat sees."""
        return good(self.see(seat))

    def see(self, seat: str) -> Answer:
        return self.cloud.request("GET", f"{self.path}/seat", key=self.keys[seat])

    def desk(self) -> Any:
        """What the host sees."""
        return good(self.cloud.request("GET", f"{self.path}/host", key=self.host_key))

    def reveals(self) -> list[Any]:
        """Everything that was revealed."""
        told: list[Any] = good(self.cloud.request("GET", f"{self.path}/reveals"))["reveals"]
        return told

    @property
    def phase(self) -> int:
        """The open phase's number."""
        number: int = self.public()["phase"]["number"]
        return number

    @property
    def deadline(self) -> datetime:
        return moment(self.public()["phase"]["deadline"])

    def join(self, seat: str, entropy: str = "") -> Answer:
        return self.cloud.request("POST", f"{self.path}/seat/join", key=self.keys[seat], body={"entropy": entropy})

    def start(self) -> Answer:
        return self.cloud.request("POST", f"{self.path}/host/start", key=self.host_key, body={})

    def enter(self, seat: str, phase: int, **entry: Any) -> Answer:
        body = {"phase": phase, **entry}
        return self.cloud.request("PUT", f"{self.path}/seat/entry", key=self.keys[seat], body=body)

    def enter_for(self, seat: str, phase: int, **entry: Any) -> Answer:
        """The host enters what a player sent by other means (C10)."""
        body = {"phase": phase, **entry}
        return self.cloud.request("PUT", f"{self.path}/host/seats/{seat}/entry", key=self.host_key, body=body)

    def withdraw(self, seat: str, phase: int) -> Answer:
        return self.cloud.request("DELETE", f"{self.path}/seat/entry", key=self.keys[seat], body={"phase": phase})

    def buy(self, seat: str, item: str, bomb: str | None = None, idempotency_key: str = "") -> Answer:
        body = {"item": item} if bomb is None else {"item": item, "bomb": bomb}
        headers = {"Idempotency-Key": idempotency_key} if idempotency_key else {}
        path = f"{self.path}/seat/purchases"
        return self.cloud.request("POST", path, key=self.keys[seat], body=body, headers=headers)

    def close(self, phase: int, *, force: bool = False, reason: str = "") -> Answer:
        body = {"phase": phase, "force": force, "reason": reason}
        return self.cloud.request("POST", f"{self.path}/host/close", key=self.host_key, body=body)

    def deliver(self, phase: int) -> None:
        """What the phase's schedule delivers to `close_round`, whenever it does."""
        self.cloud.invoke("CloseRoundFunction", {"match": self.id, "phase": phase})

    def pass_deadline(self) -> None:
        """The open phase's deadline comes, and with it all that is due."""
        self.cloud.clock.set(self.deadline)
        self.cloud.run_due()

    def items(self) -> list[dict[str, Any]]:
        """All that the table holds of this match."""
        table = self.cloud.stack.tables[0].name
        found = self.cloud.client("dynamodb").query(
            TableName=table,
            KeyConditionExpression="pk = :pk",
            ExpressionAttributeValues={":pk": {"S": f"MATCH#{self.id}"}},
            ConsistentRead=True,
        )
        items: list[dict[str, Any]] = found["Items"]
        return items

    def head(self) -> dict[str, Any]:
        """The head as it is stored, in DynamoDB's own types."""
        return next(item for item in self.items() if item["sk"]["S"] == "HEAD")

    def records(self) -> list[dict[str, Any]]:
        """The records as they are stored."""
        return [item for item in self.items() if item["sk"]["S"] != "HEAD"]

    def record(self, phase: int) -> Any:
        """All that is kept of a closed phase; at no address."""
        return unpacked(plain(self.records()[phase])["record"])


def sweep(cloud: Cloud) -> None:
    """The sweeper's tick."""
    cloud.invoke("CloseRoundFunction", {"sweep": True})


def pending(cloud: Cloud) -> Sequence[str]:
    """The schedules that have not fired."""
    return cloud.schedules.pending()


def everybody(hosted: Hosted) -> Iterator[str]:
    """All seats, in roster order."""
    return iter(hosted.keys)
