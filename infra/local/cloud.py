"""One whole stack on one machine, made from the template: what `make run` serves and what the tests play on."""

from __future__ import annotations

import contextlib
import json
import secrets
import string
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from moto import mock_aws

from infra.local import permissions
from infra.local.clock import Clock
from infra.local.deliveries import Deliveries
from infra.local.gateway import Answer, Gateway, Request
from infra.local.invocation import Runtime, all_powerful
from infra.local.keeping import DataFile
from infra.local.schedules import Schedules
from infra.local.stack import Function, Stack, stack
from infra.local.streams import Record, Streams
from infra.local.template import TEMPLATE

START = datetime(2026, 10, 24, 18, tzinfo=UTC)
"""When a Cloud begins unless it is told otherwise."""

_MAX_ROUNDS = 10_000
_one_at_a_time = threading.Lock()


class Cloud:
    """The stack, running. A context manager; one at a time in a process, since moto holds one AWS for all.

    Everything goes through one lock: moto's DynamoDB loses updates under threads, and Powertools keeps the current
    event on a class.

    Attributes:
        clock: the time that the handlers see.
        stack: what the template declares.
        data: the file that everything is kept in; None for a Cloud that forgets.
        schedules: all schedules; lets a test fire one early or twice, or lose it.
        streams: the table's changes that wait to be delivered.
        host_key: the deployment's host key.
    """

    schedules: Schedules
    streams: Streams

    def __init__(
        self,
        *,
        host_key: str | None = None,
        clock: Clock | None = None,
        token_bytes: Callable[[int], bytes] | None = None,
        data: DataFile | None = None,
        template: Path = TEMPLATE,
        enforce_iam: bool = False,
    ) -> None:
        """Reads the template; nothing runs before the context is entered.

        Args:
            host_key: the deployment's host key; the one in the data file or a new one, if None.
            clock: the time; stands still at `START`, if None.
            token_bytes: where the functions take random bytes from; the system, if None.
            data: where to keep everything across restarts, open; it stays the caller's to close.
            template: another template, for tests of the local stack itself.
            enforce_iam: run every function under exactly the policy that the template gives its role.
        """
        self.clock = clock or Clock(START)
        self.stack: Stack = stack(template)
        self.data = data
        self.host_key = host_key or (data.note("host-key") if data else None) or _generated(self.stack)
        self._lock = threading.RLock()
        self._runtime = Runtime(self.stack, self.clock, token_bytes, enforce_iam=enforce_iam)
        self._gateway = Gateway(self.stack, self.clock, self._call)
        self._running: contextlib.ExitStack | None = None
        self._watchers: list[Callable[[Record], None]] = []

    def __enter__(self) -> Self:
        """Starts the stack.

        Raises:
            RuntimeError: when another one is running in this process.
        """
        if not _one_at_a_time.acquire(blocking=False):
            raise RuntimeError("Another Cloud is running in this process; moto holds one AWS for all.")
        with contextlib.ExitStack() as starting:
            starting.callback(_one_at_a_time.release)
            # Functions keep one session each (invocation.py); moto's own reset of the default one is not needed.
            starting.enter_context(mock_aws(config={"core": {"reset_boto3_session": False}}))
            starting.callback(self._runtime.close)
            self._make()
            self._load()
            self._running = starting.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            if self._running is not None:
                self._running.close()
            self._running = None

    def request(
        self,
        method: str,
        path: str,
        *,
        key: str | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One HTTP request through the gateway.

        Args:
            method: in capitals.
            path: as a client sends it, with its query.
            key: sent as `Authorization: Bearer KEY`.
            body: bytes and text go as they are, None sends nothing, anything else as JSON.
            headers: more headers; they win over those that this method sets itself.
        """
        own = {"host": "localhost", "x-forwarded-proto": "https", "user-agent": "tests"}
        if key is not None:
            own["authorization"] = f"Bearer {key}"
        if body is not None:
            own["content-type"] = "application/json"
        content = body if isinstance(body, bytes) else body.encode() if isinstance(body, str) else b""
        if body is not None and not isinstance(body, bytes | str):
            content = json.dumps(body).encode()
        if content:
            own["content-length"] = str(len(content))
        own |= {name.lower(): value for name, value in (headers or {}).items()}
        return self.answer(Request(method=method, target=path, headers=tuple(own.items()), body=content))

    def answer(self, request: Request) -> Answer:
        """What the API answers to this request; 503 when the stack is not running."""
        with self._lock:
            if self._running is None:
                return Answer(status=503, headers={"content-type": "application/json"}, body=b'{"message": "Stopped"}')
            return self._gateway.answer(request)

    def invoke(self, function: str, event: Any) -> Any:
        """One invocation of the function with this logical id, and its answer.

        Raises:
            KeyError: when the template has no such function.
            RuntimeError: when the stack is not running.
            Exception: whatever the handler raises.
        """
        with self._lock:
            return self._call(self.stack.functions[function], event)

    def run_due(self) -> None:
        """Delivers stream records, due schedules and the sweeper's tick, until nothing is due.

        Raises:
            RuntimeError: when there is no end to it.
        """
        for _ in range(_MAX_ROUNDS):
            with self._lock:
                found = self.streams.run_due() or self.schedules.run_due()
                self._keep()
                if not found:
                    return
        raise RuntimeError("There is always something due: does a closing make a deadline that has passed?")

    def watch(self, watcher: Callable[[Record], None]) -> None:
        """Has `watcher` called with every change to a table, after it was made. It must not call the Cloud itself."""
        self._watchers.append(watcher)

    def next_due(self) -> datetime | None:
        """When the next schedule is due, UTC; None if there is none."""
        with self._lock:
            return self.schedules.next_due()

    def messages(self, queue: str) -> list[Any]:
        """Takes everything out of the queue with this logical id: bodies, oldest first, read as JSON."""
        with self._lock:
            url = all_powerful("sqs").get_queue_url(QueueName=self._queue_name(queue))["QueueUrl"]
            bodies: list[Any] = []
            while (
                found := all_powerful("sqs").receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", [])
            ):
                for message in found:
                    bodies.append(json.loads(message["Body"]))
                    all_powerful("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
            return bodies

    def client(self, service: str) -> Any:
        """An all-powerful boto3 client for looking at the stack, and for setting up a test's faults."""
        return all_powerful(service)

    def _call(self, function: Function, event: Any) -> Any:
        if self._running is None:
            # Outside its context a handler's client would reach for the real AWS.
            raise RuntimeError("This Cloud is not running.")
        try:
            return self._runtime.call(function, event)
        finally:
            self._keep()

    def _keep(self) -> None:
        """Writes down what has changed, before anybody is told of it."""
        changes = self.streams.collect()
        if self.data is not None:
            self.data.save(changes, self.schedules.all(), self.streams.waiting)
        for watcher in self._watchers:
            for record in changes:
                watcher(record)

    def _load(self) -> None:
        """Puts back what the data file holds."""
        if self.data is None:
            return
        kept = self.data.load()
        for table, item in kept.items:
            all_powerful("dynamodb").put_item(TableName=table, Item=item)
        self.streams.collect()
        self.streams.restore(kept.waiting)
        declared = self.schedules.all()
        for schedule in kept.schedules:
            if (schedule["GroupName"], schedule["Name"]) not in declared:
                self.schedules.restore(schedule)
        self.data.set_note("host-key", self.host_key)

    def _make(self) -> None:
        """Creates in moto what the template declares."""
        for table in self.stack.tables:
            all_powerful("dynamodb").create_table(TableName=table.name, **table.properties)
        for secret in self.stack.secrets:
            all_powerful("secretsmanager").create_secret(Name=secret.name, SecretString=self.host_key)
        for queue in self.stack.queues:
            all_powerful("sqs").create_queue(QueueName=queue)
        for role in self.stack.roles.values():
            all_powerful("iam").create_role(RoleName=role.name, AssumeRolePolicyDocument=json.dumps(role.trust))
            for name, policy in permissions.for_moto(role).items():
                all_powerful("iam").put_role_policy(
                    RoleName=role.name, PolicyName=name, PolicyDocument=json.dumps(policy)
                )
        deliveries = Deliveries(self.stack, self.clock, self._call, _send)
        self.schedules = Schedules(self.stack, self.clock, deliveries)
        self.streams = Streams(self.stack, self.clock, deliveries)

    def _queue_name(self, logical_id: str) -> str:
        return next(name for name in self.stack.queues if name.endswith(f"-{logical_id}"))


def _send(queue_arn: str, body: str) -> None:
    name = queue_arn.rsplit(":", 1)[-1]
    url = all_powerful("sqs").get_queue_url(QueueName=name)["QueueUrl"]
    all_powerful("sqs").send_message(QueueUrl=url, MessageBody=body)


def _generated(of: Stack) -> str:
    length = max((secret.length for secret in of.secrets), default=43)
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(length))
