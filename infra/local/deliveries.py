"""Events that nobody waits for: delivered with Lambda's retries, and what still fails goes to the template's queues."""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

from infra.local.clock import Clock
from infra.local.stack import Function, Stack, StreamMapping

log = logging.getLogger(__name__)

Call = Callable[[Function, Any], Any]
"""One invocation: raises what the handler raises."""
Send = Callable[[str, str], None]
"""Puts a message's body into the queue with this ARN."""


class Attempt(AbstractContextManager["Attempt"]):
    """One run of a handler. Whatever it raises is this attempt's failure and nobody else's, as in Lambda."""

    error: Exception | None = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        """Keeps an exception; lets an interrupt through."""
        if not isinstance(error, Exception):
            return False
        self.error = error
        return True


class Deliveries:
    """The asynchronous side of Lambda. Retries come at once: on one machine there is no outage to wait for."""

    def __init__(self, stack: Stack, clock: Clock, call: Call, send: Send) -> None:
        self._stack = stack
        self._clock = clock
        self._call = call
        self._send = send

    def scheduled(self, target: dict[str, Any]) -> None:
        """What a schedule sends: to its function, or to its dead-letter queue when there is no such function."""
        function = self._stack.function_named(target["Arn"])
        if function is not None:
            self.asynchronous(function, json.loads(target.get("Input", "{}")))
            return
        log.error("A schedule found no function %s.", target["Arn"])
        dead_letters = target.get("DeadLetterConfig", {}).get("Arn")
        if dead_letters is not None:
            self._send(dead_letters, target.get("Input", "{}"))

    def asynchronous(self, function: Function, event: Any) -> None:
        """One asynchronous invocation: tried again as often as the template says, then given to the failure queue."""
        error = self._tries(function, event, function.retries)
        if error is None or function.on_failure is None:
            return
        self._send(
            function.on_failure,
            json.dumps(
                {
                    "version": "1.0",
                    "timestamp": self._clock.now().isoformat(),
                    "requestContext": {
                        "requestId": str(uuid.uuid4()),
                        "functionArn": f"{function.arn}:$LATEST",
                        "condition": "RetriesExhausted",
                        "approximateInvokeCount": function.retries + 1,
                    },
                    "requestPayload": event,
                    "responseContext": {"statusCode": 200, "executedVersion": "$LATEST", "functionError": "Unhandled"},
                    "responsePayload": {"errorMessage": str(error), "errorType": type(error).__name__},
                }
            ),
        )

    def streamed(self, mapping: StreamMapping, records: Sequence[dict[str, Any]]) -> None:
        """One batch of a table's stream: tried again, halved if it is to be, then the failure queue is told."""
        function = self._stack.function_named(mapping.function)
        if function is None:
            log.error("A stream found no function %s.", mapping.function)
            return
        halve = mapping.bisect and len(records) > 1
        error = self._tries(function, {"Records": list(records)}, 0 if halve else mapping.retries)
        if error is None:
            return
        if halve:
            half = len(records) // 2
            self.streamed(mapping, records[:half])
            self.streamed(mapping, records[half:])
        elif mapping.on_failure is not None:
            self._send(
                mapping.on_failure,
                json.dumps(
                    {
                        "version": "1.0",
                        "timestamp": self._clock.now().isoformat(),
                        "requestContext": {
                            "requestId": str(uuid.uuid4()),
                            "functionArn": function.arn,
                            "condition": "RetryAttemptsExhausted",
                            "approximateInvokeCount": mapping.retries + 1,
                        },
                        "responseContext": {
                            "statusCode": 200,
                            "executedVersion": "$LATEST",
                            "functionError": "Unhandled",
                        },
                        "DDBStreamBatchInfo": {
                            "startSequenceNumber": records[0]["dynamodb"]["SequenceNumber"],
                            "endSequenceNumber": records[-1]["dynamodb"]["SequenceNumber"],
                            "batchSize": len(records),
                            "streamArn": records[0]["eventSourceARN"],
                        },
                    }
                ),
            )

    def _tries(self, function: Function, event: Any, retries: int) -> Exception | None:
        error: Exception | None = None
        for _ in range(retries + 1):
            with Attempt() as attempt:
                self._call(function, event)
            error = attempt.error
            if error is None:
                return None
            log.error("%s failed: %s", function.name, error, exc_info=error)
        return error
